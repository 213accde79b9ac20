//! Connections in a position: who wins, which moves matter, and why.
//!
//! | file | content | used by |
//! |---|---|---|
//! | `h_search.rs` | the virtual connections of a side ([`h_search::Connections`]) | all files below |
//! | `carriers.rs` | the carriers that it keeps for one pair of ends | `h_search.rs` |
//! | `fill_in.rs` | stones on cells that no longer matter | all files below except `shown.rs` |
//! | `winners.rs` | the game of filled positions that proof numbers search | `Searchable::proving` |
//! | `techniques.rs` | the parts of that search, which can be switched off one by one | `winners.rs` |
//! | `guide/` | proven and likely moves | players that search |
//! | `shown.rs` | connections and fill-in in a form for display | the page, the command |
//! | `lemmas/` | proofs by lemmas: written from connections, checked without them | certificates |
//! | `tests.rs` | tests: every claim of H-search and fill-in against exact values | |

mod carriers;
mod fill_in;
pub(super) mod guide;
mod h_search;
pub(super) mod lemmas;
mod shown;
pub(super) mod techniques;
#[cfg(test)]
mod tests;
pub(super) mod winners;
