//! Databases of perfect play made by retrograde analysis, and verified.
//!
//! - [`plan`]: what a database takes, before any work.
//! - [`generate`]: the database, or what an interruption left of it to do.
//! - [`generate_together`]: the same by several processes, which speak to each other through an [`Exchange`].
//! - [`mod@verify`]: every value derived again from the values that it rests on, by other code.
//!
//! A table is made from the tables of the layers that moves lead to. An engine for all games does so for any game without
//! cycles, one position at a time, by its rules and ranking; the kernels for Nex and Hex do so for whole
//! sets of positions at a time, and are held against it.

#![expect(
    clippy::inline_always,
    reason = "a kernel is compiled for what the processor has by inlining all of it into a function with those features"
)]

#[cfg(target_endian = "big")]
compile_error!("the kernels read the bytes of their vectors as words, lowest byte first");

mod any;
mod bits;
mod cluster;
mod codes;
mod cyclic;
mod engine;
mod error;
mod exchange;
mod generate;
mod generic;
mod hex;
mod kernels;
mod layers;
mod nex;
mod packed;
mod plan;
mod progress;
mod region;
mod settings;
mod shrink;
pub mod verify;

pub use any::{AnyTables, Written};
pub use cluster::{Together, generate_together};
pub use error::{GenerateError, PlanError};
pub use exchange::{Exchange, ExchangeError, Local, ROUND_BYTES, Reduce};
pub use generate::{Summary, generate};
pub use nexsolve_db::Keep;
pub use plan::{Plan, Step, plan, plan_for};
pub use progress::{Observer, Phase, Progress};
pub use settings::{Kernel, Reach, Settings, metrics};
pub use shrink::{shrink, shrink_bytes};
