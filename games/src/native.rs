//! The record format of all games: text, line by line.
//!
//! ```text
//! Board:connect4:6x7
//! X:solver
//! O:random
//! Game:1
//! 4;1;2;3;3;3;4;X
//! Game:2
//! Init:4;4;
//! 1;!
//! Note:1:a comment after the first move
//! Variation:1:2;3;
//! ```
//!
//! `Board:` and the names of the sides ([`Card::sides`]) apply to all games below them. The other lines apply
//! to the next game: `Game:` numbers it, `Tag:NAME:` is other information, and `Start:` gives the position in
//! which it begins, or `Init:` the moves that lead to this position. A game is one line: its moves, separated
//! as [`Shown::separators`] says, and its result. The result is the winner's side or `=` for a draw; a reason
//! may follow (`X+time`, also `forfeit`, `resigned`, `length`; `unknown` for a result that the rules alone do
//! not explain). In games with points it may be the points of both sides, `25-23`. `!` is a game that was
//! broken off. Variations and comments follow their game.
//!
//! The reader replays every game by the rules; a fault affects only the game it is in. A line for which there
//! is no game is a fault: a name that the next one replaces, or what stands above another `Game:` or another
//! `Board:`. A name of more than 200 characters stands above each of its games; others below it get its
//! beginning. Without a `Board:` line, the given board counts. This reads what earlier versions wrote for the
//! games without another format.

use crate::find;
use nexsolve_catalogue::annotated::{self, Annotations};
use nexsolve_catalogue::player_names::{SharedNames, write_names};
use nexsolve_catalogue::record::{Broken, RecordText, one_line};
use nexsolve_catalogue::records::{Beside, GameRecord, Given, How, ReadGame, Verdict};
use nexsolve_catalogue::scan::places;
use nexsolve_catalogue::{
    AnyGame, AnyPosition, Board, Card, Extent, HalfPoints, Measure, NameError, Shown, fit,
};
use nexsolve_core::{Course, Game, Notation, ReadFault, Side};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Write;
use std::ops::Range;

/// The words for ends outside the rules, after a `+`. The first two stand for the rules, checked and
/// unchecked.
const ENDS: [(&str, How); 6] = [
    ("", How::Rules),
    ("unknown", How::Rules),
    ("time", How::Time),
    ("forfeit", How::Forfeit),
    ("resigned", How::Resigned),
    ("length", How::Length),
];

/// Returns the game that the first line of a text names, as every written record does.
pub(crate) fn named(head: &str) -> Option<&'static Card> {
    let name = head.strip_prefix("Board:")?.trim_start();
    find(&name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())])
}

/// Marks the last game as broken off if it has no result.
pub(crate) fn ended<'a>(card: &Card, text: &'a str) -> Cow<'a, str> {
    annotated::ended(text, ";!", |line| {
        let key = line.split_once(':').map_or("", |(key, _)| key);
        let is_header =
            key.starts_with(|c: char| c.is_ascii_uppercase()) && key.chars().all(char::is_alphabetic);
        is_header || Claim::at_end(card, line, 0).is_some()
    })
}

/// Reads a file of games of one kind. The time is linear, except for rules that look far back.
pub(crate) fn read(card: &'static Card, text: &str, given: Given) -> Vec<ReadGame> {
    let mut source = RecordText::new(text);
    let mut annotations = Annotations::default();
    let (mut found, mut header) = (Vec::new(), Header::new(card, given));
    for (number, (start, text)) in (1..).zip(source.lines()) {
        let split = |game: &AnyGame, text: &str, from: usize| places(text, from, game.separators());
        if annotations
            .takes(&mut source, &mut found, start..text.len(), split, |board| AnyGame::on(board).ok())
        {
            continue;
        }
        let game = header.line(text.len() - text[start..].trim_start().len(), text);
        found.extend(header.faults.drain(..).map(|broken| Err(source.fault(broken))));
        let Some(game) = game else { continue };
        found.push(match game {
            Ok(record) => {
                let mut record = GameRecord { line: number, ..record };
                header.names.give(&mut record);
                Ok(record)
            }
            Err(broken) => Err(source.fault(broken)),
        });
        annotations.follow(&found);
    }
    annotations.close(&mut found);
    header.end();
    found.extend(header.faults.drain(..).map(|broken| Err(source.fault(broken))));
    if found.is_empty() {
        let reason = "no game here: expected moves and a result, on a line below the board and the players";
        found.push(Err(source.fault(Broken::new(0..0, reason))));
    } else {
        found.extend(header.names.end().map(|broken| Err(source.fault(broken))));
    }
    found
}

/// Writes games; [`read`] returns them again. Line breaks in names and tags become spaces.
///
/// # Panics
/// If a board does not exist.
pub(crate) fn write(records: &[GameRecord]) -> String {
    let mut text = String::new();
    let (mut last_board, mut last_names) = (None, [String::new(), String::new()]);
    for record in records {
        let board = record.board.over_the_board();
        let game = AnyGame::on(board).expect("the board of a game");
        if last_board != Some(board) {
            if last_board.is_some_and(|last: Board| last.card().word != board.card().word) {
                last_names = [String::new(), String::new()];
            }
            let _ = writeln!(text, "Board:{board}");
            last_board = Some(board);
        }
        write_names(&mut text, board.card().sides, &mut last_names, &record.names);
        if let Some(number) = record.number {
            let _ = writeln!(text, "Game:{number}");
        }
        for (name, value) in record.beside.tags.iter().filter(|(name, _)| !name.contains(':')) {
            let _ = writeln!(text, "Tag:{}:{}", one_line(name), one_line(value));
        }
        let mut course = Course::new(&game);
        let moves = |course: &mut Course<'_, AnyGame>, moves: &[_]| {
            let word = |&mv: &_| {
                let word = game.word(course.position(), mv) + ";";
                course.play(mv);
                word
            };
            moves.iter().map(word).collect::<String>()
        };
        let prelude = moves(&mut course, &record.prelude);
        if !prelude.is_empty() {
            let _ = writeln!(text, "Init:{prelude}");
        } else if record.start != game.start() {
            let _ = writeln!(text, "Start:{}", game.format_position(&record.start));
        }
        course = Course::from(&game, record.start);
        text += &moves(&mut course, &record.moves);
        let _ = writeln!(text, "{}", result(&course, record.verdict));
        annotated::write(&mut text, &game, record, |start, line| {
            moves(&mut Course::from(&game, *start), line)
        });
    }
    text
}

/// Writes the result of a game.
fn result(course: &Course<'_, AnyGame>, Verdict { winner, how }: Verdict) -> String {
    let is_ruled = course.ending().is_some_and(|ending| ending.winner == winner);
    let totals = course.game().totals(&course.positions()[0], course.moves());
    let end = ENDS.iter().skip(usize::from(!is_ruled)).find(|(_, of)| *of == how);
    match (end, totals) {
        (None, _) => "!".to_owned(),
        (Some(("", _)), Some([black, white])) => format!("{black}-{white}"),
        (Some((end, _)), _) => {
            let plus = if end.is_empty() { "" } else { "+" };
            format!("{}{plus}{end}", winner.map_or("=", |winner| course.game().side(winner)))
        }
    }
}

/// The signs between moves, and between moves and the result.
const BETWEEN: [char; 4] = [';', ',', ' ', '\t'];

/// What a record claims about the end of its game.
enum Claim {
    /// The result, and whether the rules must confirm it.
    Result(Verdict, bool),
    Totals([HalfPoints; 2]),
}

impl Claim {
    /// Reads the claim at the end of a text, from byte `from` on; returns its place too.
    fn at_end(card: &Card, text: &str, from: usize) -> Option<(Self, Range<usize>)> {
        let after = |is_end: fn(char) -> bool| text[from..].rfind(is_end).map_or(from, |at| from + at);
        let (claim, word) =
            [after(|c| c == ';' || c == ','), after(char::is_whitespace)].into_iter().find_map(|at| {
                let word = text[at..].trim_start_matches(BETWEEN);
                Some((Self::read(card, word)?, word))
            })?;
        let mut start = text.len() - word.len();
        // Some programs write the result twice.
        while let Some(before) = text[from..start].trim_end_matches(BETWEEN).strip_suffix(word)
            && (before.is_empty() || before.ends_with(BETWEEN))
        {
            start = from + before.len();
        }
        Some((claim, start..text.len()))
    }

    fn read(card: &Card, word: &str) -> Option<Self> {
        if word == "!" {
            return Some(Self::Result(Verdict::BROKEN_OFF, false));
        }
        let (who, end) = word.split_once('+').unwrap_or((word, ""));
        let winner = [Side::Black, Side::White].into_iter().find(|&side| card.side(side) == who);
        if winner.is_some() || who == "=" {
            let &(_, how) = ENDS.iter().find(|(word, _)| *word == end)?;
            return Some(Self::Result(Verdict { winner, how }, end.is_empty()));
        }
        let (black, white) = word.split_once(['-', '–', ':'])?;
        Some(Self::Totals([halves(black)?, halves(white)?]))
    }
}

/// Reads `24`, `24½` or `24.5`.
fn halves(text: &str) -> Option<HalfPoints> {
    let text = text.trim();
    let whole = text.strip_suffix('½').or_else(|| text.strip_suffix(".5"));
    let digits = whole.unwrap_or(text);
    let points = digits.parse::<u16>().ok().filter(|&points| points < 10_000 && !digits.starts_with('+'))?;
    Some(HalfPoints(2 * points + u16::from(whole.is_some())))
}

/// The position in which the next game begins.
enum Start {
    Usual,
    /// A position, written at these bytes.
    Told(AnyPosition, Range<usize>),
    /// The moves before the game, which are not part of it.
    Init(Range<usize>),
    /// An unreadable position, and its fault: the game cannot be replayed.
    Broken(Broken),
}

/// The information above a game.
struct Header {
    card: &'static Card,
    game: Option<AnyGame>,
    /// The board that the text has named last.
    named: Option<Board>,
    /// The board to try for games whose record names none.
    perhaps: Option<Board>,
    names: SharedNames,
    number: Option<u32>,
    tags: Vec<(String, String)>,
    /// The first line of the number and the tags.
    begin: Option<Range<usize>>,
    start: Start,
    /// The faults of the lines read last.
    faults: Vec<Broken>,
}

impl Header {
    fn new(card: &'static Card, given: Given) -> Self {
        let on = |board: Board| AnyGame::on(board.over_the_board()).ok();
        let (mut game, mut perhaps) = match given.of_game(card.word) {
            Given::Is(board) => (on(board), None),
            Given::Perhaps(board) => (None, Some(board)),
            Given::Nothing => (None, Some(card.usual_board())),
        };
        if let Measure::Count { .. } = card.measure {
            // There is only one board.
            game = game.or_else(|| on(perhaps.take().unwrap_or(card.usual_board())));
        }
        Self {
            card,
            game,
            named: None,
            perhaps,
            names: SharedNames::default(),
            number: None,
            tags: Vec::new(),
            begin: None,
            start: Start::Usual,
            faults: Vec::new(),
        }
    }

    /// Reads the line from byte `from` to the end of the text. Returns a game, without its names and its line
    /// number, or its fault, if the line contains one.
    fn line(&mut self, from: usize, text: &str) -> Option<Result<GameRecord, Broken>> {
        let (key, value) = text[from..].split_once(':').unwrap_or_default();
        let at = text.len() - value.len();
        match key {
            "Board" => match self.board(value.trim()) {
                Ok(game) => self.game = Some(game),
                Err(error) => {
                    (self.game, self.perhaps) = (None, None);
                    self.faults.push(Broken::new(at..text.len(), error.message));
                }
            },
            "Game" => {
                if self.number.is_some() {
                    self.end();
                }
                self.begin.get_or_insert(from..text.len());
                match value.trim().parse() {
                    Ok(number) => self.number = Some(number),
                    Err(_) => {
                        self.faults.push(Broken::expected(at..text.len(), "a game's number, as in `Game:1`"));
                    }
                }
            }
            "Tag" => {
                self.begin.get_or_insert(from..text.len());
                let (name, value) = value.split_once(':').unwrap_or((value, ""));
                self.tags.push((one_line(name), one_line(value)));
            }
            "Init" => {
                self.end_start();
                self.start = Start::Init(at..text.len());
            }
            "Start" => {
                self.end_start();
                self.start = match self.game.as_ref().map(|game| game.read_position(value)) {
                    Some(Ok(position)) => Start::Told(position, at..text.len()),
                    Some(Err(error)) => Start::Broken(Broken::read(error, at)),
                    None => Start::Broken(Broken::new(from..text.len(), self.boardless())),
                };
            }
            _ if self.card.sides.contains(&key) => {
                let player = usize::from(key == self.card.sides[1]);
                self.faults.extend(self.names.set(player, value, from..text.len()));
            }
            _ if from == text.len() => {}
            _ => return Some(self.game_of_line(from, text)),
        }
        None
    }

    /// Returns the game on a board by name. Earlier versions wrote the size alone.
    fn board(&mut self, name: &str) -> Result<AnyGame, NameError> {
        let before = self.named.take();
        if before.is_some() {
            self.end();
        }
        let is_size = name.starts_with(|c: char| c.is_ascii_digit());
        let board = if is_size {
            crate::played(&format!("{}:{name}", self.card.word), None)?
        } else {
            crate::played(name, None)?
        };
        let is_other_game = board.card().word != self.card.word;
        if is_other_game {
            (self.card, self.perhaps) = (board.card(), None);
        }
        // Only another file, joined to this one, names the same board again. It has its own players.
        if is_other_game || before == Some(board) {
            self.faults.extend(self.names.end());
        }
        let game = AnyGame::on(board)?;
        self.named = Some(board);
        Ok(game)
    }

    fn boardless(&self) -> String {
        format!("the board is missing: expected a line such as `Board:{}`", self.card.played_examples[0])
    }

    /// Removes what stands above the next game. It is a fault, since there is no game.
    fn end(&mut self) {
        (self.number, self.tags) = (None, Vec::new());
        if let Some(begin) = self.begin.take() {
            let reason = "no game follows: expected its moves and its result on a line below";
            self.faults.push(Broken::new(begin, reason));
        }
        self.end_start();
    }

    /// Reports a start that no game follows.
    fn end_start(&mut self) {
        match std::mem::replace(&mut self.start, Start::Usual) {
            Start::Told(_, span) | Start::Init(span) => {
                let reason = "no game begins with this position: expected its moves on a line below";
                self.faults.push(Broken::new(span, reason));
            }
            Start::Broken(broken) => self.faults.push(broken),
            Start::Usual => {}
        }
    }

    /// Reads the game on a line, which ends with the text, on the named board, or on one that fits.
    fn game_of_line(&mut self, from: usize, text: &str) -> Result<GameRecord, Broken> {
        let start = match std::mem::replace(&mut self.start, Start::Usual) {
            Start::Broken(broken) => Err(broken),
            start => Ok(start),
        };
        let (number, tags) = (self.number.take(), std::mem::take(&mut self.tags));
        self.begin = None;
        self.names.use_up();
        let start = start?;
        let record = match (&self.game, self.perhaps) {
            (Some(game), _) => game_on(game, &start, from, text)?,
            (None, Some(open)) => {
                let found = fit::read_on(sizes(open), fit::MOST, |rows, cols| {
                    let game = AnyGame::on(open.spec.on(Extent::Sides { rows, cols }));
                    let game = game.map_err(|error| Broken::new(from..text.len(), error.message))?;
                    game_on(&game, &start, from, text)
                })?;
                found.expect("the size of the open board was tried")
            }
            (None, None) => return Err(Broken::new(from..text.len(), self.boardless())),
        };
        let beside = Beside { tags, ..record.beside };
        Ok(GameRecord { number, beside, ..record })
    }
}

/// Returns the sizes to try for a game without a board: the open one, the usual one, squares, then
/// rectangles.
fn sizes(open: Board) -> Vec<(u32, u32)> {
    let Measure::Sides { most, usual, .. } = open.card().measure else { return Vec::new() };
    let squares = (1..=most).map(|n| (n, n));
    let rectangles = (1..=most).flat_map(|rows| (1..=most).map(move |cols| (rows, cols)));
    open.sides().into_iter().chain([usual]).chain(squares).chain(rectangles).collect()
}

/// Reads the game on a line, which ends with the text.
fn game_on(game: &AnyGame, start: &Start, from: usize, text: &str) -> Result<GameRecord, Broken> {
    let claim = Claim::at_end(game.card(), text, from);
    let end = claim.as_ref().map_or(text.len(), |(_, span)| span.start);
    let mut prelude = Course::new(game);
    let position = match start {
        Start::Told(position, _) => *position,
        Start::Init(span) => {
            // The text up to the end of an earlier line.
            play(&mut prelude, &text[..span.end], span.start)?;
            *prelude.position()
        }
        Start::Usual | Start::Broken(_) => game.start(),
    };
    let mut course = Course::from(game, position);
    play(&mut course, &text[..end], from)?;
    let Some((claim, span)) = claim else {
        let [black, white] = game.card().sides;
        let reason = format!(
            "the line ends without a result: expected a move, the winner's side ({black} or {white}), `=` for a draw, or \
             `!` for a game broken off"
        );
        return Err(Broken::new(text.len()..text.len(), reason));
    };
    let verdict = verdict(&course, &claim).map_err(|reason| Broken::new(span, reason))?;
    Ok(GameRecord { prelude: prelude.moves().to_vec(), ..GameRecord::of(game.board(), &course, verdict) })
}

/// Plays the moves from byte `from` of a text to its end.
fn play(course: &mut Course<'_, AnyGame>, text: &str, from: usize) -> Result<(), Broken> {
    for span in places(text, from, course.game().separators()) {
        let word = &text[span.clone()];
        if word.trim().is_empty() {
            return Err(Broken::new(
                span.clone(),
                ReadFault::expected("a move", &text[span.end..]).to_string(),
            ));
        }
        if let Some(ending) = course.ending() {
            return Err(Broken::new(span, format!("no move can follow: {}", ending.reason)));
        }
        let mv = course.game().read_move(course.position(), word);
        course.play(mv.map_err(|error| Broken::read(error, span.start))?);
    }
    Ok(())
}

/// Returns whether a claim gives both sides what they have won. It may also distribute the points left on the
/// board when somebody has more than half of all, as `OpenSpiel` does, if the winner is the same.
fn are_totals(course: &Course<'_, AnyGame>, claim: [HalfPoints; 2], winner: Option<Side>) -> bool {
    let game = course.game();
    let Some(totals) = game.totals(&course.positions()[0], course.moves()) else { return false };
    let sum = |of: [HalfPoints; 2]| u32::from(of[0].0) + u32::from(of[1].0);
    let left = game.points(course.position()).map_or(0, |purse| 2 * u32::from(purse.rest.0.unsigned_abs()));
    let has_both = claim[0] >= totals[0] && claim[1] >= totals[1];
    let leader = match claim[0].cmp(&claim[1]) {
        Ordering::Greater => Some(Side::Black),
        Ordering::Equal => None,
        Ordering::Less => Some(Side::White),
    };
    claim == totals || has_both && sum(claim) == sum(totals) + left && leader == winner
}

/// Returns the verdict of a game; the reason of the contradiction if the game does not end as claimed.
fn verdict(course: &Course<'_, AnyGame>, claim: &Claim) -> Result<Verdict, String> {
    let (game, ending) = (course.game(), course.ending());
    let winner = ending.as_ref().map(|ending| ending.winner);
    let claimed = match *claim {
        Claim::Result(verdict, is_checked) if !is_checked || winner == Some(verdict.winner) => {
            return Ok(verdict);
        }
        Claim::Totals(claim) if are_totals(course, claim, winner.flatten()) => {
            return Ok(Verdict::by_rules(winner.flatten()));
        }
        Claim::Result(Verdict { winner: None, .. }, _) => "a draw".to_owned(),
        Claim::Result(Verdict { winner: Some(winner), .. }, _) => {
            format!("that {} has won", game.side(winner))
        }
        Claim::Totals([black, white]) => format!("{black}-{white}"),
    };
    let fact = ending.map_or("the game goes on".to_owned(), |ending| match ending.winner {
        None => format!("it is a draw: {}", ending.reason),
        Some(winner) => format!("{} has won: {}", game.side(winner), ending.reason),
    });
    Err(format!("the record claims {claimed}, but {fact}"))
}
