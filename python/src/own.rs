//! Games whose rules are written in Python.

use crate::error::wrong;
use nexsolve_core::Wdl;
use nexsolve_games::listed::{Graph, GraphError, MOST_POINTS, Node, own};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The numbers of an array of the type `I`.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.as_chunks().0.iter().copied().map(u32::from_ne_bytes)
}

/// The width and height of an SVG picture; None for another text, or if it does not say how large it is.
#[pyfunction(name = "_svg_size")]
pub(crate) fn svg_size(text: &str) -> Option<(f64, f64)> {
    nexsolve_games::picture::svg_size(text)
}

/// Makes a game of positions and moves, and returns what happened and with which positions: ("board", name),
/// or what is wrong: ("circle", positions), ("same", two positions) or ("text", text).
///
/// `about` describes the game as JSON. `texts` and `shown` have an entry for each position. So has the first
/// half of `ends`, whose entry is odd if the second player is to move, and half of which is 0 while the game
/// goes on, 1 for a loss, 2 for a draw, 3 for a win; the second half has the points plus [`MOST_POINTS`].
/// `counts` are the numbers of moves, `moves` pairs of a move's index in `words` and the position after it.
#[pyfunction(name = "_own_game")]
pub(crate) fn own_game(
    about: &str,
    texts: Vec<String>,
    shown: Vec<String>,
    ends: &Bound<'_, PyBytes>,
    counts: &Bound<'_, PyBytes>,
    moves: &Bound<'_, PyBytes>,
    words: Vec<String>,
) -> PyResult<(&'static str, Vec<u32>, String)> {
    let about = serde_json::from_str(about).map_err(wrong)?;
    let outcome = |flag: u8| [None, Some(Wdl::Loss), Some(Wdl::Draw), Some(Wdl::Win)][usize::from(flag >> 1)];
    let mut moves = numbers(moves.as_bytes());
    let (flags, points) = ends.as_bytes().split_at(texts.len());
    let described = texts.into_iter().zip(shown).zip(flags).zip(points);
    let nodes =
        described.zip(numbers(counts.as_bytes())).map(|((((text, shown), &flag), &points), count)| {
            let next = |_| Some((moves.next()?, moves.next()?));
            let moves = (0..count).filter_map(next).collect();
            let points = i16::from(points) - MOST_POINTS;
            Node { text, shown, is_second: flag & 1 == 1, outcome: outcome(flag), points, moves }
        });
    Ok(match Graph::new(about, nodes.collect(), words) {
        Ok(graph) => ("board", Vec::new(), own::register(graph).to_string()),
        Err(GraphError::Circle(circle)) => ("circle", circle, String::new()),
        Err(GraphError::SameText(one, other)) => ("same", vec![one, other], String::new()),
        Err(GraphError::Text(text)) => ("text", Vec::new(), text),
        Err(error) => return Err(wrong(error)),
    })
}
