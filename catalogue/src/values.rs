//! Positions and moves of any game, as small values.

use std::any::Any;
use std::fmt::{self, Debug};

/// The words of a position: enough for three sets of the cells of 19×19.
pub const WORDS: usize = 18;

/// A packed position of some game of the catalogue ([`Packed::pack`](crate::Packed::pack)). Only that game
/// can interpret it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnyPosition(pub [u64; WORDS]);

impl AnyPosition {
    /// Creates a position from these words, followed by zeros.
    ///
    /// # Panics
    /// If there are more than `WORDS` words.
    pub fn of(words: &[u64]) -> Self {
        let mut all = [0; WORDS];
        all[..words.len()].copy_from_slice(words);
        Self(all)
    }
}

impl Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self.0.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        f.debug_list().entries(self.0[..used].iter().map(|word| format!("{word:x}"))).finish()
    }
}

/// A packed move of some game of the catalogue. Packing preserves the order of the game's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnyMove(pub u64);

/// The memory of a game over the board ([`Contest::Memory`](nexsolve_core::Contest::Memory)).
pub struct AnyMemory(Box<dyn Remembered>);

/// A memory of any type that can be cloned and formatted.
trait Remembered: Any + Debug + Send + Sync {
    fn cloned(&self) -> Box<dyn Remembered>;
}

impl<M: Clone + Debug + Send + Sync + 'static> Remembered for M {
    fn cloned(&self) -> Box<dyn Remembered> {
        Box::new(self.clone())
    }
}

impl AnyMemory {
    /// Creates the memory of a game.
    pub fn new(memory: impl Clone + Debug + Send + Sync + 'static) -> Self {
        Self(Box::new(memory))
    }

    /// Returns the memory as the type of the game that began it.
    ///
    /// # Panics
    /// If a game of another type began it.
    pub fn of_game<M: 'static>(&self) -> &M {
        let memory: &dyn Any = &*self.0;
        memory.downcast_ref().expect("a memory that this game has begun")
    }

    /// Returns the memory as the mutable type of the game that began it.
    ///
    /// # Panics
    /// As [`AnyMemory::of_game`].
    pub fn of_game_mut<M: 'static>(&mut self) -> &mut M {
        let memory: &mut dyn Any = &mut *self.0;
        memory.downcast_mut().expect("a memory that this game has begun")
    }
}

impl Clone for AnyMemory {
    fn clone(&self) -> Self {
        Self((*self.0).cloned())
    }
}

impl Debug for AnyMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
