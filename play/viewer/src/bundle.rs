//! Joins the modules of a page into one, so that a browser asks for one file.
//!
//! Each module becomes a function that runs once, in the order of the imports, and returns what the module
//! exports; so each has its own names, and errors name the functions of the sources. The modules of the page
//! are written for this: their imports and exports stand at the beginnings of lines, and no export is
//! assigned again later. Anything else is an error, which a test finds.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// The files of a site: contents by path.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// What a module says about others.
struct Parts {
    /// The path of each imported module, with the pattern that takes its exports apart, or one name for all.
    imports: Vec<(String, String)>,
    exports: Vec<String>,
    body: String,
}

/// Replaces each entry by a bundle of itself and what it imports. Other modules that were only imported are
/// left out; those that are loaded by name stay.
pub(crate) fn bundle(files: &mut Files, entries: &[&str]) -> Result<(), String> {
    let mut bundles = Vec::new();
    let mut joined = Vec::new();
    for entry in entries {
        let mut order = Vec::new();
        visit(files, entry, &mut Vec::new(), &mut order)?;
        bundles.push(((*entry).to_owned(), write(entry, &order)));
        joined.extend(order.into_iter().map(|(path, _)| path));
    }
    for path in joined {
        files.remove(&path);
    }
    files.extend(bundles.into_iter().map(|(path, text)| (path, text.into_bytes())));
    // What is loaded by name must not import what is no file any more, or has its state in a bundle.
    for (path, bytes) in files.iter().filter(|(path, _)| is_script(path)) {
        let text = String::from_utf8_lossy(bytes);
        for (from, _) in read(path, &text)?.imports {
            if !files.contains_key(&from) {
                return Err(format!("{path} imports {from}, which is part of a bundle"));
            }
        }
    }
    Ok(())
}

/// Adds a module after those that it imports, each once.
fn visit(
    files: &Files,
    path: &str,
    above: &mut Vec<String>,
    order: &mut Vec<(String, Parts)>,
) -> Result<(), String> {
    if order.iter().any(|(known, _)| known == path) {
        return Ok(());
    }
    if above.iter().any(|other| other == path) {
        return Err(format!("{path} imports itself, through {}", above.join(", ")));
    }
    let bytes = files.get(path).ok_or_else(|| format!("no file {path}"))?;
    let parts = read(path, &String::from_utf8_lossy(bytes))?;
    above.push(path.to_owned());
    for (from, _) in &parts.imports {
        visit(files, from, above, order)?;
    }
    above.pop();
    order.push((path.to_owned(), parts));
    Ok(())
}

/// The modules as one. It exports each of them by its name, for the console of a browser and for tests.
fn write(entry: &str, order: &[(String, Parts)]) -> String {
    let folder = folder_of(entry);
    let mut text = String::new();
    for (path, Parts { imports, exports, body }) in order {
        let waits = if body.lines().any(is_awaiting) { "await " } else { "" };
        let kind = if waits.is_empty() { "" } else { "async " };
        let _ = writeln!(text, "// {path}\nexport const {} = {waits}({kind}() => {{", name_of(path));
        for (from, taken) in imports {
            let _ = writeln!(text, "const {taken} = {};", name_of(from));
        }
        // Addresses in a module are relative to its own file.
        let own = if folder_of(path) == folder {
            body.clone()
        } else {
            let up = "../".repeat(folder.matches('/').count());
            body.replace("import.meta.url", &format!("new URL('{up}{path}', import.meta.url)"))
        };
        let _ = writeln!(text, "{own}return {{ {} }};\n}})();", exports.join(", "));
    }
    text
}

/// The folder of a path, with a slash at its end, or nothing.
fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..=at])
}

/// Whether a line at the top of a module waits for something.
fn is_awaiting(line: &str) -> bool {
    !line.starts_with([' ', '}']) && line.contains("await ") && !line.contains("async ")
}

/// The name of a module in the bundle.
fn name_of(path: &str) -> String {
    let name = path.trim_end_matches(".js");
    name.chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' })
        .chain("_js".chars())
        .collect()
}

/// Reads a module: its imports, its exports, and the rest without comments that have lines of their own.
fn read(path: &str, text: &str) -> Result<Parts, String> {
    let mut parts = Parts { imports: Vec::new(), exports: Vec::new(), body: String::new() };
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let start = line.trim_start();
        if start.starts_with("//") {
            continue;
        }
        if start.starts_with("/*") {
            let mut last = line;
            while !last.trim_end().ends_with("*/") {
                last = lines.next().ok_or_else(|| format!("{path}: a comment does not end"))?;
            }
            continue;
        }
        if let Some(rest) = line.strip_prefix("import ") {
            let mut whole = rest.to_owned();
            while !whole.ends_with(';') {
                whole.push_str(lines.next().ok_or_else(|| format!("{path}: an import does not end"))?);
            }
            parts.imports.push(import(path, &whole).ok_or_else(|| format!("{path}: import {whole}"))?);
        } else if let Some(rest) = line.strip_prefix("export ") {
            let name = exported(rest).ok_or_else(|| format!("{path}: {line}"))?;
            parts.exports.push(name.to_owned());
            parts.body.push_str(rest);
            parts.body.push('\n');
        } else {
            parts.body.push_str(line);
            parts.body.push('\n');
        }
    }
    Ok(parts)
}

/// The name that a declaration exports.
fn exported(declaration: &str) -> Option<&str> {
    let rest = ["async function* ", "async function ", "function* ", "function ", "class ", "const "]
        .iter()
        .find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '$'))?;
    (end > 0).then(|| &rest[..end])
}

/// The module that an import names, and what the importing module calls its exports.
fn import(path: &str, text: &str) -> Option<(String, String)> {
    let text = text.strip_suffix(';')?;
    let (taken, from) = text.split_once("from ").unwrap_or(("{}", text));
    let from = from.trim().trim_matches(['\'', '"']);
    let taken = match taken.trim().strip_prefix("* as ") {
        Some(whole) => whole.to_owned(),
        None if taken.trim_start().starts_with('{') => taken.trim().replace(" as ", ": "),
        None => return None,
    };
    let mut folders: Vec<&str> = folder_of(path).split_terminator('/').collect();
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()?),
            part => folders.push(part),
        }
    }
    from.starts_with('.').then(|| (folders.join("/"), taken))
}

/// Whether a file of the page is a script.
pub(crate) fn is_script(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "js")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> Files {
        list.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn modules_become_one_in_the_order_of_their_imports() {
        let mut site = files(&[
            (
                "app.js",
                "/** The page. */\nimport { a, b as c } from './a.js';\nimport * as whole from './in/b.js';\nimport './a.js';\nc(a, whole);\n",
            ),
            (
                "a.js",
                "// First.\nexport const a = 1;\nexport async function b() {\n  // Within.\n  return import('./later.js');\n}\n",
            ),
            (
                "in/b.js",
                "import {\n  a,\n} from '../a.js';\nexport class B {}\nconst here = import.meta.url;\n",
            ),
            ("later.js", "export const words = {};\n"),
            ("service.js", "importScripts('./version.js');\n"),
        ]);
        bundle(&mut site, &["app.js"]).expect("a bundle");
        let left: Vec<&str> = site.keys().map(String::as_str).collect();
        assert_eq!(left, ["app.js", "later.js", "service.js"]);
        let text = String::from_utf8(site["app.js"].clone()).expect("text");
        let expected = [
            "// a.js\nexport const a_js = (() => {\nconst a = 1;\n",
            "async function b() {\n  return import('./later.js');\n}\nreturn { a, b };\n})();\n",
            "// in/b.js\nexport const in_b_js = (() => {\nconst {  a,} = a_js;\nclass B {}\n",
            "const here = new URL('in/b.js', import.meta.url);\nreturn { B };\n})();\n",
            "// app.js\nexport const app_js = (() => {\nconst { a, b: c } = a_js;\nconst whole = in_b_js;\n",
            "const {} = a_js;\nc(a, whole);\nreturn {  };\n})();\n",
        ];
        assert_eq!(text, expected.concat());
    }

    #[test]
    fn what_a_bundle_cannot_express_is_an_error() {
        for (site, says) in [
            (
                files(&[("app.js", "import a from './a.js';\n"), ("a.js", "")]),
                "app.js: import a from './a.js';",
            ),
            (files(&[("app.js", "export let a = 1;\n")]), "app.js: export let a = 1;"),
            (files(&[("app.js", "export default 1;\n")]), "app.js: export default 1;"),
            (
                files(&[("app.js", "import './b.js';\n"), ("b.js", "import './app.js';\n")]),
                "app.js imports itself",
            ),
            (files(&[("app.js", "import './b.js';\n")]), "no file b.js"),
            (
                files(&[("app.js", "import './b.js';\n"), ("b.js", ""), ("c.js", "import './b.js';\n")]),
                "c.js imports b.js, which is part of a bundle",
            ),
        ] {
            let mut site = site;
            let error = bundle(&mut site, &["app.js"]).expect_err("an error");
            assert!(error.contains(says), "{error}");
        }
    }
}
