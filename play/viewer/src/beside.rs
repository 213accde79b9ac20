//! Variations, comments and tags of a game in requests and answers.

use crate::app::App;
use crate::problem::{Problem, ProblemKind};
use nexsolve_core::{Course, Game, Notation, Side};
use nexsolve_games::records::{self, Branch, How, Verdict};
use nexsolve_games::{AnyGame, AnyPosition};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The limit of moves in variations, as a multiple of the limit of a main line.
pub(crate) const VARIATIONS: usize = 10;

/// Characters of all comments and tags of one game.
const TEXT_CHARS: usize = 200_000;

/// A move outside the main line, after the position with this number: 0 is the start, `n` the position after
/// the `n`-th move, and those after the moves of the variations follow in their order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BranchText {
    after: usize,
    #[serde(rename = "move")]
    mv: String,
}

/// Variations, comments and tags of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Beside {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) variations: Vec<BranchText>,
    /// By the number of the position.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) comments: BTreeMap<usize, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<(String, String)>,
}

impl Beside {
    /// Converts the variations, comments and tags of a record. `course` is its game, which begins with
    /// `prelude` moves that the record does not count.
    pub(crate) fn of(beside: &records::Beside, course: &Course<'_, AnyGame>, prelude: usize) -> Self {
        let game = course.game();
        let mut positions = course.positions().to_vec();
        let mut variations = Vec::with_capacity(beside.branches.len());
        for &Branch { after, mv } in &beside.branches {
            let after = after + prelude;
            variations.push(BranchText { after, mv: game.format_in_full(&positions[after], mv) });
            positions.push(game.play(&positions[after], mv));
        }
        let comments = beside.comments.iter().map(|(&at, text)| (at + prelude, text.clone())).collect();
        Self { variations, comments, tags: beside.tags.clone() }
    }

    /// The same by the rules, for the game of a request.
    ///
    /// # Errors
    /// If a move is not legal, or there are too many.
    pub(crate) fn read(&self, app: &App, course: &Course<'_, AnyGame>) -> Result<records::Beside, Problem> {
        let most = VARIATIONS * app.limits.moves;
        if self.variations.len() > most {
            let message = format!("the variations of a game may have at most {most} moves");
            return Err(Problem::new(ProblemKind::Limit, message));
        }
        let texts = self.comments.values().chain(self.tags.iter().flat_map(|(key, value)| [key, value]));
        if texts.map(|text| text.chars().count()).sum::<usize>() > TEXT_CHARS {
            let message = format!("the comments and tags of a game may have at most {TEXT_CHARS} characters");
            return Err(Problem::new(ProblemKind::Limit, message));
        }
        let game = course.game();
        let mut positions: Vec<AnyPosition> = course.positions().to_vec();
        let mut branches = Vec::with_capacity(self.variations.len());
        for (number, BranchText { after, mv: text }) in (1..).zip(&self.variations) {
            app.check_text(ProblemKind::Move, text)?;
            let placed = |problem: Problem| problem.hint(format!("this is move {number} of the variations"));
            let Some(position) = positions.get(*after) else {
                let message = format!("there is no position {after} before this move");
                return Err(placed(Problem::new(ProblemKind::Move, message)));
            };
            let read = game.read_move(position, text);
            let mv = read.map_err(|error| placed(Problem::read(ProblemKind::Move, text, &error)))?;
            branches.push(Branch { after: *after, mv });
            positions.push(game.play(&positions[*after], mv));
        }
        if let Some((at, _)) = self.comments.last_key_value().filter(|(at, _)| **at >= positions.len()) {
            let message = format!("there is no position {at} for this comment");
            return Err(Problem::new(ProblemKind::Move, message));
        }
        Ok(records::Beside { branches, comments: self.comments.clone(), tags: self.tags.clone() })
    }
}

/// Words for the ways in which a game can end other than by its rules.
const WAYS: [(How, &str); 4] =
    [(How::Time, "time"), (How::Forfeit, "forfeit"), (How::Resigned, "resigned"), (How::Length, "length")];

/// The word for a way to end; `None` if the game ended by its rules, or was broken off.
pub(crate) fn how_word(how: How) -> Option<&'static str> {
    WAYS.iter().find_map(|&(of, word)| (of == how).then_some(word))
}

/// The way to end that a word in a request names.
///
/// # Errors
/// If there is no such word.
pub(crate) fn verdict(result: Option<&str>, how: Option<&str>) -> Result<Verdict, Problem> {
    let winner = match result {
        None => return Ok(Verdict::BROKEN_OFF),
        Some("draw") => None,
        Some("black") => Some(Side::Black),
        Some("white") => Some(Side::White),
        Some(_) => {
            return Err(Problem::new(ProblemKind::Request, "`result` is one of black, white and draw"));
        }
    };
    let way = |word: &str| WAYS.iter().find(|(_, of)| *of == word).map(|&(how, _)| how);
    match how {
        None => Ok(Verdict { winner, how: How::Rules }),
        Some(word) => match way(word) {
            Some(how) => Ok(Verdict { winner, how }),
            None => {
                Err(Problem::new(ProblemKind::Request, "`how` is one of time, forfeit, resigned and length"))
            }
        },
    }
}
