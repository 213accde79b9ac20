//! The walk through a file of games: what their nodes tell, and every move played again.

use super::tree::{Broken, Property, Tree, Value};
use super::{GameResult, Record, SgfFault, SgfReason, game};
use crate::hex::{Convention, Hex, HexMove, HexPosition, Swap, Variant};
use crate::record::{Counted, LONGEST_NAME};
use crate::rhombus::{BoardError, Cell, CellSet, MAX_SIDE, Wide};
use nexsolve_core::{Fault, Game, Side, Wdl};
use std::borrow::Cow;

/// The size where a file tells none.
const USUAL_SIZE: u32 = 11;

/// See [`super::read`].
pub(super) fn read(bytes: &[u8], convention: Convention) -> Vec<Result<Record, SgfFault>> {
    let text = String::from_utf8_lossy(bytes);
    let replaced = matches!(text, Cow::Owned(_));
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut counted = Counted::default();
    let mut fault = |Broken { span, reason }: Broken| {
        let is_replaced = replaced && text[span.clone()].contains('\u{fffd}');
        counted.fault(text, span, if is_replaced { SgfReason::NotText } else { reason })
    };
    let mut tree = Tree::new(text);
    let mut found = Vec::new();
    let mut lines = Counted::default();
    while tree.next_game() {
        let line = lines.count(text, tree.at).0;
        let record = tree.game().and_then(|nodes| Reader::read(&nodes, convention));
        found.push(record.map(|record| Record { line, ..record }).map_err(&mut fault));
    }
    if found.is_empty() {
        found.push(Err(fault(Broken { span: 0..0, reason: SgfReason::Empty })));
    }
    found
}

struct Reader {
    game: Hex<Wide>,
    convention: Convention,
    /// Whether pieces have been swapped: the rest is seen in the mirror, with the colours exchanged.
    mirrored: bool,
    position: HexPosition<Wide>,
    given_up: Option<Side>,
    record: Record,
}

impl Reader {
    fn read(nodes: &[Vec<Property<'_>>], convention: Convention) -> Result<Record, Broken> {
        let all = || nodes.iter().flatten();
        let (rows, cols) = board(nodes.first().map_or(&[], Vec::as_slice), convention)?;
        let mut reader = Self {
            game: game(rows, cols, convention).expect("looked at with the size"),
            convention,
            mirrored: false,
            position: HexPosition { black: Wide::EMPTY, white: Wide::EMPTY, may_swap: false },
            given_up: None,
            record: Record {
                rows,
                cols,
                black: None,
                white: None,
                black_stones: Vec::new(),
                white_stones: Vec::new(),
                moves: Vec::new(),
                result: GameResult::Unknown,
                line: 0,
            },
        };
        let mut result = None;
        for property in all() {
            let value = &property.values[0];
            match property.key {
                "PB" => reader.record.black = name(value),
                "PW" => reader.record.white = name(value),
                "RE" => result = Some(value),
                _ => {}
            }
        }
        let moves = |node: &Vec<Property<'_>>| node.iter().any(|property| matches!(property.key, "B" | "W"));
        let first = nodes.iter().position(moves).unwrap_or(nodes.len());
        reader.set_up(&nodes[..first])?;
        for node in &nodes[first..] {
            for property in node {
                match property.key {
                    "B" => reader.play(Side::Black, &property.values[0])?,
                    "W" => reader.play(Side::White, &property.values[0])?,
                    "AB" | "AW" | "AE" => {
                        let span = property.values[0].span.clone();
                        return Err(Broken { span, reason: SgfReason::SetUpLate });
                    }
                    _ => {}
                }
            }
        }
        reader.record.result = reader.result(result)?;
        Ok(reader.record)
    }

    /// Puts the stones on the board that the game begins with.
    fn set_up(&mut self, nodes: &[Vec<Property<'_>>]) -> Result<(), Broken> {
        let mut place = None;
        let mut to_move = None;
        for property in nodes.iter().flatten() {
            let side = match property.key {
                "AB" => Side::Black,
                "AW" => Side::White,
                "PL" => {
                    to_move = Some(&property.values[0]);
                    continue;
                }
                _ => continue,
            };
            for value in &property.values {
                let cell = self.cell(value)?;
                let taken = self.position.black | self.position.white;
                if taken.has(cell) {
                    return Err(self.occupied(value, cell));
                }
                place.get_or_insert_with(|| value.span.clone());
                let (set, list) = match side {
                    Side::Black => (&mut self.position.black, &mut self.record.black_stones),
                    Side::White => (&mut self.position.white, &mut self.record.white_stones),
                };
                *set |= Wide::one(cell);
                list.push(cell);
            }
        }
        let Some(span) = place else { return Ok(()) };
        let variant = Variant { swap: Swap::On, convention: self.convention, ..Variant::default() };
        self.position = self.record.start(variant);
        if let Some(reason) = self.game.fault_of(&self.position) {
            return Err(Broken { span, reason: SgfReason::Text(Fault::Illegal(reason)) });
        }
        let mover = self.position.side_to_move();
        match to_move {
            Some(value) if !value.text.trim().eq_ignore_ascii_case(&mover.letter().to_string()) => {
                let reason = SgfReason::Text(Fault::WrongColour { to_move: mover });
                Err(Broken { span: value.span.clone(), reason })
            }
            _ => Ok(()),
        }
    }

    fn play(&mut self, written: Side, value: &Value<'_>) -> Result<(), Broken> {
        let broken = |reason| Err(Broken { span: value.span.clone(), reason });
        let text = |fault| broken(SgfReason::Text(fault));
        let side = if self.mirrored { written.other() } else { written };
        let mover = self.position.side_to_move();
        if let Some(loser) = self.given_up {
            return broken(SgfReason::GivenUp { loser });
        }
        if self.game.outcome(&self.position).is_some() {
            return text(Fault::GameOver);
        }
        let word = value.text.trim().to_ascii_lowercase();
        if matches!(word.as_str(), "resign" | "forfeit") {
            // A player may give up when it is not his turn.
            self.given_up = Some(side);
            return Ok(());
        }
        if side != mover {
            let to_move = if self.mirrored { mover.other() } else { mover };
            return text(Fault::WrongColour { to_move });
        }
        let mv = match word.as_str() {
            "" => return broken(SgfReason::Pass),
            "swap" | "swap-sides" | "swap-pieces" => {
                if !self.position.may_swap {
                    return text(Fault::Illegal("no swap here: it answers the first stone".to_owned()));
                }
                let (rows, cols) = (self.record.rows, self.record.cols);
                self.mirrored = word == "swap-pieces";
                if self.mirrored && rows != cols {
                    return broken(SgfReason::NoMirror { rows, cols });
                }
                HexMove::Swap
            }
            _ => {
                let cell = self.cell(value)?;
                if !self.game.empty(&self.position).has(cell) {
                    return Err(self.occupied(value, cell));
                }
                HexMove::Place(cell)
            }
        };
        self.position = self.game.play(&self.position, mv);
        self.record.moves.push(mv);
        Ok(())
    }

    /// The fault that a cell has a stone already.
    fn occupied(&self, value: &Value<'_>, cell: Cell) -> Broken {
        let black = self.position.black.has(cell) != self.mirrored;
        let holds = if black { "a black stone" } else { "a white stone" };
        let fault =
            Fault::WrongCell { cell: value.text.trim().to_ascii_lowercase(), holds, needs: "an empty cell" };
        Broken { span: value.span.clone(), reason: SgfReason::Text(fault) }
    }

    /// The cell of a value: a letter for the column and a number for the row.
    fn cell(&self, value: &Value<'_>) -> Result<Cell, Broken> {
        let text = value.text.trim();
        let fault = |fault| Broken { span: value.span.clone(), reason: SgfReason::Text(fault) };
        let mut chars = text.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic);
        let digits = chars.as_str();
        let number =
            if digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse::<u32>().ok() } else { None };
        let (Some(letter), Some(number)) = (letter, number.filter(|_| !digits.starts_with('0'))) else {
            let expected = "a column's letter and a row's number such as c2, swap-sides or resign";
            return Err(fault(Fault::expected(expected, text)));
        };
        let (across, down) = (u32::from(letter.to_ascii_lowercase()) - u32::from('a'), number - 1);
        let (rows, cols) = (self.record.rows, self.record.cols);
        let turned = (self.convention == Convention::Course) != self.mirrored;
        let (row, col) = if turned { (across, down) } else { (down, across) };
        if row >= rows || col >= cols {
            let last = super::cell_text(cols, self.convention, Cell((rows * cols - 1) as u16));
            let cell = text.chars().take(8).collect();
            return Err(fault(Fault::OffBoard { cell, last }));
        }
        Ok(Cell((row * cols + col) as u16))
    }

    /// How the game ended, by the file, by who gave up, or by the rules.
    fn result(&self, told: Option<&Value<'_>>) -> Result<GameResult, Broken> {
        let outcome = self.game.outcome(&self.position);
        let by_rules = outcome.and_then(|outcome: Wdl| outcome.winner(self.position.side_to_move()));
        let Some(value) = told else {
            return Ok(match (by_rules, self.given_up) {
                (Some(winner), _) => GameResult::Won { winner, how: String::new() },
                (None, Some(loser)) => GameResult::Won { winner: loser.other(), how: "Resign".to_owned() },
                (None, None) => GameResult::Unknown,
            });
        };
        let text = value.plain();
        if matches!(text.as_str(), "?" | "Void" | "") {
            return Ok(GameResult::Unknown);
        }
        let expected = SgfReason::Expected { expected: "a result: B+, W+, B+Resign, W+Time, … or ?" };
        let side = |letter: &str| {
            [Side::Black, Side::White]
                .into_iter()
                .find(|side| letter.eq_ignore_ascii_case(&side.letter().to_string()))
        };
        let Some((claimed, how)) = text.split_once('+').and_then(|(letter, how)| Some((side(letter)?, how)))
        else {
            return Err(Broken { span: value.span.clone(), reason: expected });
        };
        let winner = if self.mirrored { claimed.other() } else { claimed };
        if by_rules.is_some_and(|by_rules| by_rules != winner) {
            return Err(Broken { span: value.span.clone(), reason: SgfReason::Contradiction { claimed } });
        }
        Ok(GameResult::Won { winner, how: how.trim().to_owned() })
    }
}

/// Rows and columns, by what the first node tells.
fn board(root: &[Property<'_>], convention: Convention) -> Result<(u32, u32), Broken> {
    let mut size = (USUAL_SIZE, USUAL_SIZE);
    for Property { key, values } in root {
        let value = &values[0];
        let broken = |reason| Broken { span: value.span.clone(), reason };
        match *key {
            "GM" if value.text.trim() != "11" => {
                let number = value.text.trim().chars().take(8).collect();
                return Err(broken(SgfReason::Game { number }));
            }
            "SZ" => {
                let number = |text: &str| text.trim().parse::<u32>().ok();
                let sides = match value.text.split_once(':') {
                    Some((cols, rows)) => number(rows).zip(number(cols)),
                    None => number(value.text).map(|n| (n, n)),
                };
                let expected = "a size such as SZ[11], or columns and rows such as SZ[4:3]";
                size = sides.ok_or_else(|| broken(SgfReason::Expected { expected }))?;
                let (rows, cols) = size;
                let fits = 1..=u32::from(MAX_SIDE);
                if !fits.contains(&rows) || !fits.contains(&cols) {
                    return Err(broken(SgfReason::Board(BoardError::Size { rows, cols })));
                }
            }
            _ => {}
        }
    }
    let (rows, cols) = size;
    Ok(match convention {
        Convention::Standard => (rows, cols),
        Convention::Course => (cols, rows),
    })
}

fn name(value: &Value<'_>) -> Option<String> {
    let name: String = value.plain().chars().take(LONGEST_NAME).collect();
    Some(name.trim_end().to_owned()).filter(|name| !name.is_empty())
}
