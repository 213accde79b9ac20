//! Awari with its stores, by tables of the board alone.

use crate::Tables;
use nexsolve_core::{Bounds, Plies, Probe, ProbeError, Prober, Score, Wdl};
use nexsolve_db::DbProber;
use nexsolve_games::awari::{Awari, AwariPosition, Pits, Seeds};

/// Who wins a game, by the scores of the board without the stores.
pub struct WithStores {
    scores: DbProber<Seeds>,
}

impl WithStores {
    /// By the tables that this prober reads.
    pub fn new(scores: DbProber<Seeds>) -> Self {
        Self { scores }
    }

    fn scores(&self, positions: &[AwariPosition]) -> Result<Vec<Option<i16>>, ProbeError> {
        let boards: Vec<Pits> = positions.iter().map(AwariPosition::pits).collect();
        self.scores.scores_many(&boards)
    }
}

impl Tables<Awari> for WithStores {
    fn points(&self, positions: &[AwariPosition]) -> Result<Vec<Option<i16>>, ProbeError> {
        self.scores(positions)
    }
}

impl Prober<Awari> for WithStores {
    fn probe(&self, position: &AwariPosition) -> Result<Probe, ProbeError> {
        Ok(known(position, self.scores.score(&position.pits())?))
    }

    fn probe_all(&self, positions: &[AwariPosition]) -> Result<Vec<Probe>, ProbeError> {
        let scores = self.scores(positions)?;
        Ok(positions.iter().zip(scores).map(|(position, score)| known(position, score)).collect())
    }
}

/// Who wins, by the score of the board.
fn known(position: &AwariPosition, score: Option<i16>) -> Probe {
    let Some(score) = score else { return Probe::Absent };
    Probe::Known(match position.value(score.into()) {
        Wdl::Win => Bounds { lo: Score::WIN, hi: Score::win_in(Plies(0)) },
        Wdl::Draw => Bounds::exact(Score::DRAW),
        Wdl::Loss => Bounds { lo: Score::loss_in(Plies(0)), hi: Score::LOSS },
    })
}
