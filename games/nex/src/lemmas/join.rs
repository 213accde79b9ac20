//! Joins proofs for the positions after the replies to a position to a proof for that position.

use super::check::{Check, Contents, Lemma};
use super::rule::{Answer, Rule};
use super::write::{lines, needed};
use nexsolve_core::Game;
use nexsolve_rhombus::CellSet;
use std::collections::HashMap;

/// Returns the lemmas of all proofs, those that say the same only once, with one that answers each reply. The
/// check, which is new, applies every rule.
pub(super) fn join<S: CellSet>(mut check: Check<'_, S>, proofs: &[&[String]]) -> Result<Vec<String>, String> {
    let (game, position, side) = (check.game, check.position, check.side);
    let (mut rules, mut numbers) = (Vec::new(), HashMap::new());
    let mut last = Vec::new();
    for proof in proofs {
        // For each lemma of the proof, its number among those of all proofs.
        let mut joined: Vec<u32> = Vec::new();
        for line in *proof {
            // There is no lemma 0, so the check refuses a number too great.
            let number = |lemma: u32| {
                let at = (lemma as usize).checked_sub(1);
                at.and_then(|at| joined.get(at)).copied().unwrap_or(0)
            };
            let rule = Rule::read(game, line)?.renumbered(number);
            let lemma = check.apply(&rule)?;
            let next = rules.len() as u32 + 1;
            let number = *numbers.entry(statement(lemma)).or_insert(next);
            if number == next {
                check.push(&rule, lemma);
                rules.push(rule);
            }
            joined.push(number);
        }
        last.extend(joined.last());
    }
    let answers =
        last.into_iter().flat_map(|lemma| [false, true].map(|is_turned| Answer { lemma, is_turned }));
    let mut answers: Vec<(Answer, Lemma<S>)> =
        answers.map(|answer| Ok((answer, check.lemma(answer)?))).collect::<Result<_, String>>()?;
    answers.sort_unstable_by_key(|(answer, _)| *answer);
    answers.dedup_by_key(|(answer, _)| *answer);
    let replies: Vec<Contents<S>> =
        game.continuations(&position).map(|(_, after)| Contents::of(&after, side)).collect();
    let answers = needed(game, &replies, answers).into_iter().map(|(answer, _)| answer).collect();
    let rule = Rule::Replies { position, answers };
    check.add(&rule)?;
    rules.push(rule);
    let last = Answer { lemma: rules.len() as u32, is_turned: false };
    Ok(lines(game, rules, last))
}

/// What a lemma says: its region, and if it is about a position, the contents of the region and the numbers
/// of stones.
type Statement<S> = (S, Option<(Contents<S>, [u32; 3])>);

fn statement<S: CellSet>(lemma: Lemma<S>) -> Statement<S> {
    match lemma {
        Lemma::Chain(cells) => (cells, None),
        Lemma::Alike { position, region } => (region, Some((position.within(region), position.numbers()))),
    }
}
