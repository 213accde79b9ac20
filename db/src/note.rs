//! Notes: what a user should know although the work goes on.

use std::sync::OnceLock;

static TELL: OnceLock<fn(&str)> = OnceLock::new();

/// Sets the function that receives notes, one sentence each: a server sends whole files instead of the parts
/// that are needed, or a file system has no locks. Only the first call counts. Any thread may call the
/// function.
pub fn on_note(tell: fn(&str)) {
    let _ = TELL.set(tell);
}

/// Passes a sentence to the function of [`on_note`].
pub(crate) fn note(text: &str) {
    if let Some(tell) = TELL.get() {
        tell(text);
    }
}
