//! The folder of a run: `config.toml`, `network.safetensors`, `log.jsonl` and `checkpoint`.

use crate::config::Config;
use crate::held::Worst;
use nexsolve_db::{files, locks};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The first bytes of a checkpoint: its kind and version.
const MAGIC: &[u8; 8] = b"nexlern1";

/// The folder of a run.
pub(crate) struct RunFolder(PathBuf);

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TrainingProgress {
    /// Batches learned.
    pub(crate) batches: u64,
    /// Positions learned, each as often as it was.
    pub(crate) positions: u64,
    /// Games of self-play.
    pub(crate) games: u64,
    /// Seconds spent.
    pub(crate) seconds: f64,
}

/// A line of the log: what a checkpoint has reached.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LogEntry {
    #[serde(flatten)]
    pub(crate) progress: TrainingProgress,
    /// The mean losses since the last checkpoint.
    pub(crate) moves_loss: f32,
    pub(crate) values_loss: f32,
    /// The share of points against the best network before, if there was a contest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<f64>,
    /// Without search, on positions drawn from the tables: the share of moves that give value away among
    /// those that could.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) gave: Option<f64>,
    /// The share of positions whose most likely value is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wrong_values: Option<f64>,
    /// The worst that can happen to the network without search.
    #[serde(flatten)]
    pub(crate) worst: Option<Worst>,
}

/// What a checkpoint holds beside the trainer's own parts.
#[derive(Serialize, Deserialize)]
struct Head {
    progress: TrainingProgress,
    kinds: Vec<[u8; 2]>,
    lengths: [usize; 2],
}

/// A checkpoint.
pub(crate) struct Checkpoint {
    pub(crate) progress: TrainingProgress,
    /// The kinds of changes that the network knows.
    pub(crate) kinds: Vec<nexsolve_net::ChangeKind>,
    /// The parts of the trainer.
    pub(crate) parts: [Vec<u8>; 2],
}

impl RunFolder {
    pub(crate) fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Creates the folder if it is missing, and keeps other processes from training in it as long as the
    /// returned file is open.
    pub(crate) fn lock(&self) -> io::Result<File> {
        fs::create_dir_all(&self.0)?;
        let file = File::create(self.0.join(".lock"))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => {
                Err(io::Error::other(format!("{}: another process is training in it", self.0.display())))
            }
            // The lock only protects against a second training by mistake.
            Err(TryLockError::Error(error)) if locks::has_none(&error) => Ok(file),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Returns the configuration of an earlier run in this folder.
    pub(crate) fn config(&self) -> io::Result<Option<Config>> {
        let bytes = self.read("config.toml")?;
        bytes.map(|bytes| toml::from_slice(&bytes).map_err(io::Error::other)).transpose()
    }

    /// Writes the configuration.
    pub(crate) fn begin(&self, config: &Config) -> io::Result<()> {
        let text = toml::to_string(config).map_err(io::Error::other)?;
        files::replace(&self.0.join("config.toml"), |out| out.write_all(text.as_bytes()))
    }

    /// Writes a checkpoint and the network, then a line of the log. Each file is replaced whole: a process
    /// that is killed loses the batches since the last checkpoint, or the line of that checkpoint.
    pub(crate) fn save(&self, checkpoint: &Checkpoint, network: &[u8], entry: &LogEntry) -> io::Result<()> {
        let Checkpoint { progress, kinds, parts } = checkpoint;
        let kinds = kinds.iter().map(|kind| [kind.before, kind.after]).collect();
        let head = Head { progress: *progress, kinds, lengths: [parts[0].len(), parts[1].len()] };
        let head = serde_json::to_vec(&head).map_err(io::Error::other)?;
        files::replace(&self.0.join("checkpoint"), |out| {
            out.write_all(MAGIC)?;
            out.write_all(&(head.len() as u64).to_le_bytes())?;
            out.write_all(&head)?;
            parts.iter().try_for_each(|part| out.write_all(part))
        })?;
        files::replace(&self.0.join("network.safetensors"), |out| out.write_all(network))?;
        let path = self.0.join("log.jsonl");
        let before = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read?,
        };
        let line = serde_json::to_string(entry).map_err(io::Error::other)?;
        files::replace(&path, |out| writeln!(out, "{before}{line}"))
    }

    /// Reads the log; it is empty before the first checkpoint.
    pub(crate) fn log(&self) -> io::Result<Vec<LogEntry>> {
        let bytes = self.read("log.jsonl")?.unwrap_or_default();
        let entries = serde_json::Deserializer::from_slice(&bytes).into_iter();
        entries.collect::<Result<_, _>>().map_err(io::Error::other)
    }

    /// Reads the network, if there is one.
    pub(crate) fn network(&self) -> io::Result<Option<Vec<u8>>> {
        self.read("network.safetensors")
    }

    /// Reads a file of the folder, if there is one.
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.0.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    /// Reads the checkpoint, if there is one.
    pub(crate) fn load(&self) -> io::Result<Option<Checkpoint>> {
        let Some(bytes) = self.read("checkpoint")? else { return Ok(None) };
        let damaged = || io::Error::other("the checkpoint is damaged, or of another version");
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(damaged)?;
        let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| damaged())?;
        let (head, rest) = rest.split_at_checked(length).ok_or_else(damaged)?;
        let Head { progress, kinds, lengths } = serde_json::from_slice(head).map_err(|_| damaged())?;
        let (model, optimizer) = rest.split_at_checked(lengths[0]).ok_or_else(damaged)?;
        if optimizer.len() != lengths[1] {
            return Err(damaged());
        }
        let kinds =
            kinds.into_iter().map(|[before, after]| nexsolve_net::ChangeKind { before, after }).collect();
        Ok(Some(Checkpoint { progress, kinds, parts: [model.to_vec(), optimizer.to_vec()] }))
    }
}
