//! The standard commands, and those of Hex programs.

use super::clock::Clock;
use super::connections;
use super::line::read_side;
use super::session::{Answer, Ended, GtpSession, Loading};
use nexsolve_core::{Ending, Notation, Side, Strength};
use nexsolve_games::records::{GameRecord, Given};
use nexsolve_games::{AnyGame, HalfPoints};
use nexsolve_players::FixedPlayer;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

/// All commands, each with what it expects.
const COMMANDS: &[(&str, &str)] = &[
    ("all_legal_moves", "nothing else"),
    ("boardsize", "a size, as in boardsize 11, or rows and columns"),
    ("clear_board", "nothing else"),
    ("compute-fillin", "nothing else"),
    ("final_score", "nothing else"),
    ("genmove", "a colour, black or white"),
    ("gogui-analyze_commands", "nothing else"),
    ("hexgui-analyze_commands", "nothing else"),
    ("known_command", "nothing else"),
    ("komi", "a number, as in komi 0"),
    ("list_commands", "nothing else"),
    ("loadsgf", "a file, optionally followed by a move number"),
    ("name", "nothing else"),
    ("nexsolve-exam_move", "nothing else, or the --seed of an exam"),
    ("nexsolve-move_values", "a number of positions to visit"),
    ("nexsolve-position", "nothing else"),
    ("nexsolve-statistics", "nothing else"),
    ("nexsolve-value", "a number of positions to visit"),
    ("play", "a colour and a move"),
    ("protocol_version", "nothing else"),
    ("quit", "nothing else"),
    ("reg_genmove", "a colour, black or white"),
    ("showboard", "nothing else"),
    ("time_left", "a colour, seconds, and moves"),
    ("time_settings", "main time in seconds, period in seconds, and moves per period"),
    ("undo", "nothing else"),
    ("vc-between-cells-full", "a colour and two cells or edges"),
    ("vc-between-cells-semi", "a colour and two cells or edges"),
    ("vc-build", "a colour"),
    ("vc-connected-to-full", "a colour and a cell or edge"),
    ("vc-connected-to-semi", "a colour and a cell or edge"),
    ("vc-get-mustplay", "a colour"),
    ("version", "nothing else"),
];

/// The maximum size of a game file, in bytes.
const LARGEST_FILE: u64 = 16 << 20;

/// The analyses offered to graphical interfaces: type of answer, title, command.
const ANALYSES: &str = "\
string/Legal moves/all_legal_moves
string/Value of the position/nexsolve-value
string/Values of all moves/nexsolve-move_values
string/Thoughts about the last move/nexsolve-statistics
string/Position in writing/nexsolve-position";

impl GtpSession<'_> {
    /// Executes a command with its arguments, as words and as the `rest` of the line.
    pub(super) fn command(
        &mut self,
        command: &str,
        words: &[String],
        rest: &str,
        clock: &mut Clock,
    ) -> Answer {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let done = || Ok(String::new());
        match (command, &words[..]) {
            ("quit", _) => {
                self.ended = Some(Ended::Quit);
                done()
            }
            ("boardsize", words) => self.boardsize(words, clock),
            ("loadsgf", [_, ..]) => self.loadsgf(rest, clock),
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok(format!("nexsolve {}", self.game().card().title)),
            ("version", _) => Ok(self.setup.version.to_owned()),
            ("list_commands", _) => Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n")),
            ("known_command", words) => Ok(words.first().is_some_and(|name| is_known(name)).to_string()),
            ("clear_board", _) => {
                self.clear();
                clock.restart();
                done()
            }
            ("komi", [points]) if points.parse::<f64>().is_ok_and(f64::is_finite) => done(),
            ("play", [side, first, rest @ ..]) => {
                let text = std::iter::once(first).chain(rest).copied().collect::<Vec<_>>().join(" ");
                read_side(side).and_then(|side| self.play(side, &text))
            }
            ("genmove" | "reg_genmove", [side]) => {
                read_side(side).and_then(|side| self.genmove(side, command == "genmove", clock))
            }
            ("undo", _) if self.undo() => done(),
            ("undo", _) => Err("cannot undo".to_owned()),
            ("showboard", _) => Ok(self.showboard()),
            ("final_score", _) => self.final_score(),
            ("all_legal_moves", _) => Ok(self.all_legal_moves()),
            ("time_settings", [main, period, moves]) => time_settings(main, period, moves, clock),
            ("time_left", [side, time, moves]) => time_left(side, time, moves, clock),
            ("nexsolve-position", _) => Ok(self.game().format_position(self.course.position())),
            ("nexsolve-exam_move", words) => self.exam_move(words),
            ("nexsolve-value", words) => self.value(words),
            ("nexsolve-move_values", words) => self.move_values(words),
            ("nexsolve-statistics", _) => {
                self.thought.clone().ok_or_else(|| "no move has been generated in this game".to_owned())
            }
            ("vc-build", [side]) => self.connection(side),
            ("vc-get-mustplay", [side]) => self.must_play(side),
            ("vc-connected-to-full", [side, end]) => self.connected_to(Strength::Full, side, end),
            ("vc-connected-to-semi", [side, end]) => self.connected_to(Strength::Semi, side, end),
            ("vc-between-cells-full", [side, from, to]) => self.between(Strength::Full, side, from, to),
            ("vc-between-cells-semi", [side, from, to]) => self.between(Strength::Semi, side, from, to),
            ("compute-fillin", _) => self.fill_in(),
            ("hexgui-analyze_commands" | "gogui-analyze_commands", _) => Ok(self.analyses()),
            (known, _) if is_known(known) => Err(misused(known)),
            _ => Err("unknown command".to_owned()),
        }
    }

    /// Returns the analyses offered to graphical interfaces.
    fn analyses(&self) -> String {
        if self.game().connections().is_some() {
            format!("{ANALYSES}\n{}", connections::ANALYSES)
        } else {
            ANALYSES.to_owned()
        }
    }

    fn boardsize(&mut self, words: &[&str], clock: &mut Clock) -> Answer {
        let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[n]) => self.begin((n, n), None, clock),
            Some(&[rows, cols]) => self.begin((rows, cols), None, clock),
            _ => Err(misused("boardsize")),
        }
    }

    /// Loads a game; with a move number, up to the position before that move.
    fn loadsgf(&mut self, rest: &str, clock: &mut Clock) -> Answer {
        let (file, before) = file_and_number(rest).ok_or_else(|| misused("loadsgf"))?;
        let moves = before.map(|number| number.saturating_sub(1));
        let unloaded = |reason: String| format!("cannot load file: {reason}");
        let sgf = read_file(Path::new(file)).map_err(|error| unloaded(error.to_string()))?;
        let record = read_sgf(self.game(), &sgf).map_err(unloaded)?;
        self.begin(record.board.grid(), Some(Loading { record, moves }), clock)
    }

    /// Begins a game on a board of this size, loaded from a file if `loading` is given: in this session if
    /// the board matches, else in the next session.
    fn begin(&mut self, (rows, cols): (u32, u32), loading: Option<Loading>, clock: &mut Clock) -> Answer {
        if self.game().board().grid() == (rows, cols) {
            match loading {
                None => self.clear(),
                Some(loading) => self.load(loading),
            }
        } else if (self.setup.sizes)(rows, cols) {
            self.ended = Some(Ended::Resized(rows, cols, loading.map(Box::new)));
        } else {
            return Err("unacceptable size".to_owned());
        }
        clock.restart();
        Ok(String::new())
    }

    fn play(&mut self, side: Side, text: &str) -> Answer {
        self.settling(side, |session| session.play_settled(side, text))
    }

    fn play_settled(&mut self, side: Side, text: &str) -> Answer {
        let is_over = self.ending();
        if text.eq_ignore_ascii_case("pass") && is_over.is_some() {
            return Ok(String::new());
        }
        if let Some(Ending { reason, .. }) = is_over {
            return Err(format!("illegal move: the game is over: {reason}"));
        }
        if text.eq_ignore_ascii_case("resign") {
            self.resigned = Some(side);
            return Ok(String::new());
        }
        self.check_turn(side)?;
        // In some games a pass is a move.
        let read = self.read_move(text);
        if read.is_err() && text.eq_ignore_ascii_case("pass") {
            return Err("illegal move: passing is not allowed".to_owned());
        }
        let (mv, turns) = read?;
        self.make(mv, turns);
        Ok(String::new())
    }

    fn check_turn(&self, side: Side) -> Result<(), String> {
        let to_move = self.side();
        let wrong = || format!("illegal move: it is {}'s turn", self.game().side(to_move));
        if side == to_move { Ok(()) } else { Err(wrong()) }
    }

    /// Chooses a move, and plays it if `is_played`.
    fn genmove(&mut self, side: Side, is_played: bool, clock: &mut Clock) -> Answer {
        if let Some(Ending { winner, .. }) = self.ending() {
            return Ok(if winner == Some(side.other()) { "resign" } else { "pass" }.to_owned());
        }
        self.settling(side, |session| {
            session.check_turn(side)?;
            let mv = session.choose(clock)?;
            let word = session.word(mv);
            if is_played {
                session.make(mv, session.turns(mv));
            }
            Ok(word)
        })
    }

    fn showboard(&self) -> String {
        let (game, position) = (self.game(), *self.course.position());
        let position = self.mirrored.and_then(|_| game.mirrored(&position)).unwrap_or(position);
        let board = game.diagram_in_words(&position);
        let turn = match self.ending() {
            None => format!("{} to move", game.side(self.side())),
            Some(Ending { winner: None, reason }) => format!("drawn: {reason}"),
            Some(Ending { winner: Some(winner), reason }) => {
                format!("{} has won: {reason}", game.side(winner))
            }
        };
        // Some diagrams already show the turn.
        if board.lines().any(|line| line == turn) { board } else { board + &turn }
    }

    fn final_score(&self) -> Answer {
        let Some(Ending { winner, .. }) = self.ending() else {
            return Err("cannot score: the game is not over".to_owned());
        };
        let how = match self.game().totals(&self.course.positions()[0], self.course.moves()) {
            _ if self.resigned.is_some() => "R".to_owned(),
            Some([black, white]) => HalfPoints(black.0.abs_diff(white.0)).to_string(),
            None => String::new(),
        };
        Ok(winner.map_or_else(|| "0".to_owned(), |winner| format!("{}+{how}", winner.letter())))
    }

    fn all_legal_moves(&self) -> String {
        if self.resigned.is_some() {
            return String::new();
        }
        let words: Vec<String> = self.course.legal().into_iter().map(|mv| self.word(mv)).collect();
        words.join(" ")
    }
}

impl GtpSession<'_> {
    /// Returns the move that the player chooses in an exam of this position with this seed. The game so far
    /// does not matter.
    pub(super) fn exam_move(&self, words: &[&str]) -> Answer {
        let seed = match words {
            [] => Some(0),
            [word] => word.parse().ok(),
            _ => None,
        };
        let seed = seed.ok_or_else(|| misused("nexsolve-exam_move"))?;
        if self.ending().is_some() {
            return Err("the game is over".to_owned());
        }
        let player = FixedPlayer::new(self.game(), &*self.setup.create, seed);
        let chosen = player.choose(self.course.position(), self.setup.stop);
        chosen.map(|mv| self.word(mv)).map_err(|error| error.to_string())
    }
}

fn is_known(command: &str) -> bool {
    COMMANDS.iter().any(|(name, _)| *name == command)
}

/// Returns the error for missing or malformed arguments of a command.
pub(super) fn misused(command: &str) -> String {
    let usage = COMMANDS.iter().find(|(name, _)| *name == command).map_or("nothing else", |(_, usage)| usage);
    format!("syntax error: expected {usage}")
}

/// Reads the first game of an SGF file, on any board.
fn read_sgf(game: &AnyGame, sgf: &[u8]) -> Result<GameRecord, String> {
    let (card, board) = (game.card(), game.board());
    if nexsolve_games::records::of(card).extension() != "sgf" {
        return Err(format!("games of {} are not stored as SGF", card.title));
    }
    match nexsolve_games::records::of(card).read(sgf, Given::Is(board)).into_iter().next() {
        Some(Ok(record)) if record.board.spec == board.spec => Ok(record),
        Some(Ok(_)) => Err("the game belongs to another variant of this game".to_owned()),
        Some(Err(fault)) => Err(format!("line {}: {}", fault.line, fault.reason)),
        None => Err("no game".to_owned()),
    }
}

/// Splits the argument of `loadsgf`: a file, in quotation marks or not, perhaps followed by a move number.
/// The name of an existing file may contain spaces and end with a number.
fn file_and_number(rest: &str) -> Option<(&str, Option<usize>)> {
    if let Some((file, after)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        return match after.trim() {
            "" => Some((file, None)),
            number => Some((file, Some(number.parse().ok()?))),
        };
    }
    let numbered = rest.rsplit_once(' ').and_then(|(file, number)| Some((file, number.parse().ok()?)));
    match numbered {
        Some((file, number)) if !Path::new(rest).exists() => Some((file.trim_end(), Some(number))),
        _ => Some((rest, None)),
    }
}

/// Reads a regular file; anything else could block forever.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the file is too large"));
    }
    Ok(bytes)
}

fn read_seconds(word: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(word.parse().ok()?).ok()
}

fn time_settings(main: &str, period: &str, moves: &str, clock: &mut Clock) -> Answer {
    let (Some(main), Some(period), Ok(moves)) = (read_seconds(main), read_seconds(period), moves.parse())
    else {
        return Err(misused("time_settings"));
    };
    clock.set(main, period, moves);
    Ok(String::new())
}

fn time_left(side: &str, time: &str, moves: &str, clock: &mut Clock) -> Answer {
    let side = read_side(side)?;
    let (Some(time), Ok(moves)) = (read_seconds(time), moves.parse()) else {
        return Err(misused("time_left"));
    };
    clock.tell(side, time, moves);
    Ok(String::new())
}
