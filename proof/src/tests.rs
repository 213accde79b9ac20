//! A toy game, its certificates, and every way to spoil them.

use super::*;
use nexsolve_core::{Deductions, Flaw, Game, Notation, ReadError, ReadFault, Score, Wdl, laws};
use std::collections::HashMap;

/// A heap: players take one to three in turn, and who takes the last one wins; but if the heap is a multiple
/// of three at the start, a last one is left and the game drawn. The same heap arises after different numbers
/// of plies.
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
        let wrong = || ReadError::new(0..text.len(), ReadFault::expected("1, 2 or 3", text));
        let mv: u8 = text.strip_prefix("take ").and_then(|n| n.parse().ok()).ok_or_else(wrong)?;
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        if moves.contains(&mv) { Ok(mv) } else { Err(wrong()) }
    }
    fn format_move(&self, _: &At, mv: u8) -> String {
        format!("take {mv}")
    }
    fn read_position(&self, text: &str) -> Result<At, ReadError> {
        let wrong = || ReadError::new(0..text.len(), ReadFault::expected("a heap", text));
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
    fn deductions(&self, at: &At, side: Side) -> Option<Box<dyn Deductions + '_>> {
        let (heap, wins) = (at.0, at.1 == side);
        (!self.0.is_multiple_of(3)).then(|| Box::new(HeapLemmas { heap, wins, known: Vec::new() }) as Box<_>)
    }
}

/// Lemmas about heaps without draws, such as `wins 5 by 1` and `loses 4`.
struct HeapLemmas {
    /// What is to be shown: that the side to move wins this heap, or loses it.
    heap: u8,
    wins: bool,
    /// Heaps, whether the side to move wins, and whether a later lemma uses that.
    known: Vec<(u8, bool, bool)>,
}

impl HeapLemmas {
    fn use_lemma(&mut self, heap: u8, wins: bool) -> Result<(), String> {
        let lemma = self.known.iter_mut().find(|lemma| (lemma.0, lemma.1) == (heap, wins));
        lemma.ok_or_else(|| format!("no lemma about {heap}"))?.2 = true;
        Ok(())
    }
}

impl Deductions for HeapLemmas {
    fn deduce(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: &str| word.parse::<u8>().map_err(|_| format!("`{word}` is no number"));
        match words[..] {
            ["wins", heap, "by", taken] => {
                let (heap, taken) = (number(heap)?, number(taken)?);
                match heap.checked_sub(taken).filter(|_| (1..=3).contains(&taken)) {
                    None => return Err("no such move".to_owned()),
                    Some(0) => {}
                    Some(left) => self.use_lemma(left, false)?,
                }
                self.known.push((heap, true, false));
            }
            ["loses", heap] => {
                let heap = number(heap)?;
                (1..=heap.min(3))
                    .filter(|taken| heap > *taken)
                    .try_for_each(|taken| self.use_lemma(heap - taken, true))?;
                if heap <= 3 {
                    return Err("the side to move takes all".to_owned());
                }
                self.known.push((heap, false, false));
            }
            _ => return Err("no lemma".to_owned()),
        }
        Ok(())
    }

    fn conclude(&self) -> Result<(), Flaw> {
        let Some((&(heap, wins, _), earlier)) = self.known.split_last() else {
            return Err(Flaw { lemma: None, reason: "there are no lemmas".to_owned() });
        };
        if let Some(at) = earlier.iter().position(|lemma| !lemma.2) {
            return Err(Flaw { lemma: Some(at), reason: "unused".to_owned() });
        }
        let reason = || "not the claim".to_owned();
        let fits = (heap, wins) == (self.heap, self.wins);
        fits.then_some(()).ok_or_else(|| Flaw { lemma: Some(earlier.len()), reason: reason() })
    }
}

/// A best move for `side` in every position that can arise while it plays them.
fn strategy(game: &Heap, root: At, side: Side) -> Vec<(At, u8)> {
    let all = laws::positions(game, laws::Positions::All);
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

fn entries(certificate: &Certificate) -> &[(String, String)] {
    match &certificate.proof {
        Proof::Strategy { entries, .. } => entries,
        Proof::Lemmas(_) => panic!("a strategy"),
    }
}

fn entries_mut(certificate: &mut Certificate) -> &mut [(String, String)] {
    match &mut certificate.proof {
        Proof::Strategy { entries, .. } => entries,
        Proof::Lemmas(_) => panic!("a strategy"),
    }
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

fn check(game: &Heap, text: &str) -> Result<Theorem, CheckError> {
    Certificate::read(text.as_bytes())?.check(game)
}

/// The certificate of a heap's value: 6, 9 and 12 are draws, 8 is White's, 7 and 11 are Black's.
fn example(heap: u8) -> (Heap, Certificate) {
    let game = Heap(heap);
    let all = laws::positions(&game, laws::Positions::All);
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
        claims[usize::from(certificate.claim() == Claim::Draws)] += 1;
        let text = text(&certificate);
        assert_eq!(Certificate::read(text.as_bytes()), Ok(certificate.clone()));
        let verified = certificate.check(&game).expect("holds");
        let Evidence::Strategy { positions, longest, .. } = verified.evidence else { panic!("a strategy") };
        assert_eq!(positions as usize, entries(&certificate).len());
        if let Claim::Wins(plies) = certificate.claim() {
            assert_eq!(longest, plies);
        }
    }
    assert!(claims[0] > 3 && claims[1] > 3, "{claims:?}");
}

#[test]
fn every_changed_byte_and_every_truncation_is_found() {
    for (game, certificate) in [6, 8, 9].map(example).into_iter().chain([example_of_lemmas(8)]) {
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
    let Claim::Wins(plies) = certificate.claim() else { panic!("7 is won") };
    assert!(matches!(with(1, "nexsolve certificate 3"), CheckError::Version { .. }));
    assert!(matches!(with(2, "bored heap"), CheckError::Field { line: 2, .. }));
    assert!(matches!(with(3, "position green:3"), CheckError::Position { line: 3, .. }));
    let shorter = format!("claim black wins {}", plies.0 - 1);
    assert!(matches!(with(4, &shorter), CheckError::Play { fault: PlayFault::TooLong(_), .. }));
    assert!(matches!(with(4, "claim white draws"), CheckError::Play { fault: PlayFault::Missing, .. }));
    assert!(matches!(with(4, "claim black wins +9"), CheckError::Field { line: 4, .. }));
    assert!(matches!(with(4, "claim red wins 9"), CheckError::Field { line: 4, .. }));
    assert!(matches!(with(5, "moves 1"), CheckError::Count { announced: 1, .. }));
    assert!(matches!(with(5, "moves 007"), CheckError::Field { line: 5, .. }));
    let last = lines.len() - 1;
    assert!(matches!(with(last, lines[last - 2]), CheckError::Duplicate { .. }));
    assert!(matches!(with(last, "a"), CheckError::Field { .. }));
    assert!(matches!(with(last, "black:9\ttake 1"), CheckError::Position { .. }));
    assert!(matches!(with(last, "white:7\ttake 9"), CheckError::Move { .. }));
    assert!(matches!(with(last, "white:6\ttake 1"), CheckError::Play { fault: PlayFault::Missing, .. }));
    // A draw is claimed by less than a win; every other mutation of a move is judged by the rules.
    let weaker = sealed(&good.replace(&format!("wins {plies}"), "draws"));
    assert!(check(&game, &weaker).is_ok());
}

#[test]
fn one_strategy_has_one_spelling() {
    let (game, certificate) = example(7);
    for index in 0..entries(&certificate).len() {
        let (position, mv) = entries(&certificate)[index].clone();
        let line = index + 6;
        let mut other = certificate.clone();
        entries_mut(&mut other)[index].1 = mv.replace("take ", "take 0");
        assert!(
            game.read_move(&game.read_position(&position).expect("written so"), &entries(&other)[index].1)
                .is_ok()
        );
        let found = other.check(&game).expect_err("spelled otherwise");
        assert!(matches!(found, CheckError::Spelling { line: at, .. } if at == line), "{found}");
        let mut other = certificate.clone();
        entries_mut(&mut other)[index].0 = position.replace(':', ":0");
        let found = other.check(&game).expect_err("spelled otherwise");
        assert!(matches!(found, CheckError::Spelling { line: at, .. } if at == line), "{found}");
    }
    let mut other = certificate.clone();
    other.position = game.format_position(&game.start());
    assert!(matches!(other.check(&game), Err(CheckError::Spelling { line: 3, .. })));
    let converted = text(&certificate).replace('\n', "\r\n");
    assert_eq!(Certificate::read(converted.as_bytes()), Err(CheckError::LineEnds));
    let marked = format!("\u{feff}{}", text(&certificate));
    assert_eq!(Certificate::read(marked.as_bytes()), Err(CheckError::ByteOrderMark));
    assert_eq!(Certificate::read(format!("\u{feff}{converted}").as_bytes()), Err(CheckError::ByteOrderMark));
}

#[test]
fn entries_too_many_too_few_or_out_of_order_are_found() {
    let (game, certificate) = example(12);
    let mut moves: Vec<_> = entries(&certificate)
        .iter()
        .map(|(at, mv)| {
            let at = game.read_position(at).expect("written so");
            (at, game.read_move(&at, mv).expect("written so"))
        })
        .collect();
    let (side, claim) = (certificate.side, certificate.claim());
    let make = |moves: &[(At, u8)]| Certificate::new(&game, "heap", &game.start(), side, claim, moves);
    for at in 0..moves.len() {
        let mut fewer = moves.clone();
        fewer.remove(at);
        let error = make(&fewer).expect("writable").check(&game).expect_err("one is missing");
        assert!(matches!(error, CheckError::Play { fault: PlayFault::Missing, .. }), "{error}");
    }
    let mut bad = certificate.clone();
    entries_mut(&mut bad).swap(0, 1);
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
        for index in 0..entries(&certificate).len() {
            let at = game.read_position(&entries(&certificate)[index].0).expect("written so");
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            for mv in moves {
                let mut changed = certificate.clone();
                entries_mut(&mut changed)[index].1 = game.format_move(&at, mv);
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
    let newer = sealed("nexsolve certificate 3\nanything\n");
    let error = Certificate::read(newer.as_bytes()).expect_err("newer");
    assert!(error.is_format() && matches!(error, CheckError::Version { .. }), "{error}");
}

/// The names of the players.
const SIDES: [&str; 2] = ["Black", "White"];

#[test]
fn the_sentence_says_what_is_proven() {
    let (game, certificate) = example(7);
    let verified = certificate.check(&game).expect("holds");
    assert!(
        verified.sentence("heap", SIDES).starts_with("Black wins heap from the start in at most "),
        "{verified:?}"
    );
    let Evidence::Strategy { longest, .. } = verified.evidence else { panic!("a strategy") };
    let evidence = Evidence::Strategy { positions: 1, replies_checked: 1_234_567, longest };
    let many = Theorem { evidence, claim: Claim::Draws, ..verified };
    let sentence = "Black at least draws the heap from the start: 1 position, 1,234,567 replies checked";
    assert_eq!(many.sentence("the heap", SIDES), sentence);
}

/// The lemmas that the side to move wins or loses a heap.
fn lemmas(heap: u8) -> Vec<String> {
    let lemma =
        |n: u8| if n.is_multiple_of(4) { format!("loses {n}") } else { format!("wins {n} by {}", n % 4) };
    // A win rests on the loss below it alone, a loss on all three wins below it.
    let needed = (1..=heap).filter(|&n| n == heap || n <= heap / 4 * 4);
    needed.map(lemma).collect()
}

fn example_of_lemmas(heap: u8) -> (Heap, Certificate) {
    let game = Heap(heap);
    let side = if heap.is_multiple_of(4) { Side::White } else { Side::Black };
    let certificate = Certificate::of_lemmas(&game, "heap", &game.start(), side, lemmas(heap));
    (game, certificate.expect("writable"))
}

#[test]
fn lemmas_are_written_read_and_checked() {
    for heap in [5, 7, 8, 16, 22, 28] {
        let (game, certificate) = example_of_lemmas(heap);
        let text = text(&certificate);
        assert!(text.starts_with("nexsolve certificate 2\nboard heap\nposition start\nclaim "), "{text}");
        assert_eq!(Certificate::read(text.as_bytes()), Ok(certificate.clone()));
        let verified = certificate.check(&game).expect("holds");
        assert_eq!(verified.evidence, Evidence::Lemmas(lemmas(heap).len() as u64));
        assert_eq!(verified.claim, Claim::WinsSometime);
        let other = text.replace("claim black", "claim x").replace("claim white", "claim black");
        let other = check(&game, &sealed(&other.replace("claim x", "claim white")));
        assert!(matches!(other, Err(CheckError::Lemma { .. })), "{other:?}");
    }
    let (game, certificate) = example_of_lemmas(7);
    let sentence = certificate.check(&game).expect("holds").sentence("heap", SIDES);
    assert_eq!(sentence, "Black wins heap from the start: 5 lemmas checked");
}

#[test]
fn spoiled_lemmas_are_found_with_their_line() {
    let (game, certificate) = example_of_lemmas(7);
    let good = text(&certificate);
    let error = |body: String| check(&game, &sealed(&body)).expect_err("spoiled");
    let at = |error: CheckError| match error {
        CheckError::Lemma { line, .. } => line,
        other => panic!("{other}"),
    };
    assert_eq!(at(error(good.replace("wins 2 by 2\n", "").replace("lemmas 5", "lemmas 4"))), 8);
    assert_eq!(at(error(good.replace("wins 1 by 1\n", "wins 9 by 9\n"))), 6);
    assert_eq!(at(error(good.replace("wins 7 by 3\n", "").replace("lemmas 5", "lemmas 4"))), 9);
    assert_eq!(at(error(good.replace("lemmas 5\n", "lemmas 6\nwins 1 by 1\n"))), 7);
    let counted = error(good.replace("lemmas 5", "lemmas 6"));
    assert!(matches!(counted, CheckError::Count { announced: 6, found: 5, what: "lemmas" }), "{counted}");
    for (from, to, line) in
        [(" wins\n", " wins 7\n", 4), (" wins\n", " draws\n", 4), ("lemmas 5", "moves 5", 5)]
    {
        let found = error(good.replacen(from, to, 1));
        assert!(matches!(found, CheckError::Field { line: at, .. } if at == line), "{found}");
    }
    let draws = Heap(9);
    let none =
        Certificate::of_lemmas(&draws, "heap", &draws.start(), Side::Black, lemmas(9)).expect("writable");
    assert_eq!(none.check(&draws), Err(CheckError::NoDeductions));
    let empty =
        Certificate::of_lemmas(&game, "heap", &game.start(), Side::Black, Vec::new()).expect("writable");
    assert!(matches!(empty.check(&game), Err(CheckError::Inconclusive { .. })));
}
