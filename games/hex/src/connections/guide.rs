//! Uses connections to find the moves that win, that lose, and that are likely in a position.

#[cfg(test)]
mod tests;

use super::fill_in::{Fillable, fill};
use super::h_search::{Connections, Link, Seek};
use crate::bridges::{Bridge, Bridges};
use crate::{Hex, HexMove, HexPosition, Variant};
use nexsolve_core::{Advice, Chance, Draw, Game, Guide, MoveStatus, Playout, Side, SplitMix, Wdl};
use nexsolve_rhombus::board::half_of;
use nexsolve_rhombus::circuit::Circuit;
use nexsolve_rhombus::paths::chains;
use nexsolve_rhombus::{Cell, CellSet, Wide, Words};

/// Creates the guide of this game.
pub(crate) fn by_connections<S: CellSet>(game: &Hex<S>) -> Box<dyn Guide<HexPosition<S>, HexMove>> {
    Box::new(OverAnySets(narrowest(game.board.rows(), game.board.cols(), game.variant)))
}

/// A guide for positions with wide sets.
type WideGuide = dyn Guide<HexPosition<Wide>, HexMove>;

/// Creates the guide over the smallest sets that hold the cells. It is not generic, so that it is compiled
/// here, once.
fn narrowest(rows: u32, cols: u32, variant: Variant) -> Box<WideGuide> {
    match rows * cols {
        0..=64 => Box::new(ConnectionGuide::<u64>::new(rows, cols, variant)),
        65..=128 => Box::new(ConnectionGuide::<Words<2>>::new(rows, cols, variant)),
        129..=192 => Box::new(ConnectionGuide::<Words<3>>::new(rows, cols, variant)),
        _ => Box::new(ConnectionGuide::<Words<6>>::new(rows, cols, variant)),
    }
}

/// The same guide for positions with other sets.
struct OverAnySets(Box<WideGuide>);

impl<S: CellSet> Guide<HexPosition<S>, HexMove> for OverAnySets {
    fn weigh(&mut self, position: &HexPosition<S>, moves: &[HexMove], weights: &mut Vec<f32>) {
        self.0.weigh(&position.over(), moves, weights);
    }

    fn advise(&mut self, position: &HexPosition<S>, moves: &[HexMove], advice: &mut Vec<Advice>) {
        self.0.advise(&position.over(), moves, advice);
    }

    fn playout(&mut self, position: &HexPosition<S>, random: &mut SplitMix) -> Playout {
        self.0.playout(&position.over(), random)
    }
}

/// The pairs of connections that a close look considers for each side, which takes some milliseconds.
const PAIRS: u32 = 400_000;

/// The exponent of a share in the weight of a move: a greater exponent favours the moves with the largest
/// shares more.
const SHARPNESS: i32 = 2;

/// The resistance of a chain, where that of an empty cell is 1.
const CHAIN: f32 = 0.05;
/// The maximum number of iterations for the currents; a guess needs little precision.
const STEPS: usize = 24;
/// The iteration ends at this fraction of the square of the initial error.
const ENOUGH: f32 = 1e-4;

/// The guide of a game over sets `T`.
struct ConnectionGuide<T> {
    game: Hex<T>,
    bridges: Bridges<T>,
    sides: [Connections<T>; 2],
    circuit: Circuit<f32>,
    linked: Vec<T>,
    shares: Vec<f32>,
    weights: Vec<f32>,
}

impl<T: CellSet> ConnectionGuide<T> {
    fn new(rows: u32, cols: u32, variant: Variant) -> Self {
        let game = Hex::<T>::new(rows, cols, variant).expect("the sets hold the board");
        let cells = game.board.len() as usize;
        let one = Connections::new(cells);
        Self {
            bridges: Bridges::of(&game.board),
            game,
            sides: [one.clone(), one],
            circuit: Circuit::default(),
            linked: vec![T::EMPTY; cells],
            shares: vec![0.0; cells],
            weights: Vec::new(),
        }
    }

    /// Adds a side's shares of the current, using only neighbours and bridges.
    fn add_quick_shares(&mut self, stones: T, empty: T, side: Side) {
        let Self {
            game: Hex { board, .. },
            bridges: Bridges { cells: bridges, edges: at_edges },
            linked,
            ..
        } = self;
        let at_edges = &at_edges[side as usize];
        // The cells of `among` that these bridges reach.
        let over = |bridges: &[Bridge<T>], among: T| {
            let held = bridges.iter().filter(|bridge| among.has(bridge.to) && bridge.holds(empty));
            held.fold(T::EMPTY, |set, bridge| set | T::one(bridge.to))
        };
        for cell in empty.iter() {
            let at = usize::from(cell.0);
            linked[at] = board.beside(cell) & empty | over(&bridges[at], empty);
        }
        let (first, last) = board.ends(side);
        let mut edges = [first, last];
        let mut joined = [0, 1].map(|edge| edges[edge] & empty | over(&at_edges[edge], empty));
        let mut hubs = T::EMPTY;
        let mut floating: Vec<(Cell, T)> = Vec::new();
        for chain in chains(board, stones) {
            let apart = (empty | stones).without(chain);
            let near = board.neighbours(chain) & empty;
            let near =
                chain.iter().fold(near, |near, cell| near | over(&bridges[usize::from(cell.0)], apart));
            let touches =
                [0, 1].map(|edge| (chain & edges[edge]).any() || over(&at_edges[edge], chain).any());
            if touches == [false; 2] {
                let hub = chain.first().expect("a stone");
                hubs |= T::one(hub);
                floating.push((hub, near));
            }
            for (edge, touched) in touches.into_iter().enumerate() {
                if touched {
                    joined[edge] |= near;
                    edges[edge] |= chain;
                }
            }
        }
        // A bridge between chains is a wire between their first cells; the other chain may already be joined
        // to an edge.
        for &(hub, near) in &floating {
            let mut wires = near & empty;
            for &(other, _) in floating.iter().filter(|(other, _)| *other != hub) {
                if (near & board.flood(T::one(other), stones)).any() {
                    wires |= T::one(other);
                }
            }
            for (edge, joined) in edges.iter().zip(&mut joined) {
                if (near & *edge & stones).any() {
                    *joined |= T::one(hub);
                }
            }
            linked[usize::from(hub.0)] = wires;
            for cell in (near & empty).iter() {
                linked[usize::from(cell.0)] |= T::one(hub);
            }
        }
        self.circuit.wire((empty, hubs), CHAIN, |end| linked[end], joined, linked.len());
        self.circuit.settle(STEPS, ENOUGH);
        self.circuit.add_shares(&mut self.shares);
    }

    /// Adds a side's shares of the current, using the connections found.
    fn add_shares(&mut self, empty: T, side: Side) {
        let found = &self.sides[side as usize];
        let edges = [0, 1].map(|edge| found.linked_with_edge(edge));
        let ends = found.ends(empty);
        let linked = |end| found.linked(Cell(end as u16)) & ends;
        self.circuit.wire((empty, ends.without(empty)), CHAIN, linked, edges, self.shares.len());
        self.circuit.settle(STEPS, ENOUGH);
        self.circuit.add_shares(&mut self.shares);
    }

    /// Returns the weight of a move, from the shares of both sides.
    fn weight(&self, cell: Cell) -> f32 {
        0.002 + self.shares[usize::from(cell.0)].powi(SHARPNESS)
    }

    /// Takes a close look at a position without swaps: returns the empty cells that still matter and what is
    /// proven, and leaves the shares in `self.shares`.
    fn judge(&mut self, position: &HexPosition<T>) -> (T, Fate<T>) {
        let mover = position.side_to_move();
        let opponent = mover.other();
        let mut stones = [position.black, position.white];
        let Self { game: Hex { board, .. }, sides, .. } = self;
        fill(board, &mut stones, Fillable::All);
        let empty = board.full().without(stones[0] | stones[1]);
        let own = &mut sides[mover as usize];
        own.find(board, stones[mover as usize], empty, mover, Seek::First(PAIRS));
        match own.link() {
            Link::Full(carrier) => return (empty, Fate::Won(carrier)),
            Link::Semi(_) => {
                let key = own.key().expect("a semi-connection has a key");
                return (empty, Fate::WonBy(key));
            }
            Link::Open => {}
        }
        let others = &mut sides[opponent as usize];
        others.find(board, stones[opponent as usize], empty, opponent, Seek::Within(PAIRS));
        let fate = match others.link() {
            Link::Full(_) => Fate::Lost,
            _ => Fate::MustPlay(others.must_play()),
        };
        self.shares.fill(0.0);
        for side in [Side::Black, Side::White] {
            self.add_shares(empty, side);
        }
        (empty, fate)
    }
}

/// The result of a close look.
enum Fate<T> {
    /// The mover wins with any move; these are the cells that the win needs.
    Won(T),
    /// The mover wins by playing on this cell.
    WonBy(Cell),
    /// The opponent wins.
    Lost,
    /// Moves outside of these cells lose.
    MustPlay(T),
}

impl<T: CellSet> Guide<HexPosition<Wide>, HexMove> for ConnectionGuide<T> {
    fn weigh(&mut self, position: &HexPosition<Wide>, moves: &[HexMove], weights: &mut Vec<f32>) {
        let position = &position.over::<T>();
        weights.clear();
        if !self.game.is_free_of_swap(position) {
            weights.resize(moves.len(), 1.0);
            return;
        }
        let empty = self.game.empty(position);
        self.shares.fill(0.0);
        for side in [Side::Black, Side::White] {
            self.add_quick_shares(position.stones(side), empty, side);
        }
        weights.extend(moves.iter().map(|mv| match mv {
            HexMove::Place(cell) => self.weight(*cell),
            HexMove::Swap => 1.0,
        }));
    }

    fn advise(&mut self, position: &HexPosition<Wide>, moves: &[HexMove], advice: &mut Vec<Advice>) {
        advice.clear();
        let narrow = &position.over::<T>();
        if !self.game.is_free_of_swap(narrow) {
            let mut weights = std::mem::take(&mut self.weights);
            self.weigh(position, moves, &mut weights);
            advice.extend(weights.iter().map(|&weight| Advice { standing: MoveStatus::Open, weight }));
            self.weights = weights;
            return;
        }
        let (empty, fate) = self.judge(narrow);
        advice.extend(moves.iter().map(|mv| {
            let HexMove::Place(cell) = *mv else { return Advice::default() };
            let is_idle = !empty.has(cell);
            let (standing, weight) = match fate {
                Fate::Won(carrier) => (MoveStatus::Wins, if carrier.has(cell) { 1.0 } else { 0.0 }),
                Fate::WonBy(key) if cell == key => (MoveStatus::Wins, 1.0),
                Fate::WonBy(_) => (if is_idle { MoveStatus::Idle } else { MoveStatus::Open }, 0.0),
                Fate::MustPlay(_) if is_idle => (MoveStatus::Idle, 0.0),
                Fate::MustPlay(cells) if cells.has(cell) => (MoveStatus::Open, self.weight(cell)),
                Fate::Lost | Fate::MustPlay(_) => (MoveStatus::Loses, self.weight(cell)),
            };
            Advice { standing, weight }
        }));
        // In a decided position, fill-in may leave no move to play.
        if !advice.iter().any(|advice| matches!(advice.standing, MoveStatus::Open | MoveStatus::Wins)) {
            for advice in advice.iter_mut() {
                advice.standing = MoveStatus::Loses;
            }
        }
    }

    /// Answers each bridge between stones: its side gets one of the two cells at random, and the opponent the
    /// other. The other cells are filled at random. (Bridges that share a cell count only once.)
    fn playout(&mut self, position: &HexPosition<Wide>, random: &mut SplitMix) -> Playout {
        let position = &position.over::<T>();
        if let Some(value) = self.game.outcome(position) {
            return Playout { value, plies: 0 };
        }
        if !self.game.is_free_of_swap(position) {
            return self.game.playout(position, Draw::Uniform, random);
        }
        let (mover, mut stones) = (position.side_to_move(), [position.black, position.white]);
        let mut empty = self.game.empty(position);
        let plies = empty.count();
        for side in [Side::Black, Side::White] {
            let own = stones[side as usize];
            let mut lots = random.next_word();
            let mut hold = |bridge: &Bridge<T>, empty: &mut T, stones: &mut [T; 2]| {
                let needs = bridge.needs;
                if bridge.holds(*empty) {
                    *empty = empty.without(needs);
                    let one = T::one(needs.first().expect("two cells"));
                    let mine = if lots & 1 == 0 { one } else { needs.without(one) };
                    lots = lots.rotate_right(1);
                    stones[side as usize] |= mine;
                    stones[side.other() as usize] |= needs.without(mine);
                }
            };
            for cell in own.iter() {
                for bridge in &self.bridges.cells[usize::from(cell.0)] {
                    if cell < bridge.to && own.has(bridge.to) {
                        hold(bridge, &mut empty, &mut stones);
                    }
                }
            }
            for bridge in self.bridges.edges[side as usize].iter().flatten() {
                if own.has(bridge.to) {
                    hold(bridge, &mut empty, &mut stones);
                }
            }
        }
        let own = stones[mover as usize] | half_of(empty, random);
        let wins = self.game.board.connects(own, mover);
        Playout { value: if wins { Wdl::Win } else { Wdl::Loss }, plies }
    }
}
