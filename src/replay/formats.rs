//! The forms of recorded games, and what all of them tell.

use nexsolve_core::Side;
use nexsolve_games::awari::{Ending, Reason};
use nexsolve_games::draughts::{Draughts, Variant, pdn};
use nexsolve_games::hex::{Convention, sgf};
use nexsolve_games::nex::record::{GameResult, Record};
use nexsolve_games::record::RecordFault;
use nexsolve_games::{awari, nex};
use nexsolve_players::records::Form;
use std::fmt::Display;

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
    match Form::of(bytes) {
        Form::Nex => all(nex::record::read(bytes, size), of_nex),
        Form::Sgf => all(sgf::read(bytes, Convention::Standard), of_hex),
        Form::Pdn => {
            all(pdn::read(bytes, &Draughts::new(Variant::Russian.rules())), |record| of_draughts(&record))
        }
        Form::Awari => all(awari::record::read(bytes), of_awari),
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
