//! Whole games between scripted players, with a clock that the test controls.

use super::*;
use crate::lots::{Lots, LotsPlayer};
use crate::roster::tests::any;
use crate::{Budget, Choice, Course, Player, PlayerError, Thought};
use nexsolve_core::{Contest, Game, Notation, Side, SplitMix};
use nexsolve_games::hex::{Hex, HexMove};
use nexsolve_games::rhombus::Cell;
use nexsolve_games::{AnyGame, AnyMove, Packed};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A clock that stands still unless a player takes time.
#[derive(Clone)]
struct TestClock(Arc<Mutex<Instant>>);

impl TestClock {
    fn new() -> Self {
        Self(Arc::new(Mutex::new(Instant::now())))
    }

    fn now(&self) -> Instant {
        *self.0.lock().expect("whole")
    }

    fn pass(&self, time: Duration) {
        *self.0.lock().expect("whole") += time;
    }
}

fn terms(now: &(dyn Fn() -> Instant + Sync), control: TimeControl) -> Terms<'_> {
    Terms { control, longest: LONGEST_GAME, now, budget: Budget::default() }
}

/// Plays the given moves in turn, each in the given time, and gives up when there are no more.
struct Scripted<M> {
    moves: Vec<M>,
    clock: TestClock,
    time: Duration,
    /// The time limits that the player received.
    asked: Vec<Option<Duration>>,
}

impl<M> Scripted<M> {
    fn new(clock: &TestClock, time: Duration, mut moves: Vec<M>) -> Self {
        moves.reverse();
        Self { moves, clock: clock.clone(), time, asked: Vec::new() }
    }
}

impl<G: Contest> Player<G> for Scripted<G::Move> {
    fn choose(&mut self, _: &Course<'_, G>, budget: &Budget<'_>) -> Choice<G::Move> {
        self.asked.push(budget.until.map(|until| until - self.clock.now()));
        self.clock.pass(self.time);
        let mv = self.moves.pop().ok_or_else(|| PlayerError::Gone("no more moves".to_owned()))?;
        Ok(Thought { nodes: 7, ..Thought::blind(mv) })
    }
}

const HEX: &str = "hex:2x2";
const SWAPPED: &str = "hex:swap:2x2";

fn place(cell: u16) -> AnyMove {
    Hex::<u64>::pack_move(HexMove::Place(Cell(cell)))
}

fn swap() -> AnyMove {
    Hex::<u64>::pack_move(HexMove::Swap)
}

fn cells(cells: &[u16]) -> Vec<AnyMove> {
    cells.iter().map(|&cell| place(cell)).collect()
}

/// A game of 2×2 Hex between two players with these moves, one second each.
fn played(
    board: &str,
    control: TimeControl,
    black: Vec<AnyMove>,
    white: Vec<AnyMove>,
) -> (Outcome, usize, [Effort; 2]) {
    let (game, clock) = (any(board), TestClock::new());
    let mut black = Scripted::new(&clock, Duration::from_secs(1), black);
    let mut white = Scripted::new(&clock, Duration::from_secs(1), white);
    let over = play(Course::new(&game), [&mut black, &mut white], terms(&|| clock.now(), control));
    (over.outcome, over.course.moves().len(), over.efforts)
}

#[test]
fn a_game_ends_by_its_rules() {
    let (outcome, plies, efforts) = played(HEX, TimeControl::None, cells(&[1, 2]), cells(&[0]));
    assert_eq!(outcome.winner, Some(Side::Black));
    assert_eq!(outcome.cause, Cause::Rules("the edges are joined".to_owned()));
    assert_eq!(plies, 3);
    let effort = |moves: u64| Effort { moves, time: Duration::from_secs(moves), nodes: 7 * moves };
    assert_eq!(efforts, [effort(2), effort(1)]);
}

#[test]
fn an_illegal_move_and_no_move_lose() {
    let (outcome, plies, _) = played(HEX, TimeControl::None, cells(&[1]), cells(&[1]));
    assert_eq!(outcome.winner, Some(Side::Black));
    assert!(matches!(outcome.cause, Cause::Illegal { .. }) && plies == 1, "{outcome:?}");
    let (outcome, plies, _) = played(HEX, TimeControl::None, vec![swap()], cells(&[0]));
    assert_eq!((outcome.winner, plies), (Some(Side::White), 0));
    let (outcome, plies, _) = played(HEX, TimeControl::None, cells(&[0]), cells(&[1]));
    assert_eq!((outcome.winner, plies), (Some(Side::White), 2));
    assert_eq!(outcome.cause, Cause::Gone(PlayerError::Gone("no more moves".to_owned())));
}

#[test]
fn a_player_who_swaps_continues_with_the_other_colour() {
    // The second player takes over the first stone and wins with it.
    let second = vec![swap(), place(2)];
    let (outcome, plies, efforts) = played(SWAPPED, TimeControl::None, cells(&[1, 0]), second);
    assert_eq!((outcome.winner, plies), (Some(Side::White), 4));
    assert_eq!(efforts.map(|effort| effort.moves), [2, 2]);
    let (game, clock) = (any(SWAPPED), TestClock::new());
    let now = || clock.now();
    let mut round = Round::new(Course::new(&game), terms(&now, TimeControl::None));
    let mut turns = Vec::new();
    for mv in [place(1), swap(), place(0), place(2)] {
        turns.push((round.turn(), round.course().side()));
        round.made(mv, 0, Duration::ZERO).expect("legal");
    }
    let (black, white) = (Side::Black, Side::White);
    assert_eq!(turns, [(black, black), (white, white), (black, white), (white, black)]);
    assert_eq!(round.outcome().and_then(|outcome| outcome.winner), Some(white));
}

#[test]
fn exceeding_the_time_loses() {
    let second = Duration::from_secs(1);
    let game_of = |control| played(HEX, control, cells(&[1, 2]), cells(&[0]));
    assert!(matches!(game_of(TimeControl::Move(second)).0.cause, Cause::Rules(_)));
    let (outcome, plies, _) = game_of(TimeControl::Move(second / 2));
    assert_eq!((outcome.winner, outcome.cause, plies), (Some(Side::White), Cause::Time, 0));
    let control =
        |base, increment| TimeControl::Game { base: second * base / 10, increment: second * increment / 10 };
    // Black needs two seconds for two moves; the increment comes after the first.
    assert!(matches!(game_of(control(20, 0)).0.cause, Cause::Rules(_)));
    assert!(matches!(game_of(control(15, 5)).0.cause, Cause::Rules(_)));
    let (outcome, plies, efforts) = game_of(control(15, 4));
    assert_eq!((outcome.winner, outcome.cause, plies), (Some(Side::White), Cause::Time, 2));
    assert_eq!(efforts[0].moves, 2);
}

#[test]
fn players_receive_a_time_limit() {
    let (game, clock) = (any(HEX), TestClock::new());
    let mut black = Scripted::new(&clock, Duration::from_secs(1), cells(&[1, 2]));
    let mut white = Scripted::new(&clock, Duration::from_secs(2), cells(&[0]));
    let control = TimeControl::Game { base: Duration::from_mins(1), increment: Duration::from_secs(5) };
    play(Course::new(&game), [&mut black, &mut white], terms(&|| clock.now(), control));
    // A thirtieth of the remaining time plus four fifths of the increment.
    let share = |left: f64| Some(Duration::from_secs_f64(left / 30.0 + 4.0));
    let near = |asked: Option<Duration>, measured: Option<Duration>| {
        asked.zip(measured).is_some_and(|(a, b)| a.abs_diff(b) < Duration::from_millis(1))
    };
    assert!(near(black.asked[0], share(60.0)) && near(black.asked[1], share(64.0)), "{:?}", black.asked);
    assert_eq!(white.asked.len(), 1);
    let mut alone = Scripted::new(&clock, Duration::ZERO, cells(&[1]));
    let mut other = Scripted::new(&clock, Duration::ZERO, Vec::new());
    play(Course::new(&game), [&mut alone, &mut other], terms(&|| clock.now(), TimeControl::None));
    assert_eq!(alone.asked, [None]);
}

/// Sets the flag that breaks games off when this player is asked for a move.
struct Breaker<'a>(&'a AtomicBool);

impl<G: Contest> Player<G> for Breaker<'_> {
    fn choose(&mut self, course: &Course<'_, G>, _: &Budget<'_>) -> Choice<G::Move> {
        self.0.store(true, Relaxed);
        Ok(Thought::blind(course.legal()[0]))
    }
}

#[test]
fn a_game_can_be_broken_off_and_can_be_too_long() {
    let (game, stop) = (any("awari"), AtomicBool::new(false));
    let terms = |stop, longest| Terms {
        control: TimeControl::None,
        longest,
        now: &Instant::now,
        budget: Budget { stop, ..Budget::default() },
    };
    let mut random = LotsPlayer(Lots::Uniform, SplitMix(1));
    let over = play(Course::new(&game), [&mut random, &mut Breaker(&stop)], terms(Some(&stop), 100));
    assert_eq!(over.outcome, Outcome { winner: None, cause: Cause::Stopped });
    assert_eq!(over.course.moves().len(), 1);
    let (mut one, mut other) =
        (LotsPlayer(Lots::Uniform, SplitMix(1)), LotsPlayer(Lots::Uniform, SplitMix(2)));
    let over = play(Course::new(&game), [&mut one, &mut other], terms(None, 10));
    assert_eq!(over.outcome, Outcome { winner: None, cause: Cause::Length });
    assert_eq!(over.course.moves().len(), 10);
}

fn lots(number: usize, seed: u64) -> Box<dyn Player<AnyGame>> {
    let random = SplitMix(seed);
    Box::new(LotsPlayer(if number == 0 { Lots::Uniform } else { Lots::ByKind }, random))
}

/// The moves of all games of a match played on this many threads.
fn a_match(game: &AnyGame, threads: usize, seed: u64) -> Vec<(Outcome, Vec<AnyMove>)> {
    let openings: Vec<Opening> =
        (0..3).map(|i| Opening::by_lot(game, 2, &mut SplitMix::part(seed, i)).expect("openings")).collect();
    let plan = Match { game, terms: terms(&Instant::now, TimeControl::None), openings: &openings, seed };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let fixtures = round_robin(3, 4);
    let games = pool.install(|| plan.play_all(&lots, &fixtures, &|_, over| over));
    for (fixture, over) in fixtures.iter().zip(&games) {
        assert_eq!(over.course.positions()[0], openings[(fixture.opening % 3) as usize].position);
    }
    let mut standings = Standings::new(3);
    for (&fixture, over) in fixtures.iter().zip(&games) {
        standings.add(fixture, &over.outcome, over.efforts);
    }
    assert_eq!(standings.players.iter().map(Standing::games).sum::<u64>(), 24);
    assert_eq!(standings.pairings.len(), 6);
    games.into_iter().map(|over| (over.outcome, over.course.moves().to_vec())).collect()
}

#[test]
fn a_match_depends_on_the_seed_and_not_on_threads() {
    for board in ["nex:3x3", "nex:swap:3x3", "hex:swap:3x3", "awari", "draughts"] {
        let game = any(board);
        let (one, two) = (a_match(&game, 1, 5), a_match(&game, 2, 5));
        assert!(one == two && one != a_match(&game, 1, 6), "{board}");
        assert!(one.iter().all(|(outcome, _)| matches!(outcome.cause, Cause::Rules(_) | Cause::Length)));
    }
}

#[test]
fn openings_are_moves_or_positions() {
    let game = any("nex:3x3");
    let opening = Opening::read(&game, "Ba1?b2;Wb1?c3;").expect("moves");
    assert_eq!(opening.moves.len(), 2);
    let diagram = game.format_position(&opening.position);
    let again = Opening::read(&game, &diagram).expect("a position");
    assert_eq!((again.position, again.moves.len()), (opening.position, 0));
    assert_eq!(Opening::read(&game, "start").expect("the start").position, game.start());
    let over = "Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1";
    assert_eq!(Opening::read(&game, over).err(), Some(OpeningError::Over));
    assert!(matches!(Opening::read(&game, "Ba1?b2;Wa1?c3"), Err(OpeningError::Read(_))));
    assert_eq!(Opening::read(&any(SWAPPED), "a1;swap").err(), Some(OpeningError::ChangedColours));
    let none = Opening::by_lot(&any(HEX), 4, &mut SplitMix(3));
    assert!(matches!(none, Err(OpeningError::NoneByLot { plies: 4, .. })), "{none:?}");
    let awari = any("awari");
    assert_eq!(Opening::by_lot(&awari, 0, &mut SplitMix(3)).expect("the start").position, awari.start());
}
