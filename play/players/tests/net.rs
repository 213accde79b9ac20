//! The player `net`: any network plays legal moves; proofs count more than what the network says; files are
//! read only where that is allowed.

use crate::{on, with_tables};
use nexsolve_core::{Course, Game as _, Notation as _, Side, SplitMix, Wdl};
use nexsolve_games::nex::Nex;
use nexsolve_net::{ChangeKind, Network, NetworkShape, Seen};
use nexsolve_oracle::Oracle;
use nexsolve_players::{Budget, Judgement, Networks, Planner, Roster, Shelf};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A network with random weights that knows some kinds of changes, in a file.
fn network() -> (TempDir, PathBuf) {
    let kinds = [(0, 1), (0, 5), (1, 5), (5, 1), (1, 0), (2, 0)];
    let kinds = kinds.map(|(before, after)| ChangeKind { before, after }).to_vec();
    let shape = NetworkShape { channels: 4, blocks: 1, dims: 2, hidden: 4, kinds };
    let mut random = SplitMix(11);
    let mut number = move || random.below(2_001) as f32 / 2_000.0 - 0.5;
    let tensors: Vec<Vec<f32>> = shape
        .tensors()
        .iter()
        .map(|(_, shape)| (0..shape.iter().product()).map(|_| number()).collect())
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("random.net");
    fs::write(&file, Network::write(&shape, &tensors, HashMap::new()).expect("small weights"))
        .expect("written");
    (folder, file)
}

/// The roster of players that may read files.
fn open(oracle: &Oracle) -> Roster {
    Roster::with_networks(oracle, &Networks::default().with_files())
}

#[test]
fn any_network_plays_any_game() {
    let (_folder, file) = network();
    for (board, most) in [
        ("nex:1x2", 9),
        ("nex:3x3", 99),
        ("nex:final:swap:2x3", 99),
        ("nex:9x9", 2),
        ("hex:swap:3x3", 99),
        ("hex:19x19", 2),
        ("connect4:4x5", 99),
        ("tictactoe:3x3", 99),
        ("draughts", 30),
        ("awari", 30),
    ] {
        let oracle = on(board);
        let roster = open(&oracle);
        for options in ["1", "20", "30, fresh, threads=2", "40, nodes=3, unproven, c=0.3"] {
            let spec = format!("net({}, {options})", file.display()).parse().expect("a player");
            let play = || {
                let mut player = roster.player(&spec, 5).expect("a player");
                let mut course = Course::new(oracle.game());
                while course.ending().is_none() && course.moves().len() < most {
                    let thought = player.choose(&course, &Budget::default()).expect("a move");
                    assert!(course.legal().contains(&thought.mv), "{board} {options}");
                    course.play(thought.mv);
                }
                course.moves().to_vec()
            };
            assert_eq!(play(), play(), "{board} {options}: the seed decides");
        }
    }
}

/// With enough simulations, proofs find the values of a small board, whatever the network says.
#[test]
fn proofs_outweigh_the_network() {
    let (_folder, file) = network();
    let (oracle, _small) = with_tables("nex:2x2");
    let roster = open(&oracle);
    let spec = format!("net({}, 500)", file.display()).parse().expect("a player");
    let thought =
        roster.player(&spec, 1).expect("a player").choose(&Course::new(oracle.game()), &Budget::default());
    let thought = thought.expect("a move");
    assert_eq!(thought.estimate.proven(), Some(Wdl::Win));
    let after = oracle.game().play(&oracle.game().start(), thought.mv);
    let worth = oracle.worths(&[after]).expect("whole")[0];
    assert_eq!(worth.bounds.wdl(), Some(Wdl::Loss));
}

/// A tree that has no room for more positions still sees that a game is over.
#[test]
fn a_full_tree_sees_the_ends_of_games() {
    let (_folder, file) = network();
    let oracle = on("tictactoe:3x3");
    let game = oracle.game();
    let mut course = Course::new(game);
    for text in ["a1", "b1", "a2", "b2"] {
        let mv = game.read_move(course.position(), text).expect(text);
        course.play(mv);
    }
    let spec = format!("net({}, 300, nodes=1)", file.display()).parse().expect("a player");
    let mut player = open(&oracle).player(&spec, 1).expect("a player");
    let thought = player.choose(&course, &Budget::default()).expect("a move");
    assert_eq!(game.format_move(course.position(), thought.mv), "a3");
    assert_eq!(thought.estimate.proven(), Some(Wdl::Win));
}

#[test]
fn networks_are_read_only_where_files_are() {
    let (folder, file) = network();
    let oracle = on("nex:3x3");
    let refused = |roster: &Roster, spec: &str| {
        let spec = spec.parse().expect("a player");
        match roster.player(&spec, 1) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{spec} is a player"),
        }
    };
    let (open, closed) = (open(&oracle), Roster::new(&oracle));
    let shelf = Networks::new(Shelf::Folder(folder.path().to_owned()));
    let spec = format!("net({}, 5)", file.display());
    assert!(open.player(&spec.parse().expect("a player"), 1).is_ok());
    assert!(refused(&closed, &spec).contains("cannot read files"));
    for spec in ["net", "net(100)"] {
        assert!(refused(&open, spec).contains("no network for nex:3x3"));
        assert!(refused(&Roster::with_networks(&oracle, &shelf), spec).contains("no network for nex:3x3"));
    }
    // A network on the shelf needs no file, and is of one board alone.
    assert!(shelf.missing(oracle.board()).is_some());
    fs::copy(&file, folder.path().join("nex-3x3.safetensors")).expect("copied");
    assert!(shelf.missing(oracle.board()).is_none() && shelf.missing(on("nex:3x4").board()).is_some());
    let roster = Roster::with_networks(&oracle, &shelf);
    assert!(roster.player(&"net(5)".parse().expect("a player"), 1).is_ok());
    assert!(refused(&roster, &spec).contains("cannot read files"));
    assert!(refused(&open, "uct(a.net, 100)").contains("reads no file"));
    assert!(
        refused(&open, &format!("net({}, 5, generate-first)", file.display())).contains("generate-first")
    );
    let other = folder.path().join("other.net");
    fs::write(&other, b"something else").expect("written");
    assert!(refused(&open, &format!("net({})", other.display())).contains("not a network"));
    let missing = folder.path().join("missing.net");
    assert!(refused(&open, &format!("net({})", missing.display())).contains("missing.net"));
}

/// A planner asks for each position once, uses what it is told, and keeps what it knows for the next move.
#[test]
fn a_planner_counts_its_simulations() {
    let game = Nex::<u64>::new(3, 3).expect("a board");
    let mut course = Course::new(&game);
    let mut planner = Planner::new(1.5, 3);
    // A judge that likes the first of the moves, in the order of notation, and finds every position even.
    let judge = |moves: &[nexsolve_games::nex::NexMove]| {
        let first = moves.iter().min().expect("a move");
        let priors = moves.iter().map(|mv| if mv == first { 0.5 } else { 0.5 / moves.len() as f32 });
        Judgement { share: 0.5, priors: priors.collect() }
    };
    planner.begin(&course);
    let question = planner.ask_first(&course);
    assert_eq!((question.position, question.moves.len()), (game.start(), 72));
    planner.answer(&course, &question, &judge(&question.moves));
    for _ in 0..50 {
        if let Some(question) = planner.ask(&course, None) {
            assert_eq!(Seen::of(&game, &question.position, &question.moves).moves(), question.moves.len());
            planner.answer(&course, &question, &judge(&question.moves));
        }
    }
    let branches = planner.branches();
    assert_eq!(branches.iter().map(|branch| branch.visits).sum::<u32>(), 50);
    let best = branches.iter().max_by_key(|branch| branch.visits).expect("a move");
    assert_eq!(Some(best.mv), branches.iter().map(|branch| branch.mv).min());
    // The next simulation can be told where to begin.
    let last = branches.len() - 1;
    if let Some(question) = planner.ask(&course, Some(last)) {
        planner.answer(&course, &question, &judge(&question.moves));
    }
    assert_eq!(planner.branches()[last].visits, branches[last].visits + 1);
    course.play(best.mv);
    planner.begin(&course);
    let kept = planner.branches();
    assert!(kept.iter().map(|branch| branch.visits).sum::<u32>() > 0, "the tree is kept");
    assert_eq!(game.side_to_move(course.position()), Side::White);
    assert_eq!(planner.ask_first(&course).moves.len(), game.legal_moves(course.position()).len());
}
