//! The game with stores, for play and search.

use super::{Pit, Pits, SEEDS};
use nexsolve_core::{Game, Plies, ReadFault, Side, Symmetric, Wdl};

/// A store with this many seeds has won: one more than half.
pub const MAJORITY: u8 = SEEDS as u8 / 2 + 1;

/// The game with stores. The first player is [`Side::Black`].
///
/// It ends when a store holds [`MAJORITY`], or when the player to move cannot move: then the opponent takes
/// the remaining seeds. The player with more seeds wins. Positions do not record earlier ones, so play can
/// continue forever. [`History`](super::History) ends a game at the third occurrence of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Awari;

/// A position: the seeds in the pits and in the stores, and the side to move. The seeds always add up to
/// [`SEEDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AwariPosition {
    pits: Pits,
    /// The store of the player to move. The opponent's store holds the rest.
    store: u8,
    side: Side,
}

impl AwariPosition {
    /// Creates a position with these stores: first that of the player to move (`side`), then the opponent's.
    ///
    /// # Errors
    /// If the seeds do not add up to [`SEEDS`].
    pub fn new(pits: Pits, stores: [u8; 2], side: Side) -> Result<Self, ReadFault> {
        let (on_board, stored) = (pits.seeds(), u32::from(stores[0]) + u32::from(stores[1]));
        if on_board + stored == SEEDS {
            return Ok(Self { pits, store: stores[0], side });
        }
        let reason = format!("{on_board} seeds in the pits and {stored} in the stores: the game has {SEEDS}");
        Err(ReadFault::Illegal(reason))
    }

    /// Returns the seeds in the pits, for the player to move.
    #[inline]
    pub fn pits(&self) -> Pits {
        self.pits
    }

    /// Returns the stores of the player to move and of the opponent.
    #[inline]
    pub fn stores(&self) -> [u8; 2] {
        [self.store, (SEEDS - self.pits.seeds()) as u8 - self.store]
    }

    /// Returns the side to move.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// Returns the stores of the first and of the second player.
    pub fn stores_by_side(&self) -> [u8; 2] {
        let [mine, theirs] = self.stores();
        match self.side {
            Side::Black => [mine, theirs],
            Side::White => [theirs, mine],
        }
    }
}

/// Returns the value of a game that ends with this difference of seeds.
pub(super) fn by_difference(difference: i32) -> Wdl {
    match difference {
        1.. => Wdl::Win,
        0 => Wdl::Draw,
        ..=-1 => Wdl::Loss,
    }
}

impl Game for Awari {
    type Position = AwariPosition;
    type Move = Pit;

    fn start(&self) -> AwariPosition {
        AwariPosition { pits: Pits::START, store: 0, side: Side::Black }
    }

    #[inline]
    fn side_to_move(&self, position: &AwariPosition) -> Side {
        position.side
    }

    #[inline]
    fn outcome(&self, position: &AwariPosition) -> Option<Wdl> {
        let [mine, theirs] = position.stores();
        if mine >= MAJORITY {
            return Some(Wdl::Win);
        }
        if theirs >= MAJORITY {
            return Some(Wdl::Loss);
        }
        // The opponent takes the remaining seeds.
        let over = || by_difference(2 * i32::from(mine) - SEEDS as i32);
        (!position.pits.can_move()).then(over)
    }

    fn moves(&self, position: &AwariPosition, moves: &mut Vec<Pit>) {
        moves.clear();
        if self.outcome(position).is_none() {
            moves.extend(position.pits.allowed());
        }
    }

    #[inline]
    fn play(&self, position: &AwariPosition, mv: Pit) -> AwariPosition {
        let sown = position.pits.sow(mv);
        let [_, theirs] = position.stores();
        AwariPosition { pits: sown.after, store: theirs, side: position.side.other() }
    }

    /// Play can continue forever unless the game is over.
    fn longest(&self, position: &AwariPosition) -> Plies {
        if self.outcome(position).is_some() { Plies(0) } else { Plies::ENDLESS }
    }
}

impl Symmetric for Awari {
    /// Returns the same position with the first player to move: the value for the player to move is the same.
    #[inline]
    fn canonical(&self, position: &AwariPosition) -> AwariPosition {
        AwariPosition { side: Side::Black, ..*position }
    }

    /// Counts the position and the same one with the other player to move.
    #[inline]
    fn copies(&self, _position: &AwariPosition) -> u64 {
        2
    }
}
