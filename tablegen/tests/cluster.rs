//! Several processes make tables together: the bytes are those of one machine, and all processes end
//! together.

use crate::common::{StopAt, files, make, settings, unreached};
use nexsolve_db::{BuildError, Builder, Metric, Provenance, Subject};
use nexsolve_games::awari::Seeds;
use nexsolve_games::connect4::Connect4;
use nexsolve_games::draughts::{BRAZILIAN, Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_tablegen::{
    Exchange, GenerateError, GenerateObserver, GenerateSettings, GenerateSummary, Kernel, Local, PlanError,
    Tables, generate_together, plan_for,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// A process of a test, by its number.
struct Process<'a> {
    folder: PathBuf,
    settings: GenerateSettings,
    stop: &'a AtomicBool,
    observer: &'a dyn GenerateObserver,
    threads: usize,
}

/// Runs a team and returns the result of each process. `process` returns the arguments of each.
fn run<'a>(
    game: &dyn Tables,
    processes: usize,
    process: impl Fn(usize) -> Process<'a> + Sync,
) -> Vec<Result<GenerateSummary, GenerateError>> {
    thread::scope(|scope| {
        let process = &process;
        let start = |mut exchange: Local| {
            scope.spawn(move || {
                let Process { folder, settings, stop, observer, threads } = process(exchange.process());
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                pool.install(|| generate_together(game, &folder, &settings, &mut exchange, stop, observer))
            })
        };
        let processes: Vec<_> = Local::team(processes).into_iter().map(start).collect();
        processes.into_iter().map(|process| process.join().expect("no panic")).collect()
    })
}

static GOES_ON: AtomicBool = AtomicBool::new(false);

/// A process of two threads that is not stopped.
fn plain(folder: &Path, settings: &GenerateSettings) -> Process<'static> {
    Process {
        folder: folder.to_owned(),
        settings: settings.clone(),
        stop: &GOES_ON,
        observer: &(),
        threads: 2,
    }
}

fn together(
    game: &dyn Tables,
    folder: &Path,
    settings: &GenerateSettings,
    processes: usize,
    threads: usize,
) -> u64 {
    let process = |_| Process { threads, ..plain(folder, settings) };
    let mut exchanged = 0;
    for made in run(game, processes, process) {
        exchanged = made.expect("a database").exchanged_bytes;
    }
    exchanged
}

/// One machine's files.
fn alone(game: &dyn Tables, settings: &GenerateSettings) -> BTreeMap<String, Vec<u8>> {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    make(game, scratch.path(), settings);
    files(scratch.path())
}

/// Any number of processes and threads gives the same bytes.
fn check(game: &dyn Tables, settings: &GenerateSettings) {
    let expected = alone(game, settings);
    for (processes, threads) in [(1, 2), (2, 1), (2, 3), (3, 2), (4, 1)] {
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let exchanged = together(game, scratch.path(), settings, processes, threads);
        let found = files(scratch.path());
        let names: Vec<&String> = found.keys().collect();
        assert_eq!(names, expected.keys().collect::<Vec<_>>());
        for (name, bytes) in &found {
            assert!(*bytes == expected[name], "{name} by {processes} processes of {threads} threads");
        }
        assert_eq!(exchanged == 0, processes == 1);
    }
}

#[test]
fn the_engine_for_all_games_gives_the_same_bytes() {
    check(
        &nexsolve_kernels::joined(&Connect4::new(4, 4).expect("a board")),
        &settings(Metric::Wdl, Kernel::Fast),
    );
    check(
        &nexsolve_kernels::joined(&Connect4::new(3, 4).expect("a board")),
        &unreached(Metric::Dtw, Kernel::Fast),
    );
    let swap = Variant { swap: Swap::On, ..Variant::default() };
    check(
        &nexsolve_kernels::joined(&Hex::<u64>::new(3, 3, swap).expect("a board")),
        &settings(Metric::Wdl, Kernel::Fast),
    );
    let nex = Nex::<u64>::new(3, 3).expect("a board");
    check(&nexsolve_kernels::joined(&nex.with_swap()), &settings(Metric::Dtw, Kernel::Fast));
    for (rows, cols) in [(3, 3), (3, 4)] {
        let nex = Nex::<u64>::with_final_moves(rows, cols).expect("a board");
        check(&nexsolve_kernels::joined(&nex), &settings(Metric::Dtw, Kernel::Fast));
        check(&nexsolve_kernels::joined(&nex.with_swap()), &settings(Metric::Wdl, Kernel::Fast));
    }
    check(
        &nexsolve_kernels::joined(&Nex::<u64>::new(3, 3).expect("a board")),
        &settings(Metric::Dtw, Kernel::Generic),
    );
}

#[test]
fn kernels_of_rows_give_the_same_bytes() {
    for (rows, cols) in [(1, 1), (2, 2), (2, 3), (3, 3), (3, 4)] {
        let nex = Nex::<u64>::new(rows, cols).expect("a board");
        check(&nexsolve_kernels::joined(&nex), &settings(Metric::Wdl, Kernel::Fast));
        check(&nexsolve_kernels::joined(&nex), &unreached(Metric::Dtw, Kernel::Fast));
    }
}

#[test]
fn kernels_of_one_bit_give_the_same_bytes() {
    for (rows, cols) in [(1, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)] {
        check(
            &nexsolve_kernels::joined(&Hex::<u64>::new(rows, cols, Variant::default()).expect("a board")),
            &settings(Metric::Wdl, Kernel::Fast),
        );
    }
}

#[test]
fn games_with_cycles_give_the_same_bytes() {
    check(&nexsolve_kernels::joined(&Seeds::new(8).expect("seeds")), &unreached(Metric::Score, Kernel::Fast));
    check(&nexsolve_kernels::joined(&Draughts::endings(RUSSIAN, 3)), &unreached(Metric::Wdl, Kernel::Fast));
    check(&nexsolve_kernels::joined(&Draughts::endings(BRAZILIAN, 3)), &unreached(Metric::Dtw, Kernel::Fast));
}

/// A board for each engine, with its settings, and the files that one machine makes.
fn each_engine(check: impl Fn(&str, &dyn Tables, &BTreeMap<String, Vec<u8>>, &GenerateSettings)) {
    let of_all = settings(Metric::Wdl, Kernel::Fast);
    let of_points = unreached(Metric::Score, Kernel::Fast);
    let hex = Hex::<u64>::new(3, 4, Variant::default()).expect("a board");
    let games: [(&str, &dyn Tables, &GenerateSettings); 4] = [
        ("rows", &nexsolve_kernels::joined(&Nex::<u64>::new(3, 3).expect("a board")), &of_all),
        ("bits", &nexsolve_kernels::joined(&hex), &of_all),
        ("cycles", &nexsolve_kernels::joined(&Seeds::new(7).expect("seeds")), &of_points),
        ("all games", &nexsolve_kernels::joined(&Connect4::new(3, 4).expect("a board")), &of_all),
    ];
    for (engine, game, settings) in games {
        check(engine, game, &alone(game, settings), settings);
    }
}

/// The least memory for a number of processes of two threads.
fn least(game: &dyn Tables, settings: &GenerateSettings, processes: usize) -> u64 {
    let none = GenerateSettings { memory_bytes: 1, ..settings.clone() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    match pool.install(|| plan_for(game, &none, processes)) {
        Err(PlanError::NeedsMemory { needed, .. }) => needed,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_least_memory_is_enough() {
    each_engine(|engine, game, expected, settings| {
        for processes in [2, 3] {
            let scratch = tempfile::tempdir().expect("a scratch folder");
            let enough =
                GenerateSettings { memory_bytes: least(game, settings, processes), ..settings.clone() };
            // One process has more memory than the others: all use the memory of the least.
            let more = GenerateSettings { memory_bytes: 2 * enough.memory_bytes, ..settings.clone() };
            let process = |process: usize| plain(scratch.path(), if process == 1 { &more } else { &enough });
            for made in run(game, processes, process) {
                made.expect(engine);
            }
            assert!(files(scratch.path()) == *expected, "{engine}");
            let less = GenerateSettings { memory_bytes: enough.memory_bytes - 1, ..settings.clone() };
            let process = |process| plain(scratch.path(), if process == 1 { &less } else { &enough });
            for refused in run(game, processes, process) {
                let refused = refused.err();
                let is_memory = matches!(refused, Some(GenerateError::Plan(PlanError::NeedsMemory { .. })));
                assert!(is_memory, "{engine}: {refused:?}");
            }
        }
    });
}

/// One process is stopped at some moment: all stop, and other processes continue from there.
#[test]
fn runs_that_were_stopped_go_on() {
    each_engine(|engine, game, expected, settings| {
        let mut stops = 0;
        for event in (0..).step_by(7) {
            let scratch = tempfile::tempdir().expect("a scratch folder");
            let stop: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
            let observer: &'static StopAt<'_> = Box::leak(Box::new(StopAt::new(event, stop)));
            let stopped = event % 3;
            let process = |process| match plain(scratch.path(), settings) {
                plain if process == stopped => Process { stop, observer, ..plain },
                plain => plain,
            };
            let results = run(game, 3, process);
            let failed =
                results.iter().filter(|result| matches!(result, Err(GenerateError::Stopped))).count();
            assert!(failed == 3 || results.iter().all(Result::is_ok), "{engine}: {failed} of 3 have stopped");
            if !stop.load(Relaxed) {
                break;
            }
            stops += usize::from(failed == 3);
            for made in run(game, 2, |_| plain(scratch.path(), settings)) {
                made.expect(engine);
            }
            assert!(files(scratch.path()) == *expected, "{engine} after event {event}");
        }
        assert!(stops > 3, "{engine}: {stops}");
    });
}

#[test]
fn processes_that_were_asked_for_different_things_end() {
    let game = Nex::<u64>::new(2, 2).expect("a board");
    let wanted = settings(Metric::Wdl, Kernel::Fast);
    let others = [
        (settings(Metric::Dtw, Kernel::Fast), "metric"),
        (unreached(Metric::Wdl, Kernel::Fast), "reach"),
        (GenerateSettings { program: "nexsolve 9".to_owned(), ..wanted.clone() }, "program"),
        (GenerateSettings { board: "other".to_owned(), ..wanted.clone() }, "board"),
    ];
    for (other, what) in others {
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let process = |process| plain(scratch.path(), if process == 2 { &other } else { &wanted });
        for result in run(&nexsolve_kernels::joined(&game), 3, process) {
            match result.err() {
                Some(GenerateError::Differs { process: 2, differences }) => {
                    assert!(differences.iter().all(|text| text.starts_with(what)), "{differences:?}");
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(fs::read_dir(scratch.path()).expect("a folder").next().is_none(), "nothing is written");
    }
}

#[test]
fn a_folder_that_is_not_shared_is_found_out() {
    let game = Nex::<u64>::new(2, 2).expect("a board");
    let wanted = settings(Metric::Wdl, Kernel::Fast);
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let folder = |process| scratch.path().join(if process == 1 { "there" } else { "here" });
    for result in run(&nexsolve_kernels::joined(&game), 3, |process| plain(&folder(process), &wanted)) {
        assert!(matches!(result, Err(GenerateError::NotShared { process: 1, .. })), "{:?}", result.err());
    }
    // Only the lock is left.
    assert!(files(&folder(0)).is_empty());
}

#[test]
fn what_one_process_cannot_do_ends_all() {
    let game = Nex::<u64>::new(2, 2).expect("a board");
    let wanted = settings(Metric::Wdl, Kernel::Fast);
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let subject = Subject { game: wanted.game.clone(), board: wanted.board.clone() };
    let provenance = Provenance { program: "tests".into(), command: "a test".into() };
    let _other = Builder::open(scratch.path(), subject, wanted.form, provenance).expect("a folder of ours");
    for (process, result) in
        run(&nexsolve_kernels::joined(&game), 3, |_| plain(scratch.path(), &wanted)).into_iter().enumerate()
    {
        match result.err() {
            Some(GenerateError::Build(BuildError::Locked { .. })) if process == 0 => {}
            Some(GenerateError::Elsewhere { process: 0, message }) if process > 0 => {
                assert!(message.contains("in use by another process"), "{message}");
            }
            other => panic!("{other:?}"),
        }
    }
}
