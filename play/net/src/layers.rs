//! The layers of a network. Numbers are stored cell by cell, with all channels of a cell together.

use ndarray::{Array1, Array2, ArrayView2, linalg::general_mat_mul};

/// A layer: a matrix with a row for each input, and a number to add to each output.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Full {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

impl Full {
    /// Creates a layer from weights in the order output, input.
    pub(crate) fn new(outputs: usize, weight: &[f32], bias: &[f32]) -> Self {
        let inputs = weight.len() / outputs;
        let weight = Array2::from_shape_fn((inputs, outputs), |(i, o)| weight[o * inputs + i]);
        Self { weight, bias: Array1::from(bias.to_vec()) }
    }

    /// Creates the layer of a convolution over 3×3 cells from weights in the order output, input, row,
    /// column. Its inputs are those of [`around`].
    pub(crate) fn convolution(outputs: usize, weight: &[f32], bias: &[f32]) -> Self {
        let inputs = weight.len() / outputs / 9;
        let at = |i: usize, o: usize| weight[(o * inputs + i % inputs) * 9 + i / inputs];
        Self {
            weight: Array2::from_shape_fn((9 * inputs, outputs), |(i, o)| at(i, o)),
            bias: Array1::from(bias.to_vec()),
        }
    }

    /// Returns the number of outputs.
    pub(crate) fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// Computes the outputs for each row of `inputs`.
    pub(crate) fn apply(&self, inputs: &[f32], outputs: &mut Vec<f32>) {
        let width = self.weight.nrows();
        let rows = inputs.len() / width;
        outputs.clear();
        for _ in 0..rows {
            outputs.extend_from_slice(self.bias.as_slice().expect("contiguous"));
        }
        let inputs = ArrayView2::from_shape((rows, width), inputs).expect("whole rows");
        let mut outputs =
            ndarray::ArrayViewMut2::from_shape((rows, self.outputs()), outputs).expect("whole rows");
        general_mat_mul(1.0, &inputs, &self.weight, 1.0, &mut outputs);
    }
}

/// Replaces `around` by the channels of the 3×3 cells around each cell, row by row; zeros beyond the edges.
/// `cells` holds any number of boards.
pub(crate) fn around(cells: &[f32], (rows, cols): (usize, usize), channels: usize, around: &mut Vec<f32>) {
    around.clear();
    around.resize(cells.len() * 9, 0.0);
    let board = rows * cols * channels;
    for (cells, around) in cells.chunks_exact(board).zip(around.chunks_exact_mut(9 * board)) {
        for (cell, around) in around.chunks_exact_mut(9 * channels).enumerate() {
            let (row, col) = (cell / cols, cell % cols);
            for (place, around) in around.chunks_exact_mut(channels).enumerate() {
                let (r, c) = ((row + place / 3).wrapping_sub(1), (col + place % 3).wrapping_sub(1));
                if r < rows && c < cols {
                    let at = (r * cols + c) * channels;
                    around.copy_from_slice(&cells[at..at + channels]);
                }
            }
        }
    }
}

/// Replaces negative numbers by zeros.
pub(crate) fn rectify(numbers: &mut [f32]) {
    for x in numbers {
        *x = x.max(0.0);
    }
}

/// Replaces numbers by probabilities whose logarithms differ as the numbers do.
pub(crate) fn soften(numbers: &mut [f32]) {
    let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for x in numbers.iter_mut() {
        *x = (*x - most).exp();
        total += *x;
    }
    for x in numbers {
        *x /= total;
    }
}
