//! The words of PDN for results, endings and rules.

use crate::Rules;
use nexsolve_catalogue::records::{How, Verdict};
use nexsolve_core::Side;
use std::borrow::Cow;

/// The tag for a game that did not end by its rules, and its values.
pub(super) const TERMINATION: &str = "Termination";
pub(super) const WAYS: [(&str, How); 5] = [
    ("time forfeit", How::Time),
    ("rules infraction", How::Forfeit),
    ("resignation", How::Resigned),
    ("adjudication", How::Length),
    ("unterminated", How::BrokenOff),
];

/// The results. Of several spellings, records of draughts-64 use the first.
const RESULTS: [(&str, Verdict); 8] = [
    ("2-0", Verdict::by_rules(Some(Side::White))),
    ("0-2", Verdict::by_rules(Some(Side::Black))),
    ("1-1", Verdict::by_rules(None)),
    ("*", Verdict::BROKEN_OFF),
    ("1-0", Verdict::by_rules(Some(Side::White))),
    ("0-1", Verdict::by_rules(Some(Side::Black))),
    ("1/2-1/2", Verdict::by_rules(None)),
    ("1/2", Verdict::by_rules(None)),
];

/// The tag that keeps a result that a record of this program cannot express.
pub(super) const ORIGINAL_RESULT: &str = "OriginalResult";

/// The rules by the number that begins a `GameType`.
pub(super) const GAME_TYPES: [(&str, Rules); 2] = [("25", Rules::Russian), ("26", Rules::Brazilian)];

/// The sign between the squares of a capture. The grammar of PDN 3.0 has only this one. Its table of game
/// types names `:` for Russian draughts, but some readers (pydraughts 0.6) do not know that, and collections
/// of Russian games hardly use it.
pub(super) const CAPTURE_SIGN: &str = "x";

/// The names of other game types, which cannot be read.
pub(super) const OTHER_GAME_TYPES: [(&str, &str); 12] = [
    ("20", "international draughts"),
    ("21", "English draughts"),
    ("22", "Italian draughts"),
    ("23", "American pool checkers"),
    ("24", "Spanish draughts"),
    ("27", "Canadian draughts"),
    ("28", "Portuguese draughts"),
    ("29", "Czech draughts"),
    ("30", "Turkish draughts"),
    ("31", "Thai draughts"),
    ("40", "Frisian draughts"),
    ("41", "Spantsiretti"),
];

/// Returns a note about a result that a record of this program cannot express.
pub(super) fn other_result(text: &str) -> String {
    format!(
        "the result {text} is neither a win nor a draw of one game: read as unfinished, kept as {ORIGINAL_RESULT}"
    )
}

/// Reads a result in any of its spellings.
pub(super) fn result(text: &str) -> Option<Verdict> {
    let plain = plain_result(text);
    RESULTS.into_iter().find_map(|(of, verdict)| (of == plain).then_some(verdict))
}

/// Returns a result in its plainest spelling: without spaces, and with `-` between the points.
pub(super) fn plain_result(text: &str) -> String {
    let text = text.replace('½', "1/2").replace(['–', '—', '−', ':'], "-");
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns the text of a result.
pub(super) fn result_text(verdict: Verdict) -> &'static str {
    let written = if verdict.how == How::BrokenOff { verdict } else { Verdict::by_rules(verdict.winner) };
    RESULTS.iter().find(|(_, of)| *of == written).map_or("*", |(text, _)| text)
}

/// Tags whose information a record stores elsewhere.
pub(super) const OWN_TAGS: [&str; 8] =
    ["Round", "White", "Black", TERMINATION, "GameType", "SetUp", "FEN", "Result"];

/// Returns a comment in braces. If it has a brace itself, its lines that look like tags are set in.
pub(super) fn comment_word(text: &str) -> Option<String> {
    let mut inside = text.replace('}', ")");
    if inside.contains('{') {
        let lines: Vec<String> =
            inside.split('\n').map(|line| " ".repeat(is_like_tag(line).into()) + line).collect();
        inside = lines.join("\n");
    }
    (!text.is_empty()).then(|| format!("{{{inside}}}"))
}

/// Reads a comment that [`comment_word`] has written.
pub(super) fn comment_text(inside: &str) -> Cow<'_, str> {
    if !inside.contains('{') {
        return Cow::Borrowed(inside);
    }
    let lines: Vec<&str> = inside
        .split('\n')
        .map(|line| if is_like_tag(line) { line.strip_prefix(' ').unwrap_or(line) } else { line })
        .collect();
    Cow::Owned(lines.join("\n"))
}

/// Returns whether a line of a comment begins as a tag does, apart from spaces.
fn is_like_tag(line: &str) -> bool {
    line.trim_start_matches(' ').starts_with('[')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_with_braces_and_lines_like_tags_are_read_back() {
        for text in ["{\n[a]", "{\n [a]\n  [b", "[a\n[b", " {\n x"] {
            let word = comment_word(text).expect("a comment");
            assert_eq!(comment_text(&word[1..word.len() - 1]), text);
            assert!(!text.contains('{') || !word.contains("\n["));
        }
    }
}
