//! Hex: SGF.

use super::{Found, GameRecord, How, Recorded, Untold, Unwritable, Verdict};
use nexsolve_core::Game;
use nexsolve_games::hex::sgf::{self, GameResult, Record};
use nexsolve_games::hex::{Convention, Hex, HexPosition, Swap};
use nexsolve_games::record::RecordFault;
use nexsolve_games::rhombus::CellSet;

impl<S: CellSet> Recorded for Hex<S> {
    const EXTENSION: &'static str = "sgf";

    fn write_records(&self, records: &[GameRecord<Self>]) -> Result<String, Unwritable> {
        let one = |record: &GameRecord<Self>| {
            let [black, white] = record.names.clone();
            let HexPosition { black: black_stones, white: white_stones, .. } = record.start;
            let how = match record.verdict.how {
                How::Rules | How::BrokenOff | How::Length => "",
                How::Time => "Time",
                How::Forfeit => "Forfeit",
                How::Resigned => "Resign",
            };
            let result = match record.verdict.winner {
                Some(winner) => GameResult::Won { winner, how: how.to_owned() },
                None => GameResult::Unknown,
            };
            Record {
                rows: self.board().rows(),
                cols: self.board().cols(),
                black,
                white,
                black_stones: black_stones.iter().collect(),
                white_stones: white_stones.iter().collect(),
                moves: record.moves.clone(),
                result,
                line: 1,
            }
        };
        let written: Vec<Record> = records.iter().map(one).collect();
        Ok(sgf::write(&written, self.variant().convention))
    }

    fn read_records(&self, bytes: &[u8], _: Untold) -> Vec<Found<Self>> {
        let convention = self.variant().convention;
        let (rows, cols) = (self.board().rows(), self.board().cols());
        let one = |found: Result<Record, _>| {
            let record = match found {
                Ok(record) => record,
                Err(fault) => return Found::Fault(RecordFault::in_words(fault)),
            };
            let swapped = record.has_swap() && self.variant().swap == Swap::Off;
            if (record.rows, record.cols) != (rows, cols) || swapped {
                let course = if convention == Convention::Course { "course:" } else { "" };
                let swap = if record.has_swap() { "swap:" } else { "" };
                let options = format!("{course}{swap}").replace(":swap", "+swap");
                let board = format!("hex:{options}{}x{}", record.rows, record.cols);
                return Found::Elsewhere { line: record.line, board };
            }
            let start = if record.black_stones.is_empty() && record.white_stones.is_empty() {
                self.start()
            } else {
                record.start(self.variant())
            };
            let Record { black, white, moves, result, line, .. } = record;
            let verdict = match result {
                GameResult::Unknown => Verdict::BROKEN_OFF,
                GameResult::Won { winner, how } => Verdict { winner: Some(winner), how: read_how(&how) },
            };
            Found::Game(GameRecord {
                names: [black, white],
                start,
                prelude: Vec::new(),
                moves,
                verdict,
                line,
            })
        };
        sgf::read(bytes, convention).into_iter().map(one).collect()
    }
}

fn read_how(text: &str) -> How {
    let is = |word: &str| text.eq_ignore_ascii_case(word) || text.eq_ignore_ascii_case(&word[..1]);
    [("Time", How::Time), ("Forfeit", How::Forfeit), ("Resign", How::Resigned)]
        .into_iter()
        .find_map(|(word, how)| is(word).then_some(how))
        .unwrap_or(How::Rules)
}
