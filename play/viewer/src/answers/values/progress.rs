//! What a search has proven so far, as documents.

use crate::answers::worth::{Tell, line, worth};
use nexsolve_core::{Bounds, Course, Score};
use nexsolve_db::json::joined;
use nexsolve_games::AnyGame;
use nexsolve_oracle::{Answer, Worth};
use nexsolve_solver::{Proved, SearchObserver};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};

/// Tells about each move whose value or distance becomes known.
pub(super) struct Progress {
    tell: Tell,
    /// The moves in the game's order.
    moves: Mutex<Vec<Move>>,
}

struct Move {
    text: String,
    worth: Worth,
    /// Whether rules and tables know its value, which then stays.
    is_given: bool,
}

impl Progress {
    /// Tells about all moves what is known before the search.
    pub(super) fn begin(course: &Course<'_, AnyGame>, known: &Answer, tell: Tell) -> Self {
        let (game, position) = (course.game(), course.position());
        let moves: Vec<Move> = known
            .moves
            .iter()
            .map(|known| Move {
                text: game.format_in_full(position, known.mv),
                worth: known.worth,
                is_given: known.worth.is_known(),
            })
            .collect();
        tell(document(&moves, 0..moves.len()));
        Self { tell, moves: Mutex::new(moves) }
    }
}

impl SearchObserver for Progress {
    fn proved(&self, proved: &mut Proved<'_>) {
        let mut moves = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        let mut changed = Vec::new();
        for &index in proved.moves {
            let known = &mut moves[index];
            let both = known.worth.bounds.meet(proved.bounds);
            if known.is_given || both == known.worth.bounds {
                continue;
            }
            let before = worth(known.worth);
            known.worth.bounds = both;
            if worth(known.worth) != before {
                changed.push(index);
            }
        }
        if !changed.is_empty() {
            (self.tell)(document(&moves, changed));
        }
    }
}

/// The value of the position by all moves, those of some moves, and how many are proven.
fn document(moves: &[Move], shown: impl IntoIterator<Item = usize>) -> Value {
    let best = |bound: fn(Bounds) -> Score| moves.iter().map(|known| bound(known.worth.bounds)).max();
    let whole = match (best(|bounds| bounds.lo), best(|bounds| bounds.hi)) {
        (Some(lo), Some(hi)) => Worth::of(Bounds { lo, hi }),
        _ => Worth::UNKNOWN,
    };
    let shown = shown.into_iter().map(|index| line(&moves[index].text, moves[index].worth));
    let progress = json!({
        "moves": shown.collect::<Value>(),
        "proven": moves.iter().filter(|known| known.worth.is_known()).count(),
        "of": moves.len(),
    });
    json!({ "progress": joined([worth(whole), progress]) })
}
