//! Databases of perfect play made by retrograde analysis.
//!
//! - [`plan`]: the memory, disk and work that a database takes, before any work.
//! - [`generate`]: makes the database, or the rest of it after an interruption.
//! - [`generate_together`]: does the same with several processes, which communicate through an [`Exchange`].
//!
//! A table is made from the tables of the layers that moves lead to. The engine for all games takes one
//! position at a time, by rules and ranking, and serves any game without cycles that is won, drawn or lost.
//! [`cyclic`] is for games with cycles, and [`layouts`] for those of them whose positions differ in the ranks
//! of pieces. A game may have an engine of its own, which takes whole sets of
//! positions at a time: its *kernel*, a crate in the game's folder, which uses the public modules of this
//! one. Tests compare kernels with the engine for all games.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods))]
#![expect(
    clippy::inline_always,
    reason = "a kernel is compiled for what the processor has by inlining all of it into a function with those features"
)]

#[cfg(target_endian = "big")]
compile_error!("the kernels read the bytes of their vectors as words, lowest byte first");

mod any;
pub mod bits;
mod choice;
pub mod codes;
pub mod context;
pub mod cyclic;
pub mod engine;
mod error;
mod forecast;
mod generate;
pub mod generic;
pub mod layouts;
mod load;
pub mod output;
pub mod packed;
mod plan;
mod progress;
mod settings;
mod shrink;
mod store;
pub mod team;

pub use any::{AnyTables, GameWithEngine, OwnEngine, Tables, TablesOf, Written};
pub use choice::{ChoiceError, TableChoice, check_metric};
pub use error::{GenerateError, PlanError};
pub use forecast::{BoardMeasurements, Costs, Expected, entropy};
pub use generate::{GenerateSummary, generate, generate_together};
pub use load::Load;
pub use nexsolve_db::Keep;
pub use plan::{plan, plan_for};
pub use progress::{GenerateObserver, GenerateProgress, Phase, PhaseClock, Plan, Step};
pub use settings::{GenerateSettings, Kernel, Reach, metrics};
pub use shrink::{shrink, shrink_bytes};
pub use team::{Alone, Exchange, ExchangeError, Local, ROUND_BYTES, Reduce};
