//! Openings: the value of each first move, on pictures of the board.

pub(crate) mod pairs;
mod shades;

use crate::ReportError;
use crate::files::Files;
use crate::page::{Chapter, Page};
use crate::picture::NotedPicture;
use crate::source::{BoardDatabase, BoardDatabases};
use crate::strip::strip;
use nexsolve_core::words::{counted, grouped};
use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_games::Spot;
use nexsolve_oracle::words::Fields;
use nexsolve_oracle::{Reply, tally};
use serde_json::{Value, json};
pub(crate) use shades::Shades;

/// Adds this part of the report.
pub(crate) fn add(files: &mut Files, sources: &BoardDatabases) -> Result<Chapter, ReportError> {
    let path = "openings/index.md";
    let mut page = Page::new(path, "Openings");
    page.text(&format!(
        "The value of each opening for the player who makes it: `+7` wins in 7 plies, `−8` loses in 8, `=` is a draw; the plies \
         count from the start. If a database has no distances, there is only the sign. Wins are shaded, the fastest darkest, losses hatched, \
         draws white. {} lists all openings.",
        page.link("openings.json", "openings/openings.json")
    ));
    let mut boards = Vec::new();
    for source in sources.iter().filter(|source| source.board().sides().is_some()) {
        boards.extend(board(files, &mut page, source)?);
    }
    let lead = format!("maps of all openings of {}.", counted(boards.len() as u64, "board", "boards"));
    files.json("openings/openings.json", &json!({ "boards": boards }));
    files.page(&page);
    Ok(Chapter { title: "Openings", path: path.to_owned(), lead })
}

/// A board's section; none for a game with the swap rule, where the swap decides the value of an opening.
fn board(files: &mut Files, page: &mut Page, source: &BoardDatabase) -> Result<Option<Value>, ReportError> {
    let (game, start) = (source.game(), source.game().start());
    if game.may_swap(&start) {
        return Ok(None);
    }
    let all = source.openings()?;
    let title = source.board().title();
    page.heading(2, &title);
    page.text(&sentence(&all, |reply| game.format_move(&start, reply.mv)));
    // If all openings are alike, there is nothing to draw.
    if all.iter().any(|reply| reply.worth != all[0].worth) {
        pictures(files, page, source, &all);
    }
    // Values are for the player who makes the opening.
    let document = |reply: &Reply| {
        // Plies count from before the move; null for a draw, or if the tables have no distances.
        let Fields { value, distance, .. } = reply.worth.into();
        json!({ "move": game.format_move(&start, reply.mv), "value": value, "distance": distance })
    };
    let openings: Value = all.iter().map(document).collect();
    Ok(Some(json!({ "board": source.board().to_string(), "openings": openings })))
}

/// The openings in pictures.
fn pictures(files: &mut Files, page: &mut Page, source: &BoardDatabase, all: &[Reply]) {
    let game = source.game();
    if all.iter().any(|reply| matches!(game.spot(reply.mv), Spot::Pair { .. })) {
        pairs::add(files, page, source, all);
    } else if all.iter().any(|reply| matches!(game.spot(reply.mv), Spot::One(_))) {
        let shades = Shades::of(all);
        let mut shown = NotedPicture::new(game.picture(&game.start()), 26.0);
        for reply in all {
            if let Spot::One(cell) = game.spot(reply.mv) {
                shown.notes[cell] = shades.note(reply);
            }
        }
        let title = source.board().title();
        let about = format!("{title}: the value of each opening");
        let drawing = strip(&about, None, 0.0, vec![shades.legend(500.0), shown.draw(&title)]);
        let caption = "Each cell shows the value of the opening there.";
        files.picture(page, &format!("openings/{}.svg", source.board().slug()), &drawing.captioned(caption));
    }
}

/// The greatest number of winning openings that are listed by name.
const NAMED: u64 = 24;

fn sentence(all: &[Reply], name: impl Fn(&Reply) -> String) -> String {
    let [win, draw, loss] = tally(all);
    let number = all.len() as u64;
    let distances: Vec<u16> = all.iter().filter_map(|reply| Some(reply.worth.bounds.distance()?.0)).collect();
    let spread = match (distances.iter().min(), distances.iter().max()) {
        (Some(least), Some(most)) if least == most => format!(" in {least} plies"),
        (Some(least), Some(most)) => format!(" in {least} to {most} plies"),
        _ => String::new(),
    };
    for (count, verb) in [(win, "win"), (draw, "draw"), (loss, "lose")] {
        if count == number {
            return format!("All {} openings {verb}{spread}.", grouped(number));
        }
    }
    let ends = if spread.is_empty() { spread } else { format!(" Wins and losses come{spread}.") };
    let wins = all.iter().filter(|reply| reply.worth.bounds.wdl() == Some(Wdl::Win));
    let names: Vec<String> = wins.map(name).collect();
    let named = if (1..=NAMED).contains(&win) { format!(" ({})", names.join(" ")) } else { String::new() };
    format!(
        "Of {} openings {} win{named}, {} draw and {} lose.{ends}",
        grouped(number),
        grouped(win),
        grouped(draw),
        grouped(loss)
    )
}
