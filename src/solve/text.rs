//! The answer of a solve or a look-up for people.

use super::picture::{self, Mark};
use super::report::{Report, Row, Source};
use crate::stop::Cause;
use crate::units::{counted, grouped, rate, seconds, size};
use anstyle::Style;
use nexsolve_core::{Bounds, Plies, Score, Wdl};
use nexsolve_games::Spot;
use nexsolve_solver::counts::Counts;
use nexsolve_solver::{DEEPEST, Goal, PlyStats};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// No line is longer, unless a single word is.
const COLUMNS: usize = 80;
/// Where the text of labelled lines begins.
const INDENT: usize = 13;

/// What to print beyond the answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extras {
    /// `--lines`: the line of every move.
    pub(crate) lines: bool,
    /// `--stats`: the figures by ply.
    pub(crate) stats: bool,
}

/// The whole answer, with colour codes.
pub(crate) fn answer(report: &Report, extras: Extras) -> String {
    let mut text = String::new();
    if report.position.is_some() {
        text.push_str(&report.diagram);
        text.push('\n');
    }
    let bold = Style::new().bold();
    for line in wrapped("", &sentences(report), " ") {
        let _ = writeln!(text, "{bold}{line}{bold:#}");
    }
    let shown = report.run.goal != Goal::Value || report.complete && report.count(None) == 0;
    let parts = if shown {
        vec![moves(report), table(report), examples(report)]
    } else {
        vec![proven_on_the_way(report)]
    };
    let all_lines = if extras.lines { every_line(report) } else { String::new() };
    // Of a game that is over nothing was searched; a tree is counted all the same.
    let searched = report.source == Source::Search && (report.over.is_none() || report.run.tree.is_some());
    let took = if searched { figures(report) } else { String::new() };
    let by_ply = if extras.stats && searched { plies(report) } else { String::new() };
    for part in parts.into_iter().chain([all_lines, took, by_ply]) {
        if !part.is_empty() {
            text.push('\n');
            text.push_str(&part);
        }
    }
    text
}

/// The sentence that the answer begins with, and one about what is missing.
fn sentences(report: &Report) -> Vec<String> {
    let within = match report.run.stopped {
        Some(Cause::Interrupt) => "before the interruption",
        Some(Cause::Depth) => "by search",
        _ => "within the budget",
    };
    let mut text = match report.over {
        Some(outcome) => match outcome {
            Wdl::Win => format!("The game is over: {} has won.", report.names[0]),
            Wdl::Loss => format!("The game is over: {} has won.", report.names[1]),
            Wdl::Draw => "The game is over: a draw.".to_owned(),
        },
        None if report.bounds.wdl().is_some() => decided(report),
        None => format!("Not proven {within}: {}.", undecided(report)),
    };
    if !report.complete {
        text.push_str(&what_is_open(report, within));
    }
    if report.reachable == Some(false) {
        text.push_str(" Play from the start cannot arrive here.");
    }
    if report.may_swap {
        text.push_str(" Sides are named by their colours before a swap.");
    }
    text.split(' ').map(str::to_owned).collect()
}

/// What is not proven of the moves where the value is, and what would help.
fn what_is_open(report: &Report, within: &str) -> String {
    let goal = report.run.goal;
    let known = report.bounds.wdl().is_some();
    let open = report.moves.iter().filter(|row| !is_settled(row.bounds, goal)).count();
    let only_distances = report.count(None) == 0;
    let mut text = String::new();
    if known && goal != Goal::Value && open > 0 {
        let within = if report.run.stopped == Some(Cause::Depth) { "" } else { &format!(" {within}") };
        let noun = if report.position.is_none() { "openings" } else { "moves" };
        let are = if open == 1 { "is" } else { "are" };
        let what = if only_distances { "proven without the distance" } else { "open" };
        let (open, all) = (grouped(open as u64), grouped(report.moves.len() as u64));
        let _ =
            write!(text, " That is proven; not everything was{within}: {open} of {all} {noun} {are} {what}.");
    }
    if !report.endless {
        return text;
    }
    if known && only_distances {
        text.push_str(" For who wins alone, without distances, give --goal moves.");
        return text;
    }
    text.push_str(" Play can go on for ever here: a search does not prove a draw, a database does.");
    if report.run.stopped == Some(Cause::Depth) {
        let _ = write!(text, " This one has looked {} plies ahead, and no search looks further.", DEEPEST.0);
    }
    if known {
        text.push_str(" For the position alone, without its moves, give --goal value.");
    }
    text
}

fn is_settled(bounds: Bounds, goal: Goal) -> bool {
    if goal == Goal::Distances { bounds.score().is_some() } else { bounds.wdl().is_some() }
}

/// The sentence for a value that is known.
fn decided(report: &Report) -> String {
    let ([mover, other], title) = (report.names, report.board.game_title());
    let bounds = report.bounds;
    let mut worth = describe(bounds);
    match (report.position.is_none(), bounds.wdl()) {
        (true, Some(Wdl::Draw)) => format!("{title} is a draw."),
        (true, Some(Wdl::Loss)) => {
            // "loses in 4 plies" is "wins in 4 plies" for the other.
            worth = worth.replacen("loses", &format!("wins {title}"), 1);
            format!("{other}, who moves second, {worth}.")
        }
        (true, _) => {
            worth = worth.replacen("wins", &format!("wins {title}"), 1);
            format!("{mover}, who moves first, {worth}.")
        }
        (false, Some(Wdl::Draw)) => format!("{mover}, to move, draws."),
        (false, _) => format!("{mover}, to move, {worth}."),
    }
}

/// What is known where the value is not: on which side of a draw it lies, and within how many plies nobody can win.
fn undecided(report: &Report) -> String {
    let ([mover, other], bounds) = (report.names, report.bounds);
    let (who, of) = match report.position {
        None => (format!("{mover}, who moves first,"), report.board.game_title()),
        Some(_) => (format!("{mover}, to move,"), "the position".to_owned()),
    };
    // A win in 0 plies is the end of the scale, and one in 1 the least there is: to exclude it says nothing.
    let least = |score: Score| score.distance().filter(|plies| plies.0 > 1);
    let (own, others) = (least(bounds.hi), least(bounds.lo));
    let no_win = |Plies(least): Plies| format!("cannot force a win in fewer than {least} plies");
    let known = if bounds.lo >= Score::DRAW {
        let limit = own.map_or(String::new(), |least| format!(", and {}", no_win(least)));
        format!("{who} at least draws{limit}")
    } else if bounds.hi <= Score::DRAW {
        let limit = others.map_or(String::new(), |least| format!(", and {other} {}", no_win(least)));
        format!("{who} at most draws{limit}")
    } else {
        match (own, others) {
            (Some(own), Some(Plies(others))) => {
                format!("{mover} {}, nor {other} in fewer than {others}", no_win(own))
            }
            (Some(own), None) => format!("{mover} {}", no_win(own)),
            (None, Some(others)) => format!("{other} {}", no_win(others)),
            (None, None) => return format!("the value of {of}"),
        }
    };
    format!("the value of {of}. {known}")
}

/// A sentence about rules that tables leave out.
pub(crate) fn left_out(rules: &[&str]) -> String {
    let text = format!("The tables leave these draws out: {}.", rules.join("; "));
    paragraph(&text).join("\n") + "\n"
}

/// A text in lines that fit.
pub(crate) fn paragraph(text: &str) -> Vec<String> {
    let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    wrapped("", &words, " ")
}

/// What is proven, for the side that it is proven of: "wins in 7 plies".
pub(crate) fn describe(bounds: Bounds) -> String {
    let plies = |Plies(n): Plies| if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") };
    let (value, verb) = match bounds.wdl() {
        Some(Wdl::Draw) => return "draws".to_owned(),
        Some(Wdl::Win) => (bounds, "wins"),
        // Seen from the other side a loss is a win.
        Some(Wdl::Loss) => (Bounds { lo: negated(bounds.hi), hi: negated(bounds.lo) }, "loses"),
        None if bounds.lo >= Score::DRAW => return "draws or wins".to_owned(),
        None if bounds.hi <= Score::DRAW => return "draws or loses".to_owned(),
        None => return "is not proven".to_owned(),
    };
    let longest = value.lo.distance();
    let shortest = value.hi.distance().filter(|plies| plies.0 > 1);
    match (shortest, longest) {
        (_, Some(most)) if value.score().is_some() => format!("{verb} in {}", plies(most)),
        (Some(least), Some(most)) => format!("{verb} in {} to {}", least.0, plies(most)),
        (None, Some(most)) => format!("{verb} in at most {}", plies(most)),
        (Some(least), None) => format!("{verb} in {} or more", plies(least)),
        (None, None) => verb.to_owned(),
    }
}

fn negated(score: Score) -> Score {
    Score::from_raw(-score.to_raw()).expect("scores are symmetric")
}

/// The moves: on pictures at the start, else in a list.
fn moves(report: &Report) -> String {
    if report.moves.is_empty() {
        return String::new();
    }
    let pictures = if report.position.is_none() { picture::openings(report, COLUMNS) } else { String::new() };
    let open = report.count(None);
    if pictures.is_empty() {
        if open == report.moves.len() {
            return String::new();
        }
        let rest = match open {
            0 => String::new(),
            n => format!("  {} {}.\n", counted(n as u64, "move is", "moves are"), report.unknown()),
        };
        return format!("Moves, best first.\n{}\n\n{}{rest}", legend(report, Open::LeftOut), list(report));
    }
    let (mover, [name, _]) = (report.mover, report.names);
    let pairs = report.moves.iter().any(|row| matches!(row.spot, Spot::Pair { .. }));
    let turned = report.moves.iter().enumerate().any(|(index, row)| row.alike != index);
    let mut intro = if pairs {
        let letter = mover.letter();
        format!(
            "Openings: {letter} is {name}'s stone; each other cell tells what a neutral stone there gives."
        )
    } else {
        format!("Openings: each cell tells what {name}'s stone there gives.")
    };
    if turned && pairs {
        intro.push_str(" The other openings are these turned by 180°.");
    }
    let words: Vec<String> = intro.split(' ').map(str::to_owned).collect();
    let mut text = wrapped("", &words, " ").join("\n");
    let _ = write!(text, "\n{}\n\n{pictures}", legend(report, Open::Shown));
    // Moves that no picture shows: a swap.
    let others = report.moves.iter().filter(|row| row.spot == Spot::Nowhere);
    for row in others {
        let _ = writeln!(text, "{} {}", row.text, describe(row.bounds));
    }
    text
}

/// Whether moves that are not proven are among those shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Shown,
    LeftOut,
}

/// What the marks mean, for those that occur: one line, the best first.
fn legend(report: &Report, shown: Open) -> String {
    let mut marks: Vec<(Mark, &str)> = Vec::new();
    let (proven, open): (Vec<&Row>, _) =
        report.ranked().into_iter().partition(|row| row.bounds.wdl().is_some());
    let open = if shown == Open::Shown { open } else { Vec::new() };
    for row in proven.into_iter().chain(open) {
        // The best is bold where it stands; here that would only distract.
        let mark = Mark::of(row.bounds, None);
        let meaning = match (row.bounds.wdl(), mark.text.len() > 1 || mark.text.starts_with(char::is_numeric))
        {
            (Some(Wdl::Win), true) => "wins in",
            (Some(Wdl::Win), false) => "wins",
            (Some(Wdl::Draw), _) => "draws",
            (Some(Wdl::Loss), true) => "loses in",
            (Some(Wdl::Loss), false) => "loses",
            (None, _) => report.unknown(),
        };
        if marks.iter().all(|(_, known)| *known != meaning) {
            marks.push((mark, meaning));
        }
    }
    let parts = marks.iter().map(|(mark, meaning)| {
        let shown = mark.right(0);
        if meaning.ends_with(" in") {
            let number = mark.text.trim_start_matches('-');
            format!("{shown} {meaning} {number} {}", if number == "1" { "ply" } else { "plies" })
        } else {
            format!("{shown} {meaning}")
        }
    });
    parts.collect::<Vec<_>>().join("   ")
}

/// Every proven move with its mark, best first, in columns that are read downwards.
fn list(report: &Report) -> String {
    let best = report.best();
    let rows: Vec<&Row> = report.ranked().into_iter().filter(|row| row.bounds.wdl().is_some()).collect();
    let name = rows.iter().map(|row| row.text.width()).max().unwrap_or(0);
    let mark = rows.iter().map(|row| Mark::of(row.bounds, best).text.len()).max().unwrap_or(0);
    let width = name + 1 + mark;
    let across = ((COLUMNS - 2 + 3) / (width + 3)).max(1);
    let down = rows.len().div_ceil(across);
    let mut text = String::new();
    for line in 0..down {
        let row = rows.iter().skip(line).step_by(down).map(|row| {
            let pad = name - row.text.width();
            format!("{}{:pad$} {}", row.text, "", Mark::of(row.bounds, best).right(mark))
        });
        let row: Vec<String> = row.collect();
        let _ = writeln!(text, "  {}", row.join("   "));
    }
    text
}

/// How many openings win, draw and lose.
fn table(report: &Report) -> String {
    if report.position.is_some() || report.count(None) == report.moves.len() {
        return String::new();
    }
    let rows = [
        ("win", Some(Wdl::Win)),
        ("draw", Some(Wdl::Draw)),
        ("lose", Some(Wdl::Loss)),
        (report.unknown(), None),
    ];
    let mut text = format!("{:INDENT$}{:>8}{:>18}\n", "", "openings", "up to symmetry");
    for (name, value) in rows {
        let (all, alike) = (report.count(value), report.count_up_to_symmetry(value));
        if value.is_some() || all > 0 {
            let _ = writeln!(text, "  {name:<11}{:>8}{:>18}", grouped(all as u64), grouped(alike as u64));
        }
    }
    text
}

/// The best move with its line, and what holds the worse ones.
fn examples(report: &Report) -> String {
    let ranked = report.ranked();
    let Some(&best) = ranked.first() else { return String::new() };
    let Some(value) = best.bounds.wdl() else { return String::new() };
    let mut text = String::new();
    let label = match value {
        Wdl::Win | Wdl::Draw => "Best",
        Wdl::Loss => "Holds out",
    };
    example(&mut text, label, best);
    for worse in [Wdl::Draw, Wdl::Loss] {
        let row = ranked.iter().find(|row| row.bounds.wdl() == Some(worse) && row.line.len() > 1);
        if let Some(row) = row
            && worse < value
        {
            example(&mut text, "Refuted", row);
        }
    }
    text
}

/// A move with its line, under a label.
fn example(text: &mut String, label: &str, row: &Row) {
    let worth = describe(row.bounds);
    let held = match row.line.get(1) {
        Some(reply) if label != "Best" => format!(": {reply} answers it"),
        _ => String::new(),
    };
    let _ = writeln!(text, "{label:<INDENT$}{} {worth}{held}", row.text);
    if row.line.len() < 2 {
        return;
    }
    for line in wrapped(&" ".repeat(INDENT), &row.line, "; ") {
        let _ = writeln!(text, "{line}");
    }
}

/// Moves whose value came out while only the position's was asked for.
fn proven_on_the_way(report: &Report) -> String {
    let mut text = String::new();
    let mut known = Vec::new();
    for row in report.ranked() {
        if row.bounds.wdl().is_some() && known.iter().all(|other: &&Row| other.alike != row.alike) {
            known.push(row);
        }
    }
    for row in known.into_iter().take(3) {
        let _ = writeln!(text, "{:<INDENT$}{} {}", "Proven", row.text, describe(row.bounds));
    }
    text
}

/// `--lines`: every move with its line.
fn every_line(report: &Report) -> String {
    if report.run.goal == Goal::Value {
        return "Lines of play come with --goal moves, and complete with --goal distances\n".to_owned();
    }
    let rows: Vec<&Row> = report.ranked().into_iter().filter(|row| !row.line.is_empty()).collect();
    if rows.is_empty() {
        return String::new();
    }
    let best = report.best();
    let name = rows.iter().map(|row| row.text.width()).max().unwrap_or(0);
    let lines = if report.run.goal == Goal::Distances { "Lines of best play" } else { "Lines" };
    let mut text = format!("{lines}, after each move and its worth\n");
    for row in rows {
        let pad = name - row.text.width();
        let mark = Mark::of(row.bounds, best).right(5);
        let indent = " ".repeat(2 + name + 5 + 2);
        let lines = wrapped(&indent, row.line.get(1..).unwrap_or_default(), "; ");
        let rest = lines.join("\n");
        let rest = rest.get(indent.len()..).unwrap_or_default();
        let line = format!("  {}{:pad$}{mark}  {rest}", row.text, "");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// What it took.
fn figures(report: &Report) -> String {
    let PlyStats { nodes, leaves, moves, cutoffs, tt_hits, tt_stores, probes, probe_hits } =
        report.stats.total();
    let run = &report.run;
    let speed = if run.seconds > 0.0 && nodes > 0 {
        format!(" ({} a second)", rate(nodes as f64 / run.seconds))
    } else {
        String::new()
    };
    let threads = counted(run.threads as u64, "thread", "threads");
    let mut groups = vec![
        vec![format!("{} in {}{speed}", counted(nodes, "node", "nodes"), seconds(run.seconds))],
        vec![threads, format!("at most {} of memory", size(run.memory_bytes))],
        vec![
            counted(leaves, "leaf", "leaves"),
            counted(moves, "move listed", "moves listed"),
            counted(cutoffs, "cut-off", "cut-offs"),
        ],
        vec![counted(tt_hits, "table hit", "table hits"), counted(tt_stores, "store", "stores")],
    ];
    if probes > 0 {
        groups.push(vec![
            counted(probes, "position looked up", "positions looked up"),
            format!("{} settled by the database", grouped(probe_hits)),
        ]);
    }
    if let Some(tree) = &run.tree {
        let total = &tree.total;
        groups.push(vec![
            format!("{} nodes in the whole game tree", grouped(total.nodes)),
            format!("{} positions", grouped(total.positions)),
            format!("{} up to symmetry", grouped(total.canonical)),
        ]);
    }
    let indent = " ".repeat(INDENT);
    let lines: Vec<String> = groups.iter().flat_map(|group| wrapped(&indent, group, ", ")).collect();
    format!("Search{}\n", &lines.join("\n")["Search".len()..])
}

/// `--stats`: the figures by ply.
fn plies(report: &Report) -> String {
    let mut text = format!(
        "{:>4}{:>13}{:>13}{:>13}{:>12}{:>12}{:>12}\n",
        "ply", "nodes", "leaves", "moves", "cut-offs", "table hits", "stores"
    );
    for (ply, s) in report.stats.plies.iter().enumerate() {
        // Numbers too long for their column lose the marks between their thousands.
        let cell = |n: u64, columns: usize| {
            let marked = grouped(n);
            if marked.len() < columns { marked } else { n.to_string() }
        };
        let _ = writeln!(
            text,
            "{ply:>4}{:>13}{:>13}{:>13}{:>12}{:>12}{:>12}",
            cell(s.nodes, 13),
            cell(s.leaves, 13),
            cell(s.moves, 13),
            cell(s.cutoffs, 12),
            cell(s.tt_hits, 12),
            cell(s.tt_stores, 12)
        );
    }
    if let Some(tree) = &report.run.tree {
        text.push_str(&tree_by_ply(tree));
    }
    text
}

/// `--tree --stats`: the game tree and the positions by ply.
fn tree_by_ply(tree: &Counts) -> String {
    let mut text = format!(
        "\n{:>4}{:>34}{:>14}{:>14}{:>13}\n",
        "ply", "game tree nodes", "positions", "up to symm.", "finished"
    );
    for ply in &tree.plies {
        let _ = writeln!(
            text,
            "{:>4}{:>34}{:>14}{:>14}{:>13}",
            ply.ply,
            grouped(ply.nodes),
            grouped(ply.positions),
            grouped(ply.canonical),
            grouped(ply.finished)
        );
    }
    text
}

/// The items joined by `glue`, in lines that fit, each after `indent`.
fn wrapped(indent: &str, items: &[String], glue: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let last = index + 1 == items.len();
        let room = if last { COLUMNS } else { COLUMNS - glue.trim_end().len() };
        match lines.last_mut() {
            Some(line) if line.width() + glue.len() + item.width() <= room => {
                line.push_str(glue);
                line.push_str(item);
            }
            previous => {
                if let Some(line) = previous {
                    line.push_str(glue.trim_end());
                }
                lines.push(format!("{indent}{item}"));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests;
