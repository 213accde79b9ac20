//! Trains networks for nexsolve: by self-play, by tables, or by both.

mod batch;
mod config;
mod curves;
mod folder;
mod gumbel;
mod held;
mod inplay;
mod lessons;
mod loss;
mod model;
mod patrol;
mod planning;
mod puct;
mod run;
mod selfplay;
mod speed;
mod symmetry;
mod tables;
#[cfg(test)]
mod tests;
mod trainer;

use clap::{Args, Parser, Subcommand};
use config::{Config, Teacher};
use folder::RunFolder;
use nexsolve_console::{Exit, Fault, files, stop};
use nexsolve_games::{Board, visit};
use nexsolve_oracle::{Opened, Oracle, OracleDatabase};
use planning::Planning;
use run::{Run, RunError};
use std::error::Error;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::Arc;

/// Trains networks for nexsolve: by self-play, by tables, or by both.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Trains a network, or goes on with a run that has ended or was killed.
    Train(Train),
    /// Draws learning curves from the logs of runs, as an SVG picture.
    Curves(Picture),
    /// Measures how many games of self-play and how many batches a second takes.
    Speed(Speed),
}

#[derive(Args)]
struct Train {
    /// The board, such as nex:4x4.
    board: String,
    /// The folder of the run: configuration, checkpoint, log, and the network.
    #[arg(long, value_name = "RUN")]
    out: PathBuf,
    /// The hours after which the run ends, those of earlier processes included.
    #[arg(long, default_value_t = 1.0, value_name = "H")]
    hours: f64,
    /// Folders of databases: what the tables teach, and what checkpoints are examined by.
    #[arg(long, value_name = "DIR")]
    db: Vec<PathBuf>,
    /// A configuration file in TOML; the options below come before it. A run that goes on keeps its own.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

/// Settings that are often changed; `RUN/config.toml` lists all.
#[derive(Args, Default)]
struct Options {
    /// Where examples come from.
    #[arg(long)]
    teacher: Option<Teacher>,
    /// The channels of the network.
    #[arg(long, value_name = "N")]
    channels: Option<usize>,
    /// The blocks of the network.
    #[arg(long, value_name = "N")]
    blocks: Option<usize>,
    /// A network of the same game to begin with, on whatever board it was trained.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// With tables, the share of positions that are hard for the network, from games in which it plays one
    /// colour.
    #[arg(long, value_name = "SHARE")]
    hard: Option<f64>,
    /// How moves of self-play are planned.
    #[arg(long)]
    planning: Option<Planning>,
    /// Simulations for each move of self-play.
    #[arg(long, value_name = "N")]
    simulations: Option<u32>,
    /// The seed of all random numbers.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Options {
    fn apply(&self, config: &mut Config) {
        let Self { teacher, channels, blocks, hard, planning, simulations, seed, .. } = *self;
        config.teacher = teacher.unwrap_or(config.teacher);
        config.channels = channels.unwrap_or(config.channels);
        config.blocks = blocks.unwrap_or(config.blocks);
        config.from = self.from.clone().or(config.from.take());
        config.hard = hard.unwrap_or(config.hard);
        config.planning = planning.unwrap_or(config.planning);
        config.simulations = simulations.unwrap_or(config.simulations);
        config.seed = seed.unwrap_or(config.seed);
    }
}

#[derive(Args)]
struct Picture {
    /// Curves such as tables=run1,run2: a name, and the folders of the runs over which it is averaged.
    #[arg(required = true, value_name = "NAME=RUN")]
    curves: Vec<curves::Curve>,
    /// What learning is measured against.
    #[arg(long, value_enum, default_value_t = curves::Against::Seconds)]
    against: curves::Against,
    /// The picture to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args)]
struct Speed {
    /// The board, such as nex:4x4.
    board: String,
    /// The seconds of each measurement.
    #[arg(long, default_value_t = 10.0, value_name = "S")]
    seconds: f64,
    #[command(flatten)]
    options: Options,
}

fn main() {
    nexsolve_console::run(|| {
        let done = match Arguments::parse().command {
            Command::Train(arguments) => {
                // The run ends with a checkpoint after the next batch.
                stop::on_interrupt("the run")?;
                train(&arguments)
            }
            Command::Curves(Picture { curves, against, out }) => curves::draw(&curves, against, &out),
            Command::Speed(arguments) => speed(&arguments),
        };
        done.map(|()| Exit::Done).map_err(|error| fault(&*error))
    })
}

/// The fault of an error: of the system if that is the cause.
fn fault(error: &(dyn Error + 'static)) -> Fault {
    let mut cause = Some(error);
    while let Some(inner) = cause {
        if let Some(refusal) = inner.downcast_ref::<io::Error>().filter(|error| is_refusal(error.kind())) {
            return files::refused(error.to_string(), refusal);
        }
        cause = inner.source();
    }
    Fault::new(Exit::Fault, error.to_string())
}

/// Returns whether the system refuses something with errors of this kind.
fn is_refusal(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::FileTooLarge
            | ErrorKind::StorageFull
            | ErrorKind::QuotaExceeded
            | ErrorKind::PermissionDenied
            | ErrorKind::ReadOnlyFilesystem
    )
}

type Done = Result<(), Box<dyn Error>>;

fn train(arguments: &Train) -> Done {
    let board = nexsolve_games::played(&arguments.board, None)?;
    if !(arguments.hours > 0.0 && arguments.hours.is_finite()) {
        return Err("--hours must be greater than 0".into());
    }
    let folder = RunFolder::new(&arguments.out);
    let _lock = folder.lock()?;
    let config = configured(arguments, board, &folder)?;
    let oracle = oracle(board, &arguments.db)?;
    if config.teacher != Teacher::SelfPlay && !oracle.has_tables() {
        return Err(RunError::NoTables(config.teacher).into());
    }
    folder.begin(&config)?;
    let run = Run {
        config: &config,
        oracle: &oracle,
        folder: &folder,
        seconds: arguments.hours * 3_600.0,
        stop: stop::flag(),
        told: &mut |entry| eprintln!("{}", line(entry)),
    };
    let progress = visit(board, run)??;
    let network = arguments.out.join("network.safetensors");
    println!("{}: {} batches in {:.0} s", network.display(), progress.batches, progress.seconds);
    Ok(())
}

/// Returns the configuration of a run: that of the folder if it goes on, else that of the arguments.
fn configured(arguments: &Train, board: Board, folder: &RunFolder) -> Result<Config, Box<dyn Error>> {
    let mut wished = Config::default();
    let before = folder.config()?;
    if let Some(file) = &arguments.config {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = std::fs::read_to_string(file).map_err(|error| named(&error))?;
        wished = toml::from_str(&text).map_err(|error| named(&error))?;
    } else if let Some(before) = &before {
        wished = before.clone();
    }
    wished.board = board.to_string();
    arguments.options.apply(&mut wished);
    wished.check()?;
    if before.is_some_and(|before| before != wished) {
        let out = arguments.out.display();
        return Err(format!("{out} holds a run with other settings; choose another folder").into());
    }
    Ok(wished)
}

/// Returns a checkpoint as a line for people.
fn line(entry: &folder::LogEntry) -> String {
    let folder::LogEntry { progress, moves_loss, values_loss, score, gave, wrong_values, worst } = entry;
    let score = score.map(|score| format!("; score {score:.3} against the best network"));
    let line = format!(
        "{:.0} s: {} batches, {} games, losses {moves_loss:.4} moves, {values_loss:.4} values{}",
        progress.seconds,
        progress.batches,
        progress.games,
        score.unwrap_or_default()
    );
    let line = match (gave, wrong_values) {
        (Some(gave), Some(wrong)) => {
            format!("{line}; gave value away {:.2} %, wrong values {:.2} %", gave * 100.0, wrong * 100.0)
        }
        _ => line,
    };
    let Some(held::Worst { exploitability, mistakes: [black, white] }) = worst else { return line };
    format!("{line}; exploitability {exploitability}, mistakes {black} + {white}")
}

fn oracle(board: Board, folders: &[PathBuf]) -> Result<Oracle, Box<dyn Error>> {
    let mut held = Vec::new();
    for folder in folders {
        held.push(Arc::new(OracleDatabase::in_folder(Opened::open(folder, 1 << 28)?, folder)));
    }
    Ok(Oracle::new(board, &held)?)
}

fn speed(arguments: &Speed) -> Done {
    let board = nexsolve_games::played(&arguments.board, None)?;
    let mut config = Config { board: board.to_string(), ..Config::default() };
    arguments.options.apply(&mut config);
    config.check()?;
    for line in visit(board, speed::Measure { config: &config, seconds: arguments.seconds })? {
        println!("{line}");
    }
    Ok(())
}
