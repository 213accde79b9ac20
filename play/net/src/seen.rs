//! What a network sees of a position and of its moves.

use nexsolve_core::Side;
use nexsolve_games::picture::Piece;
use nexsolve_games::{PLANES, Shown};

/// The number of input planes: those of the catalogue, then, the same for every cell, the side to move (1 for
/// Black, −1 for White), whether the players can swap colours now or after the next move (1), and the points
/// that the side to move is ahead, in twelfths.
pub const INPUTS: usize = PLANES.len() + 3;

/// The seeds, and the points, that count as 1.
const SEEDS: f32 = 12.0;

/// A kind of change of a cell: what stood there before a move and what stands there after it, seen by the
/// mover. Each is 0 for nothing, or 1 + its plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChangeKind {
    /// What stood there.
    pub before: u8,
    /// What stands there now.
    pub after: u8,
}

impl ChangeKind {
    /// The number of kinds.
    pub const COUNT: usize = (PLANES.len() + 1) * (PLANES.len() + 1);

    /// Returns the number of this kind, below [`ChangeKind::COUNT`].
    pub const fn index(self) -> usize {
        self.before as usize * (PLANES.len() + 1) + self.after as usize
    }
}

/// A change of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The cell.
    pub cell: u16,
    /// What changes.
    pub kind: ChangeKind,
}

/// A position and its moves as a network sees them.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Rows and columns of the board.
    pub grid: (usize, usize),
    /// The inputs, cell by cell: [`INPUTS`] numbers each.
    pub inputs: Vec<f32>,
    /// The changes of all moves, in order.
    pub changes: Vec<Change>,
    /// For each move, where its changes end in `changes`; they begin where those of the move before end.
    pub ends: Vec<u32>,
}

impl Seen {
    /// Looks at a position and its legal moves. It plays every move: for `n` moves on `c` cells this takes
    /// O(n · c).
    ///
    /// ```
    /// use nexsolve_core::Game;
    /// use nexsolve_games::nex::Nex;
    /// use nexsolve_net::Seen;
    ///
    /// let game = Nex::<u64>::new(3, 3).expect("a board");
    /// let seen = Seen::of(&game, &game.start(), &game.legal_moves(&game.start()));
    /// // Each of the 72 moves puts a stone and a neutral stone on the board.
    /// assert_eq!((seen.moves(), seen.changes_of(0).len()), (72, 2));
    /// ```
    pub fn of<G: Shown>(game: &G, position: &G::Position, moves: &[G::Move]) -> Self {
        let own = game.side_to_move(position);
        let (rows, cols) = game.grid();
        let cells = rows * cols;
        let mut inputs = vec![0.0; cells as usize * INPUTS];
        let side = if own == Side::Black { 1.0 } else { -1.0 };
        let swap = f32::from(u8::from(game.may_swap(position)));
        let lead =
            game.points(position).and_then(|purse| purse.lead).map_or(0.0, |lead| f32::from(lead.0) / SEEDS);
        let mut before = Vec::with_capacity(cells as usize);
        for (cell, inputs) in (0..cells).zip(inputs.chunks_exact_mut(INPUTS)) {
            let piece = game.piece(position, cell);
            if let Some((plane, number)) = piece.and_then(|piece| piece.plane(own)) {
                let is_seeds = matches!(piece, Some(Piece::Seeds(_)));
                inputs[plane] = f32::from(number) / if is_seeds { SEEDS } else { 1.0 };
            }
            inputs[PLANES.len()..].copy_from_slice(&[side, swap, lead]);
            before.push(piece);
        }
        let mut changes = Vec::new();
        let mut ends = Vec::with_capacity(moves.len());
        for &mv in moves {
            let after = game.play(position, mv);
            for (cell, &before) in (0..cells).zip(&before) {
                let now = game.piece(&after, if game.turns() { cells - 1 - cell } else { cell });
                if now != before {
                    let kind = ChangeKind { before: content(before, own), after: content(now, own) };
                    changes.push(Change { cell: cell as u16, kind });
                }
            }
            ends.push(changes.len() as u32);
        }
        Self { grid: (rows as usize, cols as usize), inputs, changes, ends }
    }

    /// Returns the number of moves.
    pub fn moves(&self) -> usize {
        self.ends.len()
    }

    /// Returns the changes of a move.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn changes_of(&self, mv: usize) -> &[Change] {
        let begin = if mv == 0 { 0 } else { self.ends[mv - 1] };
        &self.changes[begin as usize..self.ends[mv] as usize]
    }
}

/// Returns 0 for nothing, or 1 + the plane.
fn content(piece: Option<Piece>, own: Side) -> u8 {
    piece.and_then(|piece| piece.plane(own)).map_or(0, |(plane, _)| plane as u8 + 1)
}
