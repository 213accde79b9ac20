//! The processes that make tables together. A single machine is a team of one.

mod deal;
mod exchange;
mod members;
mod wire;

pub(crate) use deal::{BATCH_BYTES, Deal, share};
pub use exchange::{Alone, Exchange, ExchangeError, Local, ROUND_BYTES, Reduce};
pub(crate) use members::Team;
pub(crate) use wire::{Reader, Writer};
