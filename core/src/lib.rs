//! Vocabulary and contracts of nexsolve.
//!
//! This crate knows no game. It defines:
//!
//! - the words that all crates share: [`Side`], [`Wdl`], [`Score`], [`Bounds`];
//! - the contracts that a game implements: [`Game`], [`Symmetric`], [`Ranked`], [`Unmoves`], [`Retrograde`],
//!   [`Tabled`], [`Notation`], [`Deductions`], [`Searchable`], [`Proving`], [`Contest`], [`Chance`],
//!   [`Guide`], [`Forcing`];
//! - the laws that every implementation must satisfy ([`laws`]);
//! - the contract of games whose positions differ in the ranks of pieces ([`layouts`]);
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
mod contest;
mod course;
mod deduction;
pub mod folded;
mod game;
mod guide;
pub mod laws;
pub mod layouts;
pub mod memory;
mod notation;
pub mod parallel;
mod random;
mod retrograde;
mod score;
mod search;
pub mod stop;
pub mod subsets;
pub mod words;

pub use absent::Absent;
pub use bits::{pdep, pext};
pub use contest::{Chance, Contest, Draw, Ending, choose};
pub use course::Course;
pub use deduction::{Connected, Deductions, Edge, Flaw, Hold, Joint, Strength, Winners, Wire};
pub use game::{
    After, Game, Layer, LayerId, Probe, ProbeError, Prober, Ranked, Symmetric, Unmoves, known_bounds,
    replies_by_position,
};
pub use guide::{Advice, Evaluation, ForcedWin, Forcing, Guide, LIMIT, MoveStatus, Playout};
pub use notation::{Notation, ReadError, ReadFault};
pub use random::{Lot, SplitMix};
pub use retrograde::{Beside, Outlook, Retrograde, Tabled};
pub use score::{Bounds, Plies, Points, Score, Side, Wdl};
pub use search::{
    Asking, Bound, Candidate, Candidates, EVERYWHERE, Glance, ProofEntry, Proving, ProvingFor, Region,
    Searchable, Verdict,
};
