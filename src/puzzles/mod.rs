//! `nexsolve puzzles`: positions with exactly one winning move, proven and graded.

mod page;
mod text;

use crate::args::Global;
use crate::board::BoardArgs;
use crate::database::refused;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::Display;
use crate::solve::table;
use crate::stop::{self, Cause};
use crate::units::{self, counted};
use crate::{files, memory, output, tables, threads};
use clap::{Args, ValueEnum};
use nexsolve_core::{Plies, Wdl};
use nexsolve_games::{AnyGame, Board, Extent};
use nexsolve_oracle::{Oracle, OracleError};
use nexsolve_players::puzzles::{Document, Found, Limits, Puzzler, Wish, digest};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The arguments of `puzzles`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PuzzleArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Database of the board, whose values prove the puzzles [default: on small boards, a table made for them; otherwise a search]
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Vec<PathBuf>,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = units::count)]
    pub(crate) count: u64,
    /// What exactly one move does
    #[arg(long, value_enum, default_value_t = GoalArg::Win)]
    pub(crate) goal: GoalArg,
    /// Least number of plies to the win: 1 also gives puzzles whose solution ends the game
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = plies)]
    pub(crate) least_plies: u16,
    /// Search at most N nodes for each position [default: 100000, unless --time is given]
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub(crate) nodes: Option<u64>,
    /// Search at most this time for each position: 500ms, 90s, 10m, 2h
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// Write a page with pictures to this file; solutions and refutations are folded away
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Print the reply that refutes each other move
    #[arg(long)]
    pub(crate) lines: bool,
}

/// What exactly one move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalArg {
    /// One move wins
    Win,
    /// One move draws, and all others lose
    Draw,
}

fn plies(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("give a whole number of plies, at least 1".to_owned()),
        Ok(plies) => Ok(plies),
    }
}

/// Runs the command.
pub(crate) fn run(args: &PuzzleArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.board.searched()?;
    if let Some(path) = &args.out {
        files::check_folder(path)?;
    }
    let mut held = tables::open(board, &args.db, global)?;
    stop::on_interrupt("the search for puzzles")?;
    threads::with(global, |threads| {
        let is_chosen = !held.is_empty() || args.nodes.is_some() || args.time.is_some();
        let made = match tables::small(board).filter(|_| !is_chosen) {
            Some(small) => table::make(small, global)?,
            None => None,
        };
        held.extend(made.as_ref().map(|made| Arc::clone(&made.held)));
        let oracle = Oracle::new(board.over_the_board(), &held)?;
        if !oracle.has_tables() && !oracle.game().is_searched() {
            let message = format!("{} cannot be searched, and no database is given", board.title());
            return Err(Fault::usage(message));
        }
        let found = find(board, &oracle, args, global, threads)?;
        let report = Report { board, game: oracle.game(), args, seed: global.seed, found: &found };
        // The page is written even if the answer cannot be printed.
        let told = output::answer(global, || report.document(&oracle), || text::answer(&report));
        if let Some(path) = &args.out {
            files::replace(path, page::page(&report).as_bytes())?;
        }
        told?;
        Ok(report.end())
    })
}

/// Finds the puzzles, and shows the progress.
fn find(
    board: Board,
    oracle: &Oracle,
    args: &PuzzleArgs,
    global: &Global,
    threads: usize,
) -> Result<Found, Fault> {
    let nodes = args.nodes.or(args.time.is_none().then_some(Limits::NODES));
    let memory_bytes = memory::work(global) / threads as u64;
    let wish = Wish {
        count: usize::try_from(args.count).unwrap_or(usize::MAX),
        goal: args.goal.value(),
        least: Plies(args.least_plies),
        seed: global.seed,
        search: Limits { nodes, time: args.time, memory_bytes },
    };
    let puzzler = Puzzler::new(oracle, wish);
    let puzzler = if let Extent::Count(most) = board.extent { puzzler.up_to(most) } else { puzzler };
    let display = Display::new(global);
    let heard = |puzzles: usize, games: u64| {
        display.show(puzzles as u64, args.count, "puzzles", &|| counted(games, "game", "games"));
    };
    let found = puzzler.find(stop::flag(), &heard);
    display.finish();
    found.map_err(|error| match error {
        OracleError::Table(error) => error.into(),
        error => refused(&error.to_string(), None),
    })
}

impl GoalArg {
    /// The value that one move keeps.
    const fn value(self) -> Wdl {
        match self {
            Self::Win => Wdl::Win,
            Self::Draw => Wdl::Draw,
        }
    }
}

/// The puzzles, to be printed.
pub(crate) struct Report<'a> {
    pub(crate) board: Board,
    /// The game on the board.
    pub(crate) game: &'a AnyGame,
    pub(crate) args: &'a PuzzleArgs,
    pub(crate) seed: u64,
    pub(crate) found: &'a Found,
}

impl Report<'_> {
    fn document(&self, oracle: &Oracle) -> Value {
        let Self { board, game, args, seed, found } = self;
        let puzzles: Vec<Document> = found.puzzles.iter().map(|puzzle| Document::new(game, puzzle)).collect();
        json!({
            "board": board.to_string(),
            "goal": args.goal.value().word(),
            "least_plies": args.least_plies,
            "seed": seed,
            "wanted": args.count,
            // The games that were played to find the puzzles.
            "games": found.games,
            // The databases whose values count as proven.
            "databases": oracle.databases().iter().map(|held| held.name.as_str()).collect::<Value>(),
            // Of the board and the puzzles.
            "digest": digest(&board.to_string(), &puzzles),
            "puzzles": puzzles,
        })
    }

    /// How the run ended. Says on standard error why there are fewer puzzles than wanted.
    fn end(&self) -> Exit {
        let Self { args, found, .. } = self;
        if let Some(cause) = stop::cause() {
            return cause.exit();
        }
        if found.puzzles.len() as u64 >= args.count {
            return Exit::Done;
        }
        let number = counted(found.puzzles.len() as u64, "puzzle", "puzzles");
        let games = counted(found.games, "game", "games");
        Fault::new(Exit::Unproven, format!("found only {number} in {games}; the last games had no new one"))
            .hint("give fewer --least-plies, another --seed, --db, or more --nodes or --time")
            .show();
        Cause::Nodes.exit()
    }
}
