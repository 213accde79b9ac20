//! Laws of texts and records, for all games: written records are read back with all that they hold, and no
//! text breaks a reader; variations and their faults.

use nexsolve_core::{Course, Game, Notation, SplitMix};
use nexsolve_games::records::{self, Beside, GameRecord, How, MoveTree, Verdict};
use nexsolve_games::{AnyGame, AnyPosition, Board};
use proptest::prelude::*;

fn board(text: &str) -> Board {
    nexsolve_games::played(text, None).expect(text)
}

/// Returns a game with `size` random moves in all, in random variations, some with one of these comments. It
/// begins after `begun` random moves, unless a swap is possible.
fn random_tree(board: Board, seed: u64, size: usize, begun: usize, comments: &[String]) -> GameRecord {
    let game = AnyGame::on(board).expect("a board");
    let mut random = SplitMix(seed);
    let mut prelude = Course::new(&game);
    for _ in 0..if game.may_swap(&game.start()) { 0 } else { begun } {
        let legal = prelude.legal();
        if legal.len() > 1 {
            prelude.play(legal[random.below(legal.len())]);
        }
    }
    let start = *prelude.position();
    let mut tree = MoveTree::default();
    let mut positions: Vec<AnyPosition> = vec![start];
    let mut legal = Vec::new();
    while tree.size() < size {
        // Usually continues from the last move, so that lines become long.
        let after = if random.below(3) > 0 { tree.size() - 1 } else { random.below(tree.size()) };
        legal.clear();
        if game.outcome(&positions[after]).is_none() {
            game.moves(&positions[after], &mut legal);
        }
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len())];
        let next = game.play(&positions[after], mv);
        if tree.add(after, mv) == positions.len() {
            positions.push(next);
        }
    }
    for text in comments {
        tree.comment(random.below(tree.size()), text);
    }
    let (moves, beside) = tree.parts();
    let mut course = Course::from(&game, start);
    for &mv in &moves {
        course.play(mv);
    }
    let verdict = course.ending().map_or(Verdict::BROKEN_OFF, |ending| Verdict::by_rules(ending.winner));
    GameRecord {
        names: [Some("one".to_owned()), None],
        prelude: prelude.moves().to_vec(),
        beside,
        ..GameRecord::new(board, start, moves, verdict)
    }
}

/// Comments as people write them, also over several lines, with all characters that have a meaning in some
/// form.
fn comments() -> impl Strategy<Value = Vec<String>> {
    let text = prop_oneof![
        "[a-z ]{1,12}",
        r"[\[\](){;:!?\\#a-z0-9. ]{0,30}",
        "[a-z]{1,5}\n\n? {0,2}[a-z;(\\[]{1,5}",
        Just("Note:1:x\nBa1?b2;!\n[White \"x\"]".to_owned()),
        Just("é–½ 日本".to_owned()),
    ];
    prop::collection::vec(text, 0..6)
}

const BOARDS: [&str; 15] = [
    "nex:2x2",
    "nex:3x3",
    "nex:2x5",
    "nex:swap:3x3",
    "nex:swap:2x19",
    "hex:4x4",
    "hex:swap:3x3",
    "hex:course:3x4",
    "awari",
    "draughts",
    "draughts:brazilian",
    "connect4:4x5",
    "tictactoe:two:3x4",
    "nex:19x19",
    "hex:course+swap:19x19",
];

/// Writes records in the format of all games or in the customary one.
fn write(records: &[GameRecord], shared: bool) -> String {
    let form = nexsolve_games::records::of(records[0].board.card());
    let file = if shared { "games" } else { &format!("games.{}", form.extension()) };
    form.write_for(file.as_ref(), records).expect("from the start, or with moves to begin with")
}

/// A name that games cannot share.
const LONG: &str = "a name that is so long that no other game can share it with this one, since every game below it would have a copy of it, \
                    which takes more memory than a file of this size should ever take, on a machine of whatever size it may be read";

/// Names as people write them, also with characters that have a meaning in some form.
fn names() -> impl Strategy<Value = Option<String>> {
    let name = prop_oneof![
        Just("solver1.0"),
        Just(LONG),
        Just("a   b"),
        Just("é #games:3; B"),
        Just("!"),
        Just(r#"a \ "b" [1]"#)
    ];
    prop::option::of(name.prop_map(str::to_owned))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn written_trees_are_read_back(
        name in prop::sample::select(BOARDS.to_vec()), seed: u64, size in 1_usize..40, begun in 0_usize..3,
        comments in comments(), names in [names(), names()], event in "[a-zA-Z\"\\\\\\]: ]{0,20}", shared: bool,
    ) {
        let mut record = random_tree(board(name), seed, size, begun, &comments);
        record.names = names;
        let extension = nexsolve_games::records::of(record.board.card()).extension();
        let event = event.trim().to_owned();
        let key = match extension { _ if shared => "Any", "pdn" => "Event", "sgf" => "EV", _ => "" };
        if !key.is_empty() {
            record.beside.tags.push((key.to_owned(), event));
        }
        let text = write(&[record.clone(), record.clone()], shared);
        // A swap implies the rules that have one; a game without a swap leaves the rules open.
        let read = records::read(text.as_bytes(), Some(record.board));
        prop_assert_eq!(read.len(), 2, "{}", text);
        for read in read {
            let read = read.map_err(|fault| TestCaseError::fail(format!("{fault}\n{text}")))?;
            prop_assert_eq!((&read.moves, &read.beside), (&record.moves, &record.beside), "{}", text);
            prop_assert_eq!((read.board, read.start), (record.board, record.start), "{}", text);
            prop_assert_eq!((&read.names, read.verdict), (&record.names, record.verdict), "{}", text);
        }
    }

    #[test]
    fn no_text_breaks_a_reader(
        text in prop_oneof![
            any::<String>(),
            r"(Ba1\?b2;|;?[BW]\[[abs][1-3]\]|C\[|\]|\(|\)|;|SZ\[3\]|!\n|Note:[0-3.]{0,4}:|Variation:[0-3.]{0,4}:|Wa2\?b1;|c3-d4 |b6-a5 |\{|\}|c4;A5;|4 ){0,30}",
            "([BW?][a-e][1-5]|;|\n|B|W|#|!|\r\n|Black:|White:|#games:2;|Game#1|Board:r3-c3|Init_State:|=======|é|\t){0,40}",
            "([BW?][a-c][1-3]|;|swap\\??| |\n|[0-3], ?[0-3]){0,8}",
            "[BW?./\n -]{0,14}",
            "( 1 2 3\n| 0 1 2\n| b b b\n| w w w\n|white\n|[abc012bw] ?|[BW?.-] ?[BW?.-] ?[BW?.-]|/|\r?\n|swap\\?){0,12}",
            "[a-eBW?;,/.é0-9 \t\r\n\\-]{0,40}",
            "[a-fA-F0-9 x|;\n½ε!-]{0,60}",
            "[\\[\\]\"{}();%$!?.:x*/ \n0-9a-hKWB-]{0,80}",
            "(Board:(nex|awari|hex|draughts|connect4)?:?[0-4x]{0,3}\n|(First|X|Init|Start|Game|Tag):|[a-c][1-4];|!|=|X|White\\+time|24-24|\n){0,20}",
        ],
        name in prop::sample::select(BOARDS.to_vec()), seed: u64,
    ) {
        let (board, mut random) = (board(name), SplitMix(seed));
        let game = AnyGame::on(board).expect("a board");
        let reached = random_tree(board, seed, 1 + random.below(6), 0, &[]);
        let course = reached.course().expect("a board");
        let position = game.read_position(&text);
        for error in [game.read_move(course.position(), &text).err(), position.clone().err()].into_iter().flatten() {
            prop_assert!(text.get(error.span.clone()).is_some(), "{:?} of {text:?}", error.span);
            prop_assert!(!error.to_string().is_empty());
        }
        if let Ok(position) = position {
            prop_assert_eq!(game.read_position(&game.format_position(&position)), Ok(position));
        }
        let lines = text.split('\n').count();
        let form = nexsolve_games::records::of(board.card());
        let given = [records::Given::Perhaps(board), records::Given::Is(board), records::Given::Nothing];
        for found in given.into_iter().flat_map(|given| form.read(text.as_bytes(), given)) {
            check(found, lines)?;
        }
    }

    #[test]
    fn damage_leaves_the_other_games(
        name in prop::sample::select(BOARDS.to_vec()), seed: u64, at: prop::sample::Index, byte: u8, shared: bool,
    ) {
        let record = random_tree(board(name), seed, 12, 0, &[]);
        let text = write(&[record.clone(), record.clone()], shared);
        let mut bytes = text.clone().into_bytes();
        bytes[at.index(text.len())] = byte;
        let lines = bytes.split(|&b| b == b'\n').count();
        let form = nexsolve_games::records::of(record.board.card());
        let cut = &bytes[..at.index(text.len())];
        let found = form.read(&bytes, Some(record.board)).into_iter().chain(form.read(cut, None));
        for found in found {
            check(found, lines)?;
        }
    }
}

/// Checks that a record that was read is consistent, and a fault well placed.
fn check(found: records::ReadGame, lines: usize) -> Result<(), TestCaseError> {
    match found {
        Ok(record) => {
            let course = record.course().expect("a board");
            let is_checked = record.verdict.how == How::Rules && course.ending().is_some();
            prop_assert!(
                !is_checked || course.ending().map(|ending| ending.winner) == Some(record.verdict.winner)
            );
            let again = record.clone().with_tree(&record.tree());
            prop_assert_eq!(again, record);
        }
        Err(fault) => {
            prop_assert!((1..=lines).contains(&fault.line) && fault.column >= 1);
            let length = fault.text.chars().count();
            prop_assert!(length <= 70 && fault.caret.start <= fault.caret.end && fault.caret.end <= length);
            prop_assert!(!fault.text.chars().any(char::is_control) && !fault.to_string().is_empty());
        }
    }
    Ok(())
}

fn one(text: &str) -> GameRecord {
    let mut games = records::read(text.as_bytes(), None);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).expect(text)
}

/// Formats the moves of each line, each followed by its comment.
fn described(record: &GameRecord) -> Vec<String> {
    let game = AnyGame::on(record.board).expect("a board");
    let mut positions = vec![record.start];
    let mut described = vec![String::new()];
    let main = record.moves.iter().enumerate().map(|(i, &mv)| (i, mv));
    let branches = record.beside.branches.iter().map(|branch| (branch.after, branch.mv));
    for (after, mv) in main.chain(branches) {
        described.push(format!("{after}>{}", game.format_move(&positions[after], mv)));
        positions.push(game.play(&positions[after], mv));
    }
    for (&at, text) in &record.beside.comments {
        described[at].extend([" {", text.as_str(), "}"]);
    }
    described
}

#[test]
fn variations_are_read_in_each_form() {
    let pdn = "[Event \"Cup\"]\n[Date \"2026\"]\n{first} 1. c3-d4 {good} (1. c3-b4 b6-a5 (1... b6-c5 {or this}) 2. b4-c5) \
               ({ early } 1. g3-f4) 1... b6-a5 2. d4-c5 *\n";
    let game = one(pdn);
    assert_eq!(
        described(&game),
        [
            " {first}",
            "0>c3-d4 {good}",
            "1>b6-a5",
            "2>d4-c5",
            "0>c3-b4",
            "4>b6-a5",
            "5>b4-c5",
            "4>b6-c5 {or this}",
            "0>g3-f4 {early}",
        ]
    );
    assert_eq!(
        game.beside.tags,
        [("Event", "Cup"), ("Date", "2026")].map(|(k, v)| (k.to_owned(), v.to_owned()))
    );
    // A variation that starts with the same moves as its line does not become the main line.
    let game = one("1. c3-d4 (1. c3-d4 b6-a5) 1... b6-c5 2. d4:b6 *");
    assert_eq!(described(&game), ["", "0>c3-d4", "1>b6-c5", "2>d4:b6", "1>b6-a5"]);
    let sgf = "(;FF[4]GM[11]SZ[3]EV[Cup]C[start];B[b2]C[one\ntwo \\] three](;W[a1];B[c1])(;W[a2]C[or](;B[a1])(;B[a3])))";
    let game = one(sgf);
    assert_eq!(
        described(&game),
        [" {start}", "0>b2 {one\ntwo ] three}", "1>a1", "2>a3", "1>b1 {or}", "4>a1", "4>c1"]
    );
    let nex = "Board:r3-c3\nBa1?b2;Wa2?b1;!\nNote:1:one\nNote:1:two\nVariation:1:Wa3?c1;Bc2?c3;\nNote:1.3:here\nVariation:1.2:Bb1?c3;\n";
    let game = one(nex);
    assert_eq!(
        described(&game),
        ["", "0>Ba1?b2 {one\ntwo}", "1>Wa2?b1", "1>Wa3?c1", "3>Bc2?c3 {here}", "3>Bb1?c3"]
    );
    assert_eq!(described(&one("c4;A5;!\nVariation:1:B4;\n")), ["", "0>c4", "1>A5", "1>B4"]);
    assert_eq!(described(&one("Board:4x4\n12 !\nVariation:1:34\n")), ["", "0>1", "1>2", "1>3", "3>4"]);
}

#[test]
fn faults_in_variations_are_located() {
    for (text, line, column, words) in [
        ("1. c3-d4 (1. c3-b4\n*", 1, 10, "do not match"),
        ("(;GM[11]SZ[3];B[b2](;W[a1])\n(;W[b2]))", 2, 5, "b2"),
        ("(;GM[11]SZ[3];B[b2](;W[a1])(;AB[c1]))", 1, 33, "set up after the first move"),
        ("Board:r3-c3\nBa1?b2;!\nVariation:1:Wa2?b2;\n", 3, 17, "b2"),
        ("Board:r3-c3\nBa1?b2;!\nVariation:2:Wa2?b1;\n", 3, 11, "the game has no move 2"),
        ("Board:r3-c3\nBa1?b2;!\nNote:1.1:x\n", 3, 6, "variation 1 has no move 1"),
        ("Board:r3-c3\nBa1?b2;!\nNote:one:x\n", 3, 6, "expected a place"),
        ("Board:nex:3x3\nNote:1:x\n", 2, 1, "no game stands above"),
    ] {
        let found = records::read(text.as_bytes(), None);
        let [fault] = &found.iter().filter_map(|found| found.as_ref().err()).collect::<Vec<_>>()[..] else {
            panic!("{text}: {found:?}")
        };
        assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault}");
        assert!(fault.reason.contains(words), "{text}: {fault}");
        // A fault in a variation or a comment does not lose the game.
        let is_beside = text.starts_with("(;") || text.starts_with("Board:r");
        assert_eq!(found.iter().any(Result::is_ok), is_beside, "{text}: {found:?}");
    }
}

#[test]
fn deep_and_long_variations_take_linear_time_and_no_stack() {
    let many = 50_000;
    let pdn = format!("1. c3-d4 {} *", "(1. c3-b4 {x}".repeat(many) + &")".repeat(many));
    assert!(records::read(pdn.as_bytes(), None)[0].is_ok());
    let sgf = format!("(;GM[11]SZ[3];B[a1]{}{})", "(;W[a2]C[x]", "(;B[a3])".repeat(many) + ")");
    assert!(records::read(sgf.as_bytes(), None)[0].is_ok());
    let sgf = format!("(;GM[11]SZ[3]{}{})", "(;C[x]".repeat(many), ")".repeat(many));
    assert_eq!(records::read(sgf.as_bytes(), None).len(), 1);
    let sgf = "(".repeat(many);
    assert!(records::read(sgf.as_bytes(), None)[0].is_err());
}

#[test]
fn a_record_without_a_board_is_read_on_a_fitting_one() {
    let fits = |open: &str, text: &str| -> Vec<String> {
        let form = nexsolve_games::records::of(board(open).card());
        let found = form.read(text.as_bytes(), records::Given::Perhaps(board(open)));
        let [Ok(record)] = &found[..] else { panic!("{text}: {found:?}") };
        assert!(record.fits.is_empty() || record.fits[0] == record.board);
        record.fits.iter().map(ToString::to_string).collect()
    };
    // The order: the open board if the moves are legal on it, then square boards, then others.
    assert_eq!(fits("nex:4x4", "Ba1?b2;Wc3?c1;!")[..3], ["nex:4x4", "nex:3x3", "nex:5x5"]);
    assert_eq!(fits("nex:3x3", "Ba1?d4;Wb2?c3;!")[..2], ["nex:4x4", "nex:5x5"]);
    assert_eq!(fits("nex:3x3", "Ba1?b5;Wb2?b3")[..3], ["nex:5x5", "nex:2x5", "nex:6x6"]);
    // A result leaves few boards: Black has joined three rows.
    assert_eq!(fits("nex:5x5", "Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;B")[0], "nex:3x3");
    let rectangle = fits("nex:3x3", "Ba1?b5;Wb3?b4;Bb1?a5;B");
    assert_eq!(rectangle, ["nex:2x5", "nex:2x6", "nex:2x7"]);
    assert_eq!(fits("hex:5x5", "(;GM[11];B[c2];W[a1])")[..2], ["hex:5x5", "hex:11x11"]);
    assert_eq!(fits("hex:3x3", "(;GM[11];B[d2];W[a1])")[..2], ["hex:11x11", "hex:4x4"]);
    assert_eq!(fits("connect4:4x4", "4453")[..2], ["connect4:6x7", "connect4:5x5"]);
    assert!(fits("nex:3x3", "Board:r4-c4\nBa1?b2;Wc3?c1;!").is_empty());
    assert!(fits("hex:3x3", "(;GM[11]SZ[4];B[b2])").is_empty());
}

#[test]
fn tree_parts_are_sorted() {
    let game = AnyGame::on(board("nex:2x2")).expect("a board");
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    let mut tree = MoveTree::default();
    let (first, second) = (tree.add(0, moves[0]), tree.add(0, moves[1]));
    let mut replies = Vec::new();
    game.moves(&game.play(&game.start(), moves[0]), &mut replies);
    tree.add(first, replies[0]);
    tree.comment(second, " a\r\n\u{7}b ");
    assert_eq!(tree.add(0, moves[1]), second);
    let (main, beside) = tree.parts();
    assert_eq!(main, [moves[0], replies[0]]);
    assert_eq!((beside.branches.len(), beside.branches[0].after), (1, 0));
    assert_eq!(beside.comments.into_iter().collect::<Vec<_>>(), [(3, "a\nb".to_owned())]);
    assert_eq!(Beside::default().branches.len(), 0);
}
