//! Search without the game's knowledge, as a reference for tests and measurements.

use nexsolve_core::{Bound, Candidate, Candidates, Game, Glance, Plies, Score};

/// A first look by the rules alone.
pub(crate) fn glance<G: Game>(game: &G, position: &G::Position, threshold: Score) -> Glance<()> {
    if let Some(outcome) = game.outcome(position) {
        return Glance::Settled(Bound::new(Score::of_outcome(outcome)));
    }
    // If play can be infinite, the question must be bounded: a position that is not over takes at least one
    // more ply.
    let (worst, best) = (Score::loss_in(Plies(1)), Score::win_in(Plies(1)));
    let settled = if threshold > best {
        best
    } else if threshold <= worst {
        worst
    } else {
        return Glance::Open(());
    };
    if game.longest(position) == Plies::ENDLESS {
        Glance::Settled(Bound::new(settled))
    } else {
        Glance::Open(())
    }
}

/// Lists all legal moves with equal priors.
pub(crate) fn candidates<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &mut Vec<Candidate<G::Move>>,
) -> Candidates {
    moves.clear();
    moves.extend(game.legal_moves(position).into_iter().map(|mv| Candidate { mv, prior: 0 }));
    Candidates::Search { rest: Bound { score: Score::MIN, region: 0 } }
}
