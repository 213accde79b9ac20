//! `nexsolve audit`: which moves of recorded games gave value away.

mod report;

pub(crate) use report::{Ledger, LedgerLine};

use crate::args::{AuditArgs, Global};
use crate::exit::Exit;
use crate::fault::{Fault, in_record, safe};
use crate::results::FaultLine;
use crate::{database, files, output, played, threads};
use nexsolve_core::{Notation, Side};
use nexsolve_games::records::GameRecord;
use nexsolve_games::{AnyMove, Board, Extent};
use nexsolve_oracle::Oracle;
use nexsolve_players::Course;
use nexsolve_players::audit::{AuditError, Judged, audit};
use rayon::prelude::*;
use report::{Document, FileLine, GameLine, MoveLine, OtherLine};
use std::path::Path;

/// Runs the command.
pub(crate) fn run(args: &AuditArgs, global: &Global) -> Result<Exit, Fault> {
    let (board, given) = if let Some(board) = &args.board {
        let board = Board::played(board, None)?;
        (board, board)
    } else {
        // A record that doesn't tell its board is of the smallest on which it is right.
        let board = database::open(&args.db, global)?.board.over_the_board();
        (board, board.spec.on(Extent::Whole))
    };
    let oracle = played::oracle(board, Some(&args.db), global)?;
    let mut document = Document::new(board);
    for path in &args.files {
        let file = one_file(path, &oracle, given, args, global, &mut document)?;
        document.files.push(file);
    }
    if global.json {
        output::json(&document)?;
    } else {
        let listed = args.moves || args.mistakes;
        output::result(&format!("{}{}", if listed { "\n" } else { "" }, document.text(board)))?;
    }
    Ok(if document.summary.faults == 0 { Exit::Done } else { Exit::Input })
}

/// Reads a file, judges its games, and goes on past every fault.
fn one_file(
    path: &Path,
    oracle: &Oracle,
    given: Board,
    args: &AuditArgs,
    global: &Global,
    document: &mut Document,
) -> Result<FileLine, Fault> {
    let mut file = FileLine::new(files::name(path));
    let summary = &mut document.summary;
    summary.files += 1;
    let bytes = match files::read(path) {
        Ok(bytes) => bytes,
        Err(fault) => {
            fault.show();
            summary.faults += 1;
            file.error = Some(fault.message);
            return Ok(file);
        }
    };
    let mut games = Vec::new();
    for found in oracle.game().card().records.read(&bytes, Some(given)) {
        match found {
            Ok(record) if record.board == oracle.board() => games.push(record),
            Ok(GameRecord { line, board, .. }) => {
                summary.other_boards += 1;
                if !global.json {
                    output::note(&format!("{}:{line}: passed over, a game of {board}", file.file));
                }
                file.other_boards.push(OtherLine { line, board: board.to_string() });
            }
            Err(fault) => {
                summary.faults += 1;
                output::note(in_record(&file.file, &fault).trim_end());
                file.faults.push(FaultLine::new(&fault));
            }
        }
    }
    let judged = threads::with(global, |_| judge(oracle, &games))?;
    for (record, judged) in games.iter().zip(&judged) {
        let names = names(record);
        document.summary.games += 1;
        document.ledger.add([&names[0], &names[1]], judged);
        let mut moves = if args.moves || args.mistakes { Some(moves(oracle, record, judged)) } else { None };
        if let (true, Some(moves)) = (args.mistakes, &mut moves) {
            moves.retain(MoveLine::is_mistake);
        }
        let [black, white] = names;
        let line = GameLine { line: record.line, black, white, moves };
        if !global.json && (args.moves || line.moves.as_ref().is_some_and(|moves| !moves.is_empty())) {
            output::result(&line.text(&file.file))?;
        }
        file.games.push(line);
    }
    Ok(file)
}

/// The moves of each game, judged, on all threads.
pub(crate) fn judge(oracle: &Oracle, games: &[GameRecord]) -> Result<Vec<Vec<Judged>>, Fault> {
    let one = |record: &GameRecord| audit(oracle.game(), &record.start, &record.moves, oracle);
    games.par_iter().map(one).collect::<Result<_, _>>().map_err(|error| match error {
        AuditError::Table(error) => database::unreadable(&error),
        error @ AuditError::Contradiction { .. } => {
            Fault::new(Exit::Table, error.to_string()).hint("nexsolve verify DIR tells all that is wrong")
        }
    })
}

/// Who has played, as far as the record tells.
fn names(record: &GameRecord) -> [String; 2] {
    record.names.clone().map(|name| name.map_or_else(|| "?".to_owned(), |name| safe(&name)))
}

/// The moves of a game, for the list.
fn moves(oracle: &Oracle, record: &GameRecord, judged: &[Judged]) -> Vec<MoveLine> {
    let game = oracle.game();
    let mut course = Course::from(game, record.start);
    for &mv in &record.moves {
        course.play(mv);
    }
    let names = names(record);
    let keeps = |i: usize, mv: AnyMove| game.format_move(&course.positions()[i], mv);
    let one = |(i, judged): (usize, &Judged)| MoveLine {
        ply: i + 1,
        player: match judged.player {
            Side::Black => names[0].clone(),
            Side::White => names[1].clone(),
        },
        colour: judged.colour.word(),
        mv: game.format_move(&course.positions()[i], course.moves()[i]),
        before: judged.before.map(nexsolve_core::Wdl::word),
        after: judged.after.map(nexsolve_core::Wdl::word),
        could: judged.could,
        instead: judged.keeps.filter(|_| judged.gift().is_some()).map(|mv| keeps(i, mv)),
    };
    judged.iter().enumerate().map(one).collect()
}
