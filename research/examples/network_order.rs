//! Measures searches of Nex that try moves in the order of a network: nodes and time, against the order of
//! the game itself.
//!
//!     cargo run --release -p nexsolve-research --example network_order -- openings:4x4=run44/network.safetensors value:4x5=run44/network.safetensors
//!
//! Proves the value of each board, or the winners of all openings, on one thread and prints a table in
//! Markdown: with the game's own order, with that of the network at every node, and at nodes of the first
//! plies only. The last column is the share of time that the network took.

use nexsolve_core::{
    Candidate, Candidates, Game, Glance, Plies, Proving, ProvingFor, Region, Score, Searchable, Side,
    Symmetric, Verdict, Wdl,
};
use nexsolve_games::nex::{Nex, NexMove, NexPosition};
use nexsolve_net::{Network, Seen};
use nexsolve_solver::{Goal, Options, Solver};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// The greatest ratio of nodes to those with the game's own order; a search that needs more is stopped.
const LIMIT: u64 = 3;

/// What the network's logarithms of weights are multiplied with, to become priors.
const SCALE: f32 = 1_000.0;

static NEVER: AtomicBool = AtomicBool::new(false);

type Position = NexPosition<u64>;

/// Nex, with moves in the order of a network where few stones are on the board.
struct Led<'a> {
    game: &'a Nex<u64>,
    network: &'a Network,
    /// The network orders the moves of positions after fewer moves that place stones.
    before: u32,
    asked: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Led<'_> {
    /// Returns the weights that the network gives to these moves; `None` if the position is too late.
    fn weights(&self, position: &Position, moves: &[NexMove]) -> Option<Vec<f32>> {
        if position.neutral.count_ones() + position.black.count_ones() + position.white.count_ones() / 2
            >= self.before
        {
            return None;
        }
        let begun = Instant::now();
        let seen = Seen::of(self.game, position, moves);
        let weights = self.network.evaluate(&[seen]).remove(0).weights;
        self.asked.fetch_add(1, Relaxed);
        self.nanoseconds.fetch_add(begun.elapsed().as_nanos() as u64, Relaxed);
        Some(weights)
    }
}

impl Game for Led<'_> {
    type Position = Position;
    type Move = NexMove;

    fn start(&self) -> Position {
        self.game.start()
    }

    fn side_to_move(&self, position: &Position) -> Side {
        self.game.side_to_move(position)
    }

    fn outcome(&self, position: &Position) -> Option<Wdl> {
        self.game.outcome(position)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<NexMove>) {
        self.game.moves(position, moves);
    }

    fn play(&self, position: &Position, mv: NexMove) -> Position {
        self.game.play(position, mv)
    }

    fn longest(&self, position: &Position) -> Plies {
        self.game.longest(position)
    }
}

impl Symmetric for Led<'_> {
    fn canonical(&self, position: &Position) -> Position {
        self.game.canonical(position)
    }

    fn copies(&self, position: &Position) -> u64 {
        self.game.copies(position)
    }
}

impl Searchable for Led<'_> {
    const REGIONS: bool = Nex::<u64>::REGIONS;
    const ASKS_OPENLY: bool = Nex::<u64>::ASKS_OPENLY;

    type Insight = <Nex<u64> as Searchable>::Insight;

    fn key_bits(&self) -> u32 {
        self.game.key_bits()
    }

    fn key(&self, position: &Position) -> u128 {
        self.game.key(position)
    }

    fn pack_move(&self, mv: NexMove) -> u32 {
        self.game.pack_move(mv)
    }

    fn history_slot(&self, mv: NexMove) -> usize {
        self.game.history_slot(mv)
    }

    fn history_len(&self) -> usize {
        self.game.history_len()
    }

    fn glance(&self, position: &Position, threshold: Score) -> Glance<Self::Insight> {
        self.game.glance(position, threshold)
    }

    fn candidates(
        &self,
        position: &Position,
        threshold: Score,
        insight: Self::Insight,
        candidates: &mut Vec<Candidate<NexMove>>,
    ) -> Candidates {
        let found = self.game.candidates(position, threshold, insight, candidates);
        if candidates.len() > 1 {
            let moves: Vec<_> = candidates.iter().map(|candidate| candidate.mv).collect();
            if let Some(weights) = self.weights(position, &moves) {
                for (candidate, weight) in candidates.iter_mut().zip(weights) {
                    candidate.prior = (SCALE * weight) as i32;
                }
            }
        }
        found
    }

    fn proving(&self) -> Option<Box<dyn ProvingFor<Position> + '_>> {
        let inner = self.game.proving()?;
        Some(Box::new(LedProving { led: self, inner, positions: Mutex::default() }))
    }

    fn region_before(&self, mv: NexMove, region: Region, wins: bool) -> Region {
        self.game.region_before(mv, region, wins)
    }

    fn carries_over(&self, region: Region, lost: NexMove, mv: NexMove) -> bool {
        self.game.carries_over(region, lost, mv)
    }

    fn region_from_canonical(&self, position: &Position, region: Region) -> Region {
        self.game.region_from_canonical(position, region)
    }
}

/// The question who wins, with the states after moves in the order of the network.
struct LedProving<'a> {
    led: &'a Led<'a>,
    inner: Box<dyn ProvingFor<Position> + 'a>,
    /// A position that each state stands for, with the winner that is asked for.
    positions: Mutex<HashMap<u128, (Position, Side)>>,
}

impl Proving for LedProving<'_> {
    fn look(&self, state: u128, children: &mut Vec<u128>) -> Verdict {
        let verdict = self.inner.look(state, children);
        if !matches!(verdict, Verdict::Open(_)) || children.len() < 2 {
            return verdict;
        }
        let (position, winner) = self.positions.lock().expect("no panic")[&state];
        let mut moves: HashMap<u128, (NexMove, Position)> = HashMap::new();
        for (mv, after) in self.led.game.continuations(&position) {
            if let Some(child) = self.inner.state(&after, winner) {
                moves.entry(child).or_insert((mv, after));
            }
        }
        let listed: Vec<NexMove> = children.iter().map(|child| moves[child].0).collect();
        let mut positions = self.positions.lock().expect("no panic");
        positions.extend(children.iter().map(|child| (*child, (moves[child].1, winner))));
        drop(positions);
        if let Some(weights) = self.led.weights(&position, &listed) {
            let mut order: Vec<usize> = (0..children.len()).collect();
            order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
            *children = order.into_iter().map(|i| children[i]).collect();
        }
        verdict
    }

    fn carries_over(&self, region: Region, won: u128, other: u128) -> bool {
        self.inner.carries_over(region, won, other)
    }

    fn has_many_moves(&self) -> bool {
        self.inner.has_many_moves()
    }

    fn breadth(&self, state: u128, open: usize) -> usize {
        self.inner.breadth(state, open)
    }

    fn beside(&self, state: u128, open: usize) -> u32 {
        self.inner.beside(state, open)
    }
}

impl ProvingFor<Position> for LedProving<'_> {
    fn state(&self, position: &Position, winner: Side) -> Option<u128> {
        let state = self.inner.state(position, winner)?;
        self.positions.lock().expect("no panic").entry(state).or_insert((*position, winner));
        Some(state)
    }
}

/// Returns the proven values (of the start, or of all openings), the nodes, and the seconds.
fn solve<G>(game: &G, goal: Goal, nodes: Option<u64>) -> (Vec<Option<Wdl>>, u64, f64)
where
    G: Searchable<Position = Position, Move = NexMove>,
{
    let options = Options { nodes, ..Options::within(4 << 30) };
    let mut solver = Solver::new(game, options, &NEVER, &()).expect("memory for the search");
    let start = Instant::now();
    let solution = solver.solve(&game.start(), goal).expect("no table is read");
    let values = match goal {
        Goal::Moves => solution.moves.iter().map(|mv| mv.bounds.wdl()).collect(),
        _ => vec![solution.bounds.wdl()],
    };
    (values, solution.stats.total().nodes, start.elapsed().as_secs_f64())
}

fn table(argument: &str) {
    let (question, file) = argument
        .split_once('=')
        .expect("a question and a network, such as value:4x5=run45/network.safetensors");
    let (name, board) = question.split_once(':').expect("value:BOARD or openings:BOARD");
    let goal = match name {
        "value" => Goal::Value,
        "openings" => Goal::Moves,
        _ => panic!("value or openings, not {name}"),
    };
    let sides = board.split_once('x').and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    let (rows, cols) = sides.expect("a board such as 4x5");
    let game = Nex::<u64>::new(rows, cols).expect("a board of up to 64 cells");
    let network = Network::read(&std::fs::read(file).expect("a file")).expect("a network");
    let (whole, nodes, seconds) = solve(&game, goal, None);
    println!("\n| {board}, {name}: the network's order | nodes | | time | network |\n|---|---|---|---|---|");
    println!("| nowhere | {nodes} | 1 | {seconds:.2} s | |");
    // At every node, only the value: the network alone would take hours for all openings.
    let places = if goal == Goal::Value { &[1, 2, 3, 4, u32::MAX][..] } else { &[1, 2, 3] };
    for &before in places {
        let (asked, nanoseconds) = (AtomicU64::new(0), AtomicU64::new(0));
        let led = Led { game: &game, network: &network, before, asked, nanoseconds };
        let (values, more, seconds) = solve(&led, goal, Some(LIMIT * nodes));
        let is_proven = values.iter().all(Option::is_some);
        assert!(!is_proven || values == whole, "with the network's order the answer differs");
        let unproven = if is_proven { "" } else { ", not proven" };
        let share = led.nanoseconds.into_inner() as f64 / 1e7 / seconds;
        let place = if before == u32::MAX {
            "everywhere".to_owned()
        } else {
            format!("after fewer than {before} moves that place stones")
        };
        println!(
            "| {place} | {more}{unproven} | {:.2} | {seconds:.2} s | {share:.0} %, {} positions |",
            more as f64 / nodes as f64,
            led.asked.into_inner()
        );
    }
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| std::env::args().skip(1).for_each(|argument| table(&argument)));
}
