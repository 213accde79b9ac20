//! The laws of searches for forced wins.

use super::scores;
use crate::{Chance, ForcedWin, Score};

/// Checks [`Chance::forcing`]: each win that is claimed within `nodes` positions, and its first move, are
/// worth what is claimed, and its line leads to the end of the game in time. `all` must include the
/// successors of its positions. Returns the number of claims.
///
/// # Panics
/// With the position that breaks the law; if the game does not search for forced wins.
pub fn forcing<G: Chance>(game: &G, all: &[G::Position], nodes: u64) -> usize {
    let forcing = game.forcing().expect("a game that searches for forced wins");
    let scores = scores(game, all);
    let mut claims = 0;
    for position in all.iter().filter(|position| game.outcome(position).is_none()) {
        let Some(found) = forcing.forced_win(position, nodes, &|| false) else { continue };
        let ForcedWin { line, plies, .. } = &found;
        let score = Score::win_in(*plies);
        let first = scores[&game.play(position, line[0])].lift();
        assert!(scores[position] >= score && first >= score, "{position:?}: {found:?}");
        let mut end = *position;
        for &mv in line {
            assert!(game.is_legal(&end, mv), "{position:?}: {found:?}");
            end = game.play(&end, mv);
        }
        let is_over = game.outcome(&end).is_some();
        assert!(is_over && line.len() % 2 == 1 && line.len() <= plies.0.into(), "{position:?}: {found:?}");
        claims += 1;
    }
    claims
}
