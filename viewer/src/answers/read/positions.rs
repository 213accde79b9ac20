//! A text that is one position, or the moves of one game without a result.

use super::GameLine;
use crate::app::{App, Task};
use crate::asked::{Asked, read_position};
use crate::games::Viewed;
use crate::problem::Problem;
use crate::tables::Stack;
use nexsolve_boards::{Arena, Kind, Rhombus};
use nexsolve_games::draughts::Variant;
use nexsolve_players::matches::Opening;

/// The position that the text is, as a game without moves; `None` if it does not look like one.
pub(super) fn position(app: &App, text: &str, arena: Option<Arena>) -> Result<Option<GameLine>, Problem> {
    let Some(arena) = looks_like(text, arena) else { return Ok(None) };
    // The name is read for the bounds of what the page draws.
    let arena = app.arena(&arena.to_string())?;
    app.with(arena, Position { arena, text }).map(Some)
}

/// What the position is of, if the text looks like one; `given` is what the client takes it for.
fn looks_like(text: &str, given: Option<Arena>) -> Option<Arena> {
    let text = text.trim();
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    let (first, second) = (signs.next()?, signs.next());
    if matches!(first, 'W' | 'B' | 'w' | 'b') && second == Some(':') {
        return given
            .filter(|arena| matches!(arena, Arena::Draughts(_)))
            .or(Some(Arena::Draughts(Variant::Russian)));
    }
    if text.contains('|')
        && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == '|' || c.is_ascii_lowercase())
    {
        return Some(Arena::Awari);
    }
    let (rows, swap) = match text.strip_suffix("swap?") {
        Some(rows) => (rows.trim_end(), true),
        None => (text, false),
    };
    let is_rows = |rows: &str| rows.contains('/') && rows.chars().all(|c| "BW?.-/".contains(c));
    if is_rows(rows) {
        let lines: Vec<&str> = rows.split('/').collect();
        let size = (lines.len() as u32, lines[0].chars().count() as u32);
        return given.filter(|arena| matches!(arena, Arena::Rhombus(_))).or_else(|| {
            let kind = if swap { "hex:swap" } else { "nex" };
            Arena::parse(kind, Some(size)).ok()
        });
    }
    // A drawing of the board has lines, and no move in it; stones are no seeds.
    let has_stones = text.contains(['W', '?']) || text.contains("BB");
    let is_drawing = text.contains('\n')
        && !text.contains([';', ':', '(', '['])
        && !(has_stones && given == Some(Arena::Awari));
    given.filter(|arena| is_drawing && !is_record(*arena, text))
}

/// Whether the lines may be games of this arena: moves that are told apart by spaces alone do not occur.
fn is_record(arena: Arena, text: &str) -> bool {
    match arena {
        Arena::Rhombus(Rhombus { kind: Kind::Nex, .. }) => text.lines().any(|line| {
            line.contains('?') && line.contains('B') && line.trim().len() == 6 && !line.contains(' ')
        }),
        Arena::Draughts(_) => text.contains("1.") || text.contains('-'),
        _ => false,
    }
}

struct Position<'a> {
    arena: Arena,
    text: &'a str,
}

impl Task for Position<'_> {
    type Done = GameLine;

    fn on<G: Viewed>(self, game: &G, _: &Stack<'_, G>) -> Result<GameLine, Problem> {
        let position = read_position(game, self.text)?;
        let start =
            if position == game.start() { "start".to_owned() } else { game.format_position(&position) };
        Ok(line(self.arena, start, Vec::new()))
    }
}

/// The game that the text is, as moves from the start joined by `;`.
pub(super) fn moves(app: &App, text: &str, arena: Arena) -> Result<Option<GameLine>, Problem> {
    app.with(arena, Moves { arena, text })
}

/// The game that the text is, as moves from the start apart by `;`, spaces or line ends, perhaps with their numbers.
pub(super) fn spaced(app: &App, text: &str, arena: Arena) -> Result<GameLine, Problem> {
    // Of Awari a move may have spaces within.
    let is_between = |c: char| c == ';' || c == '\n' || (arena != Arena::Awari && c.is_whitespace());
    let is_number =
        |part: &str| part.strip_suffix('.').is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()));
    let parts = text.split(is_between).map(str::trim).filter(|part| !part.is_empty() && *part != "*");
    let moves = parts.filter(|part| !is_number(part)).map(str::to_owned).collect();
    let asked = Asked::new(app, &arena.to_string(), None, moves)?;
    app.with(arena, Spaced { asked: &asked })
}

struct Spaced<'a> {
    asked: &'a Asked,
}

impl Task for Spaced<'_> {
    type Done = GameLine;

    fn on<G: Viewed>(self, game: &G, _: &Stack<'_, G>) -> Result<GameLine, Problem> {
        let moves = crate::answers::position::written(&self.asked.course(game)?);
        Ok(line(self.asked.arena, "start".to_owned(), moves))
    }
}

struct Moves<'a> {
    arena: Arena,
    text: &'a str,
}

impl Task for Moves<'_> {
    type Done = Option<GameLine>;

    fn on<G: Viewed>(self, game: &G, _: &Stack<'_, G>) -> Result<Option<GameLine>, Problem> {
        let Ok(opening) = Opening::read(game, self.text) else { return Ok(None) };
        let mut position = game.start();
        let mut moves = Vec::new();
        for mv in opening.moves {
            moves.push(game.write_move(&position, mv));
            position = game.play(&position, mv);
        }
        let start = if position == opening.position {
            "start".to_owned()
        } else {
            game.format_position(&opening.position)
        };
        Ok(Some(line(self.arena, start, moves)))
    }
}

fn line(arena: Arena, start: String, moves: Vec<String>) -> GameLine {
    let (board, title) = (arena.to_string(), arena.title());
    GameLine { board, title, start, moves, black: None, white: None, result: None, line: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_told_by_their_looks() {
        let looks = |text: &str| looks_like(text, None).map(|arena| arena.to_string());
        for (text, board) in [
            ("W:WKg1,a3:Bb6,Kh8", Some("draughts:russian")),
            ("b:wkg1:bb6.", Some("draughts:russian")),
            ("1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 12", Some("awari")),
            (" B?./.W./... ", Some("nex:3x3")),
            ("B./.. swap?", Some("hex:swap:2x2")),
            ("Ba1?b2;Wa2?b1;!", None),
            ("Black:one\nWhite:two\n", None),
            ("", None),
            ("[Event \"?\"]", None),
        ] {
            assert_eq!(looks(text).as_deref(), board, "{text}");
        }
        let given = |text: &str, board: &str| {
            looks_like(text, Some(Arena::named(board).expect(board))).map(|arena| arena.to_string())
        };
        assert_eq!(given("B./..", "hex:2x2").as_deref(), Some("hex:2x2"));
        assert_eq!(given("W:Wa1:Bb8", "draughts:brazilian").as_deref(), Some("draughts:brazilian"));
    }
}
