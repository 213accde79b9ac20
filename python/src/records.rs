//! Recorded games.

use crate::arguments::each;
use crate::error::{failed, warn, wrong};
use crate::game::{Game, load_game};
use crate::state::State;
use nexsolve_games::records::{self, GameRecord, How, Verdict};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A recorded game.
#[pyclass(module = "nexsolve", frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct Record {
    game: Game,
    record: GameRecord,
}

impl Record {
    pub(crate) fn new(game: Game, record: GameRecord) -> Self {
        Self { game, record }
    }

    /// The record of an argument: a Record or a State.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        match (object.extract::<Self>(), object.cast::<State>()) {
            (Ok(record), _) => Ok(record),
            (_, Ok(state)) => Self::begin(state, None, None),
            _ => Err(PyTypeError::new_err("a Record or a State is expected")),
        }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn record(&self) -> &GameRecord {
        &self.record
    }
}

impl Game {
    /// The state after these moves from a position.
    pub(crate) fn reached(&self, start: AnyPosition, moves: &[AnyMove]) -> State {
        let mut state = self.begin(start);
        for &mv in moves {
            state.play(mv);
        }
        state
    }
}

#[pymethods]
impl Record {
    /// The record of the game that has led to a state, between players with these names.
    #[new]
    #[pyo3(signature = (state, *, black=None, white=None))]
    fn begin(state: &Bound<'_, State>, black: Option<String>, white: Option<String>) -> PyResult<Self> {
        let state = state.try_borrow()?;
        let ending = state.course().ending();
        let verdict = ending.map_or(Verdict::BROKEN_OFF, |ending| Verdict::by_rules(ending.winner));
        let record = GameRecord::of::<AnyGame>(state.rules().board(), state.course(), verdict);
        Ok(Self { game: state.of().clone(), record: GameRecord { names: [black, white], ..record } })
    }

    /// The name of the board.
    #[getter]
    fn board(&self) -> String {
        self.game.name()
    }

    /// The name of the player who began as Black; None if it is unknown.
    #[getter]
    fn black(&self) -> Option<String> {
        self.record.names[0].clone()
    }

    /// The name of the player who began as White; None if it is unknown.
    #[getter]
    fn white(&self) -> Option<String> {
        self.record.names[1].clone()
    }

    /// The colour that won, `black` or `white`, or `draw`; None for a game that was broken off.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        let Verdict { winner, how } = self.record.verdict;
        match winner {
            Some(winner) => Some(winner.word()),
            None => (how != How::BrokenOff).then_some("draw"),
        }
    }

    /// Why it ended: `rules`, `time`, `forfeit`, `resigned`, `length` or `broken off`.
    #[getter]
    fn how(&self) -> &'static str {
        match self.record.verdict.how {
            How::Rules => "rules",
            How::Time => "time",
            How::Forfeit => "forfeit",
            How::Resigned => "resigned",
            How::Length => "length",
            How::BrokenOff => "broken off",
        }
    }

    /// The moves in notation.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.state().moves()
    }

    /// What the reader assumed or could not use.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.record.notes.iter().map(|note| format!("line {}: {}", note.line, note.text)).collect()
    }

    /// The state in which the moves begin.
    fn start(&self) -> State {
        self.game.reached(self.record.start, &[])
    }

    /// The state after the last move, which knows all moves.
    fn state(&self) -> State {
        self.game.reached(self.record.start, &self.record.moves)
    }

    /// Whether the board, the names, the start, the moves and the result are the same.
    fn __eq__(&self, other: &Self) -> bool {
        let key = |Self { record, .. }: &Self| {
            let GameRecord { board, names, start, moves, verdict, .. } = record.clone();
            (board, names, start, moves, verdict)
        };
        key(self) == key(other)
    }

    fn __repr__(&self) -> String {
        let [black, white] = self.record.names.each_ref().map(|name| name.as_deref().unwrap_or("?"));
        let (board, plies) = (self.board(), self.record.moves.len());
        format!(
            "<Record: {board}, {black} against {white}, {plies} plies, {}>",
            self.result().unwrap_or("broken off")
        )
    }
}

/// Reads the games of a file, or of its bytes: PDN, SGF, old Nex records, or the format of all games of
/// `nexsolve match`. `board` is the board of games that do not name theirs.
///
/// Raises ValueError at the first fault, with its place; with `skip_faults`, warns and reads on.
#[pyfunction]
#[pyo3(signature = (file, *, board=None, skip_faults=false))]
pub(crate) fn read_records(
    py: Python<'_>,
    file: &Bound<'_, PyAny>,
    board: Option<&str>,
    skip_faults: bool,
) -> PyResult<Vec<Record>> {
    let (name, bytes) = if let Ok(bytes) = file.extract::<Vec<u8>>() {
        (String::new(), bytes)
    } else {
        let path: PathBuf = file.extract()?;
        (format!("{}, ", path.display()), std::fs::read(&path).map_err(|error| file_error(&path, error))?)
    };
    let given = board.map(|name| Ok::<_, PyErr>(load_game(name, None, None)?.game.board())).transpose()?;
    let mut games = Vec::new();
    for found in py.detach(|| records::read(&bytes, given)) {
        match found {
            Ok(record) => {
                let rules = AnyGame::on(record.board).map_err(wrong)?;
                games.push(Record::new(Game { game: Arc::new(rules) }, record));
            }
            Err(fault) if skip_faults => warn(&format!("{name}{fault}")),
            Err(fault) => return Err(wrong(format!("{name}{fault}"))),
        }
    }
    Ok(games)
}

/// The exception of Python for a file that cannot be read or written.
fn file_error(path: &Path, error: io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

/// Writes games of one game to a file: in its customary format if the name ends with its extension (`.pdn`,
/// `.sgf`), otherwise in the format of all games. `records` are Records or states.
#[pyfunction]
pub(crate) fn write_records(records: &Bound<'_, PyAny>, file: PathBuf) -> PyResult<()> {
    let mut games: Vec<GameRecord> = Vec::new();
    each(records, |record| {
        let record = Record::of(record)?.record;
        if games.first().is_some_and(|first| first.board != record.board) {
            return Err(wrong("the games are on different boards: write a file for each"));
        }
        games.push(GameRecord { number: Some(games.len() as u32 + 1), ..record });
        Ok(())
    })?;
    let first = games.first().ok_or_else(|| wrong("there is no game to write"))?;
    let text = records::of(first.board.card()).write_for(&file, &games).map_err(failed)?;
    std::fs::write(&file, text).map_err(|error| file_error(&file, error))
}
