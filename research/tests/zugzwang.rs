//! What the right to move is worth in all positions of small boards, of 4×4 and 3×5 too if the last tests are asked for (`cargo test
//! --release -p nexsolve-research zugzwang:: -- --ignored`): a burden in two positions of 3×5 alone.

use nexsolve_core::laws::{self, Reach};
use nexsolve_core::{Game, Side};
use nexsolve_reports::Sources;
use nexsolve_research::questions::tabled::{Position, Tabled, twin};
use nexsolve_research::questions::tempo::{self, Change, Mirrored};

/// In how many positions with as many stones of both colours, of those that play can reach, the move is a burden, indifferent, of use.
fn worth_of_the_move(rows: u32, cols: u32) -> [u64; 3] {
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
    let effects = tempo::changes(pair).expect("all tables");
    let effect = &effects[Change::TheMove as usize];
    [effect.harmful(), effect.all() - effect.harmful() - effect.useful(), effect.useful()]
}

#[test]
fn on_boards_of_up_to_nine_cells_the_move_is_no_burden() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 3)] {
        let game = nexsolve_games::nex::Nex::<u64>::new(rows, cols).expect("a small board");
        let even = |position: &Position| position.side_to_move() == Side::Black;
        let all = laws::positions(&game, Reach::All);
        let open = all.iter().filter(|position| even(position) && game.outcome(position).is_none());
        let [burden, indifferent, of_use] = worth_of_the_move(rows, cols);
        assert_eq!((burden, indifferent + of_use), (0, open.count() as u64), "{rows}×{cols}");
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
    assert_eq!(worth_of_the_move(4, 4), [0, 72_104_338, 184_978_227]);
}

#[test]
#[ignore = "slow: a hundred million positions, a minute"]
fn on_three_by_five_it_is_one_in_one_position_and_its_turn() {
    assert_eq!(worth_of_the_move(3, 5), [2, 34_915_246, 25_085_065]);
}
