//! `POST /api/v1/audit`: which moves of the game gave value away.

use super::{QUICK, prepare};
use crate::app::App;
use crate::asked::{Asked, request};
use crate::problem::Problem;
use crate::work::{Share, Threads};
use nexsolve_core::{Course, Game, Wdl};
use nexsolve_games::AnyGame;
use nexsolve_oracle::Source;
use nexsolve_players::audit::{AuditError, Gift, Judged};
use serde::Serialize;
use std::sync::Arc;

request! {
    /// A game.
    AuditRequest {}
}

/// Its moves, judged by the tables.
#[derive(Serialize)]
pub(crate) struct AuditAnswer {
    source: &'static str,
    left_out: Option<&'static str>,
    moves: Vec<MoveLine>,
}

#[derive(Serialize)]
struct MoveLine {
    ply: usize,
    #[serde(rename = "move")]
    text: String,
    colour: &'static str,
    before: Option<&'static str>,
    after: Option<&'static str>,
    gift: Option<&'static str>,
    instead: Option<String>,
}

/// Answers.
pub(crate) async fn audit(app: Arc<App>, mut request: AuditRequest) -> Result<AuditAnswer, Problem> {
    let asked = Arc::new(request.game(&app)?);
    prepare(&app, &asked).await?;
    let lane = Arc::clone(&app);
    lane.slow.run(QUICK, Threads::One, move |_: &Share| judge(&app, &asked)).await
}

fn judge(app: &App, asked: &Asked) -> Result<AuditAnswer, Problem> {
    let (oracle, course) = asked.open(app)?;
    if !oracle.has_tables() {
        let moves = (0..course.moves().len()).map(|i| line(&course, i, None)).collect();
        return Ok(AuditAnswer { source: Source::Nothing.word(), left_out: None, moves });
    }
    let (start, moves) = (&course.positions()[0], course.moves());
    let judged = nexsolve_players::audit::audit(oracle.game(), start, moves, &oracle);
    let judged = judged.map_err(|error| match error {
        AuditError::Table(error) => Problem::from(error),
        error @ AuditError::Contradiction { .. } => Problem::contradiction(error.to_string()),
    })?;
    let is_known = judged.iter().any(|judged| judged.before.is_some() || judged.after.is_some());
    let source = if is_known { Source::Table } else { Source::Nothing };
    let moves = judged.iter().enumerate().map(|(i, judged)| line(&course, i, Some(judged))).collect();
    Ok(AuditAnswer { source: source.word(), left_out: asked.left_out().filter(|_| is_known), moves })
}

/// A move and its judgement.
fn line(course: &Course<'_, AnyGame>, i: usize, judged: Option<&Judged>) -> MoveLine {
    let (game, position) = (course.game(), &course.positions()[i]);
    let gift = judged.and_then(Judged::gift);
    let keeps = |place: usize| {
        let mut legal = Vec::new();
        game.moves(position, &mut legal);
        game.format_in_full(position, legal[place])
    };
    MoveLine {
        ply: i + 1,
        text: game.format_in_full(position, course.moves()[i]),
        colour: game.side_to_move(position).word(),
        before: judged.and_then(|judged| judged.before).map(Wdl::word),
        after: judged.and_then(|judged| judged.after).map(Wdl::word),
        gift: gift.map(|gift| match gift {
            Gift::WinToDraw => "win to draw",
            Gift::WinToLoss => "win to loss",
            Gift::DrawToLoss => "draw to loss",
        }),
        instead: judged.filter(|_| gift.is_some()).and_then(|judged| judged.keeps).map(keeps),
    }
}
