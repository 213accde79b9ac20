use nexsolve_core::*;
use nexsolve_games::nex::Nex;
use nexsolve_solver::*;
use std::sync::atomic::AtomicBool;
struct P(std::time::Instant);
impl Observer for P {
    fn progress(&self, p: Progress) {
        eprintln!(
            "{:7.2}s {:?} settled {}/{} nodes {}",
            self.0.elapsed().as_secs_f64(),
            p.threshold,
            p.settled,
            p.moves,
            p.nodes
        );
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (r, c): (u32, u32) = (a[1].parse().unwrap(), a[2].parse().unwrap());
    let goal = match a[3].as_str() {
        "v" => Goal::Value,
        "m" => Goal::Moves,
        _ => Goal::Distances,
    };
    let threads: usize = a[4].parse().unwrap();
    let mem: u64 = a[5].parse::<u64>().unwrap() << 20;
    if std::env::var("HEX").is_ok() {
        run(
            &nexsolve_games::hex::Hex::<u64>::new(r, c, Default::default()).unwrap(),
            goal,
            threads,
            mem,
            a.get(6).is_none(),
        )
    } else {
        run(&Nex::<u64>::new(r, c).unwrap(), goal, threads, mem, a.get(6).is_none())
    }
}
fn run<G: Searchable>(game: &G, goal: Goal, threads: usize, mem: u64, ordering: bool) {
    let stop = AtomicBool::new(false);
    let t = std::time::Instant::now();
    let p = P(t);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut s = Solver::new(
            game,
            Options { memory_bytes: mem, nodes: None, symmetry: true, ordering: ordering },
            &stop,
            &p,
        )
        .unwrap();
        let sol = s.solve(&game.start(), goal);
        println!("{:?} complete {} in {:?}", sol.bounds, sol.complete, t.elapsed());
        let n = |w: Option<Wdl>| sol.moves.iter().filter(|m| m.bounds.wdl() == w).count();
        println!(
            "win {} draw {} loss {} ? {}",
            n(Some(Wdl::Win)),
            n(Some(Wdl::Draw)),
            n(Some(Wdl::Loss)),
            n(None)
        );
        let mut h = std::collections::BTreeMap::new();
        for m in &sol.moves {
            *h.entry(format!("{:?}", m.bounds)).or_insert(0) += 1;
        }
        println!("{h:?}");
        println!("{:?}", sol.stats.total());
        for (i, p) in sol.stats.plies.iter().enumerate() {
            println!("{i:3} {p:?}");
        }
    });
}
