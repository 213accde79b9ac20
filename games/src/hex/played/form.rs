//! Records of Hex: SGF.

use super::{CARD, rules, spec};
use crate::any::AnyMove;
use crate::hex::sgf::{self, GameResult, Record};
use crate::hex::{Hex, HexPosition, Swap, Variant};
use crate::played::Played;
use crate::record::RecordFault;
use crate::records::{Found, GameRecord, How, RecordForm, Unwritable, Verdict};
use crate::rhombus::Wide;
use crate::{Board, Extent};
use nexsolve_core::Game;

/// The form.
#[derive(Debug)]
pub(super) struct HexRecords;

/// All widths pack alike.
type Any = Hex<Wide>;

/// Ways to end that are told by a word.
const WAYS: [(&str, How); 3] = [("Time", How::Time), ("Forfeit", How::Forfeit), ("Resign", How::Resigned)];

impl RecordForm for HexRecords {
    fn extension(&self) -> &'static str {
        "sgf"
    }

    fn claims(&self, head: &str) -> bool {
        head.starts_with('(')
    }

    /// A game with a swap is one by the rules that have it; without one it is taken for one by the rules of `given`.
    fn read(&self, bytes: &[u8], given: Option<Board>) -> Vec<Found> {
        let given = given.filter(|board| board.game_word() == CARD.word);
        let variant = given.map_or_else(Variant::default, |board| rules(board.spec));
        let one = |found: Result<Record, _>| {
            let record = found.map_err(RecordFault::in_words)?;
            let swap = if record.has_swap() { Swap::On } else { variant.swap };
            let variant = Variant { swap, ..variant };
            let has_stones = !(record.black_stones.is_empty() && record.white_stones.is_empty());
            let set_up = has_stones.then(|| record.start::<Wide>(variant));
            let Record { rows, cols, black, white, moves, result, line, .. } = record;
            let game = Any::new(rows, cols, variant).expect("a board that was read");
            let verdict = match result {
                GameResult::Unknown => Verdict::BROKEN_OFF,
                GameResult::Won { winner, how } => Verdict { winner: Some(winner), how: read_how(&how) },
            };
            Ok(GameRecord {
                board: spec(variant).on(Extent::Sides { rows, cols }),
                names: [black, white],
                start: Any::pack(&set_up.unwrap_or_else(|| game.start())),
                prelude: Vec::new(),
                moves: moves.into_iter().map(Any::pack_move).collect(),
                verdict,
                number: None,
                line,
            })
        };
        sgf::read(bytes, variant.convention).into_iter().map(one).collect()
    }

    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        let variant = records.first().map_or_else(Variant::default, |record| rules(record.board.spec));
        let one = |record: &GameRecord| {
            let [black, white] = record.names.clone();
            let HexPosition { black: black_stones, white: white_stones, .. } = Any::unpack(&record.start);
            let (rows, cols) = record.board.sides().unwrap_or_default();
            let how = WAYS.iter().find(|(_, how)| *how == record.verdict.how).map_or("", |(word, _)| word);
            let result = match record.verdict.winner {
                Some(winner) => GameResult::Won { winner, how: how.to_owned() },
                None => GameResult::Unknown,
            };
            Record {
                rows,
                cols,
                black,
                white,
                black_stones: crate::rhombus::CellSet::iter(black_stones).collect(),
                white_stones: crate::rhombus::CellSet::iter(white_stones).collect(),
                moves: record.moves.iter().map(|&mv: &AnyMove| Any::unpack_move(mv)).collect(),
                result,
                line: 1,
            }
        };
        let written: Vec<Record> = records.iter().map(one).collect();
        Ok(sgf::write(&written, variant.convention))
    }
}

fn read_how(text: &str) -> How {
    let is = |word: &str| text.eq_ignore_ascii_case(word) || text.eq_ignore_ascii_case(&word[..1]);
    WAYS.into_iter().find_map(|(word, how)| is(word).then_some(how)).unwrap_or(How::Rules)
}
