//! A poster: who wins each board of a game, and with which openings, on one sheet. Boards whose openings all
//! have one value are listed; the others are drawn.

use crate::ReportError;
use crate::files::Files;
use crate::openings::Shades;
use crate::openings::pairs::Pairs;
use crate::page::{Chapter, Page};
use crate::picture::NotedPicture;
use crate::source::{BoardDatabase, BoardDatabases};
use crate::strip::strip;
use crate::svg::{Anchor, Drawing, Type, Weight, text_width};
use crate::words::mark;
use nexsolve_core::Game;
use nexsolve_core::words::{counted, grouped};
use nexsolve_games::{GAMES, Spot};
use nexsolve_oracle::Reply;

/// The sheet in millimetres: A3, landscape. A2 has the same shape.
const SHEET: (u32, u32) = (420, 297);

/// Adds this part of the report.
pub(crate) fn add(files: &mut Files, sources: &BoardDatabases) -> Result<Chapter, ReportError> {
    let path = "poster/index.md";
    let mut page = Page::new(path, "Poster");
    let mut sheets = 0;
    for card in GAMES {
        let (mut panels, mut uniform) = (Vec::new(), Vec::new());
        for source in sources.iter().filter(|source| source.board().game_word() == card.word) {
            match entry(source)? {
                Some(PosterEntry::Panel(panel)) => panels.push(panel),
                Some(PosterEntry::Line(verb, board)) => uniform.push((verb, board)),
                None => {}
            }
        }
        if panels.is_empty() {
            continue;
        }
        // Tall panels first, so that panels of similar height share a row.
        panels.sort_by(|a, b| b.height().total_cmp(&a.height()));
        let title = format!("{}: who wins, and with which openings", card.title);
        let mut lines = listed(&uniform);
        lines.extend(reading(card.sides));
        let sheet = arranged(&title, &lines, &panels);
        page.heading(2, card.title);
        page.text("Print it on A3 or A2. It can be read without colours.");
        files.sheet(
            &mut page,
            &format!("poster/{}.svg", card.word),
            &sheet.captioned(lines.join(" ")),
            SHEET,
        );
        sheets += 1;
    }
    if sheets == 0 {
        page.text("No database of a board with rows and columns was given.");
    }
    files.page(&page);
    let lead =
        format!("{} for printing: who wins, and with which openings.", counted(sheets, "sheet", "sheets"));
    Ok(Chapter { title: "Poster", path: path.to_owned(), lead })
}

/// How to read the sheet.
fn reading([first, second]: [&'static str; 2]) -> [String; 2] {
    [
        format!(
            "{first} moves first and joins top and bottom; {second} joins left and right. Values are for {first} under best play: +7 wins in 7 plies (a ply is one move by one side), = draws, −8 loses in 8 plies. A sign without a number: the distance was not computed."
        ),
        "Each cell shows the value of the opening there: the darker, the faster the win; striped cells lose. If an opening also places a neutral stone, there is a picture for each cell of the stone; the other cells show the value with the neutral stone there. Rotate a picture by 180° to see the other openings.".to_owned(),
    ]
}

/// A board's part of the sheet.
enum PosterEntry {
    /// Its openings in pictures.
    Panel(Drawing),
    /// All openings have one value: what they do (`win`), and the board with its value.
    Line(&'static str, String),
}

/// The lists of boards whose openings all have one value.
fn listed(uniform: &[(&'static str, String)]) -> Vec<String> {
    let of = |verb: &str| -> Vec<&str> {
        uniform.iter().filter(|(other, _)| *other == verb).map(|(_, board)| board.as_str()).collect()
    };
    let verbs = ["win", "draw", "lose"].into_iter().filter(|verb| !of(verb).is_empty());
    verbs.map(|verb| format!("All openings {verb} on {}.", of(verb).join(", "))).collect()
}

/// A board's part of the sheet; none if its openings cannot be shown on cells.
fn entry(source: &BoardDatabase) -> Result<Option<PosterEntry>, ReportError> {
    let (game, start) = (source.game(), source.game().start());
    if source.board().sides().is_none() || game.may_swap(&start) {
        return Ok(None);
    }
    let all = source.openings()?;
    let shades = Shades::of(&all);
    let one = |reply: &Reply| match game.spot(reply.mv) {
        Spot::One(cell) => Some(cell),
        _ => None,
    };
    let has_pairs = all.iter().any(|reply| matches!(game.spot(reply.mv), Spot::Pair { .. }));
    if !has_pairs && !all.iter().any(|reply| one(reply).is_some()) {
        return Ok(None);
    }
    let value = mark(source.worth(&start)?);
    let counts: Vec<(u64, &str)> = nexsolve_oracle::tally(&all)
        .into_iter()
        .zip(["win", "draw", "lose"])
        .filter(|(count, _)| *count > 0)
        .collect();
    if let [(_, verb)] = counts[..] {
        let (rows, cols) = source.board().sides().expect("checked above");
        return Ok(Some(PosterEntry::Line(verb, format!("{rows}×{cols} ({value})"))));
    }
    let picture = if has_pairs {
        let places = game.picture(&start).places.len();
        Pairs::of(source, &all).maps("", places.div_ceil(2), &shades)
    } else {
        let mut shown = NotedPicture::new(game.picture(&start), 18.0);
        for reply in &all {
            if let Some(cell) = one(reply) {
                shown.notes[cell] = shades.note(reply);
            }
        }
        shown.draw("")
    };
    let heading = format!("{}  {value}", source.board().title());
    let parts: Vec<String> =
        counts.iter().map(|(count, verb)| format!("{} {verb}", grouped(*count))).collect();
    let stated = format!("openings: {}", parts.join(", "));
    let width = picture.width().max(text_width(&heading, 16.0) + 12.0).max(text_width(&stated, 11.0) + 8.0);
    let mut panel = Drawing::new(width, picture.height() + 42.0, "");
    panel.text((4.0, 18.0), &heading, Type::new(16.0, Anchor::Start).weight(Weight::Bold));
    panel.text((4.0, 34.0), &stated, Type::new(11.0, Anchor::Start));
    panel.place((0.0, 42.0), picture);
    Ok(Some(PosterEntry::Panel(panel)))
}

/// The panels in rows, at the width that fits the sheet's shape best, with a title above and the key below.
fn arranged(title: &str, reading: &[String], panels: &[Drawing]) -> Drawing {
    let wanted = f64::from(SHEET.0) / f64::from(SHEET.1);
    let widest = panels.iter().map(Drawing::width).fold(400.0, f64::max) + 8.0;
    let with_key = |width: f64| {
        let body = strip("", None, width, panels.to_vec());
        let lines = wrapped(reading, body.width().max(widest) - 24.0);
        let (top, bottom) = (52.0, 16.0 * lines.len() as f64 + 18.0);
        let mut sheet = Drawing::new(body.width().max(widest) + 16.0, top + body.height() + bottom, title);
        sheet.text((12.0, 34.0), title, Type::new(26.0, Anchor::Start).weight(Weight::Bold));
        let below = top + body.height() + 18.0;
        sheet.place((8.0, top), body);
        for (i, line) in lines.iter().enumerate() {
            sheet.text((12.0, below + 16.0 * i as f64), line, Type::new(12.0, Anchor::Start));
        }
        sheet
    };
    let far = |sheet: &Drawing| (sheet.width() / sheet.height() / wanted).ln().abs();
    let tries = (0..80).map(|i| with_key(widest + 40.0 * f64::from(i)));
    tries.min_by(|a, b| far(a).total_cmp(&far(b))).expect("some widths")
}

/// Wraps texts into lines of at most this width.
fn wrapped(texts: &[String], width: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for text in texts {
        let mut line = String::new();
        for word in text.split(' ') {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if text_width(&longer, 12.0) > width && !line.is_empty() {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            } else {
                line = longer;
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_asked_and_lose_no_word() {
        let text = "one two three four five six seven".to_owned();
        let lines = wrapped(std::slice::from_ref(&text), 80.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| text_width(line, 12.0) <= 80.0), "{lines:?}");
        assert_eq!(lines.join(" "), text);
    }

    #[test]
    fn the_sheet_has_the_shape_of_paper() {
        let panels = vec![Drawing::new(120.0, 90.0, ""); 40];
        let sheet = arranged("t", &["words ".repeat(40)], &panels);
        let shape = sheet.width() / sheet.height();
        assert!((1.2..1.7).contains(&shape), "{shape}");
    }
}
