//! Awari with the rules that depend on the history of a game, and random play.

use super::halves::Halves;
use super::history::OCCURRENCES;
use super::pits::{OWN, SEEDS};
use super::sowing::allowed;
use super::stores::{MAJORITY, by_difference};
use super::{Awari, AwariPosition, History, Pit};
use nexsolve_core::{Chance, Contest, Draw, Ending, Game, Playout, SplitMix, Wdl};

impl Contest for Awari {
    type Memory = History;

    fn begin(&self, position: &AwariPosition) -> History {
        History::new(*position)
    }

    fn remember(&self, memory: &mut History, _before: &AwariPosition, mv: Pit) {
        memory.play(mv);
    }

    fn ending(&self, memory: &History, _position: &AwariPosition) -> Option<Ending> {
        let ending = memory.ending()?;
        Some(Ending { winner: ending.winner(), reason: ending.to_string() })
    }

    /// Captured seeds never return to the board.
    fn is_irreversible(&self, before: &AwariPosition, mv: Pit) -> bool {
        before.pits().sow(mv).captured > 0
    }

    /// The remaining seeds are split evenly, so the player with more seeds in store wins.
    fn value_of_repetition(&self, position: &AwariPosition) -> Wdl {
        let [own, other] = position.stores().map(i32::from);
        by_difference(own - other)
    }

    fn reason(&self, _outcome: Wdl) -> &'static str {
        "a store holds more than half of all seeds, or the player to move has no seeds to sow"
    }
}

/// Playouts end after this many plies without a capture, and the remaining seeds are split evenly.
const PATIENCE: usize = 100;
/// With more seeds than this on the board, random play hardly ever repeats a position three times.
const FEW: u32 = 12;

impl Chance for Awari {
    fn draw(&self, position: &AwariPosition, _: Draw, random: &mut SplitMix) -> Option<Pit> {
        if self.outcome(position).is_some() {
            return None;
        }
        let moves = allowed(position.pits().word);
        Some(Pit::ALL[NTH[moves as usize][random.below(moves.count_ones() as usize)] as usize])
    }

    /// With at most 12 seeds on the board, the third occurrence of a position ends the playout, counted since
    /// that number was reached. With more seeds, 100 plies without a capture end it. In both cases the
    /// remaining seeds are split evenly.
    fn playout(&self, position: &AwariPosition, _: Draw, random: &mut SplitMix) -> Playout {
        let mut board = Halves::of(position.pits().word);
        let [mut mine, mut theirs] = position.stores().map(u32::from);
        let (mut plies, mut quiet) = (0, 0);
        // The positions since the last capture that have few seeds.
        let mut seen = [0; PATIENCE];
        let difference = loop {
            if theirs >= u32::from(MAJORITY) || mine >= u32::from(MAJORITY) {
                break mine as i32 - theirs as i32;
            }
            if board.own == 0 {
                // The opponent takes the remaining seeds.
                break 2 * mine as i32 - SEEDS as i32;
            }
            if quiet == PATIENCE {
                break mine as i32 - theirs as i32;
            }
            if SEEDS - mine - theirs <= FEW {
                seen[quiet] = board.word();
                // The same player is to move in every second position.
                let times =
                    seen[..=quiet].iter().rev().step_by(2).filter(|&&before| before == seen[quiet]).count();
                if times == OCCURRENCES {
                    break mine as i32 - theirs as i32;
                }
            }
            let (after, captured) = step(board, random);
            plies += 1;
            quiet = if captured == 0 { quiet + 1 } else { 0 };
            board = after.turned();
            (mine, theirs) = (theirs, mine + captured);
        };
        let value = by_difference(difference);
        Playout { value: if plies % 2 == 0 { value } else { -value }, plies }
    }
}

/// Sows a random allowed pit; all are equally likely. There must be one.
#[inline]
fn step(board: Halves, random: &mut SplitMix) -> (Halves, u32) {
    let draw = |pits: u32, random: &mut SplitMix| {
        usize::from(NTH[pits as usize][random.below(pits.count_ones() as usize)])
    };
    let pit = draw(board.occupied(), random);
    let (after, captured) = board.sow(pit);
    if after.other != 0 {
        return (after, captured);
    }
    // The other moves decide whether this one is allowed. If it is not, drawing again among the allowed ones
    // keeps them equally likely.
    let moves = allowed(board.word());
    if moves >> pit & 1 != 0 {
        return (after, captured);
    }
    board.sow(draw(moves, random))
}

/// The elements of each set of own pits, in order.
static NTH: [[u8; OWN]; 1 << OWN] = {
    let mut table = [[0; OWN]; 1 << OWN];
    let mut set = 0;
    while set < 1 << OWN {
        let (mut pit, mut count) = (0, 0);
        while pit < OWN {
            if set >> pit & 1 != 0 {
                table[set][count] = pit as u8;
                count += 1;
            }
            pit += 1;
        }
        set += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::Notation;
    use nexsolve_core::laws::{self, Positions};

    #[test]
    fn random_play_follows_the_rules() {
        laws::irreversible(&Awari, 200, 2);
        let mut positions = laws::positions(&Awari, Positions::Games { count: 3, seed: 7 });
        // Feeding, the end of the seeds, and repetition.
        for text in [
            "1 1 1 1 1 2 | 0 0 0 0 0 0 | 20 21",
            "0 0 0 0 0 1 | 1 0 0 0 0 3 | 24 19",
            "1 0 0 0 0 0 | 0 1 0 0 0 0 | 23 23",
        ] {
            positions.push(Awari.read_position(text).expect(text));
        }
        let few: Vec<_> = positions
            .iter()
            .rev()
            .step_by(23)
            .copied()
            .chain(positions[positions.len() - 3..].to_vec())
            .collect();
        laws::chance(&Awari, &few, 3_000, 0.14, 1);
    }
}
