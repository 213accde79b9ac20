//! Positions from games in which nearly every move keeps the value, as between good players.

use super::sample::{Drawn, Population, Sample};
use super::tabled::{Position, Tabled};
use nexsolve_core::{Game, SplitMix, Wdl};
use nexsolve_reports::ReportError;
use rayon::prelude::*;

/// On average, one move in this many is chosen at random among all legal moves. The others are chosen at
/// random among the moves that keep the value.
pub const ANY: usize = 8;

/// Plays `games` games from the start. Returns all their positions, ply by ply: at each ply one position from
/// each game that is long enough, all with equal weights. The same seed gives the same positions.
///
/// # Errors
/// If no table has a value.
pub fn near_best(tabled: Tabled<'_>, games: u64, seed: u64) -> Result<Sample<Position>, ReportError> {
    let played: Vec<Vec<Drawn<Position>>> = (0..games)
        .into_par_iter()
        .map(|game| play(tabled, SplitMix::part(seed, game)))
        .collect::<Result<_, _>>()?;
    let mut drawn: Vec<Drawn<Position>> = played.into_iter().flatten().collect();
    drawn.sort_by_key(|drawn| drawn.ply);
    let plies = drawn
        .chunk_by(|a, b| a.ply == b.ply)
        .map(|here| Population { ply: here[0].ply, positions: here.len() as u64, whole: false })
        .collect();
    Ok(Sample { drawn, plies })
}

/// Plays a game. Returns its positions, without the final one.
fn play(tabled: Tabled<'_>, mut random: SplitMix) -> Result<Vec<Drawn<Position>>, ReportError> {
    let (mut drawn, mut moves) = (Vec::new(), Vec::new());
    let mut position = tabled.game.start();
    while tabled.game.outcome(&position).is_none() {
        tabled.game.moves(&position, &mut moves);
        let after: Vec<Position> = moves.iter().map(|&mv| tabled.game.play(&position, mv)).collect();
        let values: Vec<Wdl> = tabled.values(&after)?.into_iter().map(|value| -value).collect();
        let value = values.iter().copied().max().expect("a position that is not over has moves");
        drawn.push(Drawn { position, ply: position.ply(), value, weight: 1.0 });
        let keeps: Vec<usize> = if random.below(ANY) == 0 {
            (0..after.len()).collect()
        } else {
            (0..after.len()).filter(|&i| values[i] == value).collect()
        };
        position = after[keeps[random.below(keeps.len())]];
    }
    Ok(drawn)
}
