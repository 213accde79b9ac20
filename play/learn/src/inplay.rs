//! A game that one network plays against itself, or two against each other.

use crate::batch::{Example, Lesson};
use crate::planning::{MovePlan, Planning, Play};
use crate::puct;
use nexsolve_core::{Course, Wdl};
use nexsolve_games::Played;
use nexsolve_net::{Network, Opinion, Seen};
use nexsolve_players::{Branch, Judgement, Planner, Question};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rand_distr::Distribution;
use rand_distr::weighted::WeightedIndex;
use std::sync::Arc;

/// The constant of the tree.
const CONSTANT: f32 = 1.5;

/// One game.
pub(crate) struct InPlay<G: Played> {
    course: Course<'static, G>,
    /// For each network, its tree.
    planners: Vec<Planner<G>>,
    /// The network that made the first move.
    first: usize,
    random: SmallRng,
    /// The plan for the current move, once its position has been judged.
    plan: Option<MovePlan>,
    /// The simulations for the current move.
    simulations: u32,
    /// The judgement of the current position, and what the network saw of it.
    root: Option<(f32, Seen)>,
    /// For each move so far: the position before it, what is seen, what the search taught, and the proven
    /// value.
    taught: Vec<(G::Position, Seen, Lesson, Option<Wdl>)>,
}

/// Answers the questions of games, those for each network together.
pub(crate) fn answer<G: Played>(
    game: &G,
    boards: &mut [InPlay<G>],
    questions: &[Question<G>],
    networks: &[&Network],
    planning: Planning,
) {
    let mut asked: Vec<Vec<usize>> = networks.iter().map(|_| Vec::new()).collect();
    for (i, board) in boards.iter().enumerate() {
        asked[board.turn()].push(i);
    }
    for (network, asked) in networks.iter().zip(asked) {
        let see = |&i: &usize| Seen::of(game, &questions[i].position, &questions[i].moves);
        let seen: Vec<Seen> = asked.iter().map(see).collect();
        let opinions = network.evaluate(&seen);
        for ((i, opinion), seen) in asked.into_iter().zip(&opinions).zip(seen) {
            boards[i].answer(&questions[i], opinion, seen, planning);
        }
    }
}

impl<G: Played> InPlay<G> {
    /// Begins a game of this number of networks.
    pub(crate) fn new(game: &Arc<G>, networks: usize, first: usize, random: &mut SmallRng) -> Self {
        let course = Course::shared(Arc::clone(game), game.start());
        let mut random = SmallRng::from_rng(random);
        let planners = (0..networks).map(|_| Planner::new(CONSTANT, random.next_u64())).collect();
        let (plan, simulations, root, taught) = (None, 0, None, Vec::new());
        let mut board = Self { course, planners, first, random, plan, simulations, root, taught };
        board.begin();
        board
    }

    /// Returns the network whose turn it is.
    fn turn(&self) -> usize {
        (self.first + self.course.moves().len()) % self.planners.len()
    }

    /// Turns the tree to the current position.
    fn begin(&mut self) {
        let turn = self.turn();
        self.planners[turn].begin(&self.course);
        (self.plan, self.simulations, self.root) = (None, 0, None);
    }

    /// Plays on until a position must be judged. `None` if the game is over.
    pub(crate) fn advance(&mut self, play: &Play) -> Option<Question<G>> {
        let is_over =
            |course: &Course<'_, G>| course.ending().is_some() || course.moves().len() >= play.longest;
        loop {
            if is_over(&self.course) {
                return None;
            }
            let turn = self.turn();
            let planner = &mut self.planners[turn];
            if self.root.is_none() {
                return Some(planner.ask_first(&self.course));
            }
            let branches = planner.branches();
            if self.simulations < play.simulations && !planner.is_settled() {
                let begin = || MovePlan::new(play.planning, &branches, play.simulations, &mut self.random);
                let first = self.plan.get_or_insert_with(begin).next(&branches);
                self.simulations += 1;
                if let Some(question) = planner.ask(&self.course, first) {
                    return Some(question);
                }
                continue;
            }
            self.make_a_move(play, &branches);
            if !is_over(&self.course) {
                self.begin();
            }
        }
    }

    /// Ends a simulation.
    fn answer(&mut self, question: &Question<G>, opinion: &Opinion, seen: Seen, planning: Planning) {
        let turn = self.turn();
        let planner = &mut self.planners[turn];
        let judgement = Judgement { share: opinion.share(), priors: opinion.priors() };
        planner.answer(&self.course, question, &judgement);
        if self.root.is_none() {
            if planning == Planning::Puct {
                planner.set_priors(&puct::noisy(&judgement.priors, &mut self.random));
            }
            self.root = Some((judgement.share, seen));
        }
    }

    /// Chooses and makes a move, and notes what the search taught.
    fn make_a_move(&mut self, play: &Play, branches: &[Branch<G::Move>]) {
        let (share, seen) = self.root.take().expect("judged before");
        let shares = play.planning.teaches(branches, share);
        let best = branches.iter().filter_map(|branch| branch.proven).max();
        let is_settled = self.planners[self.turn()].is_settled();
        let proven = best.filter(|&best| best == Wdl::Win || is_settled);
        let chosen = if let Some(value) = proven {
            branches.iter().position(|branch| branch.proven == Some(value)).expect("it is one of them")
        } else {
            match &mut self.plan {
                Some(plan) if self.course.moves().len() >= play.opening => plan.choice(branches),
                _ => WeightedIndex::new(&shares).expect("probabilities").sample(&mut self.random),
            }
        };
        self.taught.push((*self.course.position(), seen, Lesson::Shares(shares), proven));
        self.course.play(branches[chosen].mv);
    }

    /// Returns the value of a game that is over for the side whose turn it would be. A game that is too long
    /// is drawn.
    fn last(&self) -> Wdl {
        self.course.ending().map_or(Wdl::Draw, |ending| ending.value_for(self.course.side()))
    }

    /// Returns the points of the first network in a game that is over, in halves.
    pub(crate) fn halves(&self) -> u32 {
        (if self.turn() == 0 { self.last() } else { -self.last() }) as u32
    }

    /// Returns the examples of a game that is over. The players alternate.
    pub(crate) fn finish(&mut self) -> Vec<(G::Position, Example)> {
        let mut value = self.last();
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
