//! What connections show about the moves of a position: which win, which lose, which are likely.

mod circuit;
#[cfg(test)]
mod tests;
use super::fill_in::fill;
use super::h_search::{Connections, Link, Seek};
use crate::hex::{Hex, HexMove, HexPosition};
use crate::rhombus::{Cell, CellSet, Rhombus, Words};
use circuit::Circuit;
use nexsolve_core::{Advice, Game, Guide, Playout, Side, SplitMix, Standing, Wdl};

/// Creates the guide of this game, over the smallest sets that hold its cells.
pub(in crate::hex) fn by_connections<S: CellSet>(game: &Hex<S>) -> Box<dyn Guide<HexPosition<S>, HexMove>> {
    match game.board.len() {
        0..=64 => Box::new(ByConnections::<S, u64>::new(game)),
        65..=128 => Box::new(ByConnections::<S, Words<2>>::new(game)),
        129..=192 => Box::new(ByConnections::<S, Words<3>>::new(game)),
        _ => Box::new(ByConnections::<S, Words<6>>::new(game)),
    }
}

/// The pairs of connections that a close look considers for each side, which takes some milliseconds.
const PAIRS: u32 = 400_000;

/// The exponent of a share in the weight of a move: a greater one favours the moves with the largest shares more.
const SHARPNESS: i32 = 2;

/// The guide of a game over sets `S`, which works on sets `T`.
struct ByConnections<S, T> {
    game: Hex<S>,
    board: Rhombus<T>,
    /// The neighbours of each cell.
    beside: Vec<T>,
    /// For each cell, the other ends of its bridges and the two cells that each needs.
    bridges: Vec<Vec<(Cell, T)>>,
    /// For each side and each of its edges, the cells on the second row and the two cells at the edge that each needs.
    at_edges: [[Vec<(Cell, T)>; 2]; 2],
    sides: [Connections<T>; 2],
    circuit: Circuit,
    linked: Vec<T>,
    shares: Vec<f32>,
    weights: Vec<f32>,
}

/// A position over other sets.
#[derive(Clone, Copy)]
struct Stones<T> {
    /// Black's and White's stones.
    stones: [T; 2],
    mover: Side,
}

impl<T: CellSet> Stones<T> {
    fn of<S: CellSet>(position: &HexPosition<S>) -> Self {
        let convert = |set: S| {
            let words: [u64; 6] = std::array::from_fn(|place| set.word(place));
            T::of_words(&words)
        };
        Self { stones: [convert(position.black), convert(position.white)], mover: position.side_to_move() }
    }
}

impl<S: CellSet, T: CellSet> ByConnections<S, T> {
    fn new(game: &Hex<S>) -> Self {
        let like = &game.board;
        let edges = game.variant.convention.edges();
        let board = Rhombus::<T>::new(like.rows(), like.cols(), edges).expect("the sets hold the board");
        let cells = board.len() as usize;
        let all = || (0..cells).map(|cell| Cell(cell as u16));
        let beside: Vec<T> = all().map(|cell| board.neighbours(T::one(cell))).collect();
        let over = |around: T, is_far: &dyn Fn(Cell) -> bool| -> Vec<(Cell, T)> {
            let far =
                all().filter(|&cell| is_far(cell)).map(|cell| (cell, beside[usize::from(cell.0)] & around));
            far.filter(|(_, needs)| needs.count() == 2).collect()
        };
        let bridges = all()
            .map(|from| {
                let around = beside[usize::from(from.0)];
                over(around, &|to| to != from && !around.has(to))
            })
            .collect();
        let at_edges = [Side::Black, Side::White].map(|side| {
            let (first, last) = board.ends(side);
            [first, last].map(|edge| over(edge, &|cell| !edge.has(cell)))
        });
        let one = Connections::new(cells);
        Self {
            game: game.clone(),
            board,
            beside,
            bridges,
            at_edges,
            sides: [one.clone(), one],
            circuit: Circuit::default(),
            linked: vec![T::EMPTY; cells],
            shares: vec![0.0; cells],
            weights: Vec::new(),
        }
    }

    /// Adds a side's shares of the current, using only neighbours and bridges.
    fn add_quick_shares(&mut self, stones: T, empty: T, side: Side) {
        let Self { board, beside, bridges, at_edges, linked, .. } = self;
        for cell in empty.iter() {
            let at = usize::from(cell.0);
            let far = bridges[at].iter().filter(|(to, needs)| empty.has(*to) && *needs & empty == *needs);
            linked[at] = far.fold(beside[at] & empty, |set, (to, _)| set | T::one(*to));
        }
        let (first, last) = board.ends(side);
        let mut edges = [first, last];
        let mut joined = [first & empty, last & empty];
        for (joined, bridges) in joined.iter_mut().zip(&at_edges[side as usize]) {
            for (cell, needs) in bridges {
                if *needs & empty == *needs && empty.has(*cell) {
                    *joined |= T::one(*cell);
                }
            }
        }
        let mut chains = T::EMPTY;
        let mut rest = stones;
        let mut floating: Vec<(Cell, T)> = Vec::new();
        while let Some(stone) = rest.first() {
            let chain = board.flood(T::one(stone), rest);
            rest = rest.without(chain);
            let mut near = board.neighbours(chain) & empty;
            for cell in chain.iter() {
                for (to, needs) in &bridges[usize::from(cell.0)] {
                    if *needs & empty == *needs && (empty | stones).has(*to) && !chain.has(*to) {
                        near |= T::one(*to);
                    }
                }
            }
            let touches: [bool; 2] = std::array::from_fn(|edge| {
                let bridge = |(cell, needs): &(Cell, T)| chain.has(*cell) && *needs & empty == *needs;
                (chain & edges[edge]).any() || at_edges[side as usize][edge].iter().any(bridge)
            });
            if touches == [false; 2] {
                chains |= T::one(stone);
                floating.push((stone, near));
            }
            for (edge, touched) in touches.into_iter().enumerate() {
                if touched {
                    joined[edge] |= near;
                    edges[edge] |= chain;
                }
            }
        }
        // A bridge between chains is a wire between their first cells; the other chain may already be joined to an
        // edge.
        for &(stone, near) in &floating {
            let mut wires = near & empty;
            for &(other, _) in floating.iter().filter(|(other, _)| *other != stone) {
                if (near & board.flood(T::one(other), stones)).any() {
                    wires |= T::one(other);
                }
            }
            for (edge, joined) in edges.iter().zip(&mut joined) {
                if (near & *edge & stones).any() {
                    *joined |= T::one(stone);
                }
            }
            linked[usize::from(stone.0)] = wires;
            for cell in (near & empty).iter() {
                linked[usize::from(cell.0)] |= T::one(stone);
            }
        }
        self.circuit.add_shares((empty, chains), |end| linked[end], joined, &mut self.shares);
    }

    /// Adds a side's shares of the current, using the connections found.
    fn add_shares(&mut self, empty: T, side: Side) {
        let found = &self.sides[side as usize];
        let edges = [0, 1].map(|edge| found.linked_with_edge(edge));
        let ends = found.ends(empty);
        self.circuit.add_shares(
            (empty, ends.without(empty)),
            |end| found.linked(Cell(end as u16)) & ends,
            edges,
            &mut self.shares,
        );
    }

    /// Returns the weight of a move, from the shares of both sides.
    fn weight(&self, cell: Cell) -> f32 {
        0.002 + self.shares[usize::from(cell.0)].powi(SHARPNESS)
    }

    /// Takes a close look at a position without swaps: returns what is proven, and leaves the shares in `self.shares`.
    fn judge(&mut self, position: Stones<T>) -> Judged<T> {
        let Stones { mut stones, mover } = position;
        let opponent = mover.other();
        fill(&self.board, &self.beside, &mut stones);
        let empty = self.board.full().without(stones[0] | stones[1]);
        let Self { board, beside, sides, .. } = self;
        let own = &mut sides[mover as usize];
        own.find(board, beside, stones[mover as usize], empty, mover, Seek::First(PAIRS));
        match own.link() {
            Link::Full(carrier) => return Judged { empty, fate: Fate::Won(carrier) },
            Link::Semi(_) => {
                let key = own.key().expect("a semi-connection has a key");
                return Judged { empty, fate: Fate::WonBy(key) };
            }
            Link::Open => {}
        }
        let others = &mut sides[opponent as usize];
        others.find(board, beside, stones[opponent as usize], empty, opponent, Seek::Within(PAIRS));
        let fate = match others.link() {
            Link::Full(_) => Fate::Lost,
            _ => Fate::MustPlay(others.must_play()),
        };
        self.shares.fill(0.0);
        for side in [Side::Black, Side::White] {
            self.add_shares(empty, side);
        }
        Judged { empty, fate }
    }
}

/// The result of a close look.
struct Judged<T> {
    /// The empty cells that still matter.
    empty: T,
    fate: Fate<T>,
}

enum Fate<T> {
    /// The mover wins, whatever it does; these are the cells that the win needs.
    Won(T),
    /// The mover wins with this cell.
    WonBy(Cell),
    /// The opponent wins.
    Lost,
    /// Moves outside of these cells lose.
    MustPlay(T),
}

impl<S: CellSet, T: CellSet> Guide<HexPosition<S>, HexMove> for ByConnections<S, T> {
    fn weigh(&mut self, position: &HexPosition<S>, moves: &[HexMove], weights: &mut Vec<f32>) {
        weights.clear();
        if !self.game.is_free_of_swap(position) {
            weights.resize(moves.len(), 1.0);
            return;
        }
        let Stones { stones, .. } = Stones::<T>::of(position);
        let empty = self.board.full().without(stones[0] | stones[1]);
        self.shares.fill(0.0);
        for side in [Side::Black, Side::White] {
            self.add_quick_shares(stones[side as usize], empty, side);
        }
        weights.extend(moves.iter().map(|mv| match mv {
            HexMove::Place(cell) => self.weight(*cell),
            HexMove::Swap => 1.0,
        }));
    }

    fn advise(&mut self, position: &HexPosition<S>, moves: &[HexMove], advice: &mut Vec<Advice>) {
        advice.clear();
        if !self.game.is_free_of_swap(position) {
            let mut weights = std::mem::take(&mut self.weights);
            self.weigh(position, moves, &mut weights);
            advice.extend(weights.iter().map(|&weight| Advice { standing: Standing::Open, weight }));
            self.weights = weights;
            return;
        }
        let Judged { empty, fate } = self.judge(Stones::of(position));
        advice.extend(moves.iter().map(|mv| {
            let HexMove::Place(cell) = *mv else { return Advice::default() };
            let is_idle = !empty.has(cell);
            let (standing, weight) = match fate {
                Fate::Won(carrier) => (Standing::Wins, if carrier.has(cell) { 1.0 } else { 0.0 }),
                Fate::WonBy(key) if cell == key => (Standing::Wins, 1.0),
                Fate::WonBy(_) => (if is_idle { Standing::Idle } else { Standing::Open }, 0.0),
                Fate::MustPlay(_) if is_idle => (Standing::Idle, 0.0),
                Fate::MustPlay(cells) if cells.has(cell) => (Standing::Open, self.weight(cell)),
                Fate::Lost | Fate::MustPlay(_) => (Standing::Loses, self.weight(cell)),
            };
            Advice { standing, weight }
        }));
        // In a decided position, fill-in may leave no move to play.
        if !advice.iter().any(|advice| matches!(advice.standing, Standing::Open | Standing::Wins)) {
            for advice in advice.iter_mut() {
                advice.standing = Standing::Loses;
            }
        }
    }

    /// Answers each bridge between stones: its side gets one of the two cells at random, and the opponent the other.
    /// The other cells are filled at random. (Bridges that share a cell count only once.)
    fn playout(&mut self, position: &HexPosition<S>, random: &mut SplitMix) -> Playout {
        if let Some(value) = self.game.outcome(position) {
            return Playout { value, plies: 0 };
        }
        if !self.game.is_free_of_swap(position) {
            use nexsolve_core::Chance;
            return self.game.playout(position, nexsolve_core::Draw::Uniform, random);
        }
        let Stones { mut stones, mover } = Stones::<T>::of(position);
        let mut empty = self.board.full().without(stones[0] | stones[1]);
        let plies = empty.count();
        for side in [Side::Black, Side::White] {
            let own = stones[side as usize];
            let mut lots = random.next_word();
            let mut hold = |needs: T, empty: &mut T, stones: &mut [T; 2]| {
                if needs & *empty == needs {
                    *empty = empty.without(needs);
                    let one = T::one(needs.first().expect("two cells"));
                    let mine = if lots & 1 == 0 { one } else { needs.without(one) };
                    lots = lots.rotate_right(1);
                    stones[side as usize] |= mine;
                    stones[side.other() as usize] |= needs.without(mine);
                }
            };
            for cell in own.iter() {
                for (to, needs) in &self.bridges[usize::from(cell.0)] {
                    if cell < *to && own.has(*to) {
                        hold(*needs, &mut empty, &mut stones);
                    }
                }
            }
            for (cell, needs) in self.at_edges[side as usize].iter().flatten() {
                if own.has(*cell) {
                    hold(*needs, &mut empty, &mut stones);
                }
            }
        }
        let mut cells = [0_u16; MOST_CELLS];
        let mut count = 0;
        for cell in empty.iter() {
            cells[count] = cell.0;
            count += 1;
        }
        let mut own = stones[mover as usize];
        for i in 0..count.div_ceil(2) {
            let other = i + random.below(count - i);
            cells.swap(i, other);
            own |= T::one(Cell(cells[i]));
        }
        let wins = self.board.connects(own, mover);
        Playout { value: if wins { Wdl::Win } else { Wdl::Loss }, plies }
    }
}

/// The number of cells of the largest board.
const MOST_CELLS: usize = crate::rhombus::MAX_SIDE as usize * crate::rhombus::MAX_SIDE as usize;
