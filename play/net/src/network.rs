//! Evaluating positions.

use crate::layers::{Full, around, rectify, soften};
use crate::{ChangeKind, INPUTS, NetworkShape, Seen};

/// What a network thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The probabilities of a loss, a draw and a win for the side to move.
    pub value: [f32; 3],
    /// The logarithm of the weight of each move, up to a common summand.
    pub weights: Vec<f32>,
}

impl Opinion {
    /// Returns the expected share of points for the side to move: from 0 for a loss to 1 for a win.
    pub fn share(&self) -> f32 {
        self.value[2] + self.value[1] / 2.0
    }

    /// Returns whether all numbers are finite; they are not if the weights of a network are so large that its
    /// numbers overflow.
    pub fn is_finite(&self) -> bool {
        self.value.iter().chain(&self.weights).all(|x| x.is_finite())
    }

    /// Returns the probability that each move is the best.
    pub fn priors(&self) -> Vec<f32> {
        let mut priors = self.weights.clone();
        soften(&mut priors);
        priors
    }
}

/// A network. It is a function of its weights and of what it sees; evaluating changes nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: NetworkShape,
    /// The place of each kind of change in the shape's list.
    places: [Option<usize>; ChangeKind::COUNT],
    tower: Vec<Full>,
    policy: Full,
    value: [Full; 2],
}

impl Network {
    /// Creates a network. `tensors` holds the weights in the order of [`NetworkShape::tensors`].
    ///
    /// # Panics
    /// If the lengths of the tensors are not those of the shape.
    pub fn new(shape: NetworkShape, tensors: &[Vec<f32>]) -> Self {
        let expected = shape.tensors();
        assert_eq!(tensors.len(), expected.len(), "one for each layer");
        for (tensor, (name, shape)) in tensors.iter().zip(&expected) {
            assert_eq!(tensor.len(), shape.iter().product::<usize>(), "{name}");
        }
        let mut layers = tensors.chunks_exact(2);
        let mut next = || layers.next().expect("counted above");
        let tower = (0..=2 * shape.blocks)
            .map(|_| next())
            .map(|layer| Full::convolution(shape.channels, &layer[0], &layer[1]))
            .collect();
        let mut full = |outputs| {
            let layer = next();
            Full::new(outputs, &layer[0], &layer[1])
        };
        let policy = full(shape.policy());
        let value = [full(shape.hidden), full(3)];
        let places = shape.places();
        Self { shape, places, tower, policy, value }
    }

    /// Returns the size.
    pub fn shape(&self) -> &NetworkShape {
        &self.shape
    }

    /// Evaluates positions together, which is faster than one by one. They must be on boards of the same
    /// size.
    ///
    /// # Panics
    /// If the boards have different sizes.
    pub fn evaluate(&self, asked: &[Seen]) -> Vec<Opinion> {
        let Some(first) = asked.first() else { return Vec::new() };
        let (grid, channels) = (first.grid, self.shape.channels);
        let cells = grid.0 * grid.1;
        assert!(asked.iter().all(|seen| seen.grid == grid), "boards of one size");
        let inputs: Vec<f32> = asked.iter().flat_map(|seen| &seen.inputs).copied().collect();
        let (mut near, mut board, mut inner, mut next) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        around(&inputs, grid, INPUTS, &mut near);
        self.tower[0].apply(&near, &mut board);
        rectify(&mut board);
        for block in self.tower[1..].chunks_exact(2) {
            around(&board, grid, channels, &mut near);
            block[0].apply(&near, &mut inner);
            rectify(&mut inner);
            around(&inner, grid, channels, &mut near);
            block[1].apply(&near, &mut next);
            for (x, y) in board.iter_mut().zip(&next) {
                *x = (*x + y).max(0.0);
            }
        }
        self.policy.apply(&board, &mut next);
        let width = cells * self.policy.outputs();
        let values = self.values(&board, cells);
        let opinion = |((seen, value), numbers): ((&Seen, [f32; 3]), &[f32])| Opinion {
            value,
            weights: self.weights(seen, numbers),
        };
        // A network that knows no kind of change has no numbers for moves.
        let numbers = (0..asked.len()).map(|i| &next[i * width..(i + 1) * width]);
        asked.iter().zip(values).zip(numbers).map(opinion).collect()
    }

    /// Returns the probabilities of a loss, a draw and a win for each board.
    fn values(&self, boards: &[f32], cells: usize) -> Vec<[f32; 3]> {
        let channels = self.shape.channels;
        let mut pooled = Vec::with_capacity(boards.len() / cells * 2);
        for board in boards.chunks_exact(cells * channels) {
            let (mut sums, mut most) = (vec![0.0; channels], vec![0.0_f32; channels]);
            for cell in board.chunks_exact(channels) {
                for ((sum, most), x) in sums.iter_mut().zip(&mut most).zip(cell) {
                    *sum += x;
                    *most = most.max(*x);
                }
            }
            pooled.extend(sums.into_iter().map(|sum| sum / cells as f32));
            pooled.extend(most);
        }
        let (mut hidden, mut values) = (Vec::new(), Vec::new());
        self.value[0].apply(&pooled, &mut hidden);
        rectify(&mut hidden);
        self.value[1].apply(&hidden, &mut values);
        let of = |value: &[f32]| {
            let mut value = [value[0], value[1], value[2]];
            soften(&mut value);
            value
        };
        values.chunks_exact(3).map(of).collect()
    }

    /// Returns the weights of the moves, given the numbers of each cell.
    fn weights(&self, seen: &Seen, numbers: &[f32]) -> Vec<f32> {
        let (outputs, width) = (self.policy.outputs(), 1 + self.shape.dims);
        let mut sums = vec![0.0; self.shape.dims];
        let of = |mv| {
            // The sum of the products of all pairs is half of the square of the sum minus the sum of the
            // squares.
            let (mut weight, mut squares) = (0.0, 0.0);
            sums.fill(0.0);
            for change in seen.changes_of(mv) {
                let Some(place) = self.places[change.kind.index()] else { continue };
                let at = usize::from(change.cell) * outputs + place * width;
                weight += numbers[at];
                for (sum, x) in sums.iter_mut().zip(&numbers[at + 1..at + width]) {
                    *sum += x;
                    squares += x * x;
                }
            }
            weight + (sums.iter().map(|sum| sum * sum).sum::<f32>() - squares) / 2.0
        };
        (0..seen.moves()).map(of).collect()
    }
}
