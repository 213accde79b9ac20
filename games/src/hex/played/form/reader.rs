//! Reads a file of games: the properties of their nodes, and every move, replayed.

use super::tree::{Node, Property, Tree, Value};
use super::words::{Hex, TAGS, WAYS, cell_text, turned};
use crate::contract::Extent;
use crate::contract::Packed;
use crate::contract::fit;
use crate::contract::record::{self, Broken, Source};
use crate::contract::records::{Beside, GameRecord, Given, How, MoveTree, ReadGame, Verdict};
use crate::hex::played::{rules, spec};
use crate::hex::{HexMove, HexPosition, Swap, Variant};
use crate::rhombus::{Cell, CellSet, MAX_SIDE, Wide};
use nexsolve_core::{Course, Fault, Game, Side};

/// The size of a game whose file does not state one.
const USUAL_SIZE: u32 = 11;

/// Reads a file of games; each game determines whether it has a swap.
pub(super) fn read(bytes: &[u8], given: Given) -> Vec<ReadGame> {
    let decoded = String::from_utf8_lossy(bytes);
    let mut source = Source::new(bytes, &decoded);
    let mut tree = Tree::new(source.text);
    let mut found = Vec::new();
    while let Some(at) = tree.next_game() {
        let line = source.line_of(at);
        let record = tree.game().and_then(|nodes| game(&nodes, given));
        found.push(record.map(|record| GameRecord { line, ..record }).map_err(|broken| source.fault(broken)));
    }
    if found.is_empty() {
        let reason = "no game here: expected `(;GM[11]SZ[11]` and moves such as `;B[c2];W[d4])`";
        found.push(Err(source.fault(Broken::new(0..0, reason))));
    }
    found
}

/// Reads one game. Without a stated size it has the given board's; otherwise the size of the board that `given` suggests, the usual
/// size, or another on which it can be read.
fn game(nodes: &[Node<'_>], given: Given) -> Result<GameRecord, Broken> {
    let variant = given.board().map_or_else(Variant::default, |board| rules(board.spec));
    let root = nodes.first().map_or(&[][..], |node| &node.properties);
    let strict = if let Given::Is(board) = given { board.sides() } else { None };
    let usual = (USUAL_SIZE, USUAL_SIZE);
    if root.iter().any(|property| property.key == "SZ") || strict.is_some() {
        return game_on(nodes, variant, strict.unwrap_or(usual));
    }
    // Only an interactive user can choose another board.
    let (open, most) = match given {
        Given::Perhaps(board) => (board.sides(), fit::MOST),
        _ => (None, 1),
    };
    let mut sizes: Vec<_> = open.into_iter().chain([usual]).collect();
    sizes.extend(fit::sizes((1, 1), u32::from(MAX_SIDE)));
    let found = fit::read_on(sizes, most, |rows, cols| game_on(nodes, variant, (rows, cols)))?;
    Ok(found.expect("the usual size was tried"))
}

/// Reads one game, with this size unless the game states one.
fn game_on(nodes: &[Node<'_>], rules: Variant, usual: (u32, u32)) -> Result<GameRecord, Broken> {
    let game = game_of(nodes.first().map_or(&[], |node| &node.properties), rules, usual)?;
    let mut names = [None, None];
    let mut result = None;
    let mut tags = Vec::new();
    for Property { key, values } in nodes.iter().filter(|node| node.is_main).flat_map(|node| &node.properties)
    {
        let value = &values[0];
        match *key {
            "PB" => names[0] = record::name(&value.plain()),
            "PW" => names[1] = record::name(&value.plain()),
            "RE" => result = Some(value),
            _ if TAGS.contains(key) => tags.push(((*key).to_owned(), value.plain())),
            _ => {}
        }
    }
    let is_move = |property: &Property<'_>| matches!(property.key, "B" | "W");
    let begins = |node: &Node<'_>| !node.is_main || node.properties.iter().any(is_move);
    let first = nodes.iter().position(begins).unwrap_or(nodes.len());
    let mut reader = Reader::new(&game);
    reader.positions[0] = reader.set_up(&nodes[..first])?;
    // The state after each node of the file; all nodes before the first move share the start.
    let mut places: Vec<Place> = Vec::with_capacity(nodes.len());
    for (i, Node { parent, properties, .. }) in nodes.iter().enumerate() {
        reader.place = places.get(*parent).copied().unwrap_or_default();
        for Property { key, values } in properties {
            match *key {
                "B" => reader.play(Side::Black, &values[0])?,
                "W" => reader.play(Side::White, &values[0])?,
                "AB" | "AW" | "AE" if i >= first => {
                    let reason = "stones are set up after the first move, so this is not a played game";
                    return Err(values[0].broken(reason));
                }
                _ => {}
            }
        }
        for Property { values, .. } in properties.iter().filter(|property| property.key == "C") {
            reader.tree.comment(reader.place.node, &values[0].unmarked());
        }
        places.push(reader.place);
    }
    // The main line of the file is the main line of the tree, unless nodes without moves have led elsewhere.
    let last = nodes.iter().rposition(|node| node.is_main).unwrap_or(0);
    reader.place = places.get(last).copied().unwrap_or_default();
    let mut course = Course::from(&game, reader.positions[0]);
    for mv in reader.tree.line_after(ROOT).filter_map(|node| reader.tree.mv(node)) {
        course.play(mv);
    }
    let verdict = reader.verdict(&course, result)?;
    let swap = if reader.tree.moves().any(|mv| mv == HexMove::Swap) { Swap::On } else { rules.swap };
    let board = spec(Variant { swap, ..rules })
        .on(Extent::Sides { rows: game.board().rows(), cols: game.board().cols() });
    let start = &course.positions()[0];
    let start = HexPosition { may_swap: start.may_swap && swap == Swap::On, ..*start };
    let (_, beside) = reader.tree.finish(Hex::pack_move);
    let beside = Beside { tags, ..beside };
    Ok(GameRecord { names, start: Hex::pack(&start), beside, ..GameRecord::of(board, &course, verdict) })
}

/// The root of a tree.
const ROOT: usize = MoveTree::<HexMove>::ROOT;

/// The state at a node of a file.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The node of the tree.
    node: usize,
    /// Whether pieces have been swapped: the rest is mirrored, with the colours exchanged.
    mirrored: bool,
    given_up: Option<Side>,
}

struct Reader<'g> {
    game: &'g Hex,
    tree: MoveTree<HexMove>,
    /// The position at each node of the tree.
    positions: Vec<HexPosition<Wide>>,
    place: Place,
}

impl<'g> Reader<'g> {
    fn new(game: &'g Hex) -> Self {
        Self { game, tree: MoveTree::default(), positions: vec![game.start()], place: Place::default() }
    }

    fn position(&self) -> &HexPosition<Wide> {
        &self.positions[self.place.node]
    }

    /// Returns the position with the stones that are set up.
    fn set_up(&self, nodes: &[Node<'_>]) -> Result<HexPosition<Wide>, Broken> {
        let mut start = *self.position();
        let mut first = None;
        let mut to_move = None;
        for Property { key, values } in nodes.iter().flat_map(|node| &node.properties) {
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
        if let Some(reason) = self.game.fault_of(&start) {
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
        let (game, position) = (self.game, *self.position());
        let Place { mirrored, given_up, .. } = self.place;
        let own = |side: Side| if mirrored { side.other() } else { side };
        let mover = position.side_to_move();
        if let Some(loser) = given_up {
            return Err(value.broken(format!("no move can follow: {loser} has resigned")));
        }
        if game.outcome(&position).is_some() {
            return Err(value.fault(&Fault::GameOver));
        }
        let word = value.text.trim().to_ascii_lowercase();
        if matches!(word.as_str(), "resign" | "forfeit") {
            // A player may resign in the opponent's turn.
            self.place.given_up = Some(own(written));
            return Ok(());
        }
        if own(written) != mover {
            return Err(value.fault(&Fault::WrongColour { to_move: own(mover) }));
        }
        let mv = match word.as_str() {
            "" => return Err(value.broken("a move without a cell: passing is not allowed in Hex")),
            "swap" | "swap-sides" | "swap-pieces" => {
                if !position.may_swap {
                    return Err(value.broken("no swap is possible here: it answers the first stone"));
                }
                let (rows, cols) = (game.board().rows(), game.board().cols());
                self.place.mirrored = word == "swap-pieces";
                if self.place.mirrored && rows != cols {
                    let reason =
                        format!("swap-pieces needs a square board, not {rows} rows and {cols} columns");
                    return Err(value.broken(reason));
                }
                HexMove::Swap
            }
            _ => {
                let cell = self.cell(value)?;
                self.check_empty(&position, value, cell)?;
                HexMove::Place(cell)
            }
        };
        self.place.node = self.tree.add(self.place.node, mv);
        if self.place.node == self.positions.len() {
            self.positions.push(game.play(&position, mv));
        }
        Ok(())
    }

    /// Checks that a cell is empty.
    fn check_empty(&self, position: &HexPosition<Wide>, value: &Value<'_>, cell: Cell) -> Result<(), Broken> {
        if self.game.empty(position).has(cell) {
            return Ok(());
        }
        let is_black = position.black.has(cell) != self.place.mirrored;
        let holds = if is_black { "a black stone" } else { "a white stone" };
        let cell = value.text.trim().to_ascii_lowercase();
        Err(value.fault(&Fault::WrongCell { cell, holds, needs: "an empty cell" }))
    }

    /// Reads the cell of a value: a letter for the column and a number for the row.
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
        let game = self.game;
        let (rows, cols, convention) = (game.board().rows(), game.board().cols(), game.variant().convention);
        let (down, across) = if self.place.mirrored { (across, down) } else { (down, across) };
        let (row, col) = turned(convention, down, across);
        if row >= rows || col >= cols {
            let last = cell_text(cols, convention, Cell((rows * cols - 1) as u16));
            let cell = text.chars().take(8).collect();
            return Err(value.fault(&Fault::OffBoard { cell, last }));
        }
        Ok(Cell((row * cols + col) as u16))
    }

    /// Returns how the game ended: by the file's result, a resignation, or the rules.
    fn verdict(&self, course: &Course<'_, Hex>, result: Option<&Value<'_>>) -> Result<Verdict, Broken> {
        let by_rules = course.ending().and_then(|ending| ending.winner);
        let Some(value) = result else {
            return Ok(match (by_rules, self.place.given_up) {
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
        let winner = if self.place.mirrored { claimed.other() } else { claimed };
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

/// Returns the side with this letter.
fn side(letter: &str) -> Option<Side> {
    [Side::Black, Side::White]
        .into_iter()
        .find(|side| letter.eq_ignore_ascii_case(&side.letter().to_string()))
}

/// Creates the game on the board that the first node describes, with the swap rule: a record without a swap does not
/// show whether one was possible.
fn game_of(root: &[Property<'_>], rules: Variant, (rows, cols): (u32, u32)) -> Result<Hex, Broken> {
    let rules = Variant { swap: Swap::On, ..rules };
    let mut game = Hex::new(rows, cols, rules).map_err(|error| Broken::new(0..0, error.message))?;
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
