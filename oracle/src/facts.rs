//! Computes known facts again.

use crate::{Answer, Maker, Oracle, OracleError, Small, SmallError, Worth};
use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Notation, Plies, ReadError, Symmetric, Wdl};
use nexsolve_games::{AnyGame, AnyPosition, Board, Fact, NameError, Quantity};
use nexsolve_solver::counts::{CountError, GameCounts};
use nexsolve_solver::{Goal, Options, TableError};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

/// Memory for a search or a count, in bytes.
const MEMORY_BYTES: u64 = 1 << 26;

/// Memory for generating tables, in bytes.
const TABLES_BYTES: u64 = 1 << 30;

/// Why a fact could not be computed.
#[derive(Debug, thiserror::Error)]
pub enum FactError {
    /// The board does not exist.
    #[error(transparent)]
    Board(#[from] NameError),
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] ReadError),
    /// The tables could not be generated.
    #[error(transparent)]
    Small(#[from] SmallError),
    /// The tables could not be read.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The system refused memory for a search.
    #[error(transparent)]
    Memory(#[from] TableError),
    /// The game tree could not be counted.
    #[error(transparent)]
    Count(#[from] CountError),
    /// The game has no search, no finite tree, or no points, as the fact requires.
    #[error("{0} does not have the quantity of this fact")]
    NoSuchThing(Board),
}

/// Computes the quantity of a fact for each of its boards, with tables by `maker`; the answers are separated
/// by spaces.
///
/// # Errors
/// If the fact names an invalid board or position, or the system refuses memory or a folder.
pub fn computed(fact: &Fact, maker: Maker) -> Result<String, FactError> {
    let of = |text: &&str| quantity(nexsolve_games::board(text)?, fact.what, maker);
    let answers: Vec<String> = fact.boards.iter().map(of).collect::<Result<_, _>>()?;
    Ok(answers.join(" "))
}

fn quantity(board: Board, what: Quantity, maker: Maker) -> Result<String, FactError> {
    Ok(match what {
        Quantity::Value => {
            let game = AnyGame::on(board)?;
            // If play can go on for ever, a search cannot prove a draw.
            let worth = if game.longest(&game.start()) == Plies::ENDLESS {
                worth_of(board, &made(board, maker)?, |game| Ok(game.start()))?
            } else {
                solved(board, Goal::Value)?.1.worth
            };
            worth.bounds.wdl().map_or("not proven".to_owned(), |value| value.to_string())
        }
        Quantity::Distance => {
            let score = solved(board, Goal::Distances)?.1.worth.bounds.score();
            score.map_or("not proven".to_owned(), |score| score.to_string())
        }
        Quantity::Openings => {
            let (_, solution) = solved(board, Goal::Moves)?;
            shares([Wdl::Win, Wdl::Draw, Wdl::Loss].map(|value| solution.count_of(Some(value))))
        }
        Quantity::WinningOpenings => {
            let (game, solution) = solved(board, Goal::Moves)?;
            let wins = solution.moves.iter().filter(|mv| mv.worth.bounds.wdl() == Some(Wdl::Win));
            let words: Vec<String> = wins.map(|win| game.format_move(&game.start(), win.mv)).collect();
            words.join(" ")
        }
        Quantity::Tree => {
            let counts = counted(board)?;
            let plies: Vec<String> = counts.plies.iter().map(|ply| ply.nodes.to_string()).collect();
            format!("{} = {}", plies.join(" + "), counts.total.nodes)
        }
        Quantity::TreeNodes => counted(board)?.total.nodes.to_string(),
        Quantity::Positions => counted(board)?.total.positions.to_string(),
        Quantity::Classes => {
            let game = AnyGame::on(board)?;
            let all = laws::positions(&game, Positions::All);
            let classes: HashSet<AnyPosition> = all.iter().map(|position| game.canonical(position)).collect();
            classes.len().to_string()
        }
        Quantity::Games => {
            let game = AnyGame::on(board)?;
            games_from(&game, game.canonical(&game.start()), &mut HashMap::new()).to_string()
        }
        Quantity::Values => {
            let game = AnyGame::on(board)?;
            let all = laws::positions(&game, Positions::All);
            let (losses, draws, wins) = laws::tally(laws::scores(&game, &all).values());
            shares([losses, draws, wins])
        }
        Quantity::Moves { from, depth } => {
            let game = AnyGame::on(board.over_the_board())?;
            let position = game.read_position(from)?;
            let counts: Vec<String> =
                (1..=depth).map(|depth| ways(&game, &position, depth).to_string()).collect();
            counts.join(" ")
        }
        Quantity::Tabled { layers, unit } => tabled(&made(board, maker)?, layers, unit),
        Quantity::Points(position) => {
            let small = made(board, maker)?;
            let worth = worth_of(board, &small, |game| game.read_position(position))?;
            worth.points.ok_or(FactError::NoSuchThing(board))?.0.to_string()
        }
        Quantity::Own(compute) => compute(),
    })
}

fn solved(board: Board, goal: Goal) -> Result<(AnyGame, Answer), FactError> {
    let options = Options::within(MEMORY_BYTES);
    let oracle = Oracle::new(board, &[])?;
    let start = oracle.game().start();
    let never = AtomicBool::new(false);
    let mut searcher = oracle.searcher(options, &never, &())?.ok_or(FactError::NoSuchThing(board))?;
    Ok((oracle.game().clone(), searcher.solve(&start, goal).map_err(OracleError::from)?))
}

fn counted(board: Board) -> Result<GameCounts, FactError> {
    let oracle = Oracle::new(board, &[])?;
    let counts = oracle.tree(MEMORY_BYTES, &AtomicBool::new(false), &|_| {});
    Ok(counts.ok_or(FactError::NoSuchThing(board))??)
}

/// Counts the sequences of `depth` moves. Moves that lead to the same result count once per list entry.
fn ways(game: &AnyGame, position: &AnyPosition, depth: usize) -> u64 {
    match depth {
        1 => game.legal_moves(position).len() as u64,
        _ => game.continuations(position).map(|(_, after)| ways(game, &after, depth - 1)).sum(),
    }
}

/// Counts the games that continue a canonical position; `known` has the counts so far.
fn games_from(game: &AnyGame, position: AnyPosition, known: &mut HashMap<AnyPosition, u64>) -> u64 {
    if game.outcome(&position).is_some() {
        return 1;
    }
    if let Some(&games) = known.get(&position) {
        return games;
    }
    let after: Vec<AnyPosition> =
        game.continuations(&position).map(|(_, after)| game.canonical(&after)).collect();
    let games = after.into_iter().map(|after| games_from(game, after, known)).sum();
    known.insert(position, games);
    games
}

fn made(board: Board, maker: Maker) -> Result<Small, FactError> {
    let small = Small::new(TABLES_BYTES, maker);
    small.make(board)?;
    Ok(small)
}

/// Looks a position up in tables.
fn worth_of(
    board: Board,
    small: &Small,
    position: impl Fn(&AnyGame) -> Result<AnyPosition, ReadError>,
) -> Result<Worth, FactError> {
    let oracle = Oracle::new(board, &small.all())?;
    let position = position(oracle.game())?;
    Ok(oracle.worths(&[position]).map_err(OracleError::from)?[0])
}

/// Counts positions lost, drawn and won: for each of these layers, or for all layers together if none is
/// given.
fn tabled(small: &Small, layers: &[&str], unit: u64) -> String {
    let all = small.all();
    let tables = all.iter().flat_map(|held| &held.opened.database.manifest().tables);
    let tally = |counts: &dyn Fn(&str) -> bool| {
        let mut sums = [0; 3];
        for table in tables.clone().filter(|table| counts(&table.layer)) {
            for (value, positions) in table.values.iter().zip(&table.counts.positions) {
                sums[(value.signum() + 1) as usize] += positions / unit;
            }
        }
        shares(sums)
    };
    let each: Vec<String> = layers.iter().map(|layer| tally(&|name| name == *layer)).collect();
    if each.is_empty() { tally(&|_| true) } else { each.join(", ") }
}

fn shares(counts: [impl ToString; 3]) -> String {
    counts.map(|count| count.to_string()).join(" / ")
}
