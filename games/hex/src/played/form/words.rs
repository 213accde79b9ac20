//! The words of SGF for properties, cells and endings.

use crate::Convention;
use nexsolve_catalogue::records::How;
use nexsolve_core::Side;
use nexsolve_rhombus::{Cell, Wide};

/// The packing is the same for all set types.
pub(super) type Hex = crate::Hex<Wide>;

/// The endings that have a word in these files.
pub(super) const WAYS: [(&str, How); 3] =
    [("Time", How::Time), ("Forfeit", How::Forfeit), ("Resign", How::Resigned)];

/// Properties without a field of their own in a record: event, place, date, and the author.
pub(super) const TAGS: [&str; 18] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "ON", "OT", "PC", "RO", "SO", "TM", "US", "WR",
    "WT",
];

/// Properties that the reader uses, or that a writer sets anew.
pub(super) const USED: [&str; 17] =
    ["FF", "GM", "CA", "AP", "ST", "SZ", "RU", "PB", "PW", "RE", "PL", "AB", "AW", "AE", "B", "W", "C"];

/// Properties that stand in the first node of a game only.
pub(super) const OF_ROOT: [&str; 5] = ["FF", "GM", "CA", "AP", "SZ"];

/// Properties of which a record keeps one value.
pub(super) const KEPT_ONCE: [&str; 3] = ["PB", "PW", "RE"];

/// Properties with a list of values: stones that are set up, and marks on the board.
pub(super) const MARKUP: [&str; 17] =
    ["AB", "AW", "AE", "AR", "CR", "DD", "L", "LB", "LN", "M", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"];

/// Returns whether a property's value is text, in which programs forget to escape brackets.
pub(super) fn is_text(key: &str) -> bool {
    matches!(key, "C" | "N" | "PB" | "PW" | "RU" | "AP" | "RE") || TAGS.contains(&key)
}

/// The words for a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SwapWord {
    /// `swap-sides`: the players exchange colours.
    Sides,
    /// `swap-pieces`: the first stone changes its colour and is reflected; some programs mean `swap-sides`.
    Pieces,
    /// `swap`: either.
    Either,
}

impl SwapWord {
    /// Returns the swap with this word, in lower case.
    pub(super) fn of(word: &str) -> Option<Self> {
        match word {
            "swap-sides" => Some(Self::Sides),
            "swap-pieces" => Some(Self::Pieces),
            "swap" => Some(Self::Either),
            _ => None,
        }
    }
}

/// A result as a file states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stated {
    /// The game has no result, or the result is not known.
    Open,
    /// The winner, and the reason if it is stated.
    Won(Side, Option<How>),
}

impl Stated {
    /// Reads a result: `B+`, `W+Resign`, `b+t`, `?`; also `B`, `White wins`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if matches!(text, "" | "?") || text.eq_ignore_ascii_case("void") {
            return Some(Self::Open);
        }
        let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let winner = side(&text[..end])?;
        let reason = text[end..].trim_start();
        let reason = match reason.strip_prefix('+') {
            Some(reason) => reason.trim_start(),
            None if reason.is_empty() => reason,
            // `Black wins by resignation`.
            None => {
                let reason = reason.strip_prefix("wins").or_else(|| reason.strip_prefix("won"))?.trim_start();
                reason.strip_prefix("by").or_else(|| reason.strip_prefix("on")).unwrap_or(reason).trim_start()
            }
        };
        let is = |word: &str| {
            let word = word.as_bytes();
            let begins =
                reason.get(..word.len()).is_some_and(|begin| begin.as_bytes().eq_ignore_ascii_case(word));
            begins || reason.as_bytes().eq_ignore_ascii_case(&word[..1])
        };
        let how = WAYS.into_iter().find_map(|(word, how)| is(word).then_some(how));
        Some(Self::Won(winner, how))
    }
}

/// Returns the side with this letter or name.
pub(super) fn side(text: &str) -> Option<Side> {
    [Side::Black, Side::White].into_iter().find(|side| {
        text.eq_ignore_ascii_case(&side.letter().to_string()) || text.eq_ignore_ascii_case(side.word())
    })
}

/// Converts rows and columns, or a cell's row and column, between these files and the board.
pub(super) fn turned(convention: Convention, row: u32, col: u32) -> (u32, u32) {
    match convention {
        Convention::Standard => (row, col),
        Convention::Course => (col, row),
    }
}

/// Returns a cell in the notation of these files.
pub(super) fn cell_text(cols: u32, convention: Convention, cell: Cell) -> String {
    let (row, col) = turned(convention, u32::from(cell.0) / cols, u32::from(cell.0) % cols);
    format!("{}{}", char::from(b'a' + col as u8), row + 1)
}

/// Reads a cell: its row and column in these files, from 0. Besides `c2`, it reads the two letters of Little
/// Golem, `cb`.
pub(super) fn cell_of(text: &str) -> Option<(u32, u32)> {
    let mut chars = text.chars();
    let letter =
        |c: char| c.is_ascii_alphabetic().then(|| u32::from(c.to_ascii_lowercase()) - u32::from('a'));
    let col = letter(chars.next()?)?;
    let rest = chars.as_str();
    if is_two_letters(text) {
        return Some((letter(rest.chars().next()?)?, col));
    }
    let is_number = !rest.starts_with('0') && rest.bytes().all(|b| b.is_ascii_digit());
    let row = rest.parse::<u32>().ok().filter(|_| is_number)?;
    Some((row.checked_sub(1)?, col))
}

/// Returns whether a cell is written as two letters.
pub(super) fn is_two_letters(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_the_spellings_of_programs() {
        use Side::{Black, White};
        for (text, stated) in [
            ("B+", Some(Stated::Won(Black, None))),
            ("W+R", Some(Stated::Won(White, Some(How::Resigned)))),
            (" b + resignation", Some(Stated::Won(Black, Some(How::Resigned)))),
            ("W+T", Some(Stated::Won(White, Some(How::Time)))),
            ("B+3.5", Some(Stated::Won(Black, None))),
            ("B", Some(Stated::Won(Black, None))),
            ("White wins by resignation", Some(Stated::Won(White, Some(How::Resigned)))),
            ("Black won on time", Some(Stated::Won(Black, Some(How::Time)))),
            ("?", Some(Stated::Open)),
            ("Void", Some(Stated::Open)),
            ("0", None),
            ("Bob", None),
            ("Black loses", None),
            ("Draw", None),
        ] {
            assert_eq!(Stated::read(text), stated, "{text}");
        }
    }

    #[test]
    fn cells_are_a_letter_and_a_number_or_two_letters() {
        for (text, cell) in [
            ("c2", Some((1, 2))),
            ("C12", Some((11, 2))),
            ("cb", Some((1, 2))),
            ("am", Some((12, 0))),
            ("c0", None),
            ("c02", None),
            ("c", None),
            ("22", None),
            ("abc", None),
            ("é1", None),
            ("", None),
        ] {
            assert_eq!(cell_of(text), cell, "{text}");
        }
    }
}
