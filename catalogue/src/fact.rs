//! Published facts about games, as data: they are computed again and compared.

/// A published fact about a game.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// The fact, in a few words.
    pub name: &'static str,
    /// The source.
    pub source: &'static str,
    /// The boards; the answer contains one value for each, separated by spaces.
    pub boards: &'static [&'static str],
    /// The quantity to compute for each board.
    pub what: Quantity,
    /// The published answer.
    pub expected: &'static str,
}

impl Fact {
    /// Creates a fact.
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

/// A quantity that can be computed for a board.
#[derive(Clone, Copy, Debug)]
pub enum Quantity {
    /// The value, by a search, or by newly generated tables if play can go on for ever: `win`.
    Value,
    /// The value with the distance, by a search: `win in 7`.
    Distance,
    /// The number of openings that win, draw and lose, by a search: `2 / 10 / 0`.
    Openings,
    /// The openings that win, by a search.
    WinningOpenings,
    /// The nodes of the game tree by ply, and their sum: `1 + 12 = 13`.
    Tree,
    /// The number of nodes of the game tree.
    TreeNodes,
    /// The number of positions that play can reach from the start.
    Positions,
    /// The number of these positions, counting symmetric ones once.
    Classes,
    /// The number of different games, each from the start to an end.
    Games,
    /// How many of these positions are lost, drawn and won, by the rules alone: `8 / 22 / 7`.
    Values,
    /// The number of move sequences from a position, for each depth.
    Moves {
        /// The position.
        from: &'static str,
        /// The greatest depth.
        depth: usize,
    },
    /// The number of positions lost, drawn and won, by newly generated tables: `7 / 0 / 5`.
    Tabled {
        /// The layers to count separately; if empty, all layers are counted together.
        layers: &'static [&'static str],
        /// How many positions count as one.
        unit: u64,
    },
    /// The points of a position, by newly generated tables.
    Points(&'static str),
    /// A quantity that only this game has.
    Own(fn() -> String),
}
