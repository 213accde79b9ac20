//! Joins proofs for the positions after the replies to a position to a proof for that position.

use super::check::{Check, Lemma};
use super::rule::Rule;
use super::write::lines;
use nexsolve_rhombus::CellSet;
use std::collections::HashMap;

/// Returns the lemmas of all proofs, each once, with one that joins the last lemmas of the proofs by *or*.
/// The check, which is new, applies every rule.
pub(super) fn join<S: CellSet>(check: Check<'_, S>, proofs: &[&[String]]) -> Result<Vec<String>, String> {
    let board = check.board;
    let mut joined = Joined { check, rules: Vec::new(), numbers: HashMap::new() };
    let mut last = Vec::new();
    for proof in proofs {
        // For each lemma of the proof, its number among those of all proofs.
        let mut own: Vec<u32> = Vec::new();
        for line in *proof {
            // There is no lemma 0, so the check refuses a number too great.
            let number = |lemma: u32| {
                let at = (lemma as usize).checked_sub(1);
                at.and_then(|at| own.get(at)).copied().unwrap_or(0)
            };
            let number = joined.add(Rule::read(board, line)?.renumbered(number))?;
            own.push(number);
        }
        last.extend(own.last());
    }
    // As few as leave no cell that is in all carriers.
    let (mut common, mut chosen) = (board.full(), Vec::new());
    for &number in &last {
        let lemma = joined.check.lemma(number)?;
        for (lemma, is_turned) in [(lemma, false), (lemma.turned(board), true)] {
            if common.without(lemma.carrier).any() && joined.check.fits(lemma) {
                common &= lemma.carrier;
                chosen.push(if is_turned { joined.add(Rule::Turn(number))? } else { number });
            }
        }
    }
    chosen.sort_unstable();
    let number = joined.add(Rule::Or(chosen))?;
    Ok(lines(board, joined.rules, number))
}

/// The lemmas of all proofs.
struct Joined<'a, S> {
    check: Check<'a, S>,
    rules: Vec<Rule<S>>,
    numbers: HashMap<Lemma<S>, u32>,
}

impl<S: CellSet> Joined<'_, S> {
    /// Returns the number of the lemma that a rule makes, now or earlier.
    fn add(&mut self, rule: Rule<S>) -> Result<u32, String> {
        let lemma = self.check.apply(&rule)?;
        if let Some(&number) = self.numbers.get(&lemma) {
            return Ok(number);
        }
        let number = self.check.add(&rule)?;
        self.rules.push(rule);
        self.numbers.insert(lemma, number);
        Ok(number)
    }
}
