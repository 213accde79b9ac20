//! What is played on which board: `nex:4x4`, `hex:course+swap:5x5`, `awari:12`, `draughts:russian:4`.

use crate::NameError;
use nexsolve_games::awari::SEEDS;
use nexsolve_games::draughts::{MOST_ENDING_PIECES, Variant as Draughts};
use nexsolve_games::hex::{Convention, Swap, Variant};
use nexsolve_games::rhombus::MAX_SIDE;
use std::fmt;
use std::ops::Range;

/// The most cells of a board that can be searched: a word of bits.
pub const MAX_CELLS: u32 = 64;

/// How boards are written.
pub const EXAMPLES: &str = "boards are written as nex:4x4, hex:5x5, hex:course:6x6, hex:swap:5x5, hex:course+swap:4x4, \
                        awari:12, draughts:russian:4 or draughts:brazilian:4";

/// A game on a board that can be searched, or of which there can be a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// A game on a rhombus of cells.
    Rhombus(Rhombus),
    /// Awari: all positions with up to so many seeds.
    Awari {
        /// The seeds.
        seeds: u32,
    },
    /// Draughts: all endings with up to so many pieces.
    Draughts {
        /// By whose rules.
        rules: Draughts,
        /// The pieces.
        pieces: u32,
    },
}

/// A game on a rhombus of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rhombus {
    /// The game.
    pub kind: Kind,
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub cols: u32,
}

/// A game with its options, that is played on a rhombus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nex.
    Nex,
    /// Hex; it always ends at a connection.
    Hex(Variant),
}

/// A game with its options, without a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// On a rhombus.
    Rhombus(Kind),
    /// Awari.
    Awari,
    /// Draughts.
    Draughts(Draughts),
}

impl Played {
    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Rhombus(Kind::Nex) => "Nex",
            Self::Rhombus(Kind::Hex(_)) => "Hex",
            Self::Awari => "Awari",
            Self::Draughts(_) => "draughts",
        }
    }

    /// What the number of a board counts, with an example; for a game without rows and columns.
    pub fn counted(self) -> (&'static str, &'static str) {
        match self {
            Self::Awari => ("seeds", "awari:12"),
            _ => ("pieces", "draughts:russian:4"),
        }
    }

    /// The board with this number, of a game without rows and columns.
    ///
    /// # Errors
    /// If there is none.
    pub fn with(self, number: u32) -> Result<Board, NameError> {
        let (what, example) = self.counted();
        let (board, range) = match self {
            Self::Draughts(rules) => (Board::Draughts { rules, pieces: number }, 2..=MOST_ENDING_PIECES),
            _ => (Board::Awari { seeds: number }, 1..=SEEDS),
        };
        if range.contains(&number) {
            return Ok(board);
        }
        let (least, most) = (range.start(), range.end());
        Err(NameError::new(format!("a board of {} has {least} to {most} {what}, not {number}", self.title()))
            .hint(format!("{example} has all positions with up to as many")))
    }
}

impl Board {
    /// Reads a board as it stands in arguments, certificates and manifests.
    ///
    /// # Errors
    /// With the place, if the text is none.
    ///
    /// # Panics
    /// Never.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let parts: Vec<&str> = text.split(':').collect();
        let (last, names) = parts.split_last().expect("split yields one part at least");
        let at = text.len() - last.len();
        if names.is_empty() {
            let games = ["nex", "hex", "awari", "draughts"].contains(&last.to_ascii_lowercase().as_str());
            let message = if games { "the size is missing" } else { "this is no command and no board" };
            let at = if games { text.len()..text.len() } else { 0..text.len() };
            return Err(wrong(text, at, message).hint("nexsolve --help lists the commands"));
        }
        let kind = match read_game(text, names, 0..at - 1)? {
            Played::Rhombus(kind) => kind,
            played => {
                let Some(number) = number(last) else {
                    let (what, example) = played.counted();
                    let message = format!("expected the number of {what}, as in {example}");
                    return Err(wrong(text, at..text.len(), &message));
                };
                return played.with(number);
            }
        };
        let (rows, cols) = read_sides(text, at)?;
        Rhombus { kind, rows, cols }.checked()
    }

    /// Rows, columns and game, of a game that has them.
    pub fn rhombus(&self) -> Option<Rhombus> {
        if let Self::Rhombus(rhombus) = *self { Some(rhombus) } else { None }
    }

    /// The board for people: `3×3 Nex`.
    pub fn title(&self) -> String {
        match *self {
            Self::Rhombus(rhombus) => rhombus.title(),
            Self::Awari { seeds: 1 } => "Awari with 1 seed".to_owned(),
            Self::Awari { seeds } => format!("Awari with up to {seeds} seeds"),
            Self::Draughts { rules, pieces } => {
                format!("{} draughts with up to {pieces} pieces", rules_title(rules))
            }
        }
    }

    /// What is played from the start, for people: the board, or a game whose board is always the same.
    pub fn game_title(&self) -> String {
        match *self {
            Self::Rhombus(rhombus) => rhombus.title(),
            Self::Awari { .. } => "Awari".to_owned(),
            Self::Draughts { rules, .. } => format!("{} draughts", rules_title(rules)),
        }
    }

    /// The game alone, as machine output names it.
    pub fn game_word(&self) -> &'static str {
        match self {
            Self::Rhombus(Rhombus { kind: Kind::Nex, .. }) => "nex",
            Self::Rhombus(Rhombus { kind: Kind::Hex(_), .. }) => "hex",
            Self::Awari { .. } => "awari",
            Self::Draughts { .. } => "draughts",
        }
    }
}

impl Rhombus {
    /// The board, if it can be searched.
    ///
    /// # Errors
    /// If it is too large, or has no cells.
    pub fn checked(self) -> Result<Board, NameError> {
        let Self { rows, cols, .. } = self;
        let limits = format!("a search takes boards of up to {MAX_CELLS} cells, such as 8x8 or 4x16");
        let sides = 1..=u32::from(MAX_SIDE);
        if rows == 0 || cols == 0 {
            let message = format!("a board of {rows}x{cols} has no cells: rows and columns begin at 1");
            return Err(NameError::new(message).hint("try --size 3").hint(limits));
        }
        if !sides.contains(&rows) || !sides.contains(&cols) {
            let message = format!("there is no board of {rows}x{cols}: rows and columns go up to {MAX_SIDE}");
            return Err(NameError::new(message).hint(limits));
        }
        if rows * cols > MAX_CELLS {
            let cells = rows * cols;
            let message =
                format!("{rows}x{cols} has {cells} cells: it can be played and recorded, but not searched");
            return Err(NameError::new(message).hint(limits));
        }
        Ok(Board::Rhombus(self))
    }

    /// The board for people.
    pub fn title(self) -> String {
        let Self { rows, cols, .. } = self;
        match self.kind {
            Kind::Nex => format!("{rows}×{cols} Nex"),
            Kind::Hex(variant) => {
                let course = if variant.convention == Convention::Course {
                    " (Black joins left and right)"
                } else {
                    ""
                };
                let swap = if variant.swap == Swap::On { " with swap" } else { "" };
                format!("{rows}×{cols} Hex{swap}{course}")
            }
        }
    }
}

impl fmt::Display for Board {
    /// As [`Board::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game_word();
        match *self {
            Self::Rhombus(rhombus) => rhombus.fmt(f),
            Self::Awari { seeds } => write!(f, "{game}:{seeds}"),
            Self::Draughts { rules, pieces } => write!(f, "{game}:{rules}:{pieces}"),
        }
    }
}

impl fmt::Display for Rhombus {
    /// As boards are written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, rows, cols } = *self;
        let game = if kind == Kind::Nex { "nex" } else { "hex" };
        let options = match kind {
            Kind::Hex(Variant { convention: Convention::Course, swap: Swap::On, .. }) => "course+swap:",
            Kind::Hex(Variant { convention: Convention::Course, .. }) => "course:",
            Kind::Hex(Variant { swap: Swap::On, .. }) => "swap:",
            _ => "",
        };
        write!(f, "{game}:{options}{rows}x{cols}")
    }
}

/// Whose rules, for people.
pub fn rules_title(rules: Draughts) -> &'static str {
    match rules {
        Draughts::Russian => "Russian",
        Draughts::Brazilian => "Brazilian",
    }
}

fn number(text: &str) -> Option<u32> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Rows and columns, which stand at the end of the text, from this byte on.
pub(crate) fn read_sides(text: &str, at: usize) -> Result<(u32, u32), NameError> {
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

/// The game from its name and options, such as `hex:swap`.
///
/// # Errors
/// With the place, if the text is none.
pub fn read_played(text: &str) -> Result<Played, NameError> {
    read_game(text, &text.split(':').collect::<Vec<_>>(), 0..text.len())
}

/// The game from its name and options; `span` is their place in `text`.
pub(crate) fn read_game(text: &str, names: &[&str], span: Range<usize>) -> Result<Played, NameError> {
    let game = names[0].to_ascii_lowercase();
    let options_at = names[0].len() + 1..span.end.max(names[0].len() + 1);
    let options: Vec<&str> = names[1..].iter().flat_map(|part| part.split('+')).collect();
    match game.as_str() {
        "nex" if options.is_empty() => Ok(Played::Rhombus(Kind::Nex)),
        "nex" => Err(wrong(text, options_at, "Nex has no options")),
        "hex" => {
            let mut variant = Variant::default();
            for option in options {
                let new = match option.to_ascii_lowercase().as_str() {
                    "course" => {
                        std::mem::replace(&mut variant.convention, Convention::Course) != Convention::Course
                    }
                    "swap" => std::mem::replace(&mut variant.swap, Swap::On) != Swap::On,
                    _ => return Err(wrong(text, options_at, "the options of Hex are course and swap")),
                };
                if !new {
                    return Err(wrong(text, options_at, "an option is given twice"));
                }
            }
            Ok(Played::Rhombus(Kind::Hex(variant)))
        }
        "awari" if options.is_empty() => Ok(Played::Awari),
        "awari" => Err(wrong(text, options_at, "Awari has no options")),
        "draughts" => {
            let rules = [Draughts::Russian, Draughts::Brazilian];
            match options[..] {
                [] => Ok(Played::Draughts(Draughts::Russian)),
                [option] => {
                    let known = rules.into_iter().find(|rules| option.eq_ignore_ascii_case(rules.word()));
                    let message = "draughts are played by russian or brazilian rules";
                    known.map(Played::Draughts).ok_or_else(|| wrong(text, options_at, message))
                }
                _ => Err(wrong(text, options_at, "draughts have one option: russian or brazilian")),
            }
        }
        _ => {
            let message = "no such game; the games are nex, hex, awari and draughts";
            Err(wrong(text, 0..names[0].len(), message))
        }
    }
}

pub(crate) fn wrong(text: &str, span: Range<usize>, message: &str) -> NameError {
    NameError::at(text, span, message).hint(EXAMPLES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_as_they_are_written() {
        for text in [
            "nex:4x4",
            "hex:5x5",
            "hex:course:6x6",
            "hex:swap:5x5",
            "hex:course+swap:4x4",
            "nex:2x19",
            "nex:8x8",
            "awari:1",
            "awari:48",
            "draughts:russian:2",
            "draughts:brazilian:8",
        ] {
            assert_eq!(Board::parse(text).expect(text).to_string(), text);
        }
        for (text, same) in
            [("nex:3", "nex:3x3"), ("HEX:Swap+course:3x4", "hex:course+swap:3x4"), ("nex:3×4", "nex:3x4")]
                .into_iter()
                .chain([("Awari:12", "awari:12"), ("draughts:4", "draughts:russian:4")])
                .chain([("DRAUGHTS:Brazilian:3", "draughts:brazilian:3"), ("awari:012", "awari:12")])
        {
            assert_eq!(Board::parse(text).expect(text).to_string(), same);
        }
        let title = |text| Board::parse(text).expect(text).title();
        assert_eq!(title("nex:3x2"), "3×2 Nex");
        assert_eq!(title("hex:swap:3x3"), "3×3 Hex with swap");
        assert_eq!(title("awari:12"), "Awari with up to 12 seeds");
        assert_eq!(title("draughts:4"), "Russian draughts with up to 4 pieces");
    }

    #[test]
    fn what_is_no_board_is_refused_with_help() {
        let bad = [
            "",
            ":",
            "nex",
            "nex:",
            "nex:x",
            "nex:3x",
            "nex:x3",
            "nex:3x3x3",
            "nex:+3",
            "nex:-3x3",
            "nex:0x3",
            "nex:0",
            "nex:20",
            "nex:26",
            "nex:9x9",
            "nex:99999999999x1",
            "nex:swap:3x3",
            "hex:swop:3x3",
            "hex:swap+swap:3x3",
            "hex::3x3",
            "chess:8x8",
            "néx:3x3",
            "slove",
            "awari",
            "awari:",
            "awari:0",
            "awari:49",
            "awari:4x4",
            "awari:-1",
            "awari:swap:4",
            "draughts",
            "draughts:",
            "draughts:1",
            "draughts:9",
            "draughts:english:4",
            "draughts:russian",
            "draughts:russian:brazilian:4",
            "draughts:russian:8x8",
            "nex:3x3 ",
        ];
        for text in bad {
            let fault = Board::parse(text).expect_err(text);
            assert!(!fault.hints.is_empty(), "{text}");
        }
    }
}
