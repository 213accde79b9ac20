//! Examples, and batches of them.

use nexsolve_net::{NetworkShape, Seen};

/// A position with what there is to learn about it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Example {
    /// The position and its moves.
    pub(crate) seen: Seen,
    /// What to learn about the moves.
    pub(crate) lesson: Lesson,
    /// The probabilities of a loss, a draw and a win for the side to move.
    pub(crate) value: [f32; 3],
}

/// What to learn about the moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Lesson {
    /// Some moves are good and the others are not; which of the good ones is chosen does not matter.
    Good(Vec<bool>),
    /// Each move should be chosen with this probability.
    Shares(Vec<f32>),
}

/// Examples as arrays.
pub(crate) struct Batch {
    /// The number of positions.
    pub(crate) count: usize,
    /// Rows and columns.
    pub(crate) grid: (usize, usize),
    /// The inputs, position by position and cell by cell.
    pub(crate) inputs: Vec<f32>,
    /// For each move, the rows of its changes in the table of numbers, filled up to [`Batch::most_changes`].
    pub(crate) changes: Vec<i64>,
    /// The largest number of changes of a move.
    pub(crate) most_changes: usize,
    /// For each position, the indices of its moves, filled up to [`Batch::most_moves`] by one that stands for
    /// no move.
    pub(crate) moves: Vec<i64>,
    /// The largest number of moves.
    pub(crate) most_moves: usize,
    /// For each position and move: 0 if the move is good, else −10⁹. Zeros where shares are learned.
    pub(crate) good: Vec<f32>,
    /// For each position and move, the probability to learn; zeros where only good and bad are known.
    pub(crate) shares: Vec<f32>,
    /// For each position, 1 if it teaches shares, else 0.
    pub(crate) has_shares: Vec<f32>,
    /// For each position, the values to learn.
    pub(crate) values: Vec<f32>,
}

/// The logarithm of the weight of what cannot be chosen.
pub(crate) const NEVER: f32 = -1e9;

impl Batch {
    /// Puts examples together. They must be on boards of the same size, and there must be one.
    pub(crate) fn new(shape: &NetworkShape, examples: &[Example]) -> Self {
        let grid = examples[0].seen.grid;
        let cells = grid.0 * grid.1;
        let places = shape.places();
        let seen = || examples.iter().map(|example| &example.seen);
        let lengths = seen().flat_map(|seen| (0..seen.moves()).map(|mv| seen.changes_of(mv).len()));
        let most_changes = lengths.max().unwrap_or(0).max(1);
        let most_moves = seen().map(Seen::moves).max().unwrap_or(0);
        let all: usize = seen().map(Seen::moves).sum();
        let nothing = (examples.len() * cells * shape.kinds.len()) as i64;
        let width = examples.len() * most_moves;
        let mut batch = Self {
            count: examples.len(),
            grid,
            inputs: seen().flat_map(|seen| &seen.inputs).copied().collect(),
            changes: Vec::with_capacity(all * most_changes),
            most_changes,
            moves: vec![all as i64; width],
            most_moves,
            good: vec![0.0; width],
            shares: vec![0.0; width],
            has_shares: vec![0.0; examples.len()],
            values: examples.iter().flat_map(|example| example.value).collect(),
        };
        for (i, example) in examples.iter().enumerate() {
            for mv in 0..example.seen.moves() {
                batch.moves[i * most_moves + mv] = (batch.changes.len() / most_changes) as i64;
                let changes = example.seen.changes_of(mv);
                for change in changes {
                    let place = places[change.kind.index()].map(|place| {
                        ((i * cells + usize::from(change.cell)) * shape.kinds.len() + place) as i64
                    });
                    batch.changes.push(place.unwrap_or(nothing));
                }
                batch.changes.extend(std::iter::repeat_n(nothing, most_changes - changes.len()));
            }
            let line = i * most_moves..i * most_moves + example.seen.moves();
            match &example.lesson {
                Lesson::Good(good) => {
                    let weight = |good: &bool| if *good { 0.0 } else { NEVER };
                    batch.good[line].iter_mut().zip(good).for_each(|(x, good)| *x = weight(good));
                }
                Lesson::Shares(shares) => {
                    batch.shares[line].copy_from_slice(shares);
                    batch.has_shares[i] = 1.0;
                }
            }
        }
        batch
    }
}
