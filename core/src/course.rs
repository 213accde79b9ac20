//! A game in progress.

use crate::{Contest, Ending, Side};
use std::ops::Deref;
use std::sync::Arc;

/// The positions and moves of a game so far.
#[derive(Debug)]
pub struct Course<'g, G: Contest> {
    game: Rules<'g, G>,
    /// The first position, then the position after each move.
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    memory: G::Memory,
    /// Whether the player who began as Black now has White.
    has_changed_colours: bool,
}

/// The rules: borrowed, or shared with other owners.
#[derive(Debug)]
enum Rules<'g, G> {
    Lent(&'g G),
    Shared(Arc<G>),
}

impl<G> Deref for Rules<'_, G> {
    type Target = G;

    fn deref(&self) -> &G {
        match self {
            Self::Lent(game) => game,
            Self::Shared(game) => game,
        }
    }
}

impl<G> Clone for Rules<'_, G> {
    fn clone(&self) -> Self {
        match self {
            Self::Lent(game) => Self::Lent(game),
            Self::Shared(game) => Self::Shared(Arc::clone(game)),
        }
    }
}

impl<G: Contest> Clone for Course<'_, G> {
    fn clone(&self) -> Self {
        let Self { game, positions, moves, memory, has_changed_colours } = self;
        Self {
            game: game.clone(),
            positions: positions.clone(),
            moves: moves.clone(),
            memory: memory.clone(),
            has_changed_colours: *has_changed_colours,
        }
    }
}

impl<'g, G: Contest> Course<'g, G> {
    /// Begins a game at the start position.
    pub fn new(game: &'g G) -> Self {
        Self::from(game, game.start())
    }

    /// Begins a game with `position`.
    pub fn from(game: &'g G, position: G::Position) -> Self {
        Self::begin(Rules::Lent(game), position)
    }

    /// Like [`Course::from`], but shares the game, so that the course can outlive its creator.
    pub fn shared(game: Arc<G>, position: G::Position) -> Self {
        Self::begin(Rules::Shared(game), position)
    }

    fn begin(game: Rules<'g, G>, position: G::Position) -> Self {
        let memory = game.begin(&position);
        Self { game, memory, positions: vec![position], moves: Vec::new(), has_changed_colours: false }
    }

    /// Returns the rules of the game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the current position.
    ///
    /// # Panics
    /// Never: a course always has a position.
    pub fn position(&self) -> &G::Position {
        self.positions.last().expect("a game begins with a position")
    }

    /// Returns all positions, from the first to the current one.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// Returns the moves so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Returns the side to move.
    pub fn side(&self) -> Side {
        self.game.side_to_move(self.position())
    }

    /// Returns the legal moves; none if the game is over.
    pub fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.ending().is_none() {
            self.game.moves(self.position(), &mut moves);
        }
        moves
    }

    /// Returns whether `mv` is legal now.
    pub fn allows(&self, mv: G::Move) -> bool {
        self.ending().is_none() && self.game.is_legal(self.position(), mv)
    }

    /// Returns how the game ended, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        self.game.ending(&self.memory, self.position())
    }

    /// Returns how the game would end if the legal move `mv` were played now; `None` if it would go on.
    pub fn ending_after(&self, mv: G::Move) -> Option<Ending> {
        let mut memory = self.memory.clone();
        self.game.remember(&mut memory, self.position(), mv);
        self.game.ending(&memory, &self.game.play(self.position(), mv))
    }

    /// Returns whether the players have swapped colours: the one who began as Black now has White.
    pub fn has_changed_colours(&self) -> bool {
        self.has_changed_colours
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let before = *self.position();
        self.game.remember(&mut self.memory, &before, mv);
        self.positions.push(self.game.play(&before, mv));
        self.moves.push(mv);
        self.has_changed_colours ^= self.game.changes_colours(mv);
    }

    /// Takes back the last move and returns it, if there is one. The time is proportional to the length of
    /// the game.
    pub fn take_back(&mut self) -> Option<G::Move> {
        let last = self.moves.pop()?;
        self.positions.pop();
        self.has_changed_colours ^= self.game.changes_colours(last);
        self.memory = self.game.begin(&self.positions[0]);
        for (position, &mv) in self.positions.iter().zip(&self.moves) {
            self.game.remember(&mut self.memory, position, mv);
        }
        Some(last)
    }
}
