//! Exact answers for a game of your own: write its rules, the trait [`Game`], and [`tabulate`] finds who
//! wins, and in how many plies, from every position.
//!
//! ```
//! use nexsolve::{Game, Plies, Side, Wdl};
//!
//! /// Take any number of chips from one heap; who takes the last chip wins.
//! struct Nim;
//!
//! impl Game for Nim {
//!     type Position = [u8; 3];
//!     type Move = (usize, u8);
//!
//!     fn start(&self) -> [u8; 3] { [3, 5, 7] }
//!
//!     // These positions do not say who is to move.
//!     fn side_to_move(&self, _: &[u8; 3]) -> Side { Side::Black }
//!
//!     fn outcome(&self, heaps: &[u8; 3]) -> Option<Wdl> {
//!         (*heaps == [0; 3]).then_some(Wdl::Loss) // for the player to move
//!     }
//!
//!     fn moves(&self, heaps: &[u8; 3], moves: &mut Vec<(usize, u8)>) {
//!         moves.clear();
//!         moves.extend((0..3).flat_map(|heap| (1..=heaps[heap]).map(move |chips| (heap, chips))));
//!     }
//!
//!     fn play(&self, heaps: &[u8; 3], (heap, chips): (usize, u8)) -> [u8; 3] {
//!         let mut after = *heaps;
//!         after[heap] -= chips;
//!         after
//!     }
//!
//!     fn longest(&self, heaps: &[u8; 3]) -> Plies { Plies(heaps.iter().map(|&k| u16::from(k)).sum()) }
//! }
//!
//! # let folder = std::env::temp_dir().join(format!("nexsolve-nim-{}", std::process::id()));
//! let nim = nexsolve::tabulate(&Nim, "Nim", &folder)?;
//! assert_eq!(nim.probe(&[3, 5, 7])?.to_string(), "win in 15");
//! assert_eq!(nim.probe(&[1, 2, 3])?.wdl(), Wdl::Loss);
//! assert_eq!(nim.positions(), 4 * 6 * 8);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
//! ```
//!
//! Every command reads the database: `nexsolve query nim '[3,5,7]'`. The other crates of the project have
//! everything else; `nexsolve-oracle` is the place to begin.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods))]

pub use nexsolve_core::{Game, Plies, Score, Side, Wdl};

use nexsolve_games::AnyPosition;
use nexsolve_games::listed::{own, walk};
use nexsolve_oracle::{Opened, Oracle, OracleDatabase};
use std::collections::HashMap;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Memory for making and reading a database, in bytes.
const MEMORY_BYTES: u64 = 1 << 32;

/// The values of all positions of a game.
pub struct Tabulated<G: Game> {
    oracle: Oracle,
    texts: HashMap<G::Position, String>,
}

/// Finds all positions that play can reach, with their values and distances, and writes them to a database in
/// `folder`. Positions and moves are written as `Debug` writes them. The same call resumes after an
/// interruption.
///
/// # Errors
/// If play can repeat positions although [`Game::longest`] denies it, two positions or two moves of one are
/// written in the same way, or the folder cannot be used.
pub fn tabulate<G: Game>(
    game: &G,
    title: &str,
    folder: &Path,
) -> Result<Tabulated<G>, Box<dyn Error + Send + Sync>> {
    let (graph, texts) = walk(game, title)?;
    let (board, never) = (own::register(graph), AtomicBool::new(false));
    nexsolve_kernels::generate_for("nexsolve::tabulate", board, folder, MEMORY_BYTES, &never, &|_, _| ())?;
    let opened = Opened::open(folder, MEMORY_BYTES)?;
    let oracle = Oracle::new(board, &[Arc::new(OracleDatabase::in_folder(opened, folder))])?;
    Ok(Tabulated { oracle, texts })
}

impl<G: Game> Tabulated<G> {
    /// Returns the value and the distance of a position, for the side to move.
    ///
    /// # Errors
    /// If play cannot reach the position, or the database cannot be read.
    pub fn probe(&self, position: &G::Position) -> Result<Score, Box<dyn Error + Send + Sync>> {
        let text = self.texts.get(position).ok_or("play cannot reach this position")?;
        let position: AnyPosition = nexsolve_core::Notation::read_position(self.oracle.game(), text)?;
        let worth = self.oracle.worths(&[position])?[0];
        worth.bounds.score().ok_or_else(|| "the database lacks a table".into())
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> usize {
        self.texts.len()
    }
}
