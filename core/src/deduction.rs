//! Proofs by deduction: a win shown by numbered lemmas, each of which follows from earlier ones.

/// The check of a proof by deduction that one side wins a position. It reads the lemmas in order, each as a
/// line of text.
///
/// [`crate::Notation::deductions`] begins one. It must accept nothing false: a lemma that passes
/// [`Deductions::deduce`] holds, and a side whose proof passes [`Deductions::conclude`] wins. The game's
/// tests compare accepted lemmas with play to the end.
///
/// The length of a line and the size of the board bound the time and memory that the line takes; no
/// implementation recurses.
pub trait Deductions {
    /// Reads the next lemma and checks that it follows from those before it.
    ///
    /// # Errors
    /// Returns the reason if the line is not a lemma, or does not follow.
    fn deduce(&mut self, line: &str) -> Result<(), String>;

    /// Checks that the last lemma says that the side wins the position, and that every other lemma is used by
    /// a later one.
    ///
    /// # Errors
    /// Returns the reason, with the lemma at fault if one is.
    fn conclude(&self) -> Result<(), Flaw>;
}

/// What is wrong with a proof as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The index of the lemma at fault, from 0; `None` if no single lemma is.
    pub lemma: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

/// Knows, or finds by a search, who wins the states of a [`crate::ProvingFor`] while it writes a proof
/// ([`crate::ProvingFor::deduce`]).
pub trait Winners {
    /// Returns whether the side to move wins `state`; `None` if that is not known yet. It does not search.
    fn known(&self, state: u128) -> Option<bool>;

    /// Returns whether the side to move wins `state`, by a search if necessary; `None` if the search was
    /// stopped.
    fn find(&mut self, state: u128) -> Option<bool>;
}
