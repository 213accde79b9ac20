//! What a tree search finds, and what it keeps.

use super::node::WIN;
use super::*;
use crate::roster::tests::any;
use nexsolve_core::{Contest, Game, Notation, Wdl};
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;

fn settings(policy: Policy, simulations: u64) -> TreeSettings {
    let proofs = if policy == Policy::Ratio { Proofs::Ignored } else { Proofs::Kept };
    let memory = if policy == Policy::Ratio { TreeMemory::Fresh } else { TreeMemory::Kept };
    TreeSettings {
        policy,
        simulations,
        nodes: 1 << 20,
        draw: Draw::Uniform,
        proofs,
        threats: Threats::Ignored,
        memory,
        threads: 1,
    }
}

const ALL: [Policy; 4] = [Policy::Ratio, Policy::Uct(0.7), TreeSettings::UCT, Policy::Puct(1.5)];

fn player<G: Chance>(settings: TreeSettings, seed: u64) -> TreePlayer<G> {
    TreePlayer::new(settings, seed)
}

/// Plays a game against itself and returns the moves.
fn game<G: Chance>(game: &G, settings: TreeSettings, seed: u64, most: usize) -> Vec<G::Move> {
    let mut course = Course::new(game);
    let mut player = player(settings, seed);
    while course.ending().is_none() && course.moves().len() < most {
        let thought = player.choose(&course, &Budget::default()).expect("it moves");
        assert!(course.allows(thought.mv));
        assert!(thought.line.first() == Some(&thought.mv));
        course.play(thought.mv);
    }
    course.moves().to_vec()
}

#[test]
fn all_games_end_and_can_be_repeated_whatever_the_pool() {
    let pools = [1, 3].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads"));
    for board in ["nex:4x4", "nex:swap:4x4", "hex:swap:4x4", "awari", "draughts"] {
        let any = any(board);
        for (policy, threads) in ALL.into_iter().zip([1, 3, 1, 2]) {
            let settings = TreeSettings { threads, ..settings(policy, 60) };
            let [one, other] = pools.each_ref().map(|pool| pool.install(|| game(&any, settings, 3, 60)));
            assert_eq!(one, other, "{board}");
        }
    }
}

#[test]
fn proofs_come_early() {
    let nex = any("nex:2x2");
    for (text, value) in [("", Wdl::Win), ("Ba1?a2", Wdl::Loss), ("Ba1?b1", Wdl::Draw)] {
        let course = Course::from(&nex, nex.read_position(text).expect(text));
        for threads in [1, 2] {
            let settings = TreeSettings { threads, ..settings(Policy::Uct(0.7), 4_000) };
            let thought = player(settings, 1).choose(&course, &Budget::default()).expect("it moves");
            assert_eq!(thought.estimate.proven(), Some(value), "{text}");
            assert!(thought.nodes < 4_000, "proven early");
        }
    }
}

#[test]
fn an_immediate_win_is_found() {
    let hex = Hex::<u64>::new(5, 5, Variant::default()).expect("small");
    let moves = "a3;a1;b3;b1;c3;c1;d3;d1";
    let course = Course::from(&hex, hex.read_position(moves).expect(moves));
    for policy in ALL {
        let thought =
            player(settings(policy, 2_000), 4).choose(&course, &Budget::default()).expect("it moves");
        let after = hex.play(course.position(), thought.mv);
        assert_eq!(hex.outcome(&after), Some(Wdl::Loss), "{policy:?}");
    }
}

#[test]
fn a_kept_tree_needs_fewer_simulations() {
    let nex = Nex::<u64>::new(3, 3).expect("small");
    let mut kept = player(settings(Policy::Uct(0.7), 3_000), 1);
    let mut course = Course::new(&nex);
    let first = kept.choose(&course, &Budget::default()).expect("it moves");
    assert_eq!(first.nodes, 3_000);
    course.play(first.line[0]);
    course.play(first.line[1]);
    let second = kept.choose(&course, &Budget::default()).expect("it moves");
    assert!(second.nodes < 3_000);
    // Another game starts another tree.
    let other = kept.choose(&Course::new(&nex), &Budget::default()).expect("it moves");
    assert_eq!(other.nodes, 3_000);
}

#[test]
fn full_trees_and_short_budgets_still_move() {
    let nex = Nex::<u64>::new(3, 3).expect("small");
    let course = Course::new(&nex);
    let tight = TreeSettings { nodes: 1, ..settings(Policy::Uct(0.7), 500) };
    assert_eq!(player(tight, 1).choose(&course, &Budget::default()).expect("it moves").nodes, 500);
    let budget = Budget { playouts: Some(1), ..Budget::default() };
    assert_eq!(player(settings(Policy::Ratio, 500), 1).choose(&course, &budget).expect("it moves").nodes, 1);
    let past = Budget { until: Some(std::time::Instant::now()), ..Budget::default() };
    let thought = player(settings(Policy::Uct(0.7), 0), 1).choose(&course, &past).expect("it moves");
    assert!(thought.nodes > 0);
}

#[test]
fn generate_moves_first_means_no_transform_while_one_exists() {
    let nex = Nex::<u64>::new(3, 3).expect("small");
    let settings = TreeSettings { draw: Draw::FirstKind, ..settings(Policy::Ratio, 100) };
    for seed in 0..20 {
        let mut position = nex.start();
        for mv in game(&nex, settings, seed, 99) {
            assert!(Contest::kind(&nex, mv) == 0 || nex.empty(&position).count_ones() < 2);
            position = nex.play(&position, mv);
        }
    }
}

#[test]
fn a_tree_respects_its_limit() {
    let nex = Nex::<u64>::new(4, 4).expect("small");
    for nodes in [1, 300, 5_000] {
        let mut tree = Tree::new(SplitMix(3));
        let settings = TreeSettings { nodes, ..settings(Policy::Uct(0.7), 3_000) };
        tree.grow(&Course::new(&nex), &settings, &Budget::default(), None, None).expect("no tables");
        let root = 1 + 16 * 15;
        assert!(tree.nodes().len() <= nodes.max(root), "{nodes}: {}", tree.nodes().len());
        // The tree grew until the next position's moves could not fit.
        assert!(tree.nodes().len() + root > nodes, "{nodes}: {}", tree.nodes().len());
    }
}

#[test]
fn large_numbers_of_points_are_counted_exactly() {
    let mut node = Node::new(());
    (node.visits, node.points) = (MOST_SIMULATIONS as u32, WIN * MOST_SIMULATIONS);
    assert!((node.share() - 1.0).abs() < 1e-6);
}

/// Kings wander until a move count or a third occurrence is near. A game that ends so must not be taken for a
/// win, nor reported as one.
#[test]
fn endings_by_history_have_their_value() {
    const SEED: u64 = 6;
    let game = Draughts::new(RUSSIAN);
    let mut random = SplitMix(SEED);
    let (mut ends, mut proven) = (0, 0);
    for number in 0..1_500 {
        let mut course = Course::from(&game, game.read_position("B:WKc1,Kg1:BKf8").expect("a position"));
        let mut player = player(settings(Policy::Uct(0.7), 400), number);
        while course.ending().is_none() {
            let moves = course.legal();
            let by_past = |mv: &_| {
                let ending = course.ending_after(*mv)?;
                game.outcome(&game.play(course.position(), *mv)).is_none().then_some(ending)
            };
            if moves.iter().any(|mv| by_past(mv).is_some()) {
                let thought = player.choose(&course, &Budget::default()).expect("it moves");
                ends += 1;
                proven += u32::from(thought.estimate.proven().is_some());
                if let (Some(ending), Some(value)) = (by_past(&thought.mv), thought.estimate.proven()) {
                    assert_eq!(value, ending.value_for(course.side()), "seed {SEED}: {:?}", course.moves());
                }
            }
            course.play(moves[random.below(moves.len())]);
        }
    }
    assert!(ends > 50 && proven > 20, "{ends} {proven}");
}

#[test]
fn repeated_positions_prove_nothing() {
    use Proof::{Draw, Loss, Open, Repeated, Win};
    let mv = Draughts::new(RUSSIAN).read_move(&Draughts::new(RUSSIAN).start(), "c3-d4").expect("a move");
    let proven = |children: &[Proof]| {
        let mut tree = Tree::<Draughts>::new(SplitMix(1));
        tree.nodes().push(Node { first: 1, count: children.len() as u32, ..Node::new(mv) });
        tree.nodes().extend(children.iter().map(|&proof| Node { proof, ..Node::new(mv) }));
        tree.prove_first();
        (tree.nodes()[0].proof, tree.nodes()[0].is_held)
    };
    assert_eq!(proven(&[Repeated, Win]), (Open, false));
    assert_eq!(proven(&[Repeated, Draw]), (Open, true));
    assert_eq!(proven(&[Win, Open]), (Open, false));
    assert_eq!(proven(&[Win, Win]), (Loss, false));
    assert_eq!(proven(&[Draw, Win]).0, Draw);
    assert_eq!(proven(&[Loss, Open]).0, Win);
    // It is recorded where it occurs.
    let game = Draughts::new(RUSSIAN);
    let mut course = Course::from(&game, game.read_position("W:WKc1,Kg1,Ke1:BKf8").expect("a position"));
    for text in ["c1-b2", "f8-e7", "b2-c1"] {
        course.play(game.read_move(course.position(), text).expect(text));
    }
    let mut tree = Tree::new(SplitMix(1));
    tree.grow(&course, &settings(Policy::Uct(0.7), 200), &Budget::default(), None, None).expect("no tables");
    for child in tree.first_moves() {
        let is_back = course.positions().contains(&game.play(course.position(), child.mv));
        assert_eq!(child.proof == Repeated, is_back, "{child:?}");
    }
}

#[test]
fn trees_add_up() {
    let nex = Nex::<u64>::new(3, 3).expect("small");
    let mut player = player(TreeSettings { threads: 3, ..settings(Policy::Uct(0.7), 900) }, 2);
    let thought = player.choose(&Course::new(&nex), &Budget::default()).expect("it moves");
    let all: Vec<_> = player.trees.iter().map(Tree::first_moves).collect();
    for child in player.first_moves() {
        let same = || all.iter().flatten().filter(|other| other.mv == child.mv);
        assert_eq!(child.visits, same().map(|other| other.visits).sum::<u32>());
        assert_eq!(child.points, same().map(|other| other.points).sum::<u64>());
    }
    assert_eq!(player.first_moves().iter().map(|child| u64::from(child.visits)).sum::<u64>(), thought.nodes);
    // A proof by the last tree alone counts, and a draw is better than a move that looks worse.
    let count = player.first_moves().len();
    let nodes = player.trees[2].nodes();
    (nodes[1].proof, nodes[1].visits) = (Proof::Draw, 0);
    let drawn = nodes[1].mv;
    for tree in &mut player.trees {
        tree.nodes()[1..=count].iter_mut().for_each(|node| node.points = u64::from(node.visits) * WIN / 4);
    }
    assert_eq!(player.verdict().mv, drawn);
    let nodes = player.trees[1].nodes();
    nodes[5].proof = Proof::Loss;
    let won = nodes[5].mv;
    let verdict = player.verdict();
    assert_eq!((verdict.mv, verdict.estimate.proven()), (won, Some(Wdl::Win)));
}

#[test]
fn moves_come_with_their_playouts_the_best_first() {
    let nex = any("nex:3x3");
    let course = Course::new(&nex);
    for (policy, threads) in ALL.into_iter().zip([1, 2, 3, 1]) {
        let search = || {
            let mut player = player(TreeSettings { threads, ..settings(policy, 900) }, 5);
            assert_eq!(player.tried(), []);
            let thought = player.choose(&course, &Budget::default()).expect("it moves");
            (thought, player.tried())
        };
        let (thought, tried) = search();
        assert_eq!((&thought, &tried), (&search().0, &search().1), "the seed decides");
        assert_eq!(tried.len(), course.legal().len());
        assert_eq!(tried.iter().map(|tried| tried.playouts).sum::<u64>(), thought.nodes);
        assert!(tried.iter().all(|tried| (0.0..=1.0).contains(&tried.share)));
        let chosen = tried.iter().find(|tried| tried.mv == thought.mv).expect("a legal move");
        // Of equal moves any may be chosen.
        let is_ratio = policy == Policy::Ratio;
        let key = |tried: &Tried<_>| if is_ratio { tried.share.to_bits() } else { tried.playouts };
        assert_eq!(key(&tried[0]), key(chosen));
    }
    // A move that wins at once stands first, and its share is that of a win, however few playouts it had.
    let near = Course::from(&nex, nex.read_position("Ba2?b2;Wc1?b1;Bb1Bb2?a2;Wb3?c2").expect("a position"));
    let mut player = player(settings(TreeSettings::UCT, 400), 1);
    let thought = player.choose(&near, &Budget::default()).expect("it moves");
    assert_eq!((player.tried()[0].mv, player.tried()[0].share), (thought.mv, 1.0));
}

/// Black to move wins in at most seven plies, by generate moves alone.
const WON: &str = "WW..BB..W.?/WWBB.W??W.B/W.B.BWBWBBW/?WB.B.W.WBW/B?B.B...WWB/.WB?.BB..BW/WW.BW.WWW../BBBBW..W.BB/.W.WW?W?WBB/BBW...B.W.B/.WW.B.BWWBB";

#[test]
fn forced_wins_are_played_and_prevented() {
    let nex = any("nex:11x11");
    let position = nex.read_position(WON).expect("a position");
    let sees = TreeSettings { threats: Threats::Seen, ..settings(Policy::Uct(0.7), 300) };
    let blind = TreeSettings { threats: Threats::Ignored, ..sees };
    let choose = |settings, course: &Course<'_, _>| {
        let mut player = player(settings, 1);
        let thought = player.choose(course, &Budget::default()).expect("it moves");
        (thought, player.tried())
    };
    let course = Course::from(&nex, position);
    let (thought, tried) = choose(sees, &course);
    let Estimate::Proven(bounds) = thought.estimate else { panic!("{thought:?}") };
    assert_eq!(bounds.lo, Score::win_in(Plies(7)));
    assert_eq!((tried.len(), tried[0].mv, tried[0].share), (1, thought.mv, 1.0));
    for unseeing in [blind, TreeSettings { draw: Draw::FirstKind, ..sees }] {
        assert_eq!(choose(unseeing, &course).0.estimate.proven(), None);
    }

    // After another move of Black, White looks for a move that does not lose by force.
    let forcing = nex.forcing().expect("Nex finds forced wins");
    let (mut careful, mut careless) = (0, 0);
    for seed in 0..20 {
        let mut course = Course::from(&nex, position);
        let moves = nex.legal_moves(&position);
        course.play(moves[SplitMix(seed).below(moves.len())]);
        let loses = |settings| {
            let after = nex.play(course.position(), choose(settings, &course).0.mv);
            usize::from(forcing.forced_win(&after, 500, &|| false).is_some())
        };
        careful += loses(sees);
        careless += loses(blind);
    }
    assert!(careful < careless, "{careful} and {careless} moves lose by force");
}
