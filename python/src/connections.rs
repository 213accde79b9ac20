//! Virtual connections of Hex.

use crate::arguments::Number;
use crate::error::wrong;
use crate::players::from_json;
use crate::state::State;
use crate::wait::{attended, pool};
use nexsolve_core::Hold;
use nexsolve_games::Shown as _;
use pyo3::prelude::*;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

#[pymethods]
impl State {
    /// The proven connections of both sides that are found within `time` seconds, in Hex: a dictionary with
    /// `own` and `other`, the connections of the side to move and of the other between its edges; `key`, a
    /// cell that connects the side to move; `must_play`, the cells outside of which every move loses; and
    /// `complete`, whether the time sufficed. A connection has a `strength`, `full` if it holds whoever moves
    /// first and `semi` if its side must, and the empty `cells` that it needs. None where there is none.
    ///
    /// Raises ValueError in other games, if the game is over, and where a swap is possible.
    #[pyo3(signature = (*, time=10.0))]
    fn connections<'py>(slf: &Bound<'py, Self>, time: f64) -> PyResult<Bound<'py, PyAny>> {
        let (py, state) = (slf.py(), slf.try_borrow()?.clone());
        let limit = Duration::try_from_secs_f64(time).map_err(|_| wrong("time is a number of seconds"))?;
        let rules = state.rules();
        if rules.connections().is_none() {
            return Err(wrong("this game is not won by connections"));
        }
        let (stop, begun) = (Arc::new(AtomicBool::new(false)), Instant::now());
        let beat = || {
            if begun.elapsed() >= limit {
                stop.store(true, Relaxed);
            }
            Ok(())
        };
        let search = || rules.connections().and_then(|found| found.connected(state.position(), &stop));
        let found = attended(py, &pool(Some(Number(1)))?, &stop, beat, search)?;
        let found = found.ok_or_else(|| wrong("the game is over, or a swap is possible"))?;
        let places = rules.picture(state.position()).places;
        let names = |cells: &[usize]| cells.iter().map(|&cell| places[cell].name.clone()).collect::<Vec<_>>();
        let hold = |hold: &Hold| match hold {
            Hold::Open => serde_json::Value::Null,
            Hold::First(cells) => json!({ "strength": "semi", "cells": names(cells) }),
            Hold::Always(cells) => json!({ "strength": "full", "cells": names(cells) }),
        };
        let document = json!({
            "own": hold(&found.own),
            "other": hold(&found.other),
            "key": found.key.map(|key| places[key].name.clone()),
            "must_play": names(&found.must_play),
            "complete": !stop.load(Relaxed),
        });
        from_json(py, &document.to_string())
    }
}
