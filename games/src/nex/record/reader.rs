//! The walk through a file of records: headers, and every game played again.

use super::line::{Raw, largest_coordinate, raw_game, result_at, split_moves};
use super::{GameResult, Record, RecordFault, RecordReason};
use crate::nex::{Nex, NexMove, NexPosition};
use crate::record::LONGEST_NAME;
use crate::rhombus::{BoardError, MAX_SIDE, Wide};
use nexsolve_core::{Game, Notation, Side, Wdl};
use std::collections::HashMap;
use std::ops::Range;

/// See [`super::read`].
pub(super) fn read(bytes: &[u8], size: Option<(u32, u32)>) -> Vec<Result<Record, RecordFault>> {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader {
        size,
        replaced: matches!(text, std::borrow::Cow::Owned(_)),
        boards: HashMap::new(),
        names: Names::default(),
        header: Header::default(),
        counted: false,
        column: (0, 0, 0),
        found: Vec::new(),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    for (before, line) in text.split('\n').enumerate() {
        reader.line(Line { number: before + 1, text: line.trim_end() });
    }
    reader.end_names();
    if reader.found.is_empty() && !reader.counted {
        let first = Line { number: 1, text: text.lines().next().unwrap_or_default() };
        reader.fault(first, 0..0, RecordReason::Empty);
    }
    reader.found
}

/// A line without the spaces at its end.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

/// What stands above a file's games, or of several files run together.
#[derive(Debug, Default)]
struct Names<'a> {
    black: Option<String>,
    white: Option<String>,
    /// The number of games that the header tells, and where.
    count: Option<(u64, Line<'a>, Range<usize>)>,
    /// How many games there have been, and where the first is in what the reader has found.
    games: u64,
    first: usize,
}

/// What stands above a game.
#[derive(Debug, Default)]
struct Header<'a> {
    /// Whether it is a game's own: no game has been under it yet.
    own: bool,
    number: Option<u32>,
    board: Board,
    init: Option<(Line<'a>, Vec<Range<usize>>)>,
}

#[derive(Clone, Copy, Debug, Default)]
enum Board {
    #[default]
    Untold,
    Told(u32, u32),
    /// There was a header, but with a fault: the games under it cannot be read.
    Broken,
}

struct Broken<'a> {
    line: Line<'a>,
    span: Range<usize>,
    reason: RecordReason,
}

struct Reader<'a> {
    size: Option<(u32, u32)>,
    /// Whether bytes that are no text have been replaced by U+FFFD.
    replaced: bool,
    boards: HashMap<(u32, u32), Nex<Wide>>,
    names: Names<'a>,
    header: Header<'a>,
    /// Whether there was a `#games:`, so that a file without games can be right.
    counted: bool,
    /// The last place whose column was counted: line, byte, characters before it. Counting goes on from here, so
    /// that a long line with many faults takes linear time.
    column: (usize, usize, usize),
    found: Vec<Result<Record, RecordFault>>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: Line<'a>) {
        let start = line.text.len() - line.text.trim_start().len();
        let text = &line.text[start..];
        let value =
            |key: &str| text.strip_prefix(key).map(|v| (v, line.text.len() - v.len()..line.text.len()));
        if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|mark| text.starts_with(mark)) {
            self.fault(line, start..start + 7, RecordReason::ConflictMark);
        } else if let Some((name, span)) = value("Black:") {
            if self.names.black.is_some() || self.names.white.is_some() {
                self.end_names();
            }
            self.begin_names();
            self.names.black = Some(self.name(line, name, span));
        } else if let Some((name, span)) = value("White:") {
            if self.names.white.is_some() {
                self.end_names();
            }
            self.begin_names();
            self.names.white = Some(self.name(line, name, span));
        } else if let Some((count, span)) = value("#games:") {
            self.begin_names();
            self.counted = true;
            match count.trim_end_matches(';').trim().parse() {
                Ok(count) => self.names.count = Some((count, line, span)),
                Err(_) => self.bad_header(line, span, "a number of games, as in `#games:2;`"),
            }
        } else if let Some((number, span)) = value("Game#") {
            self.header = Header::default();
            match number.trim().parse() {
                Ok(number) => self.header.number = Some(number),
                Err(_) => self.bad_header(line, span, "a game's number, as in `Game#1`"),
            }
        } else if let Some((board, span)) = value("Board:") {
            self.header.board = self.board_header(line, board.trim(), span);
            self.header.own = true;
        } else if let Some((_, span)) = value("Init_State:") {
            let moves = split_moves(line.text, span.start);
            self.header.init = Some((line, moves));
        } else {
            self.games(line);
        }
    }

    fn name(&mut self, line: Line<'a>, name: &str, span: Range<usize>) -> String {
        if let Some(at) = name.find('\u{fffd}').filter(|_| self.replaced) {
            let at = span.start + at;
            self.fault(line, at..at + 3, RecordReason::NotText);
        }
        if name.chars().nth(LONGEST_NAME).is_some() {
            self.bad_header(line, span, "a name of at most 200 characters");
        }
        name.trim().chars().take(LONGEST_NAME).collect()
    }

    fn board_header(&mut self, line: Line<'a>, text: &str, span: Range<usize>) -> Board {
        let sides = text.strip_prefix('r').and_then(|text| text.split_once("-c"));
        let number = |digits: &str| {
            let proper = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            proper.then(|| digits.parse().unwrap_or(u32::MAX))
        };
        let Some((rows, cols)) = sides.and_then(|(rows, cols)| Some((number(rows)?, number(cols)?))) else {
            self.bad_header(line, span, "rows and columns, as in `Board:r3-c3`");
            return Board::Broken;
        };
        match self.game_on(rows, cols) {
            Ok(_) => Board::Told(rows, cols),
            Err(error) => {
                self.fault(line, span, RecordReason::Board(error));
                Board::Broken
            }
        }
    }

    /// Ends the names above if they have their games or their count already; those that follow are others'.
    fn begin_names(&mut self) {
        if self.names.count.is_some() || self.names.games > 0 {
            self.end_names();
        }
        self.header = Header::default();
        self.names.first = self.found.len();
    }

    /// Checks the number of games under the names, and forgets them.
    fn end_names(&mut self) {
        let names = std::mem::take(&mut self.names);
        if let Some((said, line, span)) = names.count
            && said != names.games
        {
            let reason = RecordReason::Count { said, found: names.games };
            let fault = self.make_fault(line, span, reason);
            self.found.insert(names.first, Err(fault));
        }
        self.names.first = self.found.len();
    }

    fn games(&mut self, line: Line<'a>) {
        let mut at = 0;
        while let Some(raw) = raw_game(line.text, at) {
            at = raw.end;
            if raw.moves.is_empty() && !self.header.own {
                // One fault for a run of results: it is no run of games.
                let start = raw.end - 1;
                at += line.text[at..]
                    .char_indices()
                    .take_while(|&(i, _)| result_at(&line.text[at + i..]).is_some())
                    .count();
                self.fault(line, start..at, RecordReason::NoMoves);
                continue;
            }
            self.header.own = false;
            self.names.games += 1;
            let number = self.header.number.take();
            let init = self.header.init.take();
            let played = match self.header.board {
                Board::Broken => continue,
                Board::Told(rows, cols) => self.play(rows, cols, init.as_ref(), line, &raw),
                Board::Untold => match self.size {
                    Some((rows, cols)) => self.play(rows, cols, init.as_ref(), line, &raw),
                    None => self.play_on_smallest(init.as_ref(), line, &raw),
                },
            };
            match played {
                Ok(record) => {
                    let (black, white) = (self.names.black.clone(), self.names.white.clone());
                    self.found.push(Ok(Record { black, white, number, ..record }));
                }
                Err(Broken { line, span, reason }) => self.fault(line, span, reason),
            }
        }
    }

    /// Plays on the smallest square board that has all cells and on which all is right.
    fn play_on_smallest(
        &mut self,
        init: Option<&(Line<'a>, Vec<Range<usize>>)>,
        line: Line<'a>,
        raw: &Raw,
    ) -> Result<Record, Broken<'a>> {
        let before =
            init.into_iter().flat_map(|(line, moves)| moves.iter().map(|span| &line.text[span.clone()]));
        let texts = before.chain(raw.moves.iter().map(|span| &line.text[span.clone()]));
        let least = texts.map(largest_coordinate).max().unwrap_or(1);
        let most = u32::from(MAX_SIDE);
        let least = least.clamp(1, most);
        let on_least = self.play(least, least, init, line, raw);
        if on_least.is_ok() {
            return on_least;
        }
        (least + 1..=most).find_map(|n| self.play(n, n, init, line, raw).ok()).map_or(on_least, Ok)
    }

    fn play(
        &mut self,
        rows: u32,
        cols: u32,
        init: Option<&(Line<'a>, Vec<Range<usize>>)>,
        line: Line<'a>,
        raw: &Raw,
    ) -> Result<Record, Broken<'a>> {
        let whole = raw.moves.first().map_or(raw.end, |first| first.start)..raw.end;
        let game = self.game_on(rows, cols).map_err(|error| Broken {
            line,
            span: whole,
            reason: RecordReason::Board(error),
        })?;
        let mut position = game.start();
        let init = match init {
            Some((line, moves)) => play_all(game, &mut position, *line, moves)?,
            None => Vec::new(),
        };
        let moves = play_all(game, &mut position, line, &raw.moves)?;
        let Some((result, span)) = raw.result.clone() else {
            return Err(Broken { line, span: raw.end..raw.end, reason: RecordReason::Unfinished });
        };
        let actual = result_of(game, &position);
        if result != GameResult::BrokenOff && actual != Some(result) {
            let reason = RecordReason::Contradiction { claimed: result, actual, rows, cols };
            return Err(Broken { line, span, reason });
        }
        let line = line.number;
        Ok(Record { rows, cols, black: None, white: None, number: None, init, moves, result, line })
    }

    fn game_on(&mut self, rows: u32, cols: u32) -> Result<&Nex<Wide>, BoardError> {
        use std::collections::hash_map::Entry;
        match self.boards.entry((rows, cols)) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) => Ok(entry.insert(Nex::new(rows, cols)?)),
        }
    }

    fn bad_header(&mut self, line: Line<'a>, span: Range<usize>, expected: &'static str) {
        self.fault(line, span, RecordReason::Header { expected });
    }

    fn fault(&mut self, line: Line<'a>, span: Range<usize>, reason: RecordReason) {
        let fault = self.make_fault(line, span, reason);
        self.found.push(Err(fault));
    }

    fn make_fault(&mut self, line: Line<'a>, span: Range<usize>, reason: RecordReason) -> RecordFault {
        let is_replaced = self.replaced && line.text[span.start..].starts_with('\u{fffd}');
        let reason = if is_replaced { RecordReason::NotText } else { reason };
        let (counted_line, byte, chars) = self.column;
        let (from, before) =
            if counted_line == line.number && byte <= span.start { (byte, chars) } else { (0, 0) };
        let before = before + line.text[from..span.start].chars().count();
        self.column = (line.number, span.start, before);
        RecordFault::new((line.number, before + 1), line.text, span, reason)
    }
}

fn play_all<'a>(
    game: &Nex<Wide>,
    position: &mut NexPosition<Wide>,
    line: Line<'a>,
    moves: &[Range<usize>],
) -> Result<Vec<NexMove>, Broken<'a>> {
    let mut played = Vec::new();
    for span in moves {
        let mv = game.read_move(position, &line.text[span.clone()]).map_err(|error| {
            let error = error.shifted(span.start);
            Broken { line, span: error.span, reason: RecordReason::Move(error.fault) }
        })?;
        *position = game.play(position, mv);
        played.push(mv);
    }
    Ok(played)
}

fn result_of(game: &Nex<Wide>, position: &NexPosition<Wide>) -> Option<GameResult> {
    let outcome = game.outcome(position)?;
    let winner = match outcome {
        Wdl::Draw => return Some(GameResult::Draw),
        Wdl::Win => position.side_to_move(),
        Wdl::Loss => position.side_to_move().other(),
    };
    Some(match winner {
        Side::Black => GameResult::Black,
        Side::White => GameResult::White,
    })
}
