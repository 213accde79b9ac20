//! What is known about a position or a move.

use crate::state::State;
use nexsolve_core::{Notation as _, Score, Wdl};
use nexsolve_oracle::words::{self, Fields};
use nexsolve_oracle::{Reply, Worth};
use pyo3::prelude::*;

/// What is proven about a position, for the side to move, or about a move, for its mover.
#[pyclass(module = "nexsolve", frozen, eq, skip_from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Value(pub(crate) Worth);

/// The value and the distance of a score.
type End = (&'static str, Option<u16>);

fn end(score: Score) -> End {
    let known = score != Score::MIN && score != Score::MAX;
    (score.wdl().word(), score.distance().filter(|_| known).map(|plies| plies.0))
}

#[pymethods]
impl Value {
    /// `win`, `draw` or `loss`; None if it is not proven.
    #[getter]
    fn value(&self) -> Option<&'static str> {
        Fields::from(self.0).value
    }

    /// 1 for a win, 0 for a draw, -1 for a loss; None if it is not proven.
    #[getter]
    fn sign(&self) -> Option<i8> {
        self.0.bounds.wdl().map(sign)
    }

    /// Plies to the end under best play; None for a draw, in a game with points, and if it is not proven.
    #[getter]
    fn distance(&self) -> Option<u16> {
        Fields::from(self.0).distance
    }

    /// The value and the distance as one number, as `Database.layer` has it: 16384 - plies for a win in so
    /// many plies, plies - 16384 for a loss, 0 for a draw; 1 or -1 if the distance is unknown. In a game with
    /// points, the points from here on. None if it is not proven.
    #[getter]
    fn score(&self) -> Option<i16> {
        let exact = self.0.bounds.score().map(Score::to_raw);
        self.points().or(exact).or(self.sign().map(i16::from))
    }

    /// Points from here on, in a game with points; otherwise None.
    #[getter]
    fn points(&self) -> Option<i16> {
        Fields::from(self.0).score
    }

    /// Points at the end of the game; None if the points so far are unknown.
    #[getter]
    fn margin(&self) -> Option<i16> {
        Fields::from(self.0).margin
    }

    /// Whether win, draw or loss is proven.
    #[getter]
    fn is_proven(&self) -> bool {
        self.0.is_known()
    }

    /// The worst and the best that is still possible, each a value with its distance, or None where no
    /// distance is known.
    #[getter]
    fn bounds(&self) -> (End, End) {
        (end(self.0.bounds.lo), end(self.0.bounds.hi))
    }

    fn __str__(&self) -> String {
        self.0.brief().unwrap_or_else(|| words::proven(self.0.bounds))
    }

    fn __repr__(&self) -> String {
        format!("<Value: {}>", self.__str__())
    }
}

/// The value as a number.
pub(crate) const fn sign(value: Wdl) -> i8 {
    value as i8 - 1
}

/// Moves of a state in notation with their values: a list, which notebooks display as a table.
pub(crate) fn moves<'py>(py: Python<'py>, state: &State, replies: &[Reply]) -> PyResult<Bound<'py, PyAny>> {
    let written = |reply: &Reply| (state.rules().format_move(state.position(), reply.mv), Value(reply.worth));
    let moves: Vec<(String, Value)> = replies.iter().map(written).collect();
    py.import("nexsolve.display")?.getattr("Moves")?.call1((moves,))
}
