//! Moves as one word, upper and lower case, and mirrored games.

use nexsolve_core::{Game, Notation};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Wide;
use nexsolve_games::{AnyGame, Played};

fn any(board: &str) -> AnyGame {
    AnyGame::on(nexsolve_games::played(board, None).expect(board)).expect(board)
}

#[test]
fn letter_case_is_free() {
    let respelt = |board: &str, word: &str| {
        let game = any(board);
        game.respelt(&game.start(), word)
    };
    for word in ["ba1?b2", "BA1?B2", "Ba1?b2", "bA1?B2"] {
        assert_eq!(respelt("nex:3x3", word), "Ba1?b2");
    }
    assert_eq!(respelt("nex:3x3", "WA1WB10?C2"), "Wa1Wb10?c2");
    assert_eq!(respelt("hex:3x3", "SWAP-sides"), "swap");
    assert_eq!(
        (respelt("nex:swap:3x3", "Swap"), respelt("nex:swap:3x3", "wA1?B2")),
        ("swap".into(), "Wa1?b2".into())
    );
    assert_eq!(respelt("awari", "C4X2"), "c4x2");
    assert_eq!(respelt("draughts", "C3XE5"), "c3xe5");
    let awari = any("awari");
    let second = awari.read_position("c").expect("a move");
    assert_eq!(awari.respelt(&second, "b4x2"), "B4x2");
    assert_eq!((awari.respelt(&second, ""), awari.respelt(&second, "é")), (String::new(), "é".into()));
}

#[test]
fn mirrored_hex_is_the_same_game() {
    let hex = any("hex:swap:4x4");
    let position = hex.read_position("a2;b3;d1").expect("legal");
    let seen = hex.mirrored(&position).expect("a square");
    assert_ne!(seen, position);
    assert_eq!(hex.mirrored(&seen), Some(position));
    let words = [("b3", "c2"), ("A4", "d1"), ("1,2", "2,1")];
    assert!(words.iter().all(|(word, reflected)| hex.mirrored_word(word).as_deref() == Some(reflected)));
    assert!(["swap", "", "ü1"].iter().all(|word| hex.mirrored_word(word).is_none()));
    let wide = any("hex:3x4");
    assert_eq!(wide.mirrored(&wide.start()), None);
}

#[test]
fn mirrored_nex_is_the_same_game() {
    let nex = any("nex:swap:4x4");
    let position = nex.read_position("Ba2?d4;Wb3?c4;Bd1?a1;Wc4Wd4?b3").expect("legal");
    let seen = nex.mirrored(&position).expect("a square");
    assert_eq!(nex.format_position(&seen), "?..W/W.../.?../..BB");
    assert_eq!(nex.mirrored(&seen), Some(position));
    let words = [("Bb3?a1", "Wc2?a1"), ("Wa4Wd12?c1", "Bd1Bl4?a3"), ("?c1BA4", "?a3Wd1")];
    assert!(words.iter().all(|(word, reflected)| nex.mirrored_word(word).as_deref() == Some(reflected)));
    assert!(["swap", "", "ü1", "?", "B", "a1", "Bü?a1"].iter().all(|word| nex.mirrored_word(word).is_none()));
}

#[test]
fn move_words_are_read_back() {
    for board in ["nex:3x3", "nex:swap:3x3", "hex:course:3x3", "hex:12x12", "awari", "draughts"] {
        let game = any(board);
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        for mv in moves {
            let word = game.word(&game.start(), mv);
            assert_eq!(game.read_move(&game.start(), &word), Ok(mv), "{word}");
        }
    }
}

#[test]
fn a_wide_board_gets_the_same_points() {
    let (narrow, wide) = (Nex::<u64>::new(4, 5).expect("fits"), Nex::<Wide>::new(4, 5).expect("fits"));
    let moves = "Bb2?a1;Wc3?a3;Bd4?b3;Wc1?d2";
    assert_eq!(all_points(&narrow, moves), all_points(&wide, moves));
    assert!(all_points(&narrow, moves).iter().any(|&points| points != 0));
}

fn all_points<G: Played>(game: &G, moves: &str) -> Vec<i32> {
    let position = game.read_position(moves).expect("moves");
    G::EVALUATIONS.iter().map(|evaluation| evaluation.evaluate(game, &position)).collect()
}
