//! The forms of recorded games, and what all of them tell.

use nexsolve_core::Side;
use nexsolve_games::awari::{Ending, Reason};
use nexsolve_games::draughts::{Draughts, Variant, pdn};
use nexsolve_games::hex::{Convention, sgf};
use nexsolve_games::nex::record::{GameResult, Record};
use nexsolve_games::record::RecordFault;
use nexsolve_games::{awari, nex};
use std::fmt::Display;

/// The form of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Nex, as the old program writes it.
    Nex,
    /// Hex: SGF.
    Sgf,
    /// Draughts: PDN.
    Pdn,
    /// Awari, one game a line.
    Awari,
}

impl Format {
    /// The form in which a file begins; Nex where it is no other.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4_096)]);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let mut chars = text.chars();
        let is_header = ["First:", "Second:", "Start:"].iter().any(|head| text.starts_with(head));
        match (chars.next(), chars.next()) {
            (Some('('), _) => Self::Sgf,
            (Some('['), _) | (Some('1'), Some('.')) => Self::Pdn,
            // The first player's pits have small letters; no record of Nex begins with one.
            (Some('a'..='f'), Some(c)) if c.is_ascii_digit() => Self::Awari,
            _ if is_header => Self::Awari,
            _ => Self::Nex,
        }
    }
}

/// A good game of any form.
pub(super) struct Told {
    pub(super) line: usize,
    pub(super) number: Option<u32>,
    /// What was played, as boards are written.
    pub(super) board: String,
    /// The same for people.
    pub(super) title: String,
    /// Rows and columns, where they differ from game to game.
    pub(super) size: Option<(u32, u32)>,
    /// Black, or who played first, and the other.
    pub(super) names: [Option<String>; 2],
    pub(super) plies: usize,
    pub(super) result: GameResult,
    /// The record itself, of Nex.
    pub(super) nex: Option<Record>,
}

/// A good game, or what is wrong.
pub(super) type Found = Result<Told, RecordFault<String>>;

/// The games of a file; `size` is the board of Nex records that do not tell theirs.
pub(super) fn read(bytes: &[u8], size: Option<(u32, u32)>) -> Vec<Found> {
    fn all<R, E: Display>(found: Vec<Result<R, RecordFault<E>>>, told: impl Fn(R) -> Told) -> Vec<Found> {
        found.into_iter().map(|found| found.map(&told).map_err(RecordFault::in_words)).collect()
    }
    match Format::of(bytes) {
        Format::Nex => all(nex::record::read(bytes, size), of_nex),
        Format::Sgf => all(sgf::read(bytes, Convention::Standard), of_hex),
        Format::Pdn => {
            all(pdn::read(bytes, &Draughts::new(Variant::Russian.rules())), |record| of_draughts(&record))
        }
        Format::Awari => all(awari::record::read(bytes), of_awari),
    }
}

fn of_nex(record: Record) -> Told {
    let Record { rows, cols, line, number, result, .. } = record;
    Told {
        line,
        number,
        board: format!("nex:{rows}x{cols}"),
        title: format!("{rows}×{cols}"),
        size: Some((rows, cols)),
        names: [record.black.clone(), record.white.clone()],
        plies: record.init.len() + record.moves.len(),
        result,
        nex: Some(record),
    }
}

fn of_hex(record: sgf::Record) -> Told {
    let swap = record.has_swap();
    let sgf::Record { rows, cols, black, white, moves, result, line, .. } = record;
    let result = match result {
        sgf::GameResult::Won { winner, .. } => won_by(Some(winner)),
        sgf::GameResult::Unknown => GameResult::BrokenOff,
    };
    Told {
        line,
        number: None,
        board: format!("hex:{}{rows}x{cols}", if swap { "swap:" } else { "" }),
        title: format!("{rows}×{cols} Hex{}", if swap { " with swap" } else { "" }),
        size: Some((rows, cols)),
        names: [black, white],
        plies: moves.len(),
        result,
        nex: None,
    }
}

fn of_draughts(record: &pdn::Record) -> Told {
    let name = |tag| record.tag(tag).filter(|name| !matches!(*name, "" | "?")).map(str::to_owned);
    let variant = record.rules.variant;
    Told {
        line: record.line,
        number: record.tag("Round").and_then(|round| round.parse().ok()),
        board: format!("draughts:{variant}"),
        title: format!("{} draughts", nexsolve_boards::rules_title(variant)),
        size: None,
        names: [name("Black"), name("White")],
        plies: record.moves.len(),
        result: match record.result {
            pdn::GameResult::White => GameResult::White,
            pdn::GameResult::Black => GameResult::Black,
            pdn::GameResult::Draw => GameResult::Draw,
            pdn::GameResult::Unknown => GameResult::BrokenOff,
        },
        nex: None,
    }
}

/// The first player is Black.
fn of_awari(record: awari::record::Record) -> Told {
    let awari::record::Record { first, second, moves, result, line, .. } = record;
    let result = match result {
        // Any reason will do: it is asked for the winner alone.
        awari::record::GameResult::Over(seeds) => won_by(Ending { seeds, reason: Reason::Majority }.winner()),
        awari::record::GameResult::BrokenOff => GameResult::BrokenOff,
    };
    Told {
        line,
        number: None,
        board: "awari".to_owned(),
        title: "Awari".to_owned(),
        size: None,
        names: [first, second],
        plies: moves.len(),
        result,
        nex: None,
    }
}

fn won_by(winner: Option<Side>) -> GameResult {
    match winner {
        None => GameResult::Draw,
        Some(Side::Black) => GameResult::Black,
        Some(Side::White) => GameResult::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_by_how_they_begin() {
        for (text, format) in [
            ("Ba1?b2;Wa2?b1;!", Format::Nex),
            ("?b2Ba1;!", Format::Nex),
            ("Black:one\nWhite:two\n", Format::Nex),
            ("<<<<<<< HEAD\n", Format::Nex),
            ("", Format::Nex),
            ("\u{feff}\r\n (;FF[4]GM[11]", Format::Sgf),
            ("[Event \"?\"]\n", Format::Pdn),
            ("1. c3-d4 *", Format::Pdn),
            ("a4;A5;!", Format::Awari),
            ("Second:two\na4;!", Format::Awari),
        ] {
            assert_eq!(Format::of(text.as_bytes()), format, "{text}");
        }
        assert_eq!(Format::of(&[0xff; 9_000]), Format::Nex);
    }
}
