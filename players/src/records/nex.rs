//! Nex: records as the old program wrote them.

use super::{Found, GameRecord, How, Recorded, Untold, Unwritable, Verdict};
use nexsolve_core::{Game, Side};
use nexsolve_games::nex::Nex;
use nexsolve_games::nex::record::{self, GameResult, Record};
use nexsolve_games::record::RecordFault;
use nexsolve_games::rhombus::CellSet;

impl<S: CellSet> Recorded for Nex<S> {
    const EXTENSION: &'static str = "txt";

    fn write_records(&self, records: &[GameRecord<Self>]) -> Result<String, Unwritable> {
        let one = |(number, record): (u32, &GameRecord<Self>)| {
            if record.prelude.is_empty() && record.start != self.start() {
                return Err(Unwritable::NoPrelude);
            }
            let [black, white] = record.names.clone();
            let (init, moves) = (record.prelude.clone(), record.moves.clone());
            let result = match record.verdict {
                Verdict { how: How::Rules, winner: Some(Side::Black) } => GameResult::Black,
                Verdict { how: How::Rules, winner: Some(Side::White) } => GameResult::White,
                Verdict { how: How::Rules, winner: None } => GameResult::Draw,
                _ => GameResult::BrokenOff,
            };
            let (rows, cols) = (self.board().rows(), self.board().cols());
            Ok(Record { rows, cols, black, white, number: Some(number), init, moves, result, line: 1 })
        };
        let written: Vec<Record> = (1..).zip(records).map(one).collect::<Result<_, _>>()?;
        Ok(record::write(&written))
    }

    fn read_records(&self, bytes: &[u8], untold: Untold) -> Vec<Found<Self>> {
        let size = (self.board().rows(), self.board().cols());
        let told = match untold {
            Untold::Here => Some(size),
            Untold::Smallest => None,
        };
        let one = |found| match found {
            Err(fault) => Found::Fault(RecordFault::in_words(fault)),
            Ok(Record { rows, cols, line, .. }) if (rows, cols) != size => {
                Found::Elsewhere { line, board: format!("nex:{rows}x{cols}") }
            }
            Ok(Record { black, white, init, moves, result, line, .. }) => {
                let start = init.iter().fold(self.start(), |position, &mv| self.play(&position, mv));
                let verdict = match result {
                    GameResult::Black => Verdict { winner: Some(Side::Black), how: How::Rules },
                    GameResult::White => Verdict { winner: Some(Side::White), how: How::Rules },
                    GameResult::Draw => Verdict { winner: None, how: How::Rules },
                    GameResult::BrokenOff => Verdict::BROKEN_OFF,
                };
                Found::Game(GameRecord { names: [black, white], start, prelude: init, moves, verdict, line })
            }
        };
        record::read(bytes, told).into_iter().map(one).collect()
    }
}
