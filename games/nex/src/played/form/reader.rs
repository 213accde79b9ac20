//! Reads a file of records: headers, and every game, replayed.

use super::line::{KEYS, Raw, is_conflict_mark, raw_game, result_at, split_moves};
use super::moves::{Nex, NexPosition, game_on, largest_coordinates};
use crate::NexMove;
use crate::played::{CARD, has_final_moves, has_swap, spec};
use nexsolve_catalogue::Packed;
use nexsolve_catalogue::annotated::Annotations;
use nexsolve_catalogue::fit;
use nexsolve_catalogue::player_names::SharedNames;
use nexsolve_catalogue::record::{Broken, RecordFault, RecordText};
use nexsolve_catalogue::records::{GameRecord, Given, How, ReadGame};
use nexsolve_catalogue::{Board as GameBoard, Extent, GameSpec, NameError};
use nexsolve_core::{Course, Ending, Notation, Side};
use nexsolve_rhombus::MAX_SIDE;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

/// Reads a file of games; `given` is the board of games whose header does not name it. The time is linear.
pub(super) fn read(text: &str, given: Given) -> Vec<ReadGame> {
    let mut reader = Reader {
        source: RecordText::new(text),
        given,
        boards: HashMap::new(),
        names: Names::default(),
        header: Header::default(),
        counted: false,
        found: Vec::new(),
        annotations: Annotations::default(),
    };
    for (number, (start, text)) in (1..).zip(reader.source.lines()) {
        reader.line(number, start, text);
    }
    reader.annotations.close(&mut reader.found);
    for record in reader.found.iter_mut().flatten() {
        let has_swap = record.tree().moves().any(|mv| Nex::unpack_move(mv) == NexMove::Swap);
        if has_swap {
            record.board = spec(true, has_final_moves(record.board.spec)).on(record.board.extent);
        }
    }
    reader.end_header();
    if reader.found.is_empty() && !reader.counted {
        reader.fault(0..0, "no game here: expected moves such as `Ba1?a2;`, or a header");
    } else {
        reader.end_names();
    }
    reader.found
}

const RULES: &str = "expected `Rules:swap`, `Rules:final` or `Rules:final+swap`, or no such line";

/// The header of a file's games, or of one of several concatenated files.
#[derive(Debug, Default)]
struct Names {
    /// Black's and White's names.
    players: SharedNames,
    /// The number of games that the header states, and its place.
    count: Option<(u64, RecordFault)>,
    /// The number of games so far, and the index of the first among the games found.
    games: u64,
    first: usize,
}

/// The header of a game.
#[derive(Debug, Default)]
struct Header {
    /// Its first line, until a game has followed.
    begin: Option<Range<usize>>,
    /// Whether its board belongs to the next game: no game has followed it yet.
    own: bool,
    number: Option<u32>,
    board: Board,
    /// The rules that the header names.
    rules: Option<GameSpec>,
    /// The places of the moves before the game.
    init: Vec<Range<usize>>,
}

#[derive(Clone, Copy, Debug, Default)]
enum Board {
    #[default]
    Untold,
    Told(u32, u32),
    /// The header is faulty: the games below it cannot be read.
    Broken,
}

struct Reader<'a> {
    source: RecordText<'a>,
    given: Given,
    /// By rows, columns, and whether there are final moves.
    boards: HashMap<(u32, u32, bool), Nex>,
    names: Names,
    header: Header,
    /// Whether there was a `#games:` line, so that a file without games can be valid.
    counted: bool,
    found: Vec<ReadGame>,
    annotations: Annotations<Nex>,
}

impl Reader<'_> {
    /// Reads the line that begins at byte `start` and ends with the text.
    fn line(&mut self, number: usize, start: usize, text: &str) {
        let on =
            |board: GameBoard| board.sides().and_then(|(rows, cols)| game_on(board.spec, rows, cols).ok());
        let split = |_: &Nex, text: &str, at: usize| split_moves(text, at);
        let Self { source, found, annotations, .. } = self;
        if annotations.takes(source, found, start..text.len(), split, on) {
            return;
        }
        let start = text.len() - text[start..].trim_start().len();
        let line = &text[start..];
        let key = KEYS.into_iter().find(|key| line.starts_with(key)).unwrap_or_default();
        let span = start + key.len()..text.len();
        let value = &text[span.clone()];
        match key {
            "Black:" | "White:" => {
                let player = usize::from(key == "White:");
                if (player..2).any(|player| self.names.players.has(player)) {
                    self.end_names();
                }
                self.begin_names();
                self.names.players.set(player, value, start..text.len());
            }
            "#games:" => {
                self.begin_names();
                self.counted = true;
                match value.trim_end_matches(';').trim().parse() {
                    Ok(count) => self.names.count = Some((count, self.source.fault(Broken::new(span, "")))),
                    Err(_) => self.fault(span, "expected a number of games, as in `#games:2;`"),
                }
            }
            "Game#" => {
                self.end_header();
                self.header.begin = Some(start..text.len());
                match value.trim().parse() {
                    Ok(number) => self.header.number = Some(number),
                    Err(_) => self.fault(span, "expected a game's number, as in `Game#1`"),
                }
            }
            "Board:" => {
                if self.header.own {
                    self.end_header();
                }
                // The rules are those of the board before, unless this header has named them.
                if self.header.begin.is_none() {
                    self.header.rules = None;
                }
                self.header.board = self.board_header(value.trim(), span);
                self.header.own = true;
                self.header.begin.get_or_insert(start..text.len());
            }
            "Rules:" => {
                self.header.begin.get_or_insert(start..text.len());
                match value.trim() {
                    "" => self.fault(span, RULES),
                    rules => match CARD.with_options(rules) {
                        Ok(spec) => self.header.rules = Some(spec),
                        Err(_) => self.fault(span, RULES),
                    },
                }
            }
            "Init_State:" => {
                self.header.begin.get_or_insert(start..text.len());
                let before = std::mem::replace(&mut self.header.init, split_moves(text, span.start));
                if let (Some(first), Some(last)) = (before.first(), before.last()) {
                    self.fault(first.start..last.end, "no game begins with these moves: others stand below");
                }
            }
            _ if is_conflict_mark(line) => {
                let reason = "a conflict mark that a version-control system left; remove it, and one of the two versions";
                self.fault(start..start + 7, reason);
            }
            _ => self.games(number, start, text),
        }
    }

    fn board_header(&mut self, text: &str, span: Range<usize>) -> Board {
        let sides = text.strip_prefix('r').and_then(|text| text.split_once("-c"));
        let number = |digits: &str| {
            let proper = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            proper.then(|| digits.parse().unwrap_or(u32::MAX))
        };
        let Some((rows, cols)) = sides.and_then(|(rows, cols)| Some((number(rows)?, number(cols)?))) else {
            self.fault(span, "expected rows and columns, as in `Board:r3-c3`");
            return Board::Broken;
        };
        match self.game_on(rows, cols).map(|_| ()) {
            Ok(()) => Board::Told(rows, cols),
            Err(error) => {
                self.fault(span, error.message);
                Board::Broken
            }
        }
    }

    /// Ends the current names if they already have games or a count: those that follow belong to others.
    fn begin_names(&mut self) {
        if self.names.count.is_some() || self.names.games > 0 {
            self.end_names();
        }
        self.end_header();
        self.names.first = self.found.len();
    }

    /// Removes the header of a game. It is a fault if no game has followed.
    fn end_header(&mut self) {
        if let Some(begin) = std::mem::take(&mut self.header).begin {
            self.fault(
                begin,
                "no game follows this header: expected its moves and its result on a line below",
            );
        }
    }

    /// Checks that there are games under the names, as many as the header says, and resets the names.
    fn end_names(&mut self) {
        let mut names = std::mem::take(&mut self.names);
        match names.count {
            Some((said, fault)) if said != names.games => {
                let reason = format!("the header says {said} games, but {} follow it", names.games);
                self.found.insert(names.first, Err(RecordFault { reason, ..fault }));
            }
            Some(_) => {}
            None => {
                let unused = names.players.end();
                self.found.extend(unused.map(|broken| Err(self.source.fault(broken))));
            }
        }
        self.names.first = self.found.len();
    }

    /// Reads the games of a line that ends with the text.
    fn games(&mut self, line: usize, mut at: usize, text: &str) {
        let mut last = None;
        while let Some(raw) = raw_game(text, at) {
            at = raw.end;
            let result = raw.result.as_ref().map(|(verdict, _)| *verdict);
            if raw.moves.is_empty() && !self.header.own {
                // Some programs write the result twice.
                if result.is_some() && result == last {
                    continue;
                }
                // Report a run of results as one fault.
                let is_result = |&at: &usize| result_at(&text[at..]).is_some();
                at += (at..text.len()).take_while(is_result).count();
                self.fault(raw.end - 1..at, "a result, but no moves before it");
                continue;
            }
            last = result;
            (self.header.own, self.header.begin) = (false, None);
            self.names.games += 1;
            self.names.players.use_up();
            let number = self.header.number.take();
            let init = std::mem::take(&mut self.header.init);
            let strict = if let Given::Is(board) = self.given { board.sides() } else { None };
            let played = match (self.header.board, strict) {
                (Board::Broken, _) => continue,
                (Board::Told(rows, cols), _) | (Board::Untold, Some((rows, cols))) => {
                    self.play(rows, cols, &init, text, &raw)
                }
                (Board::Untold, None) => self.play_where_it_fits(&init, text, &raw),
            };
            let found = played.map(|record| GameRecord { number, line, ..record });
            self.found.push(match found {
                Ok(mut record) => {
                    self.names.players.give(&mut record);
                    Ok(record)
                }
                Err(broken) => Err(self.source.fault(broken)),
            });
            self.annotations.follow(&self.found);
        }
    }

    /// Plays on the suggested board if the game is valid there; otherwise on the smallest square board on
    /// which it is, or on one that is not square.
    fn play_where_it_fits(
        &mut self,
        init: &[Range<usize>],
        text: &str,
        raw: &Raw,
    ) -> Result<GameRecord, Broken> {
        let moves = || init.iter().chain(&raw.moves).map(|span| &text[span.clone()]);
        let least =
            moves().map(largest_coordinates).fold((1, 1), |(r, c), (row, col)| (r.max(row), c.max(col)));
        let open = if let Given::Perhaps(board) = self.given { board.sides() } else { None };
        let mut sizes = fit::sizes(least, u32::from(MAX_SIDE));
        sizes.splice(0..0, open.filter(|&(rows, cols)| rows >= least.0 && cols >= least.1));
        // Only an interactive user can choose another board.
        let most = if let Given::Perhaps(_) = self.given { fit::MOST } else { 1 };
        let read = fit::read_on(sizes, most, |rows, cols| self.play(rows, cols, init, text, raw));
        if let Ok(Some(record)) = read {
            return Ok(record);
        }
        let least = least.0.max(least.1).min(u32::from(MAX_SIDE));
        self.play(least, least, init, text, raw)
    }

    fn play(
        &mut self,
        rows: u32,
        cols: u32,
        init: &[Range<usize>],
        text: &str,
        raw: &Raw,
    ) -> Result<GameRecord, Broken> {
        let whole = raw.moves.first().map_or(raw.end, |first| first.start)..raw.end;
        let rules = self.rules();
        let game = self.game_on(rows, cols).map_err(|error| Broken::new(whole, error.message))?;
        let mut course = Course::new(game);
        for span in init.iter().chain(&raw.moves) {
            let mv = game.read_move(course.position(), &text[span.clone()]);
            course.play(mv.map_err(|error| Broken::read(error, span.start))?);
        }
        let Some((verdict, span)) = raw.result.clone() else {
            let reason = "the line ends without a result: expected a move or one of B, W, # and !";
            return Err(Broken::new(raw.end..raw.end, reason));
        };
        let ending = course.ending();
        if verdict.how == How::Rules && ending.as_ref().map(|ending| ending.winner) != Some(verdict.winner) {
            let (claim, fact) = contradiction(verdict.winner, ending.as_ref());
            let reason = format!("the record claims {claim}, but on {rows}x{cols} {fact}");
            return Err(Broken::new(span, reason));
        }
        let is_swap = has_swap(rules) || course.moves().contains(&NexMove::Swap);
        let board = spec(is_swap, has_final_moves(rules)).on(Extent::Sides { rows, cols });
        let mut record = GameRecord::of(board, &course, verdict);
        record.prelude = record.moves.drain(..init.len()).collect();
        let start = course.positions()[init.len()];
        record.start = Nex::pack(&NexPosition { may_swap: start.may_swap && is_swap, ..start });
        Ok(record)
    }

    /// The rules of the next game.
    fn rules(&self) -> GameSpec {
        let given = self.given.board().map(|board| board.spec);
        self.header.rules.or(given).unwrap_or_else(|| spec(false, false))
    }

    fn game_on(&mut self, rows: u32, cols: u32) -> Result<&Nex, NameError> {
        let rules = self.rules();
        match self.boards.entry((rows, cols, has_final_moves(rules))) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) => Ok(entry.insert(game_on(rules, rows, cols)?)),
        }
    }

    fn fault(&mut self, span: Range<usize>, reason: impl Into<String>) {
        let fault = self.source.fault(Broken::new(span, reason));
        self.found.push(Err(fault));
    }
}

/// Returns what a record claims (`claimed` is `None` for a draw), and what is true.
fn contradiction(claimed: Option<Side>, ending: Option<&Ending>) -> (String, String) {
    let edges = |side| if side == Side::Black { "top and bottom" } else { "left and right" };
    let claim = claimed.map_or_else(|| "a draw".to_owned(), |winner| format!("that {winner} won"));
    let fact = match (ending.map(|ending| ending.winner), claimed) {
        (Some(Some(winner)), _) => format!("{winner} has joined {}", edges(winner)),
        (Some(None), _) => "neither side is connected and no move is left: a draw".to_owned(),
        (None, Some(winner)) => format!("{winner} has not joined {}, and the game goes on", edges(winner)),
        (None, None) => "the game goes on".to_owned(),
    };
    (claim, fact)
}
