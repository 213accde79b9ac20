//! `nexsolve check`: checks a certificate by the rules alone.

use crate::database::not_opened;
use clap::Args;
use nexsolve_console::{Exit, Fault, Global, fault::snippet, files, output};
use nexsolve_games::AnyGame;
use nexsolve_games::listed::own::is_own;
use nexsolve_oracle::Opened;
use nexsolve_proof::{Certificate, CheckError, Claim, Evidence, Theorem};
use serde_json::{Value, json};
use std::path::PathBuf;

/// The arguments of `check`.
#[derive(Args, Clone, Debug)]
pub(crate) struct CheckArgs {
    /// Certificate file; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Database with the game, if it is not one of the program
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs, global: &Global) -> Result<Exit, Fault> {
    let name = files::name(&args.file);
    let bytes = files::read(&args.file)?;
    if let Some(folder) = &args.db {
        Opened::open_unchecked(folder, 0).map_err(|error| not_opened(&error))?;
    }
    let outcome =
        verify(&bytes).map_err(|fault| Fault { message: format!("{name}: {}", fault.message), ..fault });
    if let (Err(fault), true) = (&outcome, global.json) {
        output::json(&json!({ "holds": false, "error": fault.message }))?;
    }
    let (_, verified) = outcome?;
    let board = nexsolve_games::board(&verified.board)?;
    output::answer(
        global,
        || document(&verified),
        || verified.sentence(&board.title(), board.card().sides) + ".\n",
    )?;
    Ok(Exit::Done)
}

/// Reads and checks a certificate. Returns what it proves beside it.
pub(crate) fn verify(bytes: &[u8]) -> Result<(Certificate, Theorem), Fault> {
    let failed = |error: CheckError| {
        if error.is_format() {
            Fault::input(error.to_string())
        } else {
            Fault::new(Exit::Check, format!("the certificate does not hold: {}", reason(&error)))
        }
    };
    let certificate = Certificate::read(bytes).map_err(failed)?;
    let board = nexsolve_games::board(certificate.board())
        .map_err(|fault| Fault::new(Exit::Check, format!("line 2: {}", fault.message)))?;
    let (text, expected) = (certificate.board(), board.to_string());
    if text != expected {
        return Err(failed(CheckError::Spelling { line: 2, text: text.to_owned(), expected }));
    }
    if board.sides().is_none() && !is_own(board) {
        let message = format!("line 2: certificates of {} are not supported", board.title());
        return Err(Fault::new(Exit::Check, message));
    }
    let theorem = certificate.check(&AnyGame::on(board)?).map_err(failed)?;
    Ok((certificate, theorem))
}

/// Describes the error, with a caret if it is in a position or move. Long texts are shortened.
fn reason(error: &CheckError) -> String {
    match error {
        CheckError::Position { line, text, error } => {
            format!(
                "line {line}: not a position of this board: {error}\n{}",
                snippet(text, error.span.clone())
            )
        }
        CheckError::Move { line, text, error, diagram } => {
            let shown = snippet(text, error.span.clone());
            format!("line {line}: not a legal move there: {error}\n{shown}{diagram}")
        }
        other => other.to_string(),
    }
}

/// The JSON document about a valid certificate.
fn document(verified: &Theorem) -> Value {
    let (claim, plies) = match verified.claim {
        Claim::Wins(plies) => ("win", Some(plies.0)),
        Claim::WinsSometime => ("win", None),
        Claim::Draws => ("draw", None),
    };
    let (strategy, lemmas) = match verified.evidence {
        Evidence::Strategy { positions, replies_checked, longest } => {
            (Some((positions, replies_checked, longest.0)), None)
        }
        Evidence::Lemmas(lemmas) => (None, Some(lemmas)),
    };
    json!({
        "holds": true,
        "board": verified.board,
        "position": verified.position,
        "side": verified.side.word(),
        // `win`, or `draw` for at least a draw.
        "claim": claim,
        // The plies within which the win is proven; null for a draw, and for a win proven by lemmas.
        "plies": plies,
        // These three describe a strategy; null for lemmas.
        "longest": strategy.map(|(_, _, longest)| longest),
        "positions": strategy.map(|(positions, ..)| positions),
        "replies_checked": strategy.map(|(_, replies, _)| replies),
        // The number of lemmas checked; null for a strategy.
        "lemmas": lemmas,
    })
}
