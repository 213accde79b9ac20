//! What a position and each of its moves is worth, and how that is known.

use crate::games::{Points, Viewed};
use crate::problem::Problem;
use crate::search::Search;
use crate::tables::{Found, Stack};
use nexsolve_core::{Bounds, Plies, Score, Wdl};
use nexsolve_players::Course;

/// Of more moves than these none is told.
pub(crate) const MOST_MOVES: usize = 5_000;

/// What something is worth: a position for the side to move, a move for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    /// Who wins, and how soon.
    pub(crate) bounds: Bounds,
    /// Points from here on.
    pub(crate) points: Option<i16>,
    /// Points at the end of the game.
    pub(crate) margin: Option<i16>,
}

impl Worth {
    pub(crate) const UNKNOWN: Self = Self { bounds: Bounds::UNKNOWN, points: None, margin: None };

    /// Of who wins, and how soon.
    pub(crate) fn of(bounds: Bounds) -> Self {
        Self { bounds, ..Self::UNKNOWN }
    }

    /// Whether anything is proven of who wins.
    fn says_something(&self) -> bool {
        self.bounds.lo.wdl() != Wdl::Loss || self.bounds.hi.wdl() != Wdl::Win
    }

    /// Whether it is known who wins.
    pub(crate) fn is_known(&self) -> bool {
        self.bounds.wdl().is_some()
    }
}

/// A legal move, its worth, and what follows it where a search has found that.
#[derive(Clone, Debug)]
pub(crate) struct KnownMove<M> {
    pub(crate) mv: M,
    pub(crate) worth: Worth,
    pub(crate) line: Vec<M>,
}

/// How something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// By the rules: the game is over, or every move ends it.
    Rules,
    /// By tables.
    Table,
    /// By a search, which may have had tables.
    Search,
    /// It is not.
    Nothing,
}

impl Source {
    /// As documents spell it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Table => "table",
            Self::Search => "search",
            Self::Nothing => "none",
        }
    }
}

/// A position and its moves.
pub(crate) struct Known<M> {
    /// The position, for the side to move.
    pub(crate) worth: Worth,
    /// The moves, in the game's order; none where the game is over, or there are too many.
    pub(crate) moves: Vec<KnownMove<M>>,
    /// How many there are.
    pub(crate) count: usize,
    /// How the answer is known.
    pub(crate) source: Source,
    /// The databases that have told something.
    pub(crate) tables: Vec<String>,
    /// The positions that a search has visited, and whether it has asked all it can.
    pub(crate) searched: Option<(u64, bool)>,
    /// Whether who wins is still to be found out, of the position or of a move.
    pub(crate) is_open: bool,
}

/// Finds out what the position and its moves are worth: by the rules, by the tables, and with a search what they leave open.
pub(crate) fn know<G: Viewed>(
    course: &Course<'_, G>,
    tables: &Stack<'_, G>,
    search: Option<&Search<'_>>,
) -> Result<Known<G::Move>, Problem> {
    let (game, position) = (course.game(), course.position());
    if let Some(ending) = course.ending() {
        let bounds = Bounds::exact(Score::of_outcome(ending.value_for(course.side())));
        return Ok(known(Worth::of(bounds), Vec::new(), 0, Source::Rules));
    }
    let mut legal = Vec::new();
    game.moves(position, &mut legal);
    if legal.len() > MOST_MOVES {
        return Ok(Known {
            is_open: true,
            ..known(Worth::UNKNOWN, Vec::new(), legal.len(), Source::Nothing)
        });
    }
    let mut looked = Looked::new(course, legal, tables)?;
    let mut searched = None;
    if looked.is_open()
        && let Some(search) = search
        && let Some(found) = game.search(position, tables, search)
    {
        let found = found?;
        for (known, report) in looked.moves.iter_mut().zip(found.moves) {
            if !known.worth.is_known() {
                known.worth.bounds = report.bounds;
                known.line = report.line;
            }
        }
        searched = Some((found.nodes, found.exhausted));
    }
    let worth = looked.worth(course, tables)?;
    let Looked { moves, mut used, by_rules, .. } = looked;
    used.sort_unstable();
    used.dedup();
    let proven = worth.says_something() || moves.iter().any(|known| known.worth.says_something());
    let source = match searched {
        Some(_) if proven => Source::Search,
        _ if !used.is_empty() => Source::Table,
        _ if by_rules && worth.is_known() => Source::Rules,
        _ => Source::Nothing,
    };
    let is_open = !worth.is_known() || moves.iter().any(|known| !known.worth.is_known());
    let count = moves.len();
    // A search takes what all tables know as proven.
    let used = if searched.is_some() { tables.sources() } else { used };
    let tables = used.into_iter().map(|source| tables.name(source).to_owned()).collect();
    Ok(Known { tables, searched, is_open, ..known(worth, moves, count, source) })
}

fn known<M>(worth: Worth, moves: Vec<KnownMove<M>>, count: usize, source: Source) -> Known<M> {
    Known { worth, moves, count, source, tables: Vec::new(), searched: None, is_open: false }
}

/// The moves, as far as rules and tables tell.
struct Looked<M> {
    moves: Vec<KnownMove<M>>,
    /// Sources that have told something.
    used: Vec<usize>,
    /// Whether a move ends the game.
    by_rules: bool,
    /// Whether a move ends the game by what came before: tables know nothing of that.
    by_past: bool,
}

impl<M: Copy> Looked<M> {
    fn new<G: Viewed<Move = M>>(
        course: &Course<'_, G>,
        legal: Vec<M>,
        tables: &Stack<'_, G>,
    ) -> Result<Self, Problem> {
        let (game, position) = (course.game(), course.position());
        let here = game.points(position);
        let mut looked = Self {
            moves: Vec::with_capacity(legal.len()),
            used: Vec::new(),
            by_rules: false,
            by_past: false,
        };
        let (mut asked, mut open) = (Vec::new(), Vec::new());
        // Positions in which a game for points is over, with seeds left that the tables go on playing for.
        let (mut decided, mut played_on) = (Vec::new(), Vec::new());
        for mv in legal {
            let after = game.play(position, mv);
            let mut worth = Worth::UNKNOWN;
            if let Some(ending) = course.ending_after(mv) {
                let outcome = ending.value_for(game.side_to_move(&after));
                worth.bounds = Bounds::exact(Score::of_outcome(outcome)).lift();
                looked.by_rules = true;
                looked.by_past |= game.outcome(&after) != Some(outcome);
                if let (Some(here), Some(there)) = (here, game.points(&after)) {
                    if there.is_blocked {
                        // What is left on a board without moves is the opponent's of who cannot move.
                        worth = after_move(worth.bounds, here, there, -there.rest);
                    } else if game.outcome(&after).is_none() {
                        // What came before has ended it: the rest is split evenly.
                        worth = after_move(worth.bounds, here, there, 0);
                    } else {
                        decided.push(after);
                        played_on.push(looked.moves.len());
                    }
                }
            } else {
                asked.push(after);
                open.push(looked.moves.len());
            }
            looked.moves.push(KnownMove { mv, worth, line: Vec::new() });
        }
        for ((i, after), found) in open.into_iter().zip(&asked).zip(tables.look(&asked)?) {
            let Some(Found { bounds, points, source }) = found else { continue };
            let known = &mut looked.moves[i];
            known.worth.bounds = bounds.lift();
            if let (Some(here), Some(there), Some(points)) = (here, game.points(after), points) {
                known.worth = after_move(bounds.lift(), here, there, points);
            }
            looked.used.push(source);
        }
        for ((i, after), found) in played_on.into_iter().zip(&decided).zip(tables.look(&decided)?) {
            let found = found.and_then(|found| found.points.map(|points| (points, found.source)));
            if let (Some((points, source)), Some(here), Some(there)) = (found, here, game.points(after)) {
                // Who wins, the rules have said.
                let known = &mut looked.moves[i];
                known.worth = after_move(known.worth.bounds, here, there, points);
                looked.used.push(source);
            }
        }
        Ok(looked)
    }

    /// Whether it is open who wins after some move.
    fn is_open(&self) -> bool {
        self.moves.iter().any(|known| !known.worth.is_known())
    }

    /// What the position is worth: the best of its moves, and what a table says of itself, where no move ends the game by
    /// what came before.
    fn worth<G: Viewed<Move = M>>(
        &mut self,
        course: &Course<'_, G>,
        tables: &Stack<'_, G>,
    ) -> Result<Worth, Problem> {
        let best = |bound: fn(&Bounds) -> Score| {
            self.moves
                .iter()
                .map(|known| bound(&known.worth.bounds))
                .max()
                .expect("a game that is not over has a move")
        };
        let mut worth = Worth::of(Bounds { lo: best(|bounds| bounds.lo), hi: best(|bounds| bounds.hi) });
        let position = course.position();
        let points: Option<Vec<i16>> = self.moves.iter().map(|known| known.worth.points).collect();
        if let (Some(points), Some(here)) = (points, course.game().points(position)) {
            worth.points = points.into_iter().max();
            worth.margin = worth.points.map(|points| here.lead + points);
        }
        let own = tables.look(&[*position])?[0].filter(|_| !self.by_past);
        if let Some(own) = own {
            let Bounds { lo, hi } = worth.bounds;
            let both = Bounds { lo: lo.max(own.bounds.lo), hi: hi.min(own.bounds.hi) };
            if both.lo > both.hi {
                let message = format!(
                    "the database {} contradicts itself: a position that is a {} has a move that is a {}",
                    tables.name(own.source),
                    own.bounds.lo.wdl(),
                    lo.wdl()
                );
                return Err(Problem::new(crate::problem::Kind::Table, message)
                    .hint("nexsolve verify DIR tells all that is wrong"));
            }
            self.used.push(own.source);
            worth.bounds = both;
            if let (Some(points), Some(here)) = (own.points, course.game().points(position)) {
                worth.points = Some(points);
                worth.margin = Some(here.lead + points);
            }
        }
        Ok(worth)
    }
}

/// The worth of a move from one position to another, after which the opponent wins so many more. Where points are counted plies are
/// not: tables of points say nothing of them.
fn after_move(bounds: Bounds, here: Points, there: Points, points: i16) -> Worth {
    let bounds = match bounds.wdl() {
        Some(Wdl::Win) => Bounds { lo: Score::WIN, hi: Score::win_in(Plies(0)) },
        Some(Wdl::Loss) => Bounds { lo: Score::loss_in(Plies(0)), hi: Score::LOSS },
        _ => bounds,
    };
    Worth { bounds, points: Some(here.rest - there.rest - points), margin: Some(-(there.lead + points)) }
}

/// The best of these, by value and distance, or by points where all have some; the first of equals.
pub(crate) fn best<M>(moves: &[KnownMove<M>]) -> Option<&KnownMove<M>> {
    let by_points = moves.iter().all(|known| known.worth.points.is_some());
    let rank = |known: &KnownMove<M>| {
        let points = if by_points { known.worth.margin } else { None };
        (known.worth.bounds.wdl().map(rank_of), points, known.worth.bounds.lo, known.worth.bounds.hi)
    };
    moves.iter().rev().max_by_key(|known| rank(known))
}

const fn rank_of(value: Wdl) -> u8 {
    match value {
        Wdl::Loss => 0,
        Wdl::Draw => 1,
        Wdl::Win => 2,
    }
}
