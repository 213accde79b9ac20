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
use crate::record::{LONGEST_NAME, RecordFault};
use crate::records::{Found, GameRecord, How, RecordForm, Unwritable, Verdict};
use crate::{Board, Extent, GameSpec};
use nexsolve_core::{Course, Ending, Game, Notation, ReadError, Side};
use std::fmt::Write;
use std::ops::Range;

/// The form.
#[derive(Debug)]
pub(super) struct Connect4Records;

/// What stands for a result.
const RESULTS: [(&str, Verdict); 4] = [
    ("X", Verdict::by_rules(Some(Side::Black))),
    ("O", Verdict::by_rules(Some(Side::White))),
    ("=", Verdict::by_rules(None)),
    ("!", Verdict::BROKEN_OFF),
];

/// A fault's place in a line.
type Fault = (Range<usize>, String);

impl RecordForm for Connect4Records {
    fn extension(&self) -> &'static str {
        "txt"
    }

    /// Records of other games name a board after other words.
    fn claims(&self, head: &str) -> bool {
        head.strip_prefix("Board:")
            .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    }

    fn read(&self, bytes: &[u8], given: Option<Board>) -> Vec<Found> {
        let text = String::from_utf8_lossy(bytes);
        let given = given.filter(|board| board.game_word() == CARD.word).and_then(|board| board.sides());
        let game = given.and_then(|(rows, cols)| Connect4::new(rows, cols).ok());
        let mut reader = Reader { game, names: [None, None], start: None };
        let mut found = Vec::new();
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            match reader.line(line.trim_end()) {
                Ok(None) => {}
                Ok(Some(record)) => found.push(Ok(GameRecord { line: number, ..record })),
                Err((span, reason)) => {
                    let column = line[..span.start].chars().count() + 1;
                    found.push(Err(RecordFault::new((number, column), line, span, reason)));
                }
            }
        }
        if found.is_empty() {
            let reason = "no game here: expected columns and a result such as `4453 !`".to_owned();
            found.push(Err(RecordFault::new((1, 1), text.lines().next().unwrap_or_default(), 0..0, reason)));
        }
        found
    }

    /// Games that the rules have not ended are written as broken off.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        let mut text = String::new();
        let (mut last_board, mut last_names) = (None, [None, None]);
        for record in records {
            let (rows, cols) = record.board.sides().unwrap_or_default();
            if last_board.replace(record.board) != Some(record.board) {
                let _ = writeln!(text, "Board:{rows}x{cols}");
            }
            for (side, (last, name)) in ["X", "O"].iter().zip(last_names.iter_mut().zip(&record.names)) {
                if last != name {
                    let name = name.as_deref().unwrap_or_default().replace(['\n', '\r'], " ");
                    let _ = writeln!(text, "{side}:{}", name.trim());
                }
                last.clone_from(name);
            }
            let start = Connect4::unpack(&record.start);
            if let (Ok(game), true) = (Connect4::new(rows, cols), start.filled() != 0) {
                let _ = writeln!(text, "Start:{}", game.format_position(&start));
            }
            let columns = record.moves.iter().map(|&mv| Connect4::unpack_move(mv).column() + 1);
            text.extend(columns.filter_map(|column| char::from_digit(column, 10)));
            let verdict = if record.verdict.how == How::Rules { record.verdict } else { Verdict::BROKEN_OFF };
            let result = RESULTS.iter().find(|(_, of)| *of == verdict).map_or("!", |(word, _)| word);
            let _ = writeln!(text, " {result}");
        }
        Ok(text)
    }
}

/// What the lines so far say of the games to come.
struct Reader {
    game: Option<Connect4>,
    names: [Option<String>; 2],
    start: Option<Connect4Position>,
}

impl Reader {
    /// Reads a line: perhaps a game, whose number of the line is left open.
    fn line(&mut self, line: &str) -> Result<Option<GameRecord>, Fault> {
        let from = line.len() - line.trim_start().len();
        let Some((key, value)) = line[from..].split_once(':') else {
            return if line.is_empty() { Ok(None) } else { self.game(line, from).map(Some) };
        };
        let span = line.len() - value.len()..line.len();
        match key {
            "Board" => {
                let sides = value.trim().split_once('x');
                let sides = sides.and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
                let (rows, cols) =
                    sides.ok_or_else(|| (span.clone(), "expected the size, such as `6x7`".to_owned()))?;
                self.game = None;
                self.game = Some(Connect4::new(rows, cols).map_err(|error| (span, error.to_string()))?);
            }
            "X" | "O" => {
                let name: String = value.trim().chars().take(LONGEST_NAME).collect();
                let name = Some(name.trim_end().to_owned()).filter(|name| !name.is_empty());
                self.names[usize::from(key == "O")] = name;
            }
            "Start" => {
                let read = self.board(span.clone())?.read_position(value);
                let error = |error: ReadError| {
                    let error = error.shifted(span.start);
                    (error.span, error.fault.to_string())
                };
                self.start = Some(read.map_err(error)?);
            }
            _ => {
                let reason = "expected `Board:`, `X:`, `O:`, `Start:`, or the columns of a game".to_owned();
                return Err((from..from + key.len(), reason));
            }
        }
        Ok(None)
    }

    fn board(&self, span: Range<usize>) -> Result<&Connect4, Fault> {
        self.game
            .as_ref()
            .ok_or_else(|| (span, "the size is missing: expected a line `Board:6x7`".to_owned()))
    }

    fn game(&mut self, line: &str, from: usize) -> Result<GameRecord, Fault> {
        let start = self.start.take();
        let game = self.board(from..line.len())?;
        let start = start.unwrap_or_else(|| game.start());
        let mut course = Course::from(game, start);
        let result = line.rfind(|c: char| !c.is_ascii_digit() && !c.is_whitespace());
        let end = result.unwrap_or(line.len());
        for (at, column) in line[..end].char_indices().filter(|(_, c)| !c.is_whitespace()) {
            let mv = game.read_move(course.position(), column.encode_utf8(&mut [0; 4]));
            course.play(mv.map_err(|error| (at..at + column.len_utf8(), error.fault.to_string()))?);
        }
        let Some((_, verdict)) = RESULTS.iter().find(|(word, _)| line[end..].trim() == *word) else {
            let reason = "expected the result: `X`, `O`, `=` for a draw, or `!` for a game broken off";
            return Err((end..line.len(), reason.to_owned()));
        };
        let ending = course.ending();
        if verdict.how == How::Rules && ending.as_ref().map(|ending| ending.winner) != Some(verdict.winner) {
            return Err((end..line.len(), contradiction(ending.as_ref())));
        }
        let (rows, cols) = (game.rows, game.cols);
        Ok(GameRecord {
            board: GameSpec::new(&CARD, 0).on(Extent::Sides { rows, cols }),
            names: self.names.clone(),
            start: Connect4::pack(&start),
            prelude: Vec::new(),
            moves: course.moves().iter().map(|&mv| Connect4::pack_move(mv)).collect(),
            verdict: *verdict,
            number: None,
            line: 0,
        })
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
