//! Search knowledge for the game with stores.
//!
//! A question whether a win or loss comes within a number of plies reaches no deeper than that, so a search
//! by such questions ends, although the game itself may not.

use super::stores::MAJORITY;
use super::{Awari, AwariPosition, OWN, Pit, numbering};
use nexsolve_core::{Bound, Candidate, Candidates, Game, Glance, Plies, Score, Searchable, Side};

/// Bits of a position's number among those with equally many seeds in the pits: C(59, 11) is less than 2³⁹.
const NUMBER_BITS: u32 = 39;

/// Bits of a number of seeds.
const SEED_BITS: u32 = 6;

/// A player whose store holds this many seeds cannot lose.
const HALF: u8 = MAJORITY - 1;

impl Searchable for Awari {
    type Insight = ();

    fn key_bits(&self) -> u32 {
        NUMBER_BITS + 2 * SEED_BITS + 1
    }

    /// The key consists of the number of the pits' contents, the seeds in the pits and in the mover's store,
    /// and the side to move.
    fn key(&self, position: &AwariPosition) -> u128 {
        let [mine, _] = position.stores();
        let side = match position.side_to_move() {
            Side::Black => 0,
            Side::White => 1,
        };
        let pits = position.pits();
        let key = u64::from(pits.seeds()) << SEED_BITS | u64::from(mine);
        u128::from((key << 1 | side) << NUMBER_BITS | numbering::number(pits.word))
    }

    fn pack_move(&self, mv: Pit) -> u32 {
        mv.index() as u32 + 1
    }

    fn history_slot(&self, mv: Pit) -> usize {
        mv.index()
    }

    fn history_len(&self) -> usize {
        OWN
    }

    /// A player wins only by a move of its own. A move of the opponent gives the mover no seeds except those
    /// left when the mover cannot move, and these go to the opponent. And a player with half of all seeds
    /// does not lose.
    fn glance(&self, position: &AwariPosition, threshold: Score) -> Glance<()> {
        let settled = |score| Glance::Settled(Bound::new(score));
        if let Some(outcome) = self.outcome(position) {
            return settled(Score::of_outcome(outcome));
        }
        let [mine, theirs] = position.stores();
        let (soonest_win, soonest_loss) = (Score::win_in(Plies(1)), Score::loss_in(Plies(2)));
        if threshold > soonest_win {
            return settled(soonest_win);
        }
        if threshold <= soonest_loss {
            return settled(soonest_loss);
        }
        if theirs == HALF && threshold > Score::DRAW || mine == HALF && threshold <= Score::DRAW {
            return settled(Score::DRAW);
        }
        Glance::Open(())
    }

    /// An immediate win settles the question. Moves that capture many seeds come first.
    fn candidates(
        &self,
        position: &AwariPosition,
        threshold: Score,
        (): (),
        moves: &mut Vec<Candidate<Pit>>,
    ) -> Candidates {
        moves.clear();
        for mv in position.pits().allowed() {
            let after = self.play(position, mv);
            if self.outcome(&after).map(Score::of_outcome) == Some(Score::MIN) {
                return Candidates::Settled(Bound::new(Score::win_in(Plies(1))));
            }
            let captured = position.pits().seeds() - after.pits().seeds();
            moves.push(Candidate { mv, prior: captured as i32 });
        }
        let later_win = Score::win_in(Plies(3));
        if threshold > later_win {
            return Candidates::Settled(Bound::new(later_win));
        }
        Candidates::Search { rest: Bound { score: Score::MIN, region: 0 } }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pits, SEEDS};
    use super::*;
    use nexsolve_core::laws::{self, Positions};
    use std::collections::HashMap;

    /// The score if the game is decided within `plies` plies, else a draw.
    fn within(
        position: &AwariPosition,
        plies: u16,
        known: &mut HashMap<(AwariPosition, u16), Score>,
    ) -> Score {
        if let Some(outcome) = Awari.outcome(position) {
            return Score::of_outcome(outcome);
        }
        if plies == 0 {
            return Score::DRAW;
        }
        if let Some(&score) = known.get(&(*position, plies)) {
            return score;
        }
        let mut moves = Vec::new();
        Awari.moves(position, &mut moves);
        let scores = moves.iter().map(|&mv| within(&Awari.play(position, mv), plies - 1, known).lift());
        let score = scores.max().expect("the game goes on");
        known.insert((*position, plies), score);
        score
    }

    /// Late positions of random games, and positions with few seeds and stores near half of the seeds.
    fn positions() -> Vec<AwariPosition> {
        const SEED: u64 = 4;
        println!("seed {SEED}");
        let mut random = laws::SplitMix(SEED);
        let mut all = laws::positions(&Awari, Positions::Games { count: 20, seed: SEED });
        for _ in 0..600 {
            let seeds = 1 + random.below(14) as u32;
            let mut pits = [0; 12];
            (0..seeds).for_each(|_| pits[random.below(12)] += 1);
            let mine = (SEEDS - seeds) as u8 / 2 + random.below(9) as u8 - 4;
            let stores = [mine, (SEEDS - seeds) as u8 - mine];
            let pits = Pits::new(pits).expect("few");
            all.push(AwariPosition::new(pits, stores, Side::Black).expect("all seeds"));
        }
        all
    }

    #[test]
    fn claims_are_true() {
        const DEEP: u16 = 6;
        let mut moves = Vec::new();
        let mut claims = 0;
        for position in positions() {
            let mut known = HashMap::new();
            let lengths = || (1..=DEEP).map(Plies);
            let thresholds = lengths().map(Score::loss_in).chain([Score::LOSS, Score::DRAW, Score::WIN]);
            for threshold in thresholds.chain(lengths().map(Score::win_in)) {
                let answer = match Awari.glance(&position, threshold) {
                    Glance::Settled(answer) => answer,
                    Glance::Open(()) => match Awari.candidates(&position, threshold, (), &mut moves) {
                        Candidates::Settled(answer) => answer,
                        Candidates::Search { rest } => {
                            let listed: Vec<Pit> = position.pits().allowed().collect();
                            assert_eq!(
                                moves.iter().map(|candidate| candidate.mv).collect::<Vec<_>>(),
                                listed
                            );
                            assert_eq!(rest.score, Score::MIN);
                            continue;
                        }
                    },
                };
                claims += 1;
                // An undecided position counts as a draw, which could contradict only bounds longer than
                // `DEEP`.
                let score = within(&position, DEEP, &mut known);
                let claim = answer.score;
                let holds = if claim >= threshold { score >= claim } else { score <= claim };
                assert!(holds, "{position:?}: claimed {claim} at {threshold}, but it is {score}");
            }
        }
        assert!(claims > 1_000);
    }

    #[test]
    fn keys_are_distinct() {
        let all: std::collections::HashSet<AwariPosition> = positions().into_iter().collect();
        let keys: std::collections::HashSet<u128> = all.iter().map(|position| Awari.key(position)).collect();
        assert_eq!(keys.len(), all.len());
        assert!(keys.iter().all(|key| 128 - key.leading_zeros() <= Awari.key_bits()));
        assert!(Awari.key_bits() <= 64);
    }
}
