//! Positions looked up, with their moves.

use super::asked::Asked;
use super::unreadable;
use crate::fault::Fault;
use nexsolve_core::{Bounds, Plies, Probe, Prober, Score, Wdl};
use nexsolve_db::{Database, DbProber};
use nexsolve_solver::MoveReport;
use std::sync::Arc;

/// What is known of a position, for the side to move; or of a move, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    /// Who wins; nothing where there is no table.
    pub(crate) bounds: Bounds,
    /// Points from here on, where tables hold them.
    pub(crate) score: Option<i16>,
    /// By how many points the game is won, where the question tells how many there were so far.
    pub(crate) margin: Option<i16>,
}

impl Worth {
    const UNKNOWN: Self = Self { bounds: Bounds::UNKNOWN, score: None, margin: None };

    /// Whether a table tells.
    pub(crate) fn is_known(&self) -> bool {
        self.bounds != Bounds::UNKNOWN
    }

    fn of_bounds(bounds: Bounds) -> Self {
        Self { bounds, ..Self::UNKNOWN }
    }

    /// Of points from here on, and how many there were so far.
    fn of_points(score: i16, lead: Option<i16>) -> Self {
        let margin = lead.map(|lead| lead + score);
        let outcome = match margin.unwrap_or(score) {
            1.. => Wdl::Win,
            0 => Wdl::Draw,
            ..0 => Wdl::Loss,
        };
        Self { score: Some(score), margin, ..Self::of_outcome(outcome) }
    }

    /// Of who wins, and no more.
    fn of_outcome(outcome: Wdl) -> Self {
        Self::of_bounds(match outcome {
            Wdl::Win => Bounds { lo: Score::WIN, hi: Score::win_in(Plies(0)) },
            Wdl::Draw => Bounds::exact(Score::DRAW),
            Wdl::Loss => Bounds { lo: Score::loss_in(Plies(0)), hi: Score::LOSS },
        })
    }
}

/// A legal move and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer<M> {
    /// The move.
    pub(crate) mv: M,
    /// Its worth for the side that makes it.
    pub(crate) worth: Worth,
}

/// Looks positions of one game up.
pub(crate) struct Lookup<'a, G: Asked> {
    game: &'a G,
    /// The tables.
    pub(crate) prober: DbProber<G>,
}

impl<'a, G: Asked> Lookup<'a, G> {
    /// Positions of this game, which the database is of.
    pub(crate) fn new(game: &'a G, database: &Arc<Database>) -> Self {
        Self { game, prober: DbProber::new(Arc::new(game.clone()), Arc::clone(database)) }
    }

    /// What is known of the questions themselves: of a game that the stores have ended with seeds left on the board, who
    /// has won it, and no more.
    pub(crate) fn answers(&self, questions: &[G::Question]) -> Result<Vec<Worth>, Fault> {
        let mut values = self.values(questions)?;
        if G::POINTS {
            for (question, value) in questions.iter().zip(&mut values) {
                let on_the_board = self.game.outcome(&self.game.position(question));
                if let (Some(outcome), None) = (self.game.ended(question), on_the_board) {
                    *value = Worth::of_outcome(outcome);
                }
            }
        }
        Ok(values)
    }

    /// What is known: of a game that is over by the rules, of others from the tables.
    pub(crate) fn values(&self, questions: &[G::Question]) -> Result<Vec<Worth>, Fault> {
        let positions: Vec<G::Position> = questions.iter().map(|q| self.game.position(q)).collect();
        let by_rules = |(question, position): (&G::Question, &G::Position)| {
            let outcome = self.game.outcome(position)?;
            Some(if G::POINTS {
                let stake = self.stake(position)?;
                let score = match outcome {
                    Wdl::Win => stake,
                    Wdl::Draw => 0,
                    Wdl::Loss => -stake,
                };
                Worth::of_points(score, self.game.lead(question))
            } else {
                Worth::of_bounds(Bounds::exact(Score::of_outcome(outcome)))
            })
        };
        let known: Vec<Option<Worth>> = questions.iter().zip(&positions).map(by_rules).collect();
        let open: Vec<usize> = (0..positions.len()).filter(|&i| known[i].is_none()).collect();
        let asked: Vec<G::Position> = open.iter().map(|&i| positions[i]).collect();
        let mut values: Vec<Worth> = known.into_iter().map(|worth| worth.unwrap_or(Worth::UNKNOWN)).collect();
        if G::POINTS {
            // Who has won a game tells the stores, however many seeds are left.
            for &i in &open {
                if let Some(outcome) = self.game.ended(&questions[i]) {
                    values[i] = Worth::of_outcome(outcome);
                }
            }
            let scores = self.prober.scores_many(&asked).map_err(|error| unreadable(&error))?;
            for (i, score) in open.into_iter().zip(scores) {
                if let Some(score) = score {
                    values[i] = Worth::of_points(score, self.game.lead(&questions[i]));
                }
            }
        } else {
            let probes = self.prober.probe_all(&asked).map_err(|error| unreadable(&error))?;
            for (i, probe) in open.into_iter().zip(probes) {
                if let Probe::Known(bounds) = probe {
                    values[i] = Worth::of_bounds(bounds);
                }
            }
        }
        Ok(values)
    }

    /// The moves of each position with what is known of them, in the game's order. There are none where the game is over.
    pub(crate) fn moves(&self, questions: &[G::Question]) -> Result<Vec<Vec<Answer<G::Move>>>, Fault> {
        let mut list = Vec::new();
        let mut after = Vec::new();
        let mut all: Vec<Vec<Answer<G::Move>>> = Vec::with_capacity(questions.len());
        for question in questions {
            if self.game.is_over(question) {
                all.push(Vec::new());
                continue;
            }
            self.game.moves(&self.game.position(question), &mut list);
            after.extend(list.iter().map(|&mv| self.game.after(question, mv)));
            all.push(list.iter().map(|&mv| Answer { mv, worth: Worth::UNKNOWN }).collect());
        }
        let mut values = self.values(&after)?.into_iter().zip(&after);
        for (question, answers) in questions.iter().zip(&mut all) {
            for (answer, (value, after)) in answers.iter_mut().zip(&mut values) {
                answer.worth = self.lifted(question, after, value);
            }
        }
        Ok(all)
    }

    /// The worth of the move between two questions, given that of the second.
    fn lifted(&self, here: &G::Question, there: &G::Question, value: Worth) -> Worth {
        let stake = |question| self.stake(&self.game.position(question));
        let score = value.score.and_then(|score| Some(stake(here)? - stake(there)? - score));
        Worth { bounds: value.bounds.lift(), score, margin: value.margin.map(|margin| -margin) }
    }

    /// The points that are still to be won in a position, if it has a number.
    fn stake(&self, position: &G::Position) -> Option<i16> {
        let ranked = self.game.is_ranked(position);
        let layer = ranked.then(|| &self.game.layers()[self.game.rank(position).0])?;
        i16::try_from(layer.stake).ok()
    }

    /// A line of best play that begins with the move: to the end of the game where tables tell how far that is, or for a
    /// draw one way to hold it. Empty where they do not, and where play could go on for ever.
    pub(crate) fn line(
        &self,
        question: &G::Question,
        first: &Answer<G::Move>,
    ) -> Result<Vec<G::Move>, Fault> {
        let Some(mut score) = first.worth.bounds.score() else { return Ok(Vec::new()) };
        let endless = self.game.longest(&self.game.position(question)) == Plies::ENDLESS;
        if endless && score == Score::DRAW {
            return Ok(Vec::new());
        }
        let mut line = vec![first.mv];
        let mut at = self.game.after(question, first.mv);
        while !self.game.is_over(&at) {
            score = score.unlift();
            let [moves] = &self.moves(&[at])?[..] else { break };
            let keeps = |answer: &&Answer<G::Move>| answer.worth.bounds == Bounds::exact(score);
            let Some(next) = moves.iter().find(keeps) else {
                // A table on the way is missing, or tells no distance.
                return Ok(Vec::new());
            };
            line.push(next.mv);
            at = self.game.after(&at, next.mv);
        }
        Ok(line)
    }

    /// How many of these moves win, draw and lose; `None` unless all are known.
    pub(crate) fn tally(moves: &[Answer<G::Move>]) -> Option<[usize; 3]> {
        let count = |value| moves.iter().filter(|answer| answer.worth.bounds.wdl() == Some(value)).count();
        let counts = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(count);
        (counts.iter().sum::<usize>() == moves.len()).then_some(counts)
    }
}

impl<M: Copy> Answer<M> {
    /// What a report says of a move.
    pub(crate) fn report(&self, line: Vec<M>) -> MoveReport<M> {
        MoveReport { mv: self.mv, bounds: self.worth.bounds, line }
    }
}
