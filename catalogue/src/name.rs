//! Errors in names.

use std::ops::Range;

/// A text that is not the name of a board, or the name of a board that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NameError {
    /// What is wrong.
    pub message: String,
    /// The text and its faulty bytes, if the fault is in a text.
    pub place: Option<(String, Range<usize>)>,
    /// Suggestions.
    pub hints: Vec<String>,
}

impl NameError {
    /// Creates an error about the named thing rather than the text.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, hints: Vec::new() }
    }

    /// Creates an error at a place of the text.
    pub fn at(text: &str, span: Range<usize>, message: &str) -> Self {
        Self { place: Some((text.to_owned(), span)), ..Self::new(message) }
    }

    /// Adds a suggestion.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}
