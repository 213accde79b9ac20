//! Certificates and files of `--proofs`: whatever their bytes, they are refused, or read and checked by the
//! rules.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nexsolve_proof::{Certificate, Finds};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(certificate) = Certificate::read(bytes)
        && let Ok(game) =
            nexsolve_games::played(certificate.board(), None).and_then(nexsolve_games::AnyGame::on)
    {
        let _ = certificate.check(&game);
    }
    if let Ok(board) = Finds::board(bytes)
        && let Ok(finds) = Finds::read(bytes, board)
    {
        let _ = finds.entries().count();
    }
});
