//! Games on one board, by the seeds or pieces that their tables count.

use super::longest;
use crate::ReportError;
use crate::chart::{Axis, Bar, Bars, Plot, Series, SeriesShape, Stacking};
use crate::files::Files;
use crate::ink::Ink;
use crate::page::{Page, PageTable};
use crate::picture::NotedPicture;
use crate::source::BoardDatabase;
use crate::strip::strip;
use crate::svg::Drawing;
use crate::words::{or_dash, share, size};
use nexsolve_core::words::grouped;
use nexsolve_core::{Game, Notation, Symmetric, Wdl};
use nexsolve_db::json::number;
use nexsolve_db::summary::{LayerSummary, PositionCounts, bits};
use nexsolve_games::{Card, Measure};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The layers that have the same number of seeds or pieces.
struct Group<'a> {
    count: u32,
    rows: Vec<&'a LayerSummary<'a>>,
    /// How many symmetric positions count as one.
    copies: u64,
    /// The counts of all layers together.
    tally: PositionCounts,
}

impl Group<'_> {
    /// The lost, drawn and won positions of a tally. Symmetric positions count once.
    fn values(&self, tally: &PositionCounts) -> [u64; 3] {
        tally.values.unwrap_or_default().map(|n| n / self.copies)
    }

    fn bytes(&self) -> u64 {
        self.rows.iter().flat_map(|row| &row.tables).map(|table| table.bytes).sum()
    }
}

/// Adds the sections of a game. A database with fewer seeds or pieces is part of one with more, so only the
/// largest is shown.
pub(super) fn add(
    files: &mut Files,
    atlas: &mut Page,
    card: &Card,
    boards: &[&BoardDatabase],
) -> Result<Vec<Value>, ReportError> {
    atlas.heading(2, card.title);
    let mut documents = Vec::new();
    for (i, source) in boards.iter().enumerate() {
        if boards[i + 1..].iter().all(|other| other.board().spec != source.board().spec) {
            documents.push(board(files, atlas, card, source)?);
        }
    }
    Ok(documents)
}

fn board(
    files: &mut Files,
    atlas: &mut Page,
    card: &Card,
    source: &BoardDatabase,
) -> Result<Value, ReportError> {
    let Measure::Count { what, of_layer, .. } = card.measure else {
        unreachable!("asked for a game that counts")
    };
    let summary = source.summary();
    let copies = source.game().copies(&source.game().start());
    let mut rows: BTreeMap<u32, Vec<&LayerSummary<'_>>> = BTreeMap::new();
    for row in summary.rows.iter().filter(|row| row.tally.values.is_some()) {
        let Some(count) = of_layer(row.layer) else { continue };
        rows.entry(count).or_default().push(row);
    }
    let groups = rows.into_iter().map(|(count, rows)| {
        let tally = rows.iter().map(|row| row.tally.clone()).reduce(PositionCounts::and).unwrap_or_default();
        Group { count, rows, copies, tally }
    });
    let groups: Vec<Group<'_>> = groups.collect();
    let (title, slug) = (source.board().title(), source.board().slug());
    let path = format!("atlas/{slug}.md");
    let mut page = Page::new(&path, format!("Atlas of {title}"));
    let symmetric = if copies > 1 { " Symmetric positions count once." } else { "" };
    let left_out = source.board().spec.variant().caveat.unwrap_or_default();
    page.text(&format!(
        "By the {what} on the board; values are for the side to move.{symmetric} *Longest* is the longest forced win or loss \
         in plies; tables with points have none. {left_out}"
    ));
    let overview = table(what, &groups);
    page.table(&overview);
    for (name, drawing, caption) in charts(&title, what, &groups) {
        files.picture(&mut page, &format!("atlas/{slug}-{name}.svg"), &drawing.captioned(caption));
    }
    longest_wins(files, &mut page, source, what, &groups)?;
    for group in groups.iter().filter(|group| group.rows.len() > 1) {
        page.heading(2, &format!("{} {what}", group.count));
        page.table(&layers_table(group));
    }
    atlas.text(&format!(
        "{title}: {} positions, {}. {} has each number of {what}.",
        grouped(groups.iter().flat_map(|group| group.values(&group.tally)).sum::<u64>()),
        size(summary.bytes()),
        atlas.link(&format!("The page of {title}"), &path)
    ));
    atlas.table(&overview);
    files.page(&page);
    let has_points = groups.iter().any(|group| group.tally.extremes().is_some());
    let layers: Vec<Value> =
        groups.iter().flat_map(|group| group.rows.iter().map(|row| layer(what, group, row))).collect();
    let list = if has_points { what } else { "classes" };
    Ok(json!({ "board": source.board().to_string(), "bytes": number(summary.bytes()), list: layers }))
}

/// A layer as JSON: the counts of its values; then either the mean of the points and the number of positions
/// with each, or the name of its class and the longest win or loss. Symmetric positions count once.
fn layer(what: &str, group: &Group<'_>, row: &LayerSummary<'_>) -> Value {
    let values = group.values(&row.tally);
    let mut document = json!({
        what: group.count,
        "positions": number(values.iter().sum()),
        "loss": number(values[0]),
        "draw": number(values[1]),
        "win": number(values[2]),
    });
    if let Some((_, _, mean)) = row.tally.extremes() {
        document["mean"] = json!((mean * 10_000.0).round() / 10_000.0);
        let scores = row.tally.points.iter().map(|(points, &n)| json!([points.0, number(n)]));
        document["scores"] = scores.collect();
    } else {
        document["class"] = json!(row.layer);
        document["longest"] = json!(row.tally.longest.map(|plies| plies.0));
    }
    document
}

/// The columns after the first, which all tables share.
fn counts(group: &Group<'_>, tally: &PositionCounts) -> [String; 6] {
    let values = group.values(tally);
    let all: u64 = values.iter().sum();
    let [loss, draw, win] = values.map(grouped);
    [grouped(all), loss, draw, win, share(values[2], all), or_dash(tally.longest)]
}

/// A row for each number of seeds or pieces.
fn table(what: &str, groups: &[Group<'_>]) -> PageTable {
    let first = format!(">{what}");
    let mut heads =
        vec![first.as_str(), ">layers", ">positions", ">lost", ">drawn", ">won", ">won, share", ">longest"];
    let has_points = groups.iter().any(|group| group.tally.extremes().is_some());
    if has_points {
        heads.extend([">mean points", ">least", ">most"]);
    }
    heads.extend([">size", ">bits a number"]);
    let mut table = PageTable::new(&heads);
    for group in groups {
        let mut cells = vec![group.count.to_string(), group.rows.len().to_string()];
        cells.extend(counts(group, &group.tally));
        if has_points {
            let (least, most, mean) = group.tally.extremes().unwrap_or_default();
            cells.extend(
                [format!("{mean:.2}"), least.0.to_string(), most.0.to_string()].map(|n| n.replace('-', "−")),
            );
        }
        cells.push(size(group.bytes()));
        let tables: Vec<_> = group.rows.iter().flat_map(|row| row.tables.iter().copied()).collect();
        cells.push(or_dash(bits(&tables).map(|bits| format!("{bits:.2}"))));
        table.row(cells);
    }
    table
}

fn layers_table(group: &Group<'_>) -> PageTable {
    let mut table =
        PageTable::new(&["<layer", ">positions", ">lost", ">drawn", ">won", ">won, share", ">longest"]);
    for row in &group.rows {
        let mut cells = vec![row.layer.to_owned()];
        cells.extend(counts(group, &row.tally));
        table.row(cells);
    }
    table
}

/// Who wins, how many positions there are, and the distribution of points: each chart with a word for its
/// file and its caption.
fn charts(title: &str, what: &str, groups: &[Group<'_>]) -> Vec<(&'static str, Drawing, String)> {
    let x = format!("{what} on the board");
    let bar = |name: &str, value: Wdl, index: usize| Bar {
        name: name.to_owned(),
        ink: Ink::of_value(value),
        values: groups.iter().map(|group| group.values(&group.tally)[index] as f64).collect(),
    };
    let shares = Bars {
        title: format!("{title}: positions won, drawn and lost by the side to move"),
        x: x.clone(),
        names: groups.iter().map(|group| group.count.to_string()).collect(),
        y: Axis::linear("share in %"),
        bars: vec![bar("won", Wdl::Win, 2), bar("drawn", Wdl::Draw, 1), bar("lost", Wdl::Loss, 0)],
        stacking: Stacking::Shares,
    };
    let line = |number: usize, name: &str, value: &dyn Fn(&Group<'_>) -> Option<f64>| {
        let points = groups.iter().filter_map(|group| Some((f64::from(group.count), value(group)?)));
        Series::new(number, name, SeriesShape::Line, points.collect())
    };
    let growth = |number: usize, name: &str, value: &dyn Fn(&Group<'_>) -> Option<f64>| {
        Plot {
            title: name.to_owned(),
            x: Axis::linear(&x),
            y: Axis::log(name),
            series: vec![line(number, name, value)],
        }
        .draw_in((356.0, 300.0))
    };
    let growth = vec![
        growth(0, "positions", &|group| Some(group.values(&group.tally).iter().sum::<u64>() as f64)),
        growth(1, "bytes", &|group| Some(group.bytes() as f64)),
    ];
    let growth = strip(&format!("{title}: positions and bytes"), None, 740.0, growth);
    let mut charts = vec![
        (
            "shares",
            shares.draw(),
            format!(
                "For each number of {what}, the shares of positions by their value for the side to move."
            ),
        ),
        (
            "growth",
            growth,
            format!(
                "Positions, and bytes of their tables, for each number of {what}, on logarithmic scales."
            ),
        ),
    ];
    let mean = line(0, "mean", &|group| group.tally.extremes().map(|(_, _, mean)| mean));
    if !mean.points.is_empty() {
        let means = Plot {
            title: format!("{title}: mean points of the side to move"),
            x: Axis::linear(&x),
            y: Axis::linear("points"),
            series: vec![mean],
        };
        let caption = format!(
            "The mean of the points that the side to move wins, less those of its opponent, for each number of {what}."
        );
        charts.push(("mean", means.draw_in((720.0, 320.0)), caption));
        let caption = format!(
            "Each dot is the share of positions in which the side to move wins this many points, for four numbers of {what}."
        );
        charts.push(("points", spread(title, what, groups), caption));
    }
    charts
}

/// The distribution of points, at a quarter, half, three quarters and all of the seeds or pieces.
fn spread(title: &str, what: &str, groups: &[Group<'_>]) -> Drawing {
    let last = groups.last().map_or(0, |group| group.count);
    let mut chosen: Vec<u32> =
        [last / 4, last / 2, 3 * last / 4, last].into_iter().filter(|count| *count >= 3).collect();
    chosen.dedup();
    let part = |group: &Group<'_>| {
        let points = &group.rows[0].tally.points;
        let all: u64 = points.values().sum();
        let points = points.iter().map(|(points, &n)| (f64::from(points.0), 100.0 * n as f64 / all as f64));
        let most = f64::from(group.count);
        Plot {
            title: format!("{} {what}", group.count),
            x: Axis::linear("points of the side to move").range(-most, most),
            y: Axis::linear("share of positions in %"),
            series: vec![Series::new(0, "share", SeriesShape::Points, points.collect())],
        }
        .draw_in((440.0, 260.0))
    };
    let parts = groups.iter().filter(|group| chosen.contains(&group.count)).map(part).collect();
    let heading = format!("{title}: distribution of points");
    strip(&heading, Some(&heading), 900.0, parts)
}

/// For each number of seeds or pieces, a position with the longest forced win or loss.
fn longest_wins(
    files: &mut Files,
    page: &mut Page,
    source: &BoardDatabase,
    what: &str,
    groups: &[Group<'_>],
) -> Result<(), ReportError> {
    let (mut drawings, mut texts) = (Vec::new(), Vec::new());
    for group in groups {
        let Some(longest) = group.tally.longest else { continue };
        let is_of_group = |name: &str| group.rows.iter().any(|row| row.layer == name);
        let Some((position, score)) = longest::example(source, longest, is_of_group)? else { continue };
        let result = if score.wdl() == Wdl::Win { "wins" } else { "loses" };
        let caption = format!("{} {what}: {result} in {longest} plies", group.count);
        let text = source.game().format_position(&position);
        let shown = NotedPicture::new(source.game().picture(&position), 30.0).caption(&caption);
        drawings.push(shown.draw(format!("{caption}, {text}")));
        texts.push(format!("{caption}: `{text}`"));
    }
    if drawings.is_empty() {
        return Ok(());
    }
    let (title, slug) = (source.board().title(), source.board().slug());
    page.heading(2, "The longest wins");
    let title = format!("{title}: the longest forced wins");
    let caption =
        format!("For each number of {what}, a position whose forced win or loss takes the most plies.");
    files.picture(
        page,
        &format!("atlas/{slug}-longest.svg"),
        &strip(&title, None, 900.0, drawings).captioned(caption),
    );
    page.list(texts);
    Ok(())
}
