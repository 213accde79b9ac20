//! The sentences of the answers.

use nexsolve_core::words::counted;
use nexsolve_core::{Bounds, Ending, Plies, Side, Wdl};
use nexsolve_games::{AnyGame, AnyPosition};
use nexsolve_oracle::words::{amount, compared, limit, proven};
use nexsolve_oracle::{Answer, Source, Worth};
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
pub(crate) fn sentence(game: &AnyGame, side: Side, known: &Answer, time: Option<Duration>) -> String {
    let name = game.side(side);
    let Worth { bounds, points, margin } = known.worth;
    if let Some(value) = bounds.wdl() {
        let mut text = format!("{name}, to move, {}", proven(bounds));
        if let (Some(points), Some(margin)) = (points, margin) {
            if value != Wdl::Draw {
                let _ = write!(text, " by {}", amount(game, margin));
            }
            let more = compared(game, points, game.side(side.other()));
            let _ = write!(text, ", and wins {more} from here on");
        }
        text.push('.');
        return text;
    }
    let mut least = limit(bounds).map(|limit| format!(": {name}, to move, has {limit}")).unwrap_or_default();
    if let Some(plies) = fewest(bounds) {
        let _ = write!(least, "; a win takes at least {}", counted(plies.0.into(), "ply", "plies"));
    }
    match (&known.searched, time) {
        (Some(effort), _) if effort.exhausted => {
            format!("Not proven: play may go on for ever, and the search cannot prove such a draw{least}.")
        }
        (Some(_), Some(time)) => format!("Not proven within {}{least}.", self::time(time)),
        (None, Some(_)) if !game.is_searched() => {
            format!("Unknown: no table covers this position, and no forced win was found{least}.")
        }
        _ => format!("Unknown: no table covers this position{least}."),
    }
}

/// The fewest plies in which the side to move can win, if its value is not proven and shorter wins are
/// excluded.
pub(crate) fn fewest(bounds: Bounds) -> Option<Plies> {
    let can_win = bounds.wdl().is_none() && bounds.hi.wdl() == Wdl::Win;
    bounds.hi.distance().filter(|plies| can_win && plies.0 > 1)
}

/// The source of an answer: the rules, databases, a search.
pub(crate) fn detail(game: &AnyGame, known: &Answer, time: Option<Duration>) -> String {
    let tables = match &known.tables[..] {
        [] => String::new(),
        [one] => format!("database {one}"),
        many => format!("databases {}", many.join(", ")),
    };
    let Some(effort) = &known.searched else {
        return match known.source {
            Source::Rules => "the rules".to_owned(),
            Source::Book => "proofs that come with the program".to_owned(),
            _ if tables.is_empty() => "no table".to_owned(),
            _ => tables,
        };
    };
    let positions = counted(effort.nodes(), "position", "positions");
    let mut text = if game.is_searched() {
        format!("search of {positions}")
    } else {
        format!("search for a forced win, {positions}")
    };
    if known.is_open && game.is_searched() {
        match time {
            _ if effort.exhausted => {
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
    use nexsolve_core::Score;

    #[test]
    fn excluded_wins_are_named_while_the_value_is_open() {
        let hi = Score::win_in(Plies(11));
        assert_eq!(fewest(Bounds { lo: Score::LOSS, hi }), Some(Plies(11)));
        assert_eq!(fewest(Bounds { lo: Score::DRAW, hi }), Some(Plies(11)));
        assert_eq!([Bounds::UNKNOWN, Bounds::exact(hi), Bounds::of_value(Wdl::Loss)].map(fewest), [None; 3]);
        assert_eq!(fewest(Bounds { lo: Score::LOSS, hi: Score::win_in(Plies(1)) }), None);
    }

    #[test]
    fn times_read_well() {
        assert_eq!(time(Duration::from_secs(2)), "2 s");
        assert_eq!(time(Duration::from_millis(250)), "0.3 s");
    }
}
