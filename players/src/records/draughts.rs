//! Draughts: PDN.

use super::{Found, GameRecord, How, Recorded, Untold, Unwritable, Verdict};
use nexsolve_core::Side;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::draughts::pdn::{self, GameResult, Record};
use nexsolve_games::record::RecordFault;

/// The tag that tells how a game has ended, if not by its rules, and what it says.
const TERMINATION: &str = "Termination";
const WAYS: [(&str, How); 5] = [
    ("time forfeit", How::Time),
    ("rules infraction", How::Forfeit),
    ("resignation", How::Resigned),
    ("adjudication", How::Length),
    ("unterminated", How::BrokenOff),
];

impl Recorded for Draughts {
    const EXTENSION: &'static str = "pdn";

    fn write_records(&self, records: &[GameRecord<Self>]) -> Result<String, Unwritable> {
        let one = |(number, record): (usize, &GameRecord<Self>)| {
            let [black, white] = record.names.clone();
            let mut tags = vec![("Round".to_owned(), number.to_string())];
            tags.extend(white.map(|name| ("White".to_owned(), name)));
            tags.extend(black.map(|name| ("Black".to_owned(), name)));
            let way = WAYS.iter().find(|(_, how)| *how == record.verdict.how);
            tags.extend(way.map(|(way, _)| (TERMINATION.to_owned(), (*way).to_owned())));
            let result = match record.verdict {
                Verdict { winner: Some(Side::White), .. } => GameResult::White,
                Verdict { winner: Some(Side::Black), .. } => GameResult::Black,
                Verdict { how: How::BrokenOff, .. } => GameResult::Unknown,
                Verdict { winner: None, .. } => GameResult::Draw,
            };
            Record {
                tags,
                rules: self.rules(),
                naming: self.naming(),
                start: record.start,
                moves: record.moves.clone(),
                comments: Vec::new(),
                result,
                line: 1,
            }
        };
        let written: Vec<Record> = (1..).zip(records).map(one).collect();
        Ok(pdn::write(&written))
    }

    fn read_records(&self, bytes: &[u8], _: Untold) -> Vec<Found<Self>> {
        let one = |found: Result<Record, _>| {
            let record = match found {
                Ok(record) => record,
                Err(fault) => return Found::Fault(RecordFault::in_words(fault)),
            };
            let line = record.line;
            if record.rules != self.rules() {
                return Found::Elsewhere { line, board: format!("draughts:{}", record.rules.variant) };
            }
            let name = |tag| record.tag(tag).filter(|name| !matches!(*name, "" | "?")).map(str::to_owned);
            let names = [name("Black"), name("White")];
            let told = record.tag(TERMINATION);
            let way = WAYS.iter().find(|(way, _)| told.is_some_and(|told| told.eq_ignore_ascii_case(way)));
            let how = way.map_or(How::Rules, |&(_, how)| how);
            let verdict = match record.result {
                GameResult::White => Verdict { winner: Some(Side::White), how },
                GameResult::Black => Verdict { winner: Some(Side::Black), how },
                GameResult::Draw => Verdict { winner: None, how },
                GameResult::Unknown => Verdict::BROKEN_OFF,
            };
            let Record { start, moves, .. } = record;
            Found::Game(GameRecord { names, start, prelude: Vec::new(), moves, verdict, line })
        };
        pdn::read(bytes, self).into_iter().map(one).collect()
    }
}
