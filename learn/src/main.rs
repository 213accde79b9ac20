//! Trains networks for nexsolve.

mod batch;
mod loss;
mod model;
mod tables;

use batch::{Batch, Example};
use burn::optim::{AdamWConfig, GradientsParams};
use burn::tensor::Device;
use clap::Parser;
use loss::Loss;
use model::Model;
use nexsolve_core::SplitMix;
use nexsolve_games::{Board, Played, Visitor, visit};
use nexsolve_net::{Kind, Network, Shape};
use nexsolve_oracle::{Held, Opened, Oracle};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tables::TableTeacher;

/// Trains networks for nexsolve.
#[derive(Parser)]
struct Arguments {
    /// The board.
    board: String,
    #[arg(long)]
    db: PathBuf,
    #[arg(long)]
    out: PathBuf,
    #[arg(long, default_value_t = 32)]
    channels: usize,
    #[arg(long, default_value_t = 3)]
    blocks: usize,
    #[arg(long, default_value_t = 8)]
    dims: usize,
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    #[arg(long, default_value_t = 256)]
    batch: usize,
    #[arg(long, default_value_t = 2e-3)]
    rate: f64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

struct Train<'a>(&'a Arguments, &'a Oracle);

impl Visitor for Train<'_> {
    type Done = ();

    fn on<G: Played>(self, _: G) {
        let Self(arguments, oracle) = self;
        let teacher = TableTeacher::<G>::new(oracle).expect("tables");
        let batch = |number: u64, count: usize| -> Vec<Example> {
            (0..count as u64)
                .into_par_iter()
                .map(|i| {
                    let mut random = SplitMix::part(arguments.seed.wrapping_add(number << 20), i);
                    loop {
                        let position = teacher.draw(&mut random);
                        if let Some(example) = teacher.teach(&position).expect("whole tables") {
                            return example;
                        }
                    }
                })
                .collect()
        };
        let first = batch(u64::MAX, 2_000);
        let kinds: BTreeSet<Kind> =
            first.iter().flat_map(|example| &example.seen.changes).map(|change| change.kind).collect();
        let shape = Shape {
            channels: arguments.channels,
            blocks: arguments.blocks,
            dims: arguments.dims,
            hidden: 32,
            kinds: kinds.into_iter().collect(),
        };
        eprintln!("{shape:?}: {} weights", shape.weights());
        let device = Device::flex().autodiff();
        let mut model = Model::new(&shape, &device);
        let mut optimizer = AdamWConfig::new().with_weight_decay(1e-4).init();
        let start = Instant::now();
        let end = Duration::from_secs(arguments.seconds);
        let (mut step, mut moves, mut values) = (0_u64, 0.0, 0.0);
        while start.elapsed() < end {
            let share = start.elapsed().as_secs_f64() / end.as_secs_f64();
            let warm = (step as f64 / 200.0).min(1.0);
            let rate = arguments.rate * warm * (0.02 + 0.98 * 0.5 * (1.0 + (std::f64::consts::PI * share).cos()));
            let batch = Batch::new(&shape, &batch(step, arguments.batch));
            let loss = Loss::of(&model, &shape, &batch, &device);
            moves += loss.moves.clone().into_scalar::<f32>();
            values += loss.values.clone().into_scalar::<f32>();
            let gradients = (loss.moves + loss.values).backward();
            model = optimizer.step(rate, model.clone(), GradientsParams::from_grads(gradients, &model));
            step += 1;
            if step % 100 == 0 {
                eprintln!(
                    "{step} {:.0} s: moves {:.4}, values {:.4}",
                    start.elapsed().as_secs_f64(),
                    moves / 100.0,
                    values / 100.0
                );
                (moves, values) = (0.0, 0.0);
            }
        }
        let bytes = Network::write(&shape, &model.tensors(), HashMap::new()).expect("small numbers");
        std::fs::write(&arguments.out, &bytes).expect("a file");
        let (network, _) = Network::read(&bytes).expect("just written");
        // The written network, on other positions.
        let examples = batch(u64::MAX - 1, 4_000);
        let (mut could, mut gave, mut wrong) = (0, 0, 0);
        for examples in examples.chunks(100) {
            let seen: Vec<_> = examples.iter().map(|example| example.seen.clone()).collect();
            for (opinion, example) in network.evaluate(&seen).iter().zip(examples) {
                let batch::Lesson::Good(good) = &example.lesson else { continue };
                if good.iter().any(|good| !good) {
                    could += 1;
                    let most = (0..good.len()).max_by(|&a, &b| opinion.weights[a].total_cmp(&opinion.weights[b]));
                    gave += u32::from(!good[most.expect("a move")]);
                }
                let most = (0..3).max_by(|&a, &b| opinion.value[a].total_cmp(&opinion.value[b])).expect("three");
                wrong += u32::from(example.value[most] < 0.5);
            }
        }
        eprintln!("gives value away in {gave} of {could}; wrong value in {wrong} of {}", examples.len());
    }
}

fn main() {
    let arguments = Arguments::parse();
    let board = Board::parse(&arguments.board).expect("a board");
    let opened = Opened::open(&arguments.db, 1 << 28).expect("a database");
    let held = Arc::new(Held::in_folder(opened, &arguments.db));
    let oracle = Oracle::new(board, &[held]).expect("a board");
    visit(oracle.board(), Train(&arguments, &oracle)).expect("a board");
}
