//! `nexsolve audit`: which moves of recorded games gave value away.

mod report;

pub(crate) use report::Ledger;

use crate::notes::{self, Notes};
use crate::{board, database, records, tables};
use clap::Args;
use nexsolve_console::{Exit, Fault, Global, fault::safe, files, output, threads};
use nexsolve_games::records::{GameRecord, Given};
use nexsolve_judging::audit::{MoveJudgement, audit, document};
use nexsolve_oracle::{Oracle, OracleError};
use rayon::prelude::*;
use report::Summary;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The arguments of `audit`.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "nexsolve audit [OPTIONS] DIR RECORDS...")]
pub(crate) struct AuditArgs {
    // The same as DIR, for scripts of earlier versions.
    #[arg(long, value_name = "DIR", hide = true)]
    pub(crate) db: Option<PathBuf>,
    /// Database folder, then game record files: Nex records, PDN (draughts), SGF (Hex), Awari as match writes
    /// it; - is standard input
    #[arg(value_name = "RECORDS", required = true)]
    pub(crate) words: Vec<PathBuf>,
    /// Board of Nex records that do not name it [default: the database's, if the games are legal on it]
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// List every move
    #[arg(long)]
    pub(crate) moves: bool,
    /// List each move that gave value away, and a move that would have kept it
    #[arg(long, conflicts_with = "moves")]
    pub(crate) mistakes: bool,
}

/// Runs the command.
pub(crate) fn run(args: &AuditArgs, global: &Global) -> Result<Exit, Fault> {
    let named = args.board.as_deref().map(|board| board::played(board, None)).transpose()?;
    let (folder, records) = database::folder::and_rest(args.db.as_deref(), &args.words);
    if records.is_empty() {
        return Err(Fault::usage("no file of records is given").hint("nexsolve audit DIR RECORDS"));
    }
    let opened = database::open(folder, global)?;
    let board = named.unwrap_or(opened.board.over_the_board());
    // A record that does not name its board is read on the database's board if it is legal there, else on the
    // smallest board where it is.
    let given = named.map_or(Given::Perhaps(board), Given::Is);
    let oracle = Oracle::new(board, &[tables::held(board, opened, folder)?])?;
    let mut audit =
        Audit { oracle, given, args, global, ledger: Ledger::default(), summary: Summary::default() };
    let files = records.iter().map(|path| audit.file(path)).collect::<Result<Vec<_>, _>>()?;
    let Audit { ledger, summary, .. } = audit;
    let document = || {
        let document = json!({
            "board": board.to_string(),
            "files": files,
            "players": ledger.document(),
            "summary": summary,
            // Rules that the tables ignore; absent if they ignore none.
            "left_out": board.spec.variant().caveat,
        });
        output::without_null(document, &["left_out"])
    };
    let gap = if args.moves || args.mistakes { "\n" } else { "" };
    output::answer(global, document, || format!("{gap}{}", summary.text(board, &ledger)))?;
    Ok(if summary.faults == 0 { Exit::Done } else { Exit::Input })
}

/// An audit under way.
struct Audit<'a> {
    oracle: Oracle,
    /// The board of records that do not name one.
    given: Given,
    args: &'a AuditArgs,
    global: &'a Global,
    ledger: Ledger,
    summary: Summary,
}

impl Audit<'_> {
    /// Reads a file and judges its games. Continues after every fault.
    fn file(&mut self, path: &Path) -> Result<Value, Fault> {
        let Self { oracle, given, args, global, ledger, summary } = self;
        let (name, form) = (files::name(path), nexsolve_games::records::of(oracle.game().card()));
        let (mut games, mut other_boards, mut notes) = (Vec::new(), Vec::new(), Notes::default());
        let read = |bytes: &[u8]| form.read(bytes, *given);
        let wrong = records::read(path, read, |record| {
            if record.board == oracle.board() {
                notes.add(&record);
                games.push(record);
                return Ok(());
            }
            let GameRecord { line, board, .. } = record;
            if !global.json {
                output::note(&format!("{name}:{line}: skipped, a game of {board}"));
            }
            other_boards.push(json!({ "line": line, "board": board.to_string() }));
            Ok(())
        })?;
        if !global.json {
            notes.print(&name, None);
        }
        summary.files += 1;
        summary.games += games.len() as u64;
        summary.other_boards += other_boards.len() as u64;
        summary.faults += wrong.number();
        let judged = threads::with(global, |_| judge(oracle, &games))?;
        let mut documents = Vec::new();
        for (record, judged) in games.iter().zip(&judged) {
            // The players, if the record names them.
            let names =
                record.names.clone().map(|name| name.map_or_else(|| "?".to_owned(), |name| safe(&name)));
            ledger.add([&names[0], &names[1]], judged);
            let mut told =
                (args.moves || args.mistakes).then(|| document(oracle.game(), record, &names, judged));
            if let (true, Some(moves)) = (args.mistakes, &mut told) {
                moves.retain(report::is_mistake);
            }
            let [black, white] = names;
            if !global.json && (args.moves || told.as_ref().is_some_and(|moves| !moves.is_empty())) {
                let head = format!("{name}:{}: {black} against {white}\n", record.line);
                output::result(&(head + &report::moves(told.as_deref().unwrap_or_default())))?;
            }
            let game = json!({
                "line": record.line,
                "black": black,
                "white": white,
                // Present only if the record does not name its board and was read on one that fits.
                "inferred": (!record.fits.is_empty()).then_some(true),
                "notes": notes::document(record),
                "moves": told,
            });
            documents.push(output::without_null(game, &["inferred", "notes", "moves"]));
        }
        let answer = json!({
            "file": name,
            // Why the file could not be read; absent if it could.
            "error": wrong.error,
            "games": documents,
            "other_boards": other_boards,
            "faults": wrong.faults,
        });
        Ok(output::without_null(answer, &["error"]))
    }
}

/// Judges the moves of each game, on all threads.
pub(crate) fn judge(oracle: &Oracle, games: &[GameRecord]) -> Result<Vec<Vec<MoveJudgement>>, Fault> {
    let one = |record: &GameRecord| audit(oracle, &record.start, &record.moves);
    games.par_iter().map(one).collect::<Result<_, _>>().map_err(unanswered)
}

/// The fault if the tables cannot judge a move.
pub(crate) fn unanswered(error: OracleError) -> Fault {
    match error {
        OracleError::Table(error) => error.into(),
        OracleError::Contradiction { .. } => {
            Fault::new(Exit::Table, error.to_string()).hint("nexsolve verify DIR lists all damage")
        }
        OracleError::Search(_) => Fault::new(Exit::System, error.to_string()),
    }
}
