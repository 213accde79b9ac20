//! Positions with the worth of each move, by tables.

use nexsolve_core::{Bounds, Game, Plies, ProbeError, Prober, Wdl, known_bounds};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};

/// A position and its moves, with what tables know about them, for the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Weighed {
    /// The worth of the position. Its value is known unless tables leave it open.
    position: Option<Bounds>,
    /// The legal moves, in the game's order.
    pub(crate) moves: Vec<AnyMove>,
    /// The worth of each move; `None` if unknown.
    worths: Vec<Option<Bounds>>,
}

/// Looks up positions and the positions after all of their moves, in one batch.
///
/// # Errors
/// If a table cannot be read.
pub(crate) fn weigh(
    game: &AnyGame,
    positions: &[AnyPosition],
    tables: &dyn Prober<AnyGame>,
) -> Result<Vec<Weighed>, ProbeError> {
    let (mut asked, mut moves) = (Vec::new(), Vec::with_capacity(positions.len()));
    for position in positions {
        let mut legal = Vec::new();
        game.moves(position, &mut legal);
        asked.push(*position);
        asked.extend(legal.iter().map(|&mv| game.play(position, mv)));
        moves.push(legal);
    }
    let mut known = known_bounds(tables, game, &asked)?.into_iter();
    let weighed = moves.into_iter().map(|moves| {
        let position = known.next().flatten();
        // After any move, even a swap, the other player chooses, so the worth there is the opponent's.
        let worths: Vec<Option<Bounds>> =
            known.by_ref().take(moves.len()).map(|worth| worth.map(Bounds::lift)).collect();
        let position = position.filter(|bounds| bounds.wdl().is_some()).or_else(|| best(&worths));
        Weighed { position, moves, worths }
    });
    Ok(weighed.collect())
}

/// Returns the worth of a position whose moves are all known; `None` if it has none, or one is unknown.
fn best(worths: &[Option<Bounds>]) -> Option<Bounds> {
    let all: Vec<Bounds> = worths.iter().copied().collect::<Option<_>>()?;
    let lo = all.iter().map(|bounds| bounds.lo).max()?;
    let hi = all.iter().map(|bounds| bounds.hi).max()?;
    Some(Bounds { lo, hi })
}

impl Weighed {
    /// Returns the value of the position; `None` if unknown.
    pub(crate) fn value(&self) -> Option<Wdl> {
        self.position.and_then(Bounds::wdl)
    }

    /// Returns the value of the move with this index; `None` if unknown.
    pub(crate) fn value_of(&self, index: usize) -> Option<Wdl> {
        self.worths[index].and_then(Bounds::wdl)
    }

    /// Returns the values of all moves.
    pub(crate) fn values(&self) -> impl Iterator<Item = Option<Wdl>> + '_ {
        (0..self.moves.len()).map(|index| self.value_of(index))
    }

    /// Returns the first of the moves that win most quickly as far as is known; `None` if no move is known to
    /// win.
    pub(crate) fn winning(&self) -> Option<AnyMove> {
        let wins = (0..self.moves.len()).filter(|&index| self.value_of(index) == Some(Wdl::Win));
        wins.rev()
            .max_by_key(|&index| self.worths[index].map(|worth| worth.lo))
            .map(|index| self.moves[index])
    }

    /// Returns the number of moves known to keep the value of the position; 0 if that is unknown.
    pub(crate) fn good(&self) -> usize {
        let value = self.value();
        if value.is_some() { self.values().filter(|&of_move| of_move == value).count() } else { 0 }
    }

    /// Returns by how many plies the move with this index wins later, or loses sooner, than the best one.
    /// `None` if it changes the value, for a draw, and if a distance is unknown.
    pub(crate) fn plies_wasted(&self, index: usize) -> Option<Plies> {
        let (best, made) = (self.position?.score()?, self.worths[index]?.score()?);
        let (best_plies, plies) = (best.distance()?, made.distance()?);
        (best.wdl() == made.wdl()).then(|| Plies(plies.0.abs_diff(best_plies.0)))
    }
}
