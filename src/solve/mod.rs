//! `nexsolve solve`: the value of a position and of each move, proven.

mod args;
pub(crate) mod json;
pub(crate) mod picture;
mod proofs;
pub(crate) mod report;
pub(crate) mod text;

use crate::args::Global;
pub(crate) use args::SolveArgs;

use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::Display;
use crate::stop::{self, Cause, Timer};
use crate::{database, files, output, threads};
use args::GoalArg;
use nexsolve_core::{Bounds, Game, Notation, Plies, Side};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, Board};
use nexsolve_oracle::{Held, Oracle, Searcher};
use nexsolve_proof::{Certificate, Claim};
use nexsolve_solver::counts::{CountError, Counts};
use nexsolve_solver::{Goal, Knowledge, Options, Solution};
use proofs::{Keeping, Proofs};
use report::{Findings, Run};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The default time limit of a search in a game that can go on for ever.
const ENDLESS_TIME: Duration = Duration::from_secs(10);

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.board.resolve()?;
    let problem = Problem { board, oracle: oracle(board, args, global)?, args, global };
    let game = problem.oracle.game();
    let position = match &args.position {
        Some(text) => game.read_position(text).map_err(|error| Fault::read("position", text, &error))?,
        None => game.start(),
    };
    if args.tree && position != game.start() {
        return Err(Fault::usage(
            "--tree counts the tree from the start: it cannot be combined with --position",
        ));
    }
    if let Some(path) = &args.certificate {
        if board.sides().is_none() {
            return Err(Fault::usage(format!("certificates of {} are not supported", board.game_title())));
        }
        files::check_folder(path)?;
    }
    stop::on_interrupt("the search")?;
    threads::with(global, |threads| {
        let tree = args.tree.then(|| problem.tree()).transpose()?;
        problem.solve(&position, tree, threads)
    })
}

/// The oracle of the game to search, with the database whose values count as proven.
fn oracle(board: Board, args: &SolveArgs, global: &Global) -> Result<Oracle, Fault> {
    let mut held = Vec::new();
    if let Some(folder) = &args.db {
        let opened = database::open(folder, global)?;
        if opened.board != board {
            let message =
                format!("{} is a database of {}, not of {board}", files::name(folder), opened.board);
            let fault = Fault::usage(message);
            return Err(if opened.board.game_title() == board.game_title() {
                fault.hint(format!("same game, other size: give {} as the board", opened.board))
            } else {
                fault.hint("nexsolve generate makes a database of this board")
            });
        }
        held.push(Arc::new(Held::in_folder(opened, folder)));
    }
    // Where the board of the tables alone is not searched, the game that is played there is.
    let searched = if AnyGame::on(board)?.is_searched() { board } else { board.over_the_board() };
    Ok(Oracle::new(searched, &held)?)
}

/// The question: a board, its oracle and the arguments.
struct Problem<'a> {
    board: Board,
    oracle: Oracle,
    args: &'a SolveArgs,
    global: &'a Global,
}

impl Problem<'_> {
    /// The size of the game tree.
    fn tree(&self) -> Result<Counts, Fault> {
        let display = Display::new(self.global);
        let counts =
            self.oracle.tree(self.global.memory, stop::flag(), &|progress| display.counted(progress));
        display.finish();
        let endless = || Fault::usage("--tree cannot count this game: play can go on for ever");
        counts.ok_or_else(endless)?.map_err(|error| {
            let exit = if error == CountError::Stopped { Exit::Interrupted } else { Exit::Usage };
            Fault::new(exit, format!("the tree cannot be counted: {error}"))
        })
    }

    fn solve(&self, position: &AnyPosition, tree: Option<Counts>, threads: usize) -> Result<Exit, Fault> {
        let Self { oracle, args, global, .. } = self;
        let goal = match args.goal {
            GoalArg::Value => Goal::Value,
            GoalArg::Moves => Goal::Moves,
            GoalArg::Distances => Goal::Distances,
        };
        let endless = oracle.game().longest(position) == Plies::ENDLESS && args.nodes.is_none();
        let timer = Timer::start(args.time.or(endless.then_some(ENDLESS_TIME)));
        let (started, display, options) = (Instant::now(), Display::new(global), self.options(threads));
        let proofs = args.proofs.as_ref().map(|path| Proofs::new(path, self.board)).transpose()?;
        if proofs.is_some() && goal == Goal::Distances {
            return Err(Fault::usage("--proofs keeps who wins: give --goal value or moves"));
        }
        let observer = Keeping { display: &display, proofs: proofs.as_ref() };
        let found = oracle.with_search(options, stop::flag(), &observer, |searcher| {
            if let Some(proofs) = &proofs {
                proofs.restore(searcher, global.memory)?;
            }
            let solution = searcher.solve(position, goal)?;
            let seconds = started.elapsed().as_secs_f64();
            drop(timer);
            display.finish();
            if let (Some(proofs), Some(mut entries)) = (&proofs, searcher.proofs()) {
                proofs.write(&mut entries)?;
            }
            let stopped = (!solution.complete).then(|| match stop::cause() {
                _ if solution.exhausted => Cause::Depth,
                Some(cause) => cause,
                None => Cause::Nodes,
            });
            let run = Run { goal, stopped, seconds, threads, memory_bytes: global.memory, tree };
            self.answer(searcher, position, &solution, run)
        });
        let nothing = || Fault::usage(format!("{} cannot be searched", self.board.title()));
        found.ok_or_else(nothing)?.map_err(|error| Fault::new(Exit::Fault, error.to_string()))?
    }

    /// The options of the search.
    fn options(&self, threads: usize) -> Options {
        let Self { oracle, args, global, .. } = self;
        // A database keeps half of the memory for its blocks; the program and each thread take some beside the table.
        let memory_bytes = match (args.no_table, oracle.has_tables()) {
            (true, _) => 0,
            (false, true) => global.memory / 2,
            (false, false) => global.memory,
        };
        let beside = (8 << 20) + threads as u64 * (1 << 20);
        Options {
            nodes: args.nodes,
            symmetry: !args.no_symmetry,
            ordering: !args.no_ordering,
            knowledge: if args.no_tactics { Knowledge::Ignored } else { Knowledge::Used },
            ..Options::within(memory_bytes.saturating_sub(beside))
        }
    }

    fn answer(
        &self,
        searcher: &mut dyn Searcher,
        position: &AnyPosition,
        solution: &Solution<AnyMove>,
        run: Run,
    ) -> Result<Exit, Fault> {
        let Self { board, oracle, args, global } = self;
        let report = Findings::new(oracle.game(), *board, position, solution, run);
        let extras = text::Extras { lines: args.lines, stats: args.stats };
        output::answer(global, || json::document(&report), || text::answer(&report, extras))?;
        if let Some(path) = &args.certificate {
            self.certify(searcher, position, solution.bounds, path)?;
        }
        Ok(report.run.stopped.map_or(Exit::Done, Cause::exit))
    }

    /// Writes what proves the value: the winner's strategy or lemmas, or for a draw one side's strategy.
    fn certify(
        &self,
        searcher: &mut dyn Searcher,
        position: &AnyPosition,
        bounds: Bounds,
        path: &Path,
    ) -> Result<(), Fault> {
        let game = self.oracle.game();
        let unproven = || {
            let exit = stop::cause().unwrap_or(Cause::Nodes).exit();
            Fault::new(exit, "no certificate written: the value is not proven")
        };
        let mover = game.side_to_move(position);
        let winner = bounds.wdl().ok_or_else(unproven)?.winner(mover);
        let side: Side = match (winner, self.args.side) {
            (Some(winner), Some(side)) if side != winner => {
                return Err(Fault::usage(format!("{winner} wins: no certificate for {side} exists")));
            }
            (Some(winner), _) => winner,
            (None, side) => side.unwrap_or(mover),
        };
        // Whatever goes wrong here is a fault of the program: the proof does not show what the search has promised.
        let broken = |error: &dyn std::fmt::Display| {
            Fault::new(Exit::Fault, format!("the proof does not hold: {error}"))
        };
        let bound = if side == mover { bounds.lo } else { bounds.hi };
        // A win of no known length is proven by lemmas, where the game has them.
        let lemmas = if bound.distance().is_none() { searcher.deduce(position) } else { None };
        let name = self.board.to_string();
        let certificate = if let Some(lemmas) = lemmas {
            let certificate = Certificate::of_lemmas(game, &name, position, side, lemmas);
            let certificate = certificate.map_err(|error| broken(&error))?;
            certificate.check(game).map_err(|error| broken(&error))?;
            certificate
        } else {
            let moves = searcher.strategy(position, side, bound)?.ok_or_else(unproven)?;
            let claim = match winner {
                Some(_) => {
                    let length = nexsolve_proof::length(game, position, side, &moves);
                    Claim::Wins(length.map_err(|error| broken(&error))?)
                }
                None => Claim::Draws,
            };
            Certificate::new(game, &name, position, side, claim, &moves).map_err(|error| broken(&error))?
        };
        files::write(path, |out| certificate.write(out).map_err(|error| files::unwritable(path, &error)))?;
        output::note(&format!("certificate of {} written to {}", certificate.length(), files::name(path)));
        Ok(())
    }
}
