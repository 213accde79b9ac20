//! The seam between the command and the solver: everything that the command asks of a search goes through here.

use super::report::Pictured;
use crate::args::SolveArgs;
use crate::database::unreadable;
use crate::exit::Exit;
use crate::fault::Fault;
use nexsolve_core::{Prober, Ranked, Score, Searchable, Side, Unmoves};
use nexsolve_solver::counts::{self, CountError, Counts};
use nexsolve_solver::{Goal, Observer, Options, Plain, Solution, Solver, Strategy};
use std::sync::atomic::AtomicBool;

/// A game that can be solved and shown.
pub(crate) trait Solvable: Pictured + Searchable {}

impl<G: Pictured + Searchable> Solvable for G {}

/// Memory that the program needs beside the table: itself, and what each thread keeps.
fn beside_the_table(threads: usize) -> u64 {
    (8 << 20) + threads as u64 * (1 << 20)
}

/// The options that the arguments ask for; `memory_bytes` bounds the whole process.
pub(crate) fn options(args: &SolveArgs, memory_bytes: u64, threads: usize) -> Options {
    Options {
        memory_bytes: if args.no_table { 0 } else { memory_bytes.saturating_sub(beside_the_table(threads)) },
        nodes: args.nodes,
        symmetry: !args.no_symmetry,
        ordering: !args.no_ordering,
    }
}

/// A search of one game, with or without the game's knowledge. What one call has found serves the next.
pub(crate) enum Engine<'a, G: Solvable> {
    /// With it.
    Knowing(Box<Solver<'a, G>>),
    /// By the rules alone.
    Plain(Box<Solver<'a, Plain<'a, G>>>),
}

impl<'a, G: Solvable> Engine<'a, G> {
    /// A search with all that the game knows, that ends soon after `stop` is set.
    pub(crate) fn knowing(
        game: &'a G,
        options: Options,
        prober: Option<&'a dyn Prober<G>>,
        stop: &'a AtomicBool,
        observer: &'a dyn Observer,
    ) -> Result<Self, Fault> {
        Ok(Self::Knowing(Box::new(solver(game, options, prober, stop, observer)?)))
    }

    /// The same by the rules alone.
    pub(crate) fn plain(
        game: &'a Plain<'a, G>,
        options: Options,
        prober: Option<&'a dyn Prober<Plain<'a, G>>>,
        stop: &'a AtomicBool,
        observer: &'a dyn Observer,
    ) -> Result<Self, Fault> {
        Ok(Self::Plain(Box::new(solver(game, options, prober, stop, observer)?)))
    }

    /// Proves what the goal names, as far as the budget allows.
    pub(crate) fn solve(&mut self, position: &G::Position, goal: Goal) -> Result<Solution<G::Move>, Fault> {
        let solution = match self {
            Self::Knowing(solver) => solver.solve(position, goal),
            Self::Plain(solver) => solver.solve(position, goal),
        };
        solution.map_err(|error| unreadable(&error))
    }

    /// A move for `side` in every position that can arise from `position` while it plays them, with which it reaches
    /// `score`. `None` if the search was stopped.
    pub(crate) fn strategy(
        &mut self,
        position: &G::Position,
        side: Side,
        score: Score,
    ) -> Result<Option<Strategy<G>>, Fault> {
        let strategy = match self {
            Self::Knowing(solver) => solver.strategy(position, side, score),
            Self::Plain(solver) => solver.strategy(position, side, score),
        };
        strategy.map_err(|error| unreadable(&error))
    }
}

fn solver<'a, G: Searchable>(
    game: &'a G,
    options: Options,
    prober: Option<&'a dyn Prober<G>>,
    stop: &'a AtomicBool,
    observer: &'a dyn Observer,
) -> Result<Solver<'a, G>, Fault> {
    let solver = Solver::new(game, options, stop, observer)
        .map_err(|error| Fault::new(Exit::Fault, error.to_string()))?;
    Ok(match prober {
        Some(prober) => solver.with_prober(prober),
        None => solver,
    })
}

/// The size of the game tree from the start and the number of positions, by ply.
pub(crate) fn tree<G: Ranked + Unmoves>(
    game: &G,
    memory_bytes: u64,
    stop: &AtomicBool,
    observer: &dyn counts::Observer,
) -> Result<Counts, Fault> {
    counts::count(game, memory_bytes, stop, observer).map_err(|error| {
        let exit = match error {
            CountError::Stopped => Exit::Interrupted,
            _ => Exit::Usage,
        };
        Fault::new(exit, format!("the tree cannot be counted: {error}"))
    })
}
