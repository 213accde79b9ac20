//! A proof by lemmas, from the winners that a search has found.
//!
//! The writer walks down from the position. If the winner is to move, it takes a lemma already written that
//! answers the position, or else a winning move, and proves the position after it. If the loser is to move,
//! it takes replies, one after the other, until the answers to them answer every reply. Regions are kept
//! small, so that lemmas answer many positions.

use super::check::{Contents, Lemma};
use super::rule::{Answer, Rule};
use crate::transforms::pairs;
use crate::{Nex, NexPosition};
use nexsolve_core::{Game, Side};
use nexsolve_rhombus::CellSet;
use nexsolve_rhombus::paths::{Reach, chain_of};
use std::collections::HashMap;

/// Finds winning moves for the writer.
pub(crate) trait WinningMove {
    /// Returns a position after a winning move of the side to move, which wins; `None` if the search was
    /// stopped.
    fn winning_move(&mut self, position: &NexPosition<u64>) -> Option<NexPosition<u64>>;
}

/// Returns the lemmas that prove that `side` wins the position, one a line; `None` if the search was stopped.
pub(crate) fn proof(
    game: &Nex<u64>,
    position: &NexPosition<u64>,
    side: Side,
    winning: &mut dyn WinningMove,
) -> Option<Vec<String>> {
    let mut writer = Writer {
        game,
        side,
        winning,
        rules: Vec::new(),
        lemmas: Vec::new(),
        chains: HashMap::new(),
        like: HashMap::new(),
    };
    let last = if position.side_to_move() == side {
        writer.answer(position, 0)?
    } else if let Some(chain) = chain_of(&game.board, position.stones(side), side) {
        writer.chain(chain)
    } else {
        writer.replies(position)?
    };
    Some(lines(game, writer.rules, last))
}

struct Writer<'a, 'w> {
    game: &'a Nex<u64>,
    side: Side,
    winning: &'w mut dyn WinningMove,
    rules: Vec<Rule<u64>>,
    lemmas: Vec<Lemma<u64>>,
    chains: HashMap<u64, u32>,
    /// The lemmas about positions, by their numbers of stones of the opponent and neutral stones.
    like: HashMap<[u32; 2], Vec<(Answer, Lemma<u64>)>>,
}

impl Writer<'_, '_> {
    fn contents(&self, position: &NexPosition<u64>) -> Contents<u64> {
        Contents::of(position, self.side)
    }

    fn add(&mut self, rule: Rule<u64>, lemma: Lemma<u64>) -> Answer {
        let number = self.lemmas.len() as u32 + 1;
        self.rules.push(rule);
        self.lemmas.push(lemma);
        Answer { lemma: number, is_turned: false }
    }

    fn chain(&mut self, cells: u64) -> Answer {
        if let Some(&lemma) = self.chains.get(&cells) {
            return Answer { lemma, is_turned: false };
        }
        if let Some(&lemma) = self.chains.get(&self.game.board.rotated(cells)) {
            return Answer { lemma, is_turned: true };
        }
        let answer = self.add(Rule::Chain(cells), Lemma::Chain(cells));
        self.chains.insert(cells, answer.lemma);
        answer
    }

    fn lemma(&self, answer: Answer) -> Lemma<u64> {
        let lemma = self.lemmas[answer.lemma as usize - 1];
        if answer.is_turned { lemma.turned(&self.game.board) } else { lemma }
    }

    /// Returns a lemma that answers a position in which the side is to move, if possible one with a region
    /// that adds little to `region`. `None` if the search was stopped.
    fn answer(&mut self, position: &NexPosition<u64>, region: u64) -> Option<Answer> {
        let at = self.contents(position);
        if let Some(chain) = self.completed(at, region) {
            return Some(self.chain(chain));
        }
        let [others, neutral] = [at.others, at.neutral].map(u64::count);
        let board = &self.game.board;
        let near = [neutral.wrapping_sub(1), neutral + 1].map(|neutral| self.like.get(&[others, neutral]));
        let size =
            |(_, lemma): &&(Answer, Lemma<u64>)| ((lemma.region() & !region).count(), lemma.region().count());
        let written = near.into_iter().flatten().flatten();
        let written = written.filter(|(_, lemma)| lemma.answers(board, at)).min_by_key(size);
        if let Some(&(answer, _)) = written {
            return Some(answer);
        }
        let after = self.winning.winning_move(position)?;
        self.replies(&after)
    }

    /// Returns the chain that the side can complete, the one that adds fewest cells to `region`.
    fn completed(&self, at: Contents<u64>, region: u64) -> Option<u64> {
        let board = &self.game.board;
        let Contents { own, others, neutral } = at;
        let empty = board.full & !(own | others | neutral);
        let reach = Reach::of(board, own, self.side);
        let mut best: Option<u64> = None;
        let size = |chain: u64| ((chain & !region).count(), chain.count());
        let mut offer = |chain: Option<u64>| {
            if let Some(chain) = chain
                && best.is_none_or(|best| size(chain) < size(best))
            {
                best = Some(chain);
            }
        };
        if empty.count() >= 2 {
            for cell in (reach.from & reach.to & empty).iter() {
                offer(chain_of(board, own | u64::one(cell), self.side));
            }
        }
        for gained in pairs(neutral).filter(|two| two & reach.from != 0 && two & reach.to != 0) {
            let all = own | gained;
            if board.connects(all, self.side) {
                for given in own.iter() {
                    offer(chain_of(board, all & !u64::one(given), self.side));
                }
            }
        }
        best
    }

    /// Writes the lemma that the opponent, who is to move, loses this position. `None` if the search was
    /// stopped.
    fn replies(&mut self, position: &NexPosition<u64>) -> Option<Answer> {
        let game = self.game;
        let all: Vec<NexPosition<u64>> = game.continuations(position).map(|(_, after)| after).collect();
        let mut open: Vec<(NexPosition<u64>, Contents<u64>)> =
            all.iter().map(|after| (*after, self.contents(after))).collect();
        let mut answers: Vec<(Answer, Lemma<u64>)> = Vec::new();
        let mut region = 0;
        while let Some(&(after, at)) = open.first() {
            let answer = self.answer(&after, region)?;
            let lemma = self.lemma(answer);
            region |= lemma.region();
            answers.push((answer, lemma));
            debug_assert!(lemma.answers(&game.board, at));
            open.retain(|(_, at)| !lemma.answers(&game.board, *at));
        }
        let all: Vec<Contents<u64>> = all.iter().map(|after| self.contents(after)).collect();
        let answers = needed(game, &all, answers);
        let region = match game.empty(position).count() {
            0 | 1 => game.board.full,
            _ => answers.iter().fold(0, |region, (_, lemma)| region | lemma.region()),
        };
        let at = self.contents(position);
        let lemma = Lemma::Alike { position: at, region };
        let answers = answers.into_iter().map(|(answer, _)| answer).collect();
        let answer = self.add(Rule::Replies { position: *position, answers }, lemma);
        let written = self.like.entry([at.others.count(), at.neutral.count()]).or_default();
        written.push((answer, lemma));
        let turned = lemma.turned(&game.board);
        if turned != lemma {
            written.push((Answer { is_turned: true, ..answer }, turned));
        }
        Some(answer)
    }
}

/// The lines of the lemmas that the `last` one needs, which becomes the last line.
pub(super) fn lines<S: CellSet>(game: &Nex<S>, mut rules: Vec<Rule<S>>, last: Answer) -> Vec<String> {
    rules.truncate(last.lemma as usize);
    let mut is_needed = vec![false; rules.len()];
    is_needed[rules.len() - 1] = true;
    for at in (0..rules.len()).rev() {
        if is_needed[at]
            && let Rule::Replies { answers, .. } = &rules[at]
        {
            for answer in answers {
                is_needed[answer.lemma as usize - 1] = true;
            }
        }
    }
    let mut count = 0;
    let numbers: Vec<u32> = is_needed
        .iter()
        .map(|&needed| {
            count += u32::from(needed);
            count
        })
        .collect();
    let rules = rules.into_iter().zip(is_needed).filter(|(_, needed)| *needed);
    rules.map(|(rule, _)| rule.renumbered(|lemma| numbers[lemma as usize - 1]).format(game)).collect()
}

/// Returns the answers in ascending order, without those that the others make superfluous.
pub(super) fn needed<S: CellSet>(
    game: &Nex<S>,
    replies: &[Contents<S>],
    mut answers: Vec<(Answer, Lemma<S>)>,
) -> Vec<(Answer, Lemma<S>)> {
    let answered: Vec<Vec<bool>> = answers
        .iter()
        .map(|(_, lemma)| replies.iter().map(|reply| lemma.answers(game.board(), *reply)).collect())
        .collect();
    let mut times = vec![0_u32; replies.len()];
    for by in &answered {
        times.iter_mut().zip(by).for_each(|(times, answers)| *times += u32::from(*answers));
    }
    // Large regions first.
    let mut order: Vec<usize> = (0..answers.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(answers[at].1.region().count()));
    let mut dropped = vec![false; answers.len()];
    for at in order {
        if times.iter().zip(&answered[at]).all(|(times, answers)| !answers || *times > 1) {
            dropped[at] = true;
            times.iter_mut().zip(&answered[at]).for_each(|(times, answers)| *times -= u32::from(*answers));
        }
    }
    let mut at = 0;
    answers.retain(|_| {
        at += 1;
        !dropped[at - 1]
    });
    answers.sort_unstable_by_key(|(answer, _)| *answer);
    answers
}
