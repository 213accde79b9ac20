//! Links to games on the interactive board of `HexWorld` (<https://hexworld.org/board/>), which players
//! share.
//!
//! ```text
//! https://hexworld.org/board/#11c1,c2:sd4e5,f6:rw
//! ```
//!
//! After `#` stand the number of columns, or columns and rows as in `4x3`, and settings of the picture, such
//! as `c1`. After a comma follow the moves: cells as in SGF, `:s` for a swap of pieces, `:p` for a pass,
//! `:rb` or `:fb` if Black gives up, `:rw` or `:fw` if White does. Another comma stands behind the move that
//! the page shows; the game goes on after it. A file has a link in each line.

use super::tree::{Node, Property, Value};
use nexsolve_catalogue::record::Broken;
use nexsolve_catalogue::scan::Scanner;
use nexsolve_core::Side;
use std::ops::Range;

/// The value of `AP` for games from links.
pub(super) const PROGRAM: &str = "HexWorld";

/// The moves with words of their own: the word, the side if it is not the one to move, and the word in SGF.
const WORDS: [(&str, Option<Side>, &str); 6] = [
    (":s", None, "swap-pieces"),
    (":p", None, "pass"),
    (":rb", Some(Side::Black), "resign"),
    (":rw", Some(Side::White), "resign"),
    (":fb", Some(Side::Black), "forfeit"),
    (":fw", Some(Side::White), "forfeit"),
];

/// Returns whether a text begins with a link.
pub(in crate::played) fn begins(text: &str) -> bool {
    fragment(text.trim_start()).is_some()
}

/// Returns the text after the `#` of a link.
fn fragment(line: &str) -> Option<&str> {
    let address = line.strip_prefix("https://").or_else(|| line.strip_prefix("http://")).unwrap_or(line);
    let path = address.strip_prefix("www.").unwrap_or(address).strip_prefix("hexworld.org/board")?;
    path.strip_prefix('/').unwrap_or(path).strip_prefix('#')
}

/// Reads the link on a line, from byte `start` to the end of the text, as the nodes of a game.
pub(super) fn nodes(text: &str, start: usize) -> Result<Vec<Node<'_>>, Broken> {
    let begin = text.len() - text[start..].trim_start().len();
    let Some(fragment) = fragment(&text[begin..]) else {
        let what = "a link such as https://hexworld.org/board/#11,c2d4";
        return Err(Broken::expected(begin..text.len(), what));
    };
    let mut scanner = Scanner { text, at: text.len() - fragment.len() };
    let size = scanner.take_while(|c| c.is_ascii_digit() || c == 'x');
    let (size, span) = if size.is_empty() { ("11", 0) } else { (size, size.len()) };
    let root =
        vec![property("SZ", size, scanner.at - span..scanner.at), property("AP", PROGRAM, begin..scanner.at)];
    // Settings that the page does not know mean nothing to it either.
    scanner.take_while(|c| c.is_ascii_alphanumeric());
    let mut nodes = vec![Node { parent: 0, is_main: true, properties: root }];
    let mut side = Side::Black;
    while scanner.peek().is_some() {
        if scanner.take(',') {
            continue;
        }
        let from = scanner.at;
        let special = WORDS.iter().find(|(word, ..)| scanner.rest().starts_with(word));
        let (mover, word) = if let Some(&(word, mover, sgf)) = special {
            scanner.at += word.len();
            (mover.unwrap_or(side), sgf)
        } else {
            let letters = scanner.take_while(|c| c.is_ascii_lowercase());
            let digits = scanner.digits();
            if letters.is_empty() || digits.is_empty() {
                return Err(Broken::next(&scanner, "a cell such as c2, `:s`, `:rb` or `:rw`"));
            }
            (side, &text[from..scanner.at])
        };
        let key = if mover == Side::Black { "B" } else { "W" };
        let parent = nodes.len() - 1;
        nodes.push(Node { parent, is_main: true, properties: vec![property(key, word, from..scanner.at)] });
        side = side.other();
    }
    Ok(nodes)
}

fn property<'a>(key: &'a str, text: &'a str, span: Range<usize>) -> Property<'a> {
    Property { key: key.into(), values: vec![Value::new(text, span)] }
}
