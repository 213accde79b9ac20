//! The rules of a game that is given as its positions and moves. A key is the number of a position, doubled,
//! and odd if the second player is to move.

use crate::files;
use crate::graph::Graph;
use crate::rules::{Key, Rules, Texts};
use nexsolve_catalogue::picture::{Outline, Piece, svg_size};
use nexsolve_core::{Beside, Plies, Side, Wdl};
use std::io;
use std::sync::Arc;

fn number(Key(key): Key) -> u32 {
    (key >> 1) as u32
}

fn side(Key(key): Key) -> Side {
    if key & 1 == 0 { Side::Black } else { Side::White }
}

impl Rules for Graph {
    fn key_bits(&self) -> u32 {
        33
    }

    fn start(&self) -> Key {
        self.key(self.start, Side::Black)
    }

    fn side(&self, key: Key) -> Side {
        side(key)
    }

    fn outcome(&self, key: Key) -> Option<Wdl> {
        self.node(number(key)).outcome
    }

    fn stake(&self) -> u16 {
        self.stake
    }

    fn points(&self, key: Key) -> Option<i16> {
        let node = self.node(number(key));
        node.outcome.filter(|_| self.about.points).map(|_| node.points)
    }

    fn moves(&self, key: Key, moves: &mut Vec<u32>) {
        moves.clear();
        moves.extend(self.node(number(key)).moves.iter().map(|&(word, _)| word));
    }

    fn play(&self, key: Key, mv: u32) -> Key {
        let found = self.node(number(key)).moves.iter().find(|(word, _)| *word == mv);
        found.map_or(key, |&(_, to)| self.key(to, side(key).other()))
    }

    fn longest(&self, key: Key) -> Plies {
        if self.about.repeats {
            return Plies::ENDLESS;
        }
        Plies((self.layers.len() as u32 - 1 - self.layer(number(key))) as u16)
    }

    fn images(&self, key: Key, images: &mut Vec<Key>) {
        images.clear();
        if self.about.has_sides {
            images.push(key);
        } else {
            images.extend([Side::Black, Side::White].map(|side| self.key(number(key), side)));
        }
    }

    fn canonical(&self, key: Key) -> Key {
        self.key(number(key), Side::Black)
    }

    /// A position counts once, whoever is to move.
    fn copies(&self, _: Key) -> u64 {
        1
    }

    fn children(&self, key: Key, children: &mut Vec<(Key, u32)>) {
        children.clear();
        let to = self.node(number(key)).moves.iter();
        children.extend(to.map(|&(_, to)| (self.key(to, Side::Black), self.layer(to))));
        children.sort_unstable();
        children.dedup();
    }

    fn stage(&self, key: Key) -> u32 {
        self.layer(number(key))
    }

    fn all(&self) -> Option<Vec<Key>> {
        Some((0..self.nodes.len() as u32).map(|at| self.key(at, Side::Black)).collect())
    }

    fn file(&self) -> io::Result<Option<Beside>> {
        Ok(Some((files::GAME, files::game_file(self)?)))
    }

    fn grid(&self) -> (u32, u32) {
        self.about.grid.unwrap_or((0, 0))
    }

    fn piece(&self, key: Key, cell: u32) -> Option<Piece> {
        let (_, cols) = self.about.grid?;
        let line = self.node(number(key)).shown.lines().nth((cell / cols) as usize)?;
        let sign = line.chars().nth((cell % cols) as usize)?;
        let of = |side: &Side| self.about.sides[*side as usize].starts_with(sign);
        let stone = [Side::Black, Side::White].into_iter().find(of).map(Piece::Stone);
        stone.or_else(|| (!['.', ' '].contains(&sign)).then_some(Piece::Sign(sign)))
    }

    fn cells(&self, _: u32) -> Vec<u32> {
        Vec::new()
    }

    fn numbers(&self) -> u32 {
        self.words.len() as u32
    }

    fn set_up(&self, _: &[Option<Piece>], _: Side) -> Result<Key, String> {
        Err("positions of this game are written in its own words".to_owned())
    }

    fn reason(&self, outcome: Wdl) -> &'static str {
        if outcome == Wdl::Draw { "the rules end the game in a draw" } else { "the rules end the game" }
    }

    fn line(&self, _: Key, _: Side) -> Vec<u32> {
        Vec::new()
    }

    fn outline(&self) -> Outline {
        Outline::Cell
    }

    fn is_tabled(&self) -> bool {
        true
    }

    fn texts(&self) -> Option<&dyn Texts> {
        Some(self)
    }
}

impl Texts for Graph {
    fn move_text(&self, mv: u32) -> String {
        self.words[mv as usize].clone()
    }

    fn text(&self, key: Key) -> String {
        let text = &self.node(number(key)).text;
        if self.about.has_sides || side(key) == Side::Black {
            text.clone()
        } else {
            text.clone() + &self.second()
        }
    }

    fn read(&self, text: &str) -> Option<Key> {
        let find = |text: &str, side| self.find(text).map(|at| self.key(at, side));
        let second = self.second();
        find(text, Side::Black)
            .or_else(|| find(text.strip_suffix(&second).filter(|_| !self.about.has_sides)?, Side::White))
    }

    fn shown(&self, key: Key) -> &str {
        let node = self.node(number(key));
        // Markup that cannot be drawn is nothing to read.
        let is_markup = node.shown.starts_with("<svg") && svg_size(&node.shown).is_none();
        if node.shown.is_empty() || is_markup { &node.text } else { &node.shown }
    }
}

impl Graph {
    /// The key of a position in which `side` is to move, unless the position says otherwise.
    fn key(&self, number: u32, side: Side) -> Key {
        let is_second = if self.about.has_sides { self.node(number).is_second } else { side == Side::White };
        Key(u128::from(number) << 1 | u128::from(is_second))
    }

    /// What follows a position's text if the second player is to move and the position does not say so.
    fn second(&self) -> String {
        format!(", {} to move", self.about.sides[1])
    }

    /// Wraps the game for [`Listed`](crate::Listed).
    pub(crate) fn rules(self: Arc<Self>) -> Arc<dyn Rules> {
        self
    }
}
