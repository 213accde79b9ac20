//! The list of tasks: a proof that a side wins a position, divided into one task for each reply to it.
//!
//! `docs/CERTIFICATES.md` describes the file. A reader checks it by the rules of the game.

use nexsolve_console::{Exit, Fault, Global, files};
use nexsolve_core::{Game, Notation, Plies, Side, Symmetric};
use nexsolve_games::listed::own::is_own;
use nexsolve_games::{AnyGame, AnyPosition, Board};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

/// The first line of the file.
const MAGIC: &str = "nexsolve tasks 1";
/// The number of lines before those of the tasks.
const HEAD: usize = 5;

/// The replies to a position. If `side`, which is not to move there, wins after each of them, it wins the
/// position.
pub(crate) struct TaskList {
    pub(crate) board: Board,
    pub(crate) game: AnyGame,
    pub(crate) position: AnyPosition,
    pub(crate) side: Side,
    /// Task 1 comes first.
    pub(crate) tasks: Vec<Task>,
}

/// A task: to prove that the side wins after a reply.
pub(crate) struct Task {
    /// The number of the task, from 1.
    pub(crate) number: usize,
    /// The reply.
    pub(crate) reply: String,
    /// The position after the reply, in which the side is to move.
    pub(crate) position: AnyPosition,
    /// The same as text.
    pub(crate) text: String,
}

impl TaskList {
    /// Lists the replies, one of those that lead to symmetric positions.
    pub(crate) fn new(board: Board, position: AnyPosition) -> Result<Self, Fault> {
        let mut list = Self::empty(board, position)?;
        let mut seen = HashSet::new();
        for (reply, after) in list.replies()? {
            if seen.insert(list.game.canonical(&after)) {
                let (number, text) = (list.tasks.len() + 1, list.game.format_position(&after));
                list.tasks.push(Task { number, reply, position: after, text });
            }
        }
        Ok(list)
    }

    fn empty(board: Board, position: AnyPosition) -> Result<Self, Fault> {
        let game = AnyGame::on(board)?;
        let is_endless = game.longest(&position) == Plies::ENDLESS;
        if board.sides().is_none() || is_own(board) || !game.is_searched() || is_endless {
            return Err(Fault::usage(format!("certificates of {} are not supported", board.title())));
        }
        if game.outcome(&position).is_some() {
            return Err(Fault::usage("the game is over in the position: there is no reply to it"));
        }
        let side = game.side_to_move(&position).other();
        Ok(Self { board, game, position, side, tasks: Vec::new() })
    }

    /// Returns the replies after which the game goes on, and the positions after them. If the game is over
    /// after one, the side must have won, since there is nothing left to prove.
    fn replies(&self) -> Result<Vec<(String, AnyPosition)>, Fault> {
        let Self { game, position, side, .. } = self;
        let mut replies = Vec::new();
        for (reply, after) in game.continuations(position) {
            let reply = game.format_move(position, reply);
            match game.outcome(&after).map(|outcome| outcome.winner(game.side_to_move(&after))) {
                None => replies.push((reply, after)),
                Some(winner) if winner == Some(*side) => {}
                Some(_) => {
                    let side = game.side(*side);
                    return Err(Fault::usage(format!("{side} does not win: the game is over after {reply}")));
                }
            }
        }
        Ok(replies)
    }

    /// Returns how the position is written in certificates.
    pub(crate) fn root(&self) -> String {
        if self.is_start() { "start".to_owned() } else { self.game.format_position(&self.position) }
    }

    pub(crate) fn is_start(&self) -> bool {
        self.position == self.game.start()
    }

    /// Returns the file.
    pub(crate) fn write(&self) -> String {
        let Self { board, side, tasks, .. } = self;
        let (root, side, count) = (self.root(), side.word(), tasks.len());
        let mut text = format!("{MAGIC}\nboard {board}\nposition {root}\nclaim {side} wins\ntasks {count}\n");
        for Task { number, reply, text: position, .. } in tasks {
            let _ = writeln!(text, "{number}\t{reply}\t{position}");
        }
        text
    }

    /// Reads a file, and checks that its tasks are replies to the position, one for each up to symmetry.
    pub(crate) fn read(path: &Path, global: &Global) -> Result<Self, Fault> {
        let text = files::text(path, files::read_part(path, global.memory, 4)?)?;
        let name = files::name(path);
        let wrong = |line: usize, what: &str| {
            Fault::new(Exit::Check, format!("{name}:{line}: {what}"))
                .hint("nexsolve tasks list writes a new list")
        };
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(Fault::input(format!("{name} is not a list of tasks: expected the line `{MAGIC}`"))
                .hint("nexsolve tasks list writes one"));
        }
        let field = |line: Option<&str>, word: &str| Some(line?.strip_prefix(word)?.to_owned());
        let [board, position, claim, count] =
            ["board ", "position ", "claim ", "tasks "].map(|word| field(lines.next(), word));
        let board = board.and_then(|board| nexsolve_games::board(&board).ok());
        let board = board.ok_or_else(|| wrong(2, "expected `board` and a board"))?;
        let position = position.and_then(|text| AnyGame::on(board).ok()?.read_position(&text).ok());
        let position = position.ok_or_else(|| wrong(3, "expected `position` and a position"))?;
        let mut list = Self::empty(board, position)?;
        let expected = format!("{} wins", list.side.word());
        if claim.as_ref() != Some(&expected) {
            return Err(wrong(4, &format!("expected `claim {expected}`")));
        }
        let mut open: HashSet<AnyPosition> =
            list.replies()?.iter().map(|(_, after)| list.game.canonical(after)).collect();
        for (number, line) in (1..).zip(lines) {
            let task = list.task(number, line).ok_or_else(|| {
                wrong(number + HEAD, &format!("expected task {number}: a reply, and the position after it"))
            })?;
            if !open.remove(&list.game.canonical(&task.position)) {
                return Err(wrong(number + HEAD, "an earlier task has a symmetric position"));
            }
            list.tasks.push(task);
        }
        if !open.is_empty() || count.as_deref() != Some(&list.tasks.len().to_string()) {
            return Err(wrong(HEAD, "tasks are missing"));
        }
        Ok(list)
    }

    /// Reads the line of a task.
    fn task(&self, number: usize, line: &str) -> Option<Task> {
        let rest = line.strip_prefix(&number.to_string())?.strip_prefix('\t')?;
        let (reply, text) = rest.split_once('\t')?;
        let position = self.game.play(&self.position, self.game.read_move(&self.position, reply).ok()?);
        let (reply, text) = (reply.to_owned(), text.to_owned());
        let is_spelled = self.game.format_position(&position) == text
            && self.game.read_position(&text).is_ok_and(|read| read == position);
        is_spelled.then_some(Task { number, reply, position, text })
    }
}
