//! Lines of protocols: whatever they say, a session answers and ends with its input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nexsolve_games::AnyGame;
use nexsolve_oracle::Oracle;
use nexsolve_players::{Player, Roster};
use nexsolve_protocols::{gtp, hub};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static NEVER: AtomicBool = AtomicBool::new(false);
static BOARDS: LazyLock<[(Oracle, Roster); 2]> = LazyLock::new(|| ["nex:3x3", "draughts"].map(with_roster));

fn with_roster(board: &str) -> (Oracle, Roster) {
    let oracle = Oracle::new(nexsolve_games::played(board, None).expect(board), &[]).expect(board);
    let roster = Roster::new(&oracle);
    (oracle, roster)
}

fn random(roster: &Roster, seed: u64) -> Box<dyn Player<AnyGame>> {
    roster.player(&"random".parse().expect("a player"), seed).expect("a player of every game")
}

fn gtp_session(bytes: &[u8]) {
    let (oracle, roster) = &BOARDS[0];
    let setup = gtp::GtpSetup {
        oracle,
        create: Box::new(move |seed| random(roster, seed)),
        seed: 1,
        name: "random".to_owned(),
        most: Some(Duration::from_millis(1)),
        nodes: 100,
        memory_bytes: 1 << 20,
        version: "0",
        sizes: &|rows, cols| rows <= 19 && cols <= 19,
        stop: &NEVER,
    };
    let mut input = bytes;
    gtp::GtpSession::new(setup)
        .run(&mut gtp::Clock::default(), &mut input, &mut std::io::sink())
        .expect("a sink takes all");
}

fn hub_session(bytes: &[u8]) {
    let (oracle, roster) = &BOARDS[1];
    let mut seat = |_: &[hub::Param]| {
        let player = move || Ok(random(roster, 1));
        Ok(hub::HubPlayer { game: oracle.game().clone(), player: Box::new(player) })
    };
    let setup = hub::HubSetup {
        params: Vec::new(),
        seat: &mut seat,
        most: Some(Duration::from_millis(1)),
        version: "0",
    };
    hub::HubSession::run(setup, std::io::Cursor::new(bytes.to_vec()), std::io::sink())
        .expect("a sink takes all");
}

fuzz_target!(|bytes: &[u8]| {
    match bytes.split_first() {
        Some((b'g', lines)) => gtp_session(lines),
        Some((b'h', lines)) => hub_session(lines),
        _ => {}
    }
});
