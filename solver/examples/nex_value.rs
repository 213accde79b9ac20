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
    let pos = a.get(5).filter(|_| a[2] != "each").map_or(game.start(), |t| game.read_position(t).unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let options = Options { nodes, ..Options::within(4 << 30) };
        let mut solver = Solver::new(&game, options, &NEVER, &()).unwrap();
        if a[2] == "each" {
            let looks = || nexsolve_games::nex::attack::LOOKS.load(std::sync::atomic::Ordering::Relaxed);
            let most: usize = a.get(5).map_or(usize::MAX, |t| t.parse().unwrap());
            let mut seen = std::collections::HashSet::new();
            let mut all = Vec::new();
            let start = Instant::now();
            for (mv, at) in game.continuations(&game.start()) {
                if !seen.insert(nexsolve_core::Symmetric::canonical(&game, &at)) { continue; }
                let (t, before) = (Instant::now(), looks());
                let s = solver.solve(&at, Goal::Value).unwrap();
                if looks() - before > 3_000_000 { println!("{mv:?}: {} looks, {:.1} s, {} nodes {:?}", looks() - before, t.elapsed().as_secs_f64(), s.stats.total().nodes, s.bounds.wdl()); }
                all.push((looks() - before, t.elapsed().as_secs_f64(), s.stats.total().nodes, format!("{mv:?}"), s.bounds.wdl()));
                if all.len() == most { break; }
            }
            println!("{} openings, {} looks, {:.1} s", all.len(), looks(), start.elapsed().as_secs_f64());
            all.sort_by_key(|one| one.0);
            for share in [0, 25, 50, 75, 90, 95, 100] { println!("{share} %: {:?}", all[(all.len() - 1) * share / 100]); }
            return;
        }
        let t = Instant::now();
        let s = solver.solve(&pos, goal).unwrap();
        println!("looks {} {} {}: {:?} {} nodes, {:.2} s, moves {}/{}", nexsolve_games::nex::attack::LOOKS.load(std::sync::atomic::Ordering::Relaxed), a[1], a[2], s.bounds.wdl(), s.stats.total().nodes, t.elapsed().as_secs_f64(), s.moves.iter().filter(|m| m.bounds.wdl().is_some()).count(), s.moves.len());
    });
}
