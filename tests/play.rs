//! End-to-end tests of games at the terminal, with typed input.

use crate::support::{fed, json, path, place, run, said, scratch};
use std::fs;

/// Exit code, standard output and standard error of a game between two people with this input.
fn game(args: &str, input: &str) -> (i32, String, String) {
    fed(&format!("play {args} --black human --white human"), input)
}

#[test]
fn two_people_play_a_game_to_its_end() {
    let (code, out, err) = game("hex:2x2", "a1\n1\nb1\nmoves\nquit\n");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("\n2×2 Hex: Black is human, White is human.\n"), "{out}");
    assert!(out.contains("Black (human) wins: the edges are joined."), "{out}");
    // After the end there are no moves to list.
    assert!(err.contains("the game is over: undo"), "{err}");
    for (board, moves, end) in [
        ("nex:2x2", "Ba1?b1\nWa2?b2\nBb1Bb2?a1\n", "Drawn: no move is left."),
        ("hex:swap:2x2", "a2\nswap\na1\nb1\n", "Black (human) wins: the edges are joined."),
        ("nex:swap:2x2", "Ba1?a2\nswap\nWb1?b2\nBa2Bb2?a1\n", "Black (human) wins: the edges are joined."),
        ("nex:final:2x2", "Bb1?a1\nWa2?b2\nBa1Bb2?b1\nW?b1\n", "White (human) wins: the edges are joined."),
        ("awari", "f\nresign\n", "First (human) wins: Second (human) has resigned."),
        ("draughts", "c3-d4\nresign\n", "White (human) wins: Black (human) has resigned."),
    ] {
        let (code, out, err) = game(board, moves);
        assert!(code == 0 && err.is_empty() && out.contains(end), "{board}: {out}{err}");
    }
    let (code, out, err) = game("nex:3x3", "Ba1?b2\n");
    assert_eq!((code, err.as_str()), (0, "end of input: the game is broken off\n"));
    assert!(!out.contains("wins") && !out.contains("Drawn"), "{out}");
    assert_eq!((game("nex:3x3", "Ba1?b2").0, game("nex:3x3", "").0), (0, 0));
}

#[test]
fn a_swap_is_announced_and_exchanges_colours() {
    let args = "play hex:swap:3x3 --black random --white human";
    let (_, out, err) = fed(args, "swap\nresign\nundo\nresign\n");
    assert!(out.contains("Now Black is human, White is random."), "{out}");
    // The player who took over the first stone is Black; random is White and moves next.
    assert_eq!(out.matches("White (random) wins: Black (human) has resigned.").count(), 2, "{out}{err}");
    assert!(err.contains("the game continues"), "{err}");
}

#[test]
fn wrong_input_shows_its_place_and_changes_nothing() {
    let (code, out, err) = game("nex:3x3", "Ba1?a1\nnonsense\n\nBa1?b2\nBb1?b3\n0\n9999\nresign\n");
    assert_eq!(code, 0);
    for says in ["names a1 twice", "expected a move such as", "it is White's turn", "`moves` lists", "^"] {
        assert!(err.contains(says), "{says}: {err}");
    }
    assert!(out.contains("Black (human) wins: White (human) has resigned."), "{out}");
}

#[test]
fn moves_are_listed_played_by_number_and_taken_back() {
    let (_, out, err) = game("awari", "moves\n3\nboard\nhelp\nquit\n");
    assert_eq!(err, "");
    for says in ["  1 a4", "  6 f4", "f   e   d", "take back your last move"] {
        assert!(out.contains(says), "{says}: {out}");
    }
    let (_, out, err) = game("hex:2x2", "undo\na1\nundo\na2\nresign\nundo\nresign\n");
    assert!(err.contains("no move of yours to take back"), "{err}");
    assert_eq!(out.matches("has resigned").count(), 2, "{out}");
    // Also after the end: Black's last move is taken back, and another move is made.
    let (_, out, err) = game("hex:2x2", "a1\nb2\nb1\nundo\na2\nb1\n");
    let ends: Vec<&str> = out.lines().filter(|line| line.contains(" wins: ")).collect();
    let joined = ["Black", "White"].map(|side| format!("{side} (human) wins: the edges are joined."));
    assert_eq!((ends, err.as_str()), (vec![&*joined[0], &*joined[1]], ""));
    // Against a program, its answer is taken back, too.
    let args = "play nex:3x3 --black random --white human";
    let (code, out, err) = fed(args, "undo\n1\nundo\nmoves\nquit\n");
    assert_eq!((code, err.matches("no move of yours").count()), (0, 1), "{err}");
    assert_eq!(out.matches("Black (random) plays ").count(), 2, "{out}");
}

#[test]
fn a_level_is_the_opponent_of_a_person() {
    let seats = |args: &str| {
        let (code, out, err) = fed(&format!("play {args}"), "quit\n");
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        out.lines()
            .find(|line| line.contains(" is "))
            .expect("a title")
            .split(": ")
            .nth(1)
            .expect("the players")
            .to_owned()
    };
    assert_eq!(seats("hex:3x3 --level 3"), "Black is human, White is level(3).");
    assert_eq!(seats("hex:3x3 --level perfect --white human"), "Black is perfect, White is human.");
    // In draughts White moves first.
    assert_eq!(seats("draughts --level 8"), "Black is level(8), White is human.");
    for (args, says) in [
        ("hex:3x3 --level 9", "there is no level 9: the levels are 1 to 8, and perfect"),
        ("hex:3x3 --level best", "there is no level best"),
        ("hex:3x3 --level 3 --black random", "--black human"),
        ("hex:3x3 --level 3 --black human --white human", "--black human"),
        ("hex:3x3 --black level", "level needs a number from 1 to 8"),
    ] {
        let (code, _, err) = fed(&format!("play {args}"), "");
        assert!(code == 2 && err.contains(says), "{args}: {err}");
    }
}

#[test]
fn games_are_saved_and_kept() {
    let folder = scratch();
    let [saved, kept, sgf] = ["saved.txt", "kept.txt", "game.sgf"].map(|name| place(&folder, name));
    let input = format!("Ba1?b1\nsave {saved}\nWa2?b2\nsave\nsave /nonexistent/x\nBb1Bb2?a1\n");
    let (code, out, err) = game(&format!("nex:2x2 --record {kept}"), &input);
    assert!(code == 0 && out.contains("Drawn"), "{out}");
    assert!(err.contains("save needs a file name") && err.contains("does not exist"), "{err}");
    game(&format!("hex:2x3 --record {sgf} --position a1;b2"), "a2\nresign\n");
    for (file, ends) in [
        (&saved, "Ba1?b1;!\n"),
        (&kept, "Ba1?b1;Wa2?b2;Bb1Bb2?a1;#\n"),
        (&sgf, "RE[B+Resign]AB[a1]AW[b2]\n;B[b1])\n"),
    ] {
        let text = fs::read_to_string(file).expect("written");
        assert!(text.ends_with(ends), "{text}");
    }
    assert!(said(&format!("replay {saved} {kept}")).contains("2 games in 2 files"));
}

#[test]
fn hints_come_from_the_tables() {
    let folder = scratch();
    let (db, record) = (path(folder.path()), place(&folder, "game.txt"));
    said(&format!("generate nex:2x2 --out {db} --quiet"));
    let (code, out, err) = game(&format!("nex:2x2 --db {db}"), "hint\nBa1?b1\nhint\nquit\n");
    assert_eq!((code, err.as_str()), (0, ""));
    let hints: Vec<&str> = out.lines().filter(|line| line.contains("move")).collect();
    assert_eq!(hints[0], "Ba1?a2 wins; 1 other move wins.");
    assert!(hints[1].starts_with("No move wins. W") && hints[1].contains(" draws"), "{hints:?}");
    // A player who follows the hints gives nothing away.
    game(&format!("nex:2x2 --record {record}"), "Ba1?a2\nquit\n");
    let found = &json(&format!("audit {record} --db {db}"))["players"][0];
    assert_eq!((&found["could"], &found["gave"]), (&1.into(), &0.into()));
}

/// Small boards need no database: a table is made when a hint is asked for.
#[test]
fn hints_and_values_of_small_boards_have_distances() {
    let (code, out, err) = game("nex:3x3", "hint\nvalues\nb2 a1\nhint\nquit\n");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("wins in 7 plies; 41 other moves win."), "{out}");
    assert!(out.contains("\n7 Ba2?a3 ") && out.contains("= Ba1?a2"), "{out}");
    assert!(!out.contains("uct"), "{out}");
    // The best defence of a lost position.
    let (_, out, _) = game("nex:2x2", "Ba1?a2\nhint\nvalues\nquit\n");
    assert!(
        out.contains("Every move loses. W") && out.contains(" loses in 2 plies: the longest defence."),
        "{out}"
    );
    assert!(out.contains("-2 W"), "{out}");
    // Where no table covers the position, a search answers.
    let (_, out, err) = game("hex:9x9", "values\nquit\n");
    assert!(err.contains("no table covers this position"), "{out}{err}");
}

#[test]
fn the_colour_of_a_move_can_be_left_out() {
    let moves = |typed: &str| game("nex:2x2", typed).1;
    let whole = moves("Ba1?b1\nWa2?b2\nBb1Bb2?a1\n");
    assert!(whole.contains("Drawn: no move is left."), "{whole}");
    for typed in ["a1 b1\na2 b2\nb1 b2 a1\n", "a1?b1\na2?b2\nb1b2?a1\n", "A1 B1\nwa2?b2\nbb1 bb2 ?a1\n"] {
        let (code, out, err) = game("nex:2x2", typed);
        assert_eq!((code, err.as_str(), &out), (0, "", &whole), "{typed}");
    }
    // A move that is understood, but not legal, says why.
    let (_, _, err) = game("nex:2x2", "a1 a1\nquit\n");
    assert!(err.contains("the move names a1 twice") && err.contains("Ba1?a1"), "{err}");
    let (_, _, err) = game("nex:2x2", "Wa1?a2\nquit\n");
    assert!(err.contains("it is Black's turn"), "{err}");
    let (code, _, err) = game("awari", "C4\nF\nquit\n");
    assert!(code == 0 && err.is_empty(), "{err}");
}

/// In Connect Four a move is the number of a column. With a full column, numbers in a list of moves would
/// mean other columns.
#[test]
fn a_number_is_a_column_where_moves_are_numbers() {
    let input = "1\n1\n1\n1\n1\n1\n3\nmoves\n1\n8\nquit\n";
    let (code, out, err) = game("connect4:6x7", input);
    let last = out.lines().rev().find(|line| line.starts_with("X ")).expect("the lowest row");
    assert_eq!((code, last), (0, "X . X . . . ."), "{out}");
    assert!(out.contains("\n2  3  4  5  6  7\n") && err.contains("column 1 is full"), "{out}{err}");
    assert!(!err.contains("only 6 moves"), "{err}");
}

/// Words are understood in any letter case.
#[test]
fn commands_may_be_upper_case() {
    let (code, out, err) = game("hex:3x3", "HELP\nMoves\nA1\nQUIT\na2\n");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("take back your last move") && out.contains("  1 a1"), "{out}");
}

#[test]
fn programs_are_watched() {
    let watch = |board: &str, seed: u32| {
        let line = format!("play {board} --black random --white random-bits --seed {seed}");
        let (code, out, err) = run(&line);
        assert_eq!((code, err.as_str()), (0, ""), "{board}");
        let last = out.lines().last().expect("a line");
        assert!(last.contains(" wins: ") || last.starts_with("Drawn: "), "{out}");
        // All except time and counters.
        let plays = out.lines().filter_map(|line| line.split(" plays ").nth(1)?.split(':').next());
        plays.map(str::to_owned).collect::<Vec<String>>()
    };
    for board in ["nex:3x3", "nex:swap:3x4", "hex:swap:4x4", "awari", "draughts", "hex:13x13"] {
        let moves = watch(board, 4);
        assert!(!moves.is_empty() && moves == watch(board, 4), "{board}");
    }
    assert_ne!(watch("hex:13x13", 4), watch("hex:13x13", 5));
}

#[test]
fn wrong_use_is_reported_before_a_game() {
    for (line, exit, says) in [
        ("nex:3x3 --white random --json", 2, "no --json output"),
        ("nex:3x3 --white randm", 2, "unknown player"),
        ("nex:3x3 --white human(3)", 2, "human takes no options"),
        ("nex:3x3 --white random --position Ba1?a1", 3, "names a1 twice"),
        ("nex:1x1 --white random", 0, "Drawn"),
        ("nex:2x2 --white random --position Ba1?b1;Wa2?b2;Bb1Bb2?a1", 3, "the game is already over"),
        ("nex:2x2 --white random --record /nonexistent/x", 7, "does not exist"),
        ("nex:2x2 --white random --time-control 1s", 2, "expected none"),
    ] {
        let (code, out, err) = run(&format!("play {line}"));
        assert_eq!(code, exit, "{line}: {err}");
        assert!(err.contains(says) || out.contains(says), "{line}: {out}{err}");
    }
}
