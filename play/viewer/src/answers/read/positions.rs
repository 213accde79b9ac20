//! A text that is one position, or the moves of one game without a result.

use super::lines::{Fit, GameLine, start};
use super::records;
use crate::answers::position::written;
use crate::app::{App, SIDES};
use crate::asked::{Asked, read_position};
use crate::problem::Problem;
use nexsolve_core::{Game, Notation};
use nexsolve_games::records::Given;
use nexsolve_games::{AnyGame, Board, GAMES};
use nexsolve_players::matches::Opening;

/// The text read as a position, as a game without moves; `None` if it does not look like one.
pub(super) fn position(app: &App, text: &str, given: Option<Board>) -> Result<Option<GameLine>, Problem> {
    let Some(board) = looks_like(text, given) else { return Ok(None) };
    // Read the name to check that the page can draw the board.
    let board = app.board(&board.to_string())?;
    let oracle = app.oracle(board)?;
    let position = read_position(oracle.game(), text)?;
    Ok(Some(GameLine::new(board, start(oracle.game(), &position), Vec::new())))
}

/// The board of the position, if the text looks like one; `given` is the board that the client names.
fn looks_like(text: &str, given: Option<Board>) -> Option<Board> {
    let text = text.trim();
    if let Some(given) = given
        && (given.card().looks_like)(text).is_some()
    {
        return Some(given);
    }
    if let Some(board) = GAMES.iter().find_map(|card| (card.looks_like)(text)) {
        return Some(board);
    }
    // A diagram has several lines, and no moves.
    let has_lines = text.contains('\n') && !text.contains([';', ':', '(', '[']);
    given.filter(|board| has_lines && !begins_with_move(*board, text))
}

/// Returns whether a text begins with a move from the start, perhaps with its number.
fn begins_with_move(board: Board, text: &str) -> bool {
    let Ok(game) = AnyGame::on(board) else { return false };
    let line = text.lines().next().unwrap_or_default();
    let unnumbered = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', ' ']);
    [line, unnumbered].iter().any(|line| {
        let first = line.split(game.separators()).next().unwrap_or_default();
        game.read_move(&game.start(), first).is_ok()
    })
}

/// The text read as moves from the start joined by `;`.
pub(super) fn moves(app: &App, text: &str, board: Board) -> Result<Option<GameLine>, Problem> {
    let oracle = app.oracle(board)?;
    let game = oracle.game();
    let Ok(opening) = Opening::read(game, text) else { return Ok(None) };
    let mut position = game.start();
    let mut moves = Vec::new();
    for mv in opening.moves {
        moves.push(game.format_in_full(&position, mv));
        position = game.play(&position, mv);
    }
    // Without moves, it is a position.
    let begun = if moves.is_empty() { opening.position } else { game.start() };
    Ok(Some(GameLine::new(board, start(game, &begun), moves)))
}

/// The text read as moves from the start, separated by `;`, spaces or line ends, perhaps with their numbers.
pub(super) fn spaced(app: &App, text: &str, board: Board) -> Result<GameLine, Problem> {
    let separators = AnyGame::on(board).map_or(&[][..], |game| game.separators());
    let has_spaces = !separators.is_empty() && !separators.contains(&' ');
    let is_between = |c: char| c == ';' || c == '\n' || (!has_spaces && c.is_whitespace());
    let is_number =
        |part: &str| part.strip_suffix('.').is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()));
    let parts = text.split(is_between).map(str::trim).filter(|part| !part.is_empty() && *part != "*");
    let moves = parts.filter(|part| !is_number(part)).map(str::to_owned).collect();
    let (_, course) = Asked::new(app, &board.to_string(), None, moves)?.open(app)?;
    Ok(GameLine::new(board, "start".to_owned(), written(&course)))
}

/// The text read as moves of the open game, or as one of its records; on another board of the same game if
/// the moves are not legal on this one, unless the client requires this board.
///
/// # Errors
/// With the errors on the open board.
pub(super) fn of_game(app: &App, text: &str, given: Given, board: Board) -> Result<GameLine, Problem> {
    let open = spaced(app, text, board);
    if matches!(given, Given::Is(_)) || too_long(app, text) {
        return open;
    }
    let mut lines =
        records::of_form(nexsolve_games::records::of(board.card()), text, given, app.limits.moves);
    if open.is_err()
        && let (Some(Ok(game)), None) = (lines.next(), lines.next())
    {
        return Ok(game);
    }
    drop(lines);
    on_boards(app, text, board, open.is_ok().then_some(board)).ok_or(()).or(open)
}

/// The text read as another game than the open one: the first that it fits. The boards of
/// the others are listed in `fits`.
pub(super) fn of_another(app: &App, text: &str, open: Option<Board>) -> Option<GameLine> {
    if too_long(app, text) {
        return None;
    }
    let others = GAMES.iter().filter(|card| open.is_none_or(|open| open.game_word() != card.word));
    let read = others.filter_map(|card| {
        let board = card.usual_board();
        let given = Given::Perhaps(board);
        let mut lines = records::of_form(nexsolve_games::records::of(card), text, given, app.limits.moves);
        if let (Some(Ok(game)), None) = (lines.next(), lines.next()) {
            let fits = if game.fits.is_empty() { vec![Fit::of(board)] } else { game.fits };
            return Some(GameLine { fits, ..game });
        }
        on_boards(app, text, board, None)
    });
    let mut found: Vec<GameLine> = read.collect();
    let share = MOST_FITS / found.len().max(1);
    let fits = found.iter_mut().flat_map(|game| game.fits.drain(..).take(share)).collect();
    Some(GameLine { fits, ..found.into_iter().next()? })
}

/// Returns whether a text is longer than the moves of the longest game.
fn too_long(app: &App, text: &str) -> bool {
    text.len() > 16 * app.limits.moves
}

/// The greatest number of boards listed for a text.
const MOST_FITS: usize = 6;

/// The text read as moves: on `first`, or on the smallest square board of this game on which they are legal.
fn on_boards(app: &App, text: &str, board: Board, first: Option<Board>) -> Option<GameLine> {
    let boards: Vec<Board> = if board.sides().is_none() {
        vec![board]
    } else {
        let square = SIDES.filter_map(|n| app.board(&format!("{}:{n}x{n}", board.spec)).ok());
        first.into_iter().chain(square.filter(|board| Some(*board) != first)).collect()
    };
    let mut found: Option<GameLine> = None;
    for board in boards {
        let Ok(game) = spaced(app, text, board) else { continue };
        if game.moves.is_empty() {
            return None;
        }
        let found = found.get_or_insert(game);
        found.fits.push(Fit::of(board));
        if found.fits.len() == MOST_FITS {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_told_by_their_looks() {
        let looks = |text: &str| looks_like(text, None).map(|board| board.to_string());
        for (text, board) in [
            ("W:WKg1,a3:Bb6,Kh8", Some("draughts:russian")),
            ("b:wkg1:bb6.", Some("draughts:russian")),
            ("1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 12", Some("awari")),
            (" B?./.W./... ", Some("nex:3x3")),
            ("B./.. swap?", Some("hex:swap:2x2")),
            ("B?/.. swap?", Some("nex:swap:2x2")),
            ("Ba1?b2;Wa2?b1;!", None),
            ("Black:one\nWhite:two\n", None),
            ("", None),
            ("[Event \"?\"]", None),
        ] {
            assert_eq!(looks(text).as_deref(), board, "{text}");
        }
        let given = |text: &str, board: &str| {
            looks_like(text, Some(nexsolve_games::played(board, None).expect(board)))
                .map(|board| board.to_string())
        };
        assert_eq!(given("B./..", "hex:2x2").as_deref(), Some("hex:2x2"));
        assert_eq!(given("W:Wa1:Bb8", "draughts:brazilian").as_deref(), Some("draughts:brazilian"));
    }
}
