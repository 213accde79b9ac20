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

/// A walk through the positions that arise while the network plays one colour, without search, and the opponent plays anything. On a small board, a
/// round visits all of them.
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
            [true, false].into_iter().for_each(|is_own| self.meet(game, &root, is_own));
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
