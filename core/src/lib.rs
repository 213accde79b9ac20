//! Vocabulary and contracts of nexsolve.
//!
//! This crate knows no game. It defines:
//!
//! - the words that all crates share: [`Side`], [`Wdl`], [`Score`], [`Bounds`];
//! - the contracts that a game implements: [`Game`], [`Symmetric`], [`Ranked`], [`Unmoves`], [`Retrograde`],
//!   [`Tabled`], [`Notation`], [`Deductions`], [`Searchable`], [`Proving`], [`Contest`], [`Chance`],
//!   [`Guide`], [`Forcing`];
//! - the laws that every implementation must satisfy ([`laws`]);
//! - combinatorial ranking: of subsets ([`subsets`]), and of subsets up to reversal ([`folded`]);
//! - memory that threads share ([`memory`]);
//! - parallel loops that are compiled only once ([`parallel`]);
//! - the stop flag of the current work ([`stop`]);
//! - numbers formatted for people ([`words`]).
//!
//! Every value is for the side to move. One function, [`Wdl::winner`], converts it to Black or White.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod absent;
mod bits;
mod connected;
mod contest;
mod course;
mod deduction;
mod evaluation;
pub mod folded;
mod forcing;
mod game;
mod guide;
pub mod laws;
mod layer;
pub mod memory;
mod notation;
pub mod parallel;
mod playout;
mod points;
mod proving;
mod random;
mod region;
mod retrograde;
mod score;
mod search;
mod side;
pub mod stop;
pub mod subsets;
mod tabled;
pub mod words;

pub use absent::Absent;
pub use bits::{pdep, pext};
pub use connected::{Connected, Edge, Hold, Joint, Strength, Wire};
pub use contest::{Chance, Contest, Draw, Ending, choose};
pub use course::Course;
pub use deduction::{Deductions, Flaw, Winners};
pub use evaluation::{Evaluation, LIMIT};
pub use forcing::{ForcedWin, Forcing};
pub use game::{
    After, Game, Probe, ProbeError, Prober, Ranked, Symmetric, Unmoves, known_bounds, replies_by_position,
};
pub use guide::{Advice, Guide, Standing};
pub use layer::{Layer, LayerId};
pub use notation::{Fault, Notation, ReadError};
pub use playout::Playout;
pub use points::Points;
pub use proving::{ProofEntry, Proving, ProvingFor, Verdict};
pub use random::{Lot, SplitMix};
pub use region::{EVERYWHERE, Region};
pub use retrograde::{Outlook, Retrograde};
pub use score::{Bounds, Plies, Score, Wdl};
pub use search::{Answer, Candidate, Candidates, Glance, Searchable};
pub use side::Side;
pub use tabled::Tabled;
