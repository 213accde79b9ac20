//! Where games may be named: in their folders, in the list, in kernels and in tests.

use super::repository;
use nexsolve_games::{Card, GAMES};
use std::collections::BTreeSet;

/// How identifiers spell a game, word by word: Connect Four as `connect4`, `connect 4` and `connect four`.
fn spellings(card: &Card) -> [Vec<String>; 3] {
    let digits = card.word.trim_start_matches(|c: char| !c.is_ascii_digit());
    let letters = card.word.trim_end_matches(|c: char| c.is_ascii_digit());
    let split = [letters, digits].into_iter().filter(|part| !part.is_empty()).map(str::to_owned);
    [vec![card.word.to_owned()], split.collect(), words(card.title)]
}

/// The paths, by their beginnings, where games may be named, each with the reason.
const ALLOWED: &[(&str, &str)] = &[
    ("games/src/lib.rs", "the list"),
    ("games/rhombus/", "code shared by the games on a rhombus"),
    ("games/kernels/", "the list of kernels"),
    ("play/attic/src/nexc/", "the protocol of the old program, which plays Nex and nothing else"),
    ("play/viewer/page/boards.js", "sizes that players of a game expect"),
    ("play/viewer/page/packs.js", "the boards with puzzles"),
    ("play/viewer/page/cells.js", "the cells of one game have two names"),
    ("play/viewer/page/languages/", "translations of what the games say"),
    ("fuzz/", "boards to begin with"),
];

/// Words that contain the name of a game by chance.
const OTHER_WORDS: &[&str] = &["NexC", "to_hex", "HexWorld"];

#[test]
fn games_are_named_in_their_folders() {
    let mut sources: Vec<String> =
        repository::packages().iter().flat_map(repository::Package::product).collect();
    sources
        .extend(["play/viewer/page", "games"].iter().flat_map(|folder| repository::files(folder, &[".js"])));
    let (mut outside, mut in_folders) = (Vec::new(), BTreeSet::new());
    for file in sources {
        let own = file.strip_prefix("games/").and_then(|rest| rest.split('/').next());
        let code = repository::code(&file);
        for name in repository::identifiers(&code).filter(|name| !OTHER_WORDS.contains(name)) {
            let words = words(name);
            for card in GAMES {
                let is = |spelled: &Vec<String>| words.windows(spelled.len()).any(|some| some == spelled);
                let is_named = spellings(card).iter().any(is);
                if is_named && own == Some(card.word) {
                    in_folders.insert(card.word);
                } else if is_named && !ALLOWED.iter().any(|(path, _)| file.starts_with(path)) {
                    outside.push(format!("{file}: `{name}` names {}", card.word));
                }
            }
        }
    }
    assert!(outside.is_empty(), "games are named outside their folders:\n{}", outside.join("\n"));
    assert_eq!(in_folders, GAMES.iter().map(|card| card.word).collect(), "each names itself in its folder");
}

/// The words of an identifier or a title, in small letters: `ConnectFour` has two, `to_move` as well.
fn words(text: &str) -> Vec<String> {
    let mut spaced = String::new();
    for c in text.chars() {
        if c.is_uppercase() && spaced.chars().last().is_some_and(char::is_lowercase) {
            spaced.push(' ');
        }
        spaced.push(if c.is_alphanumeric() { c } else { ' ' });
    }
    spaced.to_lowercase().split_whitespace().map(str::to_owned).collect()
}
