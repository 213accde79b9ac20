//! Records of draughts: PDN.

use super::{CARD, board, rules};
use crate::Board;
use crate::draughts::pdn::{self, GameResult, Record};
use crate::draughts::{Draughts, Variant};
use crate::played::Played;
use crate::record::RecordFault;
use crate::records::{Found, GameRecord, How, RecordForm, Unwritable, Verdict};
use nexsolve_core::Side;
use std::borrow::Cow;

/// The form.
#[derive(Debug)]
pub(super) struct DraughtsRecords;

/// The tag that tells how a game has ended, if not by its rules, and what it says.
const TERMINATION: &str = "Termination";
const WAYS: [(&str, How); 5] = [
    ("time forfeit", How::Time),
    ("rules infraction", How::Forfeit),
    ("resignation", How::Resigned),
    ("adjudication", How::Length),
    ("unterminated", How::BrokenOff),
];

/// What a game ends with.
const RESULTS: [&[u8]; 7] = [b"*", b"1-0", b"0-1", b"1/2-1/2", b"2-0", b"0-2", b"1-1"];

impl RecordForm for DraughtsRecords {
    fn extension(&self) -> &'static str {
        "pdn"
    }

    fn claims(&self, head: &str) -> bool {
        head.starts_with('[') || head.starts_with("1.")
    }

    fn ended<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        if RESULTS.iter().any(|end| bytes.trim_ascii_end().ends_with(end)) {
            Cow::Borrowed(bytes)
        } else {
            Cow::Owned([bytes, b"\n*"].concat())
        }
    }

    fn may_be_drawing(&self, text: &str) -> bool {
        !(text.contains("1.") || text.contains('-'))
    }

    fn read(&self, bytes: &[u8], given: Option<Board>) -> Vec<Found> {
        let given = given.filter(|board| board.game_word() == CARD.word);
        let variant = given.map_or(Variant::Russian, |board| rules(board.spec));
        let one = |found: Result<Record, _>| {
            let record = found.map_err(RecordFault::in_words)?;
            let name = |tag| record.tag(tag).filter(|name| !matches!(*name, "" | "?")).map(str::to_owned);
            let told = record.tag(TERMINATION);
            let way = WAYS.iter().find(|(way, _)| told.is_some_and(|told| told.eq_ignore_ascii_case(way)));
            let how = way.map_or(How::Rules, |&(_, how)| how);
            Ok(GameRecord {
                board: board(record.rules.variant),
                names: [name("Black"), name("White")],
                start: Draughts::pack(&record.start),
                prelude: Vec::new(),
                moves: record.moves.iter().map(|&mv| Draughts::pack_move(mv)).collect(),
                verdict: match record.result {
                    GameResult::White => Verdict { winner: Some(Side::White), how },
                    GameResult::Black => Verdict { winner: Some(Side::Black), how },
                    GameResult::Draw => Verdict { winner: None, how },
                    GameResult::Unknown => Verdict::BROKEN_OFF,
                },
                number: record.tag("Round").and_then(|round| round.parse().ok()),
                line: record.line,
            })
        };
        pdn::read(bytes, &Draughts::new(variant.rules())).into_iter().map(one).collect()
    }

    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable> {
        let one = |(place, record): (u32, &GameRecord)| {
            let game = Draughts::new(rules(record.board.spec).rules());
            let [black, white] = record.names.clone();
            let mut tags = vec![("Round".to_owned(), record.number.unwrap_or(place).to_string())];
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
                rules: game.rules(),
                naming: game.naming(),
                start: Draughts::unpack(&record.start),
                moves: record.moves.iter().map(|&mv| Draughts::unpack_move(mv)).collect(),
                comments: Vec::new(),
                result,
                line: 1,
            }
        };
        let written: Vec<Record> = (1..).zip(records).map(one).collect();
        Ok(pdn::write(&written))
    }
}
