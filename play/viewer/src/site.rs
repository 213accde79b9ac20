//! The files of a page without a server, made for a browser that has not been here before: few files, and a
//! first page that shows its board before its scripts run.

use crate::bundle::{Files, bundle};
use crate::first::FirstAnswers;
use crate::page::{FRAME, sources};
use crate::still::{escaped, still};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What the operator of a site says about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct SitePage<'a> {
    /// The title, also of previews of links.
    pub title: Option<&'a str>,
    /// The address of a page to lead back to.
    pub link: Option<&'a str>,
    /// The address of the site itself, ending with a slash, for previews of links.
    pub address: Option<&'a str>,
}

/// Modules that browsers load by name; each is joined with what it imports.
const ENTRIES: [&str; 3] = ["app.js", "rules/figures.js", "worker.js"];

/// The modules in WebAssembly, compressed: rules and tables, and everything.
const MODULES: [(&str, &str); 2] = [("first", "nexsolve-first.wasm.gz"), ("whole", "nexsolve.wasm.gz")];

/// The addresses of the modules, for the page.
const ADDRESSES: &str = "addresses.js";

/// What the page is, for previews of links.
const DESCRIPTION: &str =
    "Exact values of small board games in the browser: play, analyse, and see what every move is worth.";

/// The files of a site without databases: paths below its folder, and contents.
///
/// # Panics
/// Never: a test joins the same scripts.
pub fn site(page: &SitePage, first: &FirstAnswers) -> Files {
    let mut files: Files = sources().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
    files.insert(ADDRESSES.to_owned(), addresses(&files).into_bytes());
    bundle(&mut files, &ENTRIES).expect("a test joins the same modules");
    let index = String::from_utf8(files["index.html"].clone()).expect("a page");
    let index = with_files(&index, &mut files);
    files.insert("index.html".to_owned(), described(&index, page, first).into_bytes());
    files
}

/// The names at the top of the folder of any site.
pub fn site_names() -> Vec<String> {
    let first = FirstAnswers { board: String::new(), answers: Value::Null };
    let top = |path: &String| path.split('/').next().unwrap_or_default().to_owned();
    let mut names: Vec<String> = site(&SitePage::default(), &first).keys().map(top).collect();
    names.dedup();
    names
}

/// The module with the addresses of the WebAssembly modules and their sizes. An address has a digest, because
/// browsers keep the file.
fn addresses(files: &Files) -> String {
    let module = |(name, path): (&str, &str)| {
        let bytes = &files[path];
        let digest = blake3::hash(bytes).to_hex();
        (name.to_owned(), json!({ "path": format!("{path}?{}", &digest[..16]), "bytes": bytes.len() }))
    };
    let modules: serde_json::Map<String, Value> = MODULES.into_iter().map(module).collect();
    format!("export const MODULES = {};\n", Value::Object(modules))
}

/// The first page with its styles and the script before them in itself. Styles that no other page uses are no
/// files any more.
fn with_files(index: &str, files: &mut Files) -> String {
    let (mut page, mut styles) = (String::new(), String::new());
    for line in index.lines() {
        let named = |start: &str, end: &str| line.trim().strip_prefix(start)?.strip_suffix(end);
        let text = |name: &str| String::from_utf8(files[name].clone()).expect("text");
        if let Some(name) = named("<link rel=\"stylesheet\" href=\"./", "\">") {
            styles.push_str(&text(name));
            if !FRAME.contains(&format!("\"../{name}\"")) {
                files.remove(name);
            }
        } else if let Some(name) = named("<script src=\"./", "\"></script>") {
            let _ = write!(page, "  <script>\n{}  </script>\n", text(name));
        } else {
            page.push_str(line);
            page.push('\n');
        }
    }
    page.replacen("</head>", &format!("  <style>\n{styles}  </style>\n</head>"), 1)
}

/// The first page with its title, its board, and the answers to its first questions.
fn described(index: &str, page: &SitePage, first: &FirstAnswers) -> String {
    let title = escaped(page.title.unwrap_or("nexsolve"));
    let picture = format!("{}preview.png", page.address.unwrap_or("./"));
    let mut head = String::new();
    for (kind, name, content) in [
        ("name", "description", DESCRIPTION),
        ("name", "nexsolve:board", &first.board),
        ("name", "nexsolve:title", page.title.unwrap_or_default()),
        ("property", "og:type", "website"),
        ("property", "og:title", page.title.unwrap_or("nexsolve")),
        ("property", "og:description", DESCRIPTION),
        ("property", "og:image", &picture),
        ("property", "og:url", page.address.unwrap_or_default()),
        ("name", "twitter:card", "summary_large_image"),
    ] {
        if !content.is_empty() {
            let _ = writeln!(head, "  <meta {kind}=\"{name}\" content=\"{}\">", escaped(content));
        }
    }
    let mut html = index.replacen(
        "  <title translate=\"no\">nexsolve</title>\n",
        &format!("  <title translate=\"no\">{title}</title>\n{head}"),
        1,
    );
    if let Some((board, ratio)) = still(&first.answers["position"]) {
        // A link to another game shows nothing in its place.
        let own = json!(["", format!("#board={}", first.board)]).to_string().replace('<', "\\u003c");
        let stage = format!(
            "<div id=\"board\" class=\"stage\" style=\"--ratio: {ratio}\">{board}</div>\n    \
            <script>if (!{own}.includes(location.hash)) document.getElementById('board').replaceChildren();</script>"
        );
        html = html.replacen("<div id=\"board\" class=\"stage\"></div>", &stage, 1);
    }
    let prompt = html.find("id=\"prompt\"").and_then(|at| Some(at + html[at..].find("></p>")? + 1));
    if let Some(at) = prompt {
        html.insert_str(at, "Loading…");
    }
    if let Some(link) = page.link {
        let name =
            link.split_once("://").map_or(link, |(_, rest)| rest).split('/').next().unwrap_or_default();
        let back = format!(
            "<a class=\"back\" href=\"{}\">{}</a>\n    <h1 id=\"title\">",
            escaped(link),
            escaped(name)
        );
        html = html.replacen("<h1 id=\"title\">", &back, 1);
    }
    let answers =
        json!({ "board": first.board, "answers": first.answers }).to_string().replace('<', "\\u003c");
    html.replacen(
        "</body>",
        &format!("<script type=\"application/json\" id=\"first\">{answers}</script>\n</body>"),
        1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first() -> FirstAnswers {
        let places = json!([{ "name": "a1", "at": [0.0, 0.0], "outline": "hexagon" }]);
        let picture = json!({ "size": [1.0, 1.0], "edges": [], "places": places, "labels": [] });
        let position = json!({ "title": "<1>", "cells": [""], "picture": picture });
        FirstAnswers { board: "nex:3x3".to_owned(), answers: json!({ "position": position }) }
    }

    #[test]
    fn the_first_page_needs_one_script_and_shows_its_board() {
        let page = SitePage {
            title: Some("A \"<b>\" club"),
            link: Some("https://example.org/games"),
            address: Some("https://example.org/nex/"),
        };
        let files = site(&page, &first());
        let html = String::from_utf8(files["index.html"].clone()).expect("text");
        for part in [
            "<title translate=\"no\">A &quot;&lt;b&gt;&quot; club</title>",
            "<meta name=\"nexsolve:board\" content=\"nex:3x3\">",
            "<meta property=\"og:image\" content=\"https://example.org/nex/preview.png\">",
            "<a class=\"back\" href=\"https://example.org/games\">example.org</a>",
            "<svg class=\"board hexagon\"",
            "aria-label=\"&lt;1&gt;\"",
            ">Loading…</p>",
            "\\u003c1>",
        ] {
            assert!(html.contains(part), "{part}");
        }
        assert!(!html.contains("rel=\"stylesheet\"") && !html.contains("<script src"));
        assert!(
            !files.contains_key("panels.css")
                && files.contains_key("style.css")
                && files.contains_key("theme.js")
        );
        assert!(files.contains_key("preview.png"));
        // All that a browser loads from the files of the program.
        let scripts: Vec<&str> =
            files.keys().filter(|name| crate::bundle::is_script(name)).map(String::as_str).collect();
        assert!(!scripts.contains(&"board.js") && !scripts.contains(&"addresses.js"), "{scripts:?}");
        let app = String::from_utf8(files["app.js"].clone()).expect("text");
        assert!(app.contains("nexsolve-first.wasm.gz?") && app.contains("export const board_js"));
        assert!(!app.contains("\nimport "));
    }

    #[test]
    fn a_page_without_words_of_its_operator_is_plain() {
        let files = site(&SitePage::default(), &first());
        let html = String::from_utf8(files["index.html"].clone()).expect("text");
        assert!(
            html.contains("<title translate=\"no\">nexsolve</title>") && !html.contains("class=\"back\"")
        );
        assert!(html.contains("content=\"./preview.png\"") && !html.contains("og:url"));
    }
}
