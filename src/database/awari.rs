//! Questions about Awari: the board alone, or with the stores, which decide who wins.

use super::asked::Asked;
use crate::solve::report::Pictured;
use nexsolve_core::{Fault, Game, Notation, ReadError};
use nexsolve_games::awari::{Pit, Pits, SEEDS, Seeds};
use std::ops::Range;

/// A board, and where it is asked who wins, the stores: the mover's and the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pits: Pits,
    stores: Option<[u8; 2]>,
}

/// Who has more than half of the seeds has won.
const MOST_OF: u8 = (SEEDS / 2 + 1) as u8;

impl Pictured for Seeds {}

impl Asked for Seeds {
    type Question = Question;

    const POINTS: bool = true;

    fn read(&self, text: &str) -> Result<Question, ReadError> {
        // The stores stand behind a second bar.
        let bars: Vec<usize> = text.match_indices('|').map(|(at, _)| at).collect();
        let &[_, bar] = &bars[..] else {
            return Ok(Question { pits: self.read_position(text)?, stores: None });
        };
        let pits = self.read_position(&text[..bar])?;
        let stores = read_stores(text, bar + 1)?;
        let seeds = pits.seeds() + stores.iter().map(|&store| u32::from(store)).sum::<u32>();
        if seeds != SEEDS {
            let span = text.len() - text[bar + 1..].trim_start().len()..text.trim_end().len();
            let reason = format!("pits and stores hold {seeds} seeds together; there are {SEEDS}");
            return Err(ReadError::new(span, Fault::Illegal(reason)));
        }
        Ok(Question { pits, stores: Some(stores) })
    }

    fn about(&self, position: &Pits) -> Question {
        Question { pits: *position, stores: None }
    }

    fn position(&self, question: &Question) -> Pits {
        question.pits
    }

    fn after(&self, question: &Question, mv: Pit) -> Question {
        let sown = question.pits.sow(mv);
        let stores = question.stores.map(|[own, other]| [other, own + sown.captured]);
        Question { pits: sown.after, stores }
    }

    fn format(&self, question: &Question) -> String {
        let pits = self.format_position(&question.pits);
        match question.stores {
            Some([own, other]) => format!("{pits} | {own} {other}"),
            None => pits,
        }
    }

    fn draw(&self, question: &Question) -> String {
        let pits = self.diagram(&question.pits);
        match question.stores {
            Some([own, other]) => {
                format!("{pits}In the stores: {own} of the player to move, {other} of the opponent.\n")
            }
            None => pits,
        }
    }

    /// Over the board a game ends when someone has more than half of the seeds.
    fn is_over(&self, question: &Question) -> bool {
        let won = |stores: [u8; 2]| stores.iter().any(|&store| store >= MOST_OF);
        self.outcome(&question.pits).is_some() || question.stores.is_some_and(won)
    }

    fn lead(&self, question: &Question) -> Option<i16> {
        question.stores.map(|[own, other]| i16::from(own) - i16::from(other))
    }

    /// The position is told as the player to move sees it, whoever that is.
    fn mover(&self, _question: &Question) -> Option<&'static str> {
        None
    }
}

/// The two numbers from `at` on.
fn read_stores(text: &str, at: usize) -> Result<[u8; 2], ReadError> {
    let mut words = words(text, at);
    let mut store = |whose: &str| {
        let expected = format!("the seeds in the store of the {whose}");
        let Some(span) = words.next() else {
            let end = text.trim_end().len();
            return Err(ReadError::new(end..end, Fault::expected(&expected, "")));
        };
        let word = &text[span.clone()];
        let number = if word.bytes().all(|b| b.is_ascii_digit()) { word.parse().ok() } else { None };
        let number = number.filter(|&number: &u8| u32::from(number) <= SEEDS);
        number.ok_or_else(|| ReadError::new(span, Fault::expected(&expected, word)))
    };
    let stores = [store("player to move")?, store("opponent")?];
    match words.next() {
        None => Ok(stores),
        Some(span) => {
            let word = text[span.clone()].to_owned();
            Err(ReadError::new(span, Fault::expected("the end: two stores are all", &word)))
        }
    }
}

/// The places of the words from `at` on.
fn words(text: &str, at: usize) -> impl Iterator<Item = Range<usize>> {
    let start = text.as_ptr() as usize;
    text[at..].split_whitespace().map(move |word| {
        let from = word.as_ptr() as usize - start;
        from..from + word.len()
    })
}
