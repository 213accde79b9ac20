//! The network of `nexsolve-net` in the form that is trained.

use crate::batch::Batch;
use burn::module::{Module, Param};
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::{Linear, LinearConfig, PaddingConfig2d};
use burn::tensor::{Device, Int, Tensor, TensorData, activation};
use nexsolve_net::{INPUTS, NetworkShape};

/// A network in training. The tower has no normalization: a block begins as the identity, since its second
/// convolution starts at zero (after H. Zhang, Y. Dauphin, T. Ma, "Fixup initialization: residual learning
/// without normalization", 2019).
#[derive(Module, Debug)]
pub(crate) struct Model {
    tower: Vec<Conv2d>,
    policy: Linear,
    value: Vec<Linear>,
}

/// What a model computes for a batch.
pub(crate) struct Outputs {
    /// The logarithms of the weights of the moves, up to a summand: positions × the largest number of moves.
    /// Places without a move hold −10⁹.
    pub(crate) moves: Tensor<2>,
    /// The logarithms of the probabilities of a loss, a draw and a win, up to a summand.
    pub(crate) values: Tensor<2>,
}

impl Model {
    /// Creates a network with random weights.
    pub(crate) fn new(shape: &NetworkShape, device: &Device) -> Self {
        let convolution = |i: usize| {
            let inputs = if i == 0 { INPUTS } else { shape.channels };
            let padding = PaddingConfig2d::Same;
            let config = Conv2dConfig::new([inputs, shape.channels], [3, 3]).with_padding(padding);
            let mut layer = config.init(device);
            if i > 0 && i.is_multiple_of(2) {
                layer.weight = layer.weight.map(|weight| weight.zeros_like().set_require_grad(true));
            }
            if let Some(bias) = layer.bias.take() {
                layer.bias = Some(bias.map(|bias| bias.zeros_like().set_require_grad(true)));
            }
            layer
        };
        Self {
            tower: (0..=2 * shape.blocks).map(convolution).collect(),
            policy: LinearConfig::new(shape.channels, shape.policy()).init(device),
            value: vec![
                LinearConfig::new(2 * shape.channels, shape.hidden).init(device),
                LinearConfig::new(shape.hidden, 3).init(device),
            ],
        }
    }

    /// Evaluates a batch.
    pub(crate) fn forward(&self, shape: &NetworkShape, batch: &Batch, device: &Device) -> Outputs {
        let (rows, cols) = batch.grid;
        let (count, cells) = (batch.count, rows * cols);
        let inputs = TensorData::new(batch.inputs.clone(), [count, rows, cols, INPUTS]);
        let inputs = Tensor::<4>::from_data(inputs, device).permute([0, 3, 1, 2]);
        let mut board = activation::relu(self.tower[0].forward(inputs));
        for block in self.tower[1..].chunks_exact(2) {
            let inner = activation::relu(block[0].forward(board.clone()));
            board = activation::relu(board + block[1].forward(inner));
        }
        let channels = shape.channels;
        let flat: Tensor<3> = board.reshape([count, channels, cells]);
        let mean: Tensor<2> = flat.clone().mean_dim(2).reshape([count, channels]);
        let most: Tensor<2> = flat.clone().max_dim(2).reshape([count, channels]);
        let hidden = activation::relu(self.value[0].forward(Tensor::cat(vec![mean, most], 1)));
        let values = self.value[1].forward(hidden);
        let board: Tensor<2> = flat.swap_dims(1, 2).reshape([count * cells, channels]);
        let numbers = self.policy.forward(board);
        Outputs { moves: Self::moves(shape, batch, numbers, device), values }
    }

    /// Adds up the numbers of the changes of each move, and the products of their vectors.
    fn moves(shape: &NetworkShape, batch: &Batch, numbers: Tensor<2>, device: &Device) -> Tensor<2> {
        let width = 1 + shape.dims;
        let cells = batch.count * batch.grid.0 * batch.grid.1;
        let numbers: Tensor<2> = numbers.reshape([cells * shape.kinds.len(), width]);
        // The last row stands for no change.
        let numbers = Tensor::cat(vec![numbers, Tensor::zeros([1, width], device)], 0);
        let all = batch.changes.len() / batch.most_changes;
        let places = Tensor::<1, Int>::from_data(TensorData::from(&batch.changes[..]), device);
        let chosen: Tensor<3> = numbers.select(0, places).reshape([all, batch.most_changes, width]);
        let mut weights: Tensor<1> = chosen.clone().narrow(2, 0, 1).sum_dim(1).reshape([all]);
        if shape.dims > 0 {
            let vectors = chosen.narrow(2, 1, shape.dims);
            let sum: Tensor<2> = vectors.clone().sum_dim(1).reshape([all, shape.dims]);
            let squares: Tensor<1> = (vectors.clone() * vectors).sum_dim(2).sum_dim(1).reshape([all]);
            let square: Tensor<1> = (sum.clone() * sum).sum_dim(1).reshape([all]);
            weights = weights + (square - squares) * 0.5;
        }
        let nothing = Tensor::<1>::full([1], -1e9, device);
        let weights = Tensor::cat(vec![weights, nothing], 0);
        let places = Tensor::<1, Int>::from_data(TensorData::from(&batch.moves[..]), device);
        weights.select(0, places).reshape([batch.count, batch.most_moves])
    }

    /// Replaces all weights; `tensors` are in the order of [`NetworkShape::tensors`].
    pub(crate) fn with_weights(mut self, tensors: &[Vec<f32>], device: &Device) -> Self {
        let mut tensors = tensors.iter();
        let mut next = || &tensors.next().expect("one for each layer")[..];
        for layer in &mut self.tower {
            layer.weight = replaced(&layer.weight, next(), device);
            layer.bias = layer.bias.take().map(|bias| replaced(&bias, next(), device));
        }
        for layer in std::iter::once(&mut self.policy).chain(&mut self.value) {
            // The library's order is input, output.
            let [inputs, outputs] = layer.weight.dims();
            let weight = TensorData::new(next().to_vec(), [outputs, inputs]);
            let weight = Tensor::<2>::from_data(weight, device).transpose();
            layer.weight = layer.weight.clone().map(|_| weight.set_require_grad(true));
            layer.bias = layer.bias.take().map(|bias| replaced(&bias, next(), device));
        }
        self
    }

    /// Returns the weights in the order of [`NetworkShape::tensors`].
    pub(crate) fn tensors(&self) -> Vec<Vec<f32>> {
        let mut all = Vec::new();
        for layer in &self.tower {
            all.push(numbers(layer.weight.val()));
            all.push(numbers(layer.bias.as_ref().expect("it has one").val()));
        }
        for layer in std::iter::once(&self.policy).chain(&self.value) {
            // The library's order is input, output.
            all.push(numbers(layer.weight.val().transpose()));
            all.push(numbers(layer.bias.as_ref().expect("it has one").val()));
        }
        all
    }
}

/// Returns a parameter with these numbers instead of its own.
fn replaced<const D: usize>(old: &Param<Tensor<D>>, numbers: &[f32], device: &Device) -> Param<Tensor<D>> {
    let data = TensorData::new(numbers.to_vec(), old.dims());
    old.clone().map(|_| Tensor::from_data(data, device).set_require_grad(true))
}

fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.into_data().try_to_vec().expect("32-bit floats")
}
