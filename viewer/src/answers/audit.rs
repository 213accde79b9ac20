//! `POST /api/v1/audit`: which moves of the game gave value away.

use super::{QUICK, prepare};
use crate::app::{App, Task};
use crate::asked::{Asked, request};
use crate::games::Viewed;
use crate::known::Source;
use crate::problem::{Kind, Problem};
use crate::tables::Stack;
use crate::work::{Share, Threads};
use nexsolve_core::Wdl;
use nexsolve_players::Course;
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
    let work = move |_: &Share| app.with(asked.arena, Judge(&asked));
    lane.slow.run(QUICK, Threads::One, work).await
}

struct Judge<'a>(&'a Asked);

impl Task for Judge<'_> {
    type Done = AuditAnswer;

    fn on<G: Viewed>(self, game: &G, tables: &Stack<'_, G>) -> Result<AuditAnswer, Problem> {
        let course = self.0.course(game)?;
        if tables.is_empty() {
            let unknown = |i| line(&course, i, None);
            let moves = (0..course.moves().len()).map(unknown).collect();
            return Ok(AuditAnswer { source: Source::Nothing.word(), left_out: None, moves });
        }
        let judged = nexsolve_players::audit::audit(game, &course.positions()[0], course.moves(), tables);
        let judged = judged.map_err(|error| match error {
            AuditError::Table(error) => Problem::from(error),
            error @ AuditError::Contradiction { .. } => Problem::new(Kind::Table, error.to_string())
                .hint("nexsolve verify DIR tells all that is wrong"),
        })?;
        let is_known = judged.iter().any(|judged| judged.before.is_some() || judged.after.is_some());
        let source = if is_known { Source::Table } else { Source::Nothing };
        let moves = judged.iter().enumerate().map(|(i, judged)| line(&course, i, Some(judged))).collect();
        Ok(AuditAnswer {
            source: source.word(),
            left_out: self.0.arena.left_out().filter(|_| is_known),
            moves,
        })
    }
}

/// A move and its judgement.
fn line<G: Viewed>(course: &Course<'_, G>, i: usize, judged: Option<&Judged>) -> MoveLine {
    let (game, position) = (course.game(), &course.positions()[i]);
    let gift = judged.and_then(Judged::gift);
    let keeps = |place: usize| {
        let mut legal = Vec::new();
        game.moves(position, &mut legal);
        game.write_move(position, legal[place])
    };
    MoveLine {
        ply: i + 1,
        text: game.write_move(position, course.moves()[i]),
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
