//! What a position is worth in words, and as fields of JSON documents.

use crate::Worth;
use nexsolve_core::words::counted;
use nexsolve_core::{Bounds, Plies, Points, Score, Wdl};
use nexsolve_db::Metric;
use nexsolve_games::AnyGame;
use serde::Serialize;

/// `wins`, `draws` or `loses`.
pub const fn verb(value: Wdl) -> &'static str {
    match value {
        Wdl::Win => "wins",
        Wdl::Draw => "draws",
        Wdl::Loss => "loses",
    }
}

/// `wins in 3 plies`, `draws`, `loses`: a value with its distance, if the bounds are exact.
pub fn does(value: Wdl, bounds: Bounds) -> String {
    match bounds.distance() {
        Some(distance) if value != Wdl::Draw => format!("{} in {}", verb(value), plies(distance)),
        _ => verb(value).to_owned(),
    }
}

/// What bounds prove for the side to move: `wins in 3 to 7 plies`, `draws or wins`, `is not proven`.
pub fn proven(bounds: Bounds) -> String {
    let Some(value) = bounds.wdl() else {
        let text = match (bounds.lo >= Score::DRAW, bounds.hi <= Score::DRAW) {
            (true, _) => "draws or wins",
            (_, true) => "draws or loses",
            _ => "is not proven",
        };
        return text.to_owned();
    };
    // The longest win is the least score, the longest loss the greatest.
    let (longest, shortest) =
        if value == Wdl::Loss { (bounds.hi, bounds.lo) } else { (bounds.lo, bounds.hi) };
    let verb = verb(value);
    match (shortest.distance().filter(|plies| plies.0 > 1), longest.distance()) {
        _ if bounds.score().is_some() => does(value, bounds),
        (Some(least), Some(most)) => format!("{verb} in {} to {}", least.0, plies(most)),
        (None, Some(most)) => format!("{verb} in at most {}", plies(most)),
        (Some(least), None) => format!("{verb} in {} or more", plies(least)),
        (None, None) => verb.to_owned(),
    }
}

/// A number in a table of `metric`, in words: `win in 3 plies`, `+4`, `reachable`.
pub fn stored(metric: Metric, raw: i16) -> String {
    match metric {
        Metric::Reach if raw == 0 => "not reachable".to_owned(),
        Metric::Reach => "reachable".to_owned(),
        Metric::Score => Points(raw).to_string(),
        _ => Score::from_raw(raw).map_or_else(|| "no score".to_owned(), |score| score.to_string()),
    }
}

/// The worth of a move in at most a few characters: `7` wins in 7 plies, `=` draws, `-8` loses in 8; `+` or
/// `-` if only the value is known, `?` if nothing is. In a game with points, the points from here on.
pub fn mark(worth: &Worth) -> String {
    let distance = worth.bounds.distance();
    match (worth.points, worth.bounds.wdl(), distance) {
        (Some(points), ..) => points.to_string(),
        (_, Some(Wdl::Win), Some(Plies(plies))) => plies.to_string(),
        (_, Some(Wdl::Win), None) => "+".to_owned(),
        (_, Some(Wdl::Draw), _) => "=".to_owned(),
        (_, Some(Wdl::Loss), Some(Plies(plies))) => format!("-{plies}"),
        (_, Some(Wdl::Loss), None) => "-".to_owned(),
        (_, None, _) => "?".to_owned(),
    }
}

/// `at least a draw` or `at most a draw`, if that is proven and the value is not.
pub fn limit(bounds: Bounds) -> Option<&'static str> {
    match (bounds.wdl(), bounds.lo.wdl(), bounds.hi.wdl()) {
        (None, Wdl::Draw, _) => Some("at least a draw"),
        (None, _, Wdl::Draw) => Some("at most a draw"),
        _ => None,
    }
}

/// Compares points with those of the other side: `3 seeds more than White`, `as many seeds as White`.
pub fn compared(game: &AnyGame, points: Points, other: &str) -> String {
    let many = game.card().points[1];
    match points {
        Points(0) => format!("as many {many} as {other}"),
        Points(1..) => format!("{} more than {other}", amount(game, points)),
        Points(..0) => format!("{} fewer than {other}", amount(game, points)),
    }
}

/// A number of points without its sign: `3 seeds`.
pub fn amount(game: &AnyGame, points: Points) -> String {
    let [one, many] = game.card().points;
    counted(points.0.unsigned_abs().into(), one, many)
}

fn plies(Plies(number): Plies) -> String {
    counted(number.into(), "ply", "plies")
}

impl Worth {
    /// A few words: `win in 7`, `draw`, `loss by 3`, in a game with points without those so far `+3`; `None`
    /// if the value is unknown.
    pub fn brief(&self) -> Option<String> {
        match (self.points, self.margin, self.bounds.wdl()) {
            (_, Some(Points(0)), _) => Some("draw".to_owned()),
            (_, Some(Points(margin)), Some(value)) => Some(format!("{value} by {}", margin.abs())),
            (Some(points), None, _) => Some(points.to_string()),
            (_, _, None) => None,
            (_, _, Some(value)) => Some(match self.bounds.distance() {
                Some(plies) => format!("{value} in {plies}"),
                None => value.to_string(),
            }),
        }
    }
}

/// The fields of a worth in JSON documents.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Fields {
    /// `win`, `draw` or `loss`; null if unknown.
    pub value: Option<&'static str>,
    /// Plies to the end; null for a draw, and if unknown.
    pub distance: Option<u16>,
    /// Points from here on; absent in games without points, and if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
    /// Points at the end of the game; absent if the points so far or from here on are unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i16>,
}

impl From<Worth> for Fields {
    fn from(Worth { bounds, points, margin }: Worth) -> Self {
        Self {
            value: bounds.wdl().map(Wdl::word),
            distance: bounds.distance().map(|plies| plies.0),
            score: points.map(|points| points.0),
            margin: margin.map(|margin| margin.0),
        }
    }
}

impl From<Bounds> for Fields {
    fn from(bounds: Bounds) -> Self {
        Worth::of(bounds).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(lo: Score, hi: Score) -> String {
        proven(Bounds { lo, hi })
    }

    #[test]
    fn bounds_are_worded() {
        let win = |plies| Score::win_in(Plies(plies));
        let loss = |plies| Score::loss_in(Plies(plies));
        assert_eq!(proven(Bounds::exact(win(1))), "wins in 1 ply");
        assert_eq!(proven(Bounds::exact(loss(8))), "loses in 8 plies");
        assert_eq!(
            [Wdl::Win, Wdl::Draw, Wdl::Loss].map(|value| proven(Bounds::of_value(value))),
            ["wins", "draws", "loses"]
        );
        assert_eq!(between(win(7), win(5)), "wins in 5 to 7 plies");
        assert_eq!(between(win(7), Score::MAX), "wins in at most 7 plies");
        assert_eq!(between(loss(4), Score::LOSS), "loses in 4 plies or more");
        assert_eq!(between(Score::DRAW, Score::MAX), "draws or wins");
        assert_eq!(between(Score::MIN, Score::DRAW), "draws or loses");
        assert_eq!(proven(Bounds::UNKNOWN), "is not proven");
        assert_eq!(does(Wdl::Loss, Bounds { lo: loss(2), hi: Score::LOSS }), "loses");
        assert_eq!(limit(Bounds { lo: Score::DRAW, hi: Score::MAX }), Some("at least a draw"));
        assert_eq!(limit(Bounds { lo: Score::MIN, hi: Score::DRAW }), Some("at most a draw"));
        assert_eq!([Bounds::UNKNOWN, Bounds::of_value(Wdl::Draw)].map(limit), [None, None]);
    }
}
