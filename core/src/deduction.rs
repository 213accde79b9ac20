//! Proofs by deduction: a win shown by numbered lemmas, each of which follows from earlier ones.

/// The check of a proof by deduction that one side wins a position: the lemmas are read one after the other, each as a line of text.
///
/// [`crate::Notation::deductions`] begins one. Time and memory for a line are bounded by its length and the size of the board;
/// nothing recurses.
pub trait Deductions {
    /// Reads the next lemma and checks that it follows from those before it.
    ///
    /// # Errors
    /// With the reason, if the line is not spelled as a lemma is, or does not follow.
    fn deduce(&mut self, line: &str) -> Result<(), String>;

    /// Checks that the last lemma says that the side wins the position, and that every other lemma is used by a later one.
    ///
    /// # Errors
    /// With the lemma at fault, if there is one, and the reason.
    fn conclude(&self) -> Result<(), Flaw>;
}

/// What is wrong with a proof as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The lemma at fault; the first is 0.
    pub lemma: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

/// Answers a [`crate::ProvingFor`] that writes a proof: which states are won by their side to move.
pub trait Winners {
    /// Whether the side to move wins, if that is known already.
    fn known(&self, state: u128) -> Option<bool>;

    /// Whether the side to move wins; `None` if the search was stopped.
    fn find(&mut self, state: u128) -> Option<bool>;
}
