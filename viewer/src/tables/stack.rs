//! Several databases of one game as one: of each position what tells the most.

use nexsolve_boards::Tables;
use nexsolve_core::{Bounds, Game, Probe, ProbeError, Prober};

/// The tables of a game, each with the name of its database, those that tell more before others.
pub(crate) struct Stack<'a, G: Game> {
    sources: Vec<(&'a str, Box<dyn Tables<G> + 'a>)>,
}

/// What is known of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Who wins, and perhaps how soon.
    pub(crate) bounds: Bounds,
    /// The points from here on, of games that are played for them.
    pub(crate) points: Option<i16>,
    /// Which of the sources tells.
    pub(crate) source: usize,
}

impl<'a, G: Game> Stack<'a, G> {
    /// These tables, with their databases' names.
    pub(crate) fn new(sources: Vec<(&'a str, Box<dyn Tables<G> + 'a>)>) -> Self {
        Self { sources }
    }

    /// Whether there are no tables.
    pub(crate) fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// All sources.
    pub(crate) fn sources(&self) -> Vec<usize> {
        (0..self.sources.len()).collect()
    }

    /// The name of a source.
    pub(crate) fn name(&self, source: usize) -> &'a str {
        self.sources[source].0
    }

    /// Looks positions up whose games go on.
    pub(crate) fn look(&self, positions: &[G::Position]) -> Result<Vec<Option<Found>>, ProbeError> {
        let mut found: Vec<Option<Found>> = vec![None; positions.len()];
        let mut open: Vec<usize> = (0..positions.len()).collect();
        for (source, (_, tables)) in self.sources.iter().enumerate() {
            let asked: Vec<G::Position> = open.iter().map(|&i| positions[i]).collect();
            let probes = tables.probe_all(&asked)?;
            let points = tables.points(&asked)?;
            for ((&i, probe), points) in open.iter().zip(probes).zip(points) {
                if let Probe::Known(bounds) = probe
                    && found[i]
                        .is_none_or(|before| before.bounds.score().is_none() && bounds.score().is_some())
                {
                    found[i] = Some(Found { bounds, points, source });
                }
            }
            let is_settled = |found: &Found| found.points.is_some() || found.bounds.score().is_some();
            open.retain(|&i| !found[i].as_ref().is_some_and(is_settled));
            if open.is_empty() {
                break;
            }
        }
        Ok(found)
    }
}

impl<G: Game> Prober<G> for Stack<'_, G> {
    fn probe(&self, position: &G::Position) -> Result<Probe, ProbeError> {
        let mut best = Probe::Absent;
        for (_, tables) in &self.sources {
            let probe = tables.probe(position)?;
            if let Probe::Known(bounds) = probe {
                if bounds.score().is_some() {
                    return Ok(probe);
                }
                if best == Probe::Absent {
                    best = probe;
                }
            }
        }
        Ok(best)
    }

    fn probe_all(&self, positions: &[G::Position]) -> Result<Vec<Probe>, ProbeError> {
        let found = self.look(positions)?;
        Ok(found
            .into_iter()
            .map(|found| found.map_or(Probe::Absent, |found| Probe::Known(found.bounds)))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::{Game, Plies, Score};
    use nexsolve_games::hex::{Hex, HexPosition, Variant};

    /// Knows positions with at least so many stones.
    struct From(u32, Bounds);

    impl Prober<Hex<u64>> for From {
        fn probe(&self, position: &HexPosition<u64>) -> Result<Probe, ProbeError> {
            let stones = position.black.count_ones() + position.white.count_ones();
            if stones == 9 {
                return Err(ProbeError { table: "p9".into(), reason: "damaged".into() });
            }
            Ok(if stones >= self.0 { Probe::Known(self.1) } else { Probe::Absent })
        }
    }

    impl Tables<Hex<u64>> for From {}

    #[test]
    fn of_each_position_the_table_counts_that_tells_the_most() {
        let hex = Hex::<u64>::new(3, 3, Variant::default()).expect("a board");
        let value = Bounds { lo: Score::WIN, hi: Score::MAX };
        let exact = Bounds::exact(Score::win_in(Plies(3)));
        let stack = Stack::new(vec![("values", Box::new(From(1, value))), ("all", Box::new(From(2, exact)))]);
        let mut positions = vec![hex.start()];
        for cell in 0..3 {
            let mut moves = Vec::new();
            let last = positions[cell];
            hex.moves(&last, &mut moves);
            positions.push(hex.play(&last, moves[0]));
        }
        let found = stack.look(&positions).expect("sound");
        assert_eq!(found[0], None);
        let told = |i: usize| found[i].map(|found| (found.bounds, stack.name(found.source)));
        assert_eq!(told(1), Some((value, "values")));
        assert_eq!(told(2), Some((exact, "all")));
        let one_by_one: Vec<Probe> = positions.iter().map(|p| stack.probe(p).expect("sound")).collect();
        assert_eq!(stack.probe_all(&positions).expect("sound"), one_by_one);
        let damaged = HexPosition { black: 0b1_1111, white: 0b1_1110_0000, may_swap: false };
        assert!(stack.look(&[damaged]).is_err() && stack.probe(&damaged).is_err());
    }
}
