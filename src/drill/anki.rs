//! Exercises as cards for Anki: a CSV file whose first lines tell Anki how to read it.

use super::report::{BoardDrill, DrillReport};
use crate::puzzles::{escape, picture};
use nexsolve_core::Game;
use nexsolve_judging::drills::Exercise;

/// Directives that Anki reads since version 2.1.54.
const HEAD: &str = "#separator:Comma\n#html:true\n#columns:Front,Back,Tags\n#tags column:3\n";

/// The size of one unit of a picture, in pixels.
const SCALE: f64 = 32.0;

/// The cards of all exercises.
pub(super) fn cards(report: &DrillReport) -> String {
    let mut text = HEAD.to_owned();
    for drill in &report.boards {
        let tag = format!("nexsolve {}", drill.game.board().slug());
        for exercise in &drill.found.exercises {
            text += &row([&front(drill, exercise), &back(report, drill, exercise), &tag]);
        }
    }
    text
}

/// A line of the file.
fn row(fields: [&str; 3]) -> String {
    let quoted = fields.map(|field| format!("\"{}\"", field.replace('"', "\"\"").replace(['\n', '\r'], " ")));
    quoted.join(",") + "\n"
}

/// The position, and who moves.
fn front(drill: &BoardDrill, exercise: &Exercise) -> String {
    let task = drill.task(exercise);
    format!("{}<div>{}</div>", picture(&drill.game, &exercise.position, None, &task, SCALE), escape(&task))
}

/// The solution and the refutation of the move played.
fn back(report: &DrillReport, drill: &BoardDrill, exercise: &Exercise) -> String {
    let (game, position) = (&drill.game, &exercise.position);
    let best = exercise.good.first().map(|&mv| game.play(position, mv));
    let shown =
        best.map_or_else(String::new, |best| picture(game, &best, Some(position), "The solution", SCALE));
    format!(
        "{shown}<div><b>{}</b></div><div>{}</div>",
        escape(&drill.good(exercise)),
        escape(&drill.refutation(exercise, &report.player)),
    )
}
