//! Checks the meaning of regions: outside of a win's region, the loser may have all empty cells.

use super::Cut;
use crate::{Options, Solver};
use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{EVERYWHERE, Game, Glance, Plies, Region, Score, Searchable, Side};
use nexsolve_games::NameError;
use nexsolve_games::hex::{End, Hex, HexPosition, Swap, Variant};
use nexsolve_games::nex::{Nex, NexPosition};
use nexsolve_games::rhombus::CellSet;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

/// Plays on by brute force where both sides may pass: one may have no useful move, the other no move at all.
struct Race<'a> {
    game: &'a Hex<u64>,
    winner: Side,
    known: HashMap<(u64, u64, bool, u16), bool>,
}

impl Race<'_> {
    /// Returns whether `winner` connects within `plies` plies.
    fn is_won(&mut self, own: u64, others: u64, winner_moves: bool, plies: u16) -> bool {
        if self.game.board().connects(own, self.winner) {
            return true;
        }
        let key = (own, others, winner_moves, plies);
        if plies == 0 || self.game.board().connects(others, self.winner.other()) {
            return false;
        }
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let empty = self.game.board().full() & !own & !others;
        let cells = || (0..64).map(|i| 1 << i).filter(|stone| empty & stone != 0).chain([0]);
        let won = if winner_moves {
            cells().any(|stone| self.is_won(own | stone, others, false, plies - 1))
        } else {
            cells().all(|stone| self.is_won(own, others | stone, true, plies - 1))
        };
        self.known.insert(key, won);
        won
    }
}

/// Returns whether a bound that names the winner holds, its length included, when the loser has all empty
/// cells outside of the region. `None` if it does not name the winner, or the region is everywhere.
fn holds(
    game: &Hex<u64>,
    at: &HexPosition<u64>,
    winner_moves: bool,
    score: Score,
    region: Region,
) -> Option<bool> {
    let mover = at.side_to_move();
    let winner = if winner_moves { mover } else { mover.other() };
    let empty = game.empty(at);
    if empty & !region == 0 {
        return None;
    }
    let plies = match (game.variant().end, score.distance()) {
        (End::AtConnection, Some(Plies(plies))) => plies,
        _ => empty.count_ones() as u16,
    };
    let (own, others) = (at.stones(winner), at.stones(winner.other()) | empty & !region);
    Some(Race { game, winner, known: HashMap::new() }.is_won(own, others, winner_moves, plies))
}

/// The useful questions: who wins, and each length.
fn thresholds(game: &Hex<u64>, at: &HexPosition<u64>) -> Vec<Score> {
    let lengths = (2..=game.longest(at).0).map(Plies);
    let wins = lengths.clone().map(Score::win_in);
    wins.chain(lengths.map(|d| Score::loss_in(d).next())).chain([Score::DRAW, Score::WIN]).collect()
}

/// Compares the regions of glances, of answers, and of all entries that the table then holds, with brute
/// force. Returns how many regions it tested.
fn check(game: &Hex<u64>, all: &[HexPosition<u64>], options: Options, most_empty: u32) -> u32 {
    let solver = Solver::new(game, options, &NEVER, &()).expect("a little memory");
    let shared = &solver.shared;
    let mut local = shared.local();
    let mut said = 0;
    let mut look = |at: &HexPosition<u64>, winner_moves: bool, score: Score, region: Region, from: &str| {
        if at.may_swap || (at.black == 0 && game.variant().swap == Swap::On) {
            return;
        }
        let held = holds(game, at, winner_moves, score, region);
        said += u32::from(held.is_some());
        assert!(held != Some(false), "{from} of {at:?}: {score} with {region:#b}");
    };
    let all: Vec<_> = all.iter().filter(|at| game.empty(at).count_ones() <= most_empty).collect();
    for at in &all {
        let root = shared.canonical(at);
        for threshold in thresholds(game, at) {
            let answered = shared
                .search(&mut local, &Cut::root(), &root, threshold, 0)
                .expect("the search is not stopped");
            let glanced = match game.glance(at, threshold) {
                Glance::Settled(answer) => Some(answer),
                Glance::Open(_) => None,
            };
            for (place, answer) in [(&root, Some(answered)), (*at, glanced)] {
                let Some(answer) = answer else { continue };
                if answer.score >= threshold && answer.score >= Score::WIN {
                    look(place, true, answer.score, answer.region, "answer");
                } else if answer.score < threshold && answer.score <= Score::LOSS {
                    look(place, false, answer.score, answer.region, "answer");
                }
            }
        }
    }
    for at in &all {
        if let Some(known) = shared.table.get(game.key(at)) {
            if known.bounds.lo >= Score::WIN {
                look(at, true, known.bounds.lo, known.region, "entry");
            } else if known.bounds.hi <= Score::LOSS {
                look(at, false, known.bounds.hi, known.region, "entry");
            }
        }
    }
    said
}

const ON: Options = Options::within(1 << 22);

#[test]
fn regions_hold_on_a_small_board() {
    for swap in [Swap::Off, Swap::On] {
        for end in [End::AtConnection, End::AtFullBoard] {
            let game = Hex::new(3, 3, Variant { swap, end, ..Variant::default() }).expect("small");
            let all = laws::positions(&game, Positions::All);
            for options in [ON, Options { symmetry: false, ..ON }, Options { ordering: false, ..ON }] {
                let said = check(&game, &all, options, 9);
                assert!(said > 5_000, "{swap:?} {end:?}: only {said} regions");
            }
        }
    }
}

#[test]
fn regions_hold_on_larger_boards() {
    const SEED: u64 = 11;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    for (rows, cols, most_empty) in [(3, 4, 12), (4, 3, 12), (2, 5, 10), (4, 4, 11), (4, 5, 10)] {
        let game = Hex::new(rows, cols, Variant::default()).expect("small");
        let all = laws::positions(&game, Positions::Games { count: 400, seed: SEED });
        let said = pool.install(|| check(&game, &all, ON, most_empty));
        assert!(said > 300, "{rows}x{cols}: only {said} regions, seed {SEED}");
    }
}

/// Exact scores of positions of Nex, legal or not, by the rules alone.
pub(crate) struct Exact<'a> {
    game: &'a Nex<u64>,
    known: HashMap<NexPosition<u64>, Score>,
}

impl<'a> Exact<'a> {
    pub(crate) fn of(game: &'a Nex<u64>) -> Self {
        Self { game, known: HashMap::new() }
    }

    pub(crate) fn score(&mut self, at: &NexPosition<u64>) -> Score {
        if let Some(&known) = self.known.get(at) {
            return known;
        }
        let over = self.game.outcome(at).map(Score::of_outcome);
        let score = over.unwrap_or_else(|| {
            let children: Vec<_> = self.game.continuations(at).collect();
            children.iter().map(|(_, child)| self.score(child).lift()).max().expect("the game is not over")
        });
        self.known.insert(*at, score);
        score
    }
}

/// Calls `visit` with every position to which the region of the win of `winner` in this position claims to
/// apply. Returns how many there are.
pub(crate) fn each_like(
    game: &Nex<u64>,
    at: &NexPosition<u64>,
    winner: Side,
    region: Region,
    visit: &mut dyn FnMut(&NexPosition<u64>),
) -> u64 {
    if region == EVERYWHERE {
        return 0;
    }
    let (own, others) = (at.stones(winner), at.stones(winner.other()));
    let outside = game.board().full() & !region & !own;
    let cells: Vec<u64> = outside.iter().map(u64::one).collect();
    let numbers = [others & outside, at.neutral & outside].map(u64::count_ones);
    let mut visited = 0;
    laws::placings(&cells, numbers, [others & region, at.neutral & region], &mut |[others, neutral]| {
        let (black, white) = if winner == Side::Black { (own, others) } else { (others, own) };
        visit(&NexPosition { black, white, neutral, may_swap: false });
        visited += 1;
    });
    visited
}

/// Compares every region of Nex that the search names with exact scores: the bound must hold wherever the
/// loser's stones and the neutral ones outside of the region stand. Returns how many positions were compared
/// with a bound.
fn check_nex(game: &Nex<u64>, all: &[NexPosition<u64>], options: Options) -> u64 {
    let solver = Solver::new(game, options, &NEVER, &()).expect("a little memory");
    let shared = &solver.shared;
    let mut local = shared.local();
    let mut exact = Exact::of(game);
    let mut compared = 0;
    // Positions that agree in the region and in all numbers make the same claim; it is compared once.
    let mut claimed = HashSet::new();
    let mut look = |at: &NexPosition<u64>, is_lower: bool, score: Score, region: Region| {
        let winner = if is_lower { at.side_to_move() } else { at.side_to_move().other() };
        let (own, others) = (at.stones(winner), at.stones(winner.other()));
        let inside = [others & region, at.neutral & region];
        let numbers = [others & !region, at.neutral & !region].map(u64::count_ones);
        if !claimed.insert((own, inside, numbers, region, is_lower, score)) {
            return;
        }
        compared += each_like(game, at, winner, region, &mut |there| {
            let true_score = exact.score(there);
            let holds = if is_lower { true_score >= score } else { true_score <= score };
            assert!(holds, "{at:?}: {score} with {region:#b}, but {true_score} at {there:?}");
        });
    };
    for at in all {
        let root = shared.canonical(at);
        let lengths = (2..=game.longest(at).0).map(Plies);
        let wins = lengths.clone().map(Score::win_in);
        for threshold in
            wins.chain(lengths.map(|d| Score::loss_in(d).next())).chain([Score::DRAW, Score::WIN])
        {
            let answered = shared
                .search(&mut local, &Cut::root(), &root, threshold, 0)
                .expect("the search is not stopped");
            let glanced = match game.glance(at, threshold) {
                Glance::Settled(answer) => Some(answer),
                Glance::Open(_) => None,
            };
            for (place, answer) in [(&root, Some(answered)), (at, glanced)] {
                let Some(answer) = answer else { continue };
                if answer.score >= threshold && answer.score >= Score::WIN {
                    look(place, true, answer.score, answer.region);
                } else if answer.score < threshold && answer.score <= Score::LOSS {
                    look(place, false, answer.score, answer.region);
                }
            }
        }
    }
    for at in all {
        if let Some(known) = shared.table.get(game.key(at)) {
            if known.bounds.lo >= Score::WIN {
                look(at, true, known.bounds.lo, known.region);
            } else if known.bounds.hi <= Score::LOSS {
                look(at, false, known.bounds.hi, known.region);
            }
        }
    }
    compared
}

fn wins_carry_over(boards: &[(u32, u32)], make: fn(u32, u32) -> Result<Nex<u64>, NameError>) {
    for &(rows, cols) in boards {
        let game = make(rows, cols).expect("a small board");
        let all = laws::positions(&game, Positions::All);
        for options in [ON, Options { symmetry: false, ..ON }] {
            let compared = check_nex(&game, &all, options);
            eprintln!("{rows}x{cols}: {compared} bounds");
            assert!(compared > 100, "{rows}x{cols}: only {compared} bounds");
        }
    }
}

#[test]
fn wins_of_nex_carry_over_on_small_boards() {
    wins_carry_over(&[(2, 3), (3, 2), (2, 4), (4, 2), (3, 3)], Nex::new);
    wins_carry_over(&[(2, 3), (3, 2), (4, 2), (3, 3)], Nex::with_final_moves);
}

#[test]
#[ignore = "slow: some minutes, and several gigabytes of memory"]
fn wins_of_nex_carry_over_on_3x4_and_4x3() {
    wins_carry_over(&[(3, 4), (4, 3)], Nex::new);
}
