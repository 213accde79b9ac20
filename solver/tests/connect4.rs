//! Connect Four by the general search: published values and distances.

use crate::solver;
use nexsolve_core::{Bounds, Game, Notation, Plies, Score, Symmetric, Wdl};
use nexsolve_games::book::{Book, BookError};
use nexsolve_games::connect4::{Connect4, Connect4Move};
use nexsolve_solver::{Goal, Knowledge, Options, Solution};

const OPTIONS: Options = Options::within(1 << 26);

/// The value of the start for the first player, from J. Tromp, "John's Connect Four Playground",
/// <https://tromp.github.io/c4/c4.html>: rows, columns, value.
const VALUES: [(u32, u32, Wdl); 6] = [
    (4, 4, Wdl::Draw),
    (4, 5, Wdl::Draw),
    (4, 6, Wdl::Loss),
    (5, 4, Wdl::Draw),
    (5, 5, Wdl::Draw),
    (6, 4, Wdl::Draw),
];

/// More values from there, which take longer to search.
const SLOW_VALUES: [(u32, u32, Wdl); 7] = [
    (4, 7, Wdl::Draw),
    (4, 8, Wdl::Loss),
    (5, 6, Wdl::Draw),
    (5, 7, Wdl::Draw),
    (6, 5, Wdl::Draw),
    (6, 6, Wdl::Loss),
    (7, 5, Wdl::Draw),
];

fn board(rows: u32, cols: u32) -> Connect4 {
    Connect4::new(rows, cols).expect("a board")
}

fn check_values(values: &[(u32, u32, Wdl)]) {
    for &(rows, cols, value) in values {
        let game = board(rows, cols);
        let solution = solver(&game, OPTIONS).solve(&game.start(), Goal::Value).expect("no tables");
        assert_eq!(solution.bounds.wdl(), Some(value), "{rows}x{cols}");
    }
}

#[test]
fn values_of_small_boards_are_as_published() {
    check_values(&VALUES);
}

#[test]
#[ignore = "slow: ten seconds of processor time in a release build"]
fn values_of_larger_boards_are_as_published() {
    check_values(&SLOW_VALUES);
}

/// The lines of a file: a position, and what is published about it.
fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '))
}

/// The score that a number of points means in P. Pons' sets, in a position with this many stones. The points
/// state with which of the winner's 21 stones he wins: the last is 1 point, the one before 2, …; negative
/// points mean that the opponent wins.
fn score_of(points: &str, stones: usize) -> Score {
    let points: i32 = points.parse().expect("a number");
    let winners_stone = 22 - points.unsigned_abs() as usize;
    let second_wins = (stones % 2 == 1) == (points > 0);
    // The first player's n-th stone is number 2n - 1 overall, the second player's is number 2n.
    let last = if second_wins { 2 * winners_stone } else { 2 * winners_stone - 1 };
    let plies = || Plies((last - stones) as u16);
    match points {
        0 => Score::DRAW,
        1.. => Score::win_in(plies()),
        _ => Score::loss_in(plies()),
    }
}

fn solve(columns: &str) -> Solution<Connect4Move> {
    let game = board(6, 7);
    let position = game.read_position(columns).expect("a position");
    solver(&game, OPTIONS).solve(&position, Goal::Distances).expect("no tables")
}

fn check_scores(text: &str) {
    for (columns, points) in lines(text) {
        let score = score_of(points, columns.len());
        assert_eq!(solve(columns).bounds, Bounds::exact(score), "{columns}");
    }
}

#[test]
fn late_positions_are_as_published() {
    check_scores(include_str!("connect4/end.txt"));
}

#[test]
#[ignore = "slow: forty seconds of processor time in a release build"]
fn early_positions_are_as_published() {
    check_scores(include_str!("connect4/begin.txt"));
}

#[test]
fn moves_of_the_middle_game_are_as_published() {
    const FULL: &str = "43";
    for (columns, points) in lines(include_str!("connect4/middle.txt")) {
        let solution = solve(columns);
        let found = (0..7).map(|col| {
            let report = solution.moves.iter().find(|report| report.mv.column() == col);
            report.map(|report| report.bounds)
        });
        // The points of a move are those of the position after it.
        let expected = points.split(',').map(|points| {
            let score = || score_of(points, columns.len() + 1).lift();
            (points != FULL).then(|| Bounds::exact(score()))
        });
        assert!(found.eq(expected), "{columns}");
    }
}

/// Searches for scores, for values and for all moves find the same, with and without each technique.
#[test]
fn random_positions_have_the_same_scores_in_every_search() {
    let text = include_str!("connect4/random.txt");
    check_scores(text);
    let game = board(6, 7);
    let late = lines(text).filter(|(columns, _)| columns.len() == 25);
    let options = [
        OPTIONS,
        Options { symmetry: false, ..OPTIONS },
        Options { ordering: false, ..OPTIONS },
        Options { memory_bytes: 0, ..OPTIONS },
        Options { knowledge: Knowledge::Ignored, ..OPTIONS },
    ];
    let mut searches = options.map(|options| solver(&game, options));
    for (columns, points) in late {
        let position = game.read_position(columns).expect("a position");
        let score = score_of(points, columns.len());
        for search in &mut searches {
            assert_eq!(search.score(&position).expect("no tables"), Some(score), "{columns}");
            let solution = search.solve(&position, Goal::Value).expect("no tables");
            assert_eq!(solution.bounds.wdl(), Some(score.wdl()), "{columns}");
        }
    }
}

/// Checks everything that a book knows by a search that does not use it.
fn check_book(game: &Connect4, book: &Book<Connect4>) {
    let game = game.clone().without_book();
    let mut search = solver(&game, OPTIONS);
    for position in book.layers().iter().flatten() {
        let known = book.bounds(&game, position);
        let text = game.format_position(position);
        if known.score().is_some() {
            assert_eq!(search.score(position).expect("no tables"), known.score(), "{text}");
        } else if known.wdl().is_some() {
            let found = search.solve(position, Goal::Value).expect("no tables");
            assert_eq!(found.bounds.wdl(), known.wdl(), "{text}");
        }
    }
}

#[test]
fn a_book_has_the_scores_that_search_finds() {
    let game = board(4, 5);
    let mut search = solver(&game, OPTIONS);
    let mut book = Book::new(&game, 4);
    for position in book.layers()[4].clone() {
        let score = search.score(&position).expect("no tables").expect("a small board");
        book.add(position, Bounds::exact(score)).unwrap();
    }
    book.conclude(&game).expect("no contradiction");
    let bytes = book.write(&game, "connect4:4x5");
    let read =
        |game: &Connect4, name: &str, bytes: &[u8]| Book::read(game, name, bytes).map(|book| book.plies());
    let book = Book::read(&game, "connect4:4x5", &bytes).expect("a book");
    assert_eq!(book.complete_plies(), Some(4));
    check_book(&game, &book);
    // Beyond the book.
    assert_eq!(book.bounds(&game, &game.read_position("11223").expect("a position")), Bounds::UNKNOWN);
    for end in 0..bytes.len() {
        assert!(read(&game, "connect4:4x5", &bytes[..end]).is_err(), "{end}");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 4;
        assert!(read(&game, "connect4:4x5", &changed).is_err(), "{at}");
    }
    let other = BookError::Board("connect4:4x5".to_owned());
    assert_eq!(read(&board(5, 4), "connect4:5x4", &bytes), Err(other));
    assert_eq!(read(&board(5, 4), "connect4:4x5", &bytes), Err(BookError::Positions));
    let mut later = bytes.clone();
    later[4] = 2;
    assert_eq!(read(&game, "connect4:4x5", &later), Err(BookError::Version(2)));
}

#[test]
fn values_without_lengths_give_no_bounds_of_the_length() {
    let game = board(4, 5);
    let mut book = Book::new(&game, 2);
    for position in book.layers()[2].clone() {
        book.add(position, Bounds::of_value(Wdl::Win)).unwrap();
    }
    book.conclude(&game).unwrap();
    let start = game.start();
    assert_eq!(book.bounds(&game, &start), Bounds::of_value(Wdl::Win));
    let after = book.layers()[1][0];
    assert_eq!(book.bounds(&game, &after), Bounds::of_value(Wdl::Loss));
    book.add(after, Bounds::exact(Score::loss_in(Plies(16)))).unwrap();
    book.conclude(&game).unwrap();
    assert_eq!(book.bounds(&game, &start), Bounds { lo: Score::win_in(Plies(17)), hi: Score::MAX });
    assert_eq!(book.add(after, Bounds::of_value(Wdl::Win)), Err(BookError::Contradiction));
}

#[test]
fn a_book_keeps_bounds_and_refuses_contradictions() {
    let game = board(4, 5);
    let mut book = Book::new(&game, 1);
    let start = game.start();
    let at_least = Bounds { lo: Score::DRAW, hi: Score::win_in(Plies(11)) };
    book.add(start, at_least).unwrap();
    let after = game.canonical(&game.read_position("3").expect("a move"));
    book.add(after, Bounds::of_value(Wdl::Win)).unwrap();
    let book = Book::read(&game, "connect4:4x5", &book.write(&game, "connect4:4x5")).expect("a book");
    assert_eq!((book.bounds(&game, &start), book.complete_plies()), (at_least, None));
    assert_eq!(book.bounds(&game, &after).wdl(), Some(Wdl::Win));
    let mut wrong = book.clone();
    for position in book.layers()[1].clone() {
        wrong.add(position, Bounds::of_value(Wdl::Win)).unwrap();
    }
    assert_eq!(wrong.conclude(&game), Err(BookError::Contradiction));
    let bytes = wrong.write(&game, "connect4:4x5");
    assert_eq!(Book::read(&game, "connect4:4x5", &bytes).map(|_| ()), Err(BookError::Contradiction));
}

/// The scores of the seven openings for the first player: V. Allis, "A knowledge-based approach of
/// Connect-Four", 1988, has the values; J. Tromp, "John's Connect Four Playground", the plies.
#[test]
fn openings_of_the_usual_board_are_as_published() {
    let game = board(6, 7);
    let points = [-2, -1, 0, 1, 0, -1, -2];
    let book = game.book().expect("a book");
    assert_eq!(book.bounds(&game, &game.start()).score(), Some(Score::win_in(Plies(41))));
    for (column, points) in (1..=7).zip(points) {
        let position = game.read_position(&column.to_string()).expect("a move");
        let expected = score_of(&(-points).to_string(), 1);
        assert_eq!(book.bounds(&game, &position).score(), Some(expected), "column {column}");
    }
}

#[test]
fn lines_that_begin_in_the_book_end_with_it() {
    let game = board(6, 7);
    let solution = solver(&game, OPTIONS).solve(&game.start(), Goal::Distances).expect("no tables");
    assert_eq!(solution.bounds, Bounds::exact(Score::win_in(Plies(41))));
    let plies = game.book().expect("a book").complete_plies().expect("the start") as usize;
    for report in solution.moves {
        assert_eq!(report.line.len(), plies);
    }
}

#[test]
#[ignore = "slow: hours of processor time"]
fn the_book_of_the_usual_board_has_the_scores_that_search_finds() {
    let game = board(6, 7);
    check_book(&game, game.book().expect("a book"));
}
