//! A run: learning until the time is over, with checkpoints.

use crate::batch::{Example, Lesson};
use crate::config::{Config, Teacher};
use crate::folder::{Checkpoint, LogEntry, RunFolder, TrainingProgress};
use crate::held::worst;
use crate::lessons::{Lessons, kinds};
use crate::planning::most;
use crate::tables::TableTeacher;
use crate::trainer::Trainer;
use nexsolve_core::ProbeError;
use nexsolve_games::{Played, Visitor};
use nexsolve_judging::exploit::ExploitError;
use nexsolve_net::{ChangeKind, NetError, Network, NetworkFile, NetworkShape};
use nexsolve_oracle::Oracle;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;
use std::{fs, io};

/// The positions with which a checkpoint is examined.
const EXAM: usize = 2_000;

/// The share of points with which a network replaces the best one before.
const ENOUGH: f64 = 0.55;

/// Why a run ends early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error("the folder of the run: {0}")]
    Folder(#[from] io::Error),
    #[error(transparent)]
    Table(#[from] ProbeError),
    #[error(transparent)]
    Exploit(#[from] ExploitError),
    #[error("the network cannot be written ({0}); try a lower rate")]
    Network(#[from] NetError),
    #[error("{}: {reason}", file.display())]
    From { file: PathBuf, reason: String },
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
    pub(crate) told: &'a mut dyn FnMut(&LogEntry),
}

impl Visitor for Run<'_> {
    type Done = Result<TrainingProgress, RunError>;

    fn on<G: Played>(self, game: G) -> Self::Done {
        let Run { config, oracle, folder, seconds, stop, told } = self;
        let game = Arc::new(game);
        let tables = TableTeacher::<G>::new(oracle);
        if tables.is_none() && config.teacher != Teacher::SelfPlay {
            return Err(RunError::NoTables(config.teacher));
        }
        let (mut progress, kinds, mut trainer) = begun(config, folder, &*game)?;
        let mut lessons = Lessons::new(config, &game, tables, progress.batches);
        let exam = lessons.exam(EXAM)?;
        let (begun, before) = (Instant::now(), progress);
        // The network that plays, with its file.
        let mut best = match folder.network()? {
            Some(bytes) if config.contest > 0 => (Network::read(&bytes)?, bytes),
            _ => trainer.network(notes(config, &progress))?,
        };
        let mut sums = [0.0_f64; 2];
        let mut since = 0;
        let spent = || before.seconds + begun.elapsed().as_secs_f64();
        let is_time = || spent() >= seconds || stop.load(Relaxed);
        let mut is_over = is_time();
        loop {
            progress.seconds = spent();
            progress.games = before.games + lessons.games;
            if since > 0 && (is_over || since == config.checkpoint) {
                let newest = trainer.network(notes(config, &progress))?;
                let score = lessons.contest(&newest.0, &best.0, progress.batches);
                if score.is_none_or(|score| score >= ENOUGH) {
                    best = newest;
                }
                let [moves_loss, values_loss] = sums.map(|sum| (sum / since as f64) as f32);
                let (gave, wrong_values) = exam.as_ref().map(|exam| examined(&best.0, exam)).unzip();
                let gave = gave.flatten();
                let worst = worst(&best.0, oracle, config.exploit, stop)?;
                let entry = LogEntry { progress, moves_loss, values_loss, score, gave, wrong_values, worst };
                let parts = trainer.save()?;
                let checkpoint = Checkpoint { progress, kinds: kinds.clone(), parts };
                folder.save(&checkpoint, &best.1, &entry)?;
                told(&entry);
                (sums, since) = ([0.0; 2], 0);
            }
            is_over |= is_time();
            if is_over && since == 0 {
                return Ok(progress);
            }
            let Some(examples) = lessons.batch(&best.0, progress.batches, &is_time)? else {
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

/// Returns how far the run has come, the kinds of changes, and the trainer.
fn begun<G: Played>(
    config: &Config,
    folder: &RunFolder,
    game: &G,
) -> Result<(TrainingProgress, Vec<ChangeKind>, Trainer), RunError> {
    if let Some(Checkpoint { progress, kinds, parts }) = folder.load()? {
        let trainer = Trainer::new(config, config.shape(kinds.clone())).load(parts, progress.batches)?;
        return Ok((progress, kinds, trainer));
    }
    let kinds = kinds(game, config.seed);
    let Some(file) = &config.from else {
        let trainer = Trainer::new(config, config.shape(kinds.clone()));
        return Ok((TrainingProgress::default(), kinds, trainer));
    };
    let named = |reason: String| RunError::From { file: file.clone(), reason };
    let bytes = fs::read(file).map_err(|error| named(error.to_string()))?;
    let NetworkFile { shape, tensors, .. } =
        NetworkFile::read(&bytes).map_err(|error| named(error.to_string()))?;
    if !kinds.iter().all(|kind| shape.kinds.contains(kind)) {
        return Err(named("it does not know all moves of this game".to_owned()));
    }
    let expected = config.shape(shape.kinds.clone());
    if shape != expected {
        let NetworkShape { channels, blocks, dims, hidden, .. } = shape;
        let reason =
            format!("it has channels = {channels}, blocks = {blocks}, dims = {dims}, hidden = {hidden}");
        return Err(named(format!("{reason}, which is not what the configuration says")));
    }
    let trainer = Trainer::new(config, expected).with_weights(&tensors);
    Ok((TrainingProgress::default(), shape.kinds, trainer))
}

/// Returns what the network file says of its making.
fn notes(config: &Config, progress: &TrainingProgress) -> HashMap<String, String> {
    HashMap::from([
        ("board".to_owned(), config.board.clone()),
        ("teacher".to_owned(), format!("{:?}", config.teacher)),
        ("batches".to_owned(), progress.batches.to_string()),
        ("games".to_owned(), progress.games.to_string()),
        ("seed".to_owned(), config.seed.to_string()),
    ])
}

/// Returns the share of positions where the network's best move gives value away, among those where a move
/// can, and the share of positions whose most likely value is wrong.
fn examined(network: &Network, exam: &[Example]) -> (Option<f64>, f64) {
    let (mut could, mut gave, mut wrong) = (0_u32, 0_u32, 0_u32);
    for examples in exam.chunks(128) {
        let seen: Vec<_> = examples.iter().map(|example| example.seen.clone()).collect();
        for (opinion, example) in network.evaluate(&seen).iter().zip(examples) {
            if let Lesson::Good(good) = &example.lesson
                && good.contains(&false)
            {
                could += 1;
                gave += u32::from(!good[most(&opinion.weights)]);
            }
            wrong += u32::from(most(&opinion.value) != most(&example.value));
        }
    }
    ((could > 0).then(|| f64::from(gave) / f64::from(could)), f64::from(wrong) / exam.len() as f64)
}
