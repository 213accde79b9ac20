//! Lists and graphs: their files, and games that are not in the program.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Notation, Plies, Ranked, Side, Wdl};
use nexsolve_games::listed::{
    About, Graph, GraphError, LIST, Listed, Node, game_file, list_file, own, read_game, read_list, walk,
};
use nexsolve_games::picture::{Drawn, Piece};
use nexsolve_games::tictactoe::TicTacToe;
use nexsolve_games::{Cells, Played, Shown, board_of};

/// A token on a ring of seven cells moves by one or two; who reaches 0 wins.
struct Ring {
    repeats: bool,
}

impl Game for Ring {
    type Position = u8;
    type Move = i8;

    fn start(&self) -> u8 {
        3
    }

    fn side_to_move(&self, _: &u8) -> Side {
        Side::Black
    }

    fn outcome(&self, position: &u8) -> Option<Wdl> {
        (*position == 0).then_some(Wdl::Loss)
    }

    fn moves(&self, position: &u8, moves: &mut Vec<i8>) {
        moves.clear();
        moves.extend([-1, 1, 2].into_iter().filter(|_| *position != 0));
    }

    fn play(&self, position: &u8, mv: i8) -> u8 {
        (*position as i8 + mv).rem_euclid(7) as u8
    }

    fn longest(&self, _: &u8) -> Plies {
        if self.repeats { Plies::ENDLESS } else { Plies(20) }
    }
}

fn tic_tac_toe(name: &str) -> Listed {
    let board = nexsolve_games::board(name).expect(name);
    Listed::new(board, TicTacToe::new(board).expect(name)).tables(board.extent).expect("a list")
}

#[test]
fn a_list_is_read_back_and_no_damage_is_missed() {
    let (name, game, other) =
        ("tictactoe:3x3", tic_tac_toe("tictactoe:3x3"), tic_tac_toe("tictactoe:two:3x3"));
    let file = list_file(name, game.list()).expect("memory");
    assert_eq!(read_list(&file, name, game.rules()).expect("the list"), *game.list());
    let theirs = list_file("tictactoe:two:3x3", other.list()).expect("memory");
    assert!(read_list(&theirs, name, game.rules()).is_err());
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 4;
        // A bit of a frame may mean nothing.
        let read = read_list(&damaged, name, game.rules());
        assert!(read.is_err() || read.is_ok_and(|list| list == *game.list()), "byte {at}");
        assert!(read_list(&file[..at], name, game.rules()).is_err(), "{at} bytes");
    }
}

#[test]
fn a_game_of_rules_alone_obeys_the_laws() {
    let (graph, texts) = walk(&Ring { repeats: true }, "A ring").expect("a game");
    assert_eq!(texts[&3], "3");
    let file = game_file(&graph).expect("memory");
    let again = read_game(&file).expect("the same game");
    assert_eq!(again, graph);
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 4;
        let read = read_game(&damaged);
        assert!(read.is_err() || read.is_ok_and(|read| read == graph), "byte {at}");
    }
    let board = own::register(graph);
    assert_eq!(own::register(again), board, "the same game has the same board");
    assert!(board.to_string().starts_with("own:a-ring-"));
    let game = own::game(board).expect("known").tables(board.extent).expect("a list");
    laws::check_among(&game, &laws::positions(&game, Positions::All));
    laws::irreversible(&game, 20, 1);
    assert_eq!(game.layers().len(), 1);
    let second = game.read_position("5, Second to move").expect("a position");
    assert_eq!(
        (game.side_to_move(&second), game.rank(&second)),
        (Side::White, game.rank(&game.canonical_of("5")))
    );
    assert!(game.read_position("9").is_err() && game.read_position("1;1;9").is_err());
    assert_eq!(game.read_position("-1;-1").expect("moves"), game.read_position("1").expect("a position"));
}

/// Reads a position.
trait Canonical: Notation {
    fn canonical_of(&self, text: &str) -> Self::Position {
        self.read_position(text).expect("a position")
    }
}

impl Canonical for Listed {}

#[test]
fn a_game_that_denies_to_repeat_is_refused_with_a_circle() {
    let Err(GraphError::Circle(circle)) = walk(&Ring { repeats: false }, "A ring") else {
        panic!("play can return to a position");
    };
    assert!(circle.len() >= 2);
}

#[test]
fn moves_that_differ_in_letter_case_are_two_moves() {
    let about = walk(&Ring { repeats: true }, "Letters").expect("a game").0.about().clone();
    let node = |text: &str, outcome, moves: Vec<(u32, u32)>| Node {
        text: text.to_owned(),
        outcome,
        moves,
        ..Node::default()
    };
    let nodes = vec![
        node("start", None, vec![(0, 1), (1, 2)]),
        node("small", Some(Wdl::Loss), Vec::new()),
        node("great", Some(Wdl::Win), Vec::new()),
    ];
    let words = vec!["a".to_owned(), "A".to_owned()];
    let board = own::register(Graph::new(about, nodes, words).expect("a game"));
    let game = own::game(board).expect("known");
    let start = game.start();
    for mv in game.legal_moves(&start) {
        assert_eq!(game.read_move(&start, &game.format_move(&start, mv)), Ok(mv));
    }
}

/// A game of one position, which is over, and is seen like this.
fn shown(shown: &str, grid: Option<(u32, u32)>) -> Result<Listed, GraphError> {
    let about = walk(&Ring { repeats: true }, "Shown").expect("a game").0.about().clone();
    let sides = ["X".to_owned(), "O".to_owned()];
    let node =
        Node { text: "x".to_owned(), shown: shown.to_owned(), outcome: Some(Wdl::Draw), ..Node::default() };
    let graph = Graph::new(About { grid, sides, ..about }, vec![node], Vec::new())?;
    Ok(own::game(own::register(graph)).expect("known"))
}

#[test]
fn positions_are_seen_as_cells_lines_or_pictures() {
    let seen = |text: &str, grid| {
        let game = shown(text, grid).expect("a game");
        (game.picture(&game.start()), game.diagram(&game.start()), game.cells(&game.start()))
    };
    let (picture, diagram, cells) = seen("XO.\n#? ", Some((2, 3)));
    assert_eq!((picture.places.len(), diagram.as_str()), (6, "XO.\n#?\n"));
    assert_eq!(cells, Cells::Rows(["B", "W", "", "=#", "=?", ""].map(str::to_owned).to_vec()));
    assert_eq!(picture.places[3].piece, Some(Piece::Sign('#')));
    // Rows that are shorter than the grid, as damage might make them.
    assert_eq!(seen("X", Some((2, 3))).0.places[5].piece, None);

    let (picture, diagram, cells) = seen("a\n  b", None);
    assert_eq!((picture.drawn, diagram.as_str()), (Some(Drawn::Text("a\n  b".to_owned())), "a\n  b\n"));
    assert_eq!(cells, Cells::Drawn("a\n  b".to_owned()));

    let drawing = "<svg viewBox='0 0 9 3'>\n<script>1</script></svg>";
    let (picture, diagram, cells) = seen(drawing, None);
    assert_eq!((picture.drawn, picture.size), (Some(Drawn::Svg(drawing.to_owned())), (6.0, 2.0)));
    assert_eq!((diagram.as_str(), cells), ("x\n", Cells::Drawn(drawing.to_owned())));

    // What no browser could draw is not shown.
    for drawing in
        ["<svg><script>1</script></svg>", "<svg viewBox='0 0 1 1000'/>", "<svg width='x' height='2'/>"]
    {
        assert_eq!(seen(drawing, None).0.drawn, Some(Drawn::Text("x".to_owned())), "{drawing}");
    }
}

#[test]
fn what_cannot_be_shown_is_refused() {
    for (text, grid) in [("\u{1b}[2J", None), ("a\tb", None), ("X", Some((0, 1))), ("X", Some((27, 1)))] {
        assert!(shown(text, grid).is_err(), "{text:?} {grid:?}");
    }
    let about = walk(&Ring { repeats: true }, "Named").expect("a game").0.about().clone();
    let node = Node { text: "x".to_owned(), outcome: Some(Wdl::Draw), ..Node::default() };
    for about in [
        About { name: "../x".to_owned(), ..about.clone() },
        About { name: "x".repeat(65), ..about.clone() },
        About { title: "a\nb".to_owned(), ..about.clone() },
        About { sides: [String::new(), "O".to_owned()], ..about.clone() },
    ] {
        assert!(Graph::new(about.clone(), vec![node.clone()], Vec::new()).is_err(), "{about:?}");
    }
}

#[test]
fn contradictions_are_refused() {
    let (graph, _) = walk(&Ring { repeats: true }, "A ring").expect("a game");
    let node = |text: &str, outcome, moves: &[(u32, u32)]| Node {
        text: text.to_owned(),
        outcome,
        moves: moves.to_vec(),
        ..Node::default()
    };
    let over = Some(Wdl::Loss);
    let words = || vec!["a".to_owned(), "b".to_owned()];
    for nodes in [
        vec![node("x", None, &[])],
        vec![node("x", None, &[(0, 1)]), node("x", over, &[])],
        vec![node("x", None, &[(0, 1), (0, 1)]), node("y", over, &[])],
        vec![node("x", None, &[(2, 1)]), node("y", over, &[])],
        vec![node("x\ny", None, &[(0, 1)]), node("y", over, &[])],
        vec![node("x", over, &[(0, 1)]), node("y", over, &[])],
    ] {
        assert!(Graph::new(graph.about().clone(), nodes.clone(), words()).is_err(), "{nodes:?}");
    }
}

#[test]
fn a_board_is_opened_with_the_file_beside_its_tables() {
    let (graph, _) = walk(&Ring { repeats: true }, "Opened").expect("a game");
    let file = game_file(&graph).expect("memory");
    let name = own::register(graph).to_string();
    let board = board_of(&name, &name, |_| Ok(Some(file.clone()))).expect("known");
    assert_eq!(board.to_string(), name);
    assert!(board_of(&name, "own:opened-00000000", |_| Ok(Some(file.clone()))).is_err(), "another game");
    assert!(board_of("own:x", "own:x", |_| Ok(None)).is_err(), "no file");
    let name = "tictactoe:two:4x3";
    assert!(board_of("tictactoe", name, |file| Ok((file == LIST).then(|| b"damaged".to_vec()))).is_err());
    assert!(board_of("tictactoe", name, |_| Ok(None)).is_ok());
}
