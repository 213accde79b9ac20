//! The words of PDN for results, endings and rules.

use crate::contract::records::{How, Verdict};
use crate::draughts::Rules;
use nexsolve_core::Side;

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
pub(super) const RESULTS: [(&str, Verdict); 7] = [
    ("2-0", Verdict::by_rules(Some(Side::White))),
    ("0-2", Verdict::by_rules(Some(Side::Black))),
    ("1-1", Verdict::by_rules(None)),
    ("*", Verdict::BROKEN_OFF),
    ("1-0", Verdict::by_rules(Some(Side::White))),
    ("0-1", Verdict::by_rules(Some(Side::Black))),
    ("1/2-1/2", Verdict::by_rules(None)),
];

/// The rules by the first number of a `GameType`.
pub(super) const GAME_TYPES: [(&str, Rules); 2] = [("25", Rules::Russian), ("26", Rules::Brazilian)];

/// Returns the text of a result.
pub(super) fn result_text(verdict: Verdict) -> &'static str {
    let written = if verdict.how == How::BrokenOff { verdict } else { Verdict::by_rules(verdict.winner) };
    RESULTS.iter().find(|(_, of)| *of == written).map_or("*", |(text, _)| text)
}

/// Tags whose information a record stores elsewhere.
pub(super) const OWN_TAGS: [&str; 8] =
    ["Round", "White", "Black", TERMINATION, "GameType", "SetUp", "FEN", "Result"];
