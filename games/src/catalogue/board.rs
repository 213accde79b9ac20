//! Names of what is played or tabled: `nex:4x4`, `hex:course+swap:5x5`, `awari:12`, `draughts`.

use super::{Card, Measure, Variant};
use crate::GAMES;
use crate::NameError;
use crate::catalogue;
use std::fmt;
use std::ops::Range;

/// A game and its rules, without a board: `hex:swap`, `draughts:brazilian`.
#[derive(Clone, Copy, Debug)]
pub struct GameSpec {
    card: &'static Card,
    variant: usize,
}

/// The extent of a game: a board's size, or the limit of what is tabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// The whole of a game that has only one board.
    Whole,
    /// A board of this size.
    Sides {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        cols: u32,
    },
    /// For tables: all positions with at most this many seeds or pieces.
    Count(u32),
}

/// A game on a board: something to play, search, or table.
///
/// ```
/// use nexsolve_games::{Board, Extent};
///
/// let board = Board::parse("hex:swap:3x3")?;
/// assert_eq!(board.extent, Extent::Sides { rows: 3, cols: 3 });
/// assert_eq!(board.title(), "3×3 Hex with swap");
/// assert_eq!(Board::parse("awari:12")?.title(), "Awari with up to 12 seeds");
/// assert_eq!(Board::played("draughts", None)?.extent, Extent::Whole);
/// assert!(Board::parse("chess:8x8").is_err());
/// # Ok::<(), nexsolve_games::NameError>(())
/// ```
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

impl Default for GameSpec {
    /// Returns the main game: the first of the list.
    fn default() -> Self {
        Self { card: GAMES[0], variant: 0 }
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

    /// Reads a game from its name and options: `hex:swap`.
    ///
    /// # Errors
    /// If the text is not a game. The error marks the place.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        read_spec(text, text.len())
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

    /// Returns the board of this game with this extent, without checking it.
    pub const fn on(self, extent: Extent) -> Board {
        Board { spec: self, extent }
    }

    /// Returns the board of positions with up to `number` seeds or pieces.
    ///
    /// # Errors
    /// If the game counts neither, or `number` is out of range.
    pub fn counting(self, number: u32) -> Result<Board, NameError> {
        let title = self.card.title;
        let Measure::Count { what, least, most, example, .. } = self.card.measure else {
            return Err(NameError::new(format!("{title} has rows and columns")).hint(catalogue::examples()));
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
        let Measure::Sides { most, cells: most_cells, .. } = self.card.measure else {
            return Err(NameError::new(format!("{} has no rows and columns", self.card.title)));
        };
        let limits = format!("a search supports boards of up to {most_cells} cells, such as 8x8");
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
}

impl fmt::Display for GameSpec {
    /// Formats the game in the form that [`GameSpec::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.variant().word {
            "" => f.write_str(self.card.word),
            word => write!(f, "{}:{word}", self.card.word),
        }
    }
}

impl Board {
    /// Reads a board that can be searched or tabled, as it appears in arguments, certificates and manifests.
    ///
    /// # Errors
    /// If the text is not such a board. The error marks the place.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let Some((names, last)) = text.rsplit_once(':') else {
            let (at, message) = match find(text) {
                Some(_) => (text.len()..text.len(), "the size is missing"),
                None => (0..text.len(), "not a command or a board"),
            };
            return Err(wrong(text, at, message).hint("nexsolve --help lists the commands"));
        };
        let spec = read_spec(text, names.len())?;
        let at = names.len() + 1;
        let Measure::Count { what, example, .. } = spec.card.measure else {
            let (rows, cols) = read_sides(text, at)?;
            return spec.sized(rows, cols);
        };
        let Some(number) = number(last) else {
            let message = format!("expected the number of {what}, as in {example}");
            return Err(wrong(text, at..text.len(), &message));
        };
        spec.counting(number)
    }

    /// Reads a game to be played from the start. `size` supplies the rows and columns if the name does not contain
    /// them.
    ///
    /// # Errors
    /// If no such board exists; the error points to the faulty part of the name.
    pub fn played(text: &str, size: Option<(u32, u32)>) -> Result<Self, NameError> {
        let split = text.rfind(':');
        let at = split.map_or(0, |colon| colon + 1);
        let sized = split.filter(|_| text[at..].starts_with(|c: char| c.is_ascii_digit()));
        let end = sized.unwrap_or(text.len());
        let spec = read_spec(text, end)?;
        let fault = |span: Range<usize>, message: &str| NameError::at(text, span, message);
        let Measure::Sides { most, .. } = spec.card.measure else {
            if sized.is_some() || size.is_some() {
                let message = "this game has no size when it is played; only its databases do";
                return Err(fault(at..text.len(), message).hint(catalogue::played_examples()));
            }
            return Ok(spec.on(Extent::Whole));
        };
        let (rows, cols) = match (sized, size) {
            (Some(_), _) => read_sides(text, at)?,
            (None, Some(size)) => size,
            (None, None) => {
                return Err(fault(end..end, "the size is missing").hint(catalogue::played_examples()));
            }
        };
        if !(1..=most).contains(&rows) || !(1..=most).contains(&cols) {
            let message = format!("a board has 1 to {most} rows and columns, not {rows}x{cols}");
            return Err(fault(at..text.len(), &message));
        }
        Ok(spec.on(Extent::Sides { rows, cols }))
    }

    /// Returns the rows and columns of a board that is defined by them.
    pub const fn sides(&self) -> Option<(u32, u32)> {
        if let Extent::Sides { rows, cols } = self.extent { Some((rows, cols)) } else { None }
    }

    /// Returns the rows and columns of any board, including the one board of a game that counts seeds or pieces.
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

    /// Returns the name for people of what is played from the start: the board, or the game if it has only one board.
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

    /// Returns a sort key for lists of boards: by game, then by size.
    pub fn place(&self) -> (usize, u32, u32) {
        let game = GAMES.iter().position(|card| card.word == self.game_word()).unwrap_or(GAMES.len());
        match self.extent {
            Extent::Whole => (game, 0, 0),
            Extent::Sides { rows, cols } => (game, rows.saturating_mul(cols), rows),
            Extent::Count(number) => (game, number, 0),
        }
    }

    /// Returns a name for files: `nex-3x3`.
    pub fn slug(&self) -> String {
        self.to_string().replace([':', '+'], "-")
    }
}

impl fmt::Display for Board {
    /// Formats the board in the form that [`Board::parse`] and [`Board::played`] read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.extent {
            Extent::Whole => self.spec.fmt(f),
            Extent::Sides { rows, cols } => write!(f, "{}:{rows}x{cols}", self.spec),
            Extent::Count(number) => write!(f, "{}:{number}", self.spec),
        }
    }
}

fn number(text: &str) -> Option<u32> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Reads the rows and columns at the end of the text, from byte `at` on.
fn read_sides(text: &str, at: usize) -> Result<(u32, u32), NameError> {
    let sides: Vec<&str> = text[at..].split(['x', 'X', '×']).collect();
    let (rows, cols) = match sides[..] {
        [n] => (number(n), number(n)),
        [rows, cols] => (number(rows), number(cols)),
        _ => (None, None),
    };
    let (Some(rows), Some(cols)) = (rows, cols) else {
        return Err(wrong(text, at..text.len(), "expected the size as rows x columns, such as 4x4"));
    };
    Ok((rows, cols))
}

/// Finds a game by name, ignoring case.
fn find(name: &str) -> Option<&'static Card> {
    GAMES.into_iter().find(|card| name.eq_ignore_ascii_case(card.word))
}

/// Reads the game and its options, which end at byte `end` of `text`.
fn read_spec(text: &str, end: usize) -> Result<GameSpec, NameError> {
    let mut names = text[..end].split(':');
    let name = names.next().unwrap_or_default();
    let Some(card) = find(name) else {
        let message = format!("no such game; the games are {}", catalogue::names());
        return Err(wrong(text, 0..name.len(), &message));
    };
    let at = name.len() + 1;
    let options: Vec<String> = names.flat_map(|part| part.split('+')).map(str::to_ascii_lowercase).collect();
    let fault = |message: &str| wrong(text, at..end.max(at), message);
    if options.is_empty() {
        return Ok(GameSpec { card, variant: 0 });
    }
    if (1..options.len()).any(|i| options[..i].contains(&options[i])) {
        return Err(fault("an option is given twice"));
    }
    let is_it = |variant: &Variant| {
        let words: Vec<&str> = variant.word.split('+').filter(|word| !word.is_empty()).collect();
        words.len() == options.len() && options.iter().all(|option| words.contains(&option.as_str()))
    };
    match card.variants.iter().position(is_it) {
        Some(variant) => Ok(GameSpec { card, variant }),
        None => Err(fault(card.options)),
    }
}

fn wrong(text: &str, span: Range<usize>, message: &str) -> NameError {
    NameError::at(text, span, message).hint(catalogue::examples())
}

#[cfg(test)]
mod tests;
