//! What weak openings and their refutations have in common: how often a feature occurs among them, compared
//! with how often it occurs in general.

use super::openings::{Opening, Openings};
use super::replies::{Reply, Weak};
use crate::geometry::Shape;
use nexsolve_core::Wdl;
use nexsolve_core::words::grouped;
use nexsolve_reports::PageTable;
use nexsolve_reports::words::share;
use serde::Serialize;

/// How often a feature occurs among the hits (weak openings, or refutations) and among all cases.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Pattern {
    feature: &'static str,
    /// The number of openings or replies, and of those with the feature.
    all: u64,
    with: u64,
    /// The number of hits, and of those with the feature.
    hits: u64,
    hits_with: u64,
    /// The indices of the hits with the feature.
    #[serde(skip)]
    which: Vec<usize>,
}

impl Pattern {
    fn count(feature: &'static str, cases: impl Iterator<Item = (bool, bool)>) -> Self {
        let mut pattern = Self { feature, all: 0, with: 0, hits: 0, hits_with: 0, which: Vec::new() };
        for (case, (has, hit)) in cases.enumerate() {
            if has && hit {
                pattern.which.push(case);
            }
            pattern.all += 1;
            pattern.with += u64::from(has);
            pattern.hits += u64::from(hit);
            pattern.hits_with += u64::from(has && hit);
        }
        pattern
    }

    /// Returns how much more common the feature is among the hits than among all cases, as a difference of
    /// shares. Returns `None` if all cases have the feature or none has it.
    fn difference(&self) -> Option<f64> {
        let can_differ = self.hits > 0 && self.with > 0 && self.with < self.all;
        let rate = |part: u64, whole: u64| part as f64 / whole as f64;
        can_differ.then(|| rate(self.hits_with, self.hits) - rate(self.with, self.all))
    }
}

/// The least number of hits for which the text draws conclusions; with fewer, the shares are noise.
const FEWEST_HITS: u64 = 20;
/// The least difference on every board for the text to call a feature common to all boards.
const LEAST_COMMON: f64 = 0.02;

type OfOpening = (&'static str, fn(Shape, &Opening) -> bool);

/// The features of an opening.
const OPENINGS: [OfOpening; 13] = [
    ("Black's stone is in a sharp corner", |shape, o| shape.sharp_corner(o.stone)),
    ("Black's stone is in a blunt corner", |shape, o| shape.blunt_corner(o.stone)),
    ("Black's stone is at Black's own edge", |shape, o| shape.at_blacks_edge(o.stone)),
    ("Black's stone is at White's edge", |shape, o| shape.at_whites_edge(o.stone)),
    ("Black's stone is in the centre", |shape, o| shape.central(o.stone)),
    ("the neutral stone is beside Black's", |shape, o| shape.beside(o.stone, o.neutral)),
    ("the neutral stone is a bridge away from Black's", |shape, o| shape.bridged(o.stone, o.neutral)),
    ("the neutral stone is in the row of Black's", |shape, o| {
        shape.place(o.stone).0 == shape.place(o.neutral).0
    }),
    ("the neutral stone is in the column of Black's", |shape, o| {
        shape.place(o.stone).1 == shape.place(o.neutral).1
    }),
    ("the neutral stone is in the centre", |shape, o| shape.central(o.neutral)),
    ("the neutral stone is in a blunt corner", |shape, o| shape.blunt_corner(o.neutral)),
    ("the neutral stone is at Black's edge", |shape, o| shape.at_blacks_edge(o.neutral)),
    ("the neutral stone is at White's edge", |shape, o| shape.at_whites_edge(o.neutral)),
];

type OfReply = (&'static str, fn(Shape, &Opening, &Reply) -> bool);

/// The features of a reply.
const REPLIES: [OfReply; 13] = [
    ("White's stone is beside Black's", |shape, o, r| shape.beside(r.stone, o.stone)),
    ("White's stone is a bridge away from Black's", |shape, o, r| shape.bridged(r.stone, o.stone)),
    ("White's stone is beside the opening's neutral stone", |shape, o, r| shape.beside(r.stone, o.neutral)),
    ("White's stone is in the centre", |shape, _, r| shape.central(r.stone)),
    ("White's stone is in a blunt corner", |shape, _, r| shape.blunt_corner(r.stone)),
    ("White's stone is at White's own edge", |shape, _, r| shape.at_whites_edge(r.stone)),
    ("White's stone is at Black's edge", |shape, _, r| shape.at_blacks_edge(r.stone)),
    ("White's neutral stone is beside Black's stone", |shape, o, r| shape.beside(r.neutral, o.stone)),
    ("White's neutral stone is beside White's own stone", |shape, _, r| shape.beside(r.neutral, r.stone)),
    ("White's neutral stone is beside the opening's", |shape, o, r| shape.beside(r.neutral, o.neutral)),
    ("White's neutral stone is in a blunt corner", |shape, _, r| shape.blunt_corner(r.neutral)),
    ("White's neutral stone is in the centre", |shape, _, r| shape.central(r.neutral)),
    ("White's neutral stone is at Black's edge", |shape, _, r| shape.at_blacks_edge(r.neutral)),
];

/// Returns the patterns of weak openings among all openings of the board.
pub(super) fn of_openings(shape: Shape, openings: &Openings) -> Vec<Pattern> {
    let pattern = |(feature, test): OfOpening| {
        let cases = openings.all.iter().map(|opening| (test(shape, opening), opening.value != Wdl::Win));
        Pattern::count(feature, cases)
    };
    OPENINGS.into_iter().map(pattern).collect()
}

/// Returns the patterns of refutations among all replies to weak openings.
pub(super) fn of_replies(shape: Shape, weak: &[Weak]) -> Vec<Pattern> {
    let pattern = |(feature, test): OfReply| {
        let cases = weak.iter().flat_map(|weak| {
            weak.replies.iter().map(move |reply| (test(shape, &weak.opening, reply), reply.refutes))
        });
        Pattern::count(feature, cases)
    };
    REPLIES.into_iter().map(pattern).collect()
}

/// The words for the cases, in tables and sentences.
#[derive(Clone, Copy)]
pub(super) struct Words {
    /// `openings`
    pub(super) things: &'static str,
    /// `weak openings`
    pub(super) hits: &'static str,
    /// `weak`
    pub(super) hit: &'static str,
    /// `are weak`
    pub(super) verb: &'static str,
}

/// Returns the patterns as a table, the greatest difference first.
pub(super) fn table(patterns: &[Pattern], words: Words) -> PageTable {
    let mut table = PageTable::new(&[
        "<feature",
        &format!(">of the {}", words.hits),
        &format!(">of all {}", words.things),
        ">difference, points",
        &format!(">{} of those with it", words.hit),
    ]);
    for (pattern, difference) in ordered(patterns) {
        table.row([
            pattern.feature.to_owned(),
            share(pattern.hits_with, pattern.hits),
            share(pattern.with, pattern.all),
            points(difference),
            format!("{} of {}", grouped(pattern.hits_with), grouped(pattern.with)),
        ]);
    }
    table
}

/// States which features stand out: up to three with the greatest differences, each of at least 15 points.
pub(super) fn sentence(patterns: &[Pattern], words: Words) -> String {
    if patterns.first().is_none_or(|pattern| pattern.hits < FEWEST_HITS) {
        return format!("With fewer than {FEWEST_HITS} {}, the shares say nothing.", words.hits);
    }
    // If two features belong to the same hits, state only one: a blunt corner is at both edges.
    let mut strong: Vec<(&Pattern, f64)> = Vec::new();
    for (pattern, difference) in ordered(patterns) {
        let stated =
            |(earlier, _): &(&Pattern, f64)| !pattern.which.is_empty() && earlier.which == pattern.which;
        if difference.abs() >= 0.15 && !strong.iter().any(stated) {
            strong.push((pattern, difference));
        }
    }
    let items: Vec<String> = strong
        .into_iter()
        .take(3)
        .map(|(pattern, _)| {
            format!(
                "in {} of the {} {}, {} ({}, compared with {} of all {}; {} of the {} {} with this feature {})",
                grouped(pattern.hits_with),
                grouped(pattern.hits),
                words.hits,
                pattern.feature,
                share(pattern.hits_with, pattern.hits),
                share(pattern.with, pattern.all),
                words.things,
                grouped(pattern.hits_with),
                grouped(pattern.with),
                words.things,
                words.verb
            )
        })
        .collect();
    if items.is_empty() {
        return format!(
            "None of the features below is more common or less common among the {} than among all {} by 15 points or more.",
            words.hits, words.things
        );
    }
    format!("What stands out: {}.", items.join("; "))
}

/// States which features are more common among the refutations than among all replies on every board, or less
/// common on every board, by at least [`LEAST_COMMON`].
pub(super) fn common(boards: &[(&str, &[Pattern])]) -> String {
    let boards: Vec<_> = boards
        .iter()
        .filter(|(_, patterns)| patterns.first().is_some_and(|pattern| pattern.hits >= FEWEST_HITS))
        .collect();
    let names: Vec<String> = boards.iter().map(|(board, _)| format!("`{board}`")).collect();
    let mut items = Vec::new();
    for (feature, _) in REPLIES {
        let differences: Vec<f64> = boards
            .iter()
            .filter_map(|(_, patterns)| patterns.iter().find(|p| p.feature == feature)?.difference())
            .collect();
        if differences.len() < boards.len() || differences.len() < 2 {
            continue;
        }
        let least = differences.iter().copied().fold(f64::INFINITY, f64::min);
        let most = differences.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least >= LEAST_COMMON || most <= -LEAST_COMMON {
            items.push(format!("{feature} ({} to {} points)", points(least), points(most)));
        }
    }
    let stated = match items.as_slice() {
        [] => "no feature differs in the same direction on every board".to_owned(),
        _ => items.join("; "),
    };
    format!(
        "On every board where at least {FEWEST_HITS} replies refute and others do not ({}), these features are more common (+) or less \
         common (−) among the refutations than among all replies, by {:.0} points or more: {stated}.",
        nexsolve_core::words::list(&names),
        100.0 * LEAST_COMMON
    )
}

/// Returns the patterns with a difference, the greatest first.
fn ordered(patterns: &[Pattern]) -> Vec<(&Pattern, f64)> {
    let mut ordered: Vec<(&Pattern, f64)> =
        patterns.iter().filter_map(|pattern| Some((pattern, pattern.difference()?))).collect();
    // The sort is stable, so patterns with equal differences stay in the order of the lists.
    ordered.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    ordered
}

fn points(difference: f64) -> String {
    let text = format!("{:+.1}", 100.0 * difference);
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equivalent_features_are_stated_once_and_common_ones_are_found() {
        let words = Words { things: "replies", hits: "refutations", hit: "refutations", verb: "refute" };
        let of = |feature| Pattern {
            feature,
            all: 100,
            with: 30,
            hits: 40,
            hits_with: 30,
            which: (0..30).collect(),
        };
        let (a, b) = (REPLIES[0].0, REPLIES[1].0);
        let stated = sentence(&[of(a), of(b)], words);
        assert!(stated.contains(a) && !stated.contains(b), "{stated}");
        let other = Pattern { feature: b, hits_with: 0, ..of(b) };
        let (first, second) = ([of(a), of(b)], [of(a), other]);
        let stated = common(&[("nex:3x3", &first), ("nex:4x4", &second)]);
        assert!(stated.contains(a) && !stated.contains(b), "{stated}");
    }

    #[test]
    fn features_are_counted_among_hits_and_among_all() {
        // Five cases: two have the feature, of which one is a hit; one hit does not have it.
        let cases = [(true, true), (true, false), (false, true), (false, false), (false, false)];
        let pattern = Pattern::count("a feature", cases.into_iter());
        assert_eq!((pattern.all, pattern.with, pattern.hits, pattern.hits_with), (5, 2, 2, 1));
        let difference = pattern.difference().expect("a pattern that can differ");
        assert!((difference - 0.1).abs() < 1e-12);
        assert_eq!(points(difference), "+10.0");
        let words = Words { things: "replies", hits: "refutations", hit: "refutations", verb: "refute" };
        assert!(sentence(&[pattern], words).starts_with("With fewer than 20 refutations"));
        assert!(
            Pattern::count("all have it", [(true, true), (true, false)].into_iter()).difference().is_none()
        );
        assert!(Pattern::count("no hit", [(true, false), (false, false)].into_iter()).difference().is_none());
    }
}
