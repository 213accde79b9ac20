//! The walk through a file of games: what their nodes tell, and every move played again.

use super::tree::{Property, Tree, Value};
use super::{Hex, WAYS, cell_text, turned};
use crate::Extent;
use crate::hex::played::spec;
use crate::hex::{HexMove, HexPosition, Swap, Variant};
use crate::played::Played;
use crate::record::{self, Broken, Source};
use crate::records::{GameRecord, How, ReadGame, Verdict};
use crate::rhombus::{Cell, CellSet, Wide};
use nexsolve_core::{Course, Fault, Game, Side};

/// The size where a file tells none.
const USUAL_SIZE: u32 = 11;

/// Reads a file of games that are played by these rules, but for the swap.
pub(super) fn read(bytes: &[u8], rules: Variant) -> Vec<ReadGame> {
    let decoded = String::from_utf8_lossy(bytes);
    let mut source = Source::new(bytes, &decoded);
    let mut tree = Tree::new(source.text);
    let mut found = Vec::new();
    while let Some(at) = tree.next_game() {
        let line = source.line_of(at);
        let record = tree.game().and_then(|nodes| game(&nodes, rules));
        found.push(record.map(|record| GameRecord { line, ..record }).map_err(|broken| source.fault(broken)));
    }
    if found.is_empty() {
        let reason = "no game here: expected `(;GM[11]SZ[11]` and moves such as `;B[c2];W[d4])`";
        found.push(Err(source.fault(Broken::new(0..0, reason))));
    }
    found
}

/// Reads one game.
fn game(nodes: &[Vec<Property<'_>>], rules: Variant) -> Result<GameRecord, Broken> {
    let game = game_of(nodes.first().map_or(&[], Vec::as_slice), rules)?;
    let mut names = [None, None];
    let mut result = None;
    for Property { key, values } in nodes.iter().flatten() {
        let value = &values[0];
        match *key {
            "PB" => names[0] = record::name(&value.plain()),
            "PW" => names[1] = record::name(&value.plain()),
            "RE" => result = Some(value),
            _ => {}
        }
    }
    let is_move = |property: &Property<'_>| matches!(property.key, "B" | "W");
    let first = nodes.iter().position(|node| node.iter().any(is_move)).unwrap_or(nodes.len());
    let mut reader = Reader { course: Course::new(&game), mirrored: false, given_up: None };
    reader.course = Course::from(&game, reader.set_up(&nodes[..first])?);
    for Property { key, values } in nodes[first..].iter().flatten() {
        match *key {
            "B" => reader.play(Side::Black, &values[0])?,
            "W" => reader.play(Side::White, &values[0])?,
            "AB" | "AW" | "AE" => {
                let reason = "stones are set up after the first move: this is no game that was played";
                return Err(values[0].broken(reason));
            }
            _ => {}
        }
    }
    let verdict = reader.verdict(result)?;
    let course = reader.course;
    let swap = if course.moves().contains(&HexMove::Swap) { Swap::On } else { rules.swap };
    let board = spec(Variant { swap, ..rules })
        .on(Extent::Sides { rows: game.board().rows(), cols: game.board().cols() });
    let start = &course.positions()[0];
    let start = HexPosition { may_swap: start.may_swap && swap == Swap::On, ..*start };
    Ok(GameRecord { names, start: Hex::pack(&start), ..GameRecord::of(board, &course, verdict) })
}

struct Reader<'g> {
    course: Course<'g, Hex>,
    /// Whether pieces have been swapped: the rest is seen in the mirror, with the colours exchanged.
    mirrored: bool,
    given_up: Option<Side>,
}

impl Reader<'_> {
    /// The position with the stones that the game begins with.
    fn set_up(&self, nodes: &[Vec<Property<'_>>]) -> Result<HexPosition<Wide>, Broken> {
        let mut start = *self.course.position();
        let mut first = None;
        let mut to_move = None;
        for Property { key, values } in nodes.iter().flatten() {
            match *key {
                "PL" => to_move = Some(&values[0]),
                "AB" | "AW" => {
                    first = first.or(values.first());
                    for value in values {
                        let cell = self.cell(value)?;
                        self.check_empty(&start, value, cell)?;
                        *(if *key == "AB" { &mut start.black } else { &mut start.white }) |= Wide::one(cell);
                    }
                }
                _ => {}
            }
        }
        let Some(first) = first else { return Ok(start) };
        start.may_swap = start.black.count() == 1 && start.white.is_empty();
        if let Some(reason) = self.course.game().fault_of(&start) {
            return Err(first.broken(reason));
        }
        let mover = start.side_to_move();
        match to_move {
            Some(value) if side(value.text.trim()) != Some(mover) => {
                Err(value.fault(&Fault::WrongColour { to_move: mover }))
            }
            _ => Ok(start),
        }
    }

    fn play(&mut self, written: Side, value: &Value<'_>) -> Result<(), Broken> {
        let (game, position) = (self.course.game(), self.course.position());
        let own = |side: Side| if self.mirrored { side.other() } else { side };
        let mover = position.side_to_move();
        if let Some(loser) = self.given_up {
            return Err(value.broken(format!("no move can follow: {loser} has given up")));
        }
        if game.outcome(position).is_some() {
            return Err(value.fault(&Fault::GameOver));
        }
        let word = value.text.trim().to_ascii_lowercase();
        if matches!(word.as_str(), "resign" | "forfeit") {
            // A player may give up when it is not his turn.
            self.given_up = Some(own(written));
            return Ok(());
        }
        if own(written) != mover {
            return Err(value.fault(&Fault::WrongColour { to_move: own(mover) }));
        }
        let mv = match word.as_str() {
            "" => return Err(value.broken("a move without a cell: nobody can pass in Hex")),
            "swap" | "swap-sides" | "swap-pieces" => {
                if !position.may_swap {
                    return Err(value.broken("no swap here: it answers the first stone"));
                }
                let (rows, cols) = (game.board().rows(), game.board().cols());
                self.mirrored = word == "swap-pieces";
                if self.mirrored && rows != cols {
                    let reason =
                        format!("swap-pieces on {rows} rows and {cols} columns: it needs as many of both");
                    return Err(value.broken(reason));
                }
                HexMove::Swap
            }
            _ => {
                let cell = self.cell(value)?;
                self.check_empty(position, value, cell)?;
                HexMove::Place(cell)
            }
        };
        self.course.play(mv);
        Ok(())
    }

    /// That a cell has no stone.
    fn check_empty(&self, position: &HexPosition<Wide>, value: &Value<'_>, cell: Cell) -> Result<(), Broken> {
        if self.course.game().empty(position).has(cell) {
            return Ok(());
        }
        let is_black = position.black.has(cell) != self.mirrored;
        let holds = if is_black { "a black stone" } else { "a white stone" };
        let cell = value.text.trim().to_ascii_lowercase();
        Err(value.fault(&Fault::WrongCell { cell, holds, needs: "an empty cell" }))
    }

    /// The cell of a value: a letter for the column and a number for the row.
    fn cell(&self, value: &Value<'_>) -> Result<Cell, Broken> {
        let text = value.text.trim();
        let mut chars = text.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic);
        let digits = chars.as_str();
        let is_number = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
        let number = digits.parse::<u32>().ok().filter(|_| is_number);
        let Some((letter, number)) = letter.zip(number) else {
            let expected = "a column's letter and a row's number such as c2, swap-sides or resign";
            return Err(value.fault(&Fault::expected(expected, text)));
        };
        let (down, across) = (number - 1, u32::from(letter.to_ascii_lowercase()) - u32::from('a'));
        let game = self.course.game();
        let (rows, cols, convention) = (game.board().rows(), game.board().cols(), game.variant().convention);
        let (down, across) = if self.mirrored { (across, down) } else { (down, across) };
        let (row, col) = turned(convention, down, across);
        if row >= rows || col >= cols {
            let last = cell_text(cols, convention, Cell((rows * cols - 1) as u16));
            let cell = text.chars().take(8).collect();
            return Err(value.fault(&Fault::OffBoard { cell, last }));
        }
        Ok(Cell((row * cols + col) as u16))
    }

    /// How the game ended, by the file, by who gave up, or by the rules.
    fn verdict(&self, told: Option<&Value<'_>>) -> Result<Verdict, Broken> {
        let by_rules = self.course.ending().and_then(|ending| ending.winner);
        let Some(value) = told else {
            return Ok(match (by_rules, self.given_up) {
                (Some(_), _) => Verdict::by_rules(by_rules),
                (None, Some(loser)) => Verdict { winner: Some(loser.other()), how: How::Resigned },
                (None, None) => Verdict::BROKEN_OFF,
            });
        };
        let text = value.plain();
        if matches!(text.as_str(), "?" | "Void" | "") {
            return Ok(Verdict::BROKEN_OFF);
        }
        let Some((claimed, how)) = text.split_once('+').and_then(|(letter, how)| Some((side(letter)?, how)))
        else {
            return Err(value.broken("expected a result: B+, W+, B+Resign, W+Time, … or ?"));
        };
        let winner = if self.mirrored { claimed.other() } else { claimed };
        if by_rules.is_some_and(|by_rules| by_rules != winner) {
            let joined = claimed.other();
            let reason = format!("the record claims that {claimed} won, but {joined} has joined the edges");
            return Err(value.broken(reason));
        }
        let how = how.trim();
        let is = |word: &str| how.eq_ignore_ascii_case(word) || how.eq_ignore_ascii_case(&word[..1]);
        let how = WAYS.into_iter().find_map(|(word, how)| is(word).then_some(how)).unwrap_or(How::Rules);
        Ok(Verdict { winner: Some(winner), how })
    }
}

/// The side with this letter.
fn side(letter: &str) -> Option<Side> {
    [Side::Black, Side::White]
        .into_iter()
        .find(|side| letter.eq_ignore_ascii_case(&side.letter().to_string()))
}

/// The game of a board as the first node tells it, with the swap: a record that has none leaves out whether there could have
/// been one.
fn game_of(root: &[Property<'_>], rules: Variant) -> Result<Hex, Broken> {
    let rules = Variant { swap: Swap::On, ..rules };
    let mut game = Hex::new(USUAL_SIZE, USUAL_SIZE, rules).expect("a usual size");
    for Property { key, values } in root {
        let value = &values[0];
        match *key {
            "GM" if value.text.trim() != "11" => {
                let number: String = value.text.trim().chars().take(8).collect();
                return Err(value.broken(format!("this is a record of game {number}; Hex is GM[11]")));
            }
            "SZ" => {
                let number = |text: &str| text.trim().parse::<u32>().ok();
                let (across, down) = value.text.split_once(':').unwrap_or((value.text, value.text));
                let Some((down, across)) = number(down).zip(number(across)) else {
                    let reason = "expected a size such as SZ[11], or columns and rows such as SZ[4:3]";
                    return Err(value.broken(reason));
                };
                let (rows, cols) = turned(rules.convention, down, across);
                game = Hex::new(rows, cols, rules).map_err(|error| value.broken(error.message))?;
            }
            _ => {}
        }
    }
    Ok(game)
}
