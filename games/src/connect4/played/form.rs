//! Records of Connect Four, in this project's own format: one game per line, its columns and its result.
//!
//! ```text
//! Board:6x7
//! X:solver
//! O:random
//! 4123334 X
//! Start:......./......./......./......./...O.../...X...
//! 44 !
//! ```
//!
//! `X` and `O` name the winner, `=` is a draw, and `!` a game that was broken off. `Board:`, `X:` and `O:` apply to all
//! games below them, `Start:` to the next game. Variations and comments follow their game (`Variation:3:345`,
//! `Note:2:why not in the middle?`).

use super::CARD;
use crate::connect4::{Connect4, Connect4Move, Connect4Position};
use crate::contract::Packed;
use crate::contract::annotated::{self, Annotations, is_annotation, orphan};
use crate::contract::fit;
use crate::contract::record::{Broken, Source, name, write_names};
use crate::contract::records::{
    GameRecord, Given, How, ReadGame, RecordForm, Results, Unwritable, Verdict, result_of,
};
use crate::contract::{Board, Extent, GameSpec, Measure};
use nexsolve_core::{Course, Ending, Game, Notation, Side};
use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

/// The record format.
pub(crate) const FORM: &dyn RecordForm = &Connect4Records;

#[derive(Debug)]
struct Connect4Records;

/// The texts for results.
const RESULTS: Results = [
    ("X", Verdict::by_rules(Some(Side::Black))),
    ("O", Verdict::by_rules(Some(Side::White))),
    ("=", Verdict::by_rules(None)),
    ("!", Verdict::BROKEN_OFF),
];

impl RecordForm for Connect4Records {
    fn extension(&self) -> &'static str {
        "txt"
    }

    /// Records of other games begin with other words before the board.
    fn claims(&self, head: &str) -> bool {
        head.strip_prefix("Board:")
            .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    }

    fn ended<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let is_digits = |line: &[u8]| line.iter().all(|b| b.is_ascii_digit() || b.is_ascii_whitespace());
        annotated::ended(bytes, " !", |line| !is_digits(line))
    }

    fn read(&self, bytes: &[u8], given: Given) -> Vec<ReadGame> {
        let decoded = String::from_utf8_lossy(bytes);
        let mut source = Source::new(bytes, &decoded);
        let given = given.of_game(CARD.word);
        let game = if let Given::Is(board) = given { on(board) } else { None };
        let perhaps = if let Given::Perhaps(board) = given { on(board) } else { None };
        let mut header = Header { game, perhaps, names: [None, None], start: None };
        let mut found = Vec::new();
        let mut annotations = Annotations::new();
        for (number, (start, text)) in (1..).zip(source.lines()) {
            let from = text.len() - text[start..].trim_start().len();
            if is_annotation(&text[from..]) {
                if found.is_empty() {
                    found.push(Err(source.fault(orphan(from..text.len()))));
                }
                annotations.line(&mut source, &mut found, from..text.len(), columns, on);
                continue;
            }
            if from < text.len() {
                annotations.close(&mut found);
            }
            match header.line(start, text) {
                Ok(None) => {}
                Ok(Some(record)) => found.push(Ok(GameRecord { line: number, ..record })),
                Err(broken) => found.push(Err(source.fault(broken))),
            }
        }
        annotations.close(&mut found);
        if found.is_empty() {
            let reason = "no game here: expected columns and a result such as `4453 !`";
            found.push(Err(source.fault(Broken::new(0..0, reason))));
        }
        found
    }

    /// A game that the rules did not end is written as broken off.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        let mut text = String::new();
        let (mut last_board, mut last_names) = (None, [String::new(), String::new()]);
        for record in records {
            let (rows, cols) = record.board.sides().unwrap_or_default();
            if last_board.replace(record.board) != Some(record.board) {
                let _ = writeln!(text, "Board:{rows}x{cols}");
            }
            write_names(&mut text, ["X", "O"], &mut last_names, &record.names);
            let start = Connect4::unpack(&record.start);
            if let (Ok(game), true) = (Connect4::new(rows, cols), start.filled() != 0) {
                let _ = writeln!(text, "Start:{}", game.format_position(&start));
            }
            let columns = |moves: &[Connect4Move]| -> String {
                moves.iter().map(|mv| (mv.column() + 1).to_string()).collect()
            };
            let moves: Vec<_> = record.moves.iter().map(|&mv| Connect4::unpack_move(mv)).collect();
            let _ = writeln!(text, "{} {}", columns(&moves), result_of(&RESULTS, record.verdict));
            if let Some(game) = on(record.board) {
                annotated::write(&mut text, &game, record, |_, moves| columns(moves));
            }
        }
        Ok(text)
    }
}

/// Returns the game on a board.
fn on(board: Board) -> Option<Connect4> {
    board.sides().and_then(|(rows, cols)| Connect4::new(rows, cols).ok())
}

/// The header information for the following games.
struct Header {
    game: Option<Connect4>,
    /// The board to try for games whose record names none.
    perhaps: Option<Connect4>,
    names: [Option<String>; 2],
    start: Option<Connect4Position>,
}

impl Header {
    /// Reads the line that begins at byte `start` and ends with the text. Returns a game, without its line number, if
    /// the line contains one.
    fn line(&mut self, start: usize, text: &str) -> Result<Option<GameRecord>, Broken> {
        let from = text.len() - text[start..].trim_start().len();
        let Some((key, value)) = text[from..].split_once(':') else {
            return if from == text.len() { Ok(None) } else { self.game_of_line(from, text).map(Some) };
        };
        let at = text.len() - value.len();
        match key {
            "Board" => {
                let sides = value.trim().split_once('x');
                let sides = sides.and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
                let (rows, cols) =
                    sides.ok_or_else(|| Broken::expected(at..text.len(), "the size, such as `6x7`"))?;
                self.game = None;
                let game = Connect4::new(rows, cols);
                self.game = Some(game.map_err(|error| Broken::new(at..text.len(), error.to_string()))?);
            }
            "X" | "O" => self.names[usize::from(key == "O")] = name(value),
            "Start" => {
                let read = self.board(at..text.len())?.read_position(value);
                self.start = Some(read.map_err(|error| Broken::read(error, at))?);
            }
            _ => {
                let what = "`Board:`, `X:`, `O:`, `Start:`, or the columns of a game";
                return Err(Broken::expected(from..from + key.len(), what));
            }
        }
        Ok(None)
    }

    fn board(&self, span: Range<usize>) -> Result<&Connect4, Broken> {
        let missing = || Broken::new(span, "the size is missing: expected a line `Board:6x7`");
        self.game.as_ref().ok_or_else(missing)
    }

    /// Reads the game on a line that ends with the text, on the named board, or on one that fits.
    fn game_of_line(&mut self, from: usize, text: &str) -> Result<GameRecord, Broken> {
        let start = self.start.take();
        let (None, Some(open)) = (self.game.as_ref(), self.perhaps.as_ref()) else {
            return self.game(self.board(from..text.len())?, start, from, text);
        };
        let mut heights = [0_u32; 10];
        let digits = text[from..].bytes().filter(u8::is_ascii_digit);
        digits.for_each(|b| heights[usize::from(b - b'0')] += 1);
        let rows = heights.into_iter().max().unwrap_or(0);
        let cols = heights.iter().rposition(|&height| height > 0).unwrap_or(0) as u32;
        let (Measure::Sides { most, usual, .. }, first) = (CARD.measure, (open.rows, open.cols)) else {
            unreachable!("a game with rows and columns")
        };
        // A given start position applies only to the board on which it can be read.
        let mut sizes = vec![first, usual];
        sizes.extend(fit::sizes((rows.max(1), cols.max(1)), most));
        let found = fit::read_on(sizes, fit::MOST, |rows, cols| {
            let game = Connect4::new(rows, cols);
            let game = game.map_err(|error| Broken::new(from..text.len(), error.to_string()))?;
            self.game(&game, start, from, text)
        })?;
        Ok(found.expect("the size of the open board was tried"))
    }

    /// Reads the game on a line that ends with the text.
    fn game(
        &self,
        game: &Connect4,
        start: Option<Connect4Position>,
        from: usize,
        text: &str,
    ) -> Result<GameRecord, Broken> {
        let mut course = Course::from(game, start.unwrap_or_else(|| game.start()));
        let result = text[from..].rfind(|c: char| !c.is_ascii_digit() && !c.is_whitespace());
        let end = result.map_or(text.len(), |at| from + at);
        for span in columns(&text[..end], from) {
            let mv = game.read_move(course.position(), &text[span.clone()]);
            course.play(mv.map_err(|error| Broken::read(error, span.start))?);
        }
        let Some((_, verdict)) = RESULTS.iter().find(|(word, _)| text[end..].trim() == *word) else {
            let what = "the result: `X`, `O`, `=` for a draw, or `!` for a game broken off";
            return Err(Broken::expected(end..text.len(), what));
        };
        let ending = course.ending();
        if verdict.how == How::Rules && ending.as_ref().map(|ending| ending.winner) != Some(verdict.winner) {
            return Err(Broken::new(end..text.len(), contradiction(ending.as_ref())));
        }
        let board = GameSpec::new(&CARD, 0).on(Extent::Sides { rows: game.rows, cols: game.cols });
        Ok(GameRecord { names: self.names.clone(), ..GameRecord::of(board, &course, *verdict) })
    }
}

/// Returns the places of the columns from a byte of the text to its end.
fn columns(text: &str, from: usize) -> Vec<Range<usize>> {
    let columns = text[from..].char_indices().filter(|(_, c)| !c.is_whitespace());
    columns.map(|(at, c)| from + at..from + at + c.len_utf8()).collect()
}

fn contradiction(ending: Option<&Ending>) -> String {
    match ending {
        None => "the record claims a result, but the game goes on".to_owned(),
        Some(Ending { winner: None, .. }) => "the record claims a winner, but the board is full".to_owned(),
        Some(Ending { winner: Some(winner), .. }) => {
            format!("the record claims another result, but {} has four in a line", CARD.side(*winner))
        }
    }
}
