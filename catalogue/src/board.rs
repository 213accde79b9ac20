//! What is played or tabled: a game's [`Card`], and boards such as `nex:4x4`, `hex:course+swap:5x5`,
//! `awari:12`, `draughts`.

use super::extent::Extent;
use super::fact::Fact;
use super::name::NameError;
use super::played::AnyPlayed;
use nexsolve_core::words;
use std::fmt;
use std::sync::Arc;

/// The fixed properties of a game: its entry in the catalogue.
#[derive(Debug)]
pub struct Card {
    /// The first word of the names of its boards: `hex`.
    pub word: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The rules that it can be played by, the usual ones first.
    pub variants: &'static [Variant],
    /// The error message for an option that no variant has.
    pub options: &'static str,
    /// How its boards differ.
    pub measure: Measure,
    /// Example boards that can be searched or tabled.
    pub board_examples: &'static [&'static str],
    /// Example boards that can be played on.
    pub played_examples: &'static [&'static str],
    /// The names of the players, Black first.
    pub sides: [&'static str; 2],
    /// The singular and plural of a point, in a game with points.
    pub points: [&'static str; 2],
    /// The pieces that can be set up: the sign in [`Cells`](super::Cells), and the name for people; empty in
    /// games with seeds.
    pub pieces: &'static [(&'static str, &'static str)],
    /// Recognises a text on one line that certainly is a position of this game, and returns its board.
    pub looks_like: fn(text: &str) -> Option<Board>,
    /// Returns the game on a board, which may also be a board of tables.
    pub game: fn(Board) -> Result<AnyGame, NameError>,
}

/// What not every program needs of a game, apart from its [`Card`], so that a small program leaves it out.
#[derive(Debug)]
pub struct Extras {
    /// Recognises the beginning of a file of the game's records that names no board, by the grammar of these
    /// records.
    pub claims: fn(head: &str) -> bool,
    /// The rules for people: HTML that begins with a heading.
    pub rules: &'static str,
    /// Published facts about the game.
    pub facts: &'static [Fact],
}

/// A set of rules for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The part of a board's name between the game's word and the size: options joined by `+`, or empty.
    pub word: &'static str,
    /// The name for people; a size may precede it.
    pub title: &'static str,
    /// How a player wins, in a sentence.
    pub goal: &'static str,
    /// Rules by which a game may end but which tables ignore, each in a few words.
    pub left_out: &'static [&'static str],
    /// The consequence for values over the board, in a sentence; `None` if tables ignore nothing.
    pub caveat: Option<&'static str>,
}

/// How the boards of a game differ.
#[derive(Clone, Copy, Debug)]
pub enum Measure {
    /// By rows and columns.
    Sides {
        /// The maximum number of rows or columns of a board that can be played on.
        most: u32,
        /// The maximum number of cells of a board that can be searched.
        cells: u32,
        /// The default rows and columns.
        usual: (u32, u32),
        /// The rows and columns that the page offers first.
        first: (u32, u32),
        /// The number of cells up to which a database takes a few seconds to generate.
        quick: u32,
        /// The number of cells up to which a search of some seconds usually proves the value of a position,
        /// with or without a database.
        proves: u32,
    },
    /// By number: there is one board, and tables hold the positions with up to a number of seeds or pieces.
    Count {
        /// The rows and columns of the board.
        grid: (u32, u32),
        /// What is counted, in the plural: `seeds`.
        what: &'static str,
        /// The singular.
        one: &'static str,
        /// The least number that tables can hold.
        least: u32,
        /// The greatest number that tables can hold.
        most: u32,
        /// An example board with its number: `awari:12`.
        example: &'static str,
        /// The number up to which a database takes about a second to generate.
        quick: u32,
        /// A game with at most this many more soon reaches that number.
        ahead: u32,
        /// Returns the number for a layer's name.
        of_layer: fn(&str) -> Option<u32>,
    },
}

impl Card {
    /// Returns the board that the game is usually played on, by its usual rules.
    pub const fn usual_board(&'static self) -> Board {
        let extent = match self.measure {
            Measure::Sides { usual: (rows, cols), .. } => Extent::Sides { rows, cols },
            Measure::Count { .. } => Extent::Whole,
        };
        GameSpec::new(self, 0).on(extent)
    }

    /// Reads the options of a variant in any order, with `+` or `:` between them.
    ///
    /// # Errors
    /// If an option is given twice, or no variant has them.
    pub fn with_options(&'static self, options: &str) -> Result<GameSpec, &'static str> {
        let wanted: Vec<String> = options.split([':', '+']).map(str::to_ascii_lowercase).collect();
        if (1..wanted.len()).any(|at| wanted[..at].contains(&wanted[at])) {
            return Err("an option is given twice");
        }
        let has_them = |variant: &Variant| {
            let mut words = variant.word.split('+').filter(|word| !word.is_empty());
            words.clone().count() == wanted.len() && words.all(|word| wanted.iter().any(|of| of == word))
        };
        let variant = self.variants.iter().position(has_them).ok_or(self.options)?;
        Ok(GameSpec::new(self, variant))
    }

    /// Describes by examples how to write boards that can be searched or tabled.
    fn examples(&self) -> String {
        format!("boards are written as {}", words::list(self.board_examples))
    }

    /// Returns the name of a side, capitalised for the beginning of a sentence.
    pub const fn side(&self, side: nexsolve_core::Side) -> &'static str {
        self.sides[side as usize]
    }
}

/// A game and its rules, without a board: `hex:swap`, `draughts:brazilian`.
#[derive(Clone, Copy, Debug)]
pub struct GameSpec {
    card: &'static Card,
    variant: usize,
}

/// A game of any kind on a board. It implements the contracts of a typed game, and [`AnyPlayed`]. Clones
/// share the game.
#[derive(Clone)]
pub struct AnyGame {
    pub(crate) board: Board,
    pub(crate) game: Arc<dyn AnyPlayed>,
}

/// A game on a board: something to play, search, or table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The game and its rules.
    pub spec: GameSpec,
    /// The extent of the board.
    pub extent: Extent,
}

impl PartialEq for GameSpec {
    fn eq(&self, other: &Self) -> bool {
        (self.card.word, self.variant) == (other.card.word, other.variant)
    }
}

impl Eq for GameSpec {}

impl std::hash::Hash for GameSpec {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.card.word, self.variant).hash(state);
    }
}

impl GameSpec {
    /// Creates a game with the variant at index `variant` of [`Card::variants`].
    ///
    /// # Panics
    /// If the game has no such variant.
    pub const fn new(card: &'static Card, variant: usize) -> Self {
        assert!(variant < card.variants.len());
        Self { card, variant }
    }

    /// Returns the fixed properties of the game.
    pub const fn card(self) -> &'static Card {
        self.card
    }

    /// Returns the index of the variant in [`Card::variants`].
    pub const fn variant_index(self) -> usize {
        self.variant
    }

    /// Returns the rules.
    pub const fn variant(self) -> &'static Variant {
        &self.card.variants[self.variant]
    }

    /// Returns the board of positions with up to `number` seeds or pieces.
    ///
    /// # Errors
    /// If the game counts neither, or `number` is out of range.
    pub fn counting(self, number: u32) -> Result<Board, NameError> {
        let title = self.card().title;
        let Measure::Count { what, least, most, example, .. } = self.card().measure else {
            return Err(NameError::new(format!("{title} has rows and columns")).hint(self.card().examples()));
        };
        if (least..=most).contains(&number) {
            return Ok(self.on(Extent::Count(number)));
        }
        Err(NameError::new(format!("a board of {title} has {least} to {most} {what}, not {number}"))
            .hint(format!("{example} covers all positions with up to that number")))
    }

    /// Returns the board of this size, if a search supports it.
    ///
    /// # Errors
    /// If the board is too large or has no cells, or the game has no rows and columns.
    pub fn sized(self, rows: u32, cols: u32) -> Result<Board, NameError> {
        let Measure::Sides { most, cells: most_cells, .. } = self.card().measure else {
            return Err(NameError::new(format!("{} has no rows and columns", self.card().title)));
        };
        let side = most_cells.isqrt().min(most);
        let limits = format!("a search supports boards of up to {most_cells} cells, such as {side}x{side}");
        if rows == 0 || cols == 0 {
            let message =
                format!("a board of {rows}x{cols} has no cells: it needs at least 1 row and 1 column");
            return Err(NameError::new(message).hint("try --size 3").hint(limits));
        }
        if rows > most || cols > most {
            let message = format!(
                "a board of {rows}x{cols} is too large: the maximum is {most} rows and {most} columns"
            );
            return Err(NameError::new(message).hint(limits));
        }
        if rows * cols > most_cells {
            let cells = rows * cols;
            let message =
                format!("{rows}x{cols} has {cells} cells: it can be played and recorded, but not searched");
            return Err(NameError::new(message).hint(limits));
        }
        Ok(self.on(Extent::Sides { rows, cols }))
    }

    /// Returns the board of this game with this extent, without checking it.
    pub const fn on(self, extent: Extent) -> Board {
        Board { spec: self, extent }
    }
}

impl fmt::Display for GameSpec {
    /// Formats the game as it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.variant().word {
            "" => f.write_str(self.card.word),
            word => write!(f, "{}:{word}", self.card.word),
        }
    }
}

impl Board {
    /// Returns the rows and columns of a board that is defined by them.
    pub const fn sides(&self) -> Option<(u32, u32)> {
        if let Extent::Sides { rows, cols } = self.extent { Some((rows, cols)) } else { None }
    }

    /// Returns the rows and columns of any board, including the one board of a game that counts seeds or
    /// pieces.
    pub const fn grid(&self) -> (u32, u32) {
        match (self.extent, self.spec.card.measure) {
            (Extent::Sides { rows, cols }, _) => (rows, cols),
            (_, Measure::Count { grid, .. }) => grid,
            _ => (0, 0),
        }
    }

    /// Returns the number of cells, for a game with rows and columns.
    pub fn cells(&self) -> Option<u32> {
        self.sides().map(|(rows, cols)| rows.saturating_mul(cols))
    }

    /// Returns the fixed properties of the game.
    pub const fn card(&self) -> &'static Card {
        self.spec.card
    }

    /// Returns the game's name for machine-readable output.
    pub const fn game_word(&self) -> &'static str {
        self.spec.card.word
    }

    /// Returns the board's name for people: `3×3 Nex`, `Awari with up to 12 seeds`.
    pub fn title(&self) -> String {
        match (self.extent, self.spec.card.measure) {
            (Extent::Count(number), Measure::Count { what, one, .. }) => match number {
                1 => format!("{} with 1 {one}", self.spec.variant().title),
                _ => format!("{} with up to {number} {what}", self.spec.variant().title),
            },
            _ => self.game_title(),
        }
    }

    /// Returns the name, for people, of the game played from the start: the board's title, or the game's name
    /// if it has only one board.
    pub fn game_title(&self) -> String {
        let title = self.spec.variant().title;
        match self.sides() {
            Some((rows, cols)) => format!("{rows}×{cols} {title}"),
            None => title.to_owned(),
        }
    }

    /// Returns the game over the board whose positions this board's tables cover.
    pub fn over_the_board(self) -> Self {
        match self.extent {
            Extent::Count(_) => self.spec.on(Extent::Whole),
            _ => self,
        }
    }

    /// Returns whether a database of the board `tables` covers positions of this one.
    pub fn has_tables_of(&self, tables: Self) -> bool {
        self.over_the_board() == tables.over_the_board()
    }

    /// Returns a name for files: `nex-3x3`.
    pub fn slug(&self) -> String {
        self.to_string().replace([':', '+'], "-")
    }
}

impl fmt::Display for Board {
    /// Formats the board as it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.extent {
            Extent::Whole => self.spec.fmt(f),
            Extent::Sides { rows, cols } => write!(f, "{}:{rows}x{cols}", self.spec),
            Extent::Count(number) => write!(f, "{}:{number}", self.spec),
        }
    }
}
