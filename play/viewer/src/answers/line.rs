//! `POST /api/v1/line`: best play by both sides.

use super::explain::{self, Summary};
use super::lanes::{prepare, quick, slow, time};
use super::values::MOST_MOVES;
use super::worth;
use crate::app::App;
use crate::asked::{Asked, read_move, request};
use crate::problem::{Problem, ProblemKind};
use crate::words;
use crate::work::{Share, Threads};
use nexsolve_core::{Course, Game, Plies, Score, Wdl};
use nexsolve_db::json::joined;
use nexsolve_games::{AnyGame, AnyMove};
use nexsolve_oracle::words::does;
use nexsolve_oracle::{Line, Oracle, OracleError, Patience, Stop, Worth};
use nexsolve_players::{Budget, PlayerError, Roster, Spec};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

request! {
    /// A game, an optional first move, and the time for a search.
    LineRequest {
        /// The first move; without it, a best one.
        r#move: Option<String>,
        seconds: Option<f64>,
    }
}

/// Answers with a line, its value and its explanation.
pub(crate) async fn line(app: Arc<App>, mut request: LineRequest) -> Result<Value, Problem> {
    let asked = Arc::new(request.game(&app)?);
    let time = time(&app, request.seconds)?;
    let first = request.r#move;
    app.check_text(ProblemKind::Move, first.as_deref().unwrap_or_default())?;
    prepare(&app, &asked).await?;
    let (here, from) = (Arc::clone(&asked), first.clone());
    let board = Some(asked.board);
    let (found, needs_search) =
        quick(&app, board, move |app| follow(app, &here, &here.open(app)?, from.as_deref(), None)).await?;
    if !needs_search || time.is_zero() {
        return Ok(found);
    }
    let work = move |app: &App, share: &Share| {
        let opened = asked.open(app)?;
        let granted = Granted { share, time, choose: &mut chooser(&opened.0, share) };
        follow(app, &asked, &opened, first.as_deref(), Some(granted))
    };
    Ok(slow(&app, board, time, Threads::Some, work).await?.0)
}

/// What a search may use.
struct Granted<'a> {
    share: &'a Share,
    time: Duration,
    /// Chooses moves that make progress if tables have no distances.
    choose: &'a mut dyn FnMut(&Course<'_, AnyGame>) -> Result<AnyMove, OracleError>,
}

/// The line, from rules and tables only or with a search within the given time; and whether a search may find
/// more.
fn follow(
    app: &App,
    asked: &Asked,
    (oracle, course): &(Oracle, Course<'static, AnyGame>),
    first: Option<&str>,
    granted: Option<Granted<'_>>,
) -> Result<(Value, bool), Problem> {
    let game = oracle.game();
    let first = first.map(|text| read_move(course, text)).transpose()?;
    let search = granted.as_ref().map(|granted| app.search(granted.share));
    let known = oracle.answer(course, MOST_MOVES, search.as_ref())?;
    if let Some(ending) = course.ending() {
        let sentence = words::over(game, course.position(), &ending);
        let told = LineText { explained: vec![sentence.clone()], sentence, left_out: None };
        return Ok((answer(&[], true, known.worth, &told), false));
    }
    let time = granted.as_ref().map(|granted| granted.time);
    let patience = granted.map(|Granted { share, choose, .. }| Patience { stop: &share.stop, choose });
    let mut line = Line::new(oracle, course.clone(), patience);
    let chosen = match first {
        Some(mv) => known.moves.iter().find(|known| known.mv == mv),
        None => line
            .first(&known)?
            .filter(|best| best.worth.is_known() && known.worth.bounds.wdl() == best.worth.bounds.wdl()),
    };
    let of_tables = !known.tables.is_empty() || known.searched.is_some();
    let left_out = asked.left_out().filter(|_| of_tables);
    let may_search = (game.is_searched() || game.forces()) && time.is_none();
    let Some(chosen) = chosen.filter(|chosen| chosen.worth.is_known()) else {
        let side = line.course().side();
        if let Some(mv) = first {
            line.play(mv);
        }
        let sentence = match first {
            Some(_) => unknown(&line, time),
            None => words::sentence(game, side, &known, time),
        };
        let worth = chosen.map_or(Worth::UNKNOWN, |chosen| chosen.worth);
        let needs_search = may_search && (known.count == known.moves.len() || !game.is_searched());
        let told = LineText { explained: vec![sentence.clone()], sentence, left_out };
        let answer = answer(&line.written(), line.stop() == Stop::Over, worth, &told);
        return Ok((answer, needs_search));
    };
    line.follow(chosen)?;
    let moves = line.told();
    let (sentence, explained) = match summary(game, &line, &moves, chosen.worth, first.is_some()) {
        Some(summary) => {
            let told = &moves[usize::from(summary.is_given)..];
            (sentence(&summary, told), explain::explained(oracle, &line, &moves, &summary)?)
        }
        None => (String::new(), Vec::new()),
    };
    let told = LineText { sentence, explained, left_out };
    // A table without distances does not show how to win; a search may.
    let needs_search = may_search && matches!(line.stop(), Stop::Unknown | Stop::NoWay);
    let complete = line.stop() == Stop::Over;
    Ok((answer(&line.written(), complete, chosen.worth, &told), needs_search))
}

/// Chooses moves that make progress if tables have no distances: the player `table`, created on first use.
fn chooser<'a>(
    oracle: &'a Oracle,
    share: &'a Share,
) -> impl FnMut(&Course<'_, AnyGame>) -> Result<AnyMove, OracleError> + 'a {
    let mut player = None;
    move |course| {
        let player = match &mut player {
            Some(player) => player,
            none => {
                let roster = Roster::new(oracle);
                none.insert(roster.player(&Spec::named("table"), 0).map_err(refused)?)
            }
        };
        let budget = Budget { stop: Some(&share.stop), ..Budget::default() };
        let thought = player.choose(course, &budget).map_err(|error| match error {
            PlayerError::Table(error) => OracleError::Table(error),
            PlayerError::Threads(_) | PlayerError::Gone(_) => refused(error),
        });
        Ok(thought?.mv)
    }
}

/// A stand-in for a player that is not needed.
fn refused(error: impl std::fmt::Display) -> OracleError {
    OracleError::Search(error.to_string())
}

/// How to describe a line.
struct LineText {
    /// A single sentence with the moves.
    sentence: String,
    /// Sentences for readers who also see the moves.
    explained: Vec<String>,
    /// The rules that the tables leave out.
    left_out: Option<&'static str>,
}

/// The document of a line.
fn answer(line: &[String], complete: bool, worth: Worth, told: &LineText) -> Value {
    joined([
        json!({ "line": line, "complete": complete }),
        worth::worth(worth),
        json!({ "sentence": told.sentence, "explained": told.explained, "left_out": told.left_out }),
    ])
}

/// The greatest number of moves in a sentence.
const TOLD: usize = 12;

/// A line in one sentence: `After Ba1?c2 White wins in 6 plies: Wb2?b1; …`.
fn sentence(summary: &Summary, told: &[String]) -> String {
    let mut text = summary.head.clone();
    if !told.is_empty() {
        text.push_str(": ");
        text.push_str(&told[..told.len().min(TOLD)].join("; "));
        if told.len() > TOLD {
            text.push_str("; …");
        }
    }
    text.push('.');
    text.push_str(&summary.remarks);
    text
}

/// Describes who wins, with remarks about the end of the line; `None` if the value is unknown.
fn summary(
    game: &AnyGame,
    line: &Line<'_>,
    moves: &[String],
    worth: Worth,
    is_given: bool,
) -> Option<Summary> {
    let at = line.course().positions().len() - 1 - moves.len();
    let mover = game.side_to_move(&line.course().positions()[at]);
    let value = worth.bounds.wdl()?;
    let (who, words) = if is_given {
        // After the move, from the winner's point of view; plies count from there.
        let after = worth.bounds.unlift();
        let opponent = if line.moves().first().is_some_and(|&mv| game.changes_colours(mv)) {
            mover
        } else {
            mover.other()
        };
        match value {
            Wdl::Loss => (game.side(opponent), does(Wdl::Win, after)),
            Wdl::Win if after.score().and_then(Score::distance) == Some(Plies(0)) => {
                (game.side(opponent.other()), "has won".to_owned())
            }
            Wdl::Win => (game.side(opponent.other()), does(Wdl::Win, after)),
            Wdl::Draw => ("both sides", "hold the draw".to_owned()),
        }
    } else {
        (game.side(mover), does(value, worth.bounds))
    };
    let head = if is_given { format!("After {} {who} {words}", moves[0]) } else { format!("{who} {words}") };
    let mut remarks = String::new();
    // The winner is named by colour.
    let swaps = line.moves().iter().position(|&mv| game.changes_colours(mv));
    if let Some(ply) = swaps {
        let swapper = game.side_to_move(&line.course().positions()[at + ply]);
        let (before, after) = (game.side(swapper), game.side(swapper.other()));
        let _ = write!(
            remarks,
            " The swap exchanges the colours: the player who was {before} is {after} from then on."
        );
    }
    let [_, points] = game.card().points;
    let round = format!(" The play then repeats; at the third occurrence the remaining {points} are split.");
    remarks.push_str(match line.stop() {
        Stop::Unknown | Stop::Over => "",
        Stop::Round if worth.points.is_some() => &round,
        Stop::Round => " The play can then go on for ever.",
        Stop::Past => " At that point repetition or the move count makes it a draw.",
        Stop::NoWay => " No proven way to finish from there was found.",
    });
    Some(Summary { head, remarks, value, is_given })
}

/// The sentence about a given move whose value is unknown.
fn unknown(line: &Line<'_>, granted: Option<Duration>) -> String {
    let mv = line.told().pop().unwrap_or_default();
    match granted {
        Some(time) => format!("The value of {mv} is not proven within {}.", words::time(time)),
        None => format!("Unknown: no table covers the position after {mv}."),
    }
}
