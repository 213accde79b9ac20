//! `POST /api/v1/line`: best play of both sides from here.

use super::follow::{Line, Stop};
use super::values::WorthAnswer;
use super::{QUICK, prepare, time};
use crate::app::{App, Task};
use crate::asked::{Asked, read_move, request};
use crate::games::Viewed;
use crate::known::{Known, Worth, know};
use crate::problem::{Kind, Problem};
use crate::search::Search;
use crate::tables::Stack;
use crate::words;
use crate::work::{Share, Threads};
use nexsolve_core::words::counted;
use nexsolve_core::{Bounds, Plies, Score, Wdl};
use serde::Serialize;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

request! {
    /// A game, perhaps a move to begin with, and the time for a search.
    LineRequest {
        /// The first move; without it, a best one.
        r#move: Option<String>,
        seconds: Option<f64>,
    }
}

/// A line, and what it comes to.
#[derive(Serialize)]
pub(crate) struct LineAnswer {
    line: Vec<String>,
    complete: bool,
    #[serde(flatten)]
    worth: WorthAnswer,
    sentence: String,
    left_out: Option<&'static str>,
}

/// Answers.
pub(crate) async fn line(app: Arc<App>, mut request: LineRequest) -> Result<LineAnswer, Problem> {
    let asked = Arc::new(request.game(&app)?);
    let time = time(&app, request.seconds)?;
    let first = request.r#move;
    app.check_text(Kind::Move, first.as_deref().unwrap_or_default())?;
    prepare(&app, &asked).await?;
    let at_once = {
        let (app, asked, first) = (Arc::clone(&app), Arc::clone(&asked), first.clone());
        move |share: &Share| {
            app.with(asked.arena, Follow { asked: &asked, first: first.as_deref(), share, search: None })
        }
    };
    let found = app.quick.run(QUICK, Threads::One, at_once).await?;
    if !found.needs_search || time.is_zero() {
        return Ok(found.answer);
    }
    let lane = Arc::clone(&app);
    let work = move |share: &Share| {
        let search = Search { share, time, memory_bytes: app.search_bytes };
        let follow = Follow { asked: &asked, first: first.as_deref(), share, search: Some((search, time)) };
        Ok(app.with(asked.arena, follow)?.answer)
    };
    lane.slow.run(time, Threads::Some, work).await
}

struct Follow<'a> {
    asked: &'a Asked,
    first: Option<&'a str>,
    share: &'a Share,
    search: Option<(Search<'a>, Duration)>,
}

struct Followed {
    answer: LineAnswer,
    needs_search: bool,
}

impl Task for Follow<'_> {
    type Done = Followed;

    fn on<G: Viewed>(self, game: &G, tables: &Stack<'_, G>) -> Result<Followed, Problem> {
        let course = self.asked.course(game)?;
        let over = course.ending();
        let first = self.first.map(|text| match &over {
            None => read_move(&course, text),
            Some(ending) => {
                let message =
                    format!("the game is over ({}); no move can follow", game.why(course.position(), ending));
                Err(Problem::new(Kind::Move, message).at(text, 0..text.len()))
            }
        });
        let first = first.transpose()?;
        if let Some(ending) = over {
            let worth = know(&course, tables, None)?.worth;
            let (worth, sentence) = (WorthAnswer::of(worth), words::over(game, course.position(), &ending));
            let answer = LineAnswer { line: Vec::new(), complete: true, worth, sentence, left_out: None };
            return Ok(Followed { answer, needs_search: false });
        }
        let known = know(&course, tables, self.search.as_ref().map(|(search, _)| search))?;
        let share = self.search.as_ref().map(|_| self.share);
        let mut line = Line::new(course);
        let chosen = match first {
            Some(mv) => known.moves.iter().find(|known| known.mv == mv),
            None => line
                .first(&known, tables, share)?
                .filter(|best| best.worth.is_known() && known.worth.bounds.wdl() == best.worth.bounds.wdl()),
        };
        let of_tables = !known.tables.is_empty() || known.searched.is_some();
        let left_out = self.asked.arena.left_out().filter(|_| of_tables);
        let Some(chosen) = chosen.filter(|chosen| chosen.worth.is_known()) else {
            line.moves.extend(first);
            if let Some(mv) = first {
                line.course.play(mv);
            }
            let granted = self.search.as_ref().map(|(_, time)| *time);
            let sentence = unknown(game, &line, &known, first.is_some(), granted);
            let worth = chosen.map_or(Worth::UNKNOWN, |chosen| chosen.worth);
            let answer = answer(&line, worth, sentence, left_out);
            return Ok(Followed {
                answer,
                needs_search: G::SEARCHES && self.search.is_none() && known.count == known.moves.len(),
            });
        };
        line.follow(chosen, tables, share)?;
        let sentence = sentence(game, &line, chosen.worth, first.is_some());
        // A table that tells no lengths leaves the way to a search.
        let is_open = matches!(line.stop, Stop::Unknown | Stop::NoWay);
        let needs_search = is_open && self.search.is_none() && G::SEARCHES;
        Ok(Followed { answer: answer(&line, chosen.worth, sentence, left_out), needs_search })
    }
}

fn answer<G: Viewed>(
    line: &Line<'_, G>,
    worth: Worth,
    sentence: String,
    left_out: Option<&'static str>,
) -> LineAnswer {
    let complete = line.is_complete();
    LineAnswer { line: line.written(), complete, worth: WorthAnswer::of(worth), sentence, left_out }
}

/// Moves of a line that a sentence tells.
const TOLD: usize = 12;

/// What a line comes to: `After Ba1?c2 White wins in 6 plies: Wb2?b1; …`.
fn sentence<G: Viewed>(game: &G, line: &Line<'_, G>, worth: Worth, given: bool) -> String {
    let moves = line.written();
    let at = line.course.positions().len() - 1 - moves.len();
    let mover = game.side_to_move(&line.course.positions()[at]);
    let Some(value) = worth.bounds.wdl() else { return String::new() };
    let (who, words, told) = if given {
        // After the move, as the winner sees it; plies count from there.
        let Bounds { lo, hi } = worth.bounds;
        let after = Bounds { lo: hi.unlift(), hi: lo.unlift() };
        let opponent = if line.moves.first().is_some_and(|&mv| game.changes_colours(mv)) {
            mover
        } else {
            mover.other()
        };
        match value {
            Wdl::Loss => (game.name(opponent), words::does(Wdl::Win, after), &moves[1..]),
            Wdl::Win => (game.name(opponent.other()), wins_after(after), &moves[1..]),
            Wdl::Draw => ("both", "hold the draw".to_owned(), &moves[1..]),
        }
    } else {
        (game.name(mover), words::does(value, worth.bounds), &moves[..])
    };
    let begin = if given { format!("After {} {who} {words}", moves[0]) } else { format!("{who} {words}") };
    let mut text = begin;
    if !told.is_empty() {
        text.push_str(": ");
        text.push_str(&told[..told.len().min(TOLD)].join("; "));
        if told.len() > TOLD {
            text.push_str("; …");
        }
    }
    text.push('.');
    // Who has won at the end is told by colour.
    let swaps = line.moves.iter().position(|&mv| game.changes_colours(mv));
    if let Some(ply) = swaps {
        let swapper = game.side_to_move(&line.course.positions()[at + ply]);
        let (before, after) = (game.name(swapper), game.name(swapper.other()));
        let _ = write!(
            text,
            " With the swap the players change colours: who was {before} is {after} from there on."
        );
    }
    text.push_str(match line.stop {
        Stop::Unknown | Stop::Over => "",
        Stop::Round if worth.points.is_some() => {
            " From there play goes round, until a third occurrence splits the seeds that are left."
        }
        Stop::Round => " From there play can go on for ever.",
        Stop::Past => " Over the board repetition or the count of moves makes it a draw there.",
        Stop::NoWay => " How that is brought to the end from there was not found.",
    });
    text
}

/// What the side that has moved does, by the worth of the position for the other.
fn wins_after(after: Bounds) -> String {
    match after.score().and_then(Score::distance) {
        Some(Plies(0)) => "has won".to_owned(),
        Some(plies) => format!("wins in {}", counted(plies.0.into(), "ply", "plies")),
        None => "wins".to_owned(),
    }
}

fn unknown<G: Viewed>(
    game: &G,
    line: &Line<'_, G>,
    known: &Known<G::Move>,
    given: bool,
    granted: Option<Duration>,
) -> String {
    if given {
        let mv = line.written().pop().unwrap_or_default();
        return match granted {
            Some(time) => format!("What {mv} is worth is not proven within {}.", words::time(time)),
            None => format!("Nobody knows what {mv} is worth: there is no table of it."),
        };
    }
    words::sentence(game, line.course.side(), known, granted)
}
