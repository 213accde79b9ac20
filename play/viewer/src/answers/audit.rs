//! `POST /api/v1/audit`: which moves of the game gave value away.

use super::lanes::{QUICK, prepare, slow};
use super::worth::worth;
use crate::app::App;
use crate::asked::{Asked, request};
use crate::problem::Problem;
use crate::work::Threads;
use nexsolve_core::{Bounds, Course, Game, Score, Wdl};
use nexsolve_db::json::joined;
use nexsolve_games::AnyGame;
use nexsolve_judging::audit::MoveJudgement;
use nexsolve_oracle::{Oracle, Source, Worth};
use serde_json::{Value, json};
use std::sync::Arc;

request! {
    /// A game.
    AuditRequest {}
}

/// Answers with a judgement of each move by the tables.
pub(crate) async fn audit(app: Arc<App>, mut request: AuditRequest) -> Result<Value, Problem> {
    let asked = Arc::new(request.game(&app)?);
    prepare(&app, &asked).await?;
    slow(&app, Some(asked.board), QUICK, Threads::One, move |app, _| judge(app, &asked)).await
}

fn judge(app: &App, asked: &Asked) -> Result<Value, Problem> {
    let (oracle, course) = asked.open(app)?;
    let (start, moves) = (&course.positions()[0], course.moves());
    let judged = if oracle.has_tables() {
        nexsolve_judging::audit::audit(&oracle, start, moves)
    } else {
        Ok(Vec::new())
    };
    let judged = judged?;
    let is_known = judged.iter().any(|judged| judged.before.is_some() || judged.after.is_some());
    let source = if is_known { Source::Table } else { Source::Nothing };
    let worths = worths(&oracle, &course)?;
    Ok(json!({
        "source": source.word(),
        "left_out": asked.left_out().filter(|_| is_known),
        "moves": (0..moves.len()).map(|i| line(&course, i, judged.get(i))).collect::<Value>(),
        "positions": (0..).zip(worths).map(|(ply, worth)| stand(&course, ply, worth)).collect::<Value>(),
    }))
}

/// The value of each position for its side to move, by rules and tables; for the last one, the history counts
/// too.
fn worths(oracle: &Oracle, course: &Course<'_, AnyGame>) -> Result<Vec<Worth>, Problem> {
    let mut worths = oracle.worths(course.positions())?;
    if let (Some(ending), Some(last)) = (course.ending(), worths.last_mut()) {
        *last = Worth::of(Bounds::exact(Score::of_outcome(ending.value_for(course.side()))));
    }
    Ok(worths)
}

/// A position of the game and its value.
fn stand(course: &Course<'_, AnyGame>, ply: usize, known: Worth) -> Value {
    let game = course.game();
    let swaps = course.moves()[..ply].iter().filter(|&&mv| game.changes_colours(mv)).count();
    joined([
        json!({
            "ply": ply,
            "to_move": game.side_to_move(&course.positions()[ply]).word(),
            "changed_colours": swaps % 2 == 1,
        }),
        worth(known),
    ])
}

/// A move and its judgement.
fn line(course: &Course<'_, AnyGame>, i: usize, judged: Option<&MoveJudgement>) -> Value {
    let (game, position) = (course.game(), &course.positions()[i]);
    let gift = judged.and_then(MoveJudgement::gift);
    let keeps = judged.filter(|_| gift.is_some()).and_then(|judged| judged.keeps);
    json!({
        "ply": i + 1,
        "move": game.format_in_full(position, course.moves()[i]),
        "colour": game.side_to_move(position).word(),
        "before": judged.and_then(|judged| judged.before).map(Wdl::word),
        "after": judged.and_then(|judged| judged.after).map(Wdl::word),
        "gift": gift.map(|(before, after)| format!("{before} to {after}")),
        "instead": keeps.map(|mv| game.format_in_full(position, mv)),
    })
}
