//! The letters of a game's texts: each game may name its encoding (`CA`).

use super::tree::{Node, Value};
use nexsolve_catalogue::encoding::{self, Origin};
use nexsolve_catalogue::record::one_line;

/// Decodes the texts of a game.
pub(super) struct Letters {
    /// Whether each character of the file stands for a byte.
    is_bytes: bool,
    /// The encoding that the game names.
    stated: Option<String>,
    /// What was assumed.
    notice: Option<String>,
}

/// The maximum length of the name of an encoding in a message.
const LONGEST_NAME: usize = 40;

impl Letters {
    /// Finds the encoding of a game whose first node is `root`.
    pub(super) fn of(root: &Node<'_>, is_bytes: bool) -> Self {
        let stated = root.value("CA").map(|value| value.text.trim().chars().take(LONGEST_NAME).collect());
        Self { is_bytes, stated, notice: None }
    }

    /// Returns a text without escapes.
    pub(super) fn text(&mut self, value: &Value<'_>) -> String {
        let text = value.unescaped();
        if !self.is_bytes || text.is_ascii() {
            return text;
        }
        let bytes = encoding::bytes_of(&text);
        if let Some(text) = self.stated.as_ref().and_then(|name| encoding::decode_as(&bytes, name)) {
            return text;
        }
        let decoded = encoding::decode(&bytes);
        match &self.stated {
            Some(stated) => {
                let read = format!("it is read as UTF-8 or {}", encoding::FALLBACK);
                self.notice = Some(format!("the text is not in the encoding {stated}: {read}"));
            }
            None if decoded.origin == Origin::Assumed => self.notice = Some(encoding::ASSUMED.to_owned()),
            None => {}
        }
        decoded.text.into_owned()
    }

    /// Returns a text without escapes, on one line.
    pub(super) fn line(&mut self, value: &Value<'_>) -> String {
        one_line(&self.text(value))
    }

    /// Returns what was assumed about the texts so far.
    pub(super) fn notice(self) -> Option<String> {
        self.notice
    }
}
