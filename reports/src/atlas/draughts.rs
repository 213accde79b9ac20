//! Draughts by material class.

use super::longest;
use crate::ReportError;
use crate::chart::{Axis, Bar, Bars, Plot, Series, Shape, Stacking};
use crate::files::Files;
use crate::ink::Ink;
use crate::page::{Page, Table};
use crate::picture::{Draught, diagram, strip};
use crate::source::Known;
use crate::svg::Drawing;
use crate::words::{number, share, size};
use nexsolve_core::words::grouped;
use nexsolve_core::{Notation, Wdl};
use nexsolve_db::summary::{Row, Tally, bits};
use nexsolve_games::draughts::Draughts;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What is told of a database.
#[derive(Serialize)]
pub(super) struct BoardDocument {
    board: String,
    bytes: Value,
    classes: Vec<ClassDocument>,
}

#[derive(Serialize)]
struct ClassDocument {
    /// The pieces of the side to move before the `v`.
    class: String,
    pieces: u32,
    /// With one side to move.
    positions: Value,
    loss: Value,
    draw: Value,
    win: Value,
    /// Plies; null where no table has distances.
    longest: Option<u16>,
}

/// A class of pieces: counts of the positions in which White, say, is to move.
struct Class<'a> {
    name: &'a str,
    pieces: u32,
    values: [u64; 3],
    tally: &'a Tally,
    row: &'a Row<'a>,
}

impl<'a> Class<'a> {
    /// The manifest counts a position and its mirror image with the colours changed as two.
    fn of(row: &'a Row<'a>) -> Option<Self> {
        let values = row.tally.values?.map(|n| n / 2);
        let pieces = row.layer.bytes().filter(|b| *b != b'v').count() as u32;
        Some(Self { name: row.layer, pieces, values, tally: &row.tally, row })
    }

    fn positions(&self) -> u64 {
        self.values.iter().sum()
    }

    fn longest(&self) -> String {
        self.tally.longest.map_or_else(|| "–".to_owned(), |plies| plies.to_string())
    }
}

/// Adds the page of the largest database of each kind of rules, and what the atlas' page says of it.
pub(super) fn add(
    files: &mut Files,
    atlas: &mut Page,
    boards: &[Known<'_, Draughts>],
) -> Result<Vec<BoardDocument>, ReportError> {
    let mut documents = Vec::new();
    for (i, known) in boards.iter().enumerate() {
        // A database of fewer pieces is a part of one of more.
        let rules = known.game.rules().variant;
        if boards[i + 1..].iter().any(|other| other.game.rules().variant == rules) {
            continue;
        }
        if documents.is_empty() {
            atlas.heading(2, "Draughts");
        }
        documents.push(board(files, atlas, known)?);
    }
    Ok(documents)
}

fn board(
    files: &mut Files,
    atlas: &mut Page,
    known: &Known<'_, Draughts>,
) -> Result<BoardDocument, ReportError> {
    let summary = known.summary();
    let mut by_pieces: BTreeMap<u32, Vec<Class<'_>>> = BTreeMap::new();
    for class in summary.rows.iter().filter_map(Class::of) {
        by_pieces.entry(class.pieces).or_default().push(class);
    }
    let slug = known.source.slug();
    let path = format!("atlas/{slug}.md");
    let mut page = Page::new(&path, format!("Atlas of {}", known.title()));
    page.text(
        "By classes of pieces: *K* is a king, *m* a man, and the side to move has the pieces before the *v*. One of the two \
         sides is to move, White say: a position and its mirror image with the colours changed count once. *Longest* is the \
         longest forced win or loss in plies. The draws that are counted over the board (repetition, moves by kings only) are \
         left out: what nobody can force is a draw by endless play.",
    );
    page.table(&together(&by_pieces));
    files.picture(&mut page, &format!("atlas/{slug}-pieces.svg"), &pieces_chart(&known.title(), &by_pieces));
    let mut parts = Vec::new();
    for (pieces, classes) in &by_pieces {
        let Some(longest) = classes.iter().filter_map(|class| class.tally.longest).max() else { continue };
        let of_class = |name: &str| classes.iter().any(|class| class.name == name);
        if let Some((position, score)) = longest::example(known, longest, of_class)? {
            let result = if score.wdl() == Wdl::Win { "wins" } else { "loses" };
            let extra =
                Draught { marked: 0, caption: format!("{pieces} pieces: {result} in {longest} plies") };
            let fen = known.game.format_position(&position);
            parts.push((diagram(&position, &extra, format!("{}, {fen}", extra.caption)), fen));
        }
    }
    if !parts.is_empty() {
        page.heading(2, "The longest wins");
        page.text("With each number of pieces one position whose forced win or loss is the longest; White is to move.");
        let fens: Vec<String> = parts
            .iter()
            .map(|(drawing, fen)| {
                format!("{}: `{fen}`", drawing.title().split(',').next().unwrap_or_default())
            })
            .collect();
        let drawings = parts.into_iter().map(|(drawing, _)| drawing).collect();
        let title = format!("{}: the longest forced wins, with each number of pieces", known.title());
        files.picture(&mut page, &format!("atlas/{slug}-longest.svg"), &strip(&title, None, 900.0, drawings));
        page.list(fens);
    }
    for (pieces, classes) in &by_pieces {
        page.heading(2, &format!("{pieces} pieces"));
        files.picture(&mut page, &format!("atlas/{slug}-{pieces}.svg"), &classes_chart(*pieces, classes));
        page.table(&classes_table(classes));
    }
    atlas.text(&format!(
        "{}: {} in {}. {} has each class of pieces.",
        known.title(),
        nexsolve_core::words::counted(summary.rows.len() as u64, "class", "classes"),
        size(summary.bytes()),
        atlas.link("The page of draughts", &path)
    ));
    atlas.table(&together(&by_pieces));
    files.page(&page);
    let class = |class: &Class<'_>| ClassDocument {
        class: class.name.to_owned(),
        pieces: class.pieces,
        positions: number(class.positions()),
        loss: number(class.values[0]),
        draw: number(class.values[1]),
        win: number(class.values[2]),
        longest: class.tally.longest.map(|plies| plies.0),
    };
    let classes = by_pieces.values().flatten().map(class).collect();
    Ok(BoardDocument { board: known.source.board.to_string(), bytes: number(summary.bytes()), classes })
}

fn sums(classes: &[Class<'_>]) -> [u64; 3] {
    [0, 1, 2].map(|i| classes.iter().map(|class| class.values[i]).sum())
}

fn together(by_pieces: &BTreeMap<u32, Vec<Class<'_>>>) -> Table {
    let mut table = Table::new(&[
        ">pieces",
        ">classes",
        ">positions",
        ">lost",
        ">drawn",
        ">won",
        ">won, share",
        ">longest",
        "<in class",
        ">size",
        ">bits a number",
    ]);
    for (pieces, classes) in by_pieces {
        let values = sums(classes);
        let all: u64 = values.iter().sum();
        let tables: Vec<_> = classes.iter().flat_map(|class| class.row.tables.iter().copied()).collect();
        let longest = classes.iter().filter_map(|class| class.tally.longest).max();
        let holders: Vec<&str> = classes
            .iter()
            .filter(|class| longest.is_some() && class.tally.longest == longest)
            .map(|class| class.name)
            .collect();
        table.row([
            pieces.to_string(),
            classes.len().to_string(),
            grouped(all),
            grouped(values[0]),
            grouped(values[1]),
            grouped(values[2]),
            share(values[2], all),
            longest.map_or_else(|| "–".to_owned(), |plies| plies.to_string()),
            holders.join(", "),
            size(tables.iter().map(|table| table.bytes).sum()),
            bits(&tables).map_or_else(|| "–".to_owned(), |bits| format!("{bits:.2}")),
        ]);
    }
    table
}

fn classes_table(classes: &[Class<'_>]) -> Table {
    let mut table =
        Table::new(&["<pieces", ">positions", ">lost", ">drawn", ">won", ">won, share", ">longest"]);
    for class in classes {
        table.row([
            class.name.to_owned(),
            grouped(class.positions()),
            grouped(class.values[0]),
            grouped(class.values[1]),
            grouped(class.values[2]),
            share(class.values[2], class.positions()),
            class.longest(),
        ]);
    }
    table
}

fn value_bars(values: &[[u64; 3]]) -> Vec<Bar> {
    let bar = |name: &str, value: Wdl, index: usize| Bar {
        name: name.to_owned(),
        ink: Ink::of_value(value),
        values: values.iter().map(|values| values[index] as f64).collect(),
    };
    vec![bar("won", Wdl::Win, 2), bar("drawn", Wdl::Draw, 1), bar("lost", Wdl::Loss, 0)]
}

/// The classes with so many pieces, from the side to move's best to its worst.
fn classes_chart(pieces: u32, classes: &[Class<'_>]) -> Drawing {
    let mut order: Vec<&Class<'_>> = classes.iter().collect();
    let part = |class: &Class<'_>, i: usize| class.values[i] as f64 / class.positions().max(1) as f64;
    order.sort_by(|a, b| {
        let worth = |class: &Class<'_>| part(class, 2) - part(class, 0);
        worth(b).total_cmp(&worth(a)).then_with(|| a.name.cmp(b.name))
    });
    let values: Vec<[u64; 3]> = order.iter().map(|class| class.values).collect();
    let width = (order.len() as f64 * 17.0 + 90.0).max(720.0);
    Bars {
        title: format!("Draughts, {pieces} pieces: positions won, drawn and lost by the side to move"),
        x: "pieces of the side to move, v, the opponent's".to_owned(),
        names: order.iter().map(|class| class.name.to_owned()).collect(),
        y: Axis::linear("share in %"),
        bars: value_bars(&values),
        stacking: Stacking::Shares,
    }
    .draw_in((width, 400.0))
}

/// Positions and the longest win by pieces.
fn pieces_chart(title: &str, by_pieces: &BTreeMap<u32, Vec<Class<'_>>>) -> Drawing {
    let points = |value: &dyn Fn(&[Class<'_>]) -> Option<f64>| {
        let point = |(&pieces, classes): (&u32, &Vec<Class<'_>>)| Some((f64::from(pieces), value(classes)?));
        by_pieces.iter().filter_map(point).collect::<Vec<_>>()
    };
    let positions = points(&|classes| Some(sums(classes).iter().sum::<u64>() as f64));
    let bytes = points(&|classes| {
        Some(classes.iter().flat_map(|class| &class.row.tables).map(|table| table.bytes).sum::<u64>() as f64)
    });
    let longest = points(&|classes| {
        classes.iter().filter_map(|class| class.tally.longest).max().map(|plies| f64::from(plies.0))
    });
    let ends = (
        f64::from(*by_pieces.keys().next().unwrap_or(&2)),
        f64::from(*by_pieces.keys().next_back().unwrap_or(&3)),
    );
    let x = || Axis::linear("pieces on the board").range(ends.0, ends.1.max(ends.0 + 1.0));
    let mut parts = vec![
        Plot {
            title: "Positions and bytes by pieces".to_owned(),
            x: x(),
            y: Axis::log("positions, bytes"),
            series: vec![
                Series::new(0, "positions", Shape::Line, positions),
                Series::new(1, "bytes of the tables", Shape::Line, bytes),
            ],
        }
        .draw_in((440.0, 320.0)),
    ];
    if !longest.is_empty() {
        parts.push(
            Plot {
                title: "Longest forced win by pieces".to_owned(),
                x: x(),
                y: Axis::linear("plies"),
                series: vec![Series::new(0, "longest", Shape::Line, longest)],
            }
            .draw_in((440.0, 320.0)),
        );
    }
    strip(&format!("{title}: positions, bytes and the longest win by pieces"), None, 900.0, parts)
}
