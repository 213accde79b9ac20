//! Reads games of Nex from files and judges each move.

use super::named;
use crate::source::TypedDatabase;
use nexsolve_core::{Game, Notation, Side, Wdl};
use nexsolve_games::nex::{Nex, NexMove, NexPosition};
use nexsolve_games::records::{self, GameRecord, How, ReadGame, Verdict};
use nexsolve_games::{AnyMove, Packed};
use nexsolve_judging::audit::{self, MoveJudgement, MoveTally};
use nexsolve_oracle::OracleError;
use nexsolve_reports::ReportError;
use std::collections::{BTreeMap, BTreeSet};

/// A game, and what the tables say about it.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The file.
    pub file: String,
    /// The record.
    pub record: Record,
    /// The moves, judged.
    pub moves: Vec<MoveJudgement>,
    /// The number of the game on its line of the file, counted from 1, and the number of games on the line.
    pub on_line: (usize, usize),
    /// Whether the record names its board. If not, the board is the smallest on which the record is valid.
    pub tells_board: bool,
}

/// A move that gave value away.
#[derive(Clone, Copy, Debug)]
pub struct Slip {
    /// The number of the move in the game, counted from 0.
    pub place: usize,
    /// Who made it.
    pub side: Side,
    /// The value that it gave away.
    pub gift: (Wdl, Wdl),
}

impl Audited {
    /// The moves that gave value away.
    pub fn slips(&self) -> Vec<Slip> {
        let slip = |(place, judged): (usize, &MoveJudgement)| {
            judged.gift().map(|gift| Slip { place, side: judged.colour, gift })
        };
        self.moves.iter().enumerate().filter_map(slip).collect()
    }

    /// The position before this move.
    pub fn before(&self, game: &Nex<u64>, place: usize) -> NexPosition<u64> {
        self.record.moves[..place].iter().fold(self.record.start, |position, &mv| game.play(&position, mv))
    }

    /// The move in notation.
    pub fn written(&self, game: &Nex<u64>, place: usize) -> String {
        game.format_move(&self.before(game, place), self.record.moves[place])
    }

    /// Returns the name of a side's player, from the header or else from the file's name. Both may lack one.
    pub fn name(&self, side: Side) -> String {
        match (&self.record.names[side as usize], named::players(&self.file)) {
            (Some(name), _) => name.clone(),
            (None, Some(names)) => format!("{} (file name)", names[side as usize]),
            (None, None) => "not named".to_owned(),
        }
    }

    /// The place of the game in its file: the line, and the number of the game on the line.
    pub fn place(&self) -> String {
        match self.on_line {
            (_, 1) => self.record.line.to_string(),
            (number, _) => format!("{}, game {number}", self.record.line),
        }
    }

    /// How the game ended, in words.
    pub fn ending(&self) -> String {
        match (self.record.verdict.how, self.record.verdict.winner) {
            (How::BrokenOff, _) => "broken off".to_owned(),
            (_, Some(side)) => format!("{side} won"),
            (_, None) => "drawn".to_owned(),
        }
    }

    /// Returns whether a side was to move in a won position at some time in the game.
    pub fn had_win(&self, side: Side) -> bool {
        self.moves.iter().any(|judged| {
            let value = if judged.colour == side { judged.before } else { judged.before.map(|value| -value) };
            value == Some(Wdl::Win)
        })
    }
}

/// A recorded game of Nex.
#[derive(Clone, Debug)]
pub struct Record {
    /// The players who began as Black and as White, if known.
    pub names: [Option<String>; 2],
    /// The position in which the game began.
    pub start: NexPosition<u64>,
    /// Moves before the first recorded move, chosen by neither player.
    pub prelude: Vec<NexMove>,
    /// The moves.
    pub moves: Vec<NexMove>,
    /// How it ended.
    pub verdict: Verdict,
    /// The line of the file.
    pub line: usize,
}

impl Record {
    /// The record, with positions of the board's type.
    pub fn of(game: &GameRecord) -> Self {
        let unpack = |moves: &[AnyMove]| moves.iter().map(|&mv| Nex::<u64>::unpack_move(mv)).collect();
        Self {
            names: game.names.clone(),
            start: Nex::unpack(&game.start),
            prelude: unpack(&game.prelude),
            moves: unpack(&game.moves),
            verdict: game.verdict,
            line: game.line,
        }
    }
}

/// Returns all games of a board in the files, judged.
///
/// # Errors
/// If a table is damaged, or tables contradict each other.
pub fn audited(
    known: &TypedDatabase<'_, Nex<u64>>,
    files: &[(String, String)],
) -> Result<Vec<Audited>, ReportError> {
    let mut all = Vec::new();
    for (file, text) in files {
        let found = records::read(text.as_bytes(), None);
        let lines: Vec<usize> = found.iter().filter_map(line_of).collect();
        let mut before: BTreeMap<usize, usize> = BTreeMap::new();
        let tells_board = text.contains("Board:");
        for found in found {
            if let Some(line) = line_of(&found) {
                *before.entry(line).or_default() += 1;
            }
            let Some(game) = found.ok().filter(|game| game.board == known.source.board()) else { continue };
            let record = Record::of(&game);
            let many = lines.iter().filter(|line| **line == record.line).count();
            let on_line = (before[&record.line], many);
            let judged = audit::audit(known.source.oracle(), &game.start, &game.moves);
            let moves = judged.map_err(|error| match error {
                OracleError::Table(error) => ReportError::Probe(error),
                _ => ReportError::Missing { board: known.title(), what: error.to_string() },
            })?;
            all.push(Audited { file: file.clone(), record, moves, on_line, tells_board });
        }
    }
    Ok(all)
}

/// The line of a game on any board.
fn line_of(found: &ReadGame) -> Option<usize> {
    found.as_ref().ok().map(|game| game.line)
}

/// The number of different games among games of one board: they differ if their first position or their moves
/// do.
pub fn distinct(games: &[Audited]) -> usize {
    let same =
        |a: &Audited, b: &Audited| a.record.start == b.record.start && a.record.moves == b.record.moves;
    (0..games.len()).filter(|&i| !games[..i].iter().any(|earlier| same(earlier, &games[i]))).count()
}

/// Counts a side's moves in some games, by what they gave away.
pub fn tally<'g>(games: impl IntoIterator<Item = &'g Audited>, side: Side) -> MoveTally {
    let mut tally = MoveTally::default();
    for game in games {
        game.moves.iter().filter(|judged| judged.colour == side).for_each(|judged| tally.add(judged));
    }
    tally
}

/// What the files contain besides games of these boards: games of boards without tables, and faults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// The boards without tables, with the file and line of each game.
    pub elsewhere: BTreeSet<(String, String, usize)>,
    /// Text that cannot be read: the file, and what is wrong.
    pub faults: BTreeSet<(String, String)>,
}

/// Finds everything in the files that is not a game of one of these boards.
pub fn rest(boards: &[TypedDatabase<'_, Nex<u64>>], files: &[(String, String)]) -> Rest {
    let names: Vec<String> = boards.iter().map(|known| known.source.board().to_string()).collect();
    let mut rest = Rest::default();
    if boards.is_empty() {
        return rest;
    }
    for (file, text) in files {
        for found in records::read(text.as_bytes(), None) {
            match found {
                Ok(game) if !names.contains(&game.board.to_string()) => {
                    rest.elsewhere.insert((game.board.to_string(), file.clone(), game.line));
                }
                Err(fault) => {
                    rest.faults.insert((file.clone(), fault.to_string()));
                }
                Ok(_) => {}
            }
        }
    }
    rest
}
