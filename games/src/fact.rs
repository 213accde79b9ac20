//! What is known of games from elsewhere, as data: to be computed again, and compared.

/// Something that is known of a game.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// What is known, in a few words.
    pub name: &'static str,
    /// Who says so.
    pub source: &'static str,
    /// Of which boards; the answers stand one behind the other.
    pub boards: &'static [&'static str],
    /// What is computed of each.
    pub what: Quantity,
    /// The known answer.
    pub expected: &'static str,
}

impl Fact {
    /// A fact with its source.
    pub const fn new(
        name: &'static str,
        source: &'static str,
        boards: &'static [&'static str],
        what: Quantity,
        expected: &'static str,
    ) -> Self {
        Self { name, source, boards, what, expected }
    }
}

/// What can be computed of a board.
#[derive(Clone, Copy, Debug)]
pub enum Quantity {
    /// Who wins, by a search: `win`.
    Value,
    /// The same with the plies to the end: `win in 7`.
    Distance,
    /// How many openings win, draw and lose, by a search: `2 / 10 / 0`.
    Openings,
    /// The openings that win, by a search.
    WinningOpenings,
    /// The nodes of the game tree by ply, and their sum: `1 + 12 = 13`.
    Tree,
    /// The nodes of the game tree.
    TreeNodes,
    /// Positions that play from the start can reach.
    Positions,
    /// How many of these are lost, drawn and won, by the rules alone: `8 / 22 / 7`.
    Values,
    /// Ways to play to each depth from a position.
    Moves {
        /// The position.
        from: &'static str,
        /// The last depth.
        depth: usize,
    },
    /// How many positions are lost, drawn and won, by tables that are made for it: `7 / 0 / 5`.
    Tabled {
        /// The layers, each by itself; none for all together.
        layers: &'static [&'static str],
        /// So many count as one.
        unit: u64,
    },
    /// The points of a position, by tables that are made for it.
    Points(&'static str),
    /// Something that only this game has.
    Own(fn() -> String),
}
