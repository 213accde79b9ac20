//! A network in training, and what must be kept of it.

use crate::batch::{Batch, Example};
use crate::config::Config;
use crate::loss::Loss;
use crate::model::Model;
use burn::module::Module;
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer, OptimizerRecord};
use burn::store::ModuleRecord;
use burn::tensor::{Bytes, Device};
use nexsolve_net::{NetError, Network, NetworkShape};
use std::collections::HashMap;
use std::io;

/// Batches over which the learning rate rises.
const WARM_UP: f64 = 200.0;

/// The learning rate at the end, as a share of the highest.
const LAST_RATE: f64 = 0.02;

/// A network in training.
pub(crate) struct Trainer {
    shape: NetworkShape,
    device: Device,
    model: Model,
    optimizer: ModuleOptimizer,
    /// The batches learned.
    pub(crate) steps: u64,
}

impl Trainer {
    /// Begins with random weights.
    pub(crate) fn new(config: &Config, shape: NetworkShape) -> Self {
        let device = Device::flex().autodiff();
        device.seed(config.seed);
        let model = Model::new(&shape, &device);
        let optimizer = AdamWConfig::new().with_weight_decay(config.decay).init();
        Self { shape, device, model, optimizer, steps: 0 }
    }

    /// Begins with these weights instead, in the order of [`NetworkShape::tensors`].
    pub(crate) fn with_weights(mut self, tensors: &[Vec<f32>]) -> Self {
        self.model = self.model.with_weights(tensors, &self.device);
        self
    }

    /// Learns one batch; `share` is the part of the run that is over. Returns the losses of moves and of
    /// values.
    pub(crate) fn learn(&mut self, examples: &[Example], rate: f64, share: f64) -> [f32; 2] {
        let warm = ((self.steps + 1) as f64 / WARM_UP).min(1.0);
        let cosine = f64::midpoint(1.0, (std::f64::consts::PI * share.min(1.0)).cos());
        let rate = rate * warm * (LAST_RATE + (1.0 - LAST_RATE) * cosine);
        let batch = Batch::new(&self.shape, examples);
        let loss = Loss::of(&self.model, &self.shape, &batch, &self.device);
        let losses = [loss.moves.clone().into_scalar::<f32>(), loss.values.clone().into_scalar::<f32>()];
        let gradients = (loss.moves + loss.values).backward();
        let gradients = GradientsParams::from_grads(gradients, &self.model);
        self.model = self.optimizer.step(rate, self.model.clone(), gradients);
        self.steps += 1;
        losses
    }

    /// Returns the network, with weights rounded to 16 bits, and its file.
    pub(crate) fn network(&self, notes: HashMap<String, String>) -> Result<(Network, Vec<u8>), NetError> {
        let bytes = Network::write(&self.shape, &self.model.tensors(), notes)?;
        let network = Network::read(&bytes)?;
        Ok((network, bytes))
    }

    /// Returns all that training depends on: weights, and the optimizer's memory.
    pub(crate) fn save(&self) -> io::Result<[Vec<u8>; 2]> {
        let model = self.model.clone().into_record().into_bytes().map_err(io::Error::other)?;
        let optimizer = self.optimizer.to_record().into_bytes().map_err(io::Error::other)?;
        Ok([model.to_vec(), optimizer.to_vec()])
    }

    /// Reverses [`Trainer::save`].
    pub(crate) fn load(mut self, [model, optimizer]: [Vec<u8>; 2], steps: u64) -> io::Result<Self> {
        let model = ModuleRecord::from_bytes(Bytes::from_bytes_vec(model)).map_err(io::Error::other)?;
        let optimizer =
            OptimizerRecord::from_bytes(Bytes::from_bytes_vec(optimizer)).map_err(io::Error::other)?;
        self.model = self.model.load_record(model);
        self.optimizer = self.optimizer.load_record(optimizer);
        self.steps = steps;
        Ok(self)
    }
}
