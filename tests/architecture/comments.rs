//! Comments can be read in a window of usual width.

use super::repository::{files, read};

/// The width of code and comments, in characters: `max_width` of `rustfmt.toml`.
const WIDEST: usize = 110;

/// Returns whether a comment can be wrapped: it is neither a row of a table nor an example.
fn is_prose(comment: &str) -> bool {
    !comment.starts_with(" |") && !comment.starts_with("     ")
}

#[test]
fn comments_are_no_wider_than_code() {
    let sources = files("", &[".rs"]);
    assert!(sources.len() > 500, "{} files", sources.len());
    let mut wide = Vec::new();
    for file in sources {
        for (number, line) in (1..).zip(read(&file).lines()) {
            let comment = line.trim_start();
            let mark = ["///", "//!", "//"].into_iter().find(|mark| comment.starts_with(mark));
            if mark.is_some_and(|mark| is_prose(&comment[mark.len()..])) && line.chars().count() > WIDEST {
                wide.push(format!("{file}:{number}"));
            }
        }
    }
    assert!(wide.is_empty(), "comments of more than {WIDEST} characters:\n{}", wide.join("\n"));
}
