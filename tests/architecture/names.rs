//! Where games may be named: in their folders, in the list, in kernels and in tests.

use super::house;
use super::rust::{Kind, Token, javascript, rust, split_tests};
use nexsolve_games::{Card, GAMES};

/// A game, by its folder under `games/src`, and how identifiers spell it, word by word.
struct Spelled {
    folder: &'static str,
    spellings: Vec<Vec<String>>,
}

/// The games of the list. `connect4`, "Connect Four" is spelled `connect4`, `connect 4` and `connect four`.
fn games() -> Vec<Spelled> {
    let spelled = |card: &&'static Card| {
        let digits = card.word.trim_start_matches(|c: char| !c.is_ascii_digit());
        let letters = card.word.trim_end_matches(|c: char| c.is_ascii_digit());
        let split = [letters, digits].into_iter().filter(|part| !part.is_empty()).map(str::to_owned);
        let spellings = vec![vec![card.word.to_owned()], split.collect(), words(card.title)];
        Spelled { folder: card.word, spellings }
    };
    GAMES.iter().map(spelled).collect()
}

/// Where games may be named, by the beginnings of paths, each with the reason.
const ALLOWED: &[(&str, &str)] = &[
    ("games/src/lib.rs", "declares the folders"),
    ("games/src/list/mod.rs", "the list"),
    ("games/src/rhombus/", "what the games on a rhombus share"),
    ("tablegen/src/kernels.rs", "the list of kernels"),
    ("tablegen/src/lib.rs", "declares the folders of kernels"),
    ("tablegen/src/nex/", "kernels"),
    ("tablegen/src/hex/", "kernels"),
    ("players/src/nexc/", "the protocol of the old program, which plays Nex and nothing else"),
    ("research/", "studies of particular games"),
];

/// Words that hold a game's name by chance.
const OTHER_WORDS: &[&str] = &["NexC", "to_hex"];

#[test]
fn games_are_named_at_home() {
    let games = games();
    let mut found = Vec::new();
    for (file, tokens) in sources() {
        let excused = ALLOWED.iter().any(|(path, _)| file.starts_with(path));
        if excused {
            continue;
        }
        let own = file.strip_prefix("games/src/").and_then(|rest| rest.split('/').next());
        for token in &tokens {
            found.extend(named(&games, token).filter(|game| Some(*game) != own).map(|game| {
                format!("{file}:{}: `{}` names {game}", token.line, token.text.replace('\n', " "))
            }));
        }
    }
    assert!(found.is_empty(), "games are named outside their folders:\n{}", found.join("\n"));
}

/// The product's sources as tokens: Rust of the crates, modules of the page.
fn sources() -> impl Iterator<Item = (String, Vec<Token>)> {
    let packages = house::packages();
    let rust_files: Vec<String> = packages.iter().flat_map(|package| package.sources("src")).collect();
    let product =
        rust_files.into_iter().filter(|file| !file.contains("/tests/") && !file.ends_with("/tests.rs"));
    let pages = ["viewer/page", "games/src"].into_iter().flat_map(|folder| house::files(folder, &[".js"]));
    let code = product.map(|file| {
        let tokens = split_tests(&rust(&house::read(&file))).0;
        (file, tokens)
    });
    code.chain(pages.map(|file| {
        let tokens = javascript(&house::read(&file));
        (file, tokens)
    }))
}

/// The games that a token names.
fn named<'g>(games: &'g [Spelled], token: &Token) -> impl Iterator<Item = &'static str> + use<'g> {
    let known = OTHER_WORDS.contains(&token.text.as_str()) || !matches!(token.kind, Kind::Name | Kind::Text);
    let words = if known { Vec::new() } else { words(&token.text) };
    let names = move |spelled: &Vec<String>| words.windows(spelled.len()).any(|window| window == spelled);
    games.iter().filter(move |game| game.spellings.iter().any(&names)).map(|game| game.folder)
}

/// The words of an identifier or a text, in small letters: `ConnectFour` has two, `to_move` as well.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in text.split(|c: char| !c.is_alphanumeric()).filter(|part| !OTHER_WORDS.contains(part)) {
        let mut word = String::new();
        for c in part.chars() {
            if c.is_uppercase() && word.chars().last().is_some_and(char::is_lowercase) {
                words.push(std::mem::take(&mut word));
            }
            word.extend(c.to_lowercase());
        }
        words.push(word);
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_game_has_the_folder_of_its_word() {
    for Spelled { folder, .. } in games() {
        let file = format!("games/src/{folder}/mod.rs");
        assert!(house::root().join(&file).is_file(), "{file}");
    }
}

#[test]
fn names_are_found_as_words() {
    let all = games();
    let games =
        |kind, text: &str| named(&all, &Token { kind, text: text.to_owned(), line: 1 }).collect::<Vec<_>>();
    assert_eq!(games(Kind::Name, "NexPosition"), ["nex"]);
    assert_eq!(games(Kind::Name, "ConnectFour"), ["connect4"]);
    assert_eq!(games(Kind::Text, "awari:12 or draughts"), ["awari", "draughts"]);
    for text in ["nexsolve", "to_hex", "NexC", "next", "connected"] {
        assert_eq!(games(Kind::Name, text), [""; 0], "{text}");
    }
}
