//! The game with stores, as it is played and searched.

use super::{Pit, Pits, SEEDS};
use nexsolve_core::{Fault, Game, Plies, Side, Symmetric, Wdl};

/// A store with so many seeds has won: half of all, and one more.
pub const MAJORITY: u8 = SEEDS as u8 / 2 + 1;

/// The game with stores. The first player is [`Side::Black`].
///
/// It ends when a store holds [`MAJORITY`], or when the player to move cannot: then the opponent takes the seeds that are
/// left. Who has more wins. Positions know nothing of earlier ones, so play can go on for ever; what it comes to then,
/// [`History`](super::History) tells, which ends a game at the third occurrence of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Awari;

/// A position: the seeds in the pits and in the stores, and whose turn it is. All [`SEEDS`] are somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AwariPosition {
    pits: Pits,
    /// The store of the player to move. The opponent's holds the rest.
    store: u8,
    side: Side,
}

impl AwariPosition {
    /// A position with these stores, of the player to move (`side`) and of the opponent.
    ///
    /// # Errors
    /// Unless all seeds of the game are there.
    pub fn new(pits: Pits, stores: [u8; 2], side: Side) -> Result<Self, Fault> {
        let (on_board, stored) = (pits.seeds(), u32::from(stores[0]) + u32::from(stores[1]));
        if on_board + stored == SEEDS {
            return Ok(Self { pits, store: stores[0], side });
        }
        let reason = format!("{on_board} seeds in the pits and {stored} in the stores: the game has {SEEDS}");
        Err(Fault::Illegal(reason))
    }

    /// The seeds in the pits, for the player to move.
    #[inline]
    pub fn pits(&self) -> Pits {
        self.pits
    }

    /// The stores of the player to move and of the opponent.
    #[inline]
    pub fn stores(&self) -> [u8; 2] {
        [self.store, (SEEDS - self.pits.seeds()) as u8 - self.store]
    }

    /// Whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// The stores of the first and of the second player.
    pub fn stores_by_side(&self) -> [u8; 2] {
        let [mine, theirs] = self.stores();
        match self.side {
            Side::Black => [mine, theirs],
            Side::White => [theirs, mine],
        }
    }
}

/// Who wins with so many seeds more than the opponent.
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
        // The opponent takes what is left.
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

    /// Play can go round for ever wherever it goes on.
    fn longest(&self, position: &AwariPosition) -> Plies {
        if self.outcome(position).is_some() { Plies(0) } else { Plies::ENDLESS }
    }
}

impl Symmetric for Awari {
    /// The same position with the first player to move: whose turn it is changes nothing for the player whose it is.
    #[inline]
    fn canonical(&self, position: &AwariPosition) -> AwariPosition {
        AwariPosition { side: Side::Black, ..*position }
    }

    /// The position and the same with the other player to move.
    #[inline]
    fn copies(&self, _position: &AwariPosition) -> u64 {
        2
    }
}
