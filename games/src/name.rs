//! What can be wrong with a name.

use std::ops::Range;

/// A text that names no board, or a board that there is none of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NameError {
    /// What is wrong.
    pub message: String,
    /// The text, and the bytes of it at fault, where there is one.
    pub place: Option<(String, Range<usize>)>,
    /// What would be right.
    pub hints: Vec<String>,
}

impl NameError {
    /// A fault of what is named, not of the text.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, hints: Vec::new() }
    }

    /// A fault at a place of the text.
    pub fn at(text: &str, span: Range<usize>, message: &str) -> Self {
        Self { place: Some((text.to_owned(), span)), ..Self::new(message) }
    }

    /// Adds what would be right.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}
