//! The laws of the contracts: a battery of tests that checks any game with one call.
//!
//! ```ignore
//! laws::check(&Nex::<u64>::new(2, 2).unwrap(), Positions::All);
//! ```
//!
//! Each law is checked on all positions that play can reach or, where there are too many, on a sample from
//! random games with a given seed. A check panics with the position that breaks a law.

mod chance;
mod guide;
mod layouts;
mod placings;
mod proving;
mod retrograde;
#[cfg(test)]
mod tests;

pub use crate::SplitMix;
pub use chance::{chance, irreversible};

pub use guide::{forcing, guide};
pub use layouts::layouts;
pub use placings::placings;
pub use proving::{Exhaustive, proving, proving_by};
pub use retrograde::{outlook, retrograde};

use crate::{
    After, Candidates, Game, Glance, Layer, LayerId, Notation, Plies, Ranked, Score, Searchable, Side,
    Symmetric, Unmoves, Wdl,
};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// The positions to check.
#[derive(Clone, Copy, Debug)]
pub enum Positions {
    /// All positions that play can reach from the start.
    All,
    /// The positions of this many random games.
    Games {
        /// How many games.
        count: u32,
        /// The seed of the generator; the same seed repeats a failure.
        seed: u64,
    },
}

/// Random games stop after this many plies if they have not ended.
const LONGEST: usize = 1_000;

/// Returns the positions selected by `which`, each once, beginning with the start.
pub fn positions<G: Game>(game: &G, which: Positions) -> Vec<G::Position> {
    let mut found = vec![game.start()];
    let Positions::Games { count, seed } = which else { return descendants(game, &found) };
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

/// Returns the position after a random move; `None` if the game is over.
fn anywhere<G: Game>(game: &G, position: &G::Position, random: &mut SplitMix) -> Option<G::Position> {
    let moves = game.legal_moves(position);
    (!moves.is_empty()).then(|| game.play(position, moves[random.below(moves.len())]))
}

/// Returns `roots` and all positions that play can reach from them, each once.
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

/// Returns positions of random games with at most `longest` plies left, and all positions that play can reach
/// from them.
///
/// This makes brute force possible on boards that are too large as a whole. Each of the `games` games
/// contributes its first such position; these come first in the list.
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

/// Checks the laws of rules, symmetry, notation, ranking, omissions and unmoves on the positions selected by
/// `which`. The other laws have functions of their own.
///
/// # Panics
/// With the position that breaks a law.
pub fn check<G: Symmetric + Ranked + Unmoves + Notation>(game: &G, which: Positions) {
    let all = positions(game, which);
    if let Positions::All = which {
        all_copies(game, &all);
    }
    check_among(game, &all);
}

/// Like [`check`], but for the given positions, which need not include their successors. The laws of ranking
/// are checked only for positions that have a rank.
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

/// Checks the rules: moves exist exactly while the game goes on; no move is listed twice; [`Game::is_legal`]
/// accepts exactly the listed moves (tested with them and with those of the previous position of the list);
/// after every move, the other player is to move, as [`Score::lift`] assumes: the other side, or the same one
/// if the move swaps the colours ([`Game::changes_colours`]), unless positions do not record the side; and
/// every move shortens [`Game::longest`], unless it is unbounded.
///
/// # Panics
/// With the position that breaks the law.
pub fn rules<G: Game>(game: &G, all: &[G::Position]) {
    let (mut others, mut wrong, mut records_side) = (Vec::new(), None, false);
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
            let sides = [game.side_to_move(position), game.side_to_move(&child)];
            records_side |= sides.contains(&Side::White);
            if (sides[0] == sides[1]) != game.changes_colours(mv) {
                wrong.get_or_insert((*position, mv));
            }
            let (longest, rest) = (game.longest(position), game.longest(&child));
            let ends = rest < longest || rest == Plies::ENDLESS && longest == Plies::ENDLESS;
            assert!(ends, "{position:?} {mv:?}");
        }
        others = moves;
    }
    if let Some((position, mv)) = wrong.filter(|_| records_side) {
        panic!("the wrong side is to move after {mv:?} in {position:?}");
    }
}

/// Checks that all symmetric positions have the same canonical form, and that it preserves the outcome, the
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

/// Checks that each canonical form represents as many positions as [`Symmetric::copies`] states. `all` must
/// contain every position that play can reach from a start that is symmetric to itself.
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

/// Checks that symmetric positions share a rank with each other and with no other position: rank and unrank
/// are inverse up to symmetry. Ranks are less than the layer's length, and every move leads to a layer listed
/// in [`Layer::successors`].
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

/// Checks that [`Ranked::ranks_after`] visits the result of every move, as often as moves lead to it, and
/// that it stops when the visitor breaks.
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

/// Checks that [`Ranked::unrank_range`] agrees with [`Ranked::unrank`] for ranges with random ends. The time
/// is proportional to the number of ranks: use tiny boards.
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

/// Checks that every number of every layer belongs to one class of symmetric positions or is free.
///
/// Returns how many positions have ranks, with symmetric ones counted separately. Compare it with the number
/// of positions that the rules allow to show that free numbers hide none. The time is proportional to the
/// number of ranks: use tiny boards.
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

/// Checks that [`Unmoves::predecessors`] is the inverse of play.
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

/// Checks, over all ranked positions and not only those that play can reach, that moves and unmoves are equal
/// in number, and that every predecessor has a rank. The time is proportional to the number of ranks: use
/// tiny boards.
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

/// Checks that the values that tables omit follow from others. Each omitted position ([`Ranked::is_omitted`])
/// has a move, play after a move never returns to its layer, and symmetric positions agree. A layer and its
/// counterpart ([`Ranked::counterpart`]) lead to each other, and to no other layer from which play returns.
/// All positions of `all` must have ranks.
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

/// Checks that reading inverts writing, for positions, diagrams and moves.
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

/// Checks that keys and packed moves are distinct, and that every claim of the game's knowledge is true for
/// every threshold. It compares with a full search by the rules alone: use tiny boards.
///
/// # Panics
/// With the position that breaks the law.
pub fn search<G: Searchable>(game: &G) {
    search_among(game, &positions(game, Positions::All));
}

/// Like [`search`], but for the positions of `all`, which must include their own successors.
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
                    let best = kept.iter().map(value).max().map_or(rest.score, |best| best.max(rest.score));
                    if best >= threshold {
                        continue;
                    }
                    for mv in moves.iter().filter(|mv| !kept.contains(mv)) {
                        assert!(value(mv) <= best, "{position:?}: {mv:?} is left out wrongly at {threshold}");
                    }
                }
            }
        }
    }
}

/// Returns the exact score of each position by the rules alone. `all` must include the successors of its
/// positions.
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

/// Counts the positions of each value: (losses, draws, wins).
pub fn tally<'a>(scores: impl IntoIterator<Item = &'a Score>) -> (u64, u64, u64) {
    scores.into_iter().fold((0, 0, 0), |(l, d, w), score| match score.wdl() {
        Wdl::Loss => (l + 1, d, w),
        Wdl::Draw => (l, d + 1, w),
        Wdl::Win => (l, d, w + 1),
    })
}

/// Returns the thresholds that a search can ask about if no game lasts longer than `longest` plies.
fn thresholds(longest: u16) -> Vec<Score> {
    let plies = (1..=longest).map(Plies);
    let mut all: Vec<_> = plies.clone().map(Score::loss_in).collect();
    all.extend([Score::LOSS, Score::DRAW, Score::WIN]);
    all.extend(plies.map(Score::win_in));
    all
}
