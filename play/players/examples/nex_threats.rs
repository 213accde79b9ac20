//! Measures the search for forced wins of Nex on large boards: how often it finds one, how long the wins are,
//! and how long it takes.
//!
//!     cargo run --release -p nexsolve-players --example nex_threats -- 11 8 100000
//!
//! The arguments are the side of the board, a number of games, and the positions that each search may visit.
//! The search gets all positions from the tenth ply on of games of the player `uct(1000, unforced)` against
//! itself, and positions with stones put down at random. Prints a table in Markdown.

use nexsolve_core::{Chance, Course, Game, Notation, Plies, SplitMix};
use nexsolve_games::{AnyGame, AnyPosition};
use nexsolve_oracle::Oracle;
use nexsolve_players::{Budget, Roster};
use std::collections::BTreeMap;
use std::time::Instant;

/// The stones of each side, and the neutral stones, of positions with stones put down at random on 121 cells,
/// and how many positions.
const DENSITIES: [(usize, usize); 4] = [(24, 10), (30, 10), (34, 6), (38, 8)];
const RANDOM: usize = 500;

/// The first ply of a game that counts.
const FROM: usize = 10;

fn played(oracle: &Oracle, games: u64) -> Vec<AnyPosition> {
    let spec = "uct(1000, unforced)".parse().expect("a player");
    let mut all = Vec::new();
    for number in 0..games {
        let players = [0, 1].map(|side| Roster::new(oracle).player(&spec, 2 * number + side));
        let mut players = players.map(|player| player.expect("a player"));
        let mut course = Course::new(oracle.game());
        while course.ending().is_none() {
            let player = &mut players[course.moves().len() % 2];
            let mv = player.choose(&course, &Budget::default()).expect("no table is read").mv;
            course.play(mv);
        }
        let positions = course.positions();
        all.extend_from_slice(&positions[FROM.min(positions.len())..positions.len() - 1]);
    }
    all
}

fn scattered(game: &AnyGame, side: usize, own: usize, neutral: usize, random: &mut SplitMix) -> AnyPosition {
    loop {
        let mut cells = vec!['.'; side * side];
        let stones = [('B', own), ('W', own), ('?', neutral)];
        let stones = stones.map(|(stone, count)| vec![stone; count * side * side / 121]).concat();
        for (at, stone) in stones.into_iter().enumerate() {
            cells[at] = stone;
        }
        for at in 0..cells.len() {
            let other = at + random.below(cells.len() - at);
            cells.swap(at, other);
        }
        let rows: Vec<String> = cells.chunks(side).map(|row| row.iter().collect()).collect();
        // The number of neutral stones may be one that no game has.
        if let Ok(position) = game.read_position(&rows.join("/"))
            && game.outcome(&position).is_none()
        {
            return position;
        }
    }
}

fn row(game: &AnyGame, name: &str, positions: &[AnyPosition], nodes: u64) {
    let forcing = game.forcing().expect("Nex finds forced wins");
    let (mut lengths, mut seconds) = (BTreeMap::new(), Vec::new());
    for position in positions {
        let start = Instant::now();
        let found = forcing.forced_win(position, nodes, &|| false);
        seconds.push(start.elapsed().as_secs_f64());
        if let Some(found) = found {
            let Plies(plies) = found.plies;
            *lengths.entry(plies).or_insert(0_usize) += 1;
        }
    }
    seconds.sort_by(f64::total_cmp);
    let found: usize = lengths.values().sum();
    let share = 100.0 * found as f64 / positions.len() as f64;
    let lengths: Vec<String> = lengths.iter().map(|(plies, count)| format!("{plies}: {count}")).collect();
    let mean = 1e3 * seconds.iter().sum::<f64>() / seconds.len() as f64;
    let (late, most) = (1e3 * seconds[seconds.len() * 99 / 100], seconds[seconds.len() - 1]);
    println!(
        "| {name} | {} | {share:.0} % | {} | {mean:.1} ms | {late:.0} ms | {most:.2} s |",
        positions.len(),
        lengths.join(", ")
    );
}

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse().expect("a number"));
    let mut next = |default: u64| args.next().unwrap_or(default);
    let (side, games, nodes) = (next(11), next(8), next(100_000));
    let board = nexsolve_games::played(&format!("nex:{side}x{side}"), None).expect("a board");
    let oracle = Oracle::new(board, &[]).expect("a board");
    println!("| positions | number | wins found | by plies | mean time | 99 of 100 within | longest |");
    println!("|---|---|---|---|---|---|---|");
    row(oracle.game(), &format!("of {games} games"), &played(&oracle, games), nodes);
    let mut random = SplitMix(1);
    for (own, neutral) in DENSITIES {
        let mut one = || scattered(oracle.game(), side as usize, own, neutral, &mut random);
        let positions: Vec<AnyPosition> = (0..RANDOM).map(|_| one()).collect();
        row(oracle.game(), &format!("{own} stones each, {neutral} neutral"), &positions, nodes);
    }
}
