//! `nexsolve publish`: writes a folder that any static host can serve: the page, and databases with what
//! readers need to use them.

mod args;
mod card;
mod layout;
mod name;
mod package;
mod packed;
mod place;
mod settings;
mod site;

pub(crate) use args::PublishArgs;

use crate::database::{self, folder::check_local};
use layout::{DATABASES, NETWORKS, REPORTS, SITE, VERSION};
use nexsolve_console::units::{counted, size};
use nexsolve_console::{Exit, Fault, Global, fault::safe, files, memory, output, stop};
use nexsolve_db::json::number;
use nexsolve_db::locks;
use nexsolve_db::staged::Staged;
use nexsolve_players::{Networks, Shelf};
use nexsolve_viewer::{FirstAnswers, FirstError, ServerLimits, ViewerSettings, first_answers};
use place::Earlier;
use serde_json::json;
use settings::Settings;
use site::{Lists, Site};
use std::collections::BTreeSet;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Runs the command.
pub(crate) fn run(args: &PublishArgs, global: &Global) -> Result<Exit, Fault> {
    args.databases.iter().chain([&args.out]).try_for_each(|folder| check_local(folder))?;
    files::check_no_file(&args.out)?;
    // Of a link, the folder that it leads to.
    let out = args.out.canonicalize().unwrap_or_else(|_| args.out.clone());
    let entries = entries(args);
    let earlier = Earlier::read(&out)?;
    earlier.refuse_foreign(&out, &entries)?;
    let settings = earlier.settings().with(args);
    let names = names(&args.databases, "databases")?;
    let reports = self::names(&args.report, REPORTS)?;
    let mut opened = Vec::new();
    for folder in &args.databases {
        opened.push(database::open_among(args.databases.len() as u64, folder, global)?);
    }
    args.report.iter().try_for_each(|report| check_report(report, &out))?;
    stop::on_interrupt("the site")?;
    let unwritable = |error| files::unwritable(&args.out, &error);
    let staged = Staged::begin(&out).map_err(unwritable)?;
    let mut site = Site::new(&staged, &args.out);
    for (name, network) in nexsolve_net::STORED {
        site.put(&format!("{NETWORKS}/{name}"), network)?;
    }
    let mut described = Vec::new();
    for ((opened, folder), name) in opened.iter().zip(&args.databases).zip(&names) {
        described.push(site.database(opened, folder, name, args, global)?);
    }
    for (report, name) in args.report.iter().zip(&reports) {
        site.tree(report, &format!("{REPORTS}/{name}"))?;
    }
    let first = first(names.iter().map(|name| staged.path().join(DATABASES).join(name)), &settings, global)?;
    for (name, bytes) in nexsolve_viewer::site(&settings.page(), &first) {
        site.put(&name, &bytes)?;
    }
    site.pack()?;
    let Lists { list, version } = site.lists(&described, &entries, &settings);
    {
        let _turn = turn(&out)?;
        let earlier = Earlier::read(&out)?;
        earlier.refuse_foreign(&out, &entries)?;
        let steps = place::steps(staged.path(), &out, &earlier, &entries, &list, &version);
        steps.and_then(|steps| steps.iter().try_for_each(place::FolderChange::make)).map_err(unwritable)?;
    }
    let bytes: u64 = site.written.iter().map(|file| file.bytes).sum();
    let document = || {
        json!({
            "out": files::name(&args.out),
            "databases": names,
            "files": number(site.written.len() as u64),
            "bytes": number(bytes),
        })
    };
    let text = || {
        let count = counted(site.written.len() as u64, "file", "files");
        let folder = files::name(&args.out);
        format!("{count} written, {}; any web server can serve the folder {folder}\n", size(bytes))
    };
    output::answer(global, document, text)?;
    Ok(Exit::Done)
}

/// The answers to the first questions of the page.
fn first(
    folders: impl Iterator<Item = PathBuf>,
    settings: &Settings,
    global: &Global,
) -> Result<FirstAnswers, Fault> {
    let viewer = ViewerSettings {
        folders: folders.collect(),
        limits: ServerLimits::default(),
        threads: 1,
        memory_bytes: global.memory,
        manifest_bytes: memory::manifest(global),
        maker: nexsolve_kernels::generate_briefly,
        networks: Networks::new(Shelf::Within(nexsolve_net::STORED)),
        puzzles: Vec::new(),
        note: Box::new(|text| output::note(&safe(text))),
    };
    first_answers(viewer, settings.board.as_deref()).map_err(|error| match error {
        FirstError::Opened(error) => database::not_opened(&error),
        FirstError::Board(message) => Fault::usage(message).hint("--board chooses the board of the site"),
        FirstError::Threads(error) => Fault::new(Exit::System, error.to_string()),
    })
}

/// How often a run looks whether another one has finished.
const WATCH: Duration = Duration::from_millis(50);

/// Waits until no other run changes the site in a folder.
fn turn(out: &Path) -> Result<Option<File>, Fault> {
    let mut is_noted = false;
    let turn = locks::turn(out, || {
        if !std::mem::replace(&mut is_noted, true) {
            output::note(&format!("waiting for another nexsolve publish to {}", files::name(out)));
        }
        std::thread::sleep(WATCH);
        if stop::flag().load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match turn {
        ControlFlow::Continue(turn) => Ok(turn),
        ControlFlow::Break(()) => Err(Fault::new(Exit::Interrupted, "the site is as it was before")),
    }
}

/// The names at the top of the site's folder.
fn entries(args: &PublishArgs) -> BTreeSet<String> {
    let page = nexsolve_viewer::site_names();
    let packed: Vec<String> = page.iter().flat_map(|name| packed::names(name)).collect();
    let page = page.iter().chain(&packed).map(String::as_str);
    let own = [SITE, VERSION, NETWORKS];
    let given = [(DATABASES, !args.databases.is_empty()), (REPORTS, !args.report.is_empty())];
    let given = given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name));
    page.chain(own).chain(given).map(str::to_owned).collect()
}

/// Checks that a folder is a report, and that the site is not inside it: it would be copied into itself.
fn check_report(report: &Path, out: &Path) -> Result<(), Fault> {
    if !report.join("index.md").is_file() {
        let message = format!("{} is not a report", files::name(report));
        return Err(Fault::usage(message).hint("nexsolve report writes one"));
    }
    let whole = |path: &Path| {
        let there = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
        let Some((above, whole)) = there else { return path.to_owned() };
        path.strip_prefix(above).map_or_else(|_| path.to_owned(), |below| whole.join(below))
    };
    if whole(out).starts_with(whole(report)) {
        let message = format!("the site is inside the report {}, which is copied to it", files::name(report));
        return Err(Fault::usage(message).hint("choose a folder outside the report"));
    }
    Ok(())
}

/// The last part of a path.
fn last(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    whole.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The names of the databases or reports on the site: those of their folders, which must differ and fit
/// everywhere.
fn names(folders: &[PathBuf], what: &str) -> Result<Vec<String>, Fault> {
    let names: Vec<String> = folders.iter().map(|folder| last(folder)).collect();
    for (at, name) in names.iter().enumerate() {
        name::check(name).map_err(|misfit| misfit.fault(name))?;
        // Some file systems and hosts do not tell capitals from small letters.
        if names[..at].iter().any(|other| other.eq_ignore_ascii_case(name)) {
            return Err(
                Fault::usage(format!("two {what} are named `{}`", safe(name))).hint("rename a folder")
            );
        }
    }
    Ok(names)
}
