//! The check of lemmas: it applies each rule again, and uses only the shape of the board.
//!
//! It shares only the spelling of lemmas (`rule.rs`) with the code that writes them.
//!
//! # Why the rules are sound
//!
//! `m`, `a`, `b` and `c` are the cells of the rules in `docs/CERTIFICATES.md`.
//!
//! - `join`: the ends are connected already. `turn`: the board is symmetric under rotation by 180°.
//! - `chain`: the side answers each move in the carrier in which the opponent makes it; the carriers share no
//!   cell.
//! - `key`, `play`: the side moves on `m` or `c`, and has a full connection.
//! - `or`: wherever the opponent moves, it leaves one of the carriers untouched, and it is the side's turn.
//! - `dead`: the side plays as if it had the stone. In the end a chain joins the edges. If it runs over `c`,
//!   the cells before and after `c` touch each other or reach the same edge, so there is a chain without `c`.
//! - `captured`: when the opponent plays on `a` or `b`, the side plays on the other. In the end the side has
//!   one of the two, which makes the other dead.

use super::rule::{End, Rule};
use nexsolve_core::{Deductions, Flaw, Side, Strength};
use nexsolve_rhombus::{Cell, CellSet, Rhombus};

/// A lemma: wherever the side has `stones` and the cells of `ends`, and the cells of `carrier` are empty, it
/// can connect the ends without a stone outside of the carrier.
///
/// No cell of the carrier is an end or one of the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lemma<S> {
    pub(super) ends: [End; 2],
    pub(super) strength: Strength,
    pub(super) stones: S,
    pub(super) carrier: S,
}

impl<S: CellSet> Lemma<S> {
    /// The lemma about the edges, rotated by 180°.
    pub(super) fn turned(self, board: &Rhombus<S>) -> Self {
        Self { stones: board.rotated(self.stones), carrier: board.rotated(self.carrier), ..self }
    }
}

/// The ends of a winning connection.
pub(super) const EDGES: [End; 2] = [End::First, End::Last];

/// The check of a proof that a side wins a position.
pub(super) struct Check<'a, S> {
    pub(super) board: &'a Rhombus<S>,
    side: Side,
    /// The side's stones in the position.
    own: S,
    empty: S,
    /// The strength that the last lemma must have: a full connection if the opponent is to move.
    strength: Strength,
    lemmas: Vec<Lemma<S>>,
    used: Vec<bool>,
}

impl<'a, S: CellSet> Check<'a, S> {
    /// Begins the check of a proof that `side`, with the stones `own` and the empty cells `empty`, wins if
    /// `mover` is to move.
    pub(super) fn new(board: &'a Rhombus<S>, side: Side, own: S, empty: S, mover: Side) -> Self {
        let strength = if mover == side { Strength::Semi } else { Strength::Full };
        Self { board, side, own, empty, strength, lemmas: Vec::new(), used: Vec::new() }
    }

    /// Adds the lemma that follows by `rule`, and returns its number, from 1; an error if the rule does not
    /// apply.
    pub(super) fn add(&mut self, rule: &Rule<S>) -> Result<u32, String> {
        let lemma = self.apply(rule)?;
        let ends = lemma.ends[0].cells::<S>() | lemma.ends[1].cells();
        if (lemma.carrier & (lemma.stones | ends)).any() {
            return Err("a cell of the carrier is an end or a stone".to_owned());
        }
        if lemma.ends[0] >= lemma.ends[1] {
            return Err("the ends are one".to_owned());
        }
        for &number in rule.premises() {
            self.used[number as usize - 1] = true;
        }
        self.lemmas.push(lemma);
        self.used.push(false);
        u32::try_from(self.lemmas.len()).map_err(|_| "there are too many lemmas".to_owned())
    }

    /// Returns whether the side has the stones of a lemma in the position, and the cells of the carrier are
    /// empty.
    pub(super) fn fits(&self, lemma: Lemma<S>) -> bool {
        lemma.stones.without(self.own).is_empty() && lemma.carrier.without(self.empty).is_empty()
    }

    /// Returns whether a lemma says that the side wins the position.
    fn is_proof(&self, lemma: Lemma<S>) -> bool {
        lemma.ends == EDGES
            && self.fits(lemma)
            && (lemma.strength == Strength::Full || self.strength == Strength::Semi)
    }

    pub(super) fn lemma(&self, number: u32) -> Result<Lemma<S>, String> {
        let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        at.and_then(|at| self.lemmas.get(at))
            .copied()
            .ok_or_else(|| format!("there is no lemma {number} before this"))
    }

    /// A lemma that connects the side's edges.
    fn winning(&self, number: u32) -> Result<Lemma<S>, String> {
        let lemma = self.lemma(number)?;
        if lemma.ends == EDGES {
            Ok(lemma)
        } else {
            Err(format!("lemma {number} does not connect the edges"))
        }
    }

    fn full(&self, number: u32) -> Result<Lemma<S>, String> {
        let lemma = self.lemma(number)?;
        match lemma.strength {
            Strength::Full => Ok(lemma),
            Strength::Semi => Err(format!("lemma {number} is a semi-connection")),
        }
    }

    /// Returns the lemma that follows by `rule`; an error if the rule does not apply.
    pub(super) fn apply(&self, rule: &Rule<S>) -> Result<Lemma<S>, String> {
        match rule {
            Rule::Join { ends, stones } => self.join(*ends, *stones),
            Rule::Chain(two) => {
                let (middle, lemma) = self.meet(*two)?;
                Ok(Lemma { stones: lemma.stones | S::one(middle), ..lemma })
            }
            Rule::Key(two) => {
                let (middle, lemma) = self.meet(*two)?;
                Ok(Self::played(lemma, middle))
            }
            Rule::Or(all) => self.or(all),
            Rule::Play { cell, then } => {
                let lemma = self.full(*then)?;
                if !lemma.stones.has(*cell) {
                    return Err(format!("lemma {then} needs no stone on that cell"));
                }
                Ok(Self::played(lemma, *cell))
            }
            Rule::Dead { cell, then, stones } => {
                let lemma = self.winning(*then)?;
                let gone = S::one(*cell);
                if !lemma.stones.has(*cell) || (*stones & (gone | lemma.stones)).any() {
                    return Err(format!("the cell is no stone of lemma {then}, or a stone is named twice"));
                }
                let stones = lemma.stones.without(gone) | *stones;
                if !is_dead(self.board, self.side, *cell, stones, lemma.carrier) {
                    return Err("the cell is not dead".to_owned());
                }
                Ok(Lemma { stones, ..lemma })
            }
            Rule::Captured { cells, then, stones } => {
                let lemma = self.winning(*then)?;
                let [a, b] = *cells;
                let pair = S::one(a) | S::one(b);
                let needs_one = (lemma.stones & pair).any();
                if a >= b
                    || !needs_one
                    || (*stones & (pair | lemma.stones)).any()
                    || (lemma.carrier & pair).any()
                {
                    return Err(format!("the cells are no pair of lemma {then}, or a stone is named twice"));
                }
                let stones = lemma.stones.without(pair) | *stones;
                for (stone, cell) in [(a, b), (b, a)] {
                    if !is_dead(self.board, self.side, cell, stones | S::one(stone), lemma.carrier) {
                        return Err("the cells do not capture each other".to_owned());
                    }
                }
                Ok(Lemma { stones, carrier: lemma.carrier | pair, ..lemma })
            }
            Rule::Turn(then) => {
                let lemma = self.winning(*then)?;
                Ok(lemma.turned(self.board))
            }
        }
    }

    /// Two ends that touch each other, or a chain of stones between them.
    fn join(&self, ends: [End; 2], stones: S) -> Result<Lemma<S>, String> {
        let [from, to] = ends;
        let cells = from.cells::<S>() | to.cells();
        if from >= to || (stones & cells).any() {
            return Err("the ends are not in order, or stones too".to_owned());
        }
        let [seed, goal] = ends.map(|end| self.place(end));
        if (self.board.flood(seed, stones | cells) & goal).is_empty() {
            return Err("the ends do not touch each other".to_owned());
        }
        Ok(Lemma { ends, strength: Strength::Full, stones, carrier: S::EMPTY })
    }

    /// The cells at an end: its own, or those along an edge.
    fn place(&self, end: End) -> S {
        let (first, last) = self.board.ends(self.side);
        match end {
            End::Cell(cell) => S::one(cell),
            End::First => first,
            End::Last => last,
        }
    }

    /// Two full connections that meet at a cell and do not interfere: the cell, and the connection of their
    /// other ends for a side that has it.
    fn meet(&self, two: [u32; 2]) -> Result<(Cell, Lemma<S>), String> {
        let [a, b] = [self.full(two[0])?, self.full(two[1])?];
        let mut shared = a.ends.into_iter().filter(|end| b.ends.contains(end));
        let (Some(End::Cell(middle)), None) = (shared.next(), shared.next()) else {
            return Err("the lemmas do not meet at one cell".to_owned());
        };
        if (a.carrier & b.carrier).any() {
            return Err("the carriers have a cell in common".to_owned());
        }
        let mut ends = [a, b].map(|lemma| lemma.ends[usize::from(lemma.ends[0] == End::Cell(middle))]);
        ends.sort_unstable();
        let (stones, carrier) = (a.stones | b.stones, a.carrier | b.carrier);
        Ok((middle, Lemma { ends, strength: Strength::Full, stones, carrier }))
    }

    /// Returns the semi-connection that holds before the side plays its stone on `cell` of a full connection.
    fn played(lemma: Lemma<S>, cell: Cell) -> Lemma<S> {
        let key = S::one(cell);
        let (stones, carrier) = (lemma.stones.without(key), lemma.carrier | key);
        Lemma { strength: Strength::Semi, stones, carrier, ..lemma }
    }

    fn or(&self, all: &[u32]) -> Result<Lemma<S>, String> {
        let [first, others @ ..] = all else {
            return Err("the rule has no lemmas".to_owned());
        };
        let mut joined = Lemma { strength: Strength::Full, ..self.lemma(*first)? };
        let mut common = joined.carrier;
        for &number in others {
            let lemma = self.lemma(number)?;
            if lemma.ends != joined.ends {
                return Err(format!("lemma {number} has other ends than lemma {first}"));
            }
            common &= lemma.carrier;
            joined.stones |= lemma.stones;
            joined.carrier |= lemma.carrier;
        }
        if common.any() {
            return Err("the carriers have a cell in common to all".to_owned());
        }
        Ok(joined)
    }
}

/// Returns whether a side that has these stones, and may also get those cells, never needs a stone on the
/// cell: whatever the stone would join is joined without it, or reaches the same edge.
pub(super) fn is_dead<S: CellSet>(board: &Rhombus<S>, side: Side, cell: Cell, stones: S, open: S) -> bool {
    let of_cell = Beside::of(board, side, cell, stones, open);
    if of_cell.edges == [true, true] {
        return false;
    }
    let around: Vec<(Cell, Beside<S>)> =
        of_cell.cells.iter().map(|one| (one, Beside::of(board, side, one, stones, open))).collect();
    let at_edge = |edge: usize| {
        around
            .iter()
            .filter(|(_, beside)| beside.edges[edge])
            .fold(S::EMPTY, |cells, (one, _)| cells | S::one(*one))
    };
    let at_edges = [at_edge(0), at_edge(1)];
    around.iter().all(|(one, beside)| {
        let mut apart = of_cell.cells.without(beside.cells | S::one(*one));
        for (edge, &at_edge) in at_edges.iter().enumerate() {
            if beside.edges[edge] {
                apart = apart.without(at_edge);
            } else if of_cell.edges[edge] {
                return false;
            }
        }
        apart.is_empty()
    })
}

/// Cells and edges that a stone would touch.
struct Beside<S> {
    cells: S,
    edges: [bool; 2],
}

impl<S: CellSet> Beside<S> {
    /// Returns the cells of `open` and the edges that a stone on `cell` would touch, directly or through
    /// chains.
    fn of(board: &Rhombus<S>, side: Side, cell: Cell, stones: S, open: S) -> Self {
        let (first, last) = board.ends(side);
        let at = S::one(cell);
        let chain = at | board.flood(board.neighbours(at), stones);
        let cells = (board.neighbours(chain) & open).without(at | stones);
        Self { cells, edges: [(chain & first).any(), (chain & last).any()] }
    }
}

impl<S: CellSet> Deductions for Check<'_, S> {
    fn deduce(&mut self, line: &str) -> Result<(), String> {
        let rule = Rule::read(self.board, line)?;
        self.add(&rule).map(|_| ())
    }

    fn conclude(&self) -> Result<(), Flaw> {
        let flaw = |lemma, reason: &str| Err(Flaw { lemma, reason: reason.to_owned() });
        let Some((last, earlier)) = self.used.split_last() else {
            return flaw(None, "there are no lemmas");
        };
        debug_assert!(!last, "nothing follows the last lemma");
        if let Some(unused) = earlier.iter().position(|used| !used) {
            return flaw(Some(unused), "no later lemma uses this one");
        }
        if !self.is_proof(self.lemmas[earlier.len()]) {
            return flaw(Some(earlier.len()), "the last lemma does not say that the side wins the position");
        }
        Ok(())
    }
}
