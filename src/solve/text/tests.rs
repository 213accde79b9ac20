//! Tests of the answers' text, on hand-made solutions.

use super::*;
use crate::solve::json::document;
use nexsolve_core::Bounds;
use nexsolve_games::{AnyGame, AnyPosition, Board};
use nexsolve_oracle::{Answer, Effort, Oracle, Source, Worth};
use nexsolve_solver::{Options, Stats};
use std::sync::atomic::AtomicBool;

fn a_run(goal: Goal, stopped: Option<StopCause>) -> Run {
    let plies = (0..9).map(|i| PlyStats {
        nodes: 37_u64.pow(i),
        leaves: 11_u64.pow(i),
        moves: 52_u64.pow(i),
        cutoffs: 12_u64.pow(i),
        tt_hits: 9_u64.pow(i),
        tt_stores: 10_u64.pow(i),
        probes: 0,
        probe_hits: 0,
    });
    let stats = Stats { plies: plies.collect() };
    Run {
        engine: Engine::Search,
        goal,
        effort: Effort { stats, complete: stopped.is_none(), exhausted: false },
        stopped,
        seconds: 12.34,
        threads: 2,
        memory_bytes: 4 << 30,
        tree: None,
        proofs: None,
    }
}

/// An answer with its question and its search.
struct SolveCase {
    board: Board,
    game: AnyGame,
    position: AnyPosition,
    answer: Answer,
    run: Run,
}

impl SolveCase {
    fn report(&self) -> SolveReport<'_> {
        let Self { board, game, position, answer, run } = self;
        SolveReport { board: *board, game, position, answer, run: Some(run) }
    }
}

/// Creates an answer about `position`; `worth` returns the proven bounds of the nth move.
fn made(board: &str, position: &str, run: Run, worth: impl Fn(usize) -> Bounds) -> SolveCase {
    let board = nexsolve_games::board(board).expect("a board");
    let game = AnyGame::on(board).expect("a game");
    let position = game.read_position(position).expect("a position");
    let unknown = game.legal_moves(&position).into_iter().map(|mv| Reply::new(mv, Worth::UNKNOWN));
    let mut answer = Answer::new(Worth::UNKNOWN, unknown.collect(), Source::Search);
    let classes = answer.classes(&game, &position);
    for (reply, first) in answer.moves.iter_mut().zip(classes) {
        reply.worth.bounds = worth(first);
        if reply.worth.bounds.score().is_some() {
            // Any continuation will do as a line.
            let (mut at, mut next) = (position, reply.mv);
            loop {
                reply.line.push(next);
                at = game.play(&at, next);
                let list = game.legal_moves(&at);
                let Some(&mv) = list.get(first % list.len().max(1)) else { break };
                next = mv;
            }
        }
    }
    let limit = |get: fn(Bounds) -> Score| answer.moves.iter().map(|m| get(m.worth.bounds)).max();
    answer.worth.bounds =
        Bounds { lo: limit(|b| b.lo).unwrap_or(Score::MIN), hi: limit(|b| b.hi).unwrap_or(Score::MAX) };
    SolveCase { board, game, position, answer, run }
}

fn plain(made: &SolveCase, extras: Extras) -> String {
    anstream::adapter::strip_str(&answer(&made.report(), extras)).to_string()
}

fn win(plies: u16) -> Bounds {
    Bounds::exact(Score::win_in(Plies(plies)))
}

fn loss(plies: u16) -> Bounds {
    Bounds::exact(Score::loss_in(Plies(plies)))
}

const DRAW: Bounds = Bounds::exact(Score::DRAW);
const WON: Bounds = Bounds { lo: Score::WIN, hi: Score::MAX };
const LOST: Bounds = Bounds { lo: Score::MIN, hi: Score::LOSS };

fn mixed(n: usize) -> Bounds {
    match n % 7 {
        0 => win(7),
        1 | 2 => win(11),
        3 => DRAW,
        4 => loss(8),
        5 => loss(14),
        _ => Bounds { lo: Score::DRAW, hi: Score::MAX },
    }
}

fn wdl(n: usize) -> Bounds {
    [WON, DRAW, LOST, DRAW, WON][n % 5]
}

/// Returns reports of every kind and size.
fn gallery() -> Vec<SolveCase> {
    let full = || a_run(Goal::Distances, None);
    let stopped = |cause| a_run(Goal::Distances, Some(cause));
    vec![
        made("nex:2x2", "", full(), |n| if n == 1 { win(3) } else { DRAW }),
        made("nex:3x3", "", full(), |n| if n % 2 == 0 { win(7) } else { DRAW }),
        made("nex:3x3", "", a_run(Goal::Moves, None), wdl),
        made("nex:4x4", "", stopped(StopCause::Time), mixed),
        made("nex:5x5", "", stopped(StopCause::Interrupt), mixed),
        made("nex:4x4", "", a_run(Goal::Moves, None), wdl),
        made("nex:5x5", "", a_run(Goal::Value, Some(StopCause::Nodes)), |_| Bounds::UNKNOWN),
        made("nex:4x4", "", a_run(Goal::Value, None), |n| if n == 0 { WON } else { Bounds::UNKNOWN }),
        made("nex:4x4", "", stopped(StopCause::Time), |_| Bounds { lo: Score::DRAW, hi: Score::MAX }),
        made("nex:3x3", "Ba1?b2", full(), |n| [loss(4), loss(6)][n % 2]),
        made("nex:4x4", "Ba1?b2;Wc1?d2;Ba2?b3", stopped(StopCause::Time), mixed),
        made("hex:5x5", "", full(), |n| if n % 2 == 0 { win(13) } else { loss(12) }),
        made("hex:8x8", "", full(), |n| if n % 2 == 0 { win(13) } else { loss(12) }),
        made("nex:8x8", "", a_run(Goal::Moves, None), wdl),
        made("nex:1x1", "", full(), |_| DRAW),
        made("nex:2x8", "", stopped(StopCause::Nodes), mixed),
    ]
}

#[test]
fn lines_fit_a_terminal() {
    for report in gallery() {
        let text = plain(&report, Extras { lines: true, stats: true });
        for line in text.lines() {
            assert!(line.width() <= columns(), "{line}");
            assert_eq!(line.trim_end(), line);
        }
    }
}

#[test]
fn the_answer_begins_with_the_value() {
    let first = |report: &SolveCase| {
        plain(report, Extras::default())
            .lines()
            .take_while(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let all: Vec<String> = gallery().iter().map(first).collect();
    assert_eq!(all[0], "Black, who moves first, wins 2×2 Nex in 3 plies.");
    assert_eq!(all[2], "Black, who moves first, wins 3×3 Nex.");
    let begins = "Black, who moves first, wins 4×4 Nex in at most 7 plies. ";
    let ends = " of 240 openings are not proven within the budget.";
    assert!(all[3].starts_with(begins) && all[3].ends_with(ends), "{}", all[3]);
    assert_eq!(all[6], "Not proven within the budget: the value of 5×5 Nex.");
    assert_eq!(
        all[8],
        "Not proven within the budget: the value of 4×4 Nex. Black, who moves first, at least draws."
    );
    let lost = made("nex:3x2", "", a_run(Goal::Distances, None), |_| loss(4));
    assert_eq!(first(&lost), "White, who moves second, wins 3×2 Nex in 4 plies.");
    let drawn = made("nex:3x3", "", a_run(Goal::Distances, None), |_| DRAW);
    assert_eq!(first(&drawn), "3×3 Nex is a draw.");
}

#[test]
fn unproven_values_have_bounds() {
    let sentence = |position: &str, lo, hi| {
        let run = a_run(Goal::Distances, Some(StopCause::Nodes));
        let report = made("nex:4x4", position, run, |_| Bounds { lo, hi });
        sentences(&report.report()).replace("Not proven within the budget: the value of ", "")
    };
    let (lost, won) = (Score::loss_in(Plies(6)), Score::win_in(Plies(5)));
    assert_eq!(
        sentence("", lost, won),
        "4×4 Nex. Black cannot force a win in fewer than 5 plies, nor White in fewer than 6."
    );
    assert_eq!(
        sentence("Ba1?b2", lost, won),
        "the position. White cannot force a win in fewer than 5 plies, nor Black in fewer than 6."
    );
    assert_eq!(sentence("", Score::MIN, won), "4×4 Nex. Black cannot force a win in fewer than 5 plies.");
    assert_eq!(sentence("", lost, Score::MAX), "4×4 Nex. White cannot force a win in fewer than 6 plies.");
    assert_eq!(sentence("", Score::MIN, Score::MAX), "4×4 Nex.");
    assert_eq!(
        sentence("", Score::DRAW, won),
        "4×4 Nex. Black, who moves first, at least draws, and cannot force a win in fewer than 5 plies."
    );
    assert_eq!(
        sentence("Ba1?b2", lost, Score::DRAW),
        "the position. White, to move, at most draws, and Black cannot force a win in fewer than 6 plies."
    );
}

#[test]
fn the_whole_answer_for_the_smallest_board() {
    let board = nexsolve_games::board("nex:2x2").expect("a board");
    let oracle = Oracle::new(board, &[]).expect("a game");
    let (game, stop) = (oracle.game(), AtomicBool::new(false));
    let options = Options::within(1 << 16);
    let searcher = oracle.searcher(options, &stop, &()).expect("a little memory");
    let answer = searcher.expect("it is searched").solve(&game.start(), Goal::Distances).expect("no tables");
    let run = a_run(Goal::Distances, None);
    let made = SolveCase { board, game: game.clone(), position: game.start(), answer, run };
    let text = plain(&made, Extras::default());
    let shown = text.split("\nSearch").next().expect("figures at the end");
    assert_eq!(
        shown,
        "\
Black, who moves first, wins 2×2 Nex in 3 plies.

Openings: B is Black's stone; each other cell shows the value with the neutral
stone there. Rotating them by 180° gives the other openings.
3 wins in 3 plies   = draws

  1 2      1 2
a B 3    a = B
 b = =    b = =

             openings    up to symmetry
  win               2                 1
  draw             10                 5
  lose              0                 0

Best         Ba1?a2 wins in 3 plies
             Ba1?a2; Wb1?b2; Ba2Bb2?a1
Refuted      Ba1?b1 draws: Wa2?b2 refutes it
             Ba1?b1; Wa2?b2; Bb1Bb2?a1
"
    );
    let json = document(&made.report(), &made.run);
    assert_eq!(json["value"], "win");
    assert_eq!(json["distance"], 3);
    assert_eq!(json["proven"], true);
    assert_eq!(json["openings"][0]["move"], "Ba1?a2");
    assert_eq!(json["openings"][1]["distance"], serde_json::Value::Null);
    assert_eq!(json["openings_by_value"]["draw"], 10);
    assert_eq!(json["search"]["threads"], 2);
}

#[test]
fn documents_hold_what_is_proven() {
    for made in gallery() {
        let (report, json) = (made.report(), document(&made.report(), &made.run));
        assert_eq!(json["proven"], made.run.effort.complete);
        assert_eq!(json["value"].is_null(), report.bounds().wdl().is_none());
        assert_eq!(json.get("bounds").is_some(), report.bounds().score().is_none());
        let moves = if report.is_start() { &json["openings"] } else { &json["moves"] };
        assert_eq!(moves.as_array().map(Vec::len), Some(report.answer.moves.len()));
    }
}
