//! Players and their games, judged by exact values: the moves of a game ([`audit`]), a player's moves in many
//! positions ([`exam`]), its worst result over all ways to play against it ([`exploit`]), its mistakes as
//! exercises ([`drills`]), positions with exactly one winning move ([`puzzles`]), and how hard a position is
//! ([`hardness`]).

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods))]

pub mod audit;
pub mod drills;
pub mod exam;
pub mod exploit;
pub mod hardness;
pub mod puzzles;
