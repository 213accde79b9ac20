//! A toy game, its certificates, and every way to spoil them.

use super::*;
use nexsolve_core::{Fault, Game, Notation, ReadError, Score, Wdl, laws};
use std::collections::HashMap;

/// A heap: players take one to three in turn, and who takes the last one wins; but if the heap is a multiple of
/// three at the start, a last one is left and the game drawn. The same heap arises after different numbers of plies.
struct Heap(u8);

type At = (u8, Side);

impl Game for Heap {
    type Position = At;
    type Move = u8;

    fn start(&self) -> At {
        (self.0, Side::Black)
    }
    fn side_to_move(&self, at: &At) -> Side {
        at.1
    }
    fn outcome(&self, at: &At) -> Option<Wdl> {
        match at.0 {
            0 => Some(Wdl::Loss),
            1 if self.0.is_multiple_of(3) => Some(Wdl::Draw),
            _ => None,
        }
    }
    fn moves(&self, at: &At, moves: &mut Vec<u8>) {
        moves.clear();
        if self.outcome(at).is_none() {
            moves.extend(1..=at.0.min(3));
        }
    }
    fn play(&self, at: &At, mv: u8) -> At {
        (at.0 - mv, at.1.other())
    }
    fn longest(&self, at: &At) -> Plies {
        Plies(at.0.into())
    }
}

impl Notation for Heap {
    fn read_move(&self, at: &At, text: &str) -> Result<u8, ReadError> {
        let wrong = || ReadError::new(0..text.len(), Fault::expected("1, 2 or 3", text));
        let mv: u8 = text.strip_prefix("take ").and_then(|n| n.parse().ok()).ok_or_else(wrong)?;
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        if moves.contains(&mv) { Ok(mv) } else { Err(wrong()) }
    }
    fn format_move(&self, _: &At, mv: u8) -> String {
        format!("take {mv}")
    }
    fn read_position(&self, text: &str) -> Result<At, ReadError> {
        let wrong = || ReadError::new(0..text.len(), Fault::expected("a heap", text));
        if text == "start" {
            return Ok(self.start());
        }
        let (side, heap) = text.split_once(':').ok_or_else(wrong)?;
        let side = [Side::Black, Side::White].into_iter().find(|s| s.word() == side).ok_or_else(wrong)?;
        Ok((heap.parse().ok().filter(|&heap| heap <= self.0).ok_or_else(wrong)?, side))
    }
    fn format_position(&self, at: &At) -> String {
        format!("{}:{}", at.1.word(), at.0)
    }
    fn diagram(&self, at: &At) -> String {
        format!("{} to move, {} left\n", at.1, at.0)
    }
}

/// A best move for `side` in every position that can arise while it plays them.
fn strategy(game: &Heap, root: At, side: Side) -> Vec<(At, u8)> {
    let all = laws::positions(game, laws::Reach::All);
    let scores: HashMap<At, Score> = laws::scores(game, &all);
    let (mut queue, mut plan, mut moves) = (vec![root], HashMap::new(), Vec::new());
    while let Some(at) = queue.pop() {
        game.moves(&at, &mut moves);
        if at.1 == side {
            if let Some(&best) = moves.iter().max_by_key(|&&mv| scores[&game.play(&at, mv)].lift())
                && plan.insert(at, best).is_none()
            {
                queue.push(game.play(&at, best));
            }
        } else {
            queue.extend(moves.iter().map(|&mv| game.play(&at, mv)));
        }
    }
    plan.into_iter().collect()
}

fn text(certificate: &Certificate) -> String {
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).expect("memory");
    String::from_utf8(bytes).expect("text")
}

/// The text with the digest that fits it.
fn sealed(body: &str) -> String {
    let body = body.split_inclusive('\n').filter(|line| !line.starts_with("digest ")).collect::<String>();
    format!("{body}digest {}\n", blake3::hash(body.as_bytes()).to_hex())
}

fn check(game: &Heap, text: &str) -> Result<Verified, CheckError> {
    Certificate::read(text.as_bytes())?.check(game)
}

/// The certificate of a heap's value: 6, 9 and 12 are draws, 8 is White's, 7 and 11 are Black's.
fn example(heap: u8) -> (Heap, Certificate) {
    let game = Heap(heap);
    let all = laws::positions(&game, laws::Reach::All);
    let score = laws::scores(&game, &all)[&game.start()];
    let side = score.wdl().winner(Side::Black).unwrap_or(Side::Black);
    let moves = strategy(&game, game.start(), side);
    let claim = score.distance().map_or(Claim::Draws, Claim::Wins);
    if let Claim::Wins(plies) = claim {
        assert_eq!(length(&game, &game.start(), side, &moves), Ok(plies));
    }
    let certificate = Certificate::new(&game, "heap", &game.start(), side, claim, &moves).expect("writable");
    (game, certificate)
}

#[test]
fn what_is_written_is_read_and_proven() {
    let mut claims = [0; 2];
    for heap in 2..40 {
        let (game, certificate) = example(heap);
        claims[usize::from(certificate.claim == Claim::Draws)] += 1;
        let text = text(&certificate);
        assert_eq!(Certificate::read(text.as_bytes()), Ok(certificate.clone()));
        let verified = certificate.check(&game).expect("holds");
        assert_eq!(verified.positions as usize, certificate.entries().len());
        if let Claim::Wins(plies) = certificate.claim {
            assert_eq!(verified.longest, plies);
        }
    }
    assert!(claims[0] > 3 && claims[1] > 3, "{claims:?}");
}

#[test]
fn every_changed_byte_and_every_truncation_is_found() {
    for heap in [6, 8, 9] {
        let (game, certificate) = example(heap);
        let good = text(&certificate).into_bytes();
        let fails = |bytes: &[u8]| {
            let result = Certificate::read(bytes).and_then(|c| c.check(&game));
            let error = result.expect_err("a damaged certificate must fail");
            assert!(!error.is_format() || bytes.is_empty(), "{error}");
        };
        for at in 0..good.len() {
            fails(&good[..at]);
            let mut bad = good.clone();
            bad.remove(at);
            fails(&bad);
            for to in
                [0, b'\n', b'\t', b' ', b'0', b'1', b'a', b'z', b'~', 0xff, good[at] ^ 1, good[at] ^ 0x20]
            {
                bad.clone_from(&good);
                if bad[at] != to {
                    bad[at] = to;
                    fails(&bad);
                }
                bad.clone_from(&good);
                bad.insert(at, to);
                fails(&bad);
            }
        }
        for end in ["\n", " ", "x", "digest 0\n"] {
            fails(&[&good, end.as_bytes()].concat());
        }
    }
}

#[test]
fn a_certificate_rewritten_with_a_fitting_digest_fails_by_the_rules() {
    let (game, certificate) = example(7);
    let good = text(&certificate);
    assert_eq!(check(&game, &sealed(&good)).map(|v| v.side), Ok(Side::Black));
    let lines: Vec<&str> = good.lines().collect();
    let with = |line: usize, to: &str| {
        let mut lines: Vec<&str> = lines[..lines.len() - 1].to_vec();
        lines[line - 1] = to;
        check(&game, &sealed(&(lines.join("\n") + "\n"))).expect_err(to)
    };
    let Claim::Wins(plies) = certificate.claim else { panic!("7 is won") };
    assert!(matches!(with(1, "nexsolve certificate 2"), CheckError::Version { .. }));
    assert!(matches!(with(2, "bored heap"), CheckError::Field { line: 2, .. }));
    assert!(matches!(with(3, "position green:3"), CheckError::Position { line: 3, .. }));
    let shorter = format!("claim black wins {}", plies.0 - 1);
    assert!(matches!(with(4, &shorter), CheckError::TooLong { .. }));
    assert!(matches!(with(4, "claim white draws"), CheckError::Missing { .. }));
    assert!(matches!(with(4, "claim black wins +9"), CheckError::Field { line: 4, .. }));
    assert!(matches!(with(4, "claim red wins 9"), CheckError::Field { line: 4, .. }));
    assert!(matches!(with(5, "moves 1"), CheckError::Count { announced: 1, .. }));
    assert!(matches!(with(5, "moves 007"), CheckError::Field { line: 5, .. }));
    let last = lines.len() - 1;
    assert!(matches!(with(last, lines[last - 2]), CheckError::Duplicate { .. }));
    assert!(matches!(with(last, "a"), CheckError::Field { .. }));
    assert!(matches!(with(last, "black:9\ttake 1"), CheckError::Position { .. }));
    assert!(matches!(with(last, "white:7\ttake 9"), CheckError::Move { .. }));
    assert!(matches!(with(last, "white:6\ttake 1"), CheckError::Missing { .. }));
    // A draw is claimed by less than a win; every other mutation of a move is judged by the rules.
    let weaker = sealed(&good.replace(&format!("wins {plies}"), "draws"));
    assert!(check(&game, &weaker).is_ok());
}

#[test]
fn one_strategy_has_one_spelling() {
    let (game, certificate) = example(7);
    for index in 0..certificate.entries.len() {
        let (position, mv) = certificate.entries[index].clone();
        let line = index + 6;
        let mut other = certificate.clone();
        other.entries[index].1 = mv.replace("take ", "take 0");
        assert!(
            game.read_move(&game.read_position(&position).expect("written so"), &other.entries[index].1)
                .is_ok()
        );
        let found = other.check(&game).expect_err("spelled otherwise");
        assert!(matches!(found, CheckError::Spelling { line: at, .. } if at == line), "{found}");
        let mut other = certificate.clone();
        other.entries[index].0 = position.replace(':', ":0");
        let found = other.check(&game).expect_err("spelled otherwise");
        assert!(matches!(found, CheckError::Spelling { line: at, .. } if at == line), "{found}");
    }
    let mut other = certificate.clone();
    other.position = game.format_position(&game.start());
    assert!(matches!(other.check(&game), Err(CheckError::Spelling { line: 3, .. })));
    let converted = text(&certificate).replace('\n', "\r\n");
    assert_eq!(Certificate::read(converted.as_bytes()), Err(CheckError::LineEnds));
}

#[test]
fn entries_too_many_too_few_or_out_of_order_are_found() {
    let (game, certificate) = example(12);
    let mut moves: Vec<_> = certificate
        .entries()
        .iter()
        .map(|(at, mv)| {
            let at = game.read_position(at).expect("written so");
            (at, game.read_move(&at, mv).expect("written so"))
        })
        .collect();
    let (side, claim) = (certificate.side, certificate.claim);
    let make = |moves: &[(At, u8)]| Certificate::new(&game, "heap", &game.start(), side, claim, moves);
    for at in 0..moves.len() {
        let mut fewer = moves.clone();
        fewer.remove(at);
        let error = make(&fewer).expect("writable").check(&game).expect_err("one is missing");
        assert!(matches!(error, CheckError::Missing { .. }), "{error}");
    }
    let mut bad = certificate.clone();
    bad.entries.swap(0, 1);
    assert!(matches!(Certificate::read(text(&bad).as_bytes()), Err(CheckError::Order { line: 7 })));
    moves.push(((1, side), 1));
    let error = make(&moves).expect("writable").check(&game).expect_err("the game is over there");
    assert!(matches!(error, CheckError::Move { .. }), "{error}");
    moves.pop();
    moves.push(((12, Side::White), 1));
    let error = make(&moves).expect("writable").check(&game).expect_err("cannot arise");
    assert!(matches!(error, CheckError::Unreached { .. }), "{error}");
    moves.push(((12, Side::White), 2));
    assert!(matches!(make(&moves), Err(WriteError::TwoMoves { .. })));
}

#[test]
fn a_move_that_gives_the_result_away_is_found() {
    for heap in [6, 7, 8, 9, 11] {
        let (game, certificate) = example(heap);
        let claimed = certificate.check(&game).expect("holds").claim;
        for index in 0..certificate.entries().len() {
            let at = game.read_position(&certificate.entries()[index].0).expect("written so");
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            for mv in moves {
                let mut changed = certificate.clone();
                changed.entries[index].1 = game.format_move(&at, mv);
                // Another move may be as good, or the check must fail; it never proves more than is claimed.
                match changed.check(&game) {
                    Ok(verified) => assert_eq!(verified.claim, claimed),
                    Err(error) => assert!(!error.is_format()),
                }
            }
        }
    }
}

#[test]
fn other_files_are_told_from_damaged_certificates() {
    for other in ["", "Ba1?b2;#\n", "certificate\n", "\u{feff}nexsolve"] {
        assert!(Certificate::read(other.as_bytes()).expect_err(other).is_format(), "{other}");
    }
    let newer = sealed("nexsolve certificate 2\nanything\n");
    let error = Certificate::read(newer.as_bytes()).expect_err("newer");
    assert!(error.is_format() && matches!(error, CheckError::Version { .. }), "{error}");
}

#[test]
fn the_sentence_says_what_is_proven() {
    let (game, certificate) = example(7);
    let verified = certificate.check(&game).expect("holds");
    assert!(
        verified.sentence("heap").starts_with("Black wins heap from the start in at most "),
        "{verified:?}"
    );
    let many = Verified { positions: 1, replies_checked: 1_234_567, claim: Claim::Draws, ..verified };
    let sentence = "Black at least draws the heap from the start: 1 position, 1,234,567 replies checked";
    assert_eq!(many.sentence("the heap"), sentence);
}
