//! Planning a move with few simulations: which move each simulation begins with, and what the search teaches
//! (I. Danihelka et al., "Policy improvement by planning with Gumbel", 2022). Below the first move, the
//! tree's own rule selects.

use nexsolve_core::Wdl;
use nexsolve_players::Branch;
use rand::rngs::SmallRng;
use rand_distr::{Distribution, Gumbel};

/// The moves that are considered, at most.
const CONSIDERED: usize = 16;

/// How much visits and shares of points count against priors.
const VISITS: f32 = 50.0;

/// Sequential halving: simulations are divided among ever fewer moves.
pub(crate) struct Halving {
    /// For each move, its Gumbel noise plus the logarithm of its prior.
    noisy: Vec<f32>,
    /// The moves that are still considered, the best first.
    left: Vec<usize>,
    /// The visits that each move had before.
    before: Vec<u32>,
    /// The visits that each move that is left should have by the end of this phase, beyond those before.
    goal: u32,
    /// The simulations of each phase.
    each: u32,
}

impl Halving {
    /// Begins a plan of `simulations` for these moves.
    pub(crate) fn new<M: Copy>(branches: &[Branch<M>], simulations: u32, random: &mut SmallRng) -> Self {
        let gumbel = Gumbel::new(0.0, 1.0).expect("the standard distribution");
        let noisy = |branch: &Branch<M>| log(branch.prior) + gumbel.sample(random);
        let noisy: Vec<f32> = branches.iter().map(noisy).collect();
        let mut left: Vec<usize> = (0..branches.len()).filter(|&mv| !is_lost(&branches[mv])).collect();
        let count = CONSIDERED.min(left.len()).min(simulations as usize).max(1);
        left.sort_by(|&a, &b| noisy[b].total_cmp(&noisy[a]));
        left.truncate(count);
        let phases = usize::BITS - (count - 1).leading_zeros();
        let each = simulations / phases.max(1);
        let goal = (each / count as u32).max(1);
        Self { noisy, left, before: branches.iter().map(|branch| branch.visits).collect(), goal, each }
    }

    /// Returns the move that the next simulation begins with.
    pub(crate) fn next<M: Copy>(&mut self, branches: &[Branch<M>]) -> usize {
        loop {
            self.drop_lost(branches);
            let had = |mv: usize| branches[mv].visits - self.before[mv];
            let open = |&mv: &usize| had(mv) < self.goal && branches[mv].proven.is_none();
            if let Some(mv) = self.left.iter().copied().find(open) {
                return mv;
            }
            if self.left.len() == 1 {
                return self.left[0];
            }
            // Half of the moves are left for the next phase.
            self.rank(branches);
            self.left.truncate(self.left.len().div_ceil(2));
            self.goal += (self.each / self.left.len() as u32).max(1);
        }
    }

    /// Drops moves that are proven losses. If none is left, the open move with the most noise and prior takes
    /// their place.
    fn drop_lost<M: Copy>(&mut self, branches: &[Branch<M>]) {
        self.left.retain(|&mv| !is_lost(&branches[mv]));
        if self.left.is_empty() {
            let open = (0..branches.len()).filter(|&mv| !is_lost(&branches[mv]));
            let best = open.max_by(|&a, &b| self.noisy[a].total_cmp(&self.noisy[b]));
            // If all moves lose, any will do.
            self.left.push(best.unwrap_or(0));
        }
    }

    /// Sorts the moves that are left, the best first.
    fn rank<M: Copy>(&mut self, branches: &[Branch<M>]) {
        let scale = scale(branches);
        let worth = |mv: usize| self.noisy[mv] + scale * branches[mv].share;
        let mut left = std::mem::take(&mut self.left);
        left.sort_by(|&a, &b| worth(b).total_cmp(&worth(a)));
        self.left = left;
    }

    /// Returns the move to play.
    pub(crate) fn choice<M: Copy>(&mut self, branches: &[Branch<M>]) -> usize {
        self.drop_lost(branches);
        self.rank(branches);
        self.left[0]
    }
}

fn is_lost<M>(branch: &Branch<M>) -> bool {
    branch.proven == Some(Wdl::Loss)
}

/// Returns the probabilities that the search teaches: those of the priors, improved by the shares of points.
/// Moves without visits count as the mean of the judgement of the position, `share`, and the moves with
/// visits.
pub(crate) fn improved<M: Copy>(branches: &[Branch<M>], share: f32) -> Vec<f32> {
    let scale = scale(branches);
    let visited = || branches.iter().filter(|branch| branch.visits > 0 || branch.proven.is_some());
    let visits: u32 = branches.iter().map(|branch| branch.visits).sum();
    let weight: f32 = visited().map(|branch| branch.prior).sum();
    let mean: f32 = visited().map(|branch| branch.prior * branch.share).sum::<f32>() / weight.max(1e-9);
    let mixed = if weight > 0.0 { (share + visits as f32 * mean) / (1 + visits) as f32 } else { share };
    let worth = |branch: &Branch<M>| {
        let known = branch.visits > 0 || branch.proven.is_some();
        log(branch.prior) + scale * if known { branch.share } else { mixed }
    };
    let worths: Vec<f32> = branches.iter().map(worth).collect();
    let most = worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = worths.iter().map(|worth| (worth - most).exp()).collect();
    let total: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

fn scale<M: Copy>(branches: &[Branch<M>]) -> f32 {
    VISITS + branches.iter().map(|branch| branch.visits).max().unwrap_or(0) as f32
}

fn log(prior: f32) -> f32 {
    prior.max(1e-12).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn branch(prior: f32, visits: u32, share: f32) -> Branch<u8> {
        Branch { mv: 0, visits, share, prior, proven: None }
    }

    #[test]
    fn all_simulations_are_used_and_the_best_move_is_found() {
        let mut random = SmallRng::seed_from_u64(3);
        let shares = [0.2, 0.9, 0.4, 0.5, 0.1, 0.3];
        let (mut found, games) = (0, 200);
        for _ in 0..games {
            let mut branches: Vec<_> = shares.iter().map(|_| branch(1.0 / 6.0, 0, 0.5)).collect();
            let mut plan = Halving::new(&branches, 24, &mut random);
            for _ in 0..24 {
                let mv = plan.next(&branches);
                branches[mv].visits += 1;
                branches[mv].share = shares[mv];
            }
            assert_eq!(branches.iter().map(|branch| branch.visits).sum::<u32>(), 24);
            found += u32::from(plan.choice(&branches) == 1);
        }
        assert_eq!(found, games, "every move is tried, and the shares outweigh the noise");
    }

    /// If every move that is considered turns out to lose, the only other move is found.
    #[test]
    fn proven_losses_are_not_played() {
        let mut random = SmallRng::seed_from_u64(5);
        let mut branches: Vec<_> = (0..200).map(|_| branch(1.0 / 200.0, 0, 0.5)).collect();
        let mut plan = Halving::new(&branches, 400, &mut random);
        for _ in 0..400 {
            let mv = plan.next(&branches);
            branches[mv].visits += 1;
            if mv != 137 {
                (branches[mv].proven, branches[mv].share) = (Some(Wdl::Loss), 0.0);
            }
        }
        assert_eq!(plan.choice(&branches), 137);
        // A new plan leaves out what is lost already.
        for (mv, branch) in branches.iter_mut().enumerate() {
            branch.proven = (mv != 137).then_some(Wdl::Loss);
        }
        assert_eq!(Halving::new(&branches, 8, &mut random).next(&branches), 137);
    }

    #[test]
    fn a_proven_win_gets_all_the_weight() {
        let mut branches = vec![branch(0.7, 5, 0.4), branch(0.1, 0, 1.0), branch(0.2, 0, 0.5)];
        branches[1].proven = Some(Wdl::Win);
        let improved = improved(&branches, 0.5);
        assert!(improved[1] > 0.999, "{improved:?}");
        assert!((improved.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }
}
