//! Files of records, game by game.

use super::lines::{FaultLine, Fit, GameLine, NoteLine, ReadLine, start};
use crate::answers::position::written;
use crate::app::{SIDES, not_shown};
use crate::beside::{Beside, VARIATIONS, how_word};
use nexsolve_core::{Course, Game};
use nexsolve_games::records::{self, GameRecord, Given, How, RecordNote, Records, Verdict, recognised};
use nexsolve_games::{AnyGame, Board};
use std::sync::Arc;

/// The games of a text, or of the file that it comes from. Games of more than `most` moves are errors;
/// `given` is the board of games that name none.
pub(super) fn games(
    text: &str,
    file: Option<&[u8]>,
    given: Given,
    most: usize,
) -> impl Iterator<Item = ReadLine> {
    let found = file.map_or_else(|| records::read_text(text, given), |file| records::read(file, given));
    found.into_iter().map(move |found| tell(found?, most))
}

/// The same in the form of one game.
pub(super) fn of_form(
    form: Records,
    text: &str,
    given: Given,
    most: usize,
) -> impl Iterator<Item = ReadLine> {
    form.read_text(text, given).into_iter().map(move |found| tell(found?, most))
}

/// Returns whether a text looks like records of another game than that of `board`.
pub(super) fn is_foreign(text: &str, board: Board) -> bool {
    // A head names the game; moves alone do not.
    let is_told = text.contains(['[', '(', ':', '#', '!', '?']);
    !is_told && recognised(text.as_bytes()).iter().all(|card| card.word != board.game_word())
}

/// A game in the form of the interface; a fault if the page cannot show it.
fn tell(record: GameRecord, most: usize) -> ReadLine {
    let GameRecord {
        board, names: [black, white], prelude, moves, verdict, line, beside, fits, notes, ..
    } = record;
    if let Some((rows, cols)) = not_shown(&board) {
        let (least, greatest) = (SIDES.start(), SIDES.end());
        let reason = format!(
            "a game on {rows}x{cols}: the page shows boards of {least} to {greatest} rows and columns"
        );
        return Err(FaultLine::of_game(line, reason));
    }
    let game = AnyGame::on(board).map_err(|error| FaultLine::of_game(line, error.to_string()))?;
    // Forced opening moves are shown too.
    let begun = if prelude.is_empty() { record.start } else { game.start() };
    let before = prelude.len();
    if beside.branches.len() > VARIATIONS * most {
        let reason = format!("a game with more than {} moves in its variations", VARIATIONS * most);
        return Err(FaultLine::of_game(line, reason));
    }
    let mut course = Course::shared(Arc::new(game.clone()), begun);
    for (number, mv) in (0..).zip(prelude.into_iter().chain(moves)) {
        if let Some(ending) = course.ending() {
            let reason = format!(
                "the game is over after {number} plies ({}), but the record continues",
                ending.reason
            );
            return Err(FaultLine::of_game(line, reason));
        }
        if number == most {
            return Err(FaultLine::of_game(line, format!("a game of more than {most} moves")));
        }
        course.play(mv);
    }
    let result = match verdict {
        Verdict { winner: Some(winner), .. } => Some(winner.word()),
        Verdict { how: How::BrokenOff, .. } => None,
        // A draw.
        _ => Some("draw"),
    };
    Ok(GameLine {
        black,
        white,
        result,
        how: how_word(verdict.how),
        line,
        beside: Beside::of(&beside, &course, before),
        fits: fits.into_iter().filter(|board| not_shown(board).is_none()).map(Fit::of).collect(),
        notes: notes.into_iter().map(|RecordNote { line, text }| NoteLine { line, text }).collect(),
        ..GameLine::new(board, start(&game, &begun), written(&course))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, board: Option<&str>) -> Vec<ReadLine> {
        let given = board.map(|board| nexsolve_games::played(board, None).expect(board));
        games(text, None, given.into(), 100).collect()
    }

    #[test]
    fn games_of_all_forms_are_told_in_one() {
        let nex = "Black:solver\nWhite:lots\n#games:1;\n\nGame#1\nBoard:r2-c2\nInit_State:;\nBa1?b1;Wa2?b2;Bb1Bb2?a1;#\n";
        let awari = "First:one\nSecond:two\nc4;A5;!\n";
        for (text, board, moves) in [
            (nex, "nex:2x2", vec!["Ba1?b1", "Wa2?b2", "Bb1Bb2?a1"]),
            ("(;FF[4]GM[11]SZ[3];B[b2];W[swap-sides])", "hex:swap:3x3", vec!["b2", "swap"]),
            ("[GameType \"25\"]\n1. c3-d4 b6-a5 *", "draughts:russian", vec!["c3-d4", "b6-a5"]),
            ("1. c3-d4 b6-a5", "draughts:russian", vec!["c3-d4", "b6-a5"]),
            ("1. c3-d4 b6-a5 2. d4-c5\n", "draughts:russian", vec!["c3-d4", "b6-a5", "d4-c5"]),
            (awari, "awari", vec!["c4", "A5"]),
        ] {
            let mut found = read(text, None);
            let Some(Ok(game)) = found.pop() else {
                let faults: Vec<_> =
                    found.iter().filter_map(|found| found.as_ref().err()).map(|f| &f.reason).collect();
                panic!("{text}: {faults:?}")
            };
            assert_eq!((game.board.as_str(), game.start.as_str()), (board, "start"), "{text}");
            assert_eq!(game.moves, moves);
        }
    }
}
