//! The lists of a program, each walked once.

use crate::list::List;
use crate::listed::Listed;
use nexsolve_catalogue::Board;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

static LISTS: Mutex<Option<HashMap<Board, Arc<List>>>> = Mutex::new(None);

/// Returns the list of a game, which is walked if this program has not needed it before; `None` if tables of
/// the game cannot be made, or the current work is stopped.
pub fn of(game: &Listed) -> Option<Arc<List>> {
    if !game.rules().is_tabled() {
        return None;
    }
    if let Some(list) = known(game.board()) {
        return Some(list);
    }
    let known = game.rules().all().map(|all| List::sorted(game.rules(), &all));
    let list = known.map_or_else(|| List::walk(game.rules()), Ok);
    Some(keep(game.board(), list.ok()?))
}

/// Returns whether the list of a board is known.
pub fn is_known(board: Board) -> bool {
    known(board).is_some()
}

fn known(board: Board) -> Option<Arc<List>> {
    LISTS.lock().unwrap_or_else(PoisonError::into_inner).as_ref()?.get(&board).cloned()
}

/// Keeps a list that the board's rules made, unless there is one already, and returns the one that is kept.
pub fn keep(board: Board, list: List) -> Arc<List> {
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    let lists = lists.get_or_insert_default();
    Arc::clone(lists.entry(board).or_insert_with(|| Arc::new(list)))
}
