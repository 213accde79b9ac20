//! Sessions of the Go Text Protocol, driven like a controller does.

use crate::on;
use nexsolve_core::{Game, Notation};
use nexsolve_oracle::Oracle;
use nexsolve_players::Roster;
use nexsolve_protocols::gtp::{Clock, Ended, GtpSession, GtpSetup};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

fn setup(oracle: &Oracle) -> GtpSetup<'_> {
    let roster = Roster::new(oracle);
    GtpSetup {
        oracle,
        create: Box::new(move |seed| {
            roster.player(&"random".parse().expect("a player"), seed).expect("a player")
        }),
        seed: 1,
        name: "random".to_owned(),
        most: None,
        nodes: 200_000,
        memory_bytes: 16 << 20,
        version: "0.0",
        sizes: if title(oracle) == "Awari" { &|_, _| false } else { &|rows, cols| rows <= 19 && cols <= 19 },
        stop: &NEVER,
    }
}

fn run(game: &Oracle, input: &[u8]) -> (String, Ended) {
    let (mut input, mut output) = (input, Vec::new());
    let ended =
        GtpSession::new(setup(game)).run(&mut Clock::default(), &mut input, &mut output).expect("no fault");
    (String::from_utf8(output).expect("text"), ended)
}

/// Returns the answers to these commands, each without its empty line.
fn answers(game: &Oracle, commands: &str) -> Vec<String> {
    let (output, _) = run(game, commands.as_bytes());
    let mut answers: Vec<String> = output.split("\n\n").map(str::to_owned).collect();
    assert_eq!(answers.pop().as_deref(), Some(""), "{output:?}");
    for answer in &answers {
        assert!(answer.starts_with(['=', '?']), "{answer}");
    }
    answers
}

/// Returns the answer to the last of these commands.
fn last(game: &Oracle, commands: &str) -> String {
    answers(game, commands).pop().expect("an answer")
}

fn title(oracle: &Oracle) -> &'static str {
    oracle.game().card().title
}

fn hex(size: u32) -> Oracle {
    on(&format!("hex:{size}x{size}"))
}

fn swapped(size: u32) -> Oracle {
    on(&format!("hex:swap:{size}x{size}"))
}

fn nex(size: u32) -> Oracle {
    on(&format!("nex:{size}x{size}"))
}

#[test]
fn the_administration_is_as_the_standard_says() {
    let game = hex(5);
    assert_eq!(answers(&game, "protocol_version\n2 name\nversion\n"), ["= 2", "=2 nexsolve Hex", "= 0.0"]);
    assert_eq!(
        answers(&game, "known_command play\n1 known_command castle\nknown_command"),
        ["= true", "=1 false", "= false"]
    );
    let listed = last(&game, "list_commands");
    let commands: Vec<&str> = listed.lines().skip(1).collect();
    assert!(commands.contains(&"genmove") && commands.is_sorted(), "{listed}");
    for command in commands {
        assert_ne!(last(&game, command), "? unknown command", "{command}");
        assert_eq!(last(&game, &format!("known_command {command}")), "= true");
    }
    let (output, ended) = run(&game, b"5 quit\nname\n");
    assert_eq!((output.as_str(), ended), ("=5 \n\n", Ended::Quit));
    assert_eq!(run(&game, b"").1, Ended::Silence);
    assert_eq!(answers(&game, "\n# nothing\n \t \r\n1\tname # a comment\r\n"), ["=1 nexsolve Hex"]);
}

#[test]
fn faulty_lines_are_reported_and_change_nothing() {
    let game = hex(3);
    for (line, answer) in [
        ("castle", "? unknown command"),
        ("7 castle b", "?7 unknown command"),
        ("12", "?12 syntax error: expected a command after the number"),
        ("play", "? syntax error: expected a colour and a move"),
        ("play black", "? syntax error: expected a colour and a move"),
        ("play green a1", "? syntax error: expected a colour, black or white"),
        ("play black z1x", "? illegal move: z1 is off the board, whose cells run from a1 to c3"),
        ("play black d1", "? illegal move: d1 is off the board, whose cells run from a1 to c3"),
        ("play black hello", "? syntax error: expected a column number, found `ello`"),
        ("play white a1", "? illegal move: it is Black's turn"),
        ("play black pass", "? illegal move: passing is not allowed"),
        ("play black swap-pieces", "? illegal move: the pieces cannot be swapped now"),
        ("genmove", "? syntax error: expected a colour, black or white"),
        ("genmove white", "? illegal move: it is Black's turn"),
        ("undo", "? cannot undo"),
        ("boardsize", "? syntax error: expected a size, as in boardsize 11, or rows and columns"),
        ("boardsize x", "? syntax error: expected a size, as in boardsize 11, or rows and columns"),
        ("boardsize 20", "? unacceptable size"),
        ("boardsize 3 3 3", "? syntax error: expected a size, as in boardsize 11, or rows and columns"),
        ("komi", "? syntax error: expected a number, as in komi 0"),
        (
            "time_settings 1 2",
            "? syntax error: expected main time in seconds, period in seconds, and moves per period",
        ),
        ("time_left b -1 0", "? syntax error: expected a colour, seconds, and moves"),
        ("final_score", "? cannot score: the game is not over"),
        ("nexsolve-value x", "? syntax error: expected a number of positions to visit"),
        ("nexsolve-statistics", "? no move has been generated in this game"),
    ] {
        let before = last(&game, "showboard");
        let found = answers(&game, &format!("{line}\nshowboard\n"));
        assert_eq!(found[0], answer, "{line}");
        assert_eq!(found[1], before, "{line}");
    }
    let long = format!("play black {}\nname\n", "a".repeat(100_000));
    assert_eq!(answers(&game, &long), ["? syntax error: the line is too long", "= nexsolve Hex"]);
}

#[test]
fn games_are_played_taken_back_and_scored() {
    let game = hex(3);
    let won = "play b a2\nplay w A1\nplay BLACK B2\nplay White a3\nplay b c2\n";
    assert_eq!(last(&game, &format!("{won}final_score")), "= B+");
    assert_eq!(last(&game, &format!("{won}genmove w")), "= resign");
    assert_eq!(last(&game, &format!("{won}genmove b")), "= pass");
    assert_eq!(last(&game, &format!("{won}play w pass")), "= ");
    assert!(last(&game, &format!("{won}play w c3")).starts_with("? illegal move: the game is over"));
    assert_eq!(last(&game, &format!("{won}all_legal_moves")), "= ");
    assert_eq!(last(&game, &format!("{won}undo\nall_legal_moves")), "= b1 b3 c1 c2 c3");
    assert_eq!(last(&game, &format!("{won}clear_board\nall_legal_moves")), "= a1 a2 a3 b1 b2 b3 c1 c2 c3");
    assert_eq!(last(&game, "play b resign\nfinal_score"), "= W+R");
    assert_eq!(last(&game, "play w resign\nundo\ngenmove w"), "? illegal move: it is Black's turn");
    let board = last(&game, "play b b2\nshowboard");
    assert!(board.starts_with("= \n  1 2 3\n") && board.ends_with("White to move"), "{board}");
    assert!(!board.contains("\n\n"));
}

#[test]
fn boards_show_the_turn_once() {
    let turns = |text: String| text.matches(" to move").count();
    assert_eq!(turns(last(&on("draughts"), "showboard")), 1);
    assert_eq!(turns(last(&nex(3), "showboard")), 1);
    // The sides have the names of the game's card.
    let four = on("connect4:6x7");
    assert_eq!(turns(last(&four, "showboard")), 1);
    assert_eq!(last(&four, "play w d"), "? illegal move: it is X's turn");
}

#[test]
fn the_engine_moves_for_both_sides_to_the_end() {
    fn play(game: &Oracle, first: &str, second: &str, plies: usize) {
        let moves = format!("genmove {first}\ngenmove {second}\n").repeat(plies);
        let found = answers(game, &format!("{moves}final_score\nshowboard\n"));
        let score = &found[found.len() - 2];
        let known = ["= B+", "= W+", "= 0"].iter().any(|start| score.starts_with(start));
        assert!(known, "{} ended with {score}", title(game));
        // One engine understands the other's moves.
        let words = found.iter().take_while(|word| !["= resign", "= pass"].contains(&word.as_str()));
        let words: Vec<&str> = words.map(|word| word.trim_start_matches("= ")).take(2 * plies).collect();
        let line =
            |(i, word): (usize, &&str)| format!("play {} {word}\n", if i % 2 == 0 { first } else { second });
        let again: String = words.iter().enumerate().map(line).collect();
        let again = answers(game, &format!("{again}final_score\nshowboard\n"));
        assert_eq!(again[again.len() - 2..], found[found.len() - 2..], "{}", title(game));
        let small =
            |word: &str| if title(game) == "Awari" { word.to_uppercase() } else { word.to_lowercase() };
        let line = |(i, word): (usize, &&str)| {
            format!("play {} {}\n", ["b", "w"][(i + usize::from(first == "w")) % 2], small(word))
        };
        let again: String = words.iter().enumerate().map(line).collect();
        assert_eq!(last(game, &format!("{again}showboard\n")), found[found.len() - 1], "{}", title(game));
    }
    play(&hex(5), "b", "w", 20);
    play(&swapped(4), "b", "w", 20);
    play(&nex(4), "b", "w", 20);
    play(&nex(9), "b", "w", 90);
    play(&on("hex:11x10"), "b", "w", 60);
    play(&on("awari"), "b", "w", 500);
    play(&on("draughts"), "w", "b", 500);
}

#[test]
fn each_game_has_its_own_words() {
    assert_eq!(answers(&nex(2), "play b Ba1?a2\nall_legal_moves\nfinal_score")[1], "= Wb1?b2 Wb2?b1");
    assert_eq!(answers(&on("awari"), "play b c4\nplay w c\nplay b C\n")[..2], ["= ", "= "]);
    assert_eq!(last(&on("awari"), "all_legal_moves"), "= a4 b4 c4 d4 e4 f4");
    assert_eq!(last(&on("awari"), "boardsize 2 6"), "= ");
    assert_eq!(last(&on("awari"), "boardsize 6"), "? unacceptable size");
    let draughts = on("draughts");
    assert_eq!(last(&draughts, "play b c3-d4"), "? illegal move: it is White's turn");
    assert_eq!(answers(&draughts, "play w c3-b4\nplay b D6-C5\nall_legal_moves\n")[2], "= b4:d6");
    assert_eq!(last(&draughts, "boardsize 8"), "= ");
    let course = on("hex:course:3x3");
    assert_eq!(answers(&course, "play b 1,2\nplay w b2\nall_legal_moves")[2], "= a1 a2 a3 b1 c1 c2 c3");
    assert_eq!(
        answers(&course, "play b a1\nplay w b1\nplay b a2\nplay w b2\nplay b a3\nfinal_score")[5],
        "= B+"
    );
}

/// Returns the stone at a vertex such as `b3` of a board that `showboard` has drawn.
fn stone_at(board: &str, vertex: &str) -> char {
    let (row, col) = vertex.split_at(1);
    // The numbers and the upper edge stand above the rows.
    let mut rows = board.lines().skip(2);
    let line = rows.find(|line| line.trim_start().starts_with(&format!("{row} "))).expect(row);
    let numbers: Vec<&str> = board.lines().next().expect("numbers").split_whitespace().collect();
    let place = numbers.iter().position(|number| *number == col).expect(col);
    // Before the cells are the row's label and the mark of its edge.
    line.split_whitespace().nth(place + 2).and_then(|cell| cell.chars().next()).expect("a cell")
}

#[test]
fn boards_are_labelled_as_their_moves() {
    for name in ["hex:4x5", "hex:course:4x5", "hex:course+swap:3x3"] {
        let game = on(name);
        for vertex in last(&game, "all_legal_moves").trim_start_matches("= ").split(' ') {
            let board = last(&game, &format!("play b {vertex}\nshowboard"));
            assert_eq!(
                stone_at(board.trim_start_matches("= ").trim_start_matches('\n'), vertex),
                'B',
                "{name}: {vertex}\n{board}"
            );
        }
    }
}

#[test]
fn nex_has_the_swap_too() {
    let game = on("nex:swap:3x3");
    let swap = "play b Bb2?c3\nplay w swap-pieces\n";
    // The black stone is White's now, and the neutral one stays on the diagonal.
    assert!(last(&game, &format!("{swap}showboard")).ends_with("Black to move"));
    assert_eq!(last(&game, &format!("{swap}play b Ba2?b1\nplay w Wa1?b3")), "= ");
    assert_eq!(last(&game, &format!("{swap}play w Wa2?b1")), "= ");
    assert_eq!(last(&game, "play b Bb2?c3\nplay w SWAP\nplay w Wa1?a2"), "= ");
    assert_eq!(last(&game, "play b Bb2?c3\nall_legal_moves").matches("swap-pieces").count(), 1);
    assert!(last(&on("nex:3x3"), swap).starts_with("? illegal move"));
}

#[test]
fn a_swap_of_pieces_is_the_same_game_in_the_mirror() {
    let game = swapped(3);
    let swap = "play b c2\nplay w swap-pieces\n";
    let board = last(&game, &format!("{swap}showboard"));
    assert!(board.contains("b w . . W w") && board.ends_with("Black to move"), "{board}");
    assert_eq!(
        last(&game, &format!("{swap}play b b3")).split(';').next(),
        Some("? illegal move: c2 is a black stone")
    );
    assert_eq!(last(&game, &format!("{swap}all_legal_moves")), "= a1 b1 c1 a2 b2 c2 a3 c3");
    // White joins the first column with the last.
    let won = format!("{swap}play b a1\nplay w b2\nplay b a2\nplay w b1\n");
    assert_eq!(last(&game, &format!("{won}final_score")), "= W+");
    assert_eq!(last(&game, &format!("{won}genmove b")), "= resign");
    assert_eq!(last(&game, "play b c2\nall_legal_moves").matches("swap-pieces").count(), 1);
    assert_eq!(last(&game, &format!("{swap}undo\nplay w b1")), "= ");
    assert_eq!(last(&game, &format!("{swap}undo\nundo\nplay b b3")), "= ");
    // If White moves again, sides were swapped, as MoHex does.
    assert_eq!(
        last(&game, &format!("{swap}play w b3\nshowboard")),
        last(&game, "play b c2\nplay w swap-sides\nplay w b3\nshowboard")
    );
    assert_eq!(last(&game, &format!("{swap}genmove w")).get(..2), Some("= "));
    assert_eq!(
        last(&game, &format!("{swap}play w b3\nundo\nplay b b2\nplay b b3")),
        "? illegal move: it is White's turn"
    );
    // A refused move decides nothing.
    assert_eq!(last(&game, &format!("{swap}play w c2\nshowboard")), board);
    assert_eq!(last(&game, &format!("{swap}play w b3\nplay b b3")).get(..15), Some("? illegal move:"));
    assert_eq!(last(&on("hex:swap:2x3"), "play b a1\nplay w swap-pieces\nplay w b1"), "= ");
    for word in ["swap", "swap-sides", "SWAP"] {
        let found = answers(&game, &format!("play b c2\nplay w {word}\nplay w b3\nshowboard\n"));
        assert_eq!(found[1..3], ["= ", "= "], "{word}");
        assert!(found[3].ends_with("Black to move"), "{}", found[3]);
    }
    assert!(last(&hex(3), swap).starts_with("? illegal move"));
}

#[test]
fn positions_and_moves_are_valued() {
    let game = nex(2);
    assert_eq!(last(&game, "nexsolve-value"), "= win in 3");
    let values = last(&game, "nexsolve-move_values");
    assert_eq!(values.matches("win in 3").count(), 2, "{values}");
    assert_eq!(values.matches("draw").count(), 10, "{values}");
    assert!(values.contains("\nBa1?a2 win in 3\n"), "{values}");
    assert_eq!(last(&game, "play b Ba1?a2\nnexsolve-value"), "= loss in 2");
    assert_eq!(last(&hex(3), "nexsolve-value 100000"), "= win in 5");
    assert_eq!(last(&hex(3), "nexsolve-move_values").matches("win").count(), 5);
    assert!(last(&on("awari"), "nexsolve-value 1000").starts_with("= unproven"));
    assert!(last(&hex(9), "nexsolve-value").starts_with("? cannot"));
    // Only forced wins are searched for.
    assert!(last(&nex(9), "nexsolve-value 1000").starts_with("= unproven"));
    let won = "play b a2\nplay w a1\nplay b b2\nplay w a3\nplay b c2\n";
    assert_eq!(last(&hex(3), &format!("{won}nexsolve-value")), "= loss in 0");
    let statistics = last(&hex(3), "genmove b\nnexsolve-statistics");
    assert!(statistics.starts_with("= \nplayer random\nmove "), "{statistics}");
    assert!(last(&hex(3), "hexgui-analyze_commands").contains("string/"));
}

#[test]
fn connections_are_shown() {
    let five = hex(5);
    // A stone in the centre of 5×5 wins: its side is connected, and the opponent has no useful move.
    assert!(last(&five, "play b c3\nvc-build b").starts_with("= full "));
    assert_eq!(last(&five, "play b c3\nvc-build w"), "= none");
    assert_eq!(last(&five, "play b c3\nvc-get-mustplay w"), "= ");
    assert!(last(&five, "play b c3\nvc-get-mustplay b").starts_with("? cannot"));
    // A stone on the second row is connected to its edge over two cells.
    assert_eq!(last(&five, "play b b3\nvc-between-cells-full b b3 north"), "= carrier a3 a4");
    assert!(last(&five, "play b b3\nvc-connected-to-full b north").contains("b3"));
    assert!(last(&five, "play b b3\nvc-between-cells-semi b b3 south").contains("carrier c2 c3 d2 e1 e2"));
    assert!(
        last(&five, "play b b3\nvc-between-cells-full b b3 east").starts_with("? b does not own this end")
    );
    assert!(last(&five, "play b b3\nvc-between-cells-full b b9 north").starts_with("? `b9` is not a cell"));
    assert!(last(&five, "vc-build").starts_with("? syntax error: expected a colour"));
    assert!(last(&five, "play b b3\ncompute-fillin").contains("black a1 a2 a3 a4 b1 b2"));
    // In the mirror, Black's edges are the other two.
    let swapped = "play b b3\nplay w swap-pieces\nplay b e5\nplay w a5\nvc-between-cells-full w c2 west";
    assert_eq!(last(&on("hex:swap:5x5"), swapped), "= carrier c1 d1");
    assert!(last(&nex(3), "vc-build b").starts_with("? cannot"));
    assert!(last(&on("hex:swap:5x5"), "vc-build b").starts_with("? cannot"));
    assert!(!last(&nex(3), "hexgui-analyze_commands").contains("vc-"));
}

#[test]
fn time_is_accepted_and_boards_are_changed() {
    let game = hex(3);
    for line in
        ["komi 6.5", "time_settings 0 0 0", "time_settings 60 10 5", "time_left b 3.5 0", "boardsize 3"]
    {
        assert_eq!(answers(&game, &format!("{line}\ngenmove b\n"))[0], "= ", "{line}");
    }
    assert_eq!(run(&game, b"boardsize 5\nname\n"), ("= \n\n".into(), Ended::Resized(5, 5, None)));
    assert_eq!(run(&game, b"boardsize 4 7\n").1, Ended::Resized(4, 7, None));
    assert_eq!(answers(&game, "play b a1\nboardsize 3\nall_legal_moves\n")[2].split(' ').count(), 10);
}

#[test]
fn games_of_hex_are_loaded() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("a plain path").to_owned()
    };
    // In these files the letter is the column.
    let game = file("game", "(;FF[4]GM[11]SZ[3]RE[B+];B[b1];W[a1];B[b2];W[c1];B[b3])");
    let loaded = |rest: &str| last(&hex(3), &format!("play b c3\nloadsgf {game}{rest}"));
    assert_eq!(loaded(""), "= ");
    assert_eq!(loaded("\nfinal_score"), "= B+");
    assert_eq!(loaded("\nundo\nall_legal_moves"), "= b1 b3 c1 c2 c3");
    assert_eq!(loaded(" 2\nall_legal_moves"), "= a1 a3 b1 b2 b3 c1 c2 c3");
    assert_eq!(loaded(" 1\nundo"), "? cannot undo");
    assert!(loaded(" x").starts_with("? cannot load file: "));
    // Names with spaces, a sharp, and a number at the end.
    let text = "(;FF[4]GM[11]SZ[3];B[b1])";
    let [spaced, sharp, numbered] = ["my  game.sgf", "game #1.sgf", "game 2"].map(|name| file(name, text));
    for rest in
        [spaced.clone(), format!("{spaced} 2"), format!("\"{spaced}\""), format!("\"{sharp}\" 2"), numbered]
    {
        assert_eq!(last(&hex(3), &format!("loadsgf {rest}\nundo")), "= ", "{rest}");
    }
    assert_eq!(
        last(&hex(3), &format!("loadsgf \"{spaced}\" x")),
        "? syntax error: expected a file, optionally followed by a move number"
    );
    let (output, ended) = run(&hex(5), format!("loadsgf {game} 3\nname\n").as_bytes());
    let Ended::Resized(3, 3, Some(loading)) = ended else { panic!("{ended:?}") };
    assert_eq!(output, "= \n\n");
    let board = hex(3);
    let mut session = GtpSession::new(setup(&board));
    session.load(*loading);
    let mut output = Vec::new();
    session.run(&mut Clock::default(), &mut &b"all_legal_moves\n"[..], &mut output).expect("no fault");
    assert_eq!(String::from_utf8_lossy(&output), "= a3 b1 b2 b3 c1 c2 c3\n\n");

    let swap = file("swap", "(;FF[4]GM[11]SZ[3];B[b1];W[swap-pieces];B[c3])");
    let wide = file("wide", "(;FF[4]GM[11]SZ[30];B[b1])");
    let bad = file("bad", "(;FF[4]GM[11]SZ[3];B[b1];W[b1])");
    let missing = format!("{game}x");
    let directory = folder.path().to_str().expect("a plain path");
    assert_eq!(last(&swapped(3), &format!("loadsgf {swap}")), "= ");
    for path in [&swap, &wide, &bad, &missing, directory, "/dev/zero", "/dev/null"] {
        let found = answers(&hex(3), &format!("play b c3\nloadsgf {path}\nall_legal_moves\n"));
        assert!(found[1].starts_with("? cannot load file: "), "{}", found[1]);
        assert_eq!(found[2], "= a1 a2 a3 b1 b2 b3 c1 c2");
    }
    assert!(last(&nex(3), &format!("loadsgf {game}")).starts_with("? cannot load file: "));
}

/// Checks that a session never breaks: it answers each non-empty line and goes on.
fn survives(game: &Oracle, lines: &[String]) {
    for line in lines {
        let text = format!("{}\nname\n", line.replace('\n', " "));
        let (output, ended) = run(game, text.as_bytes());
        if ended == Ended::Silence {
            assert!(output.ends_with(&format!("= nexsolve {}\n\n", title(game))), "{line:?}: {output:?}");
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let (output, _) = run(&swapped(3), &bytes);
        prop_assert!(output.is_empty() || output.ends_with("\n\n"));
    }

    #[test]
    fn any_commands_are_survived(
        lines in proptest::collection::vec(
            "[0-9]{0,3} ?(play|genmove|undo|boardsize|komi|time_left|time_settings|showboard|final_score|all_legal_moves|reg_genmove|clear_board|nexsolve-position) ?(b|w|black|3|-1|é)? ?(a1|b2|Ba1\\?b2|c3-d4|C4|swap-pieces|swap|resign|pass|99999999999|1e300|NaN|-0)? ?(b2|7)?",
            0..12,
        ),
    ) {
        survives(&swapped(3), &lines);
        let all = lines.join("\n");
        for (output, _) in [
            run(&swapped(3), all.as_bytes()),
            run(&nex(3), all.as_bytes()),
            run(&on("awari"), all.as_bytes()),
            run(&on("draughts"), all.as_bytes()),
            run(&hex(9), all.as_bytes()),
        ] {
            prop_assert!(output.is_empty() || output.ends_with("\n\n"));
            prop_assert!(output.split("\n\n").all(|answer| answer.is_empty() || answer.starts_with(['=', '?'])));
        }
    }
}

#[test]
fn the_colour_of_a_move_can_be_left_out() {
    let position = |commands: &str| last(&nex(3), &format!("{commands}\nnexsolve-position"));
    let whole = position("play b Bb2?a1\nplay w Wc3?a2");
    assert!(whole.starts_with("= ??"), "{whole}");
    for commands in ["play b b2?a1\nplay w c3?a2", "play b b2 a1\nplay w C3 A2", "play b bb2a1\nplay w wc3a2"]
    {
        assert_eq!(position(commands), whole, "{commands}");
    }
}

/// Whoever knows the seed of an exam can repeat its choices: they depend on the position alone.
#[test]
fn the_choices_of_an_exam_can_be_repeated() {
    let game = nex(3);
    let oracle = &game;
    let roster = Roster::new(oracle);
    let create = |seed| roster.player(&"random".parse().expect("a player"), seed).expect("a player");
    for seed in [0, 7] {
        let player = nexsolve_players::FixedPlayer::new(oracle.game(), &create, seed);
        let start = oracle.game().start();
        let position = oracle.game().play(&start, oracle.game().read_move(&start, "Bb2?a1").expect("legal"));
        let mv = player.choose(&position, &NEVER).expect("a move");
        let word = format!("= {}", oracle.game().format_move(&position, mv));
        assert_eq!(last(oracle, &format!("play b b2?a1\nnexsolve-exam_move {seed}")), word);
        // It does not play the move, and other choices do not matter.
        let more =
            format!("play b b2?a1\nreg_genmove w\nnexsolve-exam_move {seed}\nnexsolve-exam_move {seed}");
        assert_eq!(last(oracle, &more), word);
    }
    assert!(last(oracle, "nexsolve-exam_move x").starts_with("? syntax error"));
}
