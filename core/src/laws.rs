//! The laws of the contracts, as a battery that any game's tests call with one line.
//!
//! ```ignore
//! laws::check(&Nex::<u64>::new(2, 2).unwrap(), Reach::All);
//! ```
//!
//! Each check walks all positions reachable from the start, or a sample from random games of a given
//! seed where there are too many, and panics with the position that breaks a law.

mod chance;
mod guide;
mod proving;
mod retrograde;

pub use crate::SplitMix;
pub use chance::{chance, irreversible};
pub use guide::guide;
pub use proving::proving;
pub use retrograde::{outlook, retrograde};

use crate::{
    After, Candidates, Game, Glance, Layer, LayerId, Notation, Plies, Ranked, Score, Searchable, Symmetric,
    Unmoves, Wdl,
};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// Which positions a check looks at.
#[derive(Clone, Copy, Debug)]
pub enum Reach {
    /// All positions that can arise from the start.
    All,
    /// Those of this many random games.
    Games {
        /// How many games.
        count: u32,
        /// Seed of the generator; a failure is repeated by the same seed.
        seed: u64,
    },
}

/// Random games that have not ended after so many plies are broken off.
const LONGEST: usize = 1_000;

/// The positions that `reach` names, each once, the start first.
pub fn positions<G: Game>(game: &G, reach: Reach) -> Vec<G::Position> {
    let mut found = vec![game.start()];
    let Reach::Games { count, seed } = reach else { return descendants(game, &found) };
    let mut seen = HashSet::from([game.start()]);
    let mut random = SplitMix(seed);
    for _ in 0..count {
        let mut position = game.start();
        for _ in 0..LONGEST {
            let Some(next) = anywhere(game, &position, &mut random) else { break };
            position = next;
            if seen.insert(position) {
                found.push(position);
            }
        }
    }
    found
}

/// The position after a random move; `None` where the game is over.
fn anywhere<G: Game>(game: &G, position: &G::Position, random: &mut SplitMix) -> Option<G::Position> {
    let moves = game.legal_moves(position);
    (!moves.is_empty()).then(|| game.play(position, moves[random.below(moves.len())]))
}

/// The positions that can arise from `roots`, those among them, each once.
pub fn descendants<G: Game>(game: &G, roots: &[G::Position]) -> Vec<G::Position> {
    let mut seen = HashSet::new();
    let mut found: Vec<_> = roots.iter().copied().filter(|root| seen.insert(*root)).collect();
    let mut next = 0;
    while let Some(position) = found.get(next).copied() {
        found.extend(
            game.continuations(&position).map(|(_, child)| child).filter(|child| seen.insert(*child)),
        );
        next += 1;
    }
    found
}

/// Positions of random games that last at most `longest` plies more, and all that can arise from them: what brute
/// force can still do on boards that are too large as a whole. From each game comes the first such position; these
/// stand at the beginning.
pub fn endings<G: Game>(game: &G, games: u32, longest: Plies, seed: u64) -> Vec<G::Position> {
    let mut random = SplitMix(seed);
    let mut ending = |_| {
        let mut position = game.start();
        while game.longest(&position) > longest {
            position = anywhere(game, &position, &mut random)?;
        }
        Some(position)
    };
    let roots: Vec<_> = (0..games).filter_map(&mut ending).collect();
    descendants(game, &roots)
}

/// All laws of a game with every contract but the search's, over the positions that `reach` names.
///
/// # Panics
/// With the position that breaks a law.
pub fn check<G: Symmetric + Ranked + Unmoves + Notation>(game: &G, reach: Reach) {
    let all = positions(game, reach);
    if let Reach::All = reach {
        all_copies(game, &all);
    }
    check_among(game, &all);
}

/// The same over these positions. They need not be all that can arise from each other; those alone that have numbers
/// are held against the laws of numbers.
///
/// # Panics
/// With the position that breaks a law.
pub fn check_among<G: Symmetric + Ranked + Unmoves + Notation>(game: &G, all: &[G::Position]) {
    rules(game, all);
    symmetry(game, all);
    notation(game, all);
    let ranked: Vec<_> = all.iter().copied().filter(|position| game.is_ranked(position)).collect();
    ranking(game, &ranked);
    ranks_after(game, &ranked);
    omissions(game, &ranked);
    unmoves(game, &ranked);
}

/// Moves exist exactly while the game goes on; they are distinct, they alone are legal (asked of them and of the moves of the
/// position before in the list), they alternate the sides, and a game ends within the plies that [`Game::longest`] names, if it
/// names any.
///
/// # Panics
/// With the position that breaks the law.
pub fn rules<G: Game>(game: &G, all: &[G::Position]) {
    let mut others = Vec::new();
    for position in all {
        let moves = game.legal_moves(position);
        assert_eq!(moves.is_empty(), game.outcome(position).is_some(), "{position:?}");
        let distinct: HashSet<_> = moves.iter().collect();
        assert_eq!(distinct.len(), moves.len(), "a move listed twice in {position:?}");
        for &mv in others.iter().chain(&moves) {
            assert_eq!(game.is_legal(position, mv), distinct.contains(&mv), "{position:?} {mv:?}");
        }
        for &mv in &moves {
            let child = game.play(position, mv);
            let (longest, rest) = (game.longest(position), game.longest(&child));
            let ends = rest < longest || rest == Plies::ENDLESS && longest == Plies::ENDLESS;
            assert!(ends, "{position:?} {mv:?}");
        }
        others = moves;
    }
}

/// The canonical form is one for all symmetric positions (so it is its own canonical form) and keeps the outcome, the
/// number of moves, and the canonical forms of the positions after them.
///
/// # Panics
/// With the position that breaks the law.
pub fn symmetry<G: Symmetric>(game: &G, all: &[G::Position]) {
    let children = |position: &G::Position| {
        let mut counts = HashMap::new();
        for (_, child) in game.continuations(position) {
            *counts.entry(game.canonical(&child)).or_insert(0) += 1;
        }
        counts
    };
    for position in all {
        let canonical = game.canonical(position);
        assert_eq!(game.canonical(&canonical), canonical, "not idempotent: {position:?}");
        assert_eq!(game.copies(&canonical), game.copies(position), "{position:?}");
        assert_eq!(game.outcome(&canonical), game.outcome(position), "{position:?}");
        assert_eq!(children(&canonical), children(position), "{position:?}");
    }
}

/// Each canonical form stands for as many positions as [`Symmetric::copies`] says. For all positions that can arise from
/// a start that is its own image.
///
/// # Panics
/// With the position that breaks the law.
pub fn all_copies<G: Symmetric>(game: &G, all: &[G::Position]) {
    let mut copies = HashMap::new();
    for position in all {
        *copies.entry(game.canonical(position)).or_insert(0_u64) += 1;
    }
    for position in all {
        assert_eq!(copies[&game.canonical(position)], game.copies(position), "{position:?}");
    }
}

/// Symmetric positions have one rank, and no others have it: rank and unrank are inverse up to symmetry. Ranks are
/// below the layer's length, and every move leads to a layer that the plan names.
///
/// # Panics
/// With the position that breaks the law.
pub fn ranking<G: Ranked>(game: &G, all: &[G::Position]) {
    let layers = game.layers();
    for position in all {
        let (layer, rank) = game.rank(position);
        assert!(rank < layers[layer].len, "{position:?}");
        let canonical = game.canonical(position);
        assert_eq!(game.rank(&canonical), (layer, rank), "{position:?}");
        let again = game.unrank(layer, rank).map(|p| game.canonical(&p));
        assert_eq!(again, Some(canonical), "{position:?}");
        for (mv, after) in game.continuations(position) {
            if !game.is_ranked(&after) {
                assert!(game.outcome(&after).is_some(), "{position:?} {mv:?}");
                continue;
            }
            let (next, _) = game.rank(&after);
            assert!(layers[layer].successors.contains(&next), "{position:?} {mv:?}");
            assert!(next >= layer || layers[next].successors.contains(&layer), "{position:?} {mv:?}");
        }
    }
}

/// What [`Ranked::ranks_after`] visits is what the moves lead to, each as often; and nothing after it breaks.
///
/// # Panics
/// With the position that breaks the law.
pub fn ranks_after<G: Ranked>(game: &G, all: &[G::Position]) {
    let mut visited = Vec::new();
    for position in all {
        let after = |(_, position)| match game.outcome(&position) {
            Some(outcome) if !game.is_ranked(&position) => After::Over(outcome),
            _ => {
                let (layer, rank) = game.rank(&position);
                After::Ranked { layer, rank }
            }
        };
        let mut expected: Vec<_> = game.continuations(position).map(after).collect();
        for stop_after in [1, expected.len() / 2 + 1, expected.len() + 1] {
            visited.clear();
            let flow = game.ranks_after(position, |after| {
                visited.push(after);
                if visited.len() == stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(flow.is_break(), visited.len() == stop_after, "{position:?}");
            assert!(visited.len() == stop_after || visited.len() == expected.len(), "{position:?}");
        }
        expected.sort_unstable();
        visited.sort_unstable();
        assert_eq!(visited, expected, "{position:?}");
    }
}

/// Ranges give what [`Ranked::unrank`] gives, wherever they begin and end. Time is the number of ranks: for tiny
/// boards.
///
/// # Panics
/// With the layer that breaks the law.
pub fn unrank_range<G: Ranked>(game: &G, seed: u64) {
    let mut random = SplitMix(seed);
    for (layer, about) in Layer::with_ids(game.layers()) {
        let len = usize::try_from(about.len).expect("a tiny board");
        let mut cuts = vec![0, len];
        cuts.extend((0..8).map(|_| random.below(len + 1)));
        cuts.sort_unstable();
        let mut visited = Vec::new();
        for cut in cuts.windows(2) {
            game.unrank_range(layer, cut[0] as u64..cut[1] as u64, |rank, position| {
                visited.push((rank, position));
            });
        }
        let expected: Vec<_> =
            (0..about.len).filter_map(|rank| Some((rank, game.unrank(layer, rank)?))).collect();
        assert!(visited == expected, "layer {}", about.name);
    }
}

/// Every number of every layer belongs to one class of symmetric positions or is free. Returns how many positions
/// have numbers, symmetric ones counted: held against a count of all that the rules allow, it shows that free
/// numbers hide none. Time is the number of ranks: for tiny boards.
///
/// # Panics
/// With the position that breaks the law.
pub fn ranking_is_dense<G: Ranked>(game: &G) -> u64 {
    let mut count = 0;
    for (layer, about) in Layer::with_ids(game.layers()) {
        for rank in 0..about.len {
            if let Some(position) = game.unrank(layer, rank) {
                assert_eq!(game.rank(&position), (layer, rank), "{position:?}");
                assert_eq!(game.rank(&game.canonical(&position)), (layer, rank), "{position:?}");
                count += game.copies(&position);
            }
        }
    }
    count
}

/// Predecessors are the converse of play.
///
/// # Panics
/// With the position that breaks the law.
pub fn unmoves<G: Unmoves>(game: &G, all: &[G::Position]) {
    let mut before = Vec::new();
    for position in all {
        for (mv, after) in game.continuations(position) {
            game.predecessors(&after, &mut before);
            assert!(before.contains(position), "{position:?} {mv:?} is not taken back");
        }
        game.predecessors(position, &mut before);
        let distinct: HashSet<_> = before.iter().collect();
        assert_eq!(distinct.len(), before.len(), "a predecessor listed twice of {position:?}");
        for earlier in &before {
            assert_eq!(game.outcome(earlier), None, "{earlier:?} is over");
            let leads_here = game.continuations(earlier).any(|(_, after)| after == *position);
            assert!(leads_here, "{earlier:?} to {position:?}");
        }
    }
}

/// In all positions that have numbers, and not only in those that play can arrive at, there are as many moves as
/// moves taken back, and what they come back to has a number. Time is the number of ranks: for tiny boards.
///
/// # Panics
/// With the position that breaks the law.
pub fn ranked_unmoves<G: Ranked + Unmoves>(game: &G) {
    let mut before = Vec::new();
    let (mut forward, mut backward) = (0, 0);
    for (layer, about) in Layer::with_ids(game.layers()) {
        for position in (0..about.len).filter_map(|rank| game.unrank(layer, rank)) {
            let copies = game.copies(&position);
            forward += copies * game.legal_moves(&position).len() as u64;
            game.predecessors(&position, &mut before);
            backward += copies * before.len() as u64;
            for earlier in &before {
                let (layer, rank) = game.rank(earlier);
                let again = game.unrank(layer, rank).map(|p| game.canonical(&p));
                assert_eq!(again, Some(game.canonical(earlier)), "{earlier:?} is not ranked");
            }
        }
    }
    assert_eq!(forward, backward, "moves, and moves taken back");
}

/// Values that tables leave out follow from others. Each position left out has a move, play never returns to its layer from where a
/// move leads, and symmetric positions are alike. A layer and its counterpart lead to each other, and to no other layer from which
/// play returns. The positions have numbers.
///
/// # Panics
/// With the position that breaks the law.
pub fn omissions<G: Ranked>(game: &G, all: &[G::Position]) {
    let leads_to: Vec<HashSet<LayerId>> = LayerId::all(game.layers())
        .map(|layer| {
            let (mut found, mut open) = (HashSet::new(), vec![layer]);
            while let Some(layer) = open.pop() {
                open.extend(game.layers()[layer].successors.iter().filter(|&&next| found.insert(next)));
            }
            found
        })
        .collect();
    for layer in LayerId::all(game.layers()) {
        let Some(other) = game.counterpart(layer) else { continue };
        assert!(G::OMITS && other != layer, "{layer:?}");
        assert_eq!(game.counterpart(other), Some(layer));
        let successors = &game.layers()[layer].successors;
        let returns = |next: &&LayerId| leads_to[next.index()].contains(&layer);
        assert!(successors.iter().filter(returns).all(|&next| next == other), "{layer:?} and {other:?}");
    }
    for position in all {
        let omitted = game.is_omitted(position);
        assert_eq!(game.is_omitted(&game.canonical(position)), omitted, "{position:?}");
        assert!(G::OMITS || !omitted, "{position:?}");
        if !omitted {
            continue;
        }
        let (here, mut moves) = (game.rank(position).0, 0);
        let _ = game.ranks_after(position, |after| {
            moves += 1;
            if let After::Ranked { layer, .. } = after {
                assert!(!leads_to[layer.index()].contains(&here), "{position:?} and {layer:?}");
            }
            ControlFlow::Continue(())
        });
        assert!(moves > 0, "{position:?} is over");
    }
}

/// What is written can be read again: positions, diagrams and moves.
///
/// # Panics
/// With the position that breaks the law.
pub fn notation<G: Notation>(game: &G, all: &[G::Position]) {
    for position in all {
        for text in [game.format_position(position), game.diagram(position)] {
            assert_eq!(game.read_position(&text).as_ref(), Ok(position), "{text}");
        }
        for mv in game.legal_moves(position) {
            let text = game.format_move(position, mv);
            assert_eq!(game.read_move(position, &text), Ok(mv), "{text}");
        }
    }
}

/// Keys and packed moves are distinct; what the game's knowledge claims about a position is so, for every
/// threshold. Time is that of a full search without any help: for tiny boards.
///
/// # Panics
/// With the position that breaks the law.
pub fn search<G: Searchable>(game: &G) {
    search_among(game, &positions(game, Reach::All));
}

/// [`search`] for the positions of `all`, which hold their own successors.
///
/// # Panics
/// With the position that breaks a law.
pub fn search_among<G: Searchable>(game: &G, all: &[G::Position]) {
    let keys: HashSet<u128> = all.iter().map(|p| game.key(p)).collect();
    assert_eq!(keys.len(), all.len(), "two positions share a key");
    assert!(keys.iter().all(|k| game.key_bits() >= 128 - k.leading_zeros()));
    let scores = scores(game, all);
    let mut candidates = Vec::new();
    for position in all {
        let moves = game.legal_moves(position);
        let packed: HashSet<u32> = moves.iter().map(|&mv| game.pack_move(mv)).collect();
        assert_eq!(packed.len(), moves.len(), "two moves are packed alike");
        assert!(packed.iter().all(|&m| m > 0 && m < 1 << 24));
        assert!(moves.iter().all(|&mv| game.history_slot(mv) < game.history_len()));
        let score = scores[position];
        if moves.is_empty() {
            for threshold in thresholds(2) {
                assert!(
                    matches!(game.glance(position, threshold), Glance::Settled(a) if a.score == score),
                    "{position:?}"
                );
            }
            continue;
        }
        let value = |mv: &G::Move| scores[&game.play(position, *mv)].lift();
        for threshold in thresholds(game.longest(position).0) {
            let claim = |bound: Score| {
                let holds = if bound >= threshold { score >= bound } else { score <= bound };
                assert!(holds, "{position:?}: claimed {bound} at {threshold}, but it is {score}");
            };
            let insight = match game.glance(position, threshold) {
                Glance::Settled(answer) => {
                    claim(answer.score);
                    continue;
                }
                Glance::Open(insight) => insight,
            };
            match game.candidates(position, threshold, insight, &mut candidates) {
                Candidates::Settled(answer) => claim(answer.score),
                Candidates::Search { rest } => {
                    assert!(rest.score < threshold, "{position:?}");
                    let kept: HashSet<_> = candidates.iter().map(|c| c.mv).collect();
                    assert_eq!(kept.len(), candidates.len(), "a candidate listed twice in {position:?}");
                    assert!(kept.iter().all(|mv| moves.contains(mv)), "an illegal candidate in {position:?}");
                    for mv in moves.iter().filter(|mv| !kept.contains(mv)) {
                        assert!(
                            value(mv) <= rest.score,
                            "{position:?}: {mv:?} is left out wrongly at {threshold}"
                        );
                    }
                }
            }
        }
    }
}

/// The exact score of each of `all`, which hold their own successors, by the rules alone.
pub fn scores<G: Game>(game: &G, all: &[G::Position]) -> HashMap<G::Position, Score> {
    let mut ordered: Vec<_> = all.to_vec();
    ordered.sort_by_key(|p| game.longest(p));
    let mut scores: HashMap<G::Position, Score> = HashMap::with_capacity(all.len());
    for position in &ordered {
        let best = || game.continuations(position).map(|(_, after)| scores[&after].lift()).max();
        let score = game.outcome(position).map_or_else(|| best().unwrap_or(Score::MIN), Score::of_outcome);
        scores.insert(*position, score);
    }
    scores
}

/// How many positions of each value, as (losses, draws, wins).
pub fn tally<'a>(scores: impl IntoIterator<Item = &'a Score>) -> (u64, u64, u64) {
    scores.into_iter().fold((0, 0, 0), |(l, d, w), score| match score.wdl() {
        Wdl::Loss => (l + 1, d, w),
        Wdl::Draw => (l, d + 1, w),
        Wdl::Win => (l, d, w + 1),
    })
}

/// Thresholds that a search may ask about when no game lasts longer than `longest` plies.
fn thresholds(longest: u16) -> Vec<Score> {
    let plies = (1..=longest).map(Plies);
    let mut all: Vec<_> = plies.clone().map(Score::loss_in).collect();
    all.extend([Score::LOSS, Score::DRAW, Score::WIN]);
    all.extend(plies.map(Score::win_in));
    all
}
