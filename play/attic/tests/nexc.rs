//! Matches over TCP: two of our own players, and arbitrary other connections.

use nexsolve_attic::nexc::{Attended, Cause, ClientFault, Guest, Match, Patience, Referee, Terms, attend};
use nexsolve_core::{Notation, Side};
use nexsolve_games::records::{self, GameRecord, Verdict};
use nexsolve_games::{AnyGame, AnyMove};
use nexsolve_oracle::Oracle;
use nexsolve_players::{Course, Player, Roster};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

static NEVER: AtomicBool = AtomicBool::new(false);

/// A limit that no test approaches: a test that waits so long hangs.
const LONG: Duration = Duration::from_mins(1);

fn terms() -> Terms {
    Terms {
        opening: Vec::new(),
        games: 1,
        question: "Move?",
        answer: Duration::from_secs(20),
        connect: Duration::from_secs(20),
        pause: Duration::from_millis(1),
        names: [Some("one".into()), None],
    }
}

fn nex(rows: u32, cols: u32) -> AnyGame {
    AnyGame::on(nexsolve_games::played("nex", Some((rows, cols))).expect("a board")).expect("a board")
}

/// The games as a file.
fn written(games: &[GameRecord]) -> String {
    nexsolve_games::records::of(games[0].board.card()).write(games).expect("moves from the start")
}

fn serve(rows: u32, cols: u32, terms: Terms) -> (SocketAddr, JoinHandle<Match>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let work = move || {
        let game = nex(rows, cols);
        Referee::new(&game, &terms, &NEVER, &mut |_| ()).run(listener)
    };
    (address, thread::spawn(work))
}

/// Plays at random.
struct Lots(u64);

impl Guest for Lots {
    fn player(&mut self, game: &AnyGame, number: u32) -> Result<Box<dyn Player<AnyGame>>, String> {
        let random = "random".parse().expect("a player");
        let oracle = Oracle::new(game.board(), &[]).expect("a board");
        Ok(Roster::new(&oracle).player(&random, self.0 + u64::from(number)).expect("a player"))
    }

    fn name(&self) -> String {
        "random".to_owned()
    }
}

type Visit = (Vec<Attended>, Result<(), ClientFault>);

fn patience() -> Patience {
    Patience { server: LONG, mv: None }
}

fn visit(address: SocketAddr, seed: u64) -> JoinHandle<Visit> {
    let stream = TcpStream::connect(address).expect("a server");
    thread::spawn(move || attend(stream, patience(), &NEVER, &mut Lots(seed)))
}

/// A connection controlled by the test.
struct Raw(TcpStream);

impl Raw {
    fn to(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("a server");
        stream.set_read_timeout(Some(LONG)).expect("a limit");
        stream.set_nodelay(true).expect("at once");
        Self(stream)
    }

    fn say(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).expect("sent");
    }

    /// Reads the message that must come next.
    fn hear(&mut self, expected: &str) {
        let mut bytes = vec![0; expected.len()];
        self.0.read_exact(&mut bytes).expect("an answer");
        assert_eq!(String::from_utf8_lossy(&bytes), expected);
    }

    /// The beginning of the first game, as Black, up to the first request for a move.
    fn begin(&mut self) {
        self.hear("r3-c3-B#");
        self.say("ok");
        self.hear(";");
        self.say("ok");
        self.hear("Move?");
    }

    /// Everything that still arrives.
    fn rest(&mut self) -> String {
        let mut text = String::new();
        let _ = self.0.read_to_string(&mut text);
        text
    }
}

/// Plays Black by hand against a random White and returns the result of the match, which must end.
fn misbehave(terms: Terms, black: impl FnOnce(Raw) + Send + 'static) -> (Match, Visit) {
    let (address, server) = serve(3, 3, terms);
    let raw = Raw::to(address);
    let white = visit(address, 1);
    let black = thread::spawn(move || black(raw));
    let played = server.join().expect("no panic");
    let white = white.join().expect("no panic");
    black.join().expect("the test's own player");
    (played, white)
}

/// Checks that Black's fault broke off the match in its first game after `moves` moves, and that the record
/// shows it.
fn broken_off(played: &Match, white: &Visit, moves: usize) -> Cause {
    let fault = played.fault.clone().expect("broken off");
    assert_eq!(fault.side, Some(Side::Black), "{fault}");
    let [game] = &played.games[..] else { panic!("one game: {:?}", played.games) };
    assert_eq!((game.verdict, game.moves.len()), (Verdict::BROKEN_OFF, moves));
    assert_eq!(white.1, Err(ClientFault::Told));
    assert_eq!(white.0.last().map_or(0, |game| game.record.moves.len()), moves);
    let text = written(&played.games);
    if moves > 0 {
        assert!(records::read(text.as_bytes(), None).iter().all(Result::is_ok), "{text}");
    }
    fault.cause
}

#[test]
fn two_players_meet_on_any_board() {
    for (rows, cols, question) in [(3, 3, "Move?"), (2, 11, "?"), (9, 9, "Move?"), (1, 1, "?")] {
        let (address, server) = serve(rows, cols, Terms { games: 3, question, ..terms() });
        let black = visit(address, 1);
        let white = visit(address, 2);
        let played = server.join().expect("no panic");
        assert_eq!(played.fault, None);
        let text = written(&played.games);
        let read: Vec<_> =
            records::read(text.as_bytes(), None).into_iter().collect::<Result<_, _>>().expect(&text);
        assert_eq!(read.len(), 3);
        for (side, visit) in [(Side::Black, black), (Side::White, white)] {
            let (games, end) = visit.join().expect("no panic");
            assert_eq!((games.len(), end), (3, Ok(())));
            for (attended, record) in games.iter().zip(&played.games) {
                assert_eq!(attended.side, Some(side));
                assert!(attended.borne_out);
                assert_eq!(attended.record.moves, record.moves);
                assert_eq!(attended.record.verdict, record.verdict);
            }
        }
    }
}

#[test]
fn games_can_begin_with_moves() {
    let game = nex(3, 3);
    let mut course = Course::new(&game);
    let opening: Vec<AnyMove> = ["Ba1?a2", "Wb1?b2", "Ba2Bb2?a1"]
        .map(|text| {
            let mv = game.read_move(course.position(), text).expect(text);
            course.play(mv);
            mv
        })
        .to_vec();
    let (address, server) = serve(3, 3, Terms { opening: opening.clone(), games: 2, ..terms() });
    let (black, white) = (visit(address, 1), visit(address, 2));
    let played = server.join().expect("no panic");
    assert_eq!((played.fault, played.games.len()), (None, 2));
    for visit in [black, white] {
        let (games, end) = visit.join().expect("no panic");
        assert_eq!(end, Ok(()));
        for (attended, record) in games.iter().zip(&played.games) {
            assert_eq!((&attended.record.prelude, &attended.record.moves), (&opening, &record.moves));
        }
    }
}

#[test]
fn messages_may_be_split_and_run_together() {
    let play = |mut black: Raw| {
        black.hear("r3-c3-B#");
        black.say("o");
        // Both answers and the first move at once, with the separators that C programs and terminals send.
        black.say("kok\0\r\nBa1?b2ok");
        black.hear(";Move?>Ba1?b2");
        drop(black);
    };
    let (played, white) = misbehave(terms(), play);
    let cause = broken_off(&played, &white, white.0[0].record.moves.len());
    assert_eq!(cause, Cause::Left);
    assert!(!white.0[0].record.moves.is_empty());
}

#[test]
fn a_move_may_come_byte_by_byte() {
    let play = |mut black: Raw| {
        black.begin();
        for byte in "Ba1?b2".chars() {
            black.say(&byte.to_string());
        }
        black.hear(">Ba1?b2");
        black.say("!");
        black.rest();
    };
    let (played, white) = misbehave(terms(), play);
    assert!(matches!(broken_off(&played, &white, 1), Cause::Garbage { expected: "ok", .. }));
}

#[test]
fn a_silent_player_ends_the_match() {
    let short = Terms { answer: Duration::from_millis(300), games: 5, ..terms() };
    let silent_at = |said: &'static [&'static str]| {
        move |mut black: Raw| {
            for text in said {
                black.say(text);
            }
            assert!(black.rest().ends_with('!'));
        }
    };
    for said in [&["ok"][..], &["oko"], &["okok"], &["okok", "Ba1?b"], &["okok", "Ba1"], &["okok", "   \0"]] {
        let (played, white) = misbehave(short.clone(), silent_at(said));
        assert!(matches!(broken_off(&played, &white, 0), Cause::Silent { .. }), "{said:?}");
    }
}

#[test]
fn garbage_and_illegal_moves_end_the_match() {
    for (sent, illegal) in [
        ("hello", false),
        ("Ba1?a1", true),
        ("Ba1?d1", true),
        ("Wa1?a2", true),
        ("Ba1Ba2?a3", true),
        ("B", false),
        ("ok", false),
        ("\u{1}\u{2}", false),
        ("ÄÖÜ", false),
        ("GET / HTTP/1.1\r\n\r\n", false),
    ] {
        let short = Terms { answer: Duration::from_millis(500), ..terms() };
        let play = move |mut black: Raw| {
            black.begin();
            black.say(sent);
            assert_eq!(black.rest(), "!", "{sent}");
        };
        let (played, white) = misbehave(short, play);
        match broken_off(&played, &white, 0) {
            Cause::Illegal { text, .. } => assert!(illegal && text == sent, "{sent}"),
            Cause::Garbage { .. } | Cause::Silent { .. } => assert!(!illegal, "{sent}"),
            other => panic!("{sent}: {other}"),
        }
    }
}

#[test]
fn endless_data_ends_the_match() {
    for (chunk, before) in
        [("Ba1?", "ok"), (" \n\0", "ok"), ("ok", "okok"), ("9", "okokBa"), ("Ba1?b2", "okok")]
    {
        let short = Terms { answer: Duration::from_millis(400), ..terms() };
        let play = move |mut black: Raw| {
            black.say(before);
            black.0.set_write_timeout(Some(LONG)).expect("a limit");
            let flood = chunk.repeat(4_096);
            while black.0.write_all(flood.as_bytes()).is_ok() {}
        };
        let (played, white) = misbehave(short, play);
        broken_off(&played, &white, white.0.last().map_or(0, |game| game.record.moves.len()));
    }
}

#[test]
fn a_disconnection_ends_the_match_at_any_moment() {
    for said in [
        &["ok"][..],
        &["ok", "ok"],
        &["ok", "ok", "Ba1"],
        &["ok", "ok", "Ba1?b2"],
        &["ok", "ok", "Ba1?b2", "ok"],
    ] {
        let play = move |mut black: Raw| {
            for (text, heard) in said.iter().zip(["r3-c3-B#", ";", "Move?", ">Ba1?b2"]) {
                black.hear(heard);
                black.say(text);
            }
        };
        let (played, white) = misbehave(terms(), play);
        let moves = played.games[0].moves.len();
        let cause = broken_off(&played, &white, moves.min(white.0[0].record.moves.len()).max(moves));
        assert!(matches!(cause, Cause::Left | Cause::Io(_)), "{said:?}: {cause}");
    }
}

#[test]
fn a_match_without_players_ends() {
    let (_, server) = serve(3, 3, Terms { connect: Duration::from_millis(100), ..terms() });
    let played = server.join().expect("no panic");
    assert!(played.games.is_empty());
    let fault = played.fault.expect("broken off");
    assert_eq!((fault.side, fault.cause), (Some(Side::Black), Cause::Absent(Duration::from_millis(100))));

    let (address, server) = serve(3, 3, Terms { connect: Duration::from_millis(300), ..terms() });
    let mut black = Raw::to(address);
    let fault = server.join().expect("no panic").fault.expect("broken off");
    assert_eq!(fault.side, Some(Side::White));
    black.rest();
}

#[test]
fn a_match_can_be_stopped() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let mut black = Raw::to(listener.local_addr().expect("an address"));
    let _white = Raw::to(listener.local_addr().expect("an address"));
    let server = thread::spawn(move || {
        let game = nex(3, 3);
        Referee::new(&game, &Terms { answer: LONG * 10, ..terms() }, &STOP, &mut |_| ()).run(listener)
    });
    black.hear("r3-c3-B#");
    STOP.store(true, Relaxed);
    let fault = server.join().expect("no panic").fault.expect("stopped");
    assert_eq!((fault.side, fault.cause), (None, Cause::Stopped));
}

#[test]
fn waiting_can_be_stopped_and_is_nobodys_fault() {
    static STOP: AtomicBool = AtomicBool::new(true);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let game = nex(3, 3);
    let played = Referee::new(&game, &terms(), &STOP, &mut |_| ()).run(listener);
    assert_eq!(played.fault.expect("stopped").to_string(), "the match was stopped");
}

#[test]
fn a_third_connection_is_refused() {
    let (address, server) = serve(3, 3, terms());
    let (mut black, mut white) = (Raw::to(address), Raw::to(address));
    for (raw, text) in [(&mut black, "r3-c3-B#"), (&mut white, "r3-c3-W#")] {
        raw.hear(text);
        raw.say("ok");
    }
    black.hear(";");
    assert!(std::net::TcpStream::connect(address).is_err(), "nobody listens");
    drop((black, white));
    assert!(server.join().expect("no panic").fault.is_some());
}

/// Connections that are not players: they send something else, nothing, or too much, or disconnect.
#[test]
fn connections_that_are_not_players_are_turned_away() {
    type Stray = fn(Raw);
    let strays: [Stray; 6] = [
        |mut raw| {
            raw.say("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assert!(raw.rest().ends_with('!'));
        },
        |raw| drop(raw),
        |mut raw| assert!(raw.rest().ends_with('!')),
        |mut raw| {
            raw.say("o");
            assert!(raw.rest().ends_with('!'));
        },
        |mut raw| {
            raw.0.set_write_timeout(Some(LONG)).expect("a limit");
            while raw.0.write_all(&[b' '; 1 << 14]).is_ok() {}
        },
        |mut raw| {
            raw.hear("r3-c3-");
            drop(raw);
        },
    ];
    let short = Terms { answer: Duration::from_millis(300), games: 3, ..terms() };
    for (number, &stray) in strays.iter().enumerate() {
        for first in [true, false] {
            let (address, server) = serve(3, 3, short.clone());
            let early = (!first).then(|| visit(address, 1));
            let raw = Raw::to(address);
            let stray = thread::spawn(move || stray(raw));
            let late = first.then(|| visit(address, 1));
            let other = visit(address, 2);
            stray.join().expect("the test's own stray");
            let played = server.join().expect("no panic");
            assert_eq!(played.fault, None, "stray {number}");
            assert_eq!(played.games.len(), 3, "stray {number}");
            for player in [early, late].into_iter().flatten().chain([other]) {
                let (games, ended) = player.join().expect("no panic");
                assert!(ended.is_ok() && games.len() == 3, "stray {number}: {ended:?}");
            }
        }
    }
}

/// A server controlled by the test: it sends each text once it has received the one before; returns the
/// player's result.
fn host(script: &'static [(&'static str, &'static str)]) -> Visit {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let player = visit(listener.local_addr().expect("an address"), 7);
    let mut server = Raw(listener.accept().expect("the player").0);
    server.0.set_read_timeout(Some(LONG)).expect("a limit");
    for (say, heard) in script {
        server.say(say);
        server.hear(heard);
    }
    drop(server);
    player.join().expect("no panic")
}

#[test]
fn a_player_understands_what_servers_say() {
    // White loses in the end: the moves are the old server's own.
    let (games, end) = host(&[
        ("r3-c3-", ""),
        ("W#", "ok"),
        ("Ba3?b1;Wa1?a2;Bc1?c2;W", ""),
        ("b2?b3;", "ok"),
        (">Bb3Bc2?c1", "ok"),
        ("-", ""),
        // The next game follows at once, all in one segment, in the other form.
        ("r2-c2#;>Ba1?a2", "okokok"),
        ("!", ""),
    ]);
    assert_eq!(end, Err(ClientFault::Told));
    assert_eq!(games.len(), 2);
    let first = &games[0];
    assert_eq!(
        (first.side, first.record.verdict, first.borne_out),
        (Some(Side::White), Verdict::by_rules(Some(Side::Black)), true)
    );
    assert_eq!((first.record.prelude.len(), first.record.moves.len()), (4, 1));
    assert_eq!(first.record.names[1].as_deref(), Some("random"));
    assert_eq!((games[1].side, games[1].record.verdict), (None, Verdict::BROKEN_OFF));
    for spelling in [&[("r2-c2-B#", "ok"), (";?", "okB")][..], &[("r2-c2#;Move?", "okokB")]] {
        let (games, end) = host(spelling);
        assert_eq!(games[0].side, Some(Side::Black));
        assert!(matches!(end, Err(ClientFault::Server(_))), "{end:?}");
    }
    let (games, end) = host(&[("$", "")]);
    assert_eq!((games.len(), end), (0, Ok(())));
}

#[test]
fn a_player_reports_the_faults_of_a_server() {
    let end = |script| host(script).1.expect_err("wrong");
    assert!(matches!(end(&[("hello", "")]), ClientFault::Server(Cause::Garbage { .. })));
    assert_eq!(end(&[]), ClientFault::Server(Cause::Left));
    assert!(matches!(end(&[("r40-c2-B#", "")]), ClientFault::Board(_)));
    assert!(matches!(end(&[("r0-c0-B#", "")]), ClientFault::Board(_)));
    assert!(matches!(end(&[("r2-c2-B#", "ok"), ("Bc9?a1;+", "")]), ClientFault::SoFar { .. }));
    assert!(matches!(end(&[("r2-c2-B#;>Ba1?a1", "okok")]), ClientFault::Server(Cause::Illegal { .. })));
    assert_eq!(end(&[("r2-c2-W#;?", "okok")]), ClientFault::NotOurTurn);
    assert_eq!(end(&[("r2-c2-B#;!", "okok")]), ClientFault::Told);
    let (games, _) = host(&[("r2-c2-B#;+", "okok")]);
    assert!(!games[0].borne_out, "nobody has joined anything");
}

#[test]
fn a_player_gives_a_silent_server_up() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let stream = TcpStream::connect(listener.local_addr().expect("an address")).expect("a server");
    let patience = Patience { server: Duration::from_millis(200), mv: None };
    let (_, end) = attend(stream, patience, &NEVER, &mut Lots(0));
    assert!(matches!(end, Err(ClientFault::Server(Cause::Silent { .. }))));
}
