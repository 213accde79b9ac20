//! The value of the right to move, of a free move and of a free stone, in every position of a board.
//! Arguments by strategy stealing depend on these. The numbers of stones determine the side to move: if both
//! colours have equally many, Black is to move. Such a position with White to move does not occur in a game.
//! But its mirror image with the colours swapped ([`twin`]) occurs with Black to move, so the tables have its
//! value. The image belongs to the board with rows and columns exchanged, whose tables are needed, too; for a
//! square board, they are the same.

use super::dense::{Dense, DenseEntry};
use super::tabled::{Position, Tabled, twin};
use nexsolve_core::{After, Game, LayerId, Ranked, Side, Symmetric, Wdl};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::{Cell, CellSet};
use nexsolve_reports::ReportError;
use serde::Serialize;
use std::ops::ControlFlow;

/// A board and the one with rows and columns exchanged.
#[derive(Clone, Copy)]
pub struct Mirrored<'a> {
    /// The board.
    pub here: Tabled<'a>,
    /// The board with rows and columns exchanged; the same for a square board.
    pub there: Tabled<'a>,
}

/// A change of a position in favour of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Change {
    /// Black is to move rather than White, in a position with equally many stones of both colours.
    TheMove,
    /// White is to move, in a position with equally many stones of both colours. Black makes a generate move,
    /// and White is still to move.
    FreeGenerate,
    /// Like [`Change::FreeGenerate`], with a transform move.
    FreeTransform,
    /// White is to move, in a position with equally many stones of both colours. A neutral stone becomes
    /// Black's.
    StoneWhenWaiting,
    /// White is to move, in a position with one black stone more than white ones. A neutral stone becomes
    /// White's.
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

/// How often a change harms or helps the side that it favours. Symmetric positions count separately.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// The change.
    pub change: Change,
    /// The number of changes, by the value without and with the change, for that side: loss, draw, win.
    pub counts: [[u64; 3]; 3],
    /// The first harmful change among those with the fewest stones on the board.
    #[serde(skip)]
    pub example: Option<Example>,
}

/// A harmful change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position. Its values are those with White to move, whatever the numbers of stones.
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
        Self { change, counts: [[0; 3]; 3], example: None }
    }

    /// Returns the number of changes.
    pub fn all(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Returns the number of harmful changes.
    pub fn harmful(&self) -> u64 {
        (0..3).flat_map(|without| &self.counts[without][..without]).sum()
    }

    /// Returns the number of useful changes.
    pub fn useful(&self) -> u64 {
        (0..3).flat_map(|without| &self.counts[without][without + 1..]).sum()
    }

    /// Counts a change of a position and its symmetric copies. Calls `changed` only for a harmful change that
    /// may become the example.
    #[inline]
    fn add(
        &mut self,
        (position, copies): (&Position, u64),
        [without, with]: [Wdl; 2],
        changed: impl FnOnce() -> Position,
    ) {
        self.counts[without as usize][with as usize] += copies;
        if with < without && self.is_smaller(position, without, with) {
            self.example = Some(Example { position: *position, changed: changed(), without, with });
        }
    }

    /// Returns whether an example should replace the current one: it has fewer stones, or equally many and
    /// turns a win into a loss.
    fn is_smaller(&self, position: &Position, without: Wdl, with: Wdl) -> bool {
        let size = |position: &Position, without: Wdl, with: Wdl| {
            let stones = (position.ply() + position.neutral.count(), position.ply());
            (stones, without as i32 - with as i32 == 1)
        };
        self.example
            .as_ref()
            .is_none_or(|last| size(position, without, with) < size(&last.position, last.without, last.with))
    }

    /// Adds the counts of later positions.
    fn join(&mut self, other: &Self) {
        for (counts, more) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *counts += more;
        }
        if let Some(example) = other.example
            && self.is_smaller(&example.position, example.without, example.with)
        {
            self.example = Some(example);
        }
    }
}

/// Makes every change to every reachable, unfinished position of a board, and counts the effects. The result
/// does not depend on the number of threads. Reads the tables of both boards into memory, one byte per rank.
///
/// # Errors
/// If a value is not known.
pub fn changes(boards: Mirrored<'_>) -> Result<Vec<Effect>, ReportError> {
    let here = Dense::read(boards.here)?;
    let square = boards.here.name() == boards.there.name();
    let turned = if square { None } else { Some(Dense::read(boards.there)?) };
    let neutral = here.game().layers().iter().map(|layer| neutral_of(&layer.name)).collect();
    let values = Values { here: &here, there: turned.as_ref().unwrap_or(&here), neutral };
    let all = || Change::ALL.map(Effect::new);
    let parts = here.walk(all, |effects, position, entry| values.examine(effects, position, entry));
    let mut effects = all();
    for part in &parts {
        effects.iter_mut().zip(part).for_each(|(effect, more)| effect.join(more));
    }
    Ok(effects.into())
}

/// The values of a board and of the one with rows and columns exchanged.
struct Values<'a> {
    here: &'a Dense<'a>,
    there: &'a Dense<'a>,
    /// The number of neutral stones in the positions of each layer.
    neutral: Vec<u32>,
}

impl Values<'_> {
    /// Returns the value for Black that a position with equally many stones of both colours would have if
    /// White were to move.
    fn if_white_moves(&self, position: &Position) -> Wdl {
        -self.there.for_black(&twin(self.here.game().board(), position))
    }

    /// Makes all changes to a position.
    fn examine(&self, effects: &mut [Effect; Change::ALL.len()], position: &Position, entry: DenseEntry) {
        let game = self.here.game();
        let counted = (position, game.copies(position));
        if position.side_to_move() == Side::White {
            let without = -entry.for_black();
            for changed in stones(position, Side::White) {
                let with = -self.if_white_moves(&changed);
                effects[Change::StoneWhenMoving as usize].add(counted, [without, with], || changed);
            }
            return;
        }
        let without = self.if_white_moves(position);
        effects[Change::TheMove as usize].add(counted, [without, entry.for_black()], || *position);
        let _ = game.ranks_after(position, |after| {
            let After::Ranked { layer, rank } = after else {
                unreachable!("all arrangements of Nex have ranks")
            };
            let generated = self.neutral[layer.index()] > position.neutral.count();
            let change = if generated { Change::FreeGenerate } else { Change::FreeTransform };
            let with = self.here.entry(layer, rank).for_black();
            let changed = || leading_to(game, position, (layer, rank));
            effects[change as usize].add(counted, [without, with], changed);
            ControlFlow::Continue(())
        });
        for changed in stones(position, Side::Black) {
            let with = self.here.for_black(&changed);
            effects[Change::StoneWhenWaiting as usize].add(counted, [without, with], || changed);
        }
    }
}

/// Returns the number of neutral stones in a layer's name, `p07n3`.
fn neutral_of(layer: &str) -> u32 {
    layer.rsplit('n').next().and_then(|number| number.parse().ok()).expect("a layer of Nex")
}

/// Returns the position after a move that has this layer and rank.
fn leading_to(game: &Nex<u64>, position: &Position, place: (LayerId, u64)) -> Position {
    let mut after = game.continuations(position).map(|(_, after)| after);
    after.find(|after| game.rank(after) == place).expect("a move leads there")
}

/// Returns the positions in which one neutral stone becomes the side's. There are none if no neutral stone
/// would be left, because no table has such positions.
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

/// Positions on a square board that equal their twins: they look the same to both sides.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OwnTwins {
    /// The numbers of reachable positions that are lost, drawn and won for the side to move.
    pub counts: [u64; 3],
    /// The first lost position with the fewest stones.
    #[serde(skip)]
    pub lost: Option<Position>,
    /// The first drawn position with the fewest stones.
    #[serde(skip)]
    pub drawn: Option<Position>,
}

/// Examines all positions of a square board that equal their mirror image, in either diagonal, with the
/// colours swapped.
///
/// # Errors
/// If a table is missing or damaged.
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
        let mut built = vec![Position { black: 0, white: 0, neutral: 0, may_swap: false }];
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

/// Returns whether the position's number of neutral stones is possible after the number of moves that its
/// stones imply.
pub(crate) fn is_layer(position: &Position) -> bool {
    let (ply, neutral) = (position.ply(), position.neutral.count());
    if ply == 0 { neutral == 0 } else { neutral > 0 && neutral <= ply && (ply + neutral).is_multiple_of(2) }
}

fn place_of(size: i32, cell: u16) -> (i32, i32) {
    (i32::from(cell) / size, i32::from(cell) % size)
}

/// A reflection that exchanges the edges of the colours.
#[derive(Clone, Copy)]
enum Mirror {
    /// In the diagonal through a1.
    Long,
    /// In the other diagonal.
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
