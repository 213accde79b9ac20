//! Small databases, and the lines of play that follow from them.

use nexsolve_core::{Course, Game, Plies, Score, Wdl};
use nexsolve_games::{AnyGame, Board, Card, Extent, GAMES, GameSpec, Measure};
use nexsolve_kernels::generate_briefly;
use nexsolve_oracle::{Line, Oracle, Small, Stop};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// An oracle with the small database of a board, and the owner of its files.
fn oracle(name: &str) -> (Oracle, Small) {
    let board = nexsolve_games::played(name, None).expect(name);
    let small = Small::new(Small::ENOUGH, generate_briefly);
    small.make(Small::board(board, 0).expect("small")).expect("made");
    (Oracle::new(board, &small.all()).expect("a board"), small)
}

fn course(oracle: &Oracle) -> Course<'static, AnyGame> {
    Course::shared(Arc::new(oracle.game().clone()), oracle.game().start())
}

/// The boards of a game that have small databases, the smallest first.
fn small_boards(card: &'static Card) -> Vec<Board> {
    let spec = GameSpec::new(card, 0);
    let mut boards: Vec<Board> = match card.measure {
        Measure::Sides { quick, .. } => {
            let sides = |cells: u32| (1..=cells).filter(move |rows| cells.is_multiple_of(*rows));
            let boards = |cells: u32| sides(cells).map(move |rows| (rows, cells / rows));
            (1..=quick).flat_map(boards).map(|(rows, cols)| spec.on(Extent::Sides { rows, cols })).collect()
        }
        Measure::Count { .. } => vec![spec.on(Extent::Whole)],
    };
    boards.retain_mut(|board| {
        let small = Small::board(*board, 0);
        *board = small.unwrap_or(*board);
        small.is_some() && nexsolve_kernels::tables(*board).is_ok_and(|tables| tables.is_some())
    });
    boards
}

#[test]
fn enough_memory_for_the_smallest_and_the_largest_of_each_game() {
    let small = Small::new(Small::ENOUGH_FOR_ALL, generate_briefly);
    for card in GAMES {
        let boards = small_boards(card);
        let shortest = |board: &&Board| board.sides().map_or(0, |(rows, cols)| rows.min(cols));
        let largest = |board: &&Board| (board.cells(), shortest(board));
        let ends = [boards.first(), boards.iter().max_by_key(largest)];
        for &board in ends.into_iter().flatten() {
            small.make(board).unwrap_or_else(|error| panic!("{board}: {error}"));
            assert!(small.is_made(board), "{board}");
        }
    }
    let made = small.all();
    assert!(!made.is_empty() && made.iter().all(|held| held.is_complete));
}

#[test]
fn progress_goes_on_to_all_entries() {
    for name in ["nex:3x3", "hex:3x3", "awari:4", "draughts:russian:3"] {
        let folder = tempfile::tempdir().expect("a folder");
        let seen = Mutex::new(Vec::new());
        let progress = |done, total| seen.lock().expect("no panic").push((done, total));
        let (board, never) = (nexsolve_games::board(name).expect(name), AtomicBool::new(false));
        generate_briefly(board, &folder.path().join("made"), 64 << 20, &never, &progress).expect(name);
        let mut seen = seen.into_inner().expect("no panic");
        seen.sort_unstable();
        seen.dedup();
        let &(done, total) = seen.last().expect(name);
        assert_eq!(done, total, "{name}");
        assert!(seen.len() > 2 && seen.iter().all(|&(_, all)| all == total), "{name}: {seen:?}");
    }
    let small = Small::new(Small::ENOUGH, generate_briefly);
    assert_eq!(small.making(), None);
    small.make(nexsolve_games::board("hex:2x2").expect("a board")).expect("made");
    assert_eq!(small.making(), None);
}

#[test]
fn a_best_line_is_as_long_as_the_distance_of_the_table() {
    for name in ["nex:3x3", "hex:3x3"] {
        let (oracle, _small) = oracle(name);
        let known = oracle.answer(&course(&oracle), 5_000, None).expect("sound tables");
        let distance = known.worth.bounds.score().and_then(Score::distance);
        let mut line = Line::new(&oracle, course(&oracle), None);
        let first = line.first(&known).expect("sound tables").expect("a best move");
        line.follow(first).expect("sound tables");
        assert_eq!(line.stop(), Stop::Over, "{name}");
        assert_eq!(distance, Some(Plies(line.moves().len() as u16)), "{name}");
    }
}

#[test]
fn a_refutation_begins_with_the_mistake_and_wins() {
    let (oracle, _small) = oracle("hex:3x3");
    let known = oracle.answer(&course(&oracle), 5_000, None).expect("sound tables");
    let mistakes = known.moves.iter().filter(|known| known.worth.bounds.wdl() == Some(Wdl::Loss));
    let mut refuted = 0;
    for mistake in mistakes {
        let mut line = Line::new(&oracle, course(&oracle), None);
        line.follow(mistake).expect("sound tables");
        assert_eq!(line.moves()[0], mistake.mv);
        let ending = line.course().ending().expect("the line ends");
        assert_eq!(ending.value_for(oracle.game().side_to_move(&oracle.game().start())), Wdl::Loss);
        refuted += 1;
    }
    assert!(refuted > 0, "not every first move wins");
}

/// The book knows who wins 7×7 Hex and with which openings, and nothing of later positions.
#[test]
fn a_line_from_a_book_ends_where_the_book_does() {
    let board = nexsolve_games::board("hex:7x7").expect("a board");
    let oracle = Oracle::new(board, &[]).expect("a game");
    let known = oracle.answer(&course(&oracle), 5_000, None).expect("no tables");
    let mut line = Line::new(&oracle, course(&oracle), None);
    let first = line.first(&known).expect("no tables").expect("a winning move");
    line.follow(first).expect("no tables");
    assert_eq!((line.moves().len(), line.stop()), (1, Stop::Unknown));
}
