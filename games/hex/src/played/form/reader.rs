//! Reads a file of games: the properties of their nodes, and every move, replayed.

use super::hexworld;
use super::letters::Letters;
use super::tree::{Begin, Node, Property, Tree, Value};
use super::view::{Colours, Program, View, colour_after};
use super::words::{Hex, KEPT_ONCE, Stated, SwapWord, TAGS, USED, cell_of, cell_text, side, turned};
use crate::played::{rules, spec};
use crate::{HexMove, HexPosition, Swap, Variant};
use nexsolve_catalogue::Extent;
use nexsolve_catalogue::Packed;
use nexsolve_catalogue::encoding::{Decoded, Origin};
use nexsolve_catalogue::fit;
use nexsolve_catalogue::player_names;
use nexsolve_catalogue::record::{Broken, RecordText};
use nexsolve_catalogue::records::{Beside, GameRecord, Given, How, MoveTree, ReadGame, RecordNote, Verdict};
use nexsolve_core::{Course, Game, ReadFault, Side};
use nexsolve_rhombus::{Cell, CellSet, MAX_SIDE, Wide};
use std::collections::BTreeSet;

/// The size of a game whose file does not state one.
const USUAL_SIZE: u32 = 11;

/// The notes about what the reader assumes or leaves out: text outside of the games; a game in which White
/// moves first; a swap that may be one of sides or of pieces.
pub(super) const SKIPPED: &str = "text before the game is skipped";
pub(super) const MIRRORED: &str =
    "White moves first: read as the mirror image with the colours exchanged, so that Black moves first";
pub(super) const OPEN_SWAP: &str =
    "the swap is read as one of pieces, since no move after it shows that sides are swapped";

/// Reads a file of games; each game determines whether it has a swap.
pub(super) fn read(file: &Decoded<'_>, given: Given) -> Vec<ReadGame> {
    let is_bytes = file.origin == Origin::Bytes;
    let mut source = RecordText::new(&file.text);
    let mut found = Vec::new();
    let mut add = |begin: Begin, nodes: Result<Vec<Node<'_>>, Broken>| {
        let line = source.line_of(begin.at);
        match nodes.and_then(|nodes| game(&nodes, is_bytes, given)) {
            Ok(FileGame { mut record, mut notices, faults }) => {
                record.line = line;
                notices.extend(begin.skips.then(|| SKIPPED.to_owned()));
                record.notes = notices.into_iter().map(|text| RecordNote { line, text }).collect();
                found.push(Ok(record));
                found.extend(faults.into_iter().map(|broken| Err(source.fault(broken))));
            }
            Err(broken) => found.push(Err(source.fault(broken))),
        }
    };
    if hexworld::begins(&file.text) {
        for (at, text) in RecordText::new(&file.text).lines().filter(|(at, text)| *at < text.len()) {
            add(Begin { at, skips: false }, hexworld::nodes(text, at));
        }
    } else {
        let mut tree = Tree::new(file);
        while let Some(begin) = tree.next_game() {
            add(begin, tree.game());
        }
    }
    if found.is_empty() {
        let reason = "no game here: expected `(;GM[11]SZ[11]` and moves such as `;B[c2];W[d4])`";
        found.push(Err(source.fault(Broken::new(0..0, reason))));
    }
    found
}

/// A game.
struct FileGame {
    record: GameRecord,
    notices: Vec<String>,
    /// The faults that do not concern the main line.
    faults: Vec<Broken>,
}

/// Reads one game. Without a stated size it has the given board's; otherwise the size of the board that
/// `given` suggests, the usual size, or another on which it can be read.
fn game(nodes: &[Node<'_>], is_bytes: bool, given: Given) -> Result<FileGame, Broken> {
    let variant = given.board().map_or_else(Variant::default, |board| rules(board.spec));
    let strict = if let Given::Is(board) = given { board.sides() } else { None };
    let usual = (USUAL_SIZE, USUAL_SIZE);
    let has_size = nodes.first().is_some_and(|root| root.value("SZ").is_some());
    if has_size || strict.is_some() {
        return game_on(nodes, is_bytes, variant, strict.unwrap_or(usual));
    }
    // Only an interactive user can choose another board.
    let (open, most) = match given {
        Given::Perhaps(board) => (board.sides(), fit::MOST),
        _ => (None, 1),
    };
    let mut sizes: Vec<_> = open.into_iter().chain([usual]).collect();
    sizes.extend(fit::sizes((1, 1), u32::from(MAX_SIDE)));
    let (mut first, mut fault) = (None, None);
    let record = fit::read_on(sizes, most, |rows, cols| {
        let found = game_on(nodes, is_bytes, variant, (rows, cols)).inspect_err(|broken| {
            fault.get_or_insert_with(|| broken.clone());
        })?;
        let record = found.record.clone();
        first.get_or_insert(found);
        Ok(record)
    });
    // If no board fits, the fault on the likeliest one says most.
    let record = record.map_err(|last| fault.unwrap_or(last))?;
    let (record, first) = record.zip(first).expect("the usual size was tried");
    Ok(FileGame { record, ..first })
}

/// Reads one game, with this size unless the game states one.
fn game_on(
    nodes: &[Node<'_>],
    is_bytes: bool,
    rules: Variant,
    usual: (u32, u32),
) -> Result<FileGame, Broken> {
    let no_node = Node { parent: 0, is_main: true, properties: Vec::new() };
    let root = nodes.first().unwrap_or(&no_node);
    let view = View::of(nodes);
    let game = game_of(root, rules, usual, view)?;
    let mut letters = Letters::of(root, is_bytes);
    let Head { names, result, tags, has_swap } = Head::of(nodes, view, &mut letters);
    let is_move = |property: &Property<'_>| matches!(&*property.key, "B" | "W");
    let begins = |node: &Node<'_>| !node.is_main || node.properties.iter().any(is_move);
    let first = nodes.iter().position(begins).unwrap_or(nodes.len());
    let mut reader = Reader::new(&game, nodes, view);
    reader.positions[0] = reader.set_up(&nodes[..first])?;
    let mut faults = Vec::new();
    // The state after each node of the file, `None` in a faulty variation; all nodes before the first move
    // share the start.
    let mut places: Vec<Option<Place>> = Vec::with_capacity(nodes.len());
    for (i, node) in nodes.iter().enumerate() {
        let Some(before) = places.get(node.parent).copied().unwrap_or(Some(Place::new(view))) else {
            places.push(None);
            continue;
        };
        reader.place = before;
        match reader.node(i, node, i < first, &mut letters) {
            Ok(()) => places.push(Some(reader.place)),
            Err(broken) if node.is_main => return Err(broken),
            Err(broken) => {
                faults.push(broken);
                places.push(None);
            }
        }
    }
    // The main line of the file is the main line of the tree, unless nodes without moves have led elsewhere.
    let last = nodes.iter().rposition(|node| node.is_main).unwrap_or(0);
    reader.place = places.get(last).copied().flatten().unwrap_or(Place::new(view));
    let mut course = Course::from(&game, reader.positions[0]);
    for mv in reader.tree.line_after(ROOT).filter_map(|node| reader.tree.mv(node)) {
        course.play(mv);
    }
    let stated = result.map(|value| (value, Stated::read(&letters.line(value))));
    let stated = match stated {
        Some((value, None)) => {
            faults.push(value.broken("expected a result: B+, W+, B+Resign, W+Time, … or ?"));
            None
        }
        Some((value, Some(stated))) => Some((value, stated)),
        None => None,
    };
    let verdict = reader.verdict(&course, stated)?;
    let is_swapped = reader.tree.moves().any(|mv| mv == HexMove::Swap);
    let swap = if is_swapped || has_swap { Swap::On } else { rules.swap };
    let board = spec(Variant { swap, ..rules })
        .on(Extent::Sides { rows: game.board().rows(), cols: game.board().cols() });
    let start = &course.positions()[0];
    let start = HexPosition { may_swap: start.may_swap && swap == Swap::On, ..*start };
    let (_, beside) = reader.tree.finish(Hex::pack_move);
    let beside = Beside { tags, ..beside };
    let mut notices: Vec<String> = left_out(nodes).chain(repeated(nodes)).collect();
    notices.extend(letters.notice());
    notices.extend((view.colours == Colours::Mirrored).then(|| MIRRORED.to_owned()));
    notices.extend(reader.is_open_swap.then(|| OPEN_SWAP.to_owned()));
    let record = GameRecord::of(board, &course, verdict);
    let record = GameRecord { names, start: Hex::pack(&start), beside, ..record };
    Ok(FileGame { record, notices, faults })
}

/// What the properties of the main line say about the game as a whole.
struct Head<'n, 'a> {
    names: [Option<String>; 2],
    result: Option<&'n Value<'a>>,
    tags: Vec<(String, String)>,
    /// Whether the rules are stated to have a swap.
    has_swap: bool,
}

impl<'n, 'a> Head<'n, 'a> {
    fn of(nodes: &'n [Node<'a>], view: View, letters: &mut Letters) -> Self {
        let mut head = Self { names: [None, None], result: None, tags: Vec::new(), has_swap: false };
        let properties = nodes.iter().filter(|node| node.is_main).flat_map(|node| &node.properties);
        for Property { key, values } in properties {
            let value = &values[0];
            match &**key {
                "PB" => head.names[0] = player_names::name(&letters.line(value)),
                "PW" => head.names[1] = player_names::name(&letters.line(value)),
                "RE" => head.result = Some(value),
                "RU" => head.has_swap = value.text.trim().eq_ignore_ascii_case("swap"),
                key if TAGS.contains(&key) => head.tags.push((key.to_owned(), letters.line(value))),
                _ => {}
            }
        }
        // The names of those who began as Black and as White here.
        if view.colours == Colours::Mirrored {
            head.names.swap(0, 1);
        }
        head
    }
}

/// Returns the properties that are not kept, each name once.
fn left_out<'n>(nodes: &'n [Node<'_>]) -> impl Iterator<Item = String> + use<'n> {
    let is_kept = |node: &Node<'_>, key: &str| USED.contains(&key) || node.is_main && TAGS.contains(&key);
    let names: BTreeSet<&str> = nodes
        .iter()
        .flat_map(|node| node.properties.iter().map(move |property| (node, &*property.key)))
        .filter(|(node, key)| !is_kept(node, key))
        .map(|(_, key)| key)
        .collect();
    let shown = |name: &str| name.chars().take(LONGEST_KEY).collect::<String>();
    names.into_iter().map(move |name| format!("{} is not kept", shown(name)))
}

/// Returns the properties of the whole game that have several values in its nodes, of which only the last is
/// kept.
fn repeated<'n>(nodes: &'n [Node<'_>]) -> impl Iterator<Item = String> + use<'n> {
    let has_several = move |key: &&'static str| {
        let key = *key;
        let values = nodes.iter().filter(|node| node.is_main).flat_map(move |node| node.values(key));
        let mut texts = values.map(|value| value.text.trim());
        texts.next().is_some_and(|first| texts.any(|text| text != first))
    };
    KEPT_ONCE
        .into_iter()
        .filter(has_several)
        .map(|name| format!("{name} appears twice: the last one is kept"))
}

/// The maximum length of a property's name in a message.
const LONGEST_KEY: usize = 20;

/// The root of a tree.
const ROOT: usize = MoveTree::<HexMove>::ROOT;

/// The state at a node of a file.
#[derive(Clone, Copy)]
struct Place {
    /// The node of the tree.
    node: usize,
    /// Whether the rest is mirrored, with the colours exchanged: White moved first, or pieces have been
    /// swapped.
    mirrored: bool,
    given_up: Option<Side>,
}

impl Place {
    fn new(view: View) -> Self {
        Self { node: ROOT, mirrored: view.colours == Colours::Mirrored, given_up: None }
    }

    /// Returns the side on the board that a file's colour denotes here.
    fn own(&self, colour: Side) -> Side {
        if self.mirrored { colour.other() } else { colour }
    }
}

struct Reader<'g> {
    game: &'g Hex,
    nodes: &'g [Node<'g>],
    view: View,
    tree: MoveTree<HexMove>,
    /// The position at each node of the tree.
    positions: Vec<HexPosition<Wide>>,
    place: Place,
    /// Whether a swap of pieces may have been one of sides.
    is_open_swap: bool,
}

impl<'g> Reader<'g> {
    fn new(game: &'g Hex, nodes: &'g [Node<'g>], view: View) -> Self {
        let positions = vec![game.start()];
        let place = Place::new(view);
        Self { game, nodes, view, tree: MoveTree::default(), positions, place, is_open_swap: false }
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
            match &**key {
                "PL" => to_move = Some(&values[0]),
                "AB" | "AW" => {
                    first = first.or(values.first());
                    let colour = if *key == "AB" { Side::Black } else { Side::White };
                    for value in values {
                        let cell = self.cell(value)?;
                        self.check_empty(&start, value, cell)?;
                        let stones = match self.place.own(colour) {
                            Side::Black => &mut start.black,
                            Side::White => &mut start.white,
                        };
                        *stones |= Wide::one(cell);
                    }
                }
                "AE" => {
                    for value in values {
                        let cell = Wide::one(self.cell(value)?);
                        start.black &= !cell;
                        start.white &= !cell;
                    }
                }
                _ => {}
            }
        }
        if let Some(first) = first {
            start.may_swap = start.black.count() == 1 && start.white.is_empty();
            // In the file's colours.
            let [black, white] = [Side::Black, Side::White].map(|colour| match self.place.own(colour) {
                Side::Black => start.black.count(),
                Side::White => start.white.count(),
            });
            if black.abs_diff(white) > 1 {
                let reason = "stones: in a game, no colour is more than one stone ahead";
                return Err(first.broken(format!("{black} black and {white} white {reason}")));
            }
            if let Some(reason) = self.game.fault_of(&start) {
                return Err(first.broken(reason));
            }
        }
        let mover = self.view.colour(self.place.own(start.side_to_move()));
        let to_move = to_move.filter(|value| side(value.text.trim()) != Some(mover));
        let Some(value) = to_move else { return Ok(start) };
        Err(match side(value.text.trim()) {
            Some(_) => value.fault(&ReadFault::WrongColour { to_move: mover }),
            None => value.broken("expected the side to move: PL[B] or PL[W]"),
        })
    }

    /// Reads a node of the file. `is_before` says whether no move has been made.
    fn node(
        &mut self,
        number: usize,
        node: &Node<'_>,
        is_before: bool,
        letters: &mut Letters,
    ) -> Result<(), Broken> {
        let is_swap = self.is_reflection(node);
        if is_swap {
            self.make(HexMove::Swap);
        }
        for Property { key, values } in &node.properties {
            match &**key {
                "B" | "W" | "AE" if is_swap => {}
                "B" => self.play(number, self.view.colour(Side::Black), &values[0])?,
                "W" => self.play(number, self.view.colour(Side::White), &values[0])?,
                "GM" | "SZ" if number > 0 => {
                    let reason =
                        format!("{key} belongs in the first node of a game: is `)` missing before it?");
                    return Err(values[0].broken(reason));
                }
                "AB" | "AW" | "AE" if !is_before => {
                    let reason = "stones are set up after the first move, so this is not a played game";
                    return Err(values[0].broken(reason));
                }
                _ => {}
            }
        }
        self.place.mirrored ^= is_swap;
        for Property { values, .. } in node.properties.iter().filter(|property| property.key == "C") {
            self.tree.comment(self.place.node, &letters.text(&values[0]));
        }
        Ok(())
    }

    /// Plays the move of a colour at the node `number` of the file.
    fn play(&mut self, number: usize, written: Side, value: &Value<'_>) -> Result<(), Broken> {
        let (game, position) = (self.game, *self.position());
        let mover = position.side_to_move();
        let word = value.text.trim().to_ascii_lowercase();
        let side = self.place.own(written);
        let gives_up = matches!(word.as_str(), "resign" | "forfeit");
        let over = game.outcome(&position).is_some();
        // When the game is over, the loser may still resign, and passing changes nothing.
        if let Some(loser) = self.place.given_up.or_else(|| over.then_some(mover)) {
            return match word.as_str() {
                "" | "pass" => Ok(()),
                _ if gives_up && side == loser => Ok(()),
                _ if over => Err(value.fault(&ReadFault::GameOver)),
                _ => {
                    let loser = self.place.own(loser);
                    Err(value.broken(format!("no move can follow: {loser} has resigned")))
                }
            };
        }
        if gives_up {
            // A player may resign in the opponent's turn.
            self.place.given_up = Some(side);
            return Ok(());
        }
        if side != mover {
            let to_move = self.view.colour(self.place.own(mover));
            return Err(value.fault(&ReadFault::WrongColour { to_move }));
        }
        let mv = match SwapWord::of(&word) {
            Some(swap) => {
                self.swap(number, written, swap, value)?;
                HexMove::Swap
            }
            None if matches!(word.as_str(), "" | "pass") => {
                return Err(value.broken("a move without a cell: passing is not allowed in Hex"));
            }
            None => {
                let cell = self.cell(value)?;
                self.check_empty(&position, value, cell)?;
                HexMove::Place(cell)
            }
        };
        self.make(mv);
        Ok(())
    }

    /// Makes a legal move.
    fn make(&mut self, mv: HexMove) {
        let next = self.game.play(self.position(), mv);
        self.place.node = self.tree.add(self.place.node, mv);
        if self.place.node == self.positions.len() {
            self.positions.push(next);
        }
    }

    /// Returns whether a node swaps pieces as Sabaki writes it: it puts the stone of the other colour on the
    /// mirror image of the first one, and removes the first one (`AE`), unless it is its own mirror image.
    fn is_reflection(&self, node: &Node<'_>) -> bool {
        let position = self.position();
        let board = self.game.board();
        if !position.may_swap || board.rows() != board.cols() {
            return false;
        }
        let Some(first) = position.black.iter().next() else { return false };
        let (row, col) = (u32::from(first.0) / board.cols(), u32::from(first.0) % board.cols());
        let image = Cell((col * board.cols() + row) as u16);
        let is = |key: &str, cell: Cell| {
            node.value(key).is_some_and(|value| self.cell(value).is_ok_and(|found| found == cell))
        };
        let colour = self.view.colour(self.place.own(position.side_to_move()));
        let key = if colour == Side::Black { "B" } else { "W" };
        if node.properties.iter().filter(|property| matches!(&*property.key, "B" | "W")).count() > 1 {
            return false;
        }
        let is_same = self.view.program == Program::Sabaki && image == first;
        is(key, image) && (is_same || is("AE", first))
    }

    /// Reads a swap. The colour of the next move shows whether sides or pieces are swapped: after a swap of
    /// sides, the colour that swapped moves again.
    fn swap(
        &mut self,
        number: usize,
        written: Side,
        word: SwapWord,
        value: &Value<'_>,
    ) -> Result<(), Broken> {
        if !self.position().may_swap {
            return Err(value.broken("no swap is possible here: it answers the first stone"));
        }
        let next = colour_after(self.nodes, number).map(|colour| self.view.colour(colour));
        let is_of_pieces = match (word, next) {
            (SwapWord::Sides, _) => false,
            (_, Some(next)) => next != written,
            (SwapWord::Pieces, None) => self.view.program != Program::OldHexGui,
            (SwapWord::Either, None) => self.view.colours == Colours::LittleGolem,
        };
        let is_clear = next.is_some() || self.view.program == Program::HexWorld;
        self.is_open_swap |= is_of_pieces && word == SwapWord::Pieces && !is_clear;
        let (rows, cols) = (self.game.board().rows(), self.game.board().cols());
        if is_of_pieces && rows != cols {
            let reason = format!("a swap of pieces needs a square board, not {rows} rows and {cols} columns");
            return Err(value.broken(reason));
        }
        self.place.mirrored ^= is_of_pieces;
        Ok(())
    }

    /// Checks that a cell is empty.
    fn check_empty(&self, position: &HexPosition<Wide>, value: &Value<'_>, cell: Cell) -> Result<(), Broken> {
        if self.game.empty(position).has(cell) {
            return Ok(());
        }
        let held = if position.black.has(cell) { Side::Black } else { Side::White };
        let holds = match self.view.colour(self.place.own(held)) {
            Side::Black => "a black stone",
            Side::White => "a white stone",
        };
        let cell = value.text.trim().to_ascii_lowercase();
        Err(value.fault(&ReadFault::WrongCell { cell, holds, needs: "an empty cell" }))
    }

    /// Reads the cell of a value.
    fn cell(&self, value: &Value<'_>) -> Result<Cell, Broken> {
        let text = value.text.trim();
        let Some((down, across)) = cell_of(text) else {
            let expected = "a column's letter and a row's number such as c2, swap-sides or resign";
            return Err(value.fault(&ReadFault::expected(expected, text)));
        };
        let game = self.game;
        let (rows, cols, convention) = (game.board().rows(), game.board().cols(), game.variant().convention);
        let mirrored = self.place.mirrored;
        let (down, across) = if mirrored { (across, down) } else { (down, across) };
        let (row, col) = turned(convention, down, across);
        if row >= rows || col >= cols {
            let cols = if mirrored { rows } else { cols };
            let last = cell_text(cols, convention, Cell((game.board().len() - 1) as u16));
            let cell = text.chars().take(8).collect();
            return Err(value.fault(&ReadFault::OffBoard { cell, last }));
        }
        Ok(Cell((row * cols + col) as u16))
    }

    /// Returns how the game ended: by the file's result, a resignation, or the rules.
    fn verdict(
        &self,
        course: &Course<'_, Hex>,
        stated: Option<(&Value<'_>, Stated)>,
    ) -> Result<Verdict, Broken> {
        let by_rules = course.ending().and_then(|ending| ending.winner);
        let given_up = self.place.given_up;
        let (value, claimed, how) = match stated {
            None => {
                return Ok(match (by_rules, given_up) {
                    (Some(_), _) => Verdict::by_rules(by_rules),
                    (None, Some(loser)) => Verdict { winner: Some(loser.other()), how: How::Resigned },
                    (None, None) => Verdict::BROKEN_OFF,
                });
            }
            Some((_, Stated::Open)) => return Ok(Verdict::BROKEN_OFF),
            Some((value, Stated::Won(claimed, how))) => (value, claimed, how),
        };
        let winner = self.place.own(claimed);
        if by_rules.is_some_and(|by_rules| by_rules != winner) {
            let joined = claimed.other();
            let reason = format!("the record claims that {claimed} won, but {joined} has joined the edges");
            return Err(value.broken(reason));
        }
        if by_rules.is_none() && given_up == Some(winner) {
            let reason = format!("the record claims that {claimed} won, but {claimed} has resigned");
            return Err(value.broken(reason));
        }
        let resigned = given_up.map(|_| How::Resigned).filter(|_| by_rules.is_none());
        Ok(Verdict { winner: Some(winner), how: how.or(resigned).unwrap_or(How::Rules) })
    }
}

/// Creates the game on the board that the first node describes, with the swap rule: a record without a swap
/// does not show whether one was possible.
fn game_of(root: &Node<'_>, rules: Variant, usual: (u32, u32), view: View) -> Result<Hex, Broken> {
    let rules = Variant { swap: Swap::On, ..rules };
    if let Some(value) = root.value("GM")
        && value.text.trim() != "11"
    {
        let number: String = value.text.trim().chars().take(8).collect();
        return Err(value.broken(format!("this is a record of game {number}; Hex is GM[11]")));
    }
    let Some(value) = root.value("SZ") else {
        return Hex::new(usual.0, usual.1, rules).map_err(|error| Broken::new(0..0, error.message));
    };
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let (across, down) = value.text.split_once([':', 'x']).unwrap_or((value.text, value.text));
    let Some((down, across)) = number(down).zip(number(across)) else {
        let reason = "expected a size such as SZ[11], or columns and rows such as SZ[4:3]";
        return Err(value.broken(reason));
    };
    let (down, across) = if view.colours == Colours::Mirrored { (across, down) } else { (down, across) };
    let (rows, cols) = turned(rules.convention, down, across);
    Hex::new(rows, cols, rules).map_err(|error| value.broken(error.message))
}
