//! The Hub protocol: `nexsolve hub` as draughts programs use it.

use crate::support::{fed, files, json, number, path, place, refused, said, scratch};
use nexsolve_core::{Game, Notation};
use nexsolve_games::AnyGame;
use std::fs;

/// The game by the rules of this variant.
fn game(variant: &str) -> AnyGame {
    AnyGame::on(nexsolve_games::played(&format!("draughts:{variant}"), None).expect(variant)).expect(variant)
}

/// The answers to these lines; the command ends without an error.
fn session(args: &str, lines: &str) -> Vec<String> {
    let (code, out, err) = fed(&format!("hub {args}"), lines);
    assert_eq!((code, err.as_str()), (0, ""), "{args}: {lines}");
    out.lines().map(str::to_owned).collect()
}

/// The folder of a database with all endings of two pieces.
fn endings(variant: &str) -> String {
    let name = if variant == "russian" { "draughts-2-dtw-raw" } else { "draughts-brazilian-2-dtw" };
    format!("tests/databases/{name}")
}

#[test]
fn the_engine_introduces_itself() {
    let version = env!("CARGO_PKG_VERSION");
    for (args, variant, player, db) in
        [("", "russian", "", ""), ("draughts:brazilian --player uct(20)", "brazilian", "uct(20)", "")]
    {
        assert_eq!(
            session(args, "hub\ninit\nping\nquit\nhub\n"),
            [
                &format!("id name=nexsolve version={version} author=\"the nexsolve maintainers\""),
                &format!("param name=variant value=\"{variant}\" type=enum values=\"russian brazilian\""),
                &format!("param name=player value=\"{player}\" type=string"),
                &format!("param name=db value=\"{db}\" type=string"),
                "wait",
                "ready",
                "pong",
            ][..]
        );
    }
}

#[test]
fn endings_are_played_and_valued_by_tables() {
    for variant in ["russian", "brazilian"] {
        let (game, db) = (game(variant), endings(variant));
        let hub = game.hub().expect("draughts");
        for fen in ["W:WKc1:BKa3", "B:WKc1:BKa3", "W:WKa1:BKb8", "W:Wb6:Bg3", "B:WKd4:Ba7", "W:Wc3:Bh6"] {
            let position = game.read_position(fen).expect(fen);
            let lines = format!("init\npos pos={}\ngo analyze\n", hub.format_position(&position));
            let answers = session(&format!("draughts:{variant} --db {db}"), &lines);
            let [ready, info, done] = &answers[..] else { panic!("{fen}: {answers:?}") };
            assert_eq!(ready, "ready");
            let known = json(&format!("query --db {db} {fen}"));
            let distance = || number(&known["distance"]) as f64 / 100.0;
            let score = match known["value"].as_str().expect("known") {
                "win" => 100.0 - distance(),
                "draw" => 0.0,
                _ => distance() - 100.0,
            };
            assert!(info.starts_with(&format!("info score={score:.2} nodes=")), "{variant}, {fen}: {info}");
            let word = done.strip_prefix("done move=").expect("a move").split(' ').next().expect("a word");
            let mv = hub.read_move(&position, word).expect(word);
            let after = game.format_position(&game.play(&position, mv));
            let kept = json(&format!("query --db {db} {after}"));
            let turned = [("win", "loss"), ("draw", "draw"), ("loss", "win")];
            let values = (known["value"].as_str().expect("known"), kept["value"].as_str().expect("known"));
            assert!(turned.contains(&values), "{variant}, {fen}: {word} turns {values:?}");
        }
    }
}

#[test]
fn parameters_take_effect_with_init() {
    let db = endings("brazilian");
    let set = |name: &str, value: &str| format!("set-param name={name} value={value}\n");
    let answers = session("", &format!("{}{}init\n", set("variant", "brazilian"), set("db", &db)));
    assert_eq!(answers, ["ready"]);
    let answers = session("", &format!("{}init\n{}init\n", set("db", &db), set("db", "\"\"")));
    let [error, ready] = &answers[..] else { panic!("{answers:?}") };
    let says = ["error message=\"", "is a database of draughts:brazilian:2", "not of draughts:russian"];
    assert!(says.iter().all(|part| error.contains(part)) && ready == "ready", "{answers:?}");
    for (param, says) in [
        (set("db", "missing"), "missing"),
        (set("player", "table"), "table needs a database"),
        (set("player", "queen"), "unknown player"),
        (set("player", "\"uct(1\""), "player"),
    ] {
        let answers = session("", &format!("{param}init\nping\n"));
        assert!(answers[0].starts_with("error message=\"") && answers[0].contains(says), "{answers:?}");
        assert_eq!(answers[1..], ["pong"]);
    }
    let answers = session("", &set("variant", "frisian"));
    let says = "error message=\"variant `frisian` is not supported; it can be one of: russian, brazilian\"";
    assert_eq!(answers, [says]);
}

#[test]
fn the_seed_decides() {
    let start = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    let moves = |seed: u32| {
        let lines = format!("init\npos pos={start}\ngo think\n");
        let answers = session(&format!("--player random --seed {seed}"), &lines);
        answers.last().expect("a move").clone()
    };
    assert_eq!(moves(1), moves(1));
    assert!((2..20).any(|seed| moves(seed) != moves(1)));
}

#[test]
fn wrong_use_is_told() {
    for (line, says) in [
        ("--json", "--json"),
        ("nex:3x3", "no nex:3x3"),
        ("go", "no such game"),
        ("--player queen", "unknown player"),
        ("--player table", "table needs a database"),
        ("draughts:brazilian --db tests/databases/draughts-2-dtw-raw", "not of draughts:brazilian"),
        ("--size 10", "--size"),
    ] {
        refused(2, &format!("hub {line}"), says);
    }
}

#[test]
fn damaged_tables_are_told() {
    let folder = scratch();
    let db = place(&folder, "db");
    said(&format!("generate draughts:russian:2 --metric dtw --out {db} --quiet"));
    let file = fs::read_dir(&db).expect("a folder").map(|entry| entry.expect("an entry").path());
    let file =
        file.into_iter().find(|file| file.extension().is_some_and(|end| end == "dtw")).expect("a table");
    let bytes = fs::read(&file).expect("a table");
    fs::write(&file, &bytes[..bytes.len() / 2]).expect("written");
    let before = files(&db);
    refused(4, &format!("hub --db {db}"), path(file.file_name().expect("a name").as_ref()));
    let answers =
        session("", &format!("set-param name=db value={db}\ninit\nset-param name=db value=\"\"\ninit\n"));
    assert!(answers[0].starts_with("error message=\"") && answers[1] == "ready", "{answers:?}");
    assert!(files(&db) == before);
}
