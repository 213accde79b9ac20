//! How far a model is from what there is to learn.

use crate::batch::Batch;
use crate::model::{Model, Outputs};
use burn::tensor::{Device, Tensor, TensorData, activation};
use nexsolve_net::NetworkShape;

/// The parts of a batch's loss, each the mean over its positions.
pub(crate) struct Loss {
    /// Moves: the negative logarithm of the probability of a good move, or the cross-entropy of the shares.
    pub(crate) moves: Tensor<1>,
    /// Values: the cross-entropy.
    pub(crate) values: Tensor<1>,
}

impl Loss {
    /// Compares a model with a batch.
    pub(crate) fn of(model: &Model, shape: &NetworkShape, batch: &Batch, device: &Device) -> Self {
        let Outputs { moves, values } = model.forward(shape, batch, device);
        let table = |numbers: &[f32], width: usize| {
            let data = TensorData::new(numbers.to_vec(), [batch.count, width]);
            Tensor::<2>::from_data(data, device)
        };
        let moves = activation::log_softmax(moves, 1);
        // The logarithm of the probability of a good move; 0 where all are good.
        let good = log_sum(moves.clone() + table(&batch.good, batch.most_moves));
        let shares = (moves * table(&batch.shares, batch.most_moves)).sum_dim(1);
        let has_shares = table(&batch.has_shares, 1);
        let lost = shares * has_shares.clone() + good * (has_shares * -1.0 + 1.0);
        let values = activation::log_softmax(values, 1) * table(&batch.values, 3);
        Self { moves: lost.mean() * -1.0, values: values.sum_dim(1).mean() * -1.0 }
    }
}

/// Returns the logarithm of the sum of exponentials of each row.
fn log_sum(numbers: Tensor<2>) -> Tensor<2> {
    let most = numbers.clone().max_dim(1).detach();
    (numbers - most.clone()).exp().sum_dim(1).log() + most
}
