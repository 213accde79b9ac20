//! How fast self-play and learning are.

use crate::config::Config;
use crate::lessons::kinds;
use crate::selfplay::SelfPlay;
use crate::trainer::Trainer;
use nexsolve_games::{Played, Visitor};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

/// Measures on a board whose game is known only at run time.
pub(crate) struct Measure<'a> {
    pub(crate) config: &'a Config,
    pub(crate) seconds: f64,
}

impl Visitor for Measure<'_> {
    type Done = Vec<String>;

    fn on<G: Played>(self, game: G) -> Vec<String> {
        let Self { config, seconds } = self;
        let game = Arc::new(game);
        let mut trainer = Trainer::new(config, config.shape(kinds(&*game, config.seed)));
        let network = trainer.network(HashMap::new()).expect("small weights").0;
        let play = config.play();
        let threads = rayon::current_num_threads();
        let count = config.games.div_ceil(threads);
        let mut groups: Vec<_> =
            (0..threads as u64).map(|i| SelfPlay::new(&game, play, count, config.seed + i)).collect();
        let (begun, mut games, mut examples) = (Instant::now(), 0, Vec::new());
        while begun.elapsed().as_secs_f64() < seconds {
            for (played, finished) in
                groups.par_iter_mut().map(|group| group.play(&network, 1, &|| false)).collect::<Vec<_>>()
            {
                games += finished;
                examples.extend(played.into_iter().map(|(_, example)| example));
            }
        }
        let spent = begun.elapsed().as_secs_f64();
        let first = format!(
            "self-play: {:.2} games a second, {:.0} positions a second, {threads} threads, {} simulations a move",
            games as f64 / spent,
            examples.len() as f64 / spent,
            config.simulations
        );
        let batch: Vec<_> = examples.iter().cycle().take(config.batch).cloned().collect();
        let (begun, mut batches) = (Instant::now(), 0);
        while begun.elapsed().as_secs_f64() < seconds {
            trainer.learn(&batch, config.rate, 0.0);
            batches += 1;
        }
        let learned = f64::from(batches) * config.batch as f64 / begun.elapsed().as_secs_f64();
        vec![first, format!("learning: {learned:.0} positions a second")]
    }
}
