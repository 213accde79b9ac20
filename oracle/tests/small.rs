//! Small databases as they are generated, and the lines that they imply.

use nexsolve_core::{Course, Game, Plies, Score, Wdl};
use nexsolve_games::{AnyGame, Board, GAMES, Measure};
use nexsolve_oracle::{Line, Oracle, Small, Stop};
use std::sync::Arc;

/// An oracle with the small database of a board, and the owner of its files.
fn oracle(name: &str) -> (Oracle, Small) {
    let board = Board::played(name, None).expect(name);
    let small = Small::new(Small::ENOUGH);
    small.make(Small::board(board, 0).expect("small")).expect("made");
    (Oracle::new(board, &small.all()).expect("a board"), small)
}

fn course(oracle: &Oracle) -> Course<'static, AnyGame> {
    Course::shared(Arc::new(oracle.game().clone()), oracle.game().start())
}

#[test]
fn enough_memory_for_the_smallest_and_the_largest_of_each_game() {
    let small = Small::new(Small::ENOUGH_FOR_ALL);
    for card in GAMES {
        let (least, most) = match card.measure {
            Measure::Sides { quick, .. } => {
                (format!("{}:2x2", card.word), format!("{}:{}x4", card.word, quick / 4))
            }
            Measure::Count { .. } => (card.word.to_owned(), card.word.to_owned()),
        };
        for name in [least, most] {
            let board = Small::board(Board::played(&name, None).expect(&name), 0).expect("small");
            small.make(board).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(small.is_made(board), "{name}");
        }
    }
    assert!(small.all().iter().all(|held| held.is_complete));
}

#[test]
fn a_best_line_is_as_long_as_the_distance_of_the_table() {
    for name in ["nex:3x3", "hex:3x3"] {
        let (oracle, _small) = oracle(name);
        let known = oracle.know(&course(&oracle), 5_000, None).expect("sound tables");
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
    let known = oracle.know(&course(&oracle), 5_000, None).expect("sound tables");
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
