//! Search knowledge for draughts.

use super::Draughts;
use super::board::Position;
use super::moves::{self, Move};
use nexsolve_core::{Bound, Candidate, Candidates, Game, Glance, Plies, Score, Searchable, Side};

/// The prior of a move: for each captured piece, for a new king, and for each row that a man has advanced.
const CAPTURE: i32 = 16;
const KING: i32 = 12;
const ROW: i32 = 1;

impl Searchable for Draughts {
    type Insight = ();

    fn key_bits(&self) -> u32 {
        97
    }

    fn key(&self, position: &Position) -> u128 {
        u128::from(position.white())
            | u128::from(position.black()) << 32
            | u128::from(position.kings()) << 64
            | u128::from(position.side() as u8) << 96
    }

    /// A position has far fewer captures between two squares than the 8,192 that fit.
    fn pack_move(&self, mv: Move) -> u32 {
        1 << 23 | u32::from(mv.nth() & 0x1fff) << 10 | mv.to().index() << 5 | mv.from().index()
    }

    fn history_slot(&self, mv: Move) -> usize {
        (mv.from().index() * 32 + mv.to().index()) as usize
    }

    fn history_len(&self) -> usize {
        32 * 32
    }

    fn glance(&self, position: &Position, threshold: Score) -> Glance<()> {
        if !moves::any(position) {
            return Glance::Settled(Bound::new(Score::MIN));
        }
        // There is a move: a win takes at least one ply, and a loss two.
        let (best, worst) = (Score::win_in(Plies(1)), Score::loss_in(Plies(2)));
        if threshold > best {
            Glance::Settled(Bound::new(best))
        } else if threshold <= worst {
            Glance::Settled(Bound::new(worst))
        } else {
            Glance::Open(())
        }
    }

    /// Lists all moves; those that capture much and those that advance men come first.
    fn candidates(
        &self,
        position: &Position,
        _threshold: Score,
        (): (),
        moves: &mut Vec<Candidate<Move>>,
    ) -> Candidates {
        let mut list = Vec::new();
        self.moves(position, &mut list);
        let home = if position.side() == Side::White { 0 } else { 7 };
        moves.clear();
        moves.extend(list.into_iter().map(|mv| {
            let mut prior = CAPTURE * mv.captured().count_ones() as i32;
            if position.kings() & mv.from().bit() == 0 {
                let crowned = moves::is_crowned(self.rules, position.side(), mv.to().bit(), mv.captured());
                prior += if crowned { KING } else { ROW * mv.to().row().abs_diff(home) as i32 };
            }
            Candidate { mv, prior }
        }));
        Candidates::Search { rest: Bound { score: Score::MIN, region: 0 } }
    }
}
