//! The processes that make tables together. A single machine is a team of one.

mod deal;
mod exchange;
mod members;
mod wire;

pub use deal::{BATCH_BYTES, Deal, share};
pub use exchange::{Alone, Exchange, ExchangeError, Local, ROUND_BYTES, Reduce};
pub use members::Team;
pub use wire::{Reader, Writer};
