//! Puzzles, each checked without the tables that proved it: by a search, or in games without end by working
//! through all positions that can follow.

#[cfg(unix)]
use crate::support::server::Server;
use crate::support::{document, json, list, number, place, refused, run, said, scratch, written};
use nexsolve_core::{Bounds, Contest, Game, Notation, Plies, Score, Symmetric, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, Shown};
use nexsolve_oracle::{Oracle, Search};
use nexsolve_players::{Budget, Course, Roster};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::AtomicBool;

/// Returns the score or at least the value of each move of a position.
type Judge<'a> = dyn FnMut(&AnyPosition) -> Vec<Bounds> + 'a;

/// Returns the game in which the puzzles of a board are set.
fn oracle(board: &str) -> Oracle {
    Oracle::new(nexsolve_games::board(board).expect(board).over_the_board(), &[]).expect("a board")
}

/// Judges by a search without tables.
fn searched(oracle: &Oracle) -> impl FnMut(&AnyPosition) -> Vec<Bounds> + '_ {
    |position| {
        let stop = AtomicBool::new(false);
        let search = Search { stop: &stop, threads: 1, memory_bytes: 16 << 20, nodes: None, observer: &() };
        let found = oracle.search(position, &search).expect("a search").expect("no fault");
        found.moves.iter().map(|reply| reply.worth.bounds).collect()
    }
}

/// Judges by working through all positions that can follow, for values without distances.
fn worked_through(game: &AnyGame) -> impl FnMut(&AnyPosition) -> Vec<Bounds> + '_ {
    let mut values = HashMap::new();
    move |position| {
        extend(game, *position, &mut values);
        let after = game.continuations(position).map(|(_, after)| after);
        after.map(|after| Bounds::of_value(-values[&after])).collect()
    }
}

/// Adds the values of a position and of all that can follow. Positions with fewer seeds or pieces come first.
/// Of the others, wins and losses that can be forced come first, then those that the side which would not
/// gain by repetition can hold to a draw. The rest have the value of the repetition.
fn extend(game: &AnyGame, start: AnyPosition, values: &mut HashMap<AnyPosition, Wdl>) {
    let mut groups: BTreeMap<u32, HashMap<AnyPosition, Vec<AnyPosition>>> = BTreeMap::new();
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        let group = groups.entry(game.count(&position)).or_default();
        if values.contains_key(&position) || group.contains_key(&position) {
            continue;
        }
        if let Some(outcome) = game.outcome(&position) {
            values.insert(position, outcome);
            continue;
        }
        let after: Vec<AnyPosition> = game.continuations(&position).map(|(_, after)| after).collect();
        waiting.extend(&after);
        group.insert(position, after);
    }
    for mut group in groups.into_values() {
        for holds_draws in [false, true] {
            while {
                let decided = |(position, after): (&AnyPosition, &Vec<AnyPosition>)| {
                    let known: Vec<Option<Wdl>> =
                        after.iter().map(|after| values.get(after).map(|&value| -value)).collect();
                    let best = known.iter().flatten().max().copied();
                    let is_settled = known.iter().all(Option::is_some);
                    let round = game.value_of_repetition(position);
                    let value = match best {
                        Some(Wdl::Win) => Some(Wdl::Win),
                        Some(best) if is_settled && (best == Wdl::Loss || holds_draws) => Some(best),
                        Some(Wdl::Draw) if holds_draws && round == Wdl::Loss => Some(Wdl::Draw),
                        _ => None,
                    };
                    value.map(|value| (*position, value))
                };
                let decided: Vec<(AnyPosition, Wdl)> = group.iter().filter_map(decided).collect();
                for &(position, value) in &decided {
                    group.remove(&position);
                    values.insert(position, value);
                }
                !decided.is_empty()
            } {}
        }
        values.extend(group.into_keys().map(|position| (position, game.value_of_repetition(&position))));
    }
}

/// Returns the distance of a winning move as far as a search of limited length proves it.
fn length(oracle: &Oracle, position: &AnyPosition, mv: AnyMove) -> Option<Plies> {
    let stop = AtomicBool::new(false);
    let search =
        Search { stop: &stop, threads: 1, memory_bytes: 16 << 20, nodes: Some(200_000), observer: &() };
    let found = oracle.search(position, &search).expect("a search").expect("no fault");
    let reply = found.moves.iter().find(|reply| reply.mv == mv).expect("a legal move");
    reply.worth.bounds.score().and_then(Score::distance)
}

/// Checks all puzzles of a document: what wins, what refutes, lengths, symmetry.
fn check(document: &Value, oracle: &Oracle, judge: &mut Judge<'_>) {
    let game = oracle.game();
    let goal = if document["goal"] == "win" { Wdl::Win } else { Wdl::Draw };
    let mut classes = HashSet::new();
    for puzzle in list(&document["puzzles"]) {
        let text = puzzle["position"].as_str().expect("text");
        let position = game.read_position(text).expect(text);
        assert!(game.outcome(&position).is_none(), "{text}");
        assert!(classes.insert(game.canonical(&position)), "{text} is symmetric to another");
        assert_eq!(puzzle["to_move"], game.side_to_move(&position).word());
        let moves = game.legal_moves(&position);
        let named = |text: &Value| game.read_move(&position, text.as_str().expect("text")).expect("legal");
        let judged: HashMap<_, _> = moves.iter().copied().zip(judge(&position)).collect();
        let solutions: Vec<_> = list(&puzzle["solution"]).iter().map(named).collect();
        let after = |mv| game.canonical(&game.play(&position, mv));
        assert!(solutions.iter().all(|&mv| after(mv) == after(solutions[0])), "{puzzle}");
        for (&mv, bounds) in &judged {
            let value = bounds.wdl().expect("proven");
            let is_solution = solutions.contains(&mv);
            assert_eq!(value == goal, is_solution, "{puzzle}: {}", game.format_move(&position, mv));
            assert!(value <= goal, "{puzzle}: {}", game.format_move(&position, mv));
        }
        if goal == Wdl::Win && !puzzle["distance"].is_null() {
            let exact = judged[&solutions[0]].score().and_then(Score::distance);
            let length = exact.or_else(|| length(oracle, &position, solutions[0]));
            assert_eq!(Some(Plies(number(&puzzle["distance"]) as u16)), length, "{puzzle}");
            assert!(number(&puzzle["distance"]) >= number(&document["least_plies"]), "{puzzle}");
        }
        let refutations = list(&puzzle["refutations"]);
        assert_eq!(refutations.len() + solutions.len(), moves.len(), "{puzzle}");
        assert!(!refutations.is_empty(), "{puzzle}");
        for refutation in refutations {
            let mv = named(&refutation["move"]);
            assert_eq!(
                refutation["value"],
                judged[&mv].wdl().expect("proven").word(),
                "{puzzle}: {refutation}"
            );
            let after = game.play(&position, mv);
            let Some(reply) = refutation["reply"].as_str() else {
                assert!(game.outcome(&after).is_some(), "{puzzle}: {refutation}");
                continue;
            };
            let reply = game.read_move(&after, reply).expect("legal");
            let replies = game.legal_moves(&after);
            let at = replies.iter().position(|&other| other == reply).expect("legal");
            let kept = -judge(&after)[at].wdl().expect("proven");
            assert_eq!(kept.word(), refutation["value"], "{puzzle}: {refutation}");
        }
    }
}

#[test]
fn puzzles_of_finite_games_are_right() {
    for (line, least) in [
        ("nex:3x3 --count 12", 12),
        ("nex:3x3 --count 6 --least-plies 1 --seed 5", 6),
        ("nex:3x3 --count 6 --goal draw", 6),
        ("nex:3x4 --count 3", 3),
        ("hex:4x4 --count 8", 8),
        ("hex:swap:3x3 --count 4 --least-plies 1", 4),
        ("connect4:4x4 --count 8", 8),
        ("tictactoe:3x3 --count 5", 5),
    ] {
        let found = json(&format!("puzzles {line}"));
        let puzzles = list(&found["puzzles"]);
        assert_eq!(puzzles.len(), least, "{line}");
        assert!(puzzles.iter().all(|puzzle| puzzle["source"] == "table"), "{line}");
        assert!(
            found["goal"] == "draw" || puzzles.iter().all(|puzzle| puzzle["distance"].is_u64()),
            "{line}"
        );
        let oracle = oracle(found["board"].as_str().expect("text"));
        check(&found, &oracle, &mut searched(&oracle));
    }
}

#[test]
fn puzzles_of_games_without_end_are_right() {
    for line in ["awari:4 --count 4", "draughts:3 --count 4", "draughts:3 --count 3 --goal draw"] {
        let found = json(&format!("puzzles {line}"));
        assert!(list(&found["puzzles"]).len() >= 3, "{line}");
        let oracle = oracle(found["board"].as_str().expect("text"));
        check(&found, &oracle, &mut worked_through(oracle.game()));
    }
}

#[test]
fn a_search_proves_puzzles_without_a_table() {
    for line in [
        "hex:4x4 --count 4 --nodes 100000",
        "nex:3x3 --count 4 --nodes 50000",
        "nex:3x3 --count 2 --nodes 50000 --goal draw",
    ] {
        let found = json(&format!("puzzles {line}"));
        assert!(list(&found["puzzles"]).iter().all(|puzzle| puzzle["source"] == "search"), "{line}");
        let oracle = oracle(found["board"].as_str().expect("text"));
        check(&found, &oracle, &mut searched(&oracle));
    }
    let found = json("puzzles nex:4x5 --count 1 --time 1s");
    assert_eq!((list(&found["puzzles"]).len(), &found["databases"]), (1, &Value::Array(Vec::new())));
}

#[test]
fn a_database_without_distances_proves_puzzles_too() {
    let folder = scratch();
    let db = place(&folder, "db");
    said(&format!("generate nex:3x3 --metric wdl --out {db} --quiet"));
    let found = json(&format!("puzzles nex:3x3 --db {db} --count 4"));
    assert_eq!((list(&found["puzzles"]).len(), &found["databases"][0]), (4, &"db".into()));
    assert!(list(&found["puzzles"]).iter().all(|puzzle| puzzle["distance"].is_u64()), "{found}");
    let oracle = oracle("nex:3x3");
    check(&found, &oracle, &mut searched(&oracle));
}

#[test]
fn a_seed_gives_the_same_puzzles_with_any_threads() {
    for line in ["nex:3x3 --count 6", "nex:3x4 --count 2 --nodes 20000", "draughts:3 --count 3"] {
        let with = |rest: &str| said(&format!("puzzles {line} --json {rest}"));
        let first = with("--seed 3 --threads 1");
        assert_eq!(first, with("--seed 3 --threads 3"), "{line}");
        assert_ne!(first, with("--seed 4"), "{line}");
    }
}

#[test]
fn the_grade_is_what_the_player_finds() {
    let found = json("puzzles hex:4x4 --count 6");
    let oracle = oracle("hex:4x4");
    let (game, roster) = (oracle.game(), Roster::new(&oracle));
    for puzzle in list(&found["puzzles"]) {
        let position = game.read_position(puzzle["position"].as_str().expect("text")).expect("a position");
        let finds = |simulations: u64| {
            let spec = format!("uct({simulations})").parse().expect("a player");
            let mut player = roster.player(&spec, 0).expect("a player");
            let thought = player.choose(&Course::from(game, position), &Budget::default()).expect("a move");
            list(&puzzle["solution"]).contains(&game.format_move(&position, thought.mv).into())
        };
        let tried: Vec<(u64, bool)> =
            [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000].map(|number| (number, finds(number))).into();
        let failed = tried.iter().rposition(|(_, finds)| !finds);
        let grade = tried.get(failed.map_or(0, |last| last + 1)).map(|(number, _)| *number);
        assert_eq!(puzzle["simulations"].as_u64(), grade, "{puzzle}");
    }
}

#[test]
fn puzzles_are_printed_and_drawn() {
    let folder = scratch();
    let file = place(&folder, "puzzles.html");
    let text = said(&format!("puzzles nex:3x3 --count 2 --lines --out {file}"));
    assert!(text.starts_with("2 puzzles of 3×3 Nex: exactly one move wins.\n\n1. "), "{text}");
    for says in [
        " to move wins in ",
        " plies. Grade: ",
        "\nSolutions\n",
        "other moves fail, proven by a table",
        " refutes it\n",
    ] {
        assert!(text.contains(says), "{text} does not say {says}");
    }
    let page = std::fs::read_to_string(&file).expect("a page");
    assert_eq!((page.matches("<article").count(), page.matches("<svg").count()), (2, 4), "{page}");
    assert_eq!(page.matches("<details>").count(), 4);
    assert!(page.contains("light-dark(") && !page.contains("src=") && !page.contains("href="), "{page}");
}

#[test]
fn too_few_puzzles_and_wrong_arguments_are_reported() {
    let (code, found) = document("puzzles tictactoe:two:2x2 --count 50 --least-plies 1");
    assert!(code == 5 && list(&found["puzzles"]).len() < 50, "{found}");
    let (code, out, err) = run("puzzles nex:2x2 --least-plies 9");
    assert_eq!((code, out.as_str()), (5, "0 puzzles of 2×2 Nex: exactly one move wins.\n"));
    assert!(err.contains("found only 0 puzzles") && err.contains("--least-plies"), "{err}");
    refused(2, "puzzles", "no board is given");
    refused(2, "puzzles nex:3x3 --count 0", "at least 1");
    refused(2, "puzzles nex:3x3 --least-plies 0", "at least 1");
    refused(2, "puzzles nex:3x3 --goal loss", "possible values: win, draw");
    refused(2, "puzzles chess:8x8", "chess");
    refused(4, "puzzles nex:3x3 --db missing", "missing");
    refused(7, "puzzles nex:3x3 --out missing/page.html", "missing");
    let folder = scratch();
    let db = place(&folder, "db");
    said(&format!("generate nex:2x2 --out {db} --quiet"));
    refused(2, &format!("puzzles nex:3x3 --db {db}"), "db is a database of nex:2x2, not of nex:3x3");
}

#[cfg(unix)]
#[test]
fn a_server_reads_files_of_puzzles_within_memory() {
    let line = "serve --port 0 --memory 16MiB --puzzles";
    refused(7, &format!("{line} /dev/zero"), "needs at least 17MiB of memory");
}

/// What PowerShell's `>` and some editors write.
#[cfg(unix)]
#[test]
fn a_server_reads_puzzles_in_any_unicode_encoding() {
    let folder = scratch();
    let found = said("puzzles nex:3x3 --count 1 --json");
    let utf16 = format!("\u{feff}{found}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes) in [("marked.json", format!("\u{feff}{found}").into_bytes()), ("utf16.json", utf16)] {
        let file = written(&folder, name, bytes);
        let server = Server::start(&format!("--puzzles {file}"));
        let (status, puzzle) = server.post("puzzle", &serde_json::json!({"board": "nex:3x3"}));
        assert_eq!(status, 200, "{name}: {puzzle}");
        assert_eq!(server.interrupt().0, 130);
    }
    let file = written(&folder, "latin.json", b"{\"board\": \"\xe4\"}");
    refused(3, &format!("serve --port 0 --puzzles {file}"), "latin.json is not UTF-8 text");
}

#[test]
fn a_changed_file_of_puzzles_is_refused() {
    let folder = scratch();
    let found = said("puzzles nex:3x3 --count 1 --json");
    let document: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(document["digest"].as_str().map(str::len), Some(64));
    let changed = found.replacen("\"simulations\":", "\"simulations\":1", 1);
    assert_ne!(changed, found);
    let file = written(&folder, "puzzles.json", changed);
    refused(3, &format!("serve --port 0 --puzzles {file}"), "its digest does not match");
}
