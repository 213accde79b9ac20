//! Records of Connect Four, as this project writes them: one game a line, its columns and its result.
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
//! `X` and `O` have won, `=` is a draw, and `!` a game that was broken off. `Board:`, `X:` and `O:` hold from there on, `Start:`
//! for the next game.

use super::CARD;
use crate::connect4::{Connect4, Connect4Position};
use crate::played::Played;
use crate::record::{Broken, Source, name, write_names};
use crate::records::{GameRecord, How, ReadGame, RecordForm, Results, Unwritable, Verdict, result_of};
use crate::{Board, Extent, GameSpec};
use nexsolve_core::{Course, Ending, Game, Notation, Side};
use std::fmt::Write;
use std::ops::Range;

/// The form.
#[derive(Debug)]
pub(super) struct Connect4Records;

/// What stands for a result.
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

    /// Records of other games name a board after other words.
    fn claims(&self, head: &str) -> bool {
        head.strip_prefix("Board:")
            .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    }

    fn read(&self, bytes: &[u8], given: Option<Board>) -> Vec<ReadGame> {
        let decoded = String::from_utf8_lossy(bytes);
        let mut source = Source::new(bytes, &decoded);
        let given = given.filter(|board| board.game_word() == CARD.word).and_then(|board| board.sides());
        let game = given.and_then(|(rows, cols)| Connect4::new(rows, cols).ok());
        let mut header = Header { game, names: [None, None], start: None };
        let mut found = Vec::new();
        for (number, (start, text)) in (1..).zip(source.lines()) {
            match header.line(start, text) {
                Ok(None) => {}
                Ok(Some(record)) => found.push(Ok(GameRecord { line: number, ..record })),
                Err(broken) => found.push(Err(source.fault(broken))),
            }
        }
        if found.is_empty() {
            let reason = "no game here: expected columns and a result such as `4453 !`";
            found.push(Err(source.fault(Broken::new(0..0, reason))));
        }
        found
    }

    /// Games that the rules have not ended are written as broken off.
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
            for mv in &record.moves {
                let _ = write!(text, "{}", Connect4::unpack_move(*mv).column() + 1);
            }
            let _ = writeln!(text, " {}", result_of(&RESULTS, record.verdict));
        }
        Ok(text)
    }
}

/// What the lines so far say of the games to come.
struct Header {
    game: Option<Connect4>,
    names: [Option<String>; 2],
    start: Option<Connect4Position>,
}

impl Header {
    /// Reads the line that begins at this byte and with which the text ends: perhaps a game, whose line is left open.
    fn line(&mut self, start: usize, text: &str) -> Result<Option<GameRecord>, Broken> {
        let from = text.len() - text[start..].trim_start().len();
        let Some((key, value)) = text[from..].split_once(':') else {
            return if from == text.len() { Ok(None) } else { self.game(from, text).map(Some) };
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

    /// Reads the game of a line, with which the text ends.
    fn game(&mut self, from: usize, text: &str) -> Result<GameRecord, Broken> {
        let start = self.start.take();
        let game = self.board(from..text.len())?;
        let mut course = Course::from(game, start.unwrap_or_else(|| game.start()));
        let result = text[from..].rfind(|c: char| !c.is_ascii_digit() && !c.is_whitespace());
        let end = result.map_or(text.len(), |at| from + at);
        for (at, column) in text[from..end].char_indices().filter(|(_, c)| !c.is_whitespace()) {
            let mv = game.read_move(course.position(), column.encode_utf8(&mut [0; 4]));
            course.play(mv.map_err(|error| Broken::read(error, from + at))?);
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

fn contradiction(ending: Option<&Ending>) -> String {
    match ending {
        None => "the record claims a result, but the game goes on".to_owned(),
        Some(Ending { winner: None, .. }) => "the record claims a winner, but the board is full".to_owned(),
        Some(Ending { winner: Some(winner), .. }) => {
            format!("the record claims another result, but {} has four in a line", CARD.side(*winner))
        }
    }
}
