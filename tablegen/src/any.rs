//! Generation of tables for any game of the catalogue, by its board, without the game's type.

use crate::engine::Engine;
use crate::generic::Generic;
use crate::settings::{GenerateSettings, Kernel, Reach, metrics};
use nexsolve_catalogue::{Board, NameError};
use nexsolve_core::{Beside, Layer, LayerId, Notation, Tabled};
use nexsolve_db::{Form, Keep, Metric};
use std::convert::Infallible;
use std::io;
use std::ops::Range;

/// The tables of a game, without its type. Every game with tables has this.
pub trait Tables: Send + Sync {
    /// The layers; none if positions have no ranks.
    fn layers(&self) -> &[Layer];

    /// The metrics of tables, the default first, without the metric of reachable positions.
    fn metrics(&self) -> &'static [Metric];

    /// The most detailed setting for reachable positions that this board has.
    fn reach(&self) -> Reach;

    /// The ranks among `ranks` whose positions tables omit.
    fn omitted(&self, layer: LayerId, ranks: Range<u64>) -> Vec<u64>;

    /// As [`Ranked::counterpart`](nexsolve_core::Ranked::counterpart).
    fn counterpart(&self, layer: LayerId) -> Option<LayerId>;

    /// As [`Ranked::strip`](nexsolve_core::Ranked::strip).
    fn strip(&self, layer: LayerId) -> u64;

    /// As [`Tabled::beside`].
    ///
    /// # Errors
    /// If the system refuses memory.
    fn beside(&self) -> io::Result<Option<Beside>>;

    /// The engine for tables of a metric, for one of a number of processes; `None` if `which` asks for the
    /// game's own engine and it has none for the board.
    #[doc(hidden)]
    fn engine(&self, metric: Metric, which: Kernel, processes: usize) -> Option<Box<dyn Engine + '_>>;
}

/// Returns the game's own engine for tables of a metric, for one of a number of processes, if it has one for
/// the board.
pub type OwnEngine<G> = fn(&G, Metric, usize) -> Option<Box<dyn Engine + '_>>;

/// A game with its own engine.
pub struct GameWithEngine<G> {
    game: G,
    own: OwnEngine<G>,
}

impl<G: Tabled> GameWithEngine<G> {
    /// Joins a game with its own engine.
    pub fn new(game: G, own: OwnEngine<G>) -> Self {
        Self { game, own }
    }

    /// Returns the game.
    pub fn game(&self) -> &G {
        &self.game
    }
}

impl<G: Tabled> Tables for GameWithEngine<G> {
    fn layers(&self) -> &[Layer] {
        self.game.layers()
    }

    fn metrics(&self) -> &'static [Metric] {
        metrics(&self.game)
    }

    fn reach(&self) -> Reach {
        Reach::of(&self.game)
    }

    fn omitted(&self, layer: LayerId, ranks: Range<u64>) -> Vec<u64> {
        let mut omitted = Vec::new();
        let Ok(()) = self.game.omitted_range(layer, ranks, |rank, _| {
            omitted.push(rank);
            Ok::<_, Infallible>(())
        });
        omitted
    }

    fn counterpart(&self, layer: LayerId) -> Option<LayerId> {
        self.game.counterpart(layer)
    }

    fn strip(&self, layer: LayerId) -> u64 {
        self.game.strip(layer)
    }

    fn beside(&self) -> io::Result<Option<Beside>> {
        self.game.beside()
    }

    fn engine(&self, metric: Metric, which: Kernel, processes: usize) -> Option<Box<dyn Engine + '_>> {
        match which {
            Kernel::Fast => (self.own)(&self.game, metric, processes),
            Kernel::Generic => {
                let books = |own: Box<dyn Engine + '_>| {
                    LayerId::all(self.game.layers()).map(|layer| own.values(layer)).collect()
                };
                let books = (self.own)(&self.game, metric, 1).filter(|_| metric == Metric::Dtw).map(books);
                Some(Box::new(Generic::new(&self.game, metric, processes, books)))
            }
        }
    }
}

/// The tables that a board of the catalogue can have.
pub trait AnyTables: Tables {
    /// The position with this rank in a layer; `None` if the rank is free.
    ///
    /// # Panics
    /// If there is no such layer or rank.
    fn position(&self, layer: LayerId, rank: u64) -> Option<Written>;
}

impl<G: Tabled + Notation> AnyTables for GameWithEngine<G> {
    fn position(&self, layer: LayerId, rank: u64) -> Option<Written> {
        let position = self.game.unrank(layer, rank)?;
        Some(Written { text: self.game.format_position(&position), diagram: self.game.diagram(&position) })
    }
}

/// Returns the tables of a board; `None` if the game has none for it.
pub type TablesOf = fn(Board) -> Result<Option<Box<dyn AnyTables>>, NameError>;

/// A position in its game's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// On one line.
    pub text: String,
    /// As a drawing.
    pub diagram: String,
}

impl dyn AnyTables + '_ {
    /// The settings of a run that makes the tables of a board with the game's own engine, as the manifest
    /// stores them. Every program that makes the same tables writes the same program and command.
    pub fn settings(
        &self,
        board: Board,
        metric: Metric,
        reach: Reach,
        form: Form,
        memory_bytes: u64,
    ) -> GenerateSettings {
        // Only the settings that determine the bytes.
        let mut command = format!("nexsolve generate {board} --metric {metric}");
        if form == Form::Raw {
            command.push_str(" --raw");
        }
        if reach != self.reach() {
            command.push_str(" --no-reach");
        }
        GenerateSettings {
            metric,
            reach,
            form,
            memory_bytes,
            kernel: Kernel::Fast,
            keep: Keep::Durably,
            program: concat!("nexsolve ", env!("CARGO_PKG_VERSION")).to_owned(),
            command,
            game: board.game_word().to_owned(),
            board: board.to_string(),
        }
    }
}
