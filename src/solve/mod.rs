//! `nexsolve solve`: the value of a position and of each move, proven.

pub(crate) mod engine;
pub(crate) mod json;
pub(crate) mod picture;
pub(crate) mod report;
pub(crate) mod text;

use crate::args::{Global, GoalArg, SolveArgs};
use crate::board::{Board, Kind, Rhombus};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::{Display, Wanted};
use crate::stop::{self, Cause, Timer};
use crate::units::counted;
use crate::{database, files, output, threads};
use engine::{Engine, Solvable};
use nexsolve_core::{Bounds, Prober, Side};
use nexsolve_db::DbProber;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::BoardError;
use nexsolve_proof::{Certificate, Claim};
use nexsolve_solver::{Goal, Plain, PlainProber};
use report::{Report, Run};
use std::path::Path;
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.board.wanted().resolve()?;
    let Some(Rhombus { kind, rows, cols }) = board.rhombus() else {
        return Err(Fault::usage(format!("{} is not solved yet", board.title())));
    };
    match kind {
        Kind::Nex => on(Nex::<u64>::new(rows, cols), board, args, global),
        Kind::Hex(variant) => on(Hex::<u64>::new(rows, cols, variant), board, args, global),
    }
}

fn on<G: Solvable>(
    game: Result<G, BoardError>,
    board: Board,
    args: &SolveArgs,
    global: &Global,
) -> Result<Exit, Fault> {
    let game = game.map_err(|error| Fault::usage(error.to_string()))?;
    let position = match &args.position {
        Some(text) => game.read_position(text).map_err(|error| Fault::read("position", text, &error))?,
        None => game.start(),
    };
    if args.tree && position != game.start() {
        return Err(Fault::usage(
            "--tree counts the tree of the whole board: it does not go with --position",
        ));
    }
    if let Some(path) = &args.certificate {
        files::check_folder(path)?;
    }
    let prober = match &args.db {
        Some(folder) => Some(prober(&game, board, folder, global)?),
        None => None,
    };
    stop::on_interrupt("the search")?;
    threads::with(global, |threads| solve(&game, board, &position, prober.as_ref(), threads, args, global))
}

/// What a database knows, for the search of its board.
fn prober<'a, G: Solvable>(
    game: &'a G,
    board: Board,
    folder: &Path,
    global: &Global,
) -> Result<DbProber<'a, G>, Fault> {
    let opened = database::open(folder, global)?;
    if opened.board != board {
        let message = format!("{} is a database of {}, not of {board}", files::name(folder), opened.board);
        return Err(Fault::usage(message).hint("nexsolve generate makes one of this board"));
    }
    database::check_numbers(game, board)?;
    Ok(DbProber::new(game, opened.database))
}

fn solve<G: Solvable>(
    game: &G,
    board: Board,
    position: &G::Position,
    prober: Option<&DbProber<'_, G>>,
    threads: usize,
    args: &SolveArgs,
    global: &Global,
) -> Result<Exit, Fault> {
    let goal = match args.goal {
        GoalArg::Value => Goal::Value,
        GoalArg::Moves => Goal::Moves,
        GoalArg::Distances => Goal::Distances,
    };
    let wanted = if global.quiet { Wanted::No } else { Wanted::Yes };
    let tree = if args.tree {
        let display = Display::new(wanted);
        let counts = engine::tree(game, global.memory, stop::flag(), &display);
        display.finish();
        Some(counts?)
    } else {
        None
    };
    let display = Display::new(wanted);
    let timer = Timer::start(args.time);
    let started = Instant::now();
    // A database keeps half of the memory for its blocks.
    let memory_bytes = if prober.is_some() { global.memory / 2 } else { global.memory };
    let options = engine::options(args, memory_bytes, threads);
    let prober = prober.map(|prober| prober as &dyn Prober<G>);
    let plain_prober = prober.map(PlainProber);
    let plain = Plain(game);
    let mut engine = if args.no_tactics {
        {
            let prober = plain_prober.as_ref().map(|prober| prober as &dyn Prober<_>);
            Engine::plain(&plain, options, prober, stop::flag(), &display)?
        }
    } else {
        Engine::knowing(game, options, prober, stop::flag(), &display)?
    };
    let solution = engine.solve(position, goal)?;
    let seconds = started.elapsed().as_secs_f64();
    drop(timer);
    display.finish();
    let stopped = (!solution.complete).then(|| stop::cause().unwrap_or(Cause::Nodes));
    let run = Run { goal, stopped, seconds, threads, memory_bytes: global.memory, tree };
    let report = Report::new(game, board, position, &solution, run);
    if global.json {
        output::json(&json::Document::new(&report))?;
    } else {
        output::result(&text::answer(&report, text::Extras { lines: args.lines, stats: args.stats }))?;
    }
    if let Some(path) = &args.certificate {
        certify(game, board, position, solution.bounds, args.side, &mut engine, path)?;
    }
    Ok(stopped.map_or(Exit::Done, Cause::exit))
}

/// Writes the strategy that proves the value: the winner's, or for a draw one side's.
fn certify<G: Solvable>(
    game: &G,
    board: Board,
    position: &G::Position,
    bounds: Bounds,
    side: Option<Side>,
    engine: &mut Engine<'_, G>,
    path: &Path,
) -> Result<(), Fault> {
    let unproven = || {
        Fault::new(stop::cause().unwrap_or(Cause::Nodes).exit(), "no certificate: the value is not proven")
    };
    let mover = game.side_to_move(position);
    let winner = bounds.wdl().ok_or_else(unproven)?.winner(mover);
    let side = match (winner, side) {
        (Some(winner), Some(side)) if side != winner => {
            return Err(Fault::usage(format!("{winner} wins: there is no certificate for {side}")));
        }
        (Some(winner), _) => winner,
        (None, side) => side.unwrap_or(mover),
    };
    let bound = if side == mover { bounds.lo } else { bounds.hi };
    let moves = engine.strategy(position, side, bound)?.ok_or_else(unproven)?;
    // Whatever goes wrong here is a fault of the program: the strategy does not do what the search has promised.
    let broken = |error: &dyn std::fmt::Display| {
        Fault::new(Exit::Fault, format!("the strategy does not hold: {error}"))
    };
    let claim = match winner {
        Some(_) => {
            Claim::Wins(nexsolve_proof::length(game, position, side, &moves).map_err(|error| broken(&error))?)
        }
        None => Claim::Draws,
    };
    let certificate = Certificate::new(game, &board.to_string(), position, side, claim, &moves)
        .map_err(|error| broken(&error))?;
    nexsolve_proof::write_file(path, &certificate)
        .map_err(|error| Fault::new(Exit::Fault, error.to_string()))?;
    let positions = counted(certificate.entries().len() as u64, "position", "positions");
    output::note(&format!("certificate of {positions} written to {}", files::name(path)));
    Ok(())
}
