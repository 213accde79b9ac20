//! A game as far as it has been played.

use crate::{Contest, Ending, Side};
use std::ops::Deref;
use std::sync::Arc;

/// The positions and moves of a game, from where it began to where it stands.
#[derive(Debug)]
pub struct Course<'g, G: Contest> {
    game: Rules<'g, G>,
    /// The first position, and the one after each move.
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    memory: G::Memory,
    /// Who began as Black is White now.
    has_changed_colours: bool,
}

/// The game that is played: lent, or shared with whoever else plays it.
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
    /// A game that begins where its rules say.
    pub fn new(game: &'g G) -> Self {
        Self::from(game, game.start())
    }

    /// A game that begins with this position.
    pub fn from(game: &'g G, position: G::Position) -> Self {
        Self::begin(Rules::Lent(game), position)
    }

    /// The same, sharing the game, so that the course can outlive whoever made it.
    pub fn shared(game: Arc<G>, position: G::Position) -> Self {
        Self::begin(Rules::Shared(game), position)
    }

    fn begin(game: Rules<'g, G>, position: G::Position) -> Self {
        let memory = game.begin(&position);
        Self { game, memory, positions: vec![position], moves: Vec::new(), has_changed_colours: false }
    }

    /// The game that is played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position now.
    ///
    /// # Panics
    /// Never: there always is one.
    pub fn position(&self) -> &G::Position {
        self.positions.last().expect("a game begins with a position")
    }

    /// All positions, the first and the present one too.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The colour whose turn it is.
    pub fn side(&self) -> Side {
        self.game.side_to_move(self.position())
    }

    /// The legal moves; none where the game is over.
    pub fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.ending().is_none() {
            self.game.moves(self.position(), &mut moves);
        }
        moves
    }

    /// Whether a move is one of them.
    pub fn allows(&self, mv: G::Move) -> bool {
        self.ending().is_none() && self.game.is_legal(self.position(), mv)
    }

    /// How the game has ended, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        self.game.ending(&self.memory, self.position())
    }

    /// How the game would be over with this legal move, if it were.
    pub fn ending_after(&self, mv: G::Move) -> Option<Ending> {
        let mut memory = self.memory.clone();
        self.game.remember(&mut memory, self.position(), mv);
        self.game.ending(&memory, &self.game.play(self.position(), mv))
    }

    /// Whether the players have changed colours: who began as Black is White now.
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

    /// Takes the last move back; the move, if there was one. Takes time by the length of the game.
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
