//! The least that a database takes.

use nexsolve_core::Tabled;
use nexsolve_tablegen::{PlanError, Settings, plan};

/// The same in the least memory that the plan allows.
pub(crate) fn least<G: Tabled>(game: &G, settings: &Settings) -> Settings {
    match plan(game, &Settings { memory_bytes: 1, ..settings.clone() }) {
        Err(PlanError::NeedsMemory { needed, .. }) => Settings { memory_bytes: needed, ..settings.clone() },
        other => panic!("{other:?}"),
    }
}
