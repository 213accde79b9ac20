//! The sentences of the answers.

use nexsolve_core::words::counted;
use nexsolve_core::{Bounds, Ending, Points, Side, Wdl};
use nexsolve_games::{AnyGame, AnyPosition};
use nexsolve_oracle::{Known, Source, Worth};
use std::fmt::Write as _;
use std::time::Duration;

/// A time: `2 s`, `0.5 s`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = (time.as_secs_f64() * 10.0).round() / 10.0;
    format!("{seconds} s")
}

/// Who has won a game that is over, and why.
pub(crate) fn over(game: &AnyGame, position: &AnyPosition, ending: &Ending) -> String {
    let why = game.why(position, ending);
    match ending.winner {
        Some(winner) => format!("The game is over: {} has won ({why}).", game.side(winner)),
        None => format!("The game is over: a draw ({why})."),
    }
}

/// The value of a position, for the side to move, in a sentence. `time` is the time that a search had.
pub(crate) fn sentence(game: &AnyGame, side: Side, known: &Known, time: Option<Duration>) -> String {
    let name = game.side(side);
    let Worth { bounds, points, margin } = known.worth;
    if let Some(value) = bounds.wdl() {
        let mut text = format!("{name}, to move, {}", does(value, bounds));
        if let (Some(points), Some(margin)) = (points, margin) {
            let [one, many] = game.card().points;
            let points_of = |n: Points| counted(n.0.unsigned_abs().into(), one, many);
            let other = game.side(side.other());
            if value != Wdl::Draw {
                let _ = write!(text, " by {}", points_of(margin));
            }
            let more = match points {
                Points(0) => format!("as many {many} as {other}"),
                Points(1..) => format!("{} more than {other}", points_of(points)),
                Points(..0) => format!("{} fewer than {other}", points_of(points)),
            };
            let _ = write!(text, ", and wins {more} from here on");
        }
        text.push('.');
        return text;
    }
    let least = least(bounds).map(|words| format!(": {name}, to move, {words}")).unwrap_or_default();
    match (known.searched, time) {
        (Some((_, true)), _) => {
            format!("Not proven: play may go on for ever, and the search cannot prove such a draw{least}.")
        }
        (Some(_), Some(time)) => format!("Not proven within {}{least}.", self::time(time)),
        _ => format!("Unknown: no table covers this position{least}."),
    }
}

/// `wins in 3 plies`, `draws`, `loses`: a value with its distance, if that is known.
pub(crate) fn does(value: Wdl, bounds: Bounds) -> String {
    let plies = bounds.score().and_then(nexsolve_core::Score::distance);
    let plies =
        plies.map(|plies| format!(" in {}", counted(plies.0.into(), "ply", "plies"))).unwrap_or_default();
    match value {
        Wdl::Win => format!("wins{plies}"),
        Wdl::Draw => "draws".to_owned(),
        Wdl::Loss => format!("loses{plies}"),
    }
}

/// The bound that is proven where the value is not.
pub(crate) fn least(bounds: Bounds) -> Option<&'static str> {
    match (bounds.lo.wdl(), bounds.hi.wdl()) {
        (Wdl::Draw, _) => Some("has at least a draw"),
        (_, Wdl::Draw) => Some("has at most a draw"),
        _ => None,
    }
}

/// The source of an answer: the rules, databases, a search.
pub(crate) fn detail(known: &Known, time: Option<Duration>) -> String {
    let tables = match &known.tables[..] {
        [] => String::new(),
        [one] => format!("database {one}"),
        many => format!("databases {}", many.join(", ")),
    };
    let Some((nodes, exhausted)) = known.searched else {
        return match known.source {
            Source::Rules => "the rules".to_owned(),
            _ if tables.is_empty() => "no table".to_owned(),
            _ => tables,
        };
    };
    let mut text = format!("search of {}", counted(nodes, "position", "positions"));
    if known.is_open {
        match time {
            _ if exhausted => {
                text.push_str("; unproven moves may lead to endless play");
            }
            Some(time) => {
                let _ = write!(text, "; not finished within {}", self::time(time));
            }
            None => {}
        }
    }
    if tables.is_empty() { format!("no table; {text}") } else { format!("{tables}; {text}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::{Plies, Score};

    #[test]
    fn times_read_well() {
        assert_eq!(time(Duration::from_secs(2)), "2 s");
        assert_eq!(time(Duration::from_millis(250)), "0.3 s");
    }

    #[test]
    fn bounds_are_worded() {
        let win = Bounds::exact(Score::win_in(Plies(3)));
        assert_eq!(does(Wdl::Win, win), "wins in 3 plies");
        assert_eq!(does(Wdl::Loss, Bounds { lo: Score::MIN, hi: Score::LOSS }), "loses");
        assert_eq!(least(Bounds { lo: Score::DRAW, hi: Score::MAX }), Some("has at least a draw"));
        assert_eq!(least(Bounds { lo: Score::MIN, hi: Score::DRAW }), Some("has at most a draw"));
        assert_eq!(least(Bounds::UNKNOWN), None);
    }
}
