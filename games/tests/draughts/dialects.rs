//! PDN as programs and people write it: inputs that were found in public files and reports of other programs.

use super::pdn::{moves, one, read, write};
use nexsolve_core::Side;
use nexsolve_games::records::{self, GameRecord, Given, How, Verdict, recognised};

/// Returns the texts of the notes of a game.
fn notes(record: &GameRecord) -> Vec<&str> {
    record.notes.iter().map(|note| note.text.as_str()).collect()
}

#[test]
fn spellings_of_moves_are_read() {
    let quiet = "c3-d4 b6-c5";
    let capture = "c3-d4 b6-c5 d4:b6 a7:c5";
    for (text, expected) in [
        ("1. c3d4 b6c5 *", quiet),
        ("1.c3-d4 b6-c5*", quiet),
        ("1. C3-D4 B6-C5 *", quiet),
        ("1. c3 - d4 b6- c5 *", quiet),
        ("1. c3–d4 b6—c5 *", quiet),
        ("1. с3-d4 b6-с5 *", quiet), // Cyrillic с
        ("1 c3-d4 b6-c5 2 *", quiet),
        ("c3-d4 b6-c5", quiet),
        ("1. 22-18 09-14 *", quiet),
        ("1. 2218 0914 *", quiet),
        ("1. c3-d4! b6-c5(?) *", quiet),
        ("1. c3-d4 (=) b6-c5 +- *", quiet),
        ("1. c3-d4 (!?) $1 b6-c5 $14 *", quiet),
        ("1. c3-d4 ... b6-c5 *", quiet),
        ("1. c3-d4 1... b6-c5 *", quiet),
        ("1. c3-d4 1. ... b6-c5 *", quiet),
        ("1. c3-d4 1… b6-c5 *", quiet),
        ("1. c3-d4 b6-c5 2. - - *", quiet),
        ("1. c3-d4 b6-c5 2. — *", quiet),
        ("1. c3-d4 b6-c5 2. d4:b6* a7:c5 *", capture),
        ("1. c3-d4 b6-c5 2. d4:b6 * a7:c5 *", capture),
        ("1. c3-d4 b6-c5 2. d4xb6 a7×c5 *", capture),
        ("1. 22-18 9-14 2. 18x 9 5x14 *", capture),
        ("1. 22-18  9-14 2. 18x9  5x 14 *", capture),
        ("1. c3-d4 b6-c5 2. d4b6 a7c5 *", capture),
        ("(1. g3-f4) 1. c3-d4 b6-c5 *", quiet),
        ("1. c3-d4 b6-c5 *\r\n\u{1a}", quiet),
        ("\u{feff}1. c3-d4 b6-c5 *", quiet),
        ("[FEN \"\"]\n1. c3-d4 b6-c5 *", quiet),
        ("[FEN \"?\"]\n1. c3-d4 b6-c5 *", quiet),
    ] {
        let game = one(&format!("[White \"x\"]\n{text}"));
        assert_eq!(moves(&game), expected, "{text}");
        assert!(notes(&game).is_empty(), "{text}: {:?}", game.notes);
        assert_eq!(one(&write(std::slice::from_ref(&game))).moves, game.moves, "{text}");
    }
    let game = one("[FEN \"B:Wd4:Bb6\"]\n1. ... b6-c5 *");
    assert_eq!(moves(&game), "b6-c5");
}

#[test]
fn spellings_of_results_and_tags_are_read() {
    let won = |side| Verdict::by_rules(Some(side));
    for (text, verdict) in [
        ("[Result \"\"]\n1. c3-d4 2-0", won(Side::White)),
        ("[Result \"?\"]\n1. c3-d4 0-2", won(Side::Black)),
        ("[Result \"1/2\"]\n1. c3-d4", Verdict::by_rules(None)),
        ("[Result \"½-½\"]\n1. c3-d4", Verdict::by_rules(None)),
        ("[Result \"1 - 0\"]\n1. c3-d4", won(Side::White)),
        ("[result \"2:0\"]\n1. c3-d4 2 - 0", won(Side::White)),
        ("[Result \"2–0\"]\n1. c3-d4 1/2", won(Side::White)),
        ("1. c3-d4 * 1-0", won(Side::White)),
        ("1. c3-d4 0-1 0-1", won(Side::Black)),
        ("[Result \"2-0\"]\n[Termination \"unterminated\"]\n1. c3-d4", won(Side::White)),
    ] {
        if text.contains("1/2") && text.contains("2–0") {
            assert!(read(text)[0].is_err(), "{text}");
            continue;
        }
        let game = one(text);
        assert_eq!(game.verdict, verdict, "{text}");
        assert_eq!(one(&write(std::slice::from_ref(&game))).verdict, verdict, "{text}");
    }
    for (text, event) in [
        ("[Event \"Cup \"Spring\" 2020\"]", "Cup \"Spring\" 2020"),
        ("[Event Cup]", "Cup"),
        ("[Event       \"Cup\"]", "Cup"),
        ("[ Event \"Cup\" ]", "Cup"),
        ("[Event \"Cup\nof friends\"]", "Cup of friends"),
        ("[Event \"Cup\"] [Site \"?\"]", "Cup"),
    ] {
        let game = one(&format!("[White \"x\"]\n{text}\n[Black \"y\"]\n\n1. c3-d4 *"));
        assert_eq!(game.beside.tags[0], ("Event".to_owned(), event.to_owned()), "{text}");
        assert_eq!(game.names, ["y", "x"].map(|name| Some(name.to_owned())), "{text}");
        assert!(notes(&game).is_empty(), "{text}: {:?}", game.notes);
    }
}

#[test]
fn what_cannot_be_used_is_noted_and_kept() {
    for (text, note, kept) in [
        (
            "[Result \"0-0\"]\n1. c3-d4 0-0",
            "the result 0-0 is neither a win nor a draw",
            "[OriginalResult \"0-0\"]",
        ),
        ("1. c3-d4 0-0", "the result 0-0", "[OriginalResult \"0-0\"]"),
        ("[Result \"4-6\"]\n1. c3-d4 4-6", "the result 4-6", "[OriginalResult \"4-6\"]"),
        ("[White \"x\n[Black \"y\"]\n1. c3-d4 *", "the tag White has no end", "[White \"x\"]"),
        ("[White \"x\"]\n[White \"y\"]\n1. c3-d4 *", "a second tag White", "[White2 \"y\"]"),
        ("1. c3-d4 } b6-c5 *", "a `}` that closes nothing", "b6-c5"),
        ("1. c3-d4 b6-c5) *", "a `)` that closes nothing", "b6-c5"),
        ("1. c3-d4 [%clk 0:59] b6-c5 *", "text outside of a comment", "{%clk 0:59} 1... b6-c5"),
        ("1. c3-d4 b6-c5 2-0 White has won", "text outside of a comment", "b6-c5 {White has won}"),
        ("A game of mine:\n1. c3-d4 *", "text outside of a comment", "{A game of mine:} 1. c3-d4"),
        (
            "1. c3-d4 (1. c3-b4 h6-h5 2. d2-c3 (2. b2-c3)) b6-c5 *",
            "the rest of this variation",
            "(1. c3-b4 {h6-h5 2. d2-c3 (2. b2-c3)}) 1... b6-c5",
        ),
        ("1. c3-d4 (1. c3-b4 d6-c4)\nb6-c5 *", "c4 is a light square", "(1. c3-b4 {d6-c4})"),
        ("[GameType \"25,W,8,8,A1,0\"]\n1. 22-17 *", "the notation A1", "c3-b4"),
        ("[GameType \"25,B,8,8,A0,0\"]\n1. c3-d4 *", "GameType says B", "c3-d4"),
        ("[GameType \"25,W,10,10,A0,0\"]\n1. c3-d4 *", "GameType says 10", "c3-d4"),
        ("[GameType \"25,W,8,8,A0,1\"]\n1. c3-d4 *", "GameType says 1 for the corner", "c3-d4"),
        ("[FEN \"?:Wd4:Bb6\"]\n1... b6-c5 *", "does not say who is to move", "[FEN \"B:Wd4:Bb6\"]"),
    ] {
        let game = one(text);
        assert!(game.notes.iter().any(|found| found.text.contains(note)), "{text}: {:?}", game.notes);
        let written = write(std::slice::from_ref(&game));
        assert!(written.contains(kept), "{text}: {written}");
    }
    // Tags that mean nothing here are written again.
    let text = "[Round \"2.1\"]\n[Termination \"Normal\"]\n[White-Elo \"2000\"]\n1. c3-d4 *";
    let written = write(&[one(text)]);
    for tag in ["[Round \"2.1\"]", "[Termination \"Normal\"]", "[White_Elo \"2000\"]"] {
        assert!(written.contains(tag) && written.matches("Round").count() == 1, "{written}");
    }
    // A game in the middle of a file may lack a result.
    let games = read("[White \"a\"]\n1. c3-d4\n\n[White \"b\"]\n1. c3-b4 *");
    let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
    assert_eq!(
        (first.verdict.how, notes(first)),
        (How::BrokenOff, vec!["the game has no result: read as unfinished"])
    );
    assert!(second.notes.is_empty());
}

#[test]
fn a_comment_without_an_end_is_a_fault_behind_the_last_game_too() {
    let games = read("[White \"a\"]\n1. c3-d4 *\n\n{good}\n{unclosed 1. a1-b2\n");
    assert!(games[0].is_ok() && games.len() == 2, "{games:?}");
    let fault = games[1].as_ref().expect_err("a fault");
    assert!(fault.to_string().contains("`{` and `}` do not match"), "{fault}");
}

/// Each of these lines once took time that grew with the square of their number.
#[test]
fn hostile_files_take_linear_time() {
    let tags: Vec<String> = (0..100_000).map(|number| format!("[t{number} \"x\"]\n")).collect();
    let words = "word ".repeat(100_000);
    for (text, games) in [
        ("(".repeat(1_000_000) + ")", 1),
        ("{\n[A \"b\"]\n".repeat(200_000) + "}", 1),
        (format!("{}1. c3-d4 {words}*", tags.concat()), 1),
    ] {
        assert!(read(&text).len() >= games, "{}", &text[..20]);
    }
}

#[test]
fn squares_are_numbered_as_the_game_type_says() {
    let first = |game_type: &str, mv: &str| moves(&one(&format!("[GameType \"{game_type}\"]\n1. {mv} *")));
    for (game_type, mv) in [
        ("25", "22-18"),
        ("25,W,8,8,N2,0", "22-18"),
        ("25,W,8,8,N0,0", "10-14"),
        // The site that writes N1 numbers as usual; the standard counts from g1.
        ("25,W,8,8,N1,0", "22-18"),
        ("25,W,8,8,N1,0", "11-15"),
        ("25,W,8,8,N3,0", "23-19"),
    ] {
        assert_eq!(first(game_type, mv), "c3-d4", "{game_type} {mv}");
    }
}

#[test]
fn a_game_without_game_type_says_how_it_was_read() {
    let boards = |game: &GameRecord| game.fits.iter().map(ToString::to_string).collect::<Vec<_>>();
    let both = ["draughts:russian", "draughts:brazilian"];
    assert_eq!(boards(&one("1. c3-d4 b6-c5 *")), both);
    assert!(one("[GameType \"25\"]\n1. c3-d4 b6-c5 *").fits.is_empty());
    assert_eq!(boards(&one("[GameType \"?\"]\n1. c3-d4 b6-c5 *")), both);
    // White may take one piece in Russian draughts; Brazilian draughts demand two.
    let one_piece = "[FEN \"W:Wc3:Bb4,d4,f6,h8\"]\n1. c3:a5 *";
    assert_eq!(boards(&one(one_piece)), ["draughts:russian"]);
    // In Russian draughts the man becomes a king in passing, and must go on.
    let passing = "[FEN \"W:Wd6,a1:Bc7,b6,h8,g3\"]\n1. d6:b8 *";
    let game = one(passing);
    assert_eq!(boards(&game), if game.board.to_string() == both[0] { both.to_vec() } else { vec![both[1]] });
    let form = nexsolve_games::records::of(nexsolve_games::played("draughts", None).expect("a board").card());
    let brazilian = nexsolve_games::played("draughts:brazilian", None).expect("a board");
    let open = |given| form.read(b"1. c3-d4 *", given).remove(0).expect("a game");
    assert_eq!(boards(&open(Given::Perhaps(brazilian))), [both[1], both[0]]);
    assert!(open(Given::Is(brazilian)).fits.is_empty());
    let fault = read("1. 11-15 23-19 *").remove(0).expect_err("Black does not begin");
    assert!(fault.reason.contains("GameType is not given: read as Russian draughts"), "{fault}");
}

#[test]
fn records_are_recognised_as_widely_as_they_are_read() {
    for text in [
        "% x\n[White \"A\"]\n\n1. c3-d4 *\n",
        "{x} 1. c3-d4 *",
        "; x\n1. c3-d4 *",
        "c3-d4 b6-c5 *",
        "c3d4 b6c5 *",
        "22-18 9-14",
        "1.c3-d4",
        "1... b6-c5",
        "  \r\n\u{feff}[Event \"x\"]",
    ] {
        let words: Vec<&str> = recognised(text.as_bytes()).iter().map(|card| card.word).collect();
        assert_eq!(words, ["draughts"], "{text}");
    }
    for text in ["4453", "1122334", "1 1 1 1 1 2 | 4 2 3 0 0 0", "a4;A5;!", "a1 d4 b2", "Ba1?b2;!", "2-0"] {
        assert!(recognised(text.as_bytes()).iter().all(|card| card.word != "draughts"), "{text}");
    }
    // What no form recognises is read if one game alone can read it.
    let game = records::read(b"4453", None).remove(0).expect("a game of Connect Four");
    assert_eq!((game.board.to_string().as_str(), game.fits.is_empty()), ("connect4:6x7", false));
    let fault = records::read(b"so what", None).remove(0).expect_err("no game");
    assert!(fault.reason.contains("PDN (draughts)"), "{fault}");
}

/// Games of public files: where they come from, what they contain, and the last moves or the fault of each
/// game.
const FOUND: &[(&str, &str, &[&str])] = &[
    (
        "go-0dboy/draughts_corpus_engine, src/corpus/pdn.legacy.test.ts: two games of a collection of 109,616",
        "[White \"Полоусов А.\"]\n[Black \"Казас Д.\"]\n[Event \"\"]\n[Round \"\"]\n[Site \"\"]\n[Date \"\"]\n[Result \"2-0\"]\n[GameType \"25\"]\n\n\
         1. c3-b4 b6-c5 2. b2-c3 f6-e5 3. a1-b2 g7-f6 4. e3-f4 f6-g5 5.\nb4-a5 g5xe3 6. d2xf4 c7-b6 7. a5xc7 d8xb6 8. f4-g5 h6xf4 9.\n\
         a3-b4 c5xa3 10. c1-d2 a3xe3 11. f2xa5 2-0\n\n\
         [White \"Цирик З.И.\"]\n[Black \"Борисов\"]\n[Event \"\"]\n[Round \"\"]\n[Site \"\"]\n[Date \"\"]\n[Result \"2-0\"]\n[GameType \"25\"]\n\
         [FEN \"B:W18,19,21,22,23,25,26,27,28,32:B3,6,8,9,10,11,12,13,14,20\"]\n\n\
         { Белые эффектно опровергают стандартную жертву: } 1... h6-g5 2.\nf4xh6 d6-e5 3. a3-b4 $3 c5xc1 4. c3-b4 $3 e5xg3 5. h2xf4 a5xc3\n\
         6. f4-g5 c1xf4 7. g5xe7 f8xd6 8. h6xh6 2-0",
        &["f2:a5", "h6:f8:b4:d2:h6"],
    ),
    (
        "wiegerw/pdn, games/fail/mrdrcd07.pdn: a Czech game without a GameType; Czech men do not capture backwards",
        "[Event \"MR Ceska Dama Druzstev\"]\r\n[Site \"Praha\"]\r\n[Date \"2007.05.13\"]\r\n[Round \"1\"]\r\n[White \"Michajlo Bolban\"]\r\n\
         [Black \"Vaclav Krista\"]\r\n[PlyCount \"32\"]\r\n[Result \"1-1\"]\r\n\r\n\
         1. g3-f4 f6-g5 2. c3-d4 d6-c5 3. b2-c3 g7-f6 4. c3-b4 e7-d6 5. b4-a5 f8-e7 \r\n6. a1-b2 c5-b4 7. a3xc5 d6xb4 8. b2-a3 b6-c5 9. d4xb6 \
         a7xc5 10. h2-g3 g5-h4 \r\n11. e3-d4 c5xe3 12. a3xc5 c7-d6 13. f2xd4 h4xf2 14. g1xe3 d6xb4 15. a5-b6 \r\nf6-g5 16. b6-a7 h8-g7 1-1\r\n",
        &["White must capture, for example a5:c3 (GameType is not given: read as Russian draughts)"],
    ),
    (
        "wiegerw/pdn, games/fail/abatsiev.pdn: tags in columns; the beginning of a game",
        "[Event       \"XXV первенство СССР\"]\r\n[Site        \"Лиепая\"]\r\n[Date        \"1.1.1965\"]\r\n[White       \"Абаулин В.\"]\r\n\
         [Black       \"Абациев Н.\"]\r\n[Result      \"1-0\"]\r\n[Opening     \"Новоленинградская защита\"]\r\n\r\n\
         1. c3-d4 f6-g5 2. b2-c3 g5-h4 3. c3-b4 g7-f6 4. d4-c5 b6xd4 5. e3xc5 c7-b6 \r\n6. d2-e3 b6xd4 7. e3xc5 d8-c7 8. b4-a5 d6xb4 9. a5xc3\r\n",
        &["a5:c3"],
    ),
    (
        "com.example.draughtsid, MetadataActivity.kt: an example; the program writes the tag White twice",
        "[White \"a b\"]\n[White \"c d\"]\n[Event \"\"]\n[Round \"\"]\n[Site \"\"]\n[Date \"\"]\n[Result \"2-0\"]\n[GameType \"25\"]\n[FEN \"W:WK26:B8,9,10,11,19\"]\n\n\
         1. d2xh6xf8xc5xa7 f6-g5 2. a7-b8 g5-h4 3. b8-h2 h4-g3 4. h2xe5\n2-0\n ",
        &["h2:e5"],
    ),
    (
        "roepstoep/lidraughts, PdnIOPerfTest.scala: tags and clocks of an export; international draughts",
        "\n[Event \"Casual Rapid game\"]\n[Site \"https://lidraughts.org/001NahOY\"]\n[Date \"2020.04.07\"]\n[Round \"-\"]\n[White \"Anonymous\"]\n\
         [Black \"lidraughts AI level 3\"]\n[Result \"2-0\"]\n[WhiteElo \"?\"]\n[GameType \"20\"]\n[Termination \"Normal\"]\n[Annotator \"lidraughts.org\"]\n\n\
         1. 31-26 {[%clock w0:10:00 B0:10:00]} 18-22 {[%clock W0:10:00 b0:10:00]} 2-0",
        &["game type 20 (international draughts) cannot be read"],
    ),
    (
        "wiegerw/pdn, games/succeed/kurnik.pdn: tags of the site kurnik (playok)",
        "[Event \"?\"]\r\n[Site \"kurnik\"]\r\n[Date \"2011.04.03\"]\r\n[Round \"-\"]\r\n[White \"timohway\"]\r\n[Black \"bouvier\"]\r\n[Result \"0-1\"]\r\n\
         [Time \"17:20:58\"]\r\n[TimeControl \"60+5\"]\r\n[GameType \"20,W,10,10,N1,0\"]\r\n\r\n1. 32-28 18-23 2. 33-29 23x32 0-1\r\n",
        &["game type 20 (international draughts) cannot be read"],
    ),
    (
        "wiegerw/pdn, games/succeed/OCA_2.0.pdn: English draughts without a GameType",
        "[Event \"Manchester 1841\"]\n[Date \"1841-??-??\"]\n[Black \"Moorhead, W.\"]\n[White \"Wyllie, J.\"]\n[Site \"Manchester\"]\n[Result \"0-1\"]\n\
         1. 11-15 24-20 2. 8-11 28-24 0-1\n",
        &["GameType is not given: read as Russian draughts"],
    ),
    (
        "wiegerw/pdn, games/succeed/Tricks traps and shots.pdn: an English position",
        "[Event \"TTS Example 1\"]\r\n[Date \"\"]\r\n[Black \"Black\"]\r\n[White \"White\"]\r\n[Result \"0-1\"]\r\n[Setup \"1\"]\r\n[FEN \"W:W32,27,24,22:B20,15,10,7\"]\r\n\
         1. 27-23 \r\n{A guileless amateur would be tempted to run for a king by 22-17.} \r\n20x27 2. 23-18 {white wins immediately} 0-1\r\n",
        &["GameType is not given: read as Russian draughts"],
    ),
    (
        "wiegerw/pdn, games/succeed/fen.pdn: starts without moves, one without a side to move; here on 64 squares",
        "[FEN \"?:W29,13,11:B22,4,2\"]\r\n*\r\n\r\n[FEN \"W:W31,29,K15:B14,13,12,9\"]\r\n*\r\n\r\n[FEN \"W:W21-32:B1-12\"]\r\n*\r\n",
        &["", "", ""],
    ),
    (
        "wiegerw/pdn, games/succeed/variation.pdn, movestrength.pdn and alphanumeric.pdn; here on 64 squares",
        "22-18 9-14 (10-14 24-19 (23-19? 14-17! { Black wins }) 6-10) 18x9 5x14\n1.22-18!? 9-14(!?!!!) 2.18x9 *\n1.a3b4",
        &["a7:c5", "d4:b6", "a3-b4"],
    ),
    (
        "wiegerw/pdn, games/fail/delfts.pdn: a table that lists points, numbers with zeros; here on 64 squares",
        "[Event \"DUWO Rabobank Mini-WK  2007\"]\r\n[Site \"\"]\r\n[White \"Alexei Chizhov\"]\r\n[Black \"Guntis Valneris\"]\r\n[Result \"4-6\"]\r\n[Round \"2\"]\r\n\r\n\r\n\
         01. 22-18  09-14 02. 18x09  05x14 \r\n03. 25-22  06-09 4-6\r\n\r\n[Event \"x\"]\r\n\r\n01. 22-18 2-0",
        &["c7-b6", "c3-d4"],
    ),
    (
        "wiegerw/pdn, games/succeed/schildpad.pdn: moves in columns; here on 64 squares",
        "[Event \"10x10II\"]\r\n[Round \"1\"]\r\n[White \"schildpad\"]\r\n[Black \"Tester\"]\r\n[Result \"2-0\"]\r\n\r\n  1. 22-18  9-14  2. 18x 9  5x14\r\n  3. 23-19  1- 5  4. 25-22\r\n2-0\r\n\r\n",
        &["b2-c3"],
    ),
    (
        "wiegerw/pdn, doc/examples.rst: one game with two events; English draughts",
        "[Event \"Double Corner Dyke\"]\n[Black \"Jordan,A\"]\n[White \"Tesheliet,F\"]\n[Event \"This is an 8x8 draughts game\"]\n[Result \"1/2-1/2\"]\n[GameType \"21\"]\n\n\
         1.  9-14 22-17 2. 11-15 25-22 3. 15-19 {Forms the Double Corner Dyke} 1/2-1/2\n",
        &["game type 21 (English draughts) cannot be read"],
    ),
    (
        "go-0dboy/draughts_corpus_engine, viewerNavigation.test.ts",
        "[Event \"Navigation test\"]\n[White \"Белые\"]\n[Black \"Чёрные\"]\n[Result \"*\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n\
         1. c3-d4 f6-e5 (1... b6-c5 2. d4:b6) 2. d4:f6 g7:e5 *",
        &["g7:e5"],
    ),
];

#[test]
fn games_of_public_files_are_read() {
    for (source, text, expected) in FOUND {
        let games = records::read(text.as_bytes(), None);
        assert_eq!(games.len(), expected.len(), "{source}: {games:?}");
        for (game, expected) in games.iter().zip(*expected) {
            match game {
                Ok(game) => {
                    let played = moves(game);
                    assert_eq!(played.rsplit(' ').next(), Some(*expected), "{source}: {played}");
                    assert_eq!(one(&write(std::slice::from_ref(game))).moves, game.moves, "{source}");
                }
                Err(fault) => {
                    assert!(fault.reason.contains(expected) && !expected.is_empty(), "{source}: {fault}");
                }
            }
        }
    }
}

#[test]
fn captures_are_written_with_the_sign_that_every_program_reads() {
    for number in ["25", "26"] {
        let game = one(&format!("[GameType \"{number}\"]\n1. c3-d4 b6-c5 2. d4:b6 a7xc5 *"));
        let written = write(std::slice::from_ref(&game));
        assert!(written.contains("2. d4xb6 a7xc5 *"), "{written}");
    }
}
