//! The check of lemmas. The game deduces each again ([`nexsolve_core::Deductions`]).

use crate::read::line_of_entry;
use crate::write::root_text;
use crate::{Certificate, CheckError, Evidence, Proof, Theorem};
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

    /// Joins certificates by lemmas that one side wins after the replies to `position`, one for each reply up
    /// to symmetry. Returns the certificate that the side wins `position`, after its check.
    ///
    /// # Errors
    /// If there is no certificate, one is not by lemmas or does not hold, or a reply has no answer.
    pub fn join<G: Notation>(
        game: &G,
        position: &G::Position,
        certificates: &[Self],
    ) -> Result<Self, CheckError> {
        let inconclusive = |reason: String| CheckError::Inconclusive { reason };
        let Some(Self { board, side, .. }) = certificates.first() else {
            return Err(inconclusive("there is no certificate".to_owned()));
        };
        let lemmas = certificates.iter().map(|certificate| match &certificate.proof {
            Proof::Lemmas(lemmas) if certificate.side == *side => Ok(&lemmas[..]),
            _ => Err(inconclusive("only certificates of one side by lemmas can be joined".to_owned())),
        });
        let lemmas = lemmas.collect::<Result<Vec<_>, _>>()?;
        let proof = Proof::Lemmas(game.join_proofs(position, *side, &lemmas).map_err(inconclusive)?);
        let joined = Self { board: board.clone(), position: root_text(game, position), side: *side, proof };
        joined.check(game)?;
        Ok(joined)
    }
}
