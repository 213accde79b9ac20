//! Games that a network plays against itself, many at once, so that it evaluates positions together.

use crate::batch::{Example, Lesson};
use crate::gumbel::{Plan, improved};
use nexsolve_core::{Course, SplitMix, Wdl};
use nexsolve_games::Played;
use nexsolve_net::{Network, Opinion, Seen};
use nexsolve_players::{Branch, Judgement, Planner, Question};
use std::sync::Arc;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play {
    /// Simulations for each move.
    pub(crate) simulations: u32,
    /// The first plies, which are played by the probabilities that the search teaches; later the plan's choice is played.
    pub(crate) opening: usize,
    /// A game that is longer is drawn.
    pub(crate) longest: usize,
}

/// The constant of the tree.
const CONSTANT: f32 = 1.5;

/// Some games in progress.
pub(crate) struct SelfPlay<G: Played> {
    game: Arc<G>,
    play: Play,
    boards: Vec<InPlay<G>>,
}

impl<G: Played> SelfPlay<G> {
    /// Begins `count` games.
    pub(crate) fn new(game: &Arc<G>, play: Play, count: usize, seed: u64) -> Self {
        let board = |i| InPlay::new(game, SplitMix::part(seed, i));
        Self { game: Arc::clone(game), play, boards: (0..count as u64).map(board).collect() }
    }

    /// Plays until at least `wanted` positions of finished games have been collected. Returns them with their examples, and the number of
    /// these games.
    /// Ends early once `is_over` returns true.
    pub(crate) fn play(
        &mut self,
        network: &Network,
        wanted: usize,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> (Vec<(G::Position, Example)>, u64) {
        let (mut examples, mut games) = (Vec::new(), 0);
        while examples.len() < wanted && !is_over() {
            let mut asked = Vec::with_capacity(self.boards.len());
            for board in &mut self.boards {
                let question = board.advance(&self.game, &self.play, &mut examples, &mut games);
                asked.push((Seen::of(&*self.game, &question.position, &question.moves), question));
            }
            let (seen, questions): (Vec<Seen>, Vec<Question<G>>) = asked.into_iter().unzip();
            let opinions = network.evaluate(&seen);
            for (((board, question), opinion), seen) in
                self.boards.iter_mut().zip(&questions).zip(&opinions).zip(seen)
            {
                board.answer(question, opinion, seen);
            }
        }
        (examples, games)
    }
}

/// One game.
struct InPlay<G: Played> {
    course: Course<'static, G>,
    planner: Planner<G>,
    random: SplitMix,
    /// The plan for the current move, once its position has been judged.
    plan: Option<Plan>,
    /// The simulations for the current move.
    simulations: u32,
    /// The judgement of the current position, and what the network saw of it.
    root: Option<(f32, Seen)>,
    /// For each move so far: the position before it, what is seen, what the search taught, and the proven value.
    taught: Vec<(G::Position, Seen, Lesson, Option<Wdl>)>,
}

impl<G: Played> InPlay<G> {
    fn new(game: &Arc<G>, mut random: SplitMix) -> Self {
        let course = Course::shared(Arc::clone(game), game.start());
        let mut planner = Planner::new(CONSTANT, random.next_word());
        planner.begin(&course);
        Self { course, planner, random, plan: None, simulations: 0, root: None, taught: Vec::new() }
    }

    /// Plays on until a position must be judged.
    fn advance(
        &mut self,
        game: &Arc<G>,
        play: &Play,
        examples: &mut Vec<(G::Position, Example)>,
        games: &mut u64,
    ) -> Question<G> {
        loop {
            if self.root.is_none() {
                return self.planner.ask_first(&self.course);
            }
            let branches = self.planner.branches();
            let is_ready = self.simulations >= play.simulations || self.planner.is_settled();
            if !is_ready {
                let (random, simulations) = (&mut self.random, play.simulations);
                let plan = self.plan.get_or_insert_with(|| Plan::new(&branches, simulations, random));
                let first = plan.next(&branches);
                self.simulations += 1;
                if let Some(question) = self.planner.ask(&self.course, Some(first)) {
                    return question;
                }
                continue;
            }
            self.make_a_move(play, &branches);
            let ending = self.course.ending();
            if ending.is_some() || self.course.moves().len() >= play.longest {
                let last = ending.map_or(Wdl::Draw, |ending| ending.value_for(self.course.side()));
                examples.extend(self.finish(last));
                *games += 1;
                *self = Self::new(game, SplitMix(self.random.next_word()));
            } else {
                self.planner.begin(&self.course);
                (self.plan, self.simulations, self.root) = (None, 0, None);
            }
        }
    }

    /// Ends a simulation.
    fn answer(&mut self, question: &Question<G>, opinion: &Opinion, seen: Seen) {
        let judgement = Judgement { share: opinion.share(), priors: opinion.priors() };
        self.planner.answer(&self.course, question, &judgement);
        if self.root.is_none() {
            self.root = Some((judgement.share, seen));
        }
    }

    /// Chooses and makes a move, and notes what the search taught.
    fn make_a_move(&mut self, play: &Play, branches: &[Branch<G::Move>]) {
        let (share, seen) = self.root.take().expect("judged before");
        let shares = improved(branches, share);
        let best = branches.iter().filter_map(|branch| branch.proven).max();
        let proven = if best == Some(Wdl::Win) || self.planner.is_settled() { best } else { None };
        let chosen = if let Some(value) = proven {
            branches.iter().position(|branch| branch.proven == Some(value)).expect("it is one of them")
        } else if self.course.moves().len() < play.opening {
            self.drawn(&shares)
        } else {
            match &mut self.plan {
                Some(plan) => plan.choice(branches),
                None => self.drawn(&shares),
            }
        };
        self.taught.push((*self.course.position(), seen, Lesson::Shares(shares), proven));
        self.course.play(branches[chosen].mv);
    }

    /// Draws a move by its probability.
    fn drawn(&mut self, shares: &[f32]) -> usize {
        const STEPS: usize = 1 << 24;
        let mut left = (self.random.below(STEPS) as f32 + 0.5) / STEPS as f32;
        for (mv, share) in shares.iter().enumerate() {
            left -= share;
            if left <= 0.0 {
                return mv;
            }
        }
        shares.len() - 1
    }

    /// Returns the examples of a finished game; `last` is its value for the side whose turn it would be. The players alternate.
    fn finish(&mut self, last: Wdl) -> Vec<(G::Position, Example)> {
        let mut value = last;
        let mut examples = Vec::new();
        for (position, seen, lesson, proven) in std::mem::take(&mut self.taught).into_iter().rev() {
            value = -value;
            let mut shares = [0.0; 3];
            shares[proven.unwrap_or(value) as usize] = 1.0;
            examples.push((position, Example { seen, lesson, value: shares }));
        }
        examples
    }
}
