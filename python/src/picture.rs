//! Pictures of positions with the values of moves.

use crate::arguments::items;
use crate::database::Database;
use crate::error::wrong;
use crate::state::State;
use crate::value::Value;
use nexsolve_core::{Game as _, Notation as _};
use nexsolve_games::picture::{Picture, Piece};
use nexsolve_games::{AnyMove, Shown as _, Spot};
use nexsolve_oracle::{Reply, best_first, words};
use nexsolve_reports::ink::Fill;
use nexsolve_reports::picture::{Note, NotedPicture};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The length of a cell in pictures, in points.
const SCALE: f64 = 26.0;

/// The same where values stand between the names of pits.
const WIDE: f64 = 46.0;

/// The empty space below the labels of a board of squares, in cells.
const BELOW: f64 = 0.2;

#[pymethods]
impl State {
    /// The board as an SVG picture. Notebooks display it.
    fn _repr_svg_(&self) -> String {
        plain(self)
    }

    /// The board as an SVG picture: a string, which notebooks display as the picture.
    ///
    /// With `values`, a Database, a Solution, or a list of moves with their values, each place shows the best
    /// value of the moves through it (in Nex, those that put a stone there; in draughts, those that end
    /// there), for the player to move: `7` wins in 7 plies, `+` wins, `=` draws, `-8` loses in 8, `-` loses;
    /// in Awari the points from here on, below the pits. `stone`, the name of a cell in Nex, shows the moves
    /// that put the stone there, by the cell of the neutral stone.
    #[pyo3(signature = (values=None, stone=None))]
    fn svg<'py>(
        slf: &Bound<'py, Self>,
        values: Option<&Bound<'py, PyAny>>,
        stone: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // A copy, because other threads may change the state while tables are read.
        let (py, state) = (slf.py(), slf.try_borrow()?.clone());
        let drawn = match values {
            Some(values) => with_values(py, &state, values, stone)?,
            None if stone.is_some() => return Err(wrong("stone needs values")),
            None => plain(&state),
        };
        py.import("nexsolve.display")?.getattr("Svg")?.call1((drawn,))
    }
}

/// The picture of a position.
fn picture(state: &State) -> Picture {
    let mut picture = state.rules().picture(state.position());
    picture.size.1 += BELOW;
    picture
}

/// The picture of a position without values.
fn plain(state: &State) -> String {
    NotedPicture::new(picture(state), SCALE).draw(state.of().name()).to_svg()
}

/// The moves with their values, the best first: from a database, or from an object with moves and values.
fn moves(py: Python<'_>, state: &State, values: &Bound<'_, PyAny>) -> PyResult<Vec<Reply>> {
    if let Ok(database) = values.cast::<Database>() {
        return database.get().known(py, state);
    }
    let list = values.getattr_opt("moves")?.unwrap_or_else(|| values.clone());
    let list: Vec<(String, PyRef<'_, Value>)> = items(&list).map_err(|error| {
        if !error.is_instance_of::<PyTypeError>(py) {
            return error;
        }
        PyTypeError::new_err("values is a Database, a Solution, or a list of moves with their values")
    })?;
    let mut moves = Vec::new();
    for (text, value) in list {
        moves.push(Reply::new(state.read(&text)?, value.0));
    }
    best_first(&mut moves);
    Ok(moves)
}

/// The picture of a position, with the best value of the moves through each place.
fn with_values(
    py: Python<'_>,
    state: &State,
    values: &Bound<'_, PyAny>,
    stone: Option<&str>,
) -> PyResult<String> {
    let moves = moves(py, state, values)?;
    let mut picture = picture(state);
    let named = |name: &str| picture.places.iter().position(|place| place.name == name);
    let stone = match stone {
        None => None,
        Some(name) => {
            let place = named(name).ok_or_else(|| wrong(format!("there is no cell {name:?}")))?;
            let is_first = |known: &Reply| matches!(state.rules().spot(known.mv), Spot::Pair { stone, .. } if stone == place);
            if !moves.iter().any(is_first) {
                return Err(wrong(format!(
                    "no move puts a stone on {name} and a neutral stone on another cell"
                )));
            }
            Some(place)
        }
    };
    let mut notes = vec![Note::default(); picture.places.len()];
    for known in &moves {
        let Some(place) = place(state, &picture, known.mv, stone) else { continue };
        let note = &mut notes[place];
        if !note.text.is_empty() {
            continue;
        }
        note.text = words::mark(&known.worth);
        note.fill = known.worth.bounds.wdl().map(Fill::of_value);
    }
    if let Some(place) = stone {
        picture.places[place].piece = Some(Piece::Stone(state.rules().side_to_move(state.position())));
    }
    for (place, note) in picture.places.iter().zip(&mut notes) {
        // A pit shows its seeds, so the value goes below it.
        if matches!(place.piece, Some(Piece::Seeds(_))) && !note.text.is_empty() {
            let value = std::mem::take(&mut note.text);
            let label = picture.labels.iter_mut().find(|(_, text)| text.eq_ignore_ascii_case(&place.name));
            if let Some((_, text)) = label {
                *text = format!("{text} {value}");
            }
        }
    }
    let has_seeds = picture.places.iter().any(|place| matches!(place.piece, Some(Piece::Seeds(_))));
    let mut shown = NotedPicture::new(picture, if has_seeds { WIDE } else { SCALE });
    shown.notes = notes;
    Ok(shown.draw(format!("{}: the value of each move for the player to move", state.of().name())).to_svg())
}

/// The place of a move in the picture: that of its stone; without one, the last empty place that its text
/// names, or else the first place. With a stone, the place of the neutral stone of a move that puts the stone
/// there, and no place for other moves.
fn place(state: &State, picture: &Picture, mv: AnyMove, stone: Option<usize>) -> Option<usize> {
    match (state.rules().spot(mv), stone) {
        (Spot::Pair { stone, neutral }, Some(wanted)) => (stone == wanted).then_some(neutral),
        (_, Some(_)) => None,
        (Spot::Pair { stone: cell, .. } | Spot::One(cell), None) => Some(cell),
        (Spot::Nowhere, None) => {
            let named = named(picture, &state.rules().format_move(state.position(), mv));
            let is_empty = |place: &&usize| picture.places[**place].piece.is_none();
            named.iter().rfind(is_empty).or(named.first()).copied()
        }
    }
}

/// The places that a text names, in its order, in any letter case. Of the pits with the same letter, the
/// lower one is that of the player to move.
fn named(picture: &Picture, text: &str) -> Vec<usize> {
    let names: Vec<String> = picture.places.iter().map(|place| place.name.to_ascii_lowercase()).collect();
    let (text, mut found, mut at) = (text.to_ascii_lowercase(), Vec::new(), 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let here = names.iter().enumerate().filter(|(_, name)| !name.is_empty() && rest.starts_with(*name));
        let place = here.max_by_key(|(number, name)| (name.len(), *number));
        found.extend(place.map(|(number, _)| number));
        at += place.map_or_else(|| rest.chars().next().map_or(1, char::len_utf8), |(_, name)| name.len());
    }
    found
}
