//! Neural networks that judge positions and moves: what they see, how they compute, and the files that hold
//! them.
//!
//! One architecture serves all games and all sizes of a board:
//!
//! - **Input** ([`Seen`]): the planes of the catalogue ([`nexsolve_games::PLANES`]), seen by the side to
//!   move, and three more that are the same for every cell: the side to move, whether a swap is possible, and
//!   the lead in points. Seeds and points count in twelfths.
//! - **Tower**: a convolution over 3×3 cells, then blocks of two such convolutions each, added to what they
//!   start from (K. He et al., "Deep residual learning for image recognition", 2016).
//! - **Value**: the means and maxima of the tower's channels over the board, then two full layers that end in
//!   the probabilities of a loss, a draw and a win for the side to move.
//! - **Moves**: each move is the set of *changes* that it makes to cells, such as "empty becomes own". Of
//!   every kind of change the network computes, for every cell, a number and a short vector. The weight of a
//!   move is the sum of the numbers of its changes and of the products of each pair of their vectors: a
//!   factorization machine (S. Rendle, 2010). So a move of two stones depends on both of them, and no move
//!   needs a number of its own.
//!
//! [`Network`] computes; `nexsolve-learn` trains.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod file;
mod header;
mod layers;
mod network;
mod seen;
mod shape;
#[cfg(feature = "stored")]
mod stored;

pub use file::{NetError, NetworkFile};
pub use network::{Network, Opinion};
pub use seen::{Change, ChangeKind, INPUTS, Seen};
pub use shape::NetworkShape;
#[cfg(feature = "stored")]
pub use stored::STORED;
