//! Records of Awari: one game a line, as this project writes them. The first player is Black.

use super::CARD;
use crate::awari::record::{self, GameResult, Record};
use crate::awari::{Awari, Ending, History, Reason};
use crate::played::Played;
use crate::record::RecordFault;
use crate::records::{Found, GameRecord, How, RecordForm, Unwritable, Verdict};
use crate::{Board, Extent, GameSpec};

/// The form.
#[derive(Debug)]
pub(super) struct AwariRecords;

impl RecordForm for AwariRecords {
    fn extension(&self) -> &'static str {
        "txt"
    }

    /// The first player's pits have small letters; no record of another game begins with one and a digit.
    fn claims(&self, head: &str) -> bool {
        let mut chars = head.chars();
        let is_move =
            matches!(chars.next(), Some('a'..='f')) && chars.next().is_some_and(|c| c.is_ascii_digit());
        is_move || ["First:", "Second:", "Start:"].iter().any(|start| head.starts_with(start))
    }

    /// Stones are no seeds.
    fn may_be_drawing(&self, text: &str) -> bool {
        !text.contains(['W', '?']) && !text.contains("BB")
    }

    fn may_be_moves(&self, text: &str) -> bool {
        !text.contains('W')
    }

    fn has_spaces(&self) -> bool {
        true
    }

    fn read(&self, bytes: &[u8], _given: Option<Board>) -> Vec<Found> {
        let one = |found: Result<Record, _>| {
            let Record { first, second, start, moves, result, line } =
                found.map_err(RecordFault::in_words)?;
            Ok(GameRecord {
                board: GameSpec::new(&CARD, 0).on(Extent::Whole),
                names: [first, second],
                start: Awari::pack(&start),
                prelude: Vec::new(),
                moves: moves.into_iter().map(Awari::pack_move).collect(),
                verdict: match result {
                    // Any reason will do: it is asked for the winner alone.
                    GameResult::Over(seeds) => {
                        Verdict::by_rules(Ending { seeds, reason: Reason::Majority }.winner())
                    }
                    GameResult::BrokenOff => Verdict::BROKEN_OFF,
                },
                number: None,
                line,
            })
        };
        record::read(bytes).into_iter().map(one).collect()
    }

    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        let one = |record: &GameRecord| {
            let [first, second] = record.names.clone();
            let mut history = History::new(Awari::unpack(&record.start));
            let moves: Vec<_> = record.moves.iter().map(|&mv| Awari::unpack_move(mv)).collect();
            for &mv in &moves {
                history.play(mv);
            }
            let ending = if record.verdict.how == How::Rules { history.ending() } else { None };
            let result = ending.map_or(GameResult::BrokenOff, |ending| GameResult::Over(ending.seeds));
            Record { first, second, start: Awari::unpack(&record.start), moves, result, line: 1 }
        };
        let written: Vec<Record> = records.iter().map(one).collect();
        Ok(record::write(&written))
    }
}
