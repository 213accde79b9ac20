//! Generation of tables for any game of the catalogue, by its board, without the game's type.

use crate::engine::Engine;
use crate::generic::Generic;
use crate::kernels::kernel;
use crate::settings::{Kernel, Reach, Settings, metrics};
use nexsolve_core::{Layer, LayerId, Notation, Ranked, Tabled};
use nexsolve_db::{Form, Keep, Metric};
use nexsolve_games::{Board, Extent, NameError, Played, Visitor, visit};
use std::convert::Infallible;
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

    /// As [`Ranked::counterpart`].
    fn counterpart(&self, layer: LayerId) -> Option<LayerId>;

    /// As [`Ranked::strip`].
    fn strip(&self, layer: LayerId) -> u64;

    /// The engine for tables of a metric, for one of a number of processes; `None` if `which` asks for the
    /// game's own engine and it has none for the board.
    #[doc(hidden)]
    fn engine(&self, metric: Metric, which: Kernel, processes: usize) -> Option<Box<dyn Engine + '_>>;
}

impl<G: Tabled> Tables for G {
    fn layers(&self) -> &[Layer] {
        Ranked::layers(self)
    }

    fn metrics(&self) -> &'static [Metric] {
        metrics::<G>()
    }

    fn reach(&self) -> Reach {
        Reach::of(self)
    }

    fn omitted(&self, layer: LayerId, ranks: Range<u64>) -> Vec<u64> {
        let mut omitted = Vec::new();
        let Ok(()) = self.omitted_range(layer, ranks, |rank, _| {
            omitted.push(rank);
            Ok::<_, Infallible>(())
        });
        omitted
    }

    fn counterpart(&self, layer: LayerId) -> Option<LayerId> {
        Ranked::counterpart(self, layer)
    }

    fn strip(&self, layer: LayerId) -> u64 {
        Ranked::strip(self, layer)
    }

    fn engine(&self, metric: Metric, which: Kernel, processes: usize) -> Option<Box<dyn Engine + '_>> {
        match which {
            Kernel::Fast => kernel(self, metric, processes),
            Kernel::Generic => {
                let books = |own: Box<dyn Engine + '_>| {
                    LayerId::all(Ranked::layers(self)).map(|layer| own.values(layer)).collect()
                };
                let books = kernel(self, metric, 1).filter(|_| metric == Metric::Dtw).map(books);
                Some(Box::new(Generic::new(self, metric, processes, books)))
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

impl<G: Tabled + Notation> AnyTables for G {
    fn position(&self, layer: LayerId, rank: u64) -> Option<Written> {
        let position = self.unrank(layer, rank)?;
        Some(Written { text: self.format_position(&position), diagram: self.diagram(&position) })
    }
}

/// A position in its game's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// On one line.
    pub text: String,
    /// As a drawing.
    pub diagram: String,
}

impl dyn AnyTables + '_ {
    /// The tables of a board; `None` if the game has none for it.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn of(board: Board) -> Result<Option<Box<dyn AnyTables>>, NameError> {
        struct Erase(Extent);
        impl Visitor for Erase {
            type Done = Option<Box<dyn AnyTables>>;

            fn on<G: Played>(self, game: G) -> Self::Done {
                Some(Box::new(game.tables(self.0)?))
            }
        }
        visit(board, Erase(board.extent))
    }

    /// The settings of a run that makes the tables of a board with the game's own engine, as the manifest
    /// stores them. Every program that makes the same tables writes the same program and command.
    pub fn settings(
        &self,
        board: Board,
        metric: Metric,
        reach: Reach,
        form: Form,
        memory_bytes: u64,
    ) -> Settings {
        // Only the settings that determine the bytes.
        let mut command = format!("nexsolve generate {board} --metric {metric}");
        if form == Form::Raw {
            command.push_str(" --raw");
        }
        if reach != self.reach() {
            command.push_str(" --no-reach");
        }
        Settings {
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
