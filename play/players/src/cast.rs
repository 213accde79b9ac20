//! Creates players from their descriptions.

use crate::lookahead::Pruning;
use crate::lots::{Lots, LotsPlayer};
use crate::minimax::LookaheadPlayer;
use crate::net::{NetJudge, Networks};
use crate::old::OldSolver;
use crate::prover::Prover;
use crate::table::TablePlayer;
use crate::tree::{Policy, Proofs, Threats, TreeMemory, TreePlayer, TreeSettings};
use crate::{Player, PlayerSpecError, Spec};
use nexsolve_core::{Draw, Prober, SplitMix};
use nexsolve_games::{Board, Played};
use nexsolve_oracle::Oracle;
use std::sync::Arc;

/// Creates the players of one game.
pub(crate) struct Cast<G: Played> {
    pub(crate) game: Arc<G>,
    /// For the players that look up positions; `None` if there are none.
    pub(crate) tables: Option<Arc<dyn Prober<G>>>,
    /// The same game without tables, for the player that proves.
    pub(crate) solver: Oracle,
    /// Where networks come from.
    pub(crate) networks: Networks,
}

/// All players: the syntax of each, and what it does.
pub const PLAYERS: &[(&str, &str)] = &[
    (
        "level(N)",
        "plays exactly, but for mistakes of a known rate, from level 1, which makes many, to level 8, which makes few",
    ),
    (
        "perfect",
        "plays exactly where tables or a bounded search know the values; elsewhere it searches, and says so",
    ),
    ("random", "every legal move is equally likely"),
    ("pseudorand", "chooses a kind of move at random, then a move of that kind"),
    ("random-bits", "like random, but draws from the board's bits without listing the moves"),
    ("minimax(D)", "searches D plies ahead; eval=NAME selects the evaluation"),
    ("alphabeta(D)", "like minimax, but prunes what cannot change its choice"),
    ("solver1(N)", "the old program's plain alpha-beta to the end of the game, over at most N positions"),
    ("solver2(N)", "like solver1, with shuffled moves"),
    (
        "solver3(N)",
        "proves what it can within N positions and searches ahead for the rest; eval=NAME, memory=MIB",
    ),
    ("mcts(N)", "the old program's Monte-Carlo tree search by wins ÷ visits, with N simulations per move"),
    (
        "uct(N)",
        "Monte-Carlo tree search by upper confidence bounds, with proofs and a tree kept between moves; c=0.7 sets the constant; with the word connections, virtual connections too, where the game has them; without tables, a win by threats is played at once where the game finds one, unless the word unforced is given",
    ),
    ("puct(N)", "like uct, with equal priors; c=1.5"),
    (
        "table(N)",
        "perfect play from a database; where a table is missing, uct with N simulations and the tables",
    ),
    (
        "net(FILE, N)",
        "Monte-Carlo tree search with N simulations, each judged by the network in FILE, or by the one that the program has for the board; with 1 it plays the move that the network likes best; c=1.5, and fresh, keep, unproven, threads and nodes as for uct",
    ),
];

/// Returns the player's name without the part in brackets: `uct` for `uct(1000)`.
pub fn bare_name(player: &str) -> &str {
    player.split('(').next().unwrap_or(player)
}

impl<G: Played> Cast<G> {
    /// Creates the player that `spec` describes; `seed` determines its random choices.
    ///
    /// # Errors
    /// If there is no such player, or the player does not support these options or this game.
    pub(crate) fn player(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Player<G>>, PlayerSpecError> {
        let mut rest = spec.clone();
        let random = SplitMix(seed);
        let player: Box<dyn Player<G>> = match spec.name.as_str() {
            "random" => Box::new(LotsPlayer(Lots::Uniform, random)),
            "pseudorand" => Box::new(LotsPlayer(Lots::ByKind, random)),
            "random-bits" => Box::new(LotsPlayer(Lots::Bits, random)),
            "minimax" => Box::new(LookaheadPlayer::new(&mut rest, Pruning::Nothing, random)?),
            "alphabeta" => Box::new(LookaheadPlayer::new(&mut rest, Pruning::AlphaBeta, random)?),
            "solver1" => Box::new(OldSolver::new(&mut rest, None)?),
            "solver2" => Box::new(OldSolver::new(&mut rest, Some(random))?),
            "solver3" => Box::new(Prover::new(self.solver.clone(), &mut rest, random)?),
            "mcts" | "uct" | "puct" => Box::new(tree(&*self.game, spec, &mut rest, seed)?),
            "net" => Box::new(judged(&self.networks, self.solver.board(), spec, &mut rest, seed)?),
            "table" => {
                let no_tables = || spec.wrong("table needs a database of this board");
                let tables = self.tables.clone().ok_or_else(no_tables)?;
                Box::new(TablePlayer::new(tables, simulations(&mut rest)?, seed))
            }
            _ => return Err(unknown(spec)),
        };
        finished(&rest)?;
        Ok(player)
    }
}

/// The default maximum of positions in a tree.
const TREE_NODES: usize = 1 << 20;

/// The default constant of `uct` with connections.
const GUIDED: f32 = 1.0;

/// The default constant of `net`.
const NETWORK: f32 = 1.5;

/// Creates a tree search; removes its options from `rest`.
fn tree<G: Played>(
    game: &G,
    spec: &Spec,
    rest: &mut Spec,
    seed: u64,
) -> Result<TreePlayer<G>, PlayerSpecError> {
    let is_guided = spec.name == "uct" && rest.take_word("connections")?;
    if is_guided && game.guide().is_none() {
        return Err(spec.wrong("this game is not won by connections"));
    }
    let (policy, proofs, memory) = match spec.name.as_str() {
        "uct" if is_guided => (Policy::Guided(GUIDED), Proofs::Kept, TreeMemory::Kept),
        "uct" => (TreeSettings::UCT, Proofs::Kept, TreeMemory::Kept),
        "puct" => (Policy::Puct(1.5), Proofs::Kept, TreeMemory::Kept),
        _ => (Policy::Ratio, Proofs::Ignored, TreeMemory::Fresh),
    };
    Ok(TreePlayer::new(settings(spec, rest, policy, proofs, memory)?, seed))
}

/// Returns the settings of a tree search with these defaults; removes its options from `rest`.
fn settings(
    spec: &Spec,
    rest: &mut Spec,
    policy: Policy,
    proofs: Proofs,
    memory: TreeMemory,
) -> Result<TreeSettings, PlayerSpecError> {
    let policy = match (rest.take_as::<f32>("c", "a number such as 0.7")?, policy) {
        (None, policy) => policy,
        (Some(c), _) if !(0.0..=1_000.0).contains(&c) => {
            return Err(spec.wrong("c must be from 0 to 1000"));
        }
        (Some(_), Policy::Ratio) => return Err(spec.wrong("mcts has no constant c; use uct")),
        (Some(c), Policy::Uct(_) | Policy::Scaled(_)) => Policy::Uct(c),
        (Some(c), Policy::Puct(_)) => Policy::Puct(c),
        (Some(c), Policy::Guided(_)) => Policy::Guided(c),
        (Some(c), Policy::Judged(_)) => Policy::Judged(c),
    };
    let threads = rest.take_as::<usize>("threads", "a number of threads")?.unwrap_or(1);
    if !(1..=1_024).contains(&threads) {
        return Err(spec.wrong("threads must be from 1 to 1024"));
    }
    let proofs = if rest.take_word("unproven")? { Proofs::Ignored } else { proofs };
    let has_judge = matches!(policy, Policy::Judged(_));
    let is_blind = has_judge || rest.take_word("unforced")? || proofs == Proofs::Ignored;
    Ok(TreeSettings {
        policy,
        simulations: simulations(rest)?.unwrap_or(0),
        nodes: rest.take_as("nodes", "a number of positions")?.unwrap_or(TREE_NODES).max(1),
        draw: if !has_judge && rest.take_word("generate-first")? { Draw::FirstKind } else { Draw::Uniform },
        proofs,
        threats: if is_blind { Threats::Ignored } else { Threats::Seen },
        memory: match (rest.take_word("fresh")?, rest.take_word("keep")?) {
            (true, true) => return Err(spec.wrong("fresh and keep exclude each other")),
            (true, false) => TreeMemory::Fresh,
            (false, true) => TreeMemory::Kept,
            (false, false) => memory,
        },
        threads,
    })
}

/// Creates a tree search with a network; removes its options from `rest`.
fn judged<G: Played>(
    networks: &Networks,
    board: Board,
    spec: &Spec,
    rest: &mut Spec,
    seed: u64,
) -> Result<TreePlayer<G>, PlayerSpecError> {
    let network = networks.read(rest.file.take().as_deref(), board).map_err(|reason| spec.wrong(reason))?;
    let settings = settings(spec, rest, Policy::Judged(NETWORK), Proofs::Kept, TreeMemory::Kept)?;
    Ok(TreePlayer::new(settings, seed).with_judge(Arc::new(NetJudge(network))))
}

/// Takes the number of simulations, if it is given.
fn simulations(rest: &mut Spec) -> Result<Option<u64>, PlayerSpecError> {
    match rest.number.take() {
        Some(0) => Err(rest.wrong(format!("{} needs at least one simulation", rest.name))),
        number => Ok(number),
    }
}

fn unknown(spec: &Spec) -> PlayerSpecError {
    let names: Vec<&str> = PLAYERS.iter().map(|(player, _)| bare_name(player)).collect();
    spec.wrong(format!("unknown player `{}`; expected one of {}", spec.name, names.join(", ")))
}

/// Checks that no option and no number is left.
fn finished(rest: &Spec) -> Result<(), PlayerSpecError> {
    if rest.number.is_some() {
        return Err(rest.wrong(format!("{} takes no number", rest.name)));
    }
    if rest.file.is_some() {
        return Err(rest.wrong(format!("{} reads no file", rest.name)));
    }
    match rest.options.first() {
        None => Ok(()),
        Some((option, _)) => Err(rest.wrong(format!("{} has no option `{option}`", rest.name))),
    }
}

#[cfg(test)]
mod tests;
