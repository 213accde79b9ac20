//! Tests of the value of the right to move, and of free moves, in all positions of small boards. The ignored
//! tests examine 4×4 and 3×5: `cargo test --release -p nexsolve-research zugzwang:: -- --ignored`.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Notation, Plies, Side, Wdl};
use nexsolve_reports::BoardDatabases;
use nexsolve_research::play::zugzwang::{self, Zugzwangs};
use nexsolve_research::questions::extended::Extended;
use nexsolve_research::questions::tabled::{Position, Tabled, twin};
use nexsolve_research::questions::tempo::{self, Change, Effect, Mirrored};

/// Returns the effects of all changes in all reachable positions of a board.
fn effects(rows: u32, cols: u32) -> Vec<Effect> {
    let mut made = vec![crate::support::nex(rows, cols)];
    if rows != cols {
        made.push(crate::support::nex(cols, rows));
    }
    let (_folders, opened): (Vec<_>, Vec<_>) = made.into_iter().unzip();
    let sources = BoardDatabases::new(opened).expect("read");
    let boards = nexsolve_research::source::nex(&sources).expect("boards");
    let find =
        |size| boards.iter().find(|k| (k.game.board().rows(), k.game.board().cols()) == size).expect("made");
    let (here, there) = (find((rows, cols)), find((cols, rows)));
    let (prober, other) = (here.prober(), there.prober());
    let pair = Mirrored {
        here: Tabled { game: &here.game, prober: &prober },
        there: Tabled { game: &there.game, prober: &other },
    };
    tempo::changes(pair).expect("all tables")
}

/// Returns the numbers of positions with equally many stones of both colours in which the right to move
/// hurts, makes no difference, and helps.
fn worth_of_the_move(effects: &[Effect]) -> [u64; 3] {
    let effect = &effects[Change::TheMove as usize];
    [effect.harmful(), effect.all() - effect.harmful() - effect.useful(), effect.useful()]
}

/// Returns the numbers of harmful changes and of all changes of this kind.
fn harm(effects: &[Effect], change: Change) -> (u64, u64) {
    let effect = &effects[change as usize];
    (effect.harmful(), effect.all())
}

#[test]
fn on_boards_of_up_to_nine_cells_the_move_is_no_burden() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 3)] {
        let game = nexsolve_games::nex::Nex::<u64>::new(rows, cols).expect("a small board");
        let even = |position: &Position| position.side_to_move() == Side::Black;
        let all = laws::positions(&game, Positions::All);
        let open = all.iter().filter(|position| even(position) && game.outcome(position).is_none());
        let [burden, indifferent, of_use] = worth_of_the_move(&effects(rows, cols));
        assert_eq!((burden, indifferent + of_use), (0, open.count() as u64), "{rows}×{cols}");
    }
}

#[test]
fn a_position_and_its_twin_have_each_other() {
    let game = nexsolve_games::nex::Nex::<u64>::new(3, 4).expect("a small board");
    let turned = nexsolve_games::nex::Nex::<u64>::new(4, 3).expect("a small board");
    let position =
        Position { black: 0b1001, white: 0b10_0010_0000, neutral: 0b1000_0000_0100, may_swap: false };
    let there = twin(game.board(), &position);
    assert_eq!((there.black.count_ones(), there.white.count_ones()), (2, 2));
    assert_eq!(twin(turned.board(), &there), position);
}

#[test]
#[ignore = "slow: half a billion positions, minutes"]
fn on_four_by_four_the_move_is_no_burden_but_free_moves_can_harm() {
    let effects = effects(4, 4);
    assert_eq!(worth_of_the_move(&effects), [0, 72_104_338, 184_978_227]);
    assert_eq!(harm(&effects, Change::FreeGenerate), (89_255_186, 4_110_140_400));
    assert_eq!(harm(&effects, Change::FreeTransform), (285_860_700, 6_536_357_520));
    assert_eq!(harm(&effects, Change::StoneWhenWaiting).0, 0);
    assert_eq!(harm(&effects, Change::StoneWhenMoving).0, 0);
}

#[test]
#[ignore = "slow: a hundred million positions, a minute"]
fn on_three_by_five_it_is_one_in_one_position_and_its_turn() {
    assert_eq!(worth_of_the_move(&effects(3, 5)), [2, 34_915_246, 25_085_065]);
}

/// The zugzwangs with White and with Black to move, by kind: a loss instead of a draw, a loss instead of a
/// win, a draw instead of a win.
fn zugzwangs(rows: u32, cols: u32) -> Zugzwangs {
    let (_folder, game, prober) = crate::support::tabled(rows, cols);
    zugzwang::zugzwangs(Tabled { game: &game, prober: &prober }, 100, 1).expect("all tables").expect("small")
}

#[test]
fn white_is_in_zugzwang_in_626_positions_of_three_by_three() {
    let found = zugzwangs(3, 3);
    // Without the 1,440 in which White has no move, because they are over.
    assert_eq!(found.of(Side::White).0, 15_744);
    assert_eq!(found.of(Side::White).1.iter().sum::<u64>(), 626);
    assert_eq!(found.of(Side::Black), (16_933, [0; 3]));
}

/// Searches `..?/.WB/..B` by the rules alone, with White to move and with Black to move.
#[test]
fn in_a_position_of_three_by_three_white_loses_and_would_draw_by_a_pass() {
    let game = nexsolve_games::nex::Nex::<u64>::new(3, 3).expect("a small board");
    let position = game.read_position("..?/.WB/..B").expect("a position");
    let extended = Extended::new(&game).expect("small");
    let value = |to_move| extended.value_for(Side::White, &position, to_move);
    assert_eq!((value(Side::White), value(Side::Black)), (Wdl::Loss, Wdl::Draw));
    assert_eq!(
        laws::scores(&game, &laws::positions(&game, Positions::All))[&position].distance(),
        Some(Plies(4))
    );
}

#[test]
fn zugzwangs_of_three_by_four_and_four_by_three_are_as_counted() {
    for (rows, cols, white) in [(3, 4, 9_260), (4, 3, 17_226)] {
        let found = zugzwangs(rows, cols);
        assert_eq!(found.of(Side::White).1.iter().sum::<u64>(), white, "{rows}×{cols}");
        assert_eq!(found.of(Side::Black).1, [0; 3], "{rows}×{cols}");
    }
}
