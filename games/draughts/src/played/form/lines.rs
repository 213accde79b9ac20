//! The moves of a game with its variations, during reading.

use crate::{Draughts, Move, Position};
use nexsolve_catalogue::records::MoveTree;
use nexsolve_core::{Course, Game, Notation, ReadError};

/// A game with its variations so far.
pub(super) struct Lines<'g> {
    game: &'g Draughts,
    tree: MoveTree<Move>,
    /// The position at each node.
    positions: Vec<Position>,
    at: usize,
    /// The open variations: the place of the bracket, and the node before it.
    open: Vec<(usize, usize)>,
    /// Comments in a variation before its first move.
    early: Vec<String>,
    /// Whether the current variation has no move yet.
    is_fresh: bool,
}

impl<'g> Lines<'g> {
    pub(super) fn new(game: &'g Draughts, start: Position) -> Self {
        let tree = MoveTree::default();
        let at = MoveTree::<Move>::ROOT;
        Self { game, tree, positions: vec![start], at, open: Vec::new(), early: Vec::new(), is_fresh: false }
    }

    /// Returns the place of the bracket of the innermost open variation.
    pub(super) fn open(&self) -> Option<usize> {
        self.open.last().map(|&(bracket, _)| bracket)
    }

    /// Returns the number of open variations.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Plays a move as the file writes it, with a space for a missing sign.
    pub(super) fn play(&mut self, word: &str) -> Result<(), ReadError> {
        let position = &self.positions[self.at];
        let quiet = self.game.read_move(position, &word.replace(' ', "-"));
        let mv = match quiet {
            Err(fault) if word.contains(' ') => {
                self.game.read_move(position, &word.replace(' ', "x")).map_err(|_| fault)?
            }
            read => read?,
        };
        let next = self.game.play(position, mv);
        self.at = self.tree.add(self.at, mv);
        if self.at == self.positions.len() {
            self.positions.push(next);
        }
        // An earlier variation may have begun with the same moves and continued differently.
        if self.open.is_empty() {
            self.tree.lead(self.at);
        }
        self.is_fresh = false;
        for text in std::mem::take(&mut self.early) {
            self.tree.comment(self.at, &text);
        }
        Ok(())
    }

    /// Adds a comment to the last move, or, before a variation's first move, to that move.
    pub(super) fn comment(&mut self, text: &str) {
        if self.is_fresh {
            self.early.push(text.to_owned());
        } else {
            self.tree.comment(self.at, text);
        }
    }

    /// Begins a variation, which replaces the last move, or the first one if there is none yet.
    pub(super) fn begin(&mut self, bracket: usize) {
        self.flush();
        self.open.push((bracket, self.at));
        if !self.is_fresh {
            self.at = self.tree.parent(self.at);
        }
        self.is_fresh = true;
    }

    /// Ends the innermost variation.
    pub(super) fn end(&mut self) {
        if let Some((_, before)) = self.open.pop() {
            self.at = before;
            self.flush();
            self.is_fresh = false;
        }
    }

    /// Comments in a variation without moves belong to the move that it would have replaced.
    fn flush(&mut self) {
        for text in std::mem::take(&mut self.early) {
            self.tree.comment(self.at, &text);
        }
    }

    /// Returns the tree and the main line.
    pub(super) fn finish(self) -> (MoveTree<Move>, Course<'g, Draughts>) {
        let mut course = Course::from(self.game, self.positions[MoveTree::<Move>::ROOT]);
        let main: Vec<usize> = self.tree.line_after(MoveTree::<Move>::ROOT).collect();
        for mv in main.into_iter().filter_map(|node| self.tree.mv(node)) {
            course.play(mv);
        }
        (self.tree, course)
    }
}
