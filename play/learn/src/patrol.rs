//! A patrol that looks for positions in which a network may go wrong when it plays.

use crate::batch::{Example, Lesson};
use crate::planning::most;
use crate::tables::TableTeacher;
use nexsolve_core::{ProbeError, SplitMix};
use nexsolve_games::Played;
use nexsolve_net::Network;
use std::collections::{HashSet, VecDeque};

/// The probability of all good moves together below which a position is hard.
const SURE: f32 = 0.9;

/// How many hard positions are remembered, the latest ones.
const HARD: usize = 8_192;

/// How many positions wait to be visited; beyond, a new one replaces another.
const WAITING: usize = 1 << 20;

/// How many positions a round visits before it ends.
const ROUND: usize = 1 << 22;

/// Where a round begins if the tables do not know the start of the game.
const ROOTS: usize = 1_024;

/// The positions that are evaluated together.
const TOGETHER: usize = 128;

/// A walk through the positions that arise while the network plays one colour, without search, and the
/// opponent plays anything. On a small board, a round visits all of them.
pub(crate) struct Patrol<G: Played> {
    /// Positions to visit, and whether it is the network's turn.
    waiting: Vec<(G::Position, bool)>,
    /// Those of this round, in canonical form.
    met: HashSet<(G::Position, bool)>,
    hard: VecDeque<Example>,
    random: SplitMix,
}

impl<G: Played> Patrol<G> {
    pub(crate) fn new(seed: u64) -> Self {
        Self { waiting: Vec::new(), met: HashSet::new(), hard: VecDeque::new(), random: SplitMix(seed) }
    }

    /// Draws one of the hard positions; `None` if none was found yet.
    pub(crate) fn draw(&self, random: &mut SplitMix) -> Option<Example> {
        (!self.hard.is_empty()).then(|| self.hard[random.below(self.hard.len())].clone())
    }

    /// Lets `network` move in at least `count` positions.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub(crate) fn walk(
        &mut self,
        network: &Network,
        tables: &TableTeacher<G>,
        count: usize,
    ) -> Result<(), ProbeError> {
        let mut visited = 0;
        while visited < count {
            if self.waiting.is_empty() || self.met.len() > ROUND {
                self.begin(tables)?;
            }
            let found = self.turns_of_the_network(tables)?;
            visited += found.len().max(1);
            let seen: Vec<_> = found.iter().map(|(_, example)| example.seen.clone()).collect();
            for ((position, example), opinion) in found.into_iter().zip(network.evaluate(&seen)) {
                let priors = opinion.priors();
                let chosen = most(&priors);
                let game = tables.game();
                self.meet(game, &game.play(&position, game.legal_moves(&position)[chosen]), false);
                let Lesson::Good(good) = &example.lesson else { continue };
                let sure: f32 =
                    priors.iter().zip(good).filter(|(_, good)| **good).map(|(prior, _)| prior).sum();
                if sure < SURE {
                    self.hard.push_back(example);
                }
            }
            let surplus = self.hard.len().saturating_sub(HARD);
            self.hard.drain(..surplus);
        }
        Ok(())
    }

    /// Begins a round, for each colour of the network.
    fn begin(&mut self, tables: &TableTeacher<G>) -> Result<(), ProbeError> {
        let game = tables.game();
        (self.waiting, self.met) = Default::default();
        let start = game.start();
        let roots = if tables.teach(&start)?.is_some() {
            vec![start]
        } else {
            (0..ROOTS).map(|_| tables.draw(&mut self.random)).collect()
        };
        for root in roots {
            for is_own in [true, false] {
                self.meet(game, &root, is_own);
            }
        }
        Ok(())
    }

    /// Visits positions in random order until the network has to move in several of them, or none is left.
    fn turns_of_the_network(
        &mut self,
        tables: &TableTeacher<G>,
    ) -> Result<Vec<(G::Position, Example)>, ProbeError> {
        let game = tables.game();
        let mut found = Vec::new();
        while found.len() < TOGETHER && !self.waiting.is_empty() {
            let at = self.random.below(self.waiting.len());
            let (position, is_own) = self.waiting.swap_remove(at);
            if is_own {
                found.extend(tables.teach(&position)?.map(|example| (position, example)));
            } else {
                game.continuations(&position).for_each(|(_, after)| self.meet(game, &after, true));
            }
        }
        Ok(found)
    }

    /// Adds a position to those that wait, unless the game is over or this round has met it.
    fn meet(&mut self, game: &G, position: &G::Position, is_own: bool) {
        let position = game.canonical(position);
        if game.outcome(&position).is_some() || !self.met.insert((position, is_own)) {
            return;
        }
        if self.waiting.len() < WAITING {
            self.waiting.push((position, is_own));
        } else {
            let at = self.random.below(WAITING);
            self.waiting[at] = (position, is_own);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::lessons::kinds;
    use crate::tests::oracle;
    use crate::trainer::Trainer;
    use nexsolve_core::{Game, Symmetric};
    use nexsolve_games::nex::Nex;
    use std::collections::HashMap;

    /// Adds all positions that can arise, by the definition.
    fn explore(
        game: &Nex<u64>,
        favourite: &dyn Fn(&<Nex<u64> as Game>::Position) -> usize,
        position: &<Nex<u64> as Game>::Position,
        is_own: bool,
        all: &mut HashSet<(<Nex<u64> as Game>::Position, bool)>,
    ) {
        let position = game.canonical(position);
        if game.outcome(&position).is_some() || !all.insert((position, is_own)) {
            return;
        }
        let chosen = is_own.then(|| favourite(&position));
        for (at, (_, after)) in game.continuations(&position).enumerate() {
            if chosen.is_none_or(|chosen| chosen == at) {
                explore(game, favourite, &after, !is_own, all);
            }
        }
    }

    #[test]
    fn a_round_visits_all_positions_that_can_arise_and_notes_those_where_the_network_errs() {
        let (oracle, _small) = oracle("nex:3x3");
        let tables = TableTeacher::<Nex<u64>>::new(&oracle).expect("tables");
        let game = tables.game();
        let config = Config { channels: 8, blocks: 1, dims: 2, hidden: 8, seed: 5, ..Config::default() };
        let trainer = Trainer::new(&config, config.shape(kinds(game, 1)));
        let network = trainer.network(HashMap::new()).expect("small weights").0;
        let taught = |position: &_| tables.teach(position).expect("a table").expect("known");
        let opinion = |example: &Example| network.evaluate(std::slice::from_ref(&example.seen)).remove(0);
        let favourite = |position: &_| most(&opinion(&taught(position)).priors());
        let mut all = HashSet::new();
        for is_own in [true, false] {
            explore(game, &favourite, &game.start(), is_own, &mut all);
        }
        let own: Vec<_> = all.iter().filter(|(_, is_own)| *is_own).collect();
        let mut patrol = Patrol::<Nex<u64>>::new(3);
        patrol.walk(&network, &tables, own.len()).expect("tables");
        assert_eq!(patrol.met, all);
        let mut errs = 0;
        for (position, _) in own {
            let example = taught(position);
            let Lesson::Good(good) = &example.lesson else { panic!("tables know good moves") };
            if !good[favourite(position)] {
                errs += 1;
                assert!(patrol.hard.contains(&example), "{position:?}");
            }
        }
        assert!(errs > 10, "an untrained network errs");
        let mut random = SplitMix(1);
        let drawn = patrol.draw(&mut random).expect("there are some");
        assert!(patrol.hard.contains(&drawn));
        // The next round begins anew, and remembers the hard positions of this one.
        patrol.walk(&network, &tables, 1).expect("tables");
        assert!(patrol.met.len() < all.len() && patrol.hard.len() >= errs);
    }
}
