//! Records of Nex, as the old program wrote them.

use super::CARD;
use crate::any::AnyMove;
use crate::nex::record::{self, GameResult, Record};
use crate::nex::{Nex, NexMove};
use crate::played::Played;
use crate::record::RecordFault;
use crate::records::{Found, GameRecord, How, RecordForm, Unwritable, Verdict};
use crate::rhombus::Wide;
use crate::{Board, Extent, GameSpec};
use nexsolve_core::{Game, Side};

/// The form.
#[derive(Debug)]
pub(super) struct NexRecords;

/// All widths pack alike.
type Any = Nex<Wide>;

fn pack(moves: Vec<NexMove>) -> Vec<AnyMove> {
    moves.into_iter().map(Any::pack_move).collect()
}

impl RecordForm for NexRecords {
    fn extension(&self) -> &'static str {
        "txt"
    }

    /// It is the form of what no other game claims.
    fn claims(&self, _head: &str) -> bool {
        false
    }

    /// Moves of the form have no spaces, and lines of a drawing do.
    fn may_be_drawing(&self, text: &str) -> bool {
        let is_move = |line: &str| {
            line.contains('?') && line.contains('B') && line.trim().len() == 6 && !line.contains(' ')
        };
        !text.lines().any(is_move)
    }

    fn read(&self, bytes: &[u8], given: Option<Board>) -> Vec<Found> {
        let size = given.filter(|board| board.game_word() == CARD.word).and_then(|board| board.sides());
        let one = |found: Result<Record, _>| {
            let Record { rows, cols, black, white, number, init, moves, result, line } =
                found.map_err(RecordFault::in_words)?;
            let game = Any::new(rows, cols).expect("a board that was read");
            let start = init.iter().fold(game.start(), |position, &mv| game.play(&position, mv));
            Ok(GameRecord {
                board: GameSpec::new(&CARD, 0).on(Extent::Sides { rows, cols }),
                names: [black, white],
                start: Any::pack(&start),
                prelude: pack(init),
                moves: pack(moves),
                verdict: match result {
                    GameResult::Black => Verdict::by_rules(Some(Side::Black)),
                    GameResult::White => Verdict::by_rules(Some(Side::White)),
                    GameResult::Draw => Verdict::by_rules(None),
                    GameResult::BrokenOff => Verdict::BROKEN_OFF,
                },
                number,
                line,
            })
        };
        record::read(bytes, size).into_iter().map(one).collect()
    }

    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        let unpack = |moves: &[AnyMove]| moves.iter().map(|&mv| Any::unpack_move(mv)).collect();
        let one = |record: &GameRecord| {
            let (rows, cols) = record.board.sides().unwrap_or_default();
            let begins = Any::new(rows, cols).is_ok_and(|game| Any::pack(&game.start()) == record.start);
            if record.prelude.is_empty() && !begins {
                return Err(Unwritable::NoPrelude);
            }
            let [black, white] = record.names.clone();
            let result = match record.verdict {
                Verdict { how: How::Rules, winner: Some(Side::Black) } => GameResult::Black,
                Verdict { how: How::Rules, winner: Some(Side::White) } => GameResult::White,
                Verdict { how: How::Rules, winner: None } => GameResult::Draw,
                _ => GameResult::BrokenOff,
            };
            let (init, moves) = (unpack(&record.prelude), unpack(&record.moves));
            let number = record.number;
            Ok(Record { rows, cols, black, white, number, init, moves, result, line: 1 })
        };
        let written: Vec<Record> = records.iter().map(one).collect::<Result<_, _>>()?;
        Ok(record::write(&written))
    }
}
