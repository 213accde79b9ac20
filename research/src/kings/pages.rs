//! Writes the page about draughts.

use super::published::{self, PieceCounts};
use super::road::{self, Duty, Group, KingsEnding, MAIN_ROAD, Mover, Road};
use crate::picture::{Draught, diagram};
use crate::source::TypedDatabase;
use nexsolve_core::words::{counted, grouped, list};
use nexsolve_core::{Game, Notation, Ranked, Wdl};
use nexsolve_games::draughts::{Draughts, Position, RUSSIAN};
use nexsolve_reports::chart::{Axis, Bar, Bars, Stacking};
use nexsolve_reports::ink::Ink;
use nexsolve_reports::strip::strip;
use nexsolve_reports::words::share;
use nexsolve_reports::{BoardDatabases, Chapter, Files, Page, PageTable, ReportError};
use serde::Serialize;

/// The maximum number of diagrams of longest wins for each holder of the road.
const DIAGRAMS: usize = 4;

#[derive(Serialize)]
struct KingsDocument {
    published: Vec<PieceCounts>,
    endings: Vec<EndingDocument>,
}

#[derive(Serialize)]
struct EndingDocument {
    kings: u32,
    to_move: Mover,
    groups: Vec<GroupDocument>,
}

#[derive(Serialize)]
struct GroupDocument {
    road: Road,
    duty: Duty,
    #[serde(flatten)]
    group: Group,
}

/// Adds this part of the report.
pub(crate) fn add(files: &mut Files, sources: &BoardDatabases) -> Result<Chapter, ReportError> {
    let path = "draughts/index.md";
    let title = "Draughts: what was published, and kings against a king";
    let mut page = Page::new(path, title);
    let all = crate::source::draughts(sources)?;
    let known = all
        .iter()
        .filter(|known| known.game.rules() == RUSSIAN)
        .max_by_key(|known| known.game.layers().len());
    let Some(known) = known else {
        page.text("No database of Russian draughts was given.");
        files.page(&page);
        return Ok(Chapter { title, path: path.to_owned(), lead: "no database was given.".to_owned() });
    };
    page.text(&format!(
        "All figures come from the database of {}. A position consists of the pieces and the side to move; the draw rules that count moves, and \
         repetition, are ignored. If a capture is due, the value is found by playing the captures.",
        known.title()
    ));
    let published = published_counts(&mut page, known);
    let mut endings = Vec::new();
    for kings in 2..=4 {
        for to_move in [Mover::Stronger, Mover::Lone] {
            endings.extend(road::count(known, kings, to_move)?);
        }
    }
    let lead = three(files, &mut page, known, &endings)?;
    others(&mut page, &endings);
    let document = KingsDocument { published, endings: endings.iter().map(of_ending).collect() };
    files.json("draughts/kings.json", &document);
    page.text(&format!(
        "All counts, also by plies, are in {}.",
        page.link("kings.json", "draughts/kings.json")
    ));
    files.page(&page);
    Ok(Chapter { title, path: path.to_owned(), lead })
}

fn of_ending(ending: &KingsEnding) -> EndingDocument {
    let group =
        |(&(road, duty), group): (&(Road, Duty), &Group)| GroupDocument { road, duty, group: group.clone() };
    EndingDocument {
        kings: ending.kings,
        to_move: ending.to_move,
        groups: ending.groups.iter().map(group).collect(),
    }
}

fn published_counts(page: &mut Page, known: &TypedDatabase<'_, Draughts>) -> Vec<PieceCounts> {
    page.heading(2, "The published counts");
    page.text(
        "The README of DeepDraughts gives 120, 10,580 and 470,180 positions with up to one, two and three pieces. These numbers also \
         count pieces of one colour alone:",
    );
    let counted = published::counted(&known.game);
    let mut table = PageTable::new(&[
        ">pieces, up to",
        ">both colours, either side to move",
        ">one colour only, counted once",
        ">sum",
        ">published",
        ">remaining",
    ]);
    for c in &counted {
        let cells = [
            c.pieces.to_string(),
            grouped(c.both),
            grouped(c.one),
            grouped(c.both + c.one),
            grouped(c.published),
            grouped(c.left.unsigned_abs()),
        ];
        table.row(cells);
    }
    page.table(&table);
    page.text(
        "The other 2,344 are positions in the middle of a capture (their FEN names the square from which it goes on), which these tables do not have. So the counts to \
         compare are those with both colours: 6,976 positions of two pieces, 392,064 of three and 12,418,632 of \
         four, twice those that `nexsolve info` lists for one side to move. `nexsolve compare DIR FILE` compares such a file with the \
         tables; `docs/ENDINGS.md` has the result for the published four-piece tables.",
    );
    counted
}

/// Returns the numbers of won, drawn and lost positions for the stronger side.
fn of_stronger(ending: &KingsEnding, group: &Group) -> [u64; 3] {
    let [lost, drawn, won] = group.values;
    match ending.to_move {
        Mover::Stronger => [won, drawn, lost],
        Mover::Lone => [lost, drawn, won],
    }
}

fn table_of(ending: &KingsEnding) -> PageTable {
    let mut table = PageTable::new(&[
        "<on the main road",
        ">positions",
        ">won",
        ">drawn",
        ">lost",
        ">won positions without a capture due",
        ">longest win, plies",
    ]);
    for road in Road::ALL {
        let all = ending.by_road(road, &[Duty::Capture, Duty::Quiet]);
        let quiet = ending.by_road(road, &[Duty::Quiet]);
        let [won, drawn, lost] = of_stronger(ending, &all);
        let longest = all.plies.keys().next_back().map_or_else(|| "–".to_owned(), u16::to_string);
        let quiet_won = of_stronger(ending, &quiet)[0];
        table.row([
            road.words().to_owned(),
            grouped(all.all()),
            grouped(won),
            grouped(drawn),
            grouped(lost),
            format!("{} of {}, {}", grouped(quiet_won), grouped(quiet.all()), share(quiet_won, quiet.all())),
            longest,
        ]);
    }
    table
}

fn mover(ending: &KingsEnding) -> &'static str {
    match ending.to_move {
        Mover::Stronger => "the stronger side to move",
        Mover::Lone => "the lone king to move",
    }
}

fn three(
    files: &mut Files,
    page: &mut Page,
    known: &TypedDatabase<'_, Draughts>,
    endings: &[KingsEnding],
) -> Result<String, ReportError> {
    page.heading(2, "Three kings against one");
    let of = |to_move| endings.iter().find(|ending| ending.kings == 3 && ending.to_move == to_move);
    let (Some(stronger), Some(lone)) = (of(Mover::Stronger), of(Mover::Lone)) else {
        page.text("The database has no distances for four pieces.");
        return Ok(
            "the published counts; three kings against one need a database with four pieces.".to_owned()
        );
    };
    page.text(
        "Won, drawn and lost are for the three. The main road is the line from a1 to h8. The three *hold* it if at least one of them is on it \
         and the lone king is off it.",
    );
    for ending in [stronger, lone] {
        page.heading(3, &format!("Three kings against one, {}", mover(ending)));
        page.table(&table_of(ending));
    }
    let held = stronger.by_road(Road::Stronger, &[Duty::Quiet]);
    let held_all = stronger.by_road(Road::Stronger, &[Duty::Capture, Duty::Quiet]);
    let longest =
        |group: &Group| group.plies.last_key_value().map_or((0, 0), |(&plies, &count)| (plies, count));
    let (plies, many) = longest(&held_all);
    let upto = |most: u16| held_all.plies.range(..=most).map(|(_, count)| count).sum::<u64>();
    page.heading(3, "Petrov's triangle");
    page.text(
        "Petrov's triangle (A. D. Petrov 1827, and before him P. Ruiz Montero 1591) is a method by which three kings that hold the main road \
         catch one, in at most 13 moves. With the three to move, n moves are 2n − 1 plies.",
    );
    let lost_road = stronger.by_road(Road::Lone, &[Duty::Quiet]);
    let of_quiet = of_stronger(stronger, &held);
    page.list([
        format!(
            "Of the {} positions in which the three hold the road, are to move and have no capture, they win {} ({}); of the {} in which \
             they must capture, {}. {}",
            grouped(held.all()),
            grouped(of_quiet[0]),
            share(of_quiet[0], held.all()),
            grouped(held_all.all() - held.all()),
            grouped(of_stronger(stronger, &held_all)[0] - of_quiet[0]),
            drawn_with_the_road(stronger.hanging.get(&Road::Stronger).copied().unwrap_or(0), of_quiet[1]),
        ),
        format!(
            "The longest win with the road held takes {plies} plies, {} moves; {} of {} wins take this long. {} take at most 23 plies, \
             12 moves.",
            plies.div_ceil(2),
            grouped(many),
            grouped(held_all.plies.values().sum::<u64>()),
            grouped(upto(23)),
        ),
        format!(
            "With the lone king on the road, and no capture, the three win {} of {} positions ({}).",
            grouped(of_stronger(stronger, &lost_road)[0]),
            grouped(lost_road.all()),
            share(of_stronger(stronger, &lost_road)[0], lost_road.all()),
        ),
    ]);
    lengths(files, page, stronger);
    longest_wins(files, page, known, stronger)?;
    clocks(page, stronger, lone);
    Ok(format!(
        "three kings that hold the main road and have the move win {} of {} positions without a capture due; the longest takes {} moves.",
        grouped(of_quiet[0]),
        grouped(held.all()),
        plies.div_ceil(2)
    ))
}

/// Says why positions with the road held are drawn.
fn drawn_with_the_road(hanging: u64, drawn: u64) -> String {
    if hanging == drawn {
        format!(
            "The {} drawn positions are those in which every move lets the lone king capture.",
            grouped(drawn)
        )
    } else {
        format!(
            "In {} of the {} drawn positions every move lets the lone king capture.",
            grouped(hanging),
            grouped(drawn)
        )
    }
}

/// Adds the numbers of wins by their length in moves.
fn lengths(files: &mut Files, page: &mut Page, ending: &KingsEnding) {
    let most = ending.together().plies.keys().next_back().copied().unwrap_or(1).div_ceil(2);
    let bar = |(number, road): (usize, Road)| {
        let plies = ending.by_road(road, &[Duty::Capture, Duty::Quiet]).plies;
        let of = |moves: u16| plies.get(&(2 * moves - 1)).map_or(0.0, |&count| count as f64);
        Bar {
            name: road.words().to_owned(),
            ink: Ink::of_series(number),
            values: (1..=most).map(of).collect(),
        }
    };
    let chart = Bars {
        title: "Three kings against one: lengths of wins, with the three to move".to_owned(),
        x: "moves of the three".to_owned(),
        names: (1..=most).map(|moves| moves.to_string()).collect(),
        y: Axis::log("positions").range(1.0, 100_000.0),
        bars: Road::ALL.into_iter().enumerate().map(bar).collect(),
        stacking: Stacking::Beside,
    };
    let caption = "For each length of the win, the number of positions on a logarithmic scale, grouped by who has a king on the main road.";
    files.picture(page, "draughts/lengths.svg", &chart.draw().captioned(caption));
    let mut table =
        PageTable::new(&[">moves", ">the stronger side on the road", ">nobody", ">the lone king", ">both"]);
    for moves in 1..=most {
        let of = |road| {
            let plies = ending.by_road(road, &[Duty::Capture, Duty::Quiet]).plies;
            grouped(plies.get(&(2 * moves - 1)).copied().unwrap_or(0))
        };
        table.row([vec![moves.to_string()], Road::ALL.map(of).to_vec()].concat());
    }
    page.table(&table);
}

/// Adds the longest wins as diagrams, each with a line.
fn longest_wins(
    files: &mut Files,
    page: &mut Page,
    known: &TypedDatabase<'_, Draughts>,
    ending: &KingsEnding,
) -> Result<(), ReportError> {
    page.heading(3, "The longest wins");
    page.text("Rotations and reflections of a position count once. Each line is best play by both sides.");
    for (road, positions) in &ending.longest {
        let plies = ending.by_road(*road, &[Duty::Capture, Duty::Quiet]).plies;
        let most = plies.keys().next_back().copied().unwrap_or(0);
        page.text(&format!(
            "**On the road: {}.** {} plies, {}.",
            road.words(),
            most,
            counted(positions.len() as u64, "position", "positions")
        ));
        let shown = &positions[..positions.len().min(DIAGRAMS)];
        let draw = |position: &Position| {
            let extra = Draught { marked: MAIN_ROAD, caption: known.game.format_position(position) };
            diagram(position, &extra, format!("White wins in {most} plies"))
        };
        let parts = shown.iter().map(draw).collect();
        let name = match road {
            Road::Stronger => "stronger",
            Road::Nobody => "nobody",
            Road::Lone => "lone",
            Road::Both => "both",
        };
        let title =
            format!("The longest wins of three kings against one; on the main road: {}", road.words());
        let caption = "White, with three kings, is to move. Dashed frames mark the main road.";
        files.picture(
            page,
            &format!("draughts/longest-{name}.svg"),
            &strip(&title, None, 1200.0, parts).captioned(caption),
        );
        for position in shown {
            page.code(&written(known, position)?);
        }
    }
    Ok(())
}

/// Writes a position with a line of best play.
fn written(known: &TypedDatabase<'_, Draughts>, position: &Position) -> Result<String, ReportError> {
    let line = known.line(position, 200)?;
    let (mut at, mut text) = (*position, format!("{}\n", known.game.format_position(position)));
    let mut words = Vec::new();
    for (i, mv) in line.into_iter().enumerate() {
        if i.is_multiple_of(2) {
            words.push(format!("{}.", i / 2 + 1));
        }
        words.push(known.game.format_move(&at, mv));
        at = known.game.play(&at, mv);
    }
    let mut width = 0;
    for word in words {
        if width + word.len() > 90 {
            text.push('\n');
            width = 0;
        }
        width += word.len() + 1;
        text.push_str(&word);
        text.push(' ');
    }
    Ok(text)
}

/// Adds how the rules that count moves affect these wins, with either side to move.
fn clocks(page: &mut Page, stronger: &KingsEnding, lone: &KingsEnding) {
    let longer = |ending: &KingsEnding, road: Road, most: u16| -> u64 {
        let plies = ending.by_road(road, &[Duty::Capture, Duty::Quiet]).plies;
        plies.range(most + 1..).map(|(_, count)| count).sum()
    };
    // If the lone king is to move, n moves of the three take 2n plies; if the three are to move, 2n − 1.
    let all: u64 =
        Road::ALL.into_iter().map(|road| longer(stronger, road, 29) + longer(lone, road, 30)).sum();
    let over = if all == 0 {
        "No win here takes more than 15 moves of the three, whoever is to move.".to_owned()
    } else {
        format!("{} of the wins here take more than 15 moves of the three.", grouped(all))
    };
    let on_road =
        |ending: &KingsEnding, most| longer(ending, Road::Lone, most) + longer(ending, Road::Both, most);
    let stronger_over = match on_road(stronger, 9) {
        0 => "none takes more than 5".to_owned(),
        over => format!("{} take more than 5", grouped(over)),
    };
    let lone_over = match on_road(lone, 10) {
        0 => "none takes more than 5".to_owned(),
        over => {
            let last = |road| {
                let plies = lone.by_road(road, &[Duty::Capture, Duty::Quiet]).plies;
                plies.keys().next_back().copied().unwrap_or(0)
            };
            let most = last(Road::Lone).max(last(Road::Both)) / 2;
            format!("{} take more than 5, up to {most}", grouped(over))
        }
    };
    page.text(&format!(
        "In over-the-board games three kings have 15 moves to win, and 5 if the lone king is on the main road. {over} Of the wins that begin with the lone \
         king on the road and the three to move, {stronger_over}; of those that begin with the lone king on the road and to move, {lone_over}. A \
         sacrifice turns three against one into two against one and starts that ending's own clock; the counts here ignore this."
    ));
}

fn others(page: &mut Page, endings: &[KingsEnding]) {
    for ending in endings.iter().filter(|ending| ending.kings != 3) {
        let word = if ending.kings == 2 { "Two" } else { "Four" };
        page.heading(2, &format!("{word} kings against one, {}", mover(ending)));
        page.table(&table_of(ending));
        let quiet: Vec<String> = Road::ALL
            .into_iter()
            .filter(|&road| {
                of_stronger(ending, &ending.by_road(road, &[Duty::Quiet]))[Wdl::Draw as usize] > 0
            })
            .map(|road| {
                format!(
                    "{} ({})",
                    road.words(),
                    grouped(of_stronger(ending, &ending.by_road(road, &[Duty::Quiet]))[1])
                )
            })
            .collect();
        if !quiet.is_empty() {
            page.text(&format!(
                "Drawn positions without a capture due, by who is on the road: {}.",
                list(&quiet)
            ));
        }
    }
}
