//! Judges recorded games with the tables.

pub mod audited;
mod claims;
mod film;
mod named;
mod pages;
mod patterns;

pub(crate) use pages::add;

use crate::source::TypedDatabase;
use audited::Audited;
use nexsolve_games::nex::Nex;

/// A board with its games.
struct Shelf<'a> {
    known: &'a TypedDatabase<'a, Nex<u64>>,
    games: Vec<Audited>,
}
