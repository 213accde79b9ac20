//! `POST /api/v1/write`: the game as a record.

use super::QUICK;
use crate::app::{App, Task};
use crate::asked::{Asked, request};
use crate::games::Viewed;
use crate::problem::{Kind, Problem};
use crate::tables::Stack;
use crate::work::Threads;
use nexsolve_players::matches::Opening;
use nexsolve_players::records::{GameRecord, How, Verdict};
use serde::Serialize;
use std::sync::Arc;

request! {
    /// A game, and who has played it.
    WriteRequest {
        black: Option<String>,
        white: Option<String>,
    }
}

/// A record, and a name for its file.
#[derive(Serialize)]
pub(crate) struct WriteAnswer {
    text: String,
    name: String,
}

/// No name is longer, in characters: records are read back.
const LONGEST_NAME: usize = 200;

/// Answers.
pub(crate) async fn write(app: Arc<App>, mut request: WriteRequest) -> Result<WriteAnswer, Problem> {
    let asked = request.game(&app)?;
    let names = [request.black, request.white].map(|name| name.filter(|name| !name.trim().is_empty()));
    for name in names.iter().flatten() {
        if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            let message = format!("a player's name is one line of {LONGEST_NAME} characters at most");
            return Err(Problem::new(Kind::Record, message));
        }
    }
    let quick = Arc::clone(&app);
    quick
        .quick
        .run(QUICK, Threads::One, move |_| app.with(asked.arena, Record { asked: &asked, names }))
        .await
}

struct Record<'a> {
    asked: &'a Asked,
    names: [Option<String>; 2],
}

impl Task for Record<'_> {
    type Done = WriteAnswer;

    fn on<G: Viewed>(self, game: &G, _: &Stack<'_, G>) -> Result<WriteAnswer, Problem> {
        let course = self.asked.course(game)?;
        // A start that is given as moves stays moves: records of Nex know no other.
        let opening = self.asked.start().and_then(|text| Opening::read(game, text).ok());
        let verdict = match course.ending() {
            Some(ending) => Verdict { winner: ending.winner, how: How::Rules },
            None => Verdict::BROKEN_OFF,
        };
        let record = GameRecord {
            names: self.names,
            start: course.positions()[0],
            prelude: opening.map(|opening| opening.moves).unwrap_or_default(),
            moves: course.moves().to_vec(),
            verdict,
            line: 1,
        };
        let text =
            game.write_records(&[record]).map_err(|error| Problem::new(Kind::Record, error.to_string()))?;
        Ok(WriteAnswer { text, name: format!("{}.{}", G::WORD, G::EXTENSION) })
    }
}
