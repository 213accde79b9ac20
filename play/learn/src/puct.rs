//! Planning as in `AlphaZero` (D. Silver et al., "A general reinforcement learning algorithm that masters
//! chess, shogi, and Go through self-play", 2018): Dirichlet noise on the priors of the first moves, and
//! visits as the lesson.

use nexsolve_core::Wdl;
use nexsolve_players::Branch;
use rand::rngs::SmallRng;
use rand_distr::{Distribution, Gamma};

/// The share of the noise in the priors.
const NOISE: f32 = 0.25;

/// The sum of the parameters of the noise: as in `AlphaZero`, about 10 divided by the number of moves each.
const SUM: f32 = 10.0;

/// Returns the priors with noise.
pub(crate) fn noisy(priors: &[f32], random: &mut SmallRng) -> Vec<f32> {
    let gamma = Gamma::new(SUM / priors.len() as f32, 1.0).expect("a position has moves");
    let noise: Vec<f32> = priors.iter().map(|_| gamma.sample(random)).collect();
    let total = noise.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    priors.iter().zip(noise).map(|(prior, noise)| (1.0 - NOISE) * prior + NOISE * noise / total).collect()
}

/// Returns the share of each move in the visits of those that are not proven losses. A proven win gets all,
/// and if nothing was visited, each move with the best proven value gets the same.
pub(crate) fn visits<M>(branches: &[Branch<M>]) -> Vec<f32> {
    let best = branches.iter().filter_map(|branch| branch.proven).max();
    let open = |branch: &Branch<M>| if branch.proven == Some(Wdl::Loss) { 0 } else { branch.visits };
    let is_proven = best == Some(Wdl::Win) || branches.iter().all(|branch| open(branch) == 0);
    let weight = |branch: &Branch<M>| if is_proven { u32::from(branch.proven == best) } else { open(branch) };
    let total: u32 = branches.iter().map(weight).sum();
    branches.iter().map(|branch| weight(branch) as f32 / total as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::most;
    use rand::SeedableRng;

    #[test]
    fn noise_keeps_probabilities() {
        let mut random = SmallRng::seed_from_u64(3);
        let priors = [0.7, 0.2, 0.1, 0.0];
        let (mut sums, rounds) = ([0.0; 4], 4_000);
        for _ in 0..rounds {
            let noisy = noisy(&priors, &mut random);
            assert!((noisy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(noisy.iter().zip(priors).all(|(noisy, prior)| *noisy >= 0.75 * prior - 1e-6));
            sums.iter_mut().zip(noisy).for_each(|(sum, noisy)| *sum += noisy);
        }
        for (sum, prior) in sums.iter().zip(priors) {
            assert!((sum / rounds as f32 - (0.75 * prior + 0.25 / 4.0)).abs() < 0.01, "{sums:?}");
        }
    }

    #[test]
    fn visits_teach_unless_something_is_proven() {
        let branch = |visits, proven| Branch { mv: 0_u8, visits, share: 0.5, prior: 0.25, proven };
        let shares = visits(&[branch(3, None), branch(1, Some(Wdl::Draw)), branch(9, Some(Wdl::Loss))]);
        assert_eq!((shares.as_slice(), most(&shares)), ([0.75, 0.25, 0.0].as_slice(), 0));
        let shares = visits(&[branch(30, None), branch(1, Some(Wdl::Win)), branch(0, Some(Wdl::Win))]);
        assert_eq!(shares, [0.0, 0.5, 0.5]);
        let shares = visits(&[branch(5, Some(Wdl::Loss)), branch(0, Some(Wdl::Loss))]);
        assert_eq!(shares, [0.5, 0.5]);
        assert_eq!(visits(&[branch(0, None), branch(0, None)]), [0.5, 0.5]);
    }
}
