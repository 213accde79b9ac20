//! Writes the page about old games.

use super::audited::{Audited, Rest, audited, distinct, rest, tally};
use super::{Shelf, claims, named};
use crate::input::Input;
use nexsolve_core::Side;
use nexsolve_core::words::{counted, grouped};
use nexsolve_judging::audit::MoveTally;
use nexsolve_reports::words::share;
use nexsolve_reports::{Chapter, Files, Page, PageTable, ReportError};
use serde::Serialize;
use std::collections::BTreeMap;

const SIDES: [Side; 2] = [Side::Black, Side::White];

#[derive(Serialize)]
struct GameDocument<'a> {
    board: String,
    file: &'a str,
    line: usize,
    /// The number of the game on the line, counted from 1.
    on_line: usize,
    black: String,
    white: String,
    ending: String,
    slips: Vec<SlipDocument>,
}

#[derive(Serialize)]
struct SlipDocument {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    gave: String,
    better: Option<String>,
}

/// Adds the part.
pub(crate) fn add(files: &mut Files, input: &Input) -> Result<Chapter, ReportError> {
    let (path, title) = ("games/index.md", "Mistakes in the old games");
    let mut page = Page::new(path, title);
    let boards = crate::source::nex(&input.sources)?;
    if input.records.is_empty() || boards.is_empty() {
        page.text("No records of games, or no database of Nex, were given.");
        files.page(&page);
        return Ok(Chapter { title, path: path.to_owned(), lead: "no records were given.".to_owned() });
    }
    let mut shelves = Vec::new();
    for known in &boards {
        let games = audited(known, &input.records)?;
        if !games.is_empty() {
            shelves.push(Shelf { known, games });
        }
    }
    page.text(
        "For each move of each game, the database gives the value for the player before and after the move. A move that leaves less \
         *gave value away*. A player *could have* given value away if some legal move in the position does; in a lost position none does.",
    );
    let left = rest(&boards, &input.records);
    contents(&mut page, input, &shelves, &left);
    players(&mut page, &shelves);
    let mut document = Vec::new();
    for shelf in &shelves {
        games(&mut page, shelf, &mut document)?;
    }
    let verdict = claims::add(files, &mut page, &boards, &shelves, input)?;
    files.json("games/games.json", &document);
    page.text(&format!(
        "All games with their moves that gave value away: {}.",
        page.link("games.json", "games/games.json")
    ));
    files.page(&page);
    let all = shelves.iter().flat_map(|shelf| &shelf.games);
    let (games, slips) =
        all.fold((0, 0), |(games, slips), game| (games + 1, slips + game.slips().len() as u64));
    let lead = format!(
        "{} of the old program on boards that have a database, with {} that gave value away; and its documents' claims about moves and openings.{}",
        counted(games, "game", "games"),
        counted(slips, "move", "moves"),
        verdict.map_or_else(String::new, |verdict| format!(" {verdict}"))
    );
    Ok(Chapter { title, path: path.to_owned(), lead })
}

fn contents(page: &mut Page, input: &Input, shelves: &[Shelf<'_>], left: &Rest) {
    page.heading(2, "The files");
    let mut items: Vec<String> = shelves
        .iter()
        .map(|shelf| {
            let (all, different) = (shelf.games.len(), distinct(&shelf.games));
            let again = match all - different {
                0 => String::new(),
                _ => format!(
                    ", {} of them different; the tables below count the repeated games too",
                    grouped(different as u64)
                ),
            };
            format!("{}: {}{again}", shelf.known.title(), counted(all as u64, "game", "games"))
        })
        .collect();
    let mut elsewhere: BTreeMap<&str, u64> = BTreeMap::new();
    left.elsewhere.iter().for_each(|(board, ..)| *elsewhere.entry(board).or_default() += 1);
    for (board, games) in elsewhere {
        items.push(format!("`{board}`, no database: {}, not judged", counted(games, "game", "games")));
    }
    items.extend(shelves.iter().flat_map(clashes));
    for (file, fault) in &left.faults {
        items.push(format!("`{file}`: {}", nexsolve_reports::escape(fault)));
    }
    page.text(&format!(
        "{} were read. Records in the early form do not name their board; they count for the smallest board on which all their moves are legal.",
        counted(input.records.len() as u64, "file", "files")
    ));
    page.list(items);
}

/// Lists the games that were read on a different board from the one in their file's name.
fn clashes(shelf: &Shelf<'_>) -> Vec<String> {
    let board = shelf.known.game.board();
    let clash = |game: &Audited| {
        let (rows, cols) = named::board(&game.file)?;
        let clashes = !game.tells_board && (rows, cols) != (board.rows(), board.cols());
        clashes.then(|| {
            format!(
                "`{}`, line {}: the file's name says {rows}×{cols}, but its moves need {}×{}",
                game.file,
                game.place(),
                board.rows(),
                board.cols()
            )
        })
    };
    shelf.games.iter().filter_map(clash).collect()
}

/// Returns the cells of a table's row: how often value was given away.
fn gifts(tally: &MoveTally) -> [String; 6] {
    let [win_to_draw, win_to_loss, draw_to_loss] = tally.gifts();
    let share = tally.share().map_or_else(|| "–".to_owned(), |_| share(tally.gave(), tally.could()));
    [
        grouped(tally.moves),
        grouped(tally.could()),
        grouped(win_to_draw),
        grouped(win_to_loss),
        grouped(draw_to_loss),
        share,
    ]
}

fn players(page: &mut Page, shelves: &[Shelf<'_>]) {
    page.heading(2, "Who gave what away");
    page.text(
        "Names come from a file's header, or, if a record has none, as in the early form, from the file's name, which gives Black and \
         then White. The last column is the share of the moves that could give value away and did.",
    );
    let mut table = PageTable::new(&[
        "<board",
        "<player",
        "<colour",
        ">games",
        ">moves",
        ">could give value away",
        ">win → draw",
        ">win → loss",
        ">draw → loss",
        ">share given away",
    ]);
    for shelf in shelves {
        let mut by_name: BTreeMap<(Side, String), Vec<&Audited>> = BTreeMap::new();
        for game in &shelf.games {
            for side in SIDES {
                by_name.entry((side, game.name(side))).or_default().push(game);
            }
        }
        for ((side, name), games) in by_name {
            let found = tally(games.iter().copied(), side);
            let start = [shelf.known.title(), name, side.word().to_owned(), grouped(games.len() as u64)];
            table.row(start.into_iter().chain(gifts(&found)));
        }
    }
    page.table(&table);
}

/// Adds the games of a board, each with the moves that gave value away.
fn games<'g>(
    page: &mut Page,
    shelf: &'g Shelf<'_>,
    document: &mut Vec<GameDocument<'g>>,
) -> Result<(), ReportError> {
    use nexsolve_core::Notation;
    let game = &shelf.known.game;
    page.heading(2, &format!("The games on {}", shelf.known.title()));
    page.text("The brackets contain a best move: one that keeps the value and wins soonest, or the first that draws.");
    let mut table = PageTable::new(&["<file, line", "<result", "<moves that gave value away (a best one)"]);
    for one in &shelf.games {
        let mut slips = Vec::new();
        for slip in one.slips() {
            let at = one.before(game, slip.place);
            slips.push(SlipDocument {
                ply: slip.place + 1,
                mv: one.written(game, slip.place),
                gave: format!("{} → {}", slip.gift.0, slip.gift.1),
                better: shelf.known.best(&at)?.map(|mv| game.format_move(&at, mv)),
            });
        }
        let text = |slip: &SlipDocument| {
            let instead = slip.better.as_ref().map_or_else(String::new, |better| format!(" (`{better}`)"));
            format!("{}. `{}` {}{instead}", slip.ply, slip.mv, slip.gave)
        };
        let stated: Vec<String> = slips.iter().map(text).collect();
        let stated = if stated.is_empty() { "none".to_owned() } else { stated.join("; ") };
        table.row([format!("`{}`, {}", one.file, one.place()), one.ending(), stated]);
        document.push(GameDocument {
            board: shelf.known.source.board().to_string(),
            file: &one.file,
            line: one.record.line,
            on_line: one.on_line.0,
            black: one.name(Side::Black),
            white: one.name(Side::White),
            ending: one.ending(),
            slips,
        });
    }
    page.table(&table);
    Ok(())
}
