//! The seam between the command and the solver: everything that the command asks of a search goes through here.

use super::plain::Plain;
use super::report::Pictured;
use crate::args::SolveArgs;
use crate::fault::Fault;
use nexsolve_core::Side;
use nexsolve_solver::{Goal, Observer, Solution};
use std::sync::atomic::AtomicBool;

/// Whether something is used or left off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switch {
    /// Used.
    On,
    /// Left off.
    Off,
}

/// What a search may use.
#[derive(Clone, Copy, Debug)]
#[expect(dead_code, reason = "the plain search has nothing to switch off")]
pub(crate) struct Options {
    /// Memory for the transposition table.
    pub(crate) memory_bytes: u64,
    /// Positions to visit at most.
    pub(crate) nodes: Option<u64>,
    /// Symmetric positions are taken as one.
    pub(crate) symmetry: Switch,
    /// The transposition table.
    pub(crate) table: Switch,
    /// The order of moves is learned.
    pub(crate) ordering: Switch,
    /// The game's knowledge of wins at once and forced replies.
    pub(crate) tactics: Switch,
}

/// Memory that the program needs beside the table: itself, and what each thread keeps.
fn beside_the_table(threads: usize) -> u64 {
    (8 << 20) + threads as u64 * (1 << 20)
}

impl Options {
    /// The options that the arguments ask for; `memory_bytes` bounds the whole process.
    pub(crate) fn new(args: &SolveArgs, memory_bytes: u64, threads: usize) -> Self {
        let unless = |off: bool| if off { Switch::Off } else { Switch::On };
        Self {
            memory_bytes: memory_bytes.saturating_sub(beside_the_table(threads)),
            nodes: args.nodes,
            symmetry: unless(args.no_symmetry),
            table: unless(args.no_table),
            ordering: unless(args.no_ordering),
            tactics: unless(args.no_tactics),
        }
    }
}

/// A game that can be solved.
pub(crate) trait Solvable: Pictured {}

impl<G: Pictured> Solvable for G {}

/// A search of one game. What one call has found serves the next.
pub(crate) struct Engine<'a, G: Solvable> {
    plain: Plain<'a, G>,
}

impl<'a, G: Solvable> Engine<'a, G> {
    /// A search that ends soon after `stop` is set.
    #[expect(clippy::unnecessary_wraps, reason = "a table may find no memory")]
    pub(crate) fn new(
        game: &'a G,
        options: Options,
        stop: &'a AtomicBool,
        observer: &'a dyn Observer,
    ) -> Result<Self, Fault> {
        Ok(Self { plain: Plain::new(game, options.nodes, stop, observer) })
    }

    /// Proves what the goal names, as far as the budget allows.
    pub(crate) fn solve(&mut self, position: &G::Position, goal: Goal) -> Solution<G::Move> {
        self.plain.solve(position, goal)
    }

    /// A move for `side` in every position that can arise from `position` while it plays them, that keeps the value
    /// (and the distance, if it wins). `None` if the search was stopped.
    pub(crate) fn strategy(
        &mut self,
        position: &G::Position,
        side: Side,
    ) -> Option<Vec<(G::Position, G::Move)>> {
        self.plain.strategy(position, side)
    }
}

/// The nodes of the game tree from the start, by ply.
#[expect(clippy::unnecessary_wraps, reason = "counting may find no memory, or be stopped")]
pub(crate) fn tree<G: Solvable>(game: &G, memory_bytes: u64, stop: &AtomicBool) -> Result<Vec<u128>, Fault> {
    let _ = (memory_bytes, stop);
    Ok(super::plain::tree(game))
}
