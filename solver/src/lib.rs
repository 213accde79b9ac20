//! Forward search over the contracts of a game: proofs of values, distances and lines.
