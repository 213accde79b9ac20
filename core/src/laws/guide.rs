//! The laws of what a game tells players: [`crate::Forcing`] and [`crate::Guide`].

use super::scores;
use crate::{Advice, Chance, ForcedWin, MoveStatus, Score, Wdl};

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

/// Checks [`Chance::guide`]: the claims that a guide calls proven agree with the rules, every weight is a
/// finite number of at least 0, and playouts end. `all` must include the successors of its positions. Returns
/// the number of unfinished positions whose value the advice settles.
///
/// # Panics
/// With the position that breaks the law; if the game has no guide.
pub fn guide<G: Chance>(game: &G, all: &[G::Position]) -> usize {
    let mut guide = game.guide().expect("a game with a guide");
    let scores = scores(game, all);
    let (mut advice, mut weights, mut settled) = (Vec::new(), Vec::new(), 0);
    let mut random = crate::SplitMix(1);
    for position in all.iter().filter(|position| game.outcome(position).is_none()) {
        let moves = game.legal_moves(position);
        guide.weigh(position, &moves, &mut weights);
        guide.advise(position, &moves, &mut advice);
        assert!(weights.len() == moves.len() && advice.len() == moves.len(), "{position:?}");
        let all_weights = weights.iter().copied().chain(advice.iter().map(|advice| advice.weight));
        assert!(all_weights.clone().all(|weight| weight.is_finite() && weight >= 0.0), "{position:?}");
        let worth = |mv| scores[&game.play(position, mv)].lift();
        let busy = moves.iter().zip(&advice).filter(|(_, advice)| advice.standing != MoveStatus::Idle);
        let best = busy.map(|(&mv, _)| worth(mv).wdl()).max().expect("not all moves are idle");
        for (&mv, Advice { standing, .. }) in moves.iter().zip(&advice) {
            let holds = match standing {
                MoveStatus::Open => true,
                MoveStatus::Wins => worth(mv) > Score::DRAW,
                MoveStatus::Loses => worth(mv) < Score::DRAW,
                MoveStatus::Idle => worth(mv).wdl() <= best,
            };
            assert!(holds, "{standing:?} of {mv:?} in {position:?}");
        }
        if let Some(value) = Advice::value(&advice) {
            assert_eq!(scores[position].wdl(), value, "{position:?}");
            settled += 1;
        }
        let value = guide.playout(position, &mut random).value;
        assert!(value != Wdl::Draw || scores.values().any(|score| score.wdl() == Wdl::Draw), "{position:?}");
    }
    settled
}
