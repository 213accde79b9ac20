//! The arguments of `solve`.

use crate::board::BoardArgs;
use crate::notation::NotationArgs;
use clap::{Args, ValueEnum};
use nexsolve_console::{choice, units};
use nexsolve_core::Side;
use nexsolve_solver::Goal;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `solve`.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that the user gives or not")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) notation: NotationArgs,
    /// Start from this position: moves such as 'Ba1?a2;Wb2?b1', a diagram, in draughts a FEN such as
    /// 'W:WKg1,a3:Bb6,Kh8', in Awari the twelve pits and the two stores, the mover's first: '1 1 1 1 1 2 | 4
    /// 2 3 0 0 0 | 20 12'
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// What to prove
    #[arg(long, default_value = "distances", value_parser = choice([
        ("value", Goal::Value, "The value of the position only"),
        ("moves", Goal::Moves, "The value of each move"),
        ("distances", Goal::Distances, "The value and the distance (plies to the end) of each move"),
    ]))]
    pub(crate) goal: Goal,
    /// How to prove it [default: a search; on small boards, whichever is quicker]
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<Engine>,
    /// Use the values in this database as proven, instead of searching those positions
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Stop after N nodes
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub(crate) nodes: Option<u64>,
    /// Stop after this time: 500ms, 90s, 10m, 2h [default: 10s for games that can go on for ever, unless
    /// --nodes is given]
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// Print a line of play for every move
    #[arg(long)]
    pub(crate) lines: bool,
    /// Print search statistics by ply
    #[arg(long)]
    pub(crate) stats: bool,
    /// Count the nodes of the game tree exactly
    #[arg(long)]
    pub(crate) tree: bool,
    /// Write a proof of the value: a strategy, or with --goal value lemmas, where the game has them
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// For a draw, the side whose strategy to write [default: the side to move]
    #[arg(long, value_name = "SIDE", value_parser = side, requires = "certificate")]
    pub(crate) side: Option<Side>,
    /// Save the proven wins and losses in this file, and continue from it next time: with --goal value or
    /// moves, on boards searched by proof numbers (Hex; Nex from 17 cells on, without final moves). Written
    /// every 5 minutes and at the end, also after Ctrl-C, --time or --nodes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["db", "no_symmetry", "no_table", "no_ordering", "no_tactics"])]
    pub(crate) proofs: Option<PathBuf>,
    /// Do not merge symmetric positions
    #[arg(long, help_heading = "Switch off a part of the search, to measure its effect")]
    pub(crate) no_symmetry: bool,
    /// Do not use the transposition table
    #[arg(long, help_heading = "Switch off a part of the search, to measure its effect")]
    pub(crate) no_table: bool,
    /// Try moves in the order in which the game lists them
    #[arg(long, help_heading = "Switch off a part of the search, to measure its effect")]
    pub(crate) no_ordering: bool,
    /// Do not use the game's knowledge: immediate wins, forced replies
    #[arg(long, help_heading = "Switch off a part of the search, to measure its effect")]
    pub(crate) no_tactics: bool,
}

/// How to prove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// A forward search from the position
    Search,
    /// A table of all positions of a small board, which is deleted afterwards
    Table,
}

impl Engine {
    /// The engine's word in documents.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Table => "table",
        }
    }
}

impl SolveArgs {
    /// Returns the first given option that works only where all moves can be searched.
    pub(crate) fn of_a_full_search(&self) -> Option<&'static str> {
        let given = [
            ("--goal moves", self.goal == Goal::Moves),
            ("--goal distances (the default)", self.goal == Goal::Distances),
            ("--tree", self.tree),
            ("--certificate", self.certificate.is_some()),
            ("--proofs", self.proofs.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Returns the first given option that works only with a search.
    pub(crate) fn of_a_search(&self) -> Option<&'static str> {
        let given = [
            ("--db", self.db.is_some()),
            ("--nodes", self.nodes.is_some()),
            ("--time", self.time.is_some()),
            ("--stats", self.stats),
            ("--proofs", self.proofs.is_some()),
            ("--no-symmetry", self.no_symmetry),
            ("--no-table", self.no_table),
            ("--no-ordering", self.no_ordering),
            ("--no-tactics", self.no_tactics),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}

fn side(text: &str) -> Result<Side, String> {
    let known = [Side::Black, Side::White].into_iter().find(|side| side.word() == text.to_ascii_lowercase());
    known.ok_or_else(|| "give black or white".to_owned())
}
