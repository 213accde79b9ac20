//! A run: learning until the time is over, with checkpoints.

use crate::batch::{Example, Lesson};
use crate::config::{Config, Teacher};
use crate::folder::{Checkpoint, Entry, Progress, RunFolder};
use crate::lessons::{Lessons, kinds};
use crate::tables::TableTeacher;
use crate::trainer::Trainer;
use nexsolve_core::ProbeError;
use nexsolve_games::{Played, Visitor};
use nexsolve_net::{NetError, Network};
use nexsolve_oracle::Oracle;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The positions with which a checkpoint is examined.
const EXAM: usize = 2_000;

/// Why a run ends early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error("the folder of the run: {0}")]
    Folder(#[from] io::Error),
    #[error(transparent)]
    Table(#[from] ProbeError),
    #[error("the network cannot be written ({0}); try a lower rate")]
    Network(#[from] NetError),
    #[error("the teacher {0:?} needs tables of the whole board; name their folder with --db")]
    NoTables(Teacher),
    #[error("the losses are not numbers any more; try a lower rate")]
    Diverged,
}

/// A run on a board whose game is known only at run time.
pub(crate) struct Run<'a> {
    pub(crate) config: &'a Config,
    pub(crate) oracle: &'a Oracle,
    pub(crate) folder: &'a RunFolder,
    /// The seconds after which it ends, those of earlier processes included.
    pub(crate) seconds: f64,
    /// Ends it at the next batch.
    pub(crate) stop: &'a AtomicBool,
    /// Told about each checkpoint.
    pub(crate) told: &'a mut dyn FnMut(&Entry),
}

impl Visitor for Run<'_> {
    type Done = Result<Progress, RunError>;

    fn on<G: Played>(self, game: G) -> Self::Done {
        let Run { config, oracle, folder, seconds, stop, told } = self;
        let game = Arc::new(game);
        let tables = TableTeacher::<G>::new(oracle);
        if tables.is_none() && config.teacher != Teacher::SelfPlay {
            return Err(RunError::NoTables(config.teacher));
        }
        let (mut progress, kinds, parts) = match folder.load()? {
            Some(Checkpoint { progress, kinds, parts }) => (progress, kinds, Some(parts)),
            None => (Progress::default(), kinds(&*game, config.seed), None),
        };
        let mut trainer = Trainer::new(config, config.shape(kinds.clone()));
        if let Some(parts) = parts {
            trainer = trainer.load(parts, progress.batches)?;
        }
        let mut lessons = Lessons::new(config, &game, tables, progress.batches);
        let exam = lessons.exam(EXAM)?;
        let (begun, before) = (Instant::now(), progress);
        let (_, mut network) = trainer.network(notes(config, &progress))?;
        let mut sums = [0.0_f64; 2];
        let mut since = 0;
        let spent = || before.seconds + begun.elapsed().as_secs_f64();
        let is_time = || spent() >= seconds || stop.load(Relaxed);
        let mut is_over = is_time();
        loop {
            progress.seconds = spent();
            progress.games = before.games + lessons.games;
            if since > 0 && (is_over || since == config.checkpoint) {
                let (bytes, next) = trainer.network(notes(config, &progress))?;
                network = next;
                let [moves_loss, values_loss] = sums.map(|sum| (sum / since as f64) as f32);
                let (gave, wrong_values) = exam.as_ref().map(|exam| examined(&network, exam)).unzip();
                let entry = Entry { progress, moves_loss, values_loss, gave: gave.flatten(), wrong_values };
                let parts = trainer.save()?;
                let checkpoint = Checkpoint { progress, kinds: kinds.clone(), parts };
                folder.save(&checkpoint, &bytes, &entry)?;
                told(&entry);
                (sums, since) = ([0.0; 2], 0);
            }
            is_over |= is_time();
            if is_over && since == 0 {
                return Ok(progress);
            }
            let Some(examples) = lessons.batch(&network, progress.batches, &is_time)? else {
                is_over = true;
                if since == 0 {
                    return Ok(progress);
                }
                continue;
            };
            let losses = trainer.learn(&examples, config.rate, progress.seconds / seconds);
            if !losses.iter().all(|loss| loss.is_finite()) {
                return Err(RunError::Diverged);
            }
            sums.iter_mut().zip(losses).for_each(|(sum, loss)| *sum += f64::from(loss));
            progress.batches = trainer.steps;
            progress.positions += examples.len() as u64;
            since += 1;
            is_over = is_time();
        }
    }
}

/// Returns what the network file says of its making.
fn notes(config: &Config, progress: &Progress) -> HashMap<String, String> {
    HashMap::from([
        ("board".to_owned(), config.board.clone()),
        ("teacher".to_owned(), format!("{:?}", config.teacher)),
        ("batches".to_owned(), progress.batches.to_string()),
        ("games".to_owned(), progress.games.to_string()),
        ("seed".to_owned(), config.seed.to_string()),
    ])
}

/// Returns the share of positions where the network's best move gives value away, among those where a move can, and the share of positions
/// whose most likely value is wrong.
fn examined(network: &Network, exam: &[Example]) -> (Option<f64>, f64) {
    let (mut could, mut gave, mut wrong) = (0_u32, 0_u32, 0_u32);
    for examples in exam.chunks(128) {
        let seen: Vec<_> = examples.iter().map(|example| example.seen.clone()).collect();
        for (opinion, example) in network.evaluate(&seen).iter().zip(examples) {
            let most =
                |numbers: &[f32]| (0..numbers.len()).max_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
            if let (Lesson::Good(good), Some(chosen)) = (&example.lesson, most(&opinion.weights))
                && good.contains(&false)
            {
                could += 1;
                gave += u32::from(!good[chosen]);
            }
            wrong += u32::from(most(&opinion.value) != most(&example.value));
        }
    }
    ((could > 0).then(|| f64::from(gave) / f64::from(could)), f64::from(wrong) / exam.len() as f64)
}
