use nexsolve_core::{Game, Notation};
use nexsolve_games::nex::Nex;
use nexsolve_solver::{Goal, Options, Solver};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
static NEVER: AtomicBool = AtomicBool::new(false);
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (r, c) = a[1].split_once('x').unwrap();
    let game = Nex::<u64>::new(r.parse().unwrap(), c.parse().unwrap()).unwrap();
    let goal = if a[2] == "value" { Goal::Value } else { Goal::Moves };
    let threads: usize = a.get(3).map_or(1, |t| t.parse().unwrap());
    let nodes = a.get(4).map(|t| t.parse().unwrap());
    let pos = a.get(5).map_or(game.start(), |t| game.read_position(t).unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let options = Options { nodes, ..Options::within(4 << 30) };
        let mut solver = Solver::new(&game, options, &NEVER, &()).unwrap();
        let t = Instant::now();
        let s = solver.solve(&pos, goal).unwrap();
        println!("{} {}: {:?} {} nodes, {:.2} s, moves {}/{}", a[1], a[2], s.bounds.wdl(), s.stats.total().nodes, t.elapsed().as_secs_f64(), s.moves.iter().filter(|m| m.bounds.wdl().is_some()).count(), s.moves.len());
    });
}
