//! Awari: one game a line, as this project writes them. The first player is Black.

use super::{Found, GameRecord, How, Recorded, Untold, Unwritable, Verdict};
use nexsolve_games::awari::record::{self, GameResult, Record};
use nexsolve_games::awari::{Awari, Ending, History};
use nexsolve_games::awari::{Pit, Reason};
use nexsolve_games::record::RecordFault;

impl Recorded for Awari {
    const EXTENSION: &'static str = "txt";

    fn write_records(&self, records: &[GameRecord<Self>]) -> Result<String, Unwritable> {
        let one = |record: &GameRecord<Self>| {
            let [first, second] = record.names.clone();
            let ending = if record.verdict.how == How::Rules { ended(record) } else { None };
            let result = ending.map_or(GameResult::BrokenOff, |ending| GameResult::Over(ending.seeds));
            Record { first, second, start: record.start, moves: record.moves.clone(), result, line: 1 }
        };
        let written: Vec<Record> = records.iter().map(one).collect();
        Ok(record::write(&written))
    }

    fn read_records(&self, bytes: &[u8], _: Untold) -> Vec<Found<Self>> {
        let one = |found| match found {
            Err(fault) => Found::Fault(RecordFault::in_words(fault)),
            Ok(Record { first, second, start, moves, result, line }) => {
                let verdict = match result {
                    // Any reason will do: it is asked for the winner alone.
                    GameResult::Over(seeds) => {
                        let winner = Ending { seeds, reason: Reason::Majority }.winner();
                        Verdict { winner, how: How::Rules }
                    }
                    GameResult::BrokenOff => Verdict::BROKEN_OFF,
                };
                let names = [first, second];
                Found::Game(GameRecord { names, start, prelude: Vec::<Pit>::new(), moves, verdict, line })
            }
        };
        record::read(bytes).into_iter().map(one).collect()
    }
}

/// The end of the game by its rules, if it came to one.
fn ended(record: &GameRecord<Awari>) -> Option<Ending> {
    let mut history = History::new(record.start);
    for &mv in &record.moves {
        history.play(mv);
    }
    history.ending()
}
