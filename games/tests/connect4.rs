//! Connect Four: the laws of the contracts, and published numbers of positions and values.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Notation, Plies, Ranked, ReadFault, Side, Wdl};
use nexsolve_games::connect4::Connect4;
use nexsolve_games::{AnyGame, Spot, records};

/// Boards with few positions.
const SMALL: [(u32, u32); 14] = [
    (1, 1),
    (1, 4),
    (1, 5),
    (4, 1),
    (5, 1),
    (2, 2),
    (2, 4),
    (3, 3),
    (4, 2),
    (8, 2),
    (2, 6),
    (3, 4),
    (4, 3),
    (6, 3),
];

/// Boards on which random games are checked.
const LARGE: [(u32, u32); 6] = [(4, 4), (5, 5), (6, 7), (7, 6), (8, 7), (8, 8)];

/// The number of positions reachable in legal play, including those of finished games: rows, columns,
/// positions.
///
/// Boards with at least 4 rows and columns: J. Tromp, "John's Connect Four Playground",
/// <https://tromp.github.io/c4/c4.html>. All others, and a second source for these: M. Böck,
/// <https://github.com/markus7800/Connect4-Strong-Solver>, README.
const POSITIONS: [(u32, u32, usize); 22] = [
    (1, 1, 2),
    (1, 4, 35),
    (1, 8, 2_118),
    (2, 2, 18),
    (2, 4, 741),
    (2, 6, 29_737),
    (2, 7, 189_648),
    (3, 3, 869),
    (3, 4, 12_031),
    (3, 5, 158_911),
    (4, 1, 5),
    (4, 2, 179),
    (4, 3, 6_000),
    (4, 4, 161_029),
    (5, 2, 537),
    (5, 3, 38_310),
    (6, 2, 1_571),
    (6, 3, 235_781),
    (7, 1, 8),
    (7, 2, 4_587),
    (8, 1, 9),
    (8, 2, 13_343),
];

/// Positions of 6×7 by ply: OEIS A212693.
const PLIES_OF_6X7: [usize; 11] = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186, 1_662_623];

fn board(rows: u32, cols: u32) -> Connect4 {
    Connect4::new(rows, cols).expect("a board")
}

#[test]
fn small_boards_obey_the_laws() {
    for (rows, cols) in SMALL {
        let game = board(rows, cols);
        laws::check(&game, Positions::All);
        laws::unrank_range(&game, 1);
        laws::ranked_unmoves(&game);
        laws::ranking_is_dense(&game);
    }
}

#[test]
fn large_boards_obey_the_laws() {
    for (rows, cols) in LARGE {
        let game = board(rows, cols);
        let all = laws::positions(&game, Positions::Games { count: 40, seed: 2 });
        if game.layers().is_empty() {
            laws::rules(&game, &all);
            laws::symmetry(&game, &all);
            laws::notation(&game, &all);
            laws::unmoves(&game, &all);
        } else {
            laws::check_among(&game, &all);
        }
        laws::irreversible(&game, 10, 3);
    }
}

#[test]
fn search_claims_hold() {
    for (rows, cols) in [(1, 4), (1, 7), (2, 5), (3, 3), (3, 4), (4, 2), (7, 2), (8, 1), (4, 3)] {
        laws::search(&board(rows, cols));
    }
    for (rows, cols, longest) in
        [(4, 4, 10), (5, 4, 9), (4, 5, 9), (5, 5, 9), (6, 7, 8), (7, 6, 8), (8, 8, 8)]
    {
        let game = board(rows, cols);
        laws::search_among(&game, &laws::endings(&game, 20, Plies(longest), 4));
    }
}

#[test]
fn random_play_follows_the_rules() {
    for (rows, cols) in [(4, 4), (6, 7), (8, 8)] {
        let game = board(rows, cols);
        let positions = laws::positions(&game, Positions::Games { count: 2, seed: 5 });
        laws::chance(&game, &positions, 2_000, 0.12, 1);
    }
}

#[test]
fn numbers_of_positions_match_published_ones() {
    for (rows, cols, positions) in POSITIONS {
        let game = board(rows, cols);
        assert_eq!(laws::positions(&game, Positions::All).len(), positions, "{rows}x{cols}");
    }
}

#[test]
fn positions_per_ply_match_published_ones() {
    let game = board(6, 7);
    let (mut here, mut moves) = (vec![game.start()], Vec::new());
    for (ply, positions) in PLIES_OF_6X7.into_iter().enumerate() {
        assert_eq!(here.len(), positions, "after {ply} plies");
        if ply == 8 && cfg!(debug_assertions) {
            break;
        }
        let mut next = Vec::new();
        for position in here {
            game.moves(&position, &mut moves);
            next.extend(moves.iter().map(|&mv| game.play(&position, mv)));
        }
        next.sort_unstable();
        next.dedup();
        here = next;
    }
}

#[test]
fn positions_are_read_in_every_form() {
    let game = board(6, 7);
    let read = |text: &str| game.read_position(text).expect("a position");
    let position = read("4453");
    let line = "......./......./......./......./...O.../..OXX..";
    assert_eq!(game.format_position(&position), line);
    for text in [
        line,
        " 4 4 5 3 ",
        "4;4;5;3;",
        "f4;e4;f5;f3",
        "f4 e4 f5f3",
        &line.to_lowercase(),
        &game.diagram(&position),
    ] {
        assert_eq!(read(text), position, "{text}");
    }
    assert_eq!(
        game.diagram(&position).lines().skip(4).collect::<Vec<_>>(),
        [". . . O . . .", ". . O X X . .", "1 2 3 4 5 6 7"]
    );
    for text in ["", " ", "start"] {
        assert_eq!(read(text), game.start());
    }
    let over = read("1212121");
    assert_eq!(game.outcome(&over), Some(Wdl::Loss));
}

#[test]
fn faults_are_located() {
    let game = board(4, 4);
    let fault = |text: &str| game.read_position(text).map_err(|error| (error.span, error.fault.to_string()));
    for (text, span, fault_text) in [
        ("125", 2..3, "expected a column, 1 to 4, found `5`"),
        ("12x", 2..3, "expected a column, 1 to 4, found `x`"),
        ("11111", 4..5, "column 1 is full"),
        ("d1;d1", 3..5, "a stone in column 1 falls to c1"),
        ("12121213", 7..8, "the game is over; no move can follow"),
        ("..../..../.X../....", 16..17, "row 4 of 4, column 2 of 4: empty below a stone"),
        ("..../..../....", 14..14, "expected X, O or . for row 4 of 4, column 1 of 4, but the text ends"),
        ("..../..../...../....", 14..15, "expected the end of row 3 after 4 cells, found `./....`"),
        ("..../..../..../....\n1 2 4", 24..25, "expected the end, or the columns 1 to 4, found `4`"),
        (
            " ..../..../..../OO..",
            1..20,
            "0 X and 2 O: X moves first, so X needs as many stones as O, or one more",
        ),
        ("..../O.../OOO./XXXX", 0..19, "four in a line ended the game before the last move"),
    ] {
        let read = fault(text);
        assert_eq!(read, Err((span, fault_text.to_owned())), "{text}");
    }
    let over = game.read_position("1212121").expect("a position");
    assert_eq!(game.read_move(&over, "3").map_err(|error| error.fault), Err(ReadFault::GameOver));
    let read = |text: &str| game.read_move(&game.start(), text).map_err(|error| error.fault.to_string());
    assert_eq!(read("d4"), read("4"));
    assert_eq!(read("c4"), Err("a stone in column 4 falls to d4".to_owned()));
    assert_eq!(read("44"), Err("expected the end of the move, found `4`".to_owned()));
}

#[test]
fn sizes_are_limited() {
    for (rows, cols) in [(0, 4), (4, 0), (9, 4), (4, 9)] {
        let message = format!("a board of Connect Four has 1 to 8 rows and columns, not {rows}x{cols}");
        assert_eq!(Connect4::new(rows, cols).err().map(|error| error.message), Some(message));
    }
    for (rows, cols, ranked) in [(6, 7, true), (7, 6, true), (8, 6, true), (5, 8, false), (7, 7, false)] {
        assert_eq!(!board(rows, cols).layers().is_empty(), ranked, "{rows}x{cols}");
    }
}

#[test]
fn moves_in_records_may_name_their_cells() {
    for line in ["d1;d2;c1;!", "d1 d2 c1 !", "d1d2c1;!", "1;2;1;!", "121 !"] {
        let found = records::read(format!("Board:connect4:4x4\n{line}\n").as_bytes(), None);
        assert_eq!(found[0].as_ref().expect(line).moves.len(), 3, "{line}");
    }
}

#[test]
fn records_and_their_faults_are_read() {
    let text = "\
Board:4x4
X:first to come
1212121 X
1212121 O
121212 X
12121213 X
Start:..../..../..../.XO.
33 !
11111 !
O:other
Board:4x5
 5 =
5
5 !
";
    let found = records::read(text.as_bytes(), None);
    let faults = found
        .iter()
        .map(|found| found.as_ref().err().map(|fault| (fault.line, fault.column, fault.reason.as_str())));
    let result = "the line ends without a result: expected a move, the winner's side (X or O), `=` for a draw, or `!` \
                  for a game broken off";
    assert_eq!(
        faults.collect::<Vec<_>>(),
        [
            None,
            Some((4, 9, "the record claims that O has won, but X has won: four in a line")),
            Some((5, 8, "the record claims that X has won, but the game goes on")),
            Some((6, 8, "no move can follow: four in a line")),
            None,
            Some((9, 5, "column 1 is full")),
            Some((12, 4, "the record claims a draw, but the game goes on")),
            Some((13, 2, result)),
            None,
        ]
    );
    let game = found[4].as_ref().expect("a game");
    let any = AnyGame::on(nexsolve_games::board("connect4:4x4").expect("a board")).expect("a game");
    assert_eq!((game.board, game.line), (any.board(), 8));
    assert_eq!(any.format_position(&game.start), "..../..../..../.XO.");
    let again =
        nexsolve_games::records::of(game.board.card()).write(std::slice::from_ref(game)).expect("written");
    assert_eq!(again, "Board:connect4:4x4\nX:first to come\nStart:..../..../..../.XO.\n3;3;!\n");
}

#[test]
fn the_page_gets_cells_and_lines() {
    let any = AnyGame::on(nexsolve_games::board("connect4:5x4").expect("a board")).expect("a game");
    let position = any.read_position("1223334").expect("a position");
    let last = any.read_move(&position, "4").expect("a move");
    assert_eq!((any.spot(last), any.format_in_full(&position, last)), (Spot::One(15), "d4".to_owned()));
    let over = any.read_position("1121314").expect("a position");
    assert_eq!(any.chain(&over, Side::Black), ["e1", "e2", "e3", "e4"]);
}
