//! Values and points in a game with points, where a position does not show the earlier captures.

use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_kernels::generate_briefly;
use nexsolve_oracle::{Oracle, Small};
use std::cmp::Ordering;

fn value_of(points: i16) -> Wdl {
    match points.cmp(&0) {
        Ordering::Less => Wdl::Loss,
        Ordering::Equal => Wdl::Draw,
        Ordering::Greater => Wdl::Win,
    }
}

/// All ways to distribute up to `seeds` seeds over `pits` pits.
fn layings(seeds: u32, pits: usize) -> Vec<Vec<u32>> {
    if pits == 0 {
        return vec![Vec::new()];
    }
    let with = |first: u32| {
        layings(seeds - first, pits - 1).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (0..=seeds).flat_map(with).collect()
}

#[test]
fn values_of_positions_and_moves_agree_with_their_points() {
    let board = nexsolve_games::board("awari:5").expect("a board");
    let small = Small::new(Small::ENOUGH, generate_briefly);
    small.make(board).expect("a small database");
    let oracle = Oracle::new(board, &small.all()).expect("a game");
    let position = |pits: Vec<u32>| {
        let pits: Vec<String> = pits.iter().map(u32::to_string).collect();
        let text = format!("{} | {}", pits[..6].join(" "), pits[6..].join(" "));
        oracle.game().read_position(&text).expect("seeds")
    };
    let positions: Vec<_> = layings(5, 12).into_iter().map(position).collect();
    let worths = oracle.worths(&positions).expect("whole tables");
    let moves = oracle.moves(&positions).expect("whole tables");
    let mut captures = 0;
    for ((position, worth), moves) in positions.iter().zip(worths).zip(moves) {
        let points = worth.points.expect("in the tables");
        assert_eq!(worth.bounds.wdl(), Some(value_of(points.0)), "{position:?}");
        for known in &moves {
            let gained = known.worth.points.expect("in the tables");
            assert_eq!(known.worth.bounds.wdl(), Some(value_of(gained.0)), "{position:?}, {:?}", known.mv);
            captures += usize::from(
                oracle.game().points(position)
                    != oracle.game().points(&oracle.game().play(position, known.mv)),
            );
        }
        let most = moves.iter().filter_map(|known| known.worth.points).max();
        assert!(moves.is_empty() || most == Some(points), "{position:?}");
    }
    assert!(captures > 0, "no capture in {} positions", positions.len());
}
