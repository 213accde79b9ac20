//! Records of games: whatever the bytes of a file, it has games and faults, and the games can be written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nexsolve_games::GAMES;
use nexsolve_games::records::{self, Given};

fuzz_target!(|bytes: &[u8]| {
    for card in GAMES {
        let records = records::of(card);
        let games: Vec<_> = records.read(bytes, Given::Nothing).into_iter().flatten().collect();
        let _ = records.write(&games);
    }
});
