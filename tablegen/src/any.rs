//! Tables of any game of the catalogue, by its board: made and verified without the game's type.

use crate::cluster::{Together, generate_together};
use crate::error::{GenerateError, PlanError};
use crate::exchange::Exchange;
use crate::generate::{Summary, generate};
use crate::plan::{Plan, plan, plan_for};
use crate::progress::Observer;
use crate::settings::{Kernel, Reach, Settings, metrics};
use crate::shrink::shrink;
use crate::verify::{self, Report, VerifyError};
use nexsolve_core::{Layer, LayerId, Notation, Tabled};
use nexsolve_db::{Database, Form, Keep, Metric, Provenance};
use nexsolve_games::{Board, Extent, NameError, Played, Visitor, visit};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The tables that a board can have.
pub trait AnyTables: Send + Sync {
    /// The layers; none where positions have no numbers.
    fn layers(&self) -> &[Layer];

    /// The metrics of tables, the default first, without that of reachable positions.
    fn metrics(&self) -> &'static [Metric];

    /// The most detailed setting for reachable positions that this board has.
    fn reach(&self) -> Reach;

    /// The position with this number in a layer; `None` if the number is free.
    ///
    /// # Panics
    /// If there is no such layer or number.
    fn position(&self, layer: LayerId, rank: u64) -> Option<Written>;

    /// Plans a database, as [`plan`].
    ///
    /// # Errors
    /// If there can be no such database.
    fn plan(&self, settings: &Settings) -> Result<Plan, PlanError>;

    /// Plans a run of `ranks` ranks, as [`plan_for`].
    ///
    /// # Errors
    /// If there can be no such database.
    fn plan_for(&self, settings: &Settings, ranks: usize) -> Result<Plan, PlanError>;

    /// Makes the tables that are missing in a folder, as [`generate`].
    ///
    /// # Errors
    /// As [`generate`].
    fn generate(
        &self,
        folder: &Path,
        settings: &Settings,
        stop: &AtomicBool,
        observer: &dyn Observer,
    ) -> Result<Summary, GenerateError>;

    /// Makes the tables that are missing in a folder together with other ranks, as [`generate_together`].
    ///
    /// # Errors
    /// As [`generate_together`].
    fn generate_together(
        &self,
        folder: &Path,
        settings: &Settings,
        exchange: &mut dyn Exchange,
        stop: &AtomicBool,
        observer: &dyn Observer,
    ) -> Result<Together, GenerateError>;

    /// Writes the tables of a database in their small form, as [`shrink`].
    ///
    /// # Errors
    /// As [`shrink`].
    fn shrink(
        &self,
        from: &Database,
        folder: &Path,
        provenance: Provenance,
        stop: &AtomicBool,
        observer: &dyn Observer,
    ) -> Result<Database, GenerateError>;

    /// Derives the values of all tables again, as [`verify::verify`].
    ///
    /// # Errors
    /// As [`verify::verify`].
    fn verify(
        &self,
        database: &Database,
        settings: &verify::Settings<'_>,
        stop: &AtomicBool,
        observer: &dyn verify::Observer,
    ) -> Result<Report, VerifyError>;
}

/// A position as its game writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// On one line.
    pub text: String,
    /// As a drawing.
    pub diagram: String,
}

impl dyn AnyTables + '_ {
    /// The tables of a board; `None` for a game that has none there.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn of(board: Board) -> Result<Option<Box<dyn AnyTables>>, NameError> {
        struct Erase(Extent);
        impl Visitor for Erase {
            type Done = Option<Box<dyn AnyTables>>;

            fn on<G: Played>(self, game: G) -> Self::Done {
                Some(Box::new(Typed(game.tables(self.0)?)))
            }
        }
        visit(board, Erase(board.extent))
    }

    /// The settings of a run that makes the tables of a board by the game's own engine, as the manifest stores them. Every program that makes the
    /// same tables names the same program and command.
    pub fn settings(
        &self,
        board: Board,
        metric: Metric,
        reach: Reach,
        form: Form,
        memory_bytes: u64,
    ) -> Settings {
        // The settings that decide the bytes, and no others.
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

struct Typed<G>(G);

impl<G: Tabled + Notation> AnyTables for Typed<G> {
    fn layers(&self) -> &[Layer] {
        self.0.layers()
    }

    fn metrics(&self) -> &'static [Metric] {
        metrics::<G>()
    }

    fn reach(&self) -> Reach {
        Reach::of(&self.0)
    }

    fn position(&self, layer: LayerId, rank: u64) -> Option<Written> {
        let position = self.0.unrank(layer, rank)?;
        Some(Written { text: self.0.format_position(&position), diagram: self.0.diagram(&position) })
    }

    fn plan(&self, settings: &Settings) -> Result<Plan, PlanError> {
        plan(&self.0, settings)
    }

    fn plan_for(&self, settings: &Settings, ranks: usize) -> Result<Plan, PlanError> {
        plan_for(&self.0, settings, ranks)
    }

    fn generate(
        &self,
        folder: &Path,
        settings: &Settings,
        stop: &AtomicBool,
        observer: &dyn Observer,
    ) -> Result<Summary, GenerateError> {
        generate(&self.0, folder, settings, stop, observer)
    }

    fn generate_together(
        &self,
        folder: &Path,
        settings: &Settings,
        exchange: &mut dyn Exchange,
        stop: &AtomicBool,
        observer: &dyn Observer,
    ) -> Result<Together, GenerateError> {
        generate_together(&self.0, folder, settings, exchange, stop, observer)
    }

    fn shrink(
        &self,
        from: &Database,
        folder: &Path,
        provenance: Provenance,
        stop: &AtomicBool,
        observer: &dyn Observer,
    ) -> Result<Database, GenerateError> {
        shrink(&self.0, from, folder, provenance, stop, observer)
    }

    fn verify(
        &self,
        database: &Database,
        settings: &verify::Settings<'_>,
        stop: &AtomicBool,
        observer: &dyn verify::Observer,
    ) -> Result<Report, VerifyError> {
        verify::verify(&self.0, database, settings, stop, observer)
    }
}
