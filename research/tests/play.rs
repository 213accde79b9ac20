//! Tests of how small boards are played: every claim of these studies is derived again by the rules. The
//! ignored tests examine 4×4: `cargo test --release -p nexsolve-research play:: -- --ignored`.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Wdl};
use nexsolve_games::nex::NexMove;
use nexsolve_games::rhombus::Cell;
use nexsolve_research::geometry::Shape;
use nexsolve_research::play::holding::{Chain, held};
use nexsolve_research::play::pie::offers;
use nexsolve_research::play::transform::{needed, needed_in_play};
use nexsolve_research::questions::neutral::{Rule, placing};
use nexsolve_research::questions::sample::{Lottery, sample};
use nexsolve_research::questions::tabled::{Opening, Tabled, openings};

#[test]
fn with_a_spare_stone_and_empty_cells_enough_gaps_hold() {
    for (rows, cols, positions) in [(3, 4, [61_172, 5_360]), (4, 3, [26_240, 1_794])] {
        let (_folder, game, prober) = crate::support::tabled(rows, cols);
        let held = held(Tabled { game: &game, prober: &prober }).expect("all tables");
        let found = [Chain::OneGap, Chain::TwoGaps].map(|chain| held[chain as usize]);
        assert_eq!(found.map(|held| held.all()), positions, "{rows}×{cols}");
        for held in found {
            assert_eq!(held.values, [0, 0, held.all()], "{rows}×{cols}");
        }
        // Without a spare stone a gap can be cut.
        assert!(held[Chain::OneGapBare as usize].broken.is_some(), "{rows}×{cols}");
    }
}

#[test]
fn transforms_are_needed_as_often_as_the_rules_say() {
    let (_folder, game, prober) = crate::support::tabled(3, 3);
    let found = needed(Tabled { game: &game, prober: &prober }, 1).expect("all tables").all;
    let scores = laws::scores(&game, &laws::positions(&game, Positions::All));
    let (mut all, mut counts) = (0, [0; 3]);
    for (position, score) in &scores {
        let moves = game.legal_moves(position);
        let is_generate = |mv: &NexMove| matches!(mv, NexMove::Generate { .. });
        let generates = moves.iter().filter(|mv| is_generate(mv)).count();
        if score.wdl() == Wdl::Loss || generates == 0 || generates == moves.len() {
            continue;
        }
        let keeps = |mv: &&NexMove| -scores[&game.play(position, **mv)].wdl() == score.wdl();
        let (by_generate, by_transform): (Vec<&NexMove>, Vec<&NexMove>) =
            moves.iter().filter(keeps).partition(|mv| is_generate(mv));
        all += 1;
        counts[0] += u32::from(by_generate.is_empty());
        counts[1] += u32::from(by_generate.is_empty() && by_transform.len() == 1);
        counts[2] += u32::from(by_transform.is_empty());
    }
    let shares = [found.only_transforms, found.one_transform, found.only_generates];
    let stated = shares.map(|(share, _)| (share * found.positions).round() as u32);
    assert_eq!((found.positions.round() as u32, stated), (all, counts));
    assert_eq!((all, counts[0], counts[2]), (12_746, 4_440, 4_896));
}

#[test]
fn under_the_pie_rule_three_by_three_is_a_draw() {
    let (_folder, game, prober) = crate::support::tabled(3, 3);
    let offers = offers(Tabled { game: &game, prober: &prober }).expect("all tables");
    let of = |value| offers.iter().filter(|offer| offer.value == value).count();
    assert_eq!([Wdl::Loss, Wdl::Draw, Wdl::Win].map(of), [0, 15, 21]);
    let kept: usize = offers.iter().filter(|offer| offer.value == Wdl::Draw).map(|offer| offer.keeping).sum();
    assert_eq!(kept, 76);
}

/// Returns how much more often a neutral cell in the class wins the opening than one outside it, and the
/// number of stones on which this is based. All stones count equally for which both kinds of cells exist, and
/// some neutral cells win and others do not.
fn in_the_opening(all: &[Opening], class: impl Fn(&Opening) -> bool) -> (f64, usize) {
    let (mut gains, mut stones) = (0.0, 0);
    for of_stone in all.chunk_by(|a, b| a.stone == b.stone) {
        let wins = |opening: &&&Opening| opening.score.wdl() == Wdl::Win;
        let (inside, outside): (Vec<_>, Vec<_>) = of_stone.iter().partition(|opening| class(opening));
        let won = inside.iter().filter(wins).count() + outside.iter().filter(wins).count();
        if won == 0 || won == of_stone.len() || inside.is_empty() || outside.is_empty() {
            continue;
        }
        let share = |of: &[&Opening]| of.iter().filter(wins).count() as f64 / of.len() as f64;
        gains += share(&inside) - share(&outside);
        stones += 1;
    }
    (gains / stones as f64, stones)
}

/// Compares the study's figures of the first move with a count of openings. Returns the figure for neutral
/// stones that touch no own stone.
fn first_neutral_stone(rows: u32, cols: u32) -> (f64, usize) {
    let (_folder, game, prober) = crate::support::tabled(rows, cols);
    let tabled = Tabled { game: &game, prober: &prober };
    let all = openings(tabled).expect("all tables");
    let drawn = sample(&game, &prober, Lottery { per_ply: 100, seed: 1 }).expect("all tables");
    let found = placing(tabled, &drawn).expect("all tables");
    let shape = Shape::of(game.board());
    let in_a_corner = |o: &Opening| shape.blunt_corner(o.neutral);
    let apart = |o: &Opening| !shape.beside(o.stone, o.neutral);
    let (gain, stones) = in_the_opening(&all, apart);
    for (rule, (gain, stones)) in
        [(Rule::FOLLOWED[3], in_the_opening(&all, in_a_corner)), (Rule::Apart, (gain, stones))]
    {
        let place = Rule::FOLLOWED.iter().position(|&followed| followed == rule).expect("followed");
        let at = found.by_ply[place].iter().find(|at| at.ply == 0).expect("the first move");
        assert!((at.kept.gain - gain).abs() < 1e-9, "{rule:?}: {} {gain}", at.kept.gain);
        // A stone and its rotation by 180° count once.
        assert_eq!(2 * at.stones as usize, stones, "{rule:?}");
    }
    (gain, stones)
}

#[test]
fn figures_of_the_first_neutral_stone_are_a_count_of_openings() {
    assert_eq!(first_neutral_stone(3, 3).1, 4);
}

#[test]
#[ignore = "slow: 4×4"]
fn on_four_by_four_near_best_play_needs_generates_more_often_than_transforms() {
    let (_folder, game, prober) = crate::support::tabled(4, 4);
    let found = needed_in_play(Tabled { game: &game, prober: &prober }, 20_000, 1).expect("all tables").all;
    let stated = [found.only_transforms, found.one_transform, found.only_generates];
    assert_eq!(stated.map(|(share, _)| format!("{:.1}", 100.0 * share)), ["12.9", "0.5", "23.3"]);
    assert_eq!(found.positions as u64, 103_430);
}

#[test]
#[ignore = "slow: 4×4"]
fn on_four_by_four_two_stones_decide_where_the_first_neutral_stone_belongs() {
    let (gain, stones) = first_neutral_stone(4, 4);
    assert_eq!((format!("{:.1}", 100.0 * gain), stones), ("54.9".to_owned(), 4));
}

#[test]
#[ignore = "slow: 4×4"]
fn on_four_by_four_replies_in_a_blunt_corner_rarely_refute() {
    let (_folder, game, prober) = crate::support::tabled(4, 4);
    let tabled = Tabled { game: &game, prober: &prober };
    let shape = Shape::of(game.board());
    let weak = openings(tabled).expect("all tables").into_iter().filter(|o| o.score.wdl() == Wdl::Loss);
    // One of each two openings that are rotations of each other: the stone is on a1 or a2.
    let (mut refutations, mut in_a_corner, mut both) = (0, 0, 0);
    for opening in weak.filter(|opening| opening.stone < Cell(2)) {
        let mv = NexMove::Generate { stone: opening.stone, neutral: opening.neutral };
        let after = game.play(&game.start(), mv);
        for (reply, next) in game.continuations(&after) {
            let NexMove::Generate { stone, .. } = reply else { panic!("one neutral stone") };
            let refutes = tabled.values(&[next]).expect("all tables") == [Wdl::Loss];
            refutations += u32::from(refutes);
            in_a_corner += u32::from(shape.blunt_corner(stone));
            both += u32::from(refutes && shape.blunt_corner(stone));
        }
    }
    assert_eq!((refutations, in_a_corner, both), (48, 442, 46));
}
