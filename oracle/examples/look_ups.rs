//! Measures look-ups in a database, for `docs/benchmarks.md`: of random positions, and of all their moves.
//!
//!     cargo run --release -p nexsolve-oracle --example look_ups -- DIR [OTHER]
//!
//! DIR is a database of Nex, Hex or Russian draughts; OTHER is one of the same board in another form, whose
//! answers are compared. Each line gives the memory for blocks, and the median time of a look-up of one
//! thread.

use nexsolve_core::laws::SplitMix;
use nexsolve_core::{Prober, Ranked};
use nexsolve_db::{Database, DbProber};
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// The number of positions to look up, alone and with all their moves.
const POSITIONS: usize = 3000;
/// Memory for blocks, in bytes.
const MEMORY: [u64; 3] = [64 << 20, 4 << 20, 0];

/// Numbers are drawn with equal chances from all layers.
fn draw<G: Ranked>(game: &G) -> Vec<G::Position> {
    let layers = game.layers();
    let all: u64 = layers.iter().map(|layer| layer.len).sum();
    let mut random = SplitMix(7);
    let mut drawn = Vec::new();
    while drawn.len() < POSITIONS {
        let mut number = random.next_word() % all;
        let layer = nexsolve_core::LayerId::all(layers).find(|&layer| {
            let len = layers[layer].len;
            let here = number < len;
            number -= if here { 0 } else { len };
            here
        });
        let layer = layer.expect("below the sum");
        let position = game.unrank(layer, number).filter(|position| game.outcome(position).is_none());
        drawn.extend(position);
    }
    drawn
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn measure<G: Ranked + Send + Sync + 'static>(game: G, folders: &[String]) -> Result<(), Box<dyn Error>>
where
    G::Position: Send + Sync,
{
    let game = Arc::new(game);
    let positions = draw(&*game);
    let moves: Vec<Vec<G::Position>> = positions
        .iter()
        .map(|position| {
            let after = game.continuations(position).map(|(_, after)| after);
            after.filter(|after| game.is_ranked(after) && game.outcome(after).is_none()).collect()
        })
        .collect();
    let mean = moves.iter().map(Vec::len).sum::<usize>() as f64 / moves.len() as f64;
    println!("{POSITIONS} positions with {mean:.1} moves in the mean, microseconds: median, mean");
    let mut answers = Vec::new();
    for folder in folders {
        for memory in MEMORY {
            let database = Arc::new(Database::open_within(Path::new(folder), memory)?);
            let prober = DbProber::new(Arc::clone(&game), database);
            let mut found = Vec::new();
            for round in 0..2 {
                // The first round opens tables, reads their indices, and fills the memory.
                let (mut one, mut all) = (Vec::new(), Vec::new());
                for (position, after) in positions.iter().zip(&moves) {
                    let start = Instant::now();
                    let value = prober.probe(position)?;
                    one.push(start.elapsed().as_secs_f64() * 1e6);
                    found.push(value);
                    let start = Instant::now();
                    let values = prober.probe_all(after)?;
                    all.push(start.elapsed().as_secs_f64() * 1e6);
                    found.extend(values);
                }
                if round == 1 {
                    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
                    let means = (mean(&one), mean(&all));
                    let (one, all) = (median(one), median(all));
                    println!(
                        "{folder}, {} MiB: one {one:.1}, {:.1}; all moves {all:.1}, {:.1}",
                        memory >> 20,
                        means.0,
                        means.1
                    );
                }
            }
            answers.push(found);
        }
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "the answers differ");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folders: Vec<String> = std::env::args().skip(1).collect();
    let first = folders.first().ok_or("give a database")?;
    let board = Database::open(Path::new(first))?.manifest().subject.board.clone();
    let (_, size) = board.rsplit_once(':').ok_or("a board has a size")?;
    let number = |text: &str| text.parse::<u32>();
    match (board.split(':').next(), size.split_once('x')) {
        (Some("nex"), Some((rows, cols))) => {
            measure(Nex::<u64>::new(number(rows)?, number(cols)?)?, &folders)
        }
        (Some("hex"), Some((rows, cols))) => {
            measure(Hex::<u64>::new(number(rows)?, number(cols)?, Variant::default())?, &folders)
        }
        (Some("draughts"), None) => measure(Draughts::endings(RUSSIAN, number(size)?), &folders),
        _ => Err("a database of Nex, Hex or draughts is expected".into()),
    }
}
