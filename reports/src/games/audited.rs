//! Games of Nex read from files, and each move judged.

use crate::ReportError;
use crate::source::Known;
use nexsolve_core::{Game, Notation, Side, Wdl};
use nexsolve_games::nex::{Nex, NexMove, NexPosition};
use nexsolve_players::audit::{self, AuditError, Gift, Judged, Tally};
use nexsolve_players::records::{Found, GameRecord, How, Recorded, Untold};
use std::collections::BTreeSet;

/// A game and what the tables say of it.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The file.
    pub file: String,
    /// The record.
    pub record: GameRecord<Nex<u64>>,
    /// The moves, judged.
    pub moves: Vec<Judged>,
}

/// A move that gave value away.
#[derive(Clone, Copy, Debug)]
pub struct Slip {
    /// Its place in the game, from 0.
    pub place: usize,
    /// Who made it.
    pub side: Side,
    /// What it gave away.
    pub gift: Gift,
}

impl Audited {
    /// The moves that gave value away.
    pub fn slips(&self) -> Vec<Slip> {
        let slip = |(place, judged): (usize, &Judged)| {
            judged.gift().map(|gift| Slip { place, side: judged.colour, gift })
        };
        self.moves.iter().enumerate().filter_map(slip).collect()
    }

    /// The position before the move at this place.
    pub fn before(&self, game: &Nex<u64>, place: usize) -> NexPosition<u64> {
        self.record.moves[..place].iter().fold(self.record.start, |position, &mv| game.play(&position, mv))
    }

    /// The move at this place as it is written.
    pub fn written(&self, game: &Nex<u64>, place: usize) -> String {
        game.format_move(&self.before(game, place), self.record.moves[place])
    }

    /// A move that would have kept the value there, if the tables know one.
    pub fn better(&self, game: &Nex<u64>, place: usize) -> Option<NexMove> {
        let mut moves = Vec::new();
        game.moves(&self.before(game, place), &mut moves);
        self.moves[place].keeps.map(|keeps| moves[keeps])
    }

    /// The name of a side's player; the file may not tell.
    pub fn name(&self, side: Side) -> &str {
        self.record.names[side as usize].as_deref().unwrap_or("not told")
    }

    /// How it ended, in words.
    pub fn ending(&self) -> String {
        match (self.record.verdict.how, self.record.verdict.winner) {
            (How::BrokenOff, _) => "broken off".to_owned(),
            (_, Some(side)) => format!("{side} won"),
            (_, None) => "drawn".to_owned(),
        }
    }

    /// Whether a side had a won position before it some time in the game.
    pub fn had_win(&self, side: Side) -> bool {
        self.moves.iter().any(|judged| {
            let value = if judged.colour == side { judged.before } else { judged.before.map(|value| -value) };
            value == Some(Wdl::Win)
        })
    }
}

/// All games of a board that files hold, judged.
///
/// # Errors
/// If a table is damaged, or tables contradict each other.
pub fn audited(known: &Known<'_, Nex<u64>>, files: &[(String, String)]) -> Result<Vec<Audited>, ReportError> {
    let prober = known.prober();
    let mut all = Vec::new();
    for (file, text) in files {
        for found in known.game.read_records(text.as_bytes(), Untold::Smallest) {
            let Found::Game(record) = found else { continue };
            let judged = audit::audit(&known.game, &record.start, &record.moves, &prober);
            let moves = judged.map_err(|error| match error {
                AuditError::Table(error) => ReportError::Probe(error),
                AuditError::Contradiction { .. } => {
                    ReportError::Missing { board: known.title(), what: error.to_string() }
                }
            })?;
            all.push(Audited { file: file.clone(), record, moves });
        }
    }
    Ok(all)
}

/// What the moves of a side come to, over some games.
pub fn tally<'g>(games: impl IntoIterator<Item = &'g Audited>, side: Side) -> Tally {
    let mut tally = Tally::default();
    for game in games {
        game.moves.iter().filter(|judged| judged.colour == side).for_each(|judged| tally.add(judged));
    }
    tally
}

/// What is in the files besides games of these boards: the boards without tables, with how many games, and the faults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// Boards without tables, and the files and lines of their games.
    pub elsewhere: BTreeSet<(String, String, usize)>,
    /// What cannot be read: file, and what is wrong.
    pub faults: BTreeSet<(String, String)>,
}

/// Reads the files for what is not a game of one of these boards.
pub fn rest(boards: &[Known<'_, Nex<u64>>], files: &[(String, String)]) -> Rest {
    let names: Vec<String> = boards.iter().map(|known| known.source.board.to_string()).collect();
    let mut rest = Rest::default();
    let Some(any) = boards.first() else { return rest };
    for (file, text) in files {
        for found in any.game.read_records(text.as_bytes(), Untold::Smallest) {
            match found {
                Found::Elsewhere { line, board } if !names.contains(&board) => {
                    rest.elsewhere.insert((board, file.clone(), line));
                }
                Found::Fault(fault) => {
                    rest.faults.insert((file.clone(), fault.to_string()));
                }
                _ => {}
            }
        }
    }
    rest
}
