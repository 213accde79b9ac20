//! The answer of a solve or a look-up, as text.

use super::args::Engine;
use super::picture::{self, StyledText};
use super::report::{Run, SolveReport};
use anstyle::Style;
use nexsolve_console::stop::StopCause;
use nexsolve_console::terminal::{columns, paragraph, wrapped};
use nexsolve_console::units::{counted, grouped, rate, seconds, size};
use nexsolve_core::{Game, Notation, Plies, Score, Symmetric, Wdl};
use nexsolve_games::{Shown, Spot};
use nexsolve_oracle::Reply;
use nexsolve_oracle::words::{proven, verb};
use nexsolve_solver::{DEEPEST, Goal, PlyStats};
use std::collections::HashSet;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// The column where the text of labelled lines begins.
const INDENT: usize = 13;

/// What to print beyond the answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extras {
    /// `--lines`: the line of every move.
    pub(crate) lines: bool,
    /// `--stats`: the figures by ply.
    pub(crate) stats: bool,
}

/// Returns the whole answer, with colour codes.
pub(crate) fn answer(report: &SolveReport<'_>, extras: Extras) -> String {
    let mut text = String::new();
    if !report.is_start() {
        text.push_str(&report.game.diagram(report.position));
        text.push('\n');
    }
    let bold = Style::new().bold();
    for line in paragraph(&sentences(report)) {
        let _ = writeln!(text, "{bold}{line}{bold:#}");
    }
    let needs_all =
        |run: &Run| run.goal != Goal::Value || run.effort.complete && report.answer.count_of(None) == 0;
    let parts = if report.run.is_none_or(needs_all) {
        let classes = report.answer.classes(report.game, report.position);
        vec![moves(report, &classes), table(report, &classes), examples(report)]
    } else {
        vec![proven_on_the_way(report)]
    };
    let (mut all_lines, mut figures, mut by_ply) = (String::new(), String::new(), String::new());
    if let Some(run) = report.run {
        if extras.lines {
            all_lines = every_line(report, run.goal);
        }
        // A finished game needs no search, but its tree can be counted.
        if report.game.outcome(report.position).is_none() || run.tree.is_some() {
            figures = took(run);
            if extras.stats {
                by_ply = plies(run);
            }
        }
    }
    for part in parts.into_iter().chain([all_lines, figures, by_ply]) {
        if !part.is_empty() {
            text.push('\n');
            text.push_str(&part);
        }
    }
    text
}

/// Returns the sentences at the beginning of the answer: the value, and notes.
fn sentences(report: &SolveReport<'_>) -> String {
    let within = match report.run.and_then(|run| run.stopped) {
        Some(StopCause::Interrupt) => "before the interruption",
        Some(StopCause::Depth) => "by search",
        _ => "within the budget",
    };
    let [mover, other] = report.names();
    let mut text = match report.game.outcome(report.position) {
        Some(Wdl::Win) => format!("The game is over: {mover} has won."),
        Some(Wdl::Loss) => format!("The game is over: {other} has won."),
        Some(Wdl::Draw) => "The game is over: a draw.".to_owned(),
        None if report.answer.worth.is_known() => decided(report),
        None if report.run.is_none() => format!("Not proven: {}.", undecided(report)),
        None => format!("Not proven {within}: {}.", undecided(report)),
    };
    if let Some(run) = report.run.filter(|run| !run.effort.complete) {
        text.push_str(&what_is_open(report, run, within));
    }
    if report.answer.reachable == Some(false) {
        text.push_str(" This position cannot be reached from the start.");
    }
    if report.game.may_swap(report.position) {
        text.push_str(" Colours are those before a swap.");
    }
    text
}

/// Returns a note about moves that are not proven, and about what would prove them.
fn what_is_open(report: &SolveReport<'_>, run: &Run, within: &str) -> String {
    let known = report.answer.worth.is_known();
    let is_open = |reply: &&Reply| match run.goal {
        Goal::Distances => reply.worth.bounds.score().is_none(),
        _ => !reply.worth.is_known(),
    };
    let open = report.answer.moves.iter().filter(is_open).count();
    let only_distances = report.answer.count_of(None) == 0;
    let mut text = String::new();
    if known && run.goal != Goal::Value && open > 0 {
        let within = if run.stopped == Some(StopCause::Depth) { "" } else { &format!(" {within}") };
        let noun = if report.is_start() { "openings" } else { "moves" };
        let what = match (only_distances, open) {
            (true, 1) => "has no proven distance",
            (true, _) => "have no proven distance",
            (false, 1) => "is not proven",
            (false, _) => "are not proven",
        };
        let (open, all) = (grouped(open as u64), grouped(report.answer.moves.len() as u64));
        let _ = write!(text, " {open} of {all} {noun} {what}{within}.");
    }
    // If play can go on for ever, a search cannot prove a draw.
    if report.game.longest(report.position) != Plies::ENDLESS {
        return text;
    }
    if known && only_distances {
        text.push_str(" For values without distances, use --goal moves.");
        return text;
    }
    text.push_str(" Play can go on for ever here, so a search cannot prove a draw; a database can.");
    if run.stopped == Some(StopCause::Depth) {
        let _ = write!(text, " The search looked {} plies ahead, the most it can.", DEEPEST.0);
    }
    if known {
        text.push_str(" For the value of the position alone, use --goal value.");
    }
    text
}

/// Returns the sentence about a known value.
fn decided(report: &SolveReport<'_>) -> String {
    let ([mover, other], title) = (report.names(), report.board.game_title());
    let worth = proven(report.bounds());
    let wins = |verb: &str| worth.replacen(verb, &format!("wins {title}"), 1);
    match (report.is_start(), report.bounds().wdl()) {
        (true, Some(Wdl::Draw)) => format!("{title} is a draw."),
        // "loses in 4 plies" is "wins in 4 plies" for the other.
        (true, Some(Wdl::Loss)) => format!("{other}, who moves second, {}.", wins("loses")),
        (true, _) => format!("{mover}, who moves first, {}.", wins("wins")),
        (false, _) => format!("{mover}, to move, {worth}."),
    }
}

/// Returns the sentence about bounds of an unknown value: whether a side has at least a draw, and how many
/// plies a win takes at least.
fn undecided(report: &SolveReport<'_>) -> String {
    let ([mover, other], bounds) = (report.names(), report.bounds());
    let (who, of) = if report.is_start() {
        (format!("{mover}, who moves first,"), report.board.game_title())
    } else {
        (format!("{mover}, to move,"), "the position".to_owned())
    };
    // Excluding wins in 0 plies (the end of the scale) or 1 ply, the shortest ones, says nothing.
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

/// Returns a sentence about rules that the tables ignore.
pub(crate) fn left_out(rules: &[&str]) -> String {
    let text = format!("The tables ignore these draw rules: {}.", rules.join("; "));
    paragraph(&text).join("\n") + "\n"
}

/// Returns the moves: as pictures at the start, otherwise as a list.
fn moves(report: &SolveReport<'_>, classes: &[usize]) -> String {
    if report.answer.moves.is_empty() {
        return String::new();
    }
    let pictures =
        if report.is_start() { picture::openings(report, classes, columns()) } else { String::new() };
    let open = report.answer.count_of(None);
    let mut ranked = report.ranked();
    if pictures.is_empty() {
        if open == report.answer.moves.len() {
            return String::new();
        }
        ranked.retain(|reply| reply.worth.is_known());
        let rest = match open {
            0 => String::new(),
            n => format!("  {} {}.\n", counted(n as u64, "move is", "moves are"), report.unknown()),
        };
        return format!("Moves, best first.\n{}\n\n{}{rest}", legend(report, &ranked), list(report, &ranked));
    }
    let name = report.names()[0];
    let spot = |reply: &Reply| report.game.spot(reply.mv);
    let pairs = report.answer.moves.iter().any(|reply| matches!(spot(reply), Spot::Pair { .. }));
    let turned = !classes.iter().copied().eq(0..classes.len());
    let mut intro = if pairs {
        let letter = report.game.side_to_move(report.position).letter();
        format!(
            "Openings: {letter} is {name}'s stone; each other cell shows the value with the neutral stone there."
        )
    } else {
        format!("Openings: each cell shows the value of {name}'s stone there.")
    };
    if turned && pairs {
        intro.push_str(" Rotating them by 180° gives the other openings.");
    }
    let mut text = paragraph(&intro).join("\n");
    ranked.sort_by_key(|reply| !reply.worth.is_known());
    let _ = write!(text, "\n{}\n\n{pictures}", legend(report, &ranked));
    // Moves that no picture can show: a swap.
    let others = report.answer.moves.iter().filter(|reply| spot(reply) == Spot::Nowhere);
    for reply in others {
        let _ = writeln!(text, "{} {}", report.text(reply), proven(reply.worth.bounds));
    }
    text
}

/// Explains the marks of these moves in one line, in the order of the moves.
fn legend(report: &SolveReport<'_>, moves: &[&Reply]) -> String {
    let (mut kinds, mut parts) = (Vec::new(), Vec::new());
    for bounds in moves.iter().map(|reply| reply.worth.bounds) {
        let exact = bounds.score().filter(|score| score.distance().is_some());
        let kind = (bounds.wdl(), exact.is_some());
        if kinds.contains(&kind) {
            continue;
        }
        kinds.push(kind);
        let meaning = match kind {
            (Some(_), true) => proven(bounds),
            (Some(value), false) => verb(value).to_owned(),
            (None, _) => report.unknown().to_owned(),
        };
        // In the list the best move is bold; in the legend that would only distract.
        parts.push(format!("{} {meaning}", StyledText::of(bounds, None).right(0)));
    }
    parts.join("   ")
}

/// Returns the moves with their marks, column by column.
fn list(report: &SolveReport<'_>, moves: &[&Reply]) -> String {
    let best = report.best();
    let cells: Vec<(String, StyledText)> =
        moves.iter().map(|reply| (report.text(reply), StyledText::of(reply.worth.bounds, best))).collect();
    let name = cells.iter().map(|(text, _)| text.width()).max().unwrap_or(0);
    let mark = cells.iter().map(|(_, mark)| mark.text.len()).max().unwrap_or(0);
    let width = name + 1 + mark;
    let across = ((columns() - 2 + 3) / (width + 3)).max(1);
    let down = cells.len().div_ceil(across);
    let mut text = String::new();
    for line in 0..down {
        let row = cells.iter().skip(line).step_by(down).map(|(text, value)| {
            let pad = name - text.width();
            format!("{text}{:pad$} {}", "", value.right(mark))
        });
        let row: Vec<String> = row.collect();
        let _ = writeln!(text, "  {}", row.join("   "));
    }
    text
}

/// Returns a table of how many openings win, draw and lose; empty unless the position is the start and some
/// move is proven.
fn table(report: &SolveReport<'_>, classes: &[usize]) -> String {
    if !report.is_start() || report.answer.count_of(None) == report.answer.moves.len() {
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
        let is_first =
            |&(index, reply): &(usize, &Reply)| classes[index] == index && reply.worth.bounds.wdl() == value;
        let (all, alike) =
            (report.answer.count_of(value), report.answer.moves.iter().enumerate().filter(is_first).count());
        if value.is_some() || all > 0 {
            let _ = writeln!(text, "  {name:<11}{:>8}{:>18}", grouped(all as u64), grouped(alike as u64));
        }
    }
    text
}

/// Returns the best move with its line, and refutations of worse moves.
fn examples(report: &SolveReport<'_>) -> String {
    let ranked = report.ranked();
    let Some(&best) = ranked.first() else { return String::new() };
    let Some(value) = best.worth.bounds.wdl() else { return String::new() };
    let mut text = String::new();
    let label = match value {
        Wdl::Win | Wdl::Draw => "Best",
        Wdl::Loss => "Best defence",
    };
    example(&mut text, report, label, best);
    for worse in [Wdl::Draw, Wdl::Loss] {
        let refuted = |reply: &&&Reply| reply.worth.bounds.wdl() == Some(worse) && reply.line.len() > 1;
        if let Some(reply) = ranked.iter().find(refuted)
            && worse < value
        {
            example(&mut text, report, "Refuted", reply);
        }
    }
    text
}

/// Appends a labelled move with its line.
fn example(text: &mut String, report: &SolveReport<'_>, label: &str, reply: &Reply) {
    let line = report.game.format_line(report.position, &reply.line);
    let held = match line.get(1) {
        Some(answer) if label == "Refuted" => format!(": {answer} refutes it"),
        _ => String::new(),
    };
    let _ = writeln!(text, "{label:<INDENT$}{} {}{held}", report.text(reply), proven(reply.worth.bounds));
    if line.len() < 2 {
        return;
    }
    for line in wrapped(&" ".repeat(INDENT), &line, "; ") {
        let _ = writeln!(text, "{line}");
    }
}

/// Returns moves that were proven on the way, when only the position's value was requested.
fn proven_on_the_way(report: &SolveReport<'_>) -> String {
    let (mut text, mut classes) = (String::new(), HashSet::new());
    let is_new = |reply: &&Reply| {
        reply.worth.is_known()
            && classes.insert(report.game.canonical(&report.game.play(report.position, reply.mv)))
    };
    for reply in report.ranked().into_iter().filter(is_new).take(3) {
        if report.game.is_searched() {
            let (mv, worth) = (report.text(reply), proven(reply.worth.bounds));
            let _ = writeln!(text, "{:<INDENT$}{mv} {worth}", "Proven");
        } else {
            // The only line that the search for a forced win has.
            example(&mut text, report, "Proven", reply);
        }
    }
    text
}

/// Returns every move with its line, for `--lines`.
fn every_line(report: &SolveReport<'_>, goal: Goal) -> String {
    if goal == Goal::Value {
        return "--lines needs --goal moves, or --goal distances for complete lines\n".to_owned();
    }
    let mut moves = report.ranked();
    moves.retain(|reply| !reply.line.is_empty());
    if moves.is_empty() {
        return String::new();
    }
    let best = report.best();
    let name = moves.iter().map(|reply| report.text(reply).width()).max().unwrap_or(0);
    let lines = if goal == Goal::Distances { "Lines of best play" } else { "Lines" };
    let mut text = format!("{lines}: the move, its value, the continuation\n");
    for reply in moves {
        let line = report.game.format_line(report.position, &reply.line);
        let pad = name - line[0].width();
        let mark = StyledText::of(reply.worth.bounds, best).right(5);
        let indent = " ".repeat(2 + name + 5 + 2);
        let rest = wrapped(&indent, &line[1..], "; ").join("\n");
        let rest = rest.get(indent.len()..).unwrap_or_default();
        let line = format!("  {}{:pad$}{mark}  {rest}", line[0], "");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Returns the time and memory of the answer, by a table or a search.
fn took(run: &Run) -> String {
    if run.engine == Engine::Search {
        return figures(run);
    }
    let &Run { seconds: time, threads, memory_bytes, .. } = run;
    let by = format!("by a table, in {}", seconds(time));
    let threads = counted(threads as u64, "thread", "threads");
    let mut text =
        format!("{:<INDENT$}{by}\n{:INDENT$}{threads}, memory limit {}\n", "Proven", "", size(memory_bytes));
    if !run.effort.complete || run.tree.is_some() {
        // Distances that the table does not have come from a search.
        text += &figures(run);
    }
    text
}

/// Returns the figures of the search.
fn figures(run: &Run) -> String {
    let PlyStats { nodes, leaves, moves, cutoffs, tt_hits, tt_stores, probes, probe_hits } =
        run.effort.stats.total();
    let speed = if run.seconds > 0.0 && nodes > 0 {
        format!(" ({} per second)", rate(nodes as f64 / run.seconds))
    } else {
        String::new()
    };
    let threads = counted(run.threads as u64, "thread", "threads");
    let mut groups = vec![
        vec![format!("{} in {}{speed}", counted(nodes, "node", "nodes"), seconds(run.seconds))],
        vec![threads, format!("memory limit {}", size(run.memory_bytes))],
        used([
            (leaves, "leaf", "leaves"),
            (moves, "move listed", "moves listed"),
            (cutoffs, "cut-off", "cut-offs"),
        ]),
        used([(tt_hits, "table hit", "table hits"), (tt_stores, "store", "stores")]),
    ];
    if probes > 0 {
        groups.push(vec![
            counted(probes, "position looked up", "positions looked up"),
            format!("{} found in the database", grouped(probe_hits)),
        ]);
    }
    if let Some(tree) = &run.tree {
        let total = &tree.total;
        groups.push(vec![
            format!("{} nodes in the game tree", grouped(total.nodes)),
            format!("{} positions", grouped(total.positions)),
            format!("{} up to symmetry", grouped(total.canonical)),
        ]);
    }
    let indent = " ".repeat(INDENT);
    let lines: Vec<String> = groups.iter().flat_map(|group| wrapped(&indent, group, ", ")).collect();
    format!("Search{}\n", &lines.join("\n")["Search".len()..])
}

/// Returns the counters in words, without those of things that this search does not do.
fn used<const N: usize>(counters: [(u64, &str, &str); N]) -> Vec<String> {
    let used = counters.into_iter().filter(|(number, ..)| *number > 0);
    used.map(|(number, one, many)| counted(number, one, many)).collect()
}

/// Returns the figures by ply, for `--stats`; with `--tree`, also the game tree and the positions by ply.
fn plies(run: &Run) -> String {
    let heads = [
        ("ply", 4),
        ("nodes", 13),
        ("leaves", 13),
        ("moves", 13),
        ("cut-offs", 12),
        ("table hits", 12),
        ("stores", 12),
    ];
    let figures =
        run.effort.stats.plies.iter().zip(0_u64..).map(|(s, ply)| {
            [ply, s.nodes, s.leaves, s.moves, s.cutoffs, s.tt_hits, s.tt_stores].map(u128::from)
        });
    let mut text = numbers(heads, figures);
    if let Some(tree) = &run.tree {
        let heads =
            [("ply", 4), ("game tree nodes", 34), ("positions", 14), ("up to symm.", 14), ("finished", 13)];
        let counts = tree.plies.iter().map(|ply| {
            let [positions, canonical, finished] =
                [ply.positions, ply.canonical, ply.finished].map(u128::from);
            [ply.ply.into(), ply.nodes, positions, canonical, finished]
        });
        let _ = write!(text, "\n{}", numbers(heads, counts));
    }
    text
}

/// Returns a table of numbers, right-aligned in columns of the given widths.
fn numbers<const N: usize>(heads: [(&str, usize); N], rows: impl Iterator<Item = [u128; N]>) -> String {
    let rows: Vec<[u128; N]> = rows.collect();
    // Counters of things that the search does not do are left out; the first column is the ply.
    let used: Vec<bool> =
        (0..N).map(|column| column == 0 || rows.iter().any(|row| row[column] > 0)).collect();
    let heads = heads.into_iter().zip(&used);
    let mut text = String::new();
    for ((head, columns), _) in heads.clone().filter(|(_, used)| **used) {
        let _ = write!(text, "{head:>columns$}");
    }
    for row in rows {
        text.push('\n');
        let shown = row.into_iter().zip(heads.clone()).filter(|(_, (_, used))| **used);
        for (number, ((_, columns), _)) in shown {
            // A number that is too long for its column loses its thousands separators.
            let marked = grouped(number);
            let shown = if marked.len() < columns { marked } else { number.to_string() };
            let _ = write!(text, "{shown:>columns$}");
        }
    }
    text + "\n"
}

#[cfg(test)]
mod tests;
