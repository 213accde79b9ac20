//! The counts that `DeepDraughts` publishes, and the positions that they include.

use nexsolve_core::Ranked;
use nexsolve_games::draughts::Draughts;
use serde::Serialize;

/// The number of positions with up to `pieces` pieces, split into the parts that published counts include
/// once or twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PieceCounts {
    /// The greatest number of pieces.
    pub pieces: u32,
    /// Positions in which both colours have pieces, with either side to move: the positions of a database.
    pub both: u64,
    /// Positions in which one colour has no pieces left, each counted once.
    pub one: u64,
    /// The published count.
    pub published: u64,
    /// The rest of the published count: positions in the middle of a capture.
    pub left: i64,
}

/// The counts in its README: up to one, two and three pieces.
pub const PUBLISHED: [u64; 3] = [120, 10_580, 470_180];

/// The numbers of squares for a man and for a king.
const SQUARES: [u64; 2] = [28, 32];

/// Counts positions of up to one, two and three pieces in the same way. The numbers of positions in which
/// both colours have pieces are those of the layers of the game with its endings.
pub fn counted(game: &Draughts) -> Vec<PieceCounts> {
    let both_of = |pieces: u32| -> u64 {
        let of = |name: &str| name.len() as u32 - 1 == pieces;
        // A layer has the positions with White to move; those with Black to move are their mirror images.
        game.layers().iter().filter(|layer| of(&layer.name)).map(|layer| 2 * layer.len).sum()
    };
    let (mut both, mut one) = (0, 0);
    (1..=3)
        .map(|pieces| {
            both += if pieces > 1 { both_of(pieces) } else { 0 };
            one += 2 * alone(pieces);
            let published = PUBLISHED[pieces as usize - 1];
            let left = published as i64 - (both + one) as i64;
            PieceCounts { pieces, both, one, published, left }
        })
        .collect()
}

/// Returns the number of ways to place `pieces` pieces of one colour: men outside the far row, then kings on
/// any free square.
fn alone(pieces: u32) -> u64 {
    let choose = |n: u64, k: u32| (0..u64::from(k)).fold(1, |ways, i| ways * (n - i) / (i + 1));
    let [for_men, for_kings] = SQUARES;
    (0..=pieces).map(|men| choose(for_men, men) * choose(for_kings - u64::from(men), pieces - men)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_games::draughts::RUSSIAN;

    #[test]
    fn the_published_counts_are_found_again() {
        let found = counted(&Draughts::endings(RUSSIAN, 3));
        let parts: Vec<_> = found.iter().map(|c| (c.both, c.one, c.left)).collect();
        assert_eq!(parts, [(0, 120, 0), (6_976, 3_604, 0), (399_040, 68_796, 2_344)]);
    }
}
