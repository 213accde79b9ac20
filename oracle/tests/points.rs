//! Values and points of a game that is played for points, where positions do not tell what was captured before.

use nexsolve_core::laws::{self, Reach};
use nexsolve_core::{Game, Wdl};
use nexsolve_games::Board;
use nexsolve_oracle::{Oracle, Small};
use std::cmp::Ordering;

fn value_of(points: i16) -> Wdl {
    match points.cmp(&0) {
        Ordering::Less => Wdl::Loss,
        Ordering::Equal => Wdl::Draw,
        Ordering::Greater => Wdl::Win,
    }
}

#[test]
fn values_of_positions_and_moves_agree_with_their_points() {
    let board = Board::parse("awari:5").expect("a board");
    let small = Small::new(Small::ENOUGH);
    small.make(board).expect("a small database");
    let oracle = Oracle::new(board, &small.all()).expect("a game");
    let positions = laws::positions(oracle.game(), Reach::All);
    let worths = oracle.worths(&positions).expect("whole tables");
    let moves = oracle.moves(&positions).expect("whole tables");
    let mut captures = 0;
    for ((position, worth), moves) in positions.iter().zip(worths).zip(moves) {
        let points = worth.points.expect("in the tables");
        assert_eq!(worth.bounds.wdl(), Some(value_of(points)), "{position:?}");
        for known in &moves {
            let told = known.worth.points.expect("in the tables");
            assert_eq!(known.worth.bounds.wdl(), Some(value_of(told)), "{position:?}, {:?}", known.mv);
            captures += usize::from(
                oracle.game().points(position)
                    != oracle.game().points(&oracle.game().play(position, known.mv)),
            );
        }
        let most = moves.iter().filter_map(|known| known.worth.points).max();
        assert!(moves.is_empty() || most == Some(points), "{position:?}");
    }
    assert!(captures > 0 && positions.len() > 1_000, "{captures} captures, {} positions", positions.len());
}
