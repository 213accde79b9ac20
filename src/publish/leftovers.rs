//! What killed runs of earlier versions have left beside a site.
//!
//! Those versions wrote a site to `.site.….partial` beside its folder, moved the earlier site aside to `.site.….old`, and then moved what others had put into
//! its folder (`.git`, `CNAME`) back, one by one.

use super::place::Earlier;
use crate::fault::Fault;
use crate::{files, output};
use nexsolve_db::files::PARTIAL;
use std::fs;
use std::io;
use std::path::Path;

/// The end of the name of the folder to which those versions moved the earlier site.
const ASIDE: &str = ".old";

/// Puts back what a killed run has moved away from the folder `out`, if it must be of this site: no other site is beside it. Otherwise names it.
pub(super) fn put_back(out: &Path) -> Result<(), Fault> {
    let above = out.parent().filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(above) else { return Ok(()) };
    let (mut aside, mut others) = (Vec::new(), 0);
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match name.strip_prefix(".site.") {
            Some(rest) if rest.ends_with(ASIDE) => aside.push(path),
            Some(rest) if rest.ends_with(PARTIAL) => {
                output::note(&format!(
                    "{} is the incomplete site of a run that was killed; remove it",
                    files::name(&path)
                ));
            }
            _ => {
                others += usize::from(path.file_name() != out.file_name() && Earlier::found(&path).is_some());
            }
        }
    }
    match &aside[..] {
        [old] if others == 0 => restore(old, out).map_err(|error| files::unwritable(out, &error)),
        _ => {
            for old in aside {
                let what = foreign(&old).map_or_else(|_| String::new(), |names| names.join(", "));
                output::note(&format!(
                    "{} is a site that a killed run has moved away, with {what}",
                    files::name(&old)
                ));
            }
            Ok(())
        }
    }
}

/// The names in an earlier site's folder that are not of the site.
fn foreign(old: &Path) -> io::Result<Vec<String>> {
    let own = Earlier::found(old).unwrap_or_default().entries;
    let names = fs::read_dir(old)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect::<io::Result<_>>()?;
    names.retain(|name| !own.contains(name));
    names.sort();
    Ok(names)
}

/// Moves the earlier site back if `out` is missing, or else only what is not of the site.
fn restore(old: &Path, out: &Path) -> io::Result<()> {
    let told = |what: &str| {
        output::note(&format!("{what} back from {}, where a killed run had moved it", files::name(old)));
    };
    if !out.exists() {
        fs::rename(old, out)?;
        told(&format!("{} is", files::name(out)));
        return Ok(());
    }
    let names = foreign(old)?;
    let (moved, kept): (Vec<String>, Vec<String>) =
        names.into_iter().partition(|name| !out.join(name).exists());
    for name in &moved {
        fs::rename(old.join(name), out.join(name))?;
    }
    if !moved.is_empty() {
        told(&format!("{} is", moved.join(", ")));
    }
    if kept.is_empty() {
        return fs::remove_dir_all(old);
    }
    output::note(&format!("{} has other versions of {}", files::name(old), kept.join(", ")));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(folder: &Path, foreign: &[&str]) {
        fs::create_dir_all(folder).expect("made");
        let list = "{\"program\": \"nexsolve 0.1.0\", \"entries\": [\"site.json\", \"index.html\"]}";
        for (name, text) in [("site.json", list), ("index.html", "page")] {
            fs::write(folder.join(name), text).expect("written");
        }
        for name in foreign {
            fs::write(folder.join(name), "mine").expect("written");
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }

    #[test]
    fn a_site_that_a_killed_run_has_moved_away_is_put_back() {
        let above = tempfile::tempdir().expect("a folder");
        let (out, old) = (above.path().join("s"), above.path().join(".site.a1.old"));
        // Killed after the first move.
        site(&old, &["CNAME"]);
        put_back(&out).expect("put back");
        assert_eq!(
            (names(&out), names(above.path())),
            (vec!["CNAME".into(), "index.html".into(), "site.json".into()], vec!["s".to_owned()])
        );
        // Killed before the last one: the new site is there, without what others have put into it.
        fs::rename(&out, &old).expect("moved");
        site(&out, &[]);
        put_back(&out).expect("put back");
        assert_eq!((names(&out).len(), names(above.path())), (3, vec!["s".to_owned()]));
    }

    #[test]
    fn nothing_is_put_back_that_may_be_of_another_site() {
        let above = tempfile::tempdir().expect("a folder");
        let (out, old) = (above.path().join("s"), above.path().join(".site.a1.old"));
        site(&old, &["CNAME"]);
        site(&above.path().join("other"), &[]);
        put_back(&out).expect("named");
        assert_eq!(names(above.path()), [".site.a1.old", "other"]);
        // What is there already is not replaced.
        fs::remove_dir_all(above.path().join("other")).expect("removed");
        site(&out, &["CNAME"]);
        put_back(&out).expect("named");
        assert_eq!(names(&old), ["CNAME", "index.html", "site.json"]);
    }
}
