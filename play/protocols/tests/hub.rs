//! Sessions of the Hub protocol, driven like an interface does: it waits for answers before it goes on.

use crate::on;
use nexsolve_core::{Game, Notation};
use nexsolve_games::{AnyGame, HubNotation};
use nexsolve_players::{PLAYERS, Roster, Spec, bare_name};
use nexsolve_protocols::hub::{HubPlayer, HubSession, HubSetup, Param, ParamKind};
use proptest::prelude::*;
use std::io::{BufRead, BufReader, Cursor, Lines, PipeReader, PipeWriter, Read, Write};
use std::thread::JoinHandle;

/// The start of the game.
const START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// White's three kings need only one move to win.
const WON: &str = "WeeeeeeeeeeeeeeeeeeeebeeeeeeeWWWe";

fn params(player: &str) -> Vec<Param> {
    let words = vec!["russian", "brazilian"];
    vec![
        Param { name: "variant", value: "russian".to_owned(), kind: ParamKind::OneOf(words) },
        Param { name: "player", value: player.to_owned(), kind: ParamKind::Text },
    ]
}

fn seat(params: &[Param]) -> Result<HubPlayer, String> {
    let oracle = on(&format!("draughts:{}", params[0].value));
    let spec: Spec = params[1].value.parse().map_err(|error| format!("player: {error}"))?;
    let roster = Roster::new(&oracle);
    let player = move || roster.player(&spec, 1).map_err(|error| error.to_string());
    Ok(HubPlayer { game: oracle.game().clone(), player: Box::new(player) })
}

fn session(player: &str, input: impl BufRead + Send + 'static, output: PipeWriter) -> std::io::Result<()> {
    let setup = HubSetup { params: params(player), seat: &mut seat, most: None, version: "0.0" };
    HubSession::run(setup, input, output)
}

/// An interface and its engine.
struct Engine {
    commands: PipeWriter,
    answers: Lines<BufReader<PipeReader>>,
    session: JoinHandle<std::io::Result<()>>,
}

impl Engine {
    /// Starts an engine with this player, and waits until it is ready.
    fn ready(player: &str) -> Self {
        let mut engine = Self::start(player);
        engine.say("init");
        assert_eq!(engine.answer(), "ready");
        engine
    }

    fn start(player: &str) -> Self {
        let (input, commands) = std::io::pipe().expect("a pipe");
        let (answers, output) = std::io::pipe().expect("a pipe");
        let player = player.to_owned();
        let session = std::thread::spawn(move || session(&player, BufReader::new(input), output));
        Self { commands, answers: BufReader::new(answers).lines(), session }
    }

    fn say(&mut self, lines: &str) {
        writeln!(self.commands, "{lines}").expect("the engine reads");
    }

    fn answer(&mut self) -> String {
        self.answers.next().expect("the engine answers").expect("text")
    }

    /// Returns the answers up to the one that begins with this word.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut answers = Vec::new();
        loop {
            answers.push(self.answer());
            if answers.last().is_some_and(|answer| answer.starts_with(word)) {
                return answers;
            }
        }
    }

    /// Sends lines, and returns the answers up to that to a ping.
    fn ask(&mut self, lines: &str) -> Vec<String> {
        self.say(&format!("{lines}\nping"));
        let mut answers = self.until("pong");
        answers.pop();
        answers
    }

    /// Searches, and returns the last information and the move with the expected reply.
    fn go(&mut self, lines: &str) -> (String, String) {
        self.say(lines);
        let mut answers = self.until("done");
        let done = answers.pop().expect("done");
        (answers.pop().unwrap_or_default(), done.strip_prefix("done move=").unwrap_or_default().to_owned())
    }

    /// Ends the session, and returns the remaining answers.
    fn quit(mut self) -> Vec<String> {
        self.say("quit");
        self.leave()
    }

    /// Closes the input, and returns the remaining answers.
    fn leave(self) -> Vec<String> {
        drop(self.commands);
        self.session.join().expect("no panic").expect("no fault");
        self.answers.map(|answer| answer.expect("text")).collect()
    }
}

/// Returns the answers to this input, which ends the session.
fn answers(input: impl Into<Vec<u8>>) -> String {
    let (mut answers, output) = std::io::pipe().expect("a pipe");
    let input = Cursor::new(input.into());
    let running = std::thread::spawn(move || session("random", input, output));
    let mut text = String::new();
    answers.read_to_string(&mut text).expect("text");
    running.join().expect("no panic").expect("no fault");
    text
}

#[test]
fn engine_and_interface_introduce_each_other() {
    let mut engine = Engine::start("random");
    engine.say("hub");
    assert_eq!(
        engine.until("wait"),
        [
            "id name=nexsolve version=0.0 author=\"the nexsolve maintainers\"",
            "param name=variant value=\"russian\" type=enum values=\"russian brazilian\"",
            "param name=player value=\"random\" type=string",
            "wait",
        ]
    );
    assert_eq!(engine.ask("set-param name=variant value=brazilian\ninit"), ["ready"]);
    engine.say("hub");
    assert!(engine.until("wait")[1].contains("value=\"brazilian\""));
    assert_eq!(engine.ask("new-game\nnew-game\ninit"), ["ready"]);
    assert_eq!(engine.quit(), Vec::<String>::new());
}

#[test]
fn variants_have_their_own_rules() {
    // White can take one piece or two; only Brazilian rules require two.
    let text = "W:We3,a1:Bd4,f4,f6";
    for (variant, least) in [("russian", 1), ("brazilian", 2)] {
        let oracle = on(&format!("draughts:{variant}"));
        let game = oracle.game();
        let position = game.read_position(text).expect(text);
        let text = game.hub().expect("draughts").format_position(&position);
        let mut engine = Engine::start("uct(50)");
        engine.say(&format!("set-param name=variant value={variant}\ninit"));
        engine.until("ready");
        let mut taken = std::collections::BTreeSet::new();
        for mv in game.legal_moves(&position) {
            let word = game.hub().expect("draughts").format_move(mv);
            taken.insert(word.matches('x').count() - 1);
            assert_eq!(engine.ask(&format!("pos pos={text} moves={word}")), Vec::<String>::new(), "{word}");
        }
        assert_eq!(taken.first(), Some(&least), "{variant}");
        engine.quit();
    }
}

#[test]
fn faulty_lines_are_told_and_change_nothing_but_a_faulty_position() {
    let long = format!("pos pos={}", "W".repeat(100_000));
    let other_size = format!("pos pos=W{}", "e".repeat(50));
    let second = format!("pos pos={START} moves=\"22-18 22-18\"");
    let mut engine = Engine::ready("uct(20)");
    for (line, message) in [
        ("castle", "unknown command `castle`"),
        ("=", "expected a command, found `=`"),
        ("go", "go needs think, ponder or analyze"),
        ("go fast", "go needs think, ponder or analyze"),
        ("pos", "pos needs pos="),
        ("pos pos=\"W", "the quotation mark before `W` is not closed"),
        (&long, "the line is too long"),
        (
            &other_size,
            "the position is wrong at letter 1: a position on 8×8 squares has 33 letters (the side to move, then 32 \
             squares), not 51",
        ),
        (&second, "move 2, `22-18`, is wrong: 22-18 is not a legal move here"),
        ("level", "level needs depth=, nodes=, move-time=, time= or infinite"),
        ("level nodes=0", "level nodes= needs a number of positions, at least 1"),
        ("set-param name=variant", "set-param needs name= and value="),
        ("set-param name=book value=true", "there is no parameter `book`"),
        (
            "set-param name=variant value=normal",
            "variant `normal` is not supported; it can be one of: russian, brazilian",
        ),
    ] {
        let begin = &line[..line.len().min(80)];
        engine.say(&format!("pos pos={START}"));
        assert_eq!(engine.ask(line), [format!("error message=\"{message}\"")], "{begin}");
        if line.starts_with("pos") {
            // A search of the position before would answer another question.
            let none = "error message=\"there is no position: send pos first\"";
            assert_eq!(engine.ask("go think"), [none], "{begin}");
            continue;
        }
        // The position is still there, and unknown arguments are ignored.
        let (info, done) = engine.go("level nodes=20 taste=good\ngo think loudly");
        assert!(info.starts_with("info score=") && !done.is_empty(), "{begin}: {info} {done}");
    }
    engine.say(&format!("pos pos={START}"));
    // Lines that come when there is nothing to stop may be late: they are no mistake.
    assert_eq!(engine.ask("stop\nponder-hit"), Vec::<String>::new());
    // A changed parameter takes effect with the next init.
    let names: Vec<&str> = PLAYERS.iter().map(|(player, _)| bare_name(player)).collect();
    assert_eq!(
        engine.ask("set-param name=player value=queen\ngo think\ninit"),
        [
            "error message=\"the engine is not ready: send init first\"".to_owned(),
            format!("error message=\"unknown player `queen`; expected one of {}\"", names.join(", ")),
        ]
    );
    assert_eq!(engine.ask("set-param name=player value=random\ninit"), ["ready"]);
    assert_eq!(engine.ask("go think"), ["error message=\"there is no position: send pos first\""]);
    engine.quit();
    for line in ["go think", "new-game", &format!("pos pos={START}")] {
        assert_eq!(answers(line), "error message=\"the engine is not ready: send init first\"\n");
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let oracle = on("draughts:russian");
    let (game, mut moves) = (oracle.game(), Vec::<String>::new());
    let hub = game.hub().expect("draughts");
    let mut position = hub.read_position(START).expect("the start");
    let mut engine = Engine::ready("uct(30)");
    while moves.len() < 120 && !game.legal_moves(&position).is_empty() {
        let so_far = moves.join(" ");
        let (info, done) = engine.go(&format!("pos pos={START} moves=\"{so_far}\"\ngo think"));
        let (mv, reply) = done.split_once(" ponder=").unwrap_or((&done, ""));
        position = game.play(&position, hub.read_move(&position, mv).expect(mv));
        assert!(reply.is_empty() || hub.read_move(&position, reply).is_ok(), "{done}");
        assert!(info.contains(&format!(" pv=\"{mv}")), "{info}");
        moves.push(mv.to_owned());
    }
    assert!(moves.len() > 20, "{moves:?}");
    engine.quit();
}

#[test]
fn ends_of_games_are_answered() {
    // A side that cannot move has lost: there is no move.
    let mut engine = Engine::ready("uct(20)");
    let blocked = format!("B{}", &WON[1..].replace('b', "e").replacen('e', "W", 1));
    assert_eq!(engine.go(&format!("pos pos={blocked}\ngo think")), (String::new(), String::new()));
    // Moves to and fro end the game by the rules; the interface decides whether it goes on.
    let kings = "WBeeeeeeeeeeeeeeeeeeeeeeeeeeeWeee";
    let moves = "29-25 1-5 25-29 5-1 ".repeat(3);
    let (info, done) = engine.go(&format!("pos pos={kings} moves=\"{moves}\"\nlevel nodes=10\ngo think"));
    assert!(!done.is_empty(), "{info}");
    let (info, done) = engine.go(&format!("pos pos={WON}\nlevel nodes=5000\ngo analyze"));
    assert!(info.contains("score=90.00 "), "{info} {done}");
    engine.quit();
}

#[test]
fn endless_searches_end_when_they_are_told() {
    for search in ["level infinite\ngo think", "go analyze", "go ponder", "level time=3000\ngo think"] {
        let mut engine = Engine::ready("uct");
        engine.say(&format!("pos pos={START}\n{search}\nping"));
        engine.until("pong");
        assert_eq!(
            engine.until_error("level nodes=1"),
            "error message=\"a search is running: send stop first\"",
            "{search}"
        );
        // Other commands may follow at once.
        engine.say(&format!("stop\npos pos={WON}\nlevel nodes=2000\ngo think"));
        assert!(engine.until("done").len() > 1, "{search}");
        let answers = engine.until("done");
        assert!(answers[0].contains("score=90.00 "), "{search}: {answers:?}");
        engine.quit();
    }
}

#[test]
fn pondering_goes_on_within_the_limits_after_a_hit() {
    let mut engine = Engine::ready("uct");
    let (_, done) = engine.go(&format!("pos pos={START}\nlevel nodes=50\ngo ponder\nponder-hit"));
    assert!(!done.is_empty());
    // Without a hit, the move comes when the interface stops the search.
    let (_, done) = engine.go("level nodes=50\ngo ponder\nstop");
    assert!(!done.is_empty());
    // The end of the input ends a search, too.
    engine.say("go ponder");
    assert!(engine.leave().last().is_some_and(|last| last.starts_with("done move=")));
}

impl Engine {
    /// Sends a line, and returns the error that it gets.
    fn until_error(&mut self, line: &str) -> String {
        self.say(line);
        self.until("error").pop().expect("an error")
    }
}

#[test]
fn other_games_are_not_spoken() {
    for board in ["nex:3x3", "hex:5x5", "awari", "connect4:6x7", "tictactoe:3x3"] {
        let game = AnyGame::on(nexsolve_games::played(board, None).expect(board)).expect(board);
        assert!(game.hub().map(HubNotation::variant).is_none(), "{board}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_input_is_answered(
        lines in proptest::collection::vec(
            prop_oneof![
                "(hub|init|pos|level|go|stop|ping|new-game|set-param|ponder-hit|quit)( [a-z-]{1,9}=[^\n]{0,9}){0,3}",
                proptest::sample::select(vec![
                    "init", "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "go think", "go ponder", "stop", "level infinite",
                ]).prop_map(str::to_owned),
            ],
            0..20,
        ),
        rest in proptest::collection::vec(any::<u8>(), 0..100),
    ) {
        let input = [format!("{}\n", lines.join("\n")).as_bytes(), &rest].concat();
        let text = answers(input);
        for line in text.lines() {
            let word = line.split(' ').next().unwrap_or_default();
            let known = ["id", "param", "wait", "ready", "pong", "info", "done", "error"].contains(&word);
            prop_assert!(known, "{}", line);
        }
    }
}
