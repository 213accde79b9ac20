//! Proofs by deduction, for games whose winners are found by proof numbers.

use crate::local::Local;
use crate::proof_numbers::Prover;
use crate::solver::Solver;
use nexsolve_core::{Searchable, Winners};

impl<G: Searchable> Solver<'_, G> {
    /// Returns the lemmas that prove who wins `position`: one a line, as [`nexsolve_core::Notation::deductions`] checks them. Winners that
    /// the search has found before are not searched again.
    ///
    /// Returns `None` if the game has no such proofs, or none for this position, or the search was stopped.
    pub fn deduce(&self, position: &G::Position) -> Option<Vec<String>> {
        let prover = self.shared.prover.as_ref()?;
        let mut local = self.shared.local();
        let lemmas = prover.deduce(position, &mut Found { solver: self, prover, local: &mut local });
        self.shared.merge(local);
        lemmas
    }
}

/// The winners that a search finds.
struct Found<'s, 'g, 'l, G: Searchable> {
    solver: &'s Solver<'g, G>,
    prover: &'s Prover<'g, G::Position>,
    local: &'l mut Local<'s, G>,
}

impl<G: Searchable> Winners for Found<'_, '_, '_, G> {
    fn known(&self, state: u128) -> Option<bool> {
        self.prover.known(state)
    }

    fn find(&mut self, state: u128) -> Option<bool> {
        self.solver.winner(self.prover, self.local, state, &mut { u64::MAX })
    }
}
