//! Tables of any game of the catalogue, by its board: made and verified without a type for each game.

use crate::error::{GenerateError, PlanError};
use crate::generate::{Summary, generate};
use crate::plan::{Plan, plan};
use crate::progress::Observer;
use crate::settings::{Reach, Settings, metrics};
use crate::verify::{self, Report, VerifyError};
use nexsolve_core::{Layer, Notation, Tabled};
use nexsolve_db::{Database, Metric};
use nexsolve_games::{Board, Extent, NameError, Played, Visitor, visit};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The tables that a board can have.
pub struct AnyTables(Box<dyn Erased>);

/// A position as its game writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// On one line.
    pub text: String,
    /// As a drawing.
    pub diagram: String,
}

impl AnyTables {
    /// The tables of a board; `None` for a game that has none there.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn of(board: Board) -> Result<Option<Self>, NameError> {
        struct Erase(Extent);

        impl Visitor for Erase {
            type Done = Option<AnyTables>;

            fn on<G: Played>(self, game: G) -> Option<AnyTables> {
                Some(AnyTables(Box::new(Typed(game.tables(self.0)?))))
            }
        }

        visit(board, Erase(board.extent))
    }

    /// The layers; none where positions have no numbers.
    pub fn layers(&self) -> &[Layer] {
        self.0.layers()
    }

    /// What tables can hold besides what can be reached, the default first.
    pub fn metrics(&self) -> &'static [Metric] {
        self.0.metrics()
    }

    /// The most that tables can tell of what can be reached.
    pub fn reach(&self) -> Reach {
        self.0.reach()
    }

    /// What a database takes, as [`plan`].
    ///
    /// # Errors
    /// If there can be no such database.
    pub fn plan(&self, settings: &Settings) -> Result<Plan, PlanError> {
        self.0.plan(settings)
    }

    /// Makes the tables that are missing in a folder, as [`generate`].
    ///
    /// # Errors
    /// As [`GenerateError`] says.
    pub fn generate(
        &self,
        folder: &Path,
        settings: &Settings,
        stop: &AtomicBool,
        observer: &dyn Observer,
    ) -> Result<Summary, GenerateError> {
        self.0.generate(folder, settings, stop, observer)
    }

    /// Derives the values of all tables again, as [`verify::verify`].
    ///
    /// # Errors
    /// As [`VerifyError`] says.
    pub fn verify(
        &self,
        database: &Database,
        settings: &verify::Settings,
        stop: &AtomicBool,
        observer: &dyn verify::Observer,
    ) -> Result<Report<Written>, VerifyError> {
        self.0.verify(database, settings, stop, observer)
    }
}

trait Erased: Send + Sync {
    fn layers(&self) -> &[Layer];
    fn metrics(&self) -> &'static [Metric];
    fn reach(&self) -> Reach;
    fn plan(&self, settings: &Settings) -> Result<Plan, PlanError>;
    fn generate(
        &self,
        folder: &Path,
        settings: &Settings,
        stop: &AtomicBool,
        observer: &dyn Observer,
    ) -> Result<Summary, GenerateError>;
    fn verify(
        &self,
        database: &Database,
        settings: &verify::Settings,
        stop: &AtomicBool,
        observer: &dyn verify::Observer,
    ) -> Result<Report<Written>, VerifyError>;
}

struct Typed<G>(G);

impl<G: Tabled + Notation> Erased for Typed<G> {
    fn layers(&self) -> &[Layer] {
        self.0.layers()
    }

    fn metrics(&self) -> &'static [Metric] {
        metrics::<G>()
    }

    fn reach(&self) -> Reach {
        Reach::of(&self.0)
    }

    fn plan(&self, settings: &Settings) -> Result<Plan, PlanError> {
        plan(&self.0, settings)
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

    fn verify(
        &self,
        database: &Database,
        settings: &verify::Settings,
        stop: &AtomicBool,
        observer: &dyn verify::Observer,
    ) -> Result<Report<Written>, VerifyError> {
        let written = |position: &G::Position| Written {
            text: self.0.format_position(position),
            diagram: self.0.diagram(position),
        };
        Ok(verify::verify(&self.0, database, settings, stop, observer)?.map(written))
    }
}
