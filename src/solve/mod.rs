//! `nexsolve solve`: the value of a position and of each move, proven.

pub(crate) mod engine;
pub(crate) mod json;
pub(crate) mod picture;
pub(crate) mod report;
pub(crate) mod text;

use crate::args::{Global, GoalArg, SolveArgs};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::{Display, Wanted};
use crate::stop::{self, Cause, Timer};
use crate::units::counted;
use crate::{database, files, output, threads};
use engine::{Engine, Solvable};
use nexsolve_boards::{Board, Kind, Rhombus, WithStores};
use nexsolve_core::{Bounds, Plies, Prober, Ranked, Side, Unmoves};
use nexsolve_db::{Database, DbProber};
use nexsolve_games::awari::{Awari, Seeds};
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::BoardError;
use nexsolve_proof::{Certificate, Claim};
use nexsolve_solver::counts::Counts;
use nexsolve_solver::{Goal, Plain, PlainProber};
use report::{Report, Run};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time of a search whose game can go on for ever, where neither time nor nodes are granted.
const ENDLESS_TIME: Duration = Duration::from_secs(10);

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.board.wanted().resolve()?;
    let no_board = |error: BoardError| Fault::usage(error.to_string());
    match board {
        Board::Rhombus(Rhombus { kind: Kind::Nex, rows, cols }) => {
            ranked(&Nex::<u64>::new(rows, cols).map_err(no_board)?, board, args, global)
        }
        Board::Rhombus(Rhombus { kind: Kind::Hex(variant), rows, cols }) => {
            ranked(&Hex::<u64>::new(rows, cols, variant).map_err(no_board)?, board, args, global)
        }
        Board::Draughts { rules, pieces } => {
            ranked(&Draughts::endings(rules.rules(), pieces), board, args, global)
        }
        Board::Awari { seeds } => {
            let seeds = Seeds::new(seeds).map_err(|error| Fault::usage(error.to_string()))?;
            let database = database(board, args, global)?;
            let prober = database.map(|database| WithStores::new(DbProber::new(Arc::new(seeds), database)));
            let prober = prober.as_ref().map(|prober| prober as &dyn Prober<Awari>);
            on(&Awari, board, prober, |_| Err(no_tree()), args, global)
        }
    }
}

/// A game whose positions have numbers.
fn ranked<G: Solvable + Ranked + Unmoves + Clone>(
    game: &G,
    board: Board,
    args: &SolveArgs,
    global: &Global,
) -> Result<Exit, Fault> {
    let prober = match database(board, args, global)? {
        Some(database) => {
            database::check_numbers(game, board)?;
            Some(DbProber::new(Arc::new(game.clone()), database))
        }
        None => None,
    };
    let prober = prober.as_ref().map(|prober| prober as &dyn Prober<G>);
    let tree = |display: &Display| {
        if game.longest(&game.start()) == Plies::ENDLESS {
            return Err(no_tree());
        }
        engine::tree(game, global.memory, stop::flag(), display)
    };
    on(game, board, prober, tree, args, global)
}

fn no_tree() -> Fault {
    Fault::usage("--tree counts games that end: play can go on for ever here")
}

fn on<G: Solvable>(
    game: &G,
    board: Board,
    prober: Option<&dyn Prober<G>>,
    tree: impl Fn(&Display) -> Result<Counts, Fault> + Sync,
    args: &SolveArgs,
    global: &Global,
) -> Result<Exit, Fault> {
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
        if board.rhombus().is_none() {
            return Err(Fault::usage(format!("there are no certificates of {}", board.game_title())));
        }
        files::check_folder(path)?;
    }
    stop::on_interrupt("the search")?;
    threads::with(global, |threads| {
        let tree = if args.tree {
            let display = Display::new(if global.quiet { Wanted::No } else { Wanted::Yes });
            let counts = tree(&display);
            display.finish();
            Some(counts?)
        } else {
            None
        };
        solve(game, board, &position, prober, tree, threads, args, global)
    })
}

/// The database of the board whose values are taken as proven.
fn database(board: Board, args: &SolveArgs, global: &Global) -> Result<Option<Arc<Database>>, Fault> {
    let Some(folder) = &args.db else { return Ok(None) };
    let opened = database::open(folder, global)?;
    if opened.board != board {
        let message = format!("{} is a database of {}, not of {board}", files::name(folder), opened.board);
        let fault = Fault::usage(message);
        return Err(if opened.board.game_title() == board.game_title() {
            fault.hint(format!("the game is the same: give {} as the board", opened.board))
        } else {
            fault.hint("nexsolve generate makes one of this board")
        });
    }
    Ok(Some(opened.database))
}

#[expect(clippy::too_many_arguments, reason = "all that a search is about, put together in one place")]
fn solve<G: Solvable>(
    game: &G,
    board: Board,
    position: &G::Position,
    prober: Option<&dyn Prober<G>>,
    tree: Option<Counts>,
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
    let display = Display::new(wanted);
    let endless = game.longest(position) == Plies::ENDLESS && args.nodes.is_none();
    let timer = Timer::start(args.time.or(endless.then_some(ENDLESS_TIME)));
    let started = Instant::now();
    // A database keeps half of the memory for its blocks.
    let memory_bytes = if prober.is_some() { global.memory / 2 } else { global.memory };
    let options = engine::options(args, memory_bytes, threads);
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
    let cause = |exhausted| match stop::cause() {
        _ if exhausted => Cause::Depth,
        Some(cause) => cause,
        None => Cause::Nodes,
    };
    let stopped = (!solution.complete).then(|| cause(solution.exhausted));
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
