//! Test positions.

use nexsolve_core::laws::SplitMix;
use nexsolve_core::{Notation, Side};
use nexsolve_games::draughts::{Draughts, Position, RUSSIAN};

/// Parses a FEN.
pub(crate) fn at(fen: &str) -> Position {
    Draughts::new(RUSSIAN).read_position(fen).expect("a FEN")
}

/// Returns a random position with up to `most` pieces a side, men and kings, on any squares.
pub(crate) fn random(dice: &mut SplitMix, most: usize) -> Position {
    loop {
        let (mut white, mut black, mut kings) = (0_u32, 0_u32, 0_u32);
        let kings_in_eight = dice.below(9);
        let (whites, blacks) = (1 + dice.below(most), 1 + dice.below(most));
        for i in 0..whites + blacks {
            let bit = 1 << dice.below(32);
            let set = if i < whites { &mut white } else { &mut black };
            *set |= bit;
            if dice.below(8) < kings_in_eight {
                kings |= bit;
            }
        }
        let side = if dice.below(2) == 0 { Side::White } else { Side::Black };
        if let Ok(position) = Position::new(white, black & !white, kings & (white | black), side) {
            return position;
        }
    }
}
