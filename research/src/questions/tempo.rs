//! Whether the move is worth having, and whether a stone more is: what an argument by strategy stealing needs.
//!
//! The side to move is read off the stones: with as many of both colours it is Black. That it were White instead is no position of the
//! game, but its mirror image with the colours changed ([`twin`]) is one, with Black to move; so the tables tell what it would be worth. The
//! image stands on the board with rows and columns exchanged, whose tables are needed too; on a square board they are the same.

use super::ratio::Ratio;
use super::sample::{Drawn, Sample, ply_of};
use super::tabled::{Position, Tabled, twin};
use nexsolve_core::{Game, LayerId, Ranked, Side, Symmetric, Wdl};
use nexsolve_games::nex::NexMove;
use nexsolve_games::rhombus::{Cell, CellSet};
use nexsolve_reports::ReportError;
use rayon::prelude::*;
use serde::Serialize;

/// A board and the one with rows and columns exchanged.
#[derive(Clone, Copy)]
pub struct Mirrored<'a> {
    /// The board.
    pub here: Tabled<'a>,
    /// The other; the same for a square board.
    pub there: Tabled<'a>,
}

/// A change of a position in favour of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Change {
    /// A position with as many stones of both colours: Black is to move rather than White.
    TheMove,
    /// White is to move, and Black has made a generate move that he was not owed.
    FreeGenerate,
    /// The same with a transform move.
    FreeTransform,
    /// White is to move, and a neutral stone is Black's.
    StoneWhenWaiting,
    /// White is to move, and a neutral stone is White's.
    StoneWhenMoving,
}

impl Change {
    /// All changes.
    pub const ALL: [Self; 5] = [
        Self::TheMove,
        Self::FreeGenerate,
        Self::FreeTransform,
        Self::StoneWhenWaiting,
        Self::StoneWhenMoving,
    ];

    /// Returns the side that the change favours.
    pub fn owner(self) -> Side {
        if self == Self::StoneWhenMoving { Side::White } else { Side::Black }
    }
}

/// How often a change harms or helps the side that it favours, by that side's value without and with it. Weights are numbers of positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// The change.
    pub change: Change,
    /// By the value without it and with it: loss, draw, win.
    pub counts: [[f64; 3]; 3],
    /// The first harmful change among those with the fewest stones on the board.
    #[serde(skip)]
    pub example: Option<Example>,
    /// The share of harmful changes among all changes of each position.
    #[serde(skip)]
    pub harm: Ratio,
}

/// A change that harms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position, valued with White to move whatever the numbers of stones are.
    pub position: Position,
    /// The position after the change; the same position for [`Change::TheMove`].
    pub changed: Position,
    /// The value without the change, for the side that it favours.
    pub without: Wdl,
    /// The value with the change, for that side.
    pub with: Wdl,
}

impl Effect {
    fn new(change: Change) -> Self {
        Self { change, counts: [[0.0; 3]; 3], example: None, harm: Ratio::default() }
    }

    /// Returns the number of changes.
    pub fn all(&self) -> f64 {
        self.counts.iter().flatten().sum()
    }

    /// Returns the number of harmful changes.
    pub fn harmful(&self) -> f64 {
        (0..3)
            .flat_map(|without| (0..without).map(move |with| (without, with)))
            .map(|(i, j)| self.counts[i][j])
            .sum()
    }

    /// Returns the number of useful changes.
    pub fn useful(&self) -> f64 {
        (0..3)
            .flat_map(|without| (without + 1..3).map(move |with| (without, with)))
            .map(|(i, j)| self.counts[i][j])
            .sum()
    }

    fn add(&mut self, example: Example, weight: f64) {
        let Example { without, with, .. } = example;
        self.counts[without as usize][with as usize] += weight;
        if with < without {
            self.show(example);
        }
    }

    /// Keeps the example if it is smaller than the last one.
    fn show(&mut self, example: Example) {
        let stones = |position: &Position| (position.ply() + position.neutral.count(), position.ply());
        // A win that becomes a loss is worth more as an example than anything of the same size.
        let size = |e: &Example| (stones(&e.position), e.without as i32 - e.with as i32 == 1);
        if self.example.as_ref().is_none_or(|last| size(&example) < size(last)) {
            self.example = Some(example);
        }
    }

    /// Adds what another part of the same positions has come to.
    fn join(&mut self, other: &Self) {
        for (counts, more) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *counts += more;
        }
        if let Some(example) = other.example {
            self.show(example);
        }
        self.harm.join(&other.harm);
    }
}

/// Positions that are looked at together.
const BATCH: usize = 512;

/// Makes changes to all positions of a sample. The result does not depend on how many threads there are.
///
/// # Errors
/// If a value is not tabled.
pub fn changes(boards: Mirrored<'_>, sample: &Sample<Position>) -> Result<Vec<Effect>, ReportError> {
    let look = |batch: &[Drawn<Position>]| {
        let mut found = effects();
        for drawn in batch {
            examine(boards, &drawn.position, drawn.weight, &mut found)?;
        }
        Ok(found)
    };
    let batches: Vec<Vec<Effect>> =
        sample.drawn.par_chunks(BATCH).map(look).collect::<Result<_, ReportError>>()?;
    let mut all = effects();
    for batch in &batches {
        all.iter_mut().zip(batch).for_each(|(effect, more)| effect.join(more));
    }
    Ok(all)
}

/// Makes changes to a position that is not over, and counts what they do.
///
/// # Errors
/// If a value is not tabled.
fn examine(
    boards: Mirrored<'_>,
    position: &Position,
    weight: f64,
    effects: &mut [Effect],
) -> Result<(), ReportError> {
    let (changes, without) = match position.side_to_move() {
        Side::Black => {
            let without = boards.if_white_moves(&[*position])?[0];
            let with = boards.here.for_black(&[*position])?[0];
            let example = Example { position: *position, changed: *position, without, with };
            effects[Change::TheMove as usize].add(example, weight);
            (boards.for_the_waiting(position), without)
        }
        Side::White => {
            let changes = stones(position, Side::White).map(|changed| (Change::StoneWhenMoving, changed));
            (changes.collect(), -boards.here.for_black(&[*position])?[0])
        }
    };
    let changed: Vec<Position> = changes.iter().map(|(_, changed)| *changed).collect();
    let with: Vec<Wdl> = match position.side_to_move() {
        Side::Black => boards.here.for_black(&changed)?,
        Side::White => boards.if_white_moves(&changed)?.into_iter().map(|value| -value).collect(),
    };
    let mut harm = [(0.0, 0.0); Change::ALL.len()];
    for ((change, changed), with) in changes.into_iter().zip(with) {
        effects[change as usize].add(Example { position: *position, changed, without, with }, weight);
        let (harmful, all) = &mut harm[change as usize];
        *harmful += if with < without { weight } else { 0.0 };
        *all += weight;
    }
    for (effect, (harmful, all)) in effects.iter_mut().zip(harm).filter(|(_, (_, all))| *all > 0.0) {
        effect.harm.add(position.ply(), harmful, all);
    }
    Ok(())
}

/// Numbers of positions that are looked at together.
const RANKS: u64 = 1 << 18;

/// Returns the effect of the move in every reachable position of the board with as many stones of both colours. Symmetric positions count
/// separately.
///
/// # Errors
/// If a value is not known.
pub fn the_move(boards: Mirrored<'_>) -> Result<Effect, ReportError> {
    let game = boards.here.game;
    let layers = game.layers();
    let batches: Vec<(LayerId, u64)> = LayerId::all(layers)
        .filter(|&layer| ply_of(&layers[layer].name).is_multiple_of(2))
        .flat_map(|layer| (0..layers[layer].len.div_ceil(RANKS)).map(move |batch| (layer, batch * RANKS)))
        .collect();
    let look = |(layer, from): (LayerId, u64)| {
        let mut open: Vec<Position> = Vec::new();
        game.unrank_range(layer, from..(from + RANKS).min(layers[layer].len), |_, position| {
            if game.outcome(&position).is_none() {
                open.push(position);
            }
        });
        let mut positions = Vec::with_capacity(open.len());
        for position in open {
            match boards.here.prober.reachable(&position)? {
                Some(true) => positions.push(position),
                Some(false) => {}
                None => {
                    return Err(ReportError::Missing {
                        board: boards.here.name(),
                        what: "no table says what play can reach".to_owned(),
                    });
                }
            }
        }
        let (with, without) = (boards.here.for_black(&positions)?, boards.if_white_moves(&positions)?);
        let mut effect = Effect::new(Change::TheMove);
        for ((position, with), without) in positions.iter().zip(with).zip(without) {
            let example = Example { position: *position, changed: *position, without, with };
            effect.add(example, game.copies(position) as f64);
        }
        Ok(effect)
    };
    let parts: Vec<Effect> = batches.into_par_iter().map(look).collect::<Result<_, ReportError>>()?;
    let mut effect = Effect::new(Change::TheMove);
    for part in &parts {
        effect.join(part);
    }
    Ok(effect)
}

/// An empty count for each change.
fn effects() -> Vec<Effect> {
    Change::ALL.map(Effect::new).into()
}

impl Mirrored<'_> {
    /// Returns the values for Black that positions with as many stones of both colours would have if White were to move.
    ///
    /// # Errors
    /// If a value is not tabled.
    pub fn if_white_moves(&self, positions: &[Position]) -> Result<Vec<Wdl>, ReportError> {
        let twins: Vec<Position> = positions.iter().map(|p| twin(self.here.board(), p)).collect();
        Ok(self.there.for_black(&twins)?.into_iter().map(|value| -value).collect())
    }

    /// Every change that leaves White to move and gives Black something.
    fn for_the_waiting(&self, position: &Position) -> Vec<(Change, Position)> {
        let mut moves = Vec::new();
        self.here.game.moves(position, &mut moves);
        let made = moves.into_iter().map(|mv| {
            let change = match mv {
                NexMove::Generate { .. } => Change::FreeGenerate,
                NexMove::Transform { .. } => Change::FreeTransform,
            };
            (change, self.here.game.play(position, mv))
        });
        made.chain(stones(position, Side::Black).map(|changed| (Change::StoneWhenWaiting, changed))).collect()
    }
}

/// The position with one neutral stone the side's, each in turn; where none would be left, there are no tables for it.
fn stones(position: &Position, side: Side) -> impl Iterator<Item = Position> {
    let given = if position.neutral.count() >= 2 { position.neutral } else { 0 };
    given.iter().map(move |cell: Cell| {
        let mut changed = *position;
        let own = match side {
            Side::Black => &mut changed.black,
            Side::White => &mut changed.white,
        };
        *own |= u64::one(cell);
        changed.neutral &= !u64::one(cell);
        changed
    })
}

/// Positions on a square board that are their own twins: they look the same to both sides.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OwnTwins {
    /// The numbers of reachable ones that are lost, drawn and won for the side to move.
    pub counts: [u64; 3],
    /// The first with the fewest stones that is lost.
    #[serde(skip)]
    pub lost: Option<Position>,
    /// The first with the fewest stones that is drawn.
    #[serde(skip)]
    pub drawn: Option<Position>,
}

/// Looks at all positions of a square board that are their own mirror image with the colours changed, in one diagonal or the other.
///
/// # Errors
/// If a value is not tabled.
pub fn own_twins(tabled: Tabled<'_>) -> Result<OwnTwins, ReportError> {
    let board = tabled.board();
    let size = board.rows() as i32;
    let mut all = Vec::new();
    for mirror in [Mirror::Long, Mirror::Short] {
        let pairs: Vec<(u64, u64)> = (0..board.len() as u16)
            .map(|cell| (Cell(cell), mirror.image(size, place_of(size, cell))))
            .filter(|(cell, image)| cell <= image)
            .map(|(cell, image)| (u64::one(cell), u64::one(image)))
            .collect();
        let mut built = vec![Position { black: 0, white: 0, neutral: 0 }];
        for (cell, image) in pairs {
            let before = std::mem::take(&mut built);
            for position in before {
                built.push(position);
                built.push(Position { neutral: position.neutral | cell | image, ..position });
                if cell != image {
                    let Position { black, white, .. } = position;
                    built.push(Position { black: black | cell, white: white | image, ..position });
                    built.push(Position { black: black | image, white: white | cell, ..position });
                }
            }
        }
        all.extend(built);
    }
    all.sort_unstable_by_key(|p| (p.ply() + p.neutral.count(), p.ply(), *p));
    all.dedup();
    let open = |p: &Position| tabled.game.outcome(p).is_none();
    let mut reached = Vec::new();
    for position in all.into_iter().filter(open) {
        if is_layer(&position) && tabled.prober.reachable(&position)? == Some(true) {
            reached.push(position);
        }
    }
    let mut found = OwnTwins::default();
    for (position, value) in reached.iter().zip(tabled.for_black(&reached)?) {
        found.counts[value as usize] += 1;
        match value {
            Wdl::Loss => found.lost = found.lost.or(Some(*position)),
            Wdl::Draw => found.drawn = found.drawn.or(Some(*position)),
            Wdl::Win => {}
        }
    }
    Ok(found)
}

/// Returns whether the position's number of neutral stones can occur after as many moves as its stones show.
pub(super) fn is_layer(position: &Position) -> bool {
    let (ply, neutral) = (position.ply(), position.neutral.count());
    if ply == 0 { neutral == 0 } else { neutral > 0 && neutral <= ply && (ply + neutral).is_multiple_of(2) }
}

fn place_of(size: i32, cell: u16) -> (i32, i32) {
    (i32::from(cell) / size, i32::from(cell) % size)
}

/// A mirror that exchanges the edges of the colours.
#[derive(Clone, Copy)]
enum Mirror {
    /// In the diagonal through a1.
    Long,
    /// In the other.
    Short,
}

impl Mirror {
    fn image(self, size: i32, (row, col): (i32, i32)) -> Cell {
        let (row, col) = match self {
            Self::Long => (col, row),
            Self::Short => (size - 1 - col, size - 1 - row),
        };
        Cell((row * size + col) as u16)
    }
}
