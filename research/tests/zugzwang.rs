//! All positions of small boards, of 4×4 too if the last test is asked for (`cargo test --release -p nexsolve-research zugzwang:: --
//! --ignored`): in none is the move a burden.

use nexsolve_core::laws::{self, Reach};
use nexsolve_core::{Game, LayerId, Ranked, Side, Symmetric};
use nexsolve_reports::Sources;
use nexsolve_research::questions::tabled::{Position, Tabled, twin};
use nexsolve_research::questions::tempo::Mirrored;
use rayon::prelude::*;

/// Numbers that are looked at together.
const BATCH: u64 = 1 << 20;

/// How many positions with as many stones of both colours play can reach, and in how many of them, up to symmetry, the move is a burden.
fn burdens(rows: u32, cols: u32) -> (u64, u64) {
    let mut made = vec![crate::support::nex(rows, cols)];
    if rows != cols {
        made.push(crate::support::nex(cols, rows));
    }
    let (_folders, opened): (Vec<_>, Vec<_>) = made.into_iter().unzip();
    let sources = Sources::new(opened).expect("read");
    let boards = nexsolve_research::source::nex(&sources).expect("boards");
    let find =
        |size| boards.iter().find(|k| (k.game.board().rows(), k.game.board().cols()) == size).expect("made");
    let (here, there) = (find((rows, cols)), find((cols, rows)));
    let (prober, other) = (here.prober(), there.prober());
    let pair = Mirrored {
        here: Tabled { game: &here.game, prober: &prober },
        there: Tabled { game: &there.game, prober: &other },
    };
    let layers = here.game.layers();
    let batches: Vec<(LayerId, u64)> = LayerId::all(layers)
        .flat_map(|layer| (0..layers[layer].len.div_ceil(BATCH)).map(move |batch| (layer, batch * BATCH)))
        .collect();
    let look = |(layer, from): (LayerId, u64)| {
        let to = (from + BATCH).min(layers[layer].len);
        let mut positions: Vec<Position> = Vec::new();
        here.game.unrank_range(layer, from..to, |_, position| {
            let even = position.side_to_move() == Side::Black && here.game.outcome(&position).is_none();
            if even && prober.reachable(&position).expect("a table") == Some(true) {
                positions.push(position);
            }
        });
        let with = pair.here.for_black(&positions).expect("a table");
        let without = pair.if_white_moves(&positions).expect("a table");
        let harmed = with.iter().zip(&without).filter(|(with, without)| with < without).count();
        (positions.iter().map(|position| here.game.copies(position)).sum(), harmed as u64)
    };
    let sum = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
    batches.into_par_iter().map(look).reduce(|| (0, 0), sum)
}

#[test]
fn on_boards_of_up_to_nine_cells_the_move_is_no_burden() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 3)] {
        let game = nexsolve_games::nex::Nex::<u64>::new(rows, cols).expect("a small board");
        let even = |position: &Position| position.side_to_move() == Side::Black;
        let all = laws::positions(&game, Reach::All);
        let open = all.iter().filter(|position| even(position) && game.outcome(position).is_none());
        assert_eq!(burdens(rows, cols), (open.count() as u64, 0), "{rows}×{cols}");
    }
}

#[test]
fn a_position_and_its_twin_have_each_other() {
    let game = nexsolve_games::nex::Nex::<u64>::new(3, 4).expect("a small board");
    let turned = nexsolve_games::nex::Nex::<u64>::new(4, 3).expect("a small board");
    let position = Position { black: 0b1001, white: 0b10_0010_0000, neutral: 0b1000_0000_0100 };
    let there = twin(game.board(), &position);
    assert_eq!((there.black.count_ones(), there.white.count_ones()), (2, 2));
    assert_eq!(twin(turned.board(), &there), position);
}

#[test]
#[ignore = "slow: half a billion positions, minutes"]
fn on_four_by_four_the_move_is_no_burden() {
    let (positions, harmed) = burdens(4, 4);
    assert_eq!((positions, harmed), (257_082_565, 0));
}
