//! The check of lemmas. The game deduces each again ([`nexsolve_core::Deductions`]).

use crate::read::line_of_entry;
use crate::{Certificate, CheckError, Evidence, Theorem};
use nexsolve_core::Notation;

impl Certificate {
    /// Passes each lemma to the game, which checks that it follows from earlier ones.
    pub(crate) fn check_lemmas<G: Notation>(
        &self,
        game: &G,
        root: &G::Position,
        lemmas: &[String],
    ) -> Result<Theorem, CheckError> {
        let mut deductions = game.deductions(root, self.side).ok_or(CheckError::NoDeductions)?;
        for (index, lemma) in lemmas.iter().enumerate() {
            let fault = |reason| CheckError::Lemma { line: line_of_entry(index), reason };
            deductions.deduce(lemma).map_err(fault)?;
        }
        deductions.conclude().map_err(|flaw| match flaw.lemma {
            Some(index) => CheckError::Lemma { line: line_of_entry(index), reason: flaw.reason },
            None => CheckError::Inconclusive { reason: flaw.reason },
        })?;
        Ok(self.verified(Evidence::Lemmas(lemmas.len() as u64)))
    }
}
