//! What a proven win needs of the board.

/// A set of up to 64 places of the board, one bit each.
///
/// The region of a win contains the places that the win needs (Hex players call it the carrier). After one
/// losing move, moves that leave the region as it is lose too, and no later
/// ([`crate::Searchable::carries_over`] says which): only the others can do better. (R. Hayward et al.,
/// "Solving 7×7 Hex: virtual connections and game-state reduction", 2003, section 3: the must-play region.)
pub type Region = u64;

/// All places: the region of a win about which nothing is known. It is always correct, and the only region of
/// a game whose [`crate::Searchable::REGIONS`] is false.
pub const EVERYWHERE: Region = Region::MAX;
