//! What is known about tasks, as text and JSON.

use super::folder::{Report, Spent, State};
use super::list::{Task, TaskList};
use nexsolve_console::columns::{self, Align};
use nexsolve_console::units::{counted, grouped, long};
use nexsolve_core::{Game, Notation};
use nexsolve_db::json::number;
use nexsolve_proof::Claim;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The number of begun tasks that are shown in text.
const SHOWN: usize = 20;

/// Returns the board and the position in words.
pub(super) fn place(list: &TaskList) -> String {
    let from = if list.is_start() { "the start".to_owned() } else { format!("the position {}", list.root()) };
    format!("{} from {from}", list.board.title())
}

/// Returns the line about a task after a run. `effort` says what the run has spent on it.
pub(super) fn line(list: &TaskList, task: &Task, state: &State, effort: Option<&str>) -> String {
    let result = match state {
        State::Refuted(theorem) => refutation(list, theorem.claim),
        State::Proven(_) | State::Open => state.word().to_owned(),
    };
    let proof = state.length().map_or_else(String::new, |length| format!(", by {length}"));
    let effort = effort.map_or_else(String::new, |effort| format!(" ({effort})"));
    format!("Task {}, {}: {result}{proof}{effort}.\n", task.number, task.reply)
}

/// Says what was spent.
pub(super) fn effort(Spent { nodes, seconds }: Spent) -> String {
    format!("{}, {}", counted(nodes, "node", "nodes"), long(seconds))
}

/// Says how a certificate of the other side refutes a task.
fn refutation(list: &TaskList, claim: Claim) -> String {
    let other = list.game.side(list.side.other());
    if claim == Claim::Draws { format!("{other} does not lose") } else { format!("{other} wins") }
}

/// Returns a task as JSON.
pub(super) fn task(task: &Task, state: &State, spent: Option<Spent>) -> Value {
    let Task { number: task, reply, text, .. } = task;
    json!({
        "task": task,
        "reply": reply,
        "position": text,
        // `proven`, `refuted` or `open`.
        "state": state.word(),
        // The length of the certificate; null if there is none.
        "proof": state.length(),
        // What runs have spent, as their logs say; of tasks prove, this run. Null for tasks proven together.
        "nodes": spent.map(|spent| number(spent.nodes)),
        "core_seconds": spent.map(|spent| spent.seconds),
    })
}

/// How many tasks are proven, refuted and open, and what was spent.
struct Totals {
    proven: u64,
    refuted: u64,
    open: u64,
    /// The open tasks on which something was spent.
    begun: u64,
    spent: Spent,
}

impl Totals {
    /// `together` was spent on all tasks together.
    fn of(reports: &[Report<'_>], together: Spent) -> Self {
        let count = |is: fn(&&Report<'_>) -> bool| reports.iter().filter(is).count() as u64;
        let mut spent = together;
        for report in reports {
            spent += report.spent;
        }
        Self {
            proven: count(|report| matches!(report.state, State::Proven(_))),
            refuted: count(|report| matches!(report.state, State::Refuted(_))),
            open: count(|report| matches!(report.state, State::Open)),
            begun: count(|report| matches!(report.state, State::Open) && report.spent.nodes > 0),
            spent,
        }
    }
}

/// Returns what follows from the tasks about the position, and about the board if a move leads there.
fn conclusion(list: &TaskList, reports: &[Report<'_>]) -> Option<String> {
    let refuted = reports.iter().find_map(|report| match &report.state {
        State::Refuted(theorem) => Some((report, theorem.claim)),
        _ => None,
    });
    if let Some((Report { task, .. }, claim)) = refuted {
        let [side, refutation] = [list.game.side(list.side).to_owned(), refutation(list, claim)];
        return Some(format!("{side} does not win {}: after {} {refutation}.", place(list), task.reply));
    }
    if !reports.iter().all(|report| matches!(report.state, State::Proven(_))) {
        return None;
    }
    let (side, board) = (list.game.side(list.side), list.board.title());
    let mut text = format!("{side} wins {}: every reply is answered.", place(list));
    let start = list.game.start();
    let mut openings = list.game.continuations(&start);
    if list.game.side_to_move(&start) == list.side
        && let Some((opening, _)) = openings.find(|(_, after)| *after == list.position)
    {
        let opening = list.game.format_move(&start, opening);
        let _ = write!(text, " So {side}, who moves first, wins {board} with {opening}.");
    }
    Some(text)
}

/// Returns the answer of `tasks status` as JSON.
pub(super) fn document(
    list: &TaskList,
    reports: &[Report<'_>],
    together: Spent,
    refused: &[String],
) -> Value {
    let Totals { proven, refuted, open, begun, spent } = Totals::of(reports, together);
    let tasks = reports.iter().map(|report| task(report.task, &report.state, Some(report.spent)));
    json!({
        "board": list.board.to_string(),
        "position": list.root(),
        // The side that the tasks are to show to win.
        "side": list.side.word(),
        "proven": proven,
        "refuted": refuted,
        "open": open,
        // The open tasks on which something was spent.
        "begun": begun,
        "nodes": number(spent.nodes),
        "core_seconds": spent.seconds,
        // What follows about the position; null while it is open.
        "conclusion": conclusion(list, reports),
        // The files that were refused, each with the reason.
        "refused": refused,
        "tasks": tasks.collect::<Value>(),
    })
}

/// Returns the answer of `tasks status` as text.
pub(super) fn text(list: &TaskList, reports: &[Report<'_>], together: Spent, refused: usize) -> String {
    let Totals { proven, refuted, open, begun, spent } = Totals::of(reports, together);
    let row = |name: &str, count: u64| vec![name.to_owned(), grouped(count)];
    let mut rows = vec![row("proven", proven), row("refuted", refuted), row("open", open)];
    rows.push(row("  begun", begun));
    let (side, counts) = (list.game.side(list.side), columns::lines(&rows, &[Align::Left, Align::Right]));
    let spent = match spent.nodes {
        0 => "nothing".to_owned(),
        nodes => format!("{}, {} of core time", counted(nodes, "node", "nodes"), long(spent.seconds)),
    };
    let refused = match refused {
        0 => String::new(),
        refused => format!("{} refused.\n", counted(refused as u64, "file was", "files were")),
    };
    let conclusion = conclusion(list, reports).map_or_else(String::new, |text| format!("\n{text}\n"));
    format!(
        "Tasks to prove that {side} wins {}\n\n{counts}\nSpent, as the logs say: {spent}.\n{}{refused}{conclusion}",
        place(list),
        begun_tasks(reports)
    )
}

/// Lists the open tasks on which most was spent.
fn begun_tasks(reports: &[Report<'_>]) -> String {
    let is_begun = |report: &&Report<'_>| matches!(report.state, State::Open) && report.spent.nodes > 0;
    let mut begun: Vec<&Report<'_>> = reports.iter().filter(is_begun).collect();
    begun.sort_by_key(|report| std::cmp::Reverse(report.spent.nodes));
    if begun.is_empty() {
        return String::new();
    }
    let row = |Report { task, spent, .. }: &&Report<'_>| {
        vec![task.number.to_string(), task.reply.clone(), grouped(spent.nodes), long(spent.seconds)]
    };
    let mut rows = vec![["task", "reply", "nodes", "core time"].map(str::to_owned).to_vec()];
    rows.extend(begun.iter().take(SHOWN).map(row));
    let align = [Align::Right, Align::Left, Align::Right, Align::Right];
    let more = if begun.len() > SHOWN { "…; --json lists all\n" } else { "" };
    format!("\nOpen, but begun:\n\n{}{more}", columns::lines(&rows, &align))
}
