//! Models compute what networks compute, learn what they are taught, and survive an interruption.

use crate::batch::{Batch, Example, Lesson};
use crate::config::{Config, Teacher};
use crate::folder::{Checkpoint, LogEntry, RunFolder, TrainingProgress};
use crate::held::Worst;
use crate::lessons::{Lessons, kinds};
use crate::model::Model;
use crate::planning::{Planning, Play};
use crate::run::{Run, RunError};
use crate::selfplay::{SelfPlay, contest};
use crate::tables::TableTeacher;
use crate::trainer::Trainer;
use burn::tensor::Device;
use nexsolve_core::{Game, Layer, Ranked, SplitMix, Wdl};
use nexsolve_games::nex::Nex;
use nexsolve_games::{Played, Visitor, visit};
use nexsolve_net::{Network, NetworkFile};
use nexsolve_oracle::{Oracle, Small};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Examples of self-play with an untrained network.
fn examples<G: Played>(game: &Arc<G>, config: &Config) -> (Trainer, Vec<Example>) {
    let planning = config.planning;
    let trainer = Trainer::new(config, config.shape(kinds(&**game, 1)));
    let network = trainer.network(HashMap::new()).expect("small weights").0;
    let play = Play { planning, simulations: 8, opening: 2, longest: 40 };
    let (played, games) = SelfPlay::new(game, play, 4, 1).play(&network, 40, &|| false);
    assert!(games > 0 && played.len() >= 40);
    (trainer, played.into_iter().map(|(_, example)| example).collect())
}

fn small() -> Config {
    Config { channels: 8, blocks: 1, dims: 2, hidden: 8, batch: 32, ..Config::default() }
}

struct Agree;

impl Visitor for Agree {
    type Done = ();

    fn on<G: Played>(self, game: G) {
        let config = small();
        let (_, examples) = examples(&Arc::new(game.clone()), &config);
        for example in &examples {
            let Lesson::Shares(shares) = &example.lesson else { panic!("self-play teaches shares") };
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-3 && shares.len() == example.seen.moves());
        }
        let shape = config.shape(kinds(&game, 1));
        let device = Device::flex().autodiff();
        let model = Model::new(&shape, &device);
        let tensors = model.tensors();
        let network = Network::new(shape.clone(), &tensors);
        let batch = Batch::new(&shape, &examples);
        let outputs = model.forward(&shape, &batch, &device);
        let moves: Vec<f32> = outputs.moves.into_data().try_to_vec().expect("floats");
        let values: Vec<f32> = outputs.values.into_data().try_to_vec().expect("floats");
        let seen: Vec<_> = examples.iter().map(|example| example.seen.clone()).collect();
        for (i, opinion) in network.evaluate(&seen).iter().enumerate() {
            for (mv, weight) in opinion.weights.iter().enumerate() {
                assert!((moves[i * batch.most_moves + mv] - weight).abs() < 1e-3);
            }
            let total: f32 = values[3 * i..3 * i + 3].iter().map(|x| x.exp()).sum();
            for (value, x) in opinion.value.iter().zip(&values[3 * i..]) {
                assert!((value - x.exp() / total).abs() < 1e-4);
            }
        }
    }
}

#[test]
fn models_compute_what_networks_compute() {
    for board in ["nex:3x4", "hex:3x3", "connect4:4x5", "tictactoe:3x3", "awari"] {
        visit(nexsolve_games::played(board, None).expect(board), Agree).expect(board);
    }
}

#[test]
fn a_model_learns_a_batch_by_heart_and_goes_on_as_if_it_had_not_stopped() {
    let config = small();
    let game = Arc::new(Nex::<u64>::new(3, 3).expect("a board"));
    let (mut trainer, mut examples) = examples(&game, &config);
    examples.truncate(16);
    // What is taught: one good move each.
    for (i, example) in examples.iter_mut().enumerate() {
        let moves = example.seen.moves();
        example.lesson = Lesson::Good((0..moves).map(|mv| mv == i % moves).collect());
    }
    let first = trainer.learn(&examples, 1e-2, 0.0);
    for _ in 0..150 {
        trainer.learn(&examples, 1e-2, 0.0);
    }
    let parts = trainer.save().expect("in memory");
    let steps = trainer.steps;
    let shape = config.shape(kinds(&*game, 1));
    let other = Config { seed: 99, ..config.clone() };
    let mut again = Trainer::new(&other, shape).load(parts, steps).expect("just saved");
    let mut last = [0.0; 2];
    for _ in 0..200 {
        last = trainer.learn(&examples, 1e-2, 0.0);
        let same = again.learn(&examples, 1e-2, 0.0);
        assert!(
            last.iter().zip(same).all(|(a, b)| (a - b).abs() <= 1e-4 * (1.0 + a.abs())),
            "{last:?} {same:?}"
        );
    }
    assert!(last[0] < 0.2 * first[0] && last[1] < 0.2 * first[1], "{first:?} {last:?}");
}

#[test]
fn a_network_that_knows_the_game_beats_one_that_does_not() {
    let (oracle, _small) = oracle("nex:3x3");
    let teacher = TableTeacher::<Nex<u64>>::new(&oracle).expect("tables");
    let game = Arc::new(teacher.game().clone());
    let mut random = SplitMix(7);
    for planning in [Planning::Gumbel, Planning::Puct] {
        let config = Config { planning, simulations: 2, ..small() };
        let mut trainer = Trainer::new(&config, config.shape(kinds(&*game, 1)));
        let untrained = trainer.network(HashMap::new()).expect("small weights").0;
        for _ in 0..400 {
            let mut one = || {
                let position = teacher.draw(&mut random);
                teacher.teach(&position).expect("whole").expect("known")
            };
            let examples: Vec<_> = (0..32).map(|_| one()).collect();
            trainer.learn(&examples, 1e-2, 0.0);
        }
        let trained = trainer.network(HashMap::new()).expect("small weights").0;
        let contest = |networks| contest(&game, Play { opening: 0, ..config.play() }, networks, 100, 3);
        let (halves, others) = (contest([&trained, &untrained]), contest([&untrained, &trained]));
        assert!(halves >= 130 && others <= 70, "{planning:?}: {halves} and {others} of 200");
    }
}

#[test]
fn a_run_begins_with_the_network_of_another_board() {
    let scratch = tempfile::tempdir().expect("a folder");
    let config = Config { board: "nex:2x3".to_owned(), teacher: Teacher::Tables, checkpoint: 3, ..small() };
    run(&scratch.path().join("one"), &config, 1e9).expect("it learns");
    let file = scratch.path().join("one/network.safetensors");
    let from = Some(file.clone());
    let other = Config { board: "nex:2x2".to_owned(), from, rate: 1e-12, ..config.clone() };
    run(&scratch.path().join("other"), &other, 1e9).expect("it goes on with the weights");
    let stored = |path: &Path| NetworkFile::read(&fs::read(path).expect("a file")).expect("a network");
    let (one, two) = (stored(&file), stored(&scratch.path().join("other/network.safetensors")));
    assert_eq!((one.shape, one.tensors), (two.shape, two.tensors), "hardly anything was learned");
    let refused = |config: Config| match run(&scratch.path().join("third"), &config, 1e9) {
        Err(RunError::From { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    assert!(refused(Config { channels: 9, ..other.clone() }).contains("channels = 8"));
    let simple = Config { board: "tictactoe:3x3".to_owned(), ..config.clone() };
    run(&scratch.path().join("simple"), &simple, 1e9).expect("it learns");
    let simple = Some(scratch.path().join("simple/network.safetensors"));
    assert!(refused(Config { from: simple, ..other.clone() }).contains("all moves"));
    fs::write(&file, "no network").expect("a file");
    assert!(refused(other).contains("not a network"));
}

/// An oracle with tables of a small board, which last as long as the second value.
pub(crate) fn oracle(board: &str) -> (Oracle, Small) {
    let board = nexsolve_games::board(board).expect(board);
    let small = Small::new(Small::ENOUGH, nexsolve_kernels::generate_briefly);
    small.make(board).expect("a small board");
    (Oracle::new(board, &small.all()).expect("a board"), small)
}

#[test]
fn tables_teach_the_values_of_all_their_positions() {
    let (oracle, _small) = oracle("nex:2x3");
    let teacher = TableTeacher::<Nex<u64>>::new(&oracle).expect("tables");
    let game = teacher.game();
    let layers = Layer::with_ids(game.layers()).collect::<Vec<_>>();
    let mut drawn = std::collections::HashSet::new();
    let mut random = SplitMix(5);
    for _ in 0..5_000 {
        let position = teacher.draw(&mut random);
        assert_eq!(game.outcome(&position), None);
        if drawn.insert(position) {
            let example = teacher.teach(&position).expect("whole").expect("known");
            let Lesson::Good(good) = example.lesson else { panic!("tables teach good moves") };
            let worth = oracle.worths(&[Nex::<u64>::pack_of(&position)]).expect("whole")[0];
            let value = worth.bounds.wdl().expect("known");
            assert!((example.value[value as usize] - 1.0).abs() < 1e-9);
            assert!(good.contains(&true) && (value != Wdl::Loss || !good.contains(&false)));
        }
    }
    let open = layers.iter().flat_map(|(id, layer)| (0..layer.len).filter_map(|rank| game.unrank(*id, rank)));
    assert_eq!(drawn.len(), open.filter(|position| game.outcome(position).is_none()).count());
}

/// Packs a position.
trait PackOf: Played {
    fn pack_of(position: &Self::Position) -> nexsolve_games::AnyPosition {
        Self::pack(position)
    }
}

impl<G: Played> PackOf for G {}

fn run(folder: &Path, config: &Config, seconds: f64) -> Result<Vec<LogEntry>, RunError> {
    let (oracle, _small) = oracle(&config.board);
    let folder = RunFolder::new(folder);
    let _lock = folder.lock()?;
    folder.begin(config)?;
    let mut entries = Vec::new();
    let stop = AtomicBool::new(false);
    let told = &mut |entry: &LogEntry| {
        entries.push(entry.clone());
        stop.store(entries.len() == 3, Relaxed);
    };
    let run = Run { config, oracle: &oracle, folder: &folder, seconds, stop: &stop, told };
    visit(oracle.board(), run).expect("a board")?;
    Ok(entries)
}

fn folder_log(folder: &Path) -> Vec<(TrainingProgress, Option<Worst>)> {
    let log = RunFolder::new(folder).log().expect("a log");
    log.into_iter().map(|entry| (entry.progress, entry.worst)).collect()
}

#[test]
fn a_run_goes_on_after_its_last_checkpoint() {
    for teacher in [Teacher::SelfPlay, Teacher::Mixed, Teacher::Tables] {
        let scratch = tempfile::tempdir().expect("a folder");
        let board = "nex:2x3".to_owned();
        let config = Config {
            board,
            teacher,
            checkpoint: 3,
            simulations: 4,
            games: 8,
            window: 400,
            contest: 4,
            hard: 0.5,
            exploit: 100_000,
            ..small()
        };
        let entries = run(scratch.path(), &config, 1e9).expect("it learns");
        assert_eq!(entries.last().expect("three").progress.batches, 9, "{teacher:?}");
        assert!(entries.iter().all(|entry| entry.gave.is_some()), "examined by the tables");
        assert!(entries.iter().all(|entry| entry.worst.is_some()), "tested against every way to play");
        assert!(entries.iter().all(|entry| entry.score.is_some() == (teacher != Teacher::Tables)));
        assert_eq!(teacher == Teacher::Tables, entries[2].progress.games == 0);
        let kept = folder_log(scratch.path());
        assert_eq!(kept, entries.iter().map(|entry| (entry.progress, entry.worst)).collect::<Vec<_>>());
        let log = scratch.path().join("log.jsonl");
        let entries = run(scratch.path(), &config, 1e9).expect("it goes on");
        assert_eq!(entries.last().expect("three").progress.batches, 18);
        assert!(entries[0].progress.seconds > 0.0);
        assert_eq!(fs::read_to_string(&log).expect("a log").lines().count(), 6);
        let network = fs::read(scratch.path().join("network.safetensors")).expect("a network");
        let notes = NetworkFile::read(&network).expect("a network").notes;
        assert_eq!(notes["board"], "nex:2x3");
        // A network that loses its contest does not replace the one before.
        let best = entries.iter().rfind(|entry| entry.score.is_none_or(|score| score >= 0.55));
        if let Some(best) = best {
            assert_eq!(notes["batches"], best.progress.batches.to_string(), "{teacher:?}");
        }
        // Time that is over leaves everything as it is.
        assert!(run(scratch.path(), &config, 1e-9).expect("nothing to do").is_empty());
    }
}

#[test]
fn damaged_checkpoints_are_refused() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = RunFolder::new(scratch.path());
    let progress = TrainingProgress { batches: 7, ..TrainingProgress::default() };
    let checkpoint = Checkpoint { progress, kinds: Vec::new(), parts: [vec![1, 2, 3], vec![4]] };
    let [score, gave, wrong_values] = [None; 3];
    let entry =
        LogEntry { progress, moves_loss: 0.5, values_loss: 0.5, score, gave, wrong_values, worst: None };
    assert!(folder.load().expect("no checkpoint yet").is_none());
    folder.save(&checkpoint, b"network", &entry).expect("a folder");
    let loaded = folder.load().expect("whole").expect("a checkpoint");
    assert_eq!((loaded.progress, loaded.parts), (checkpoint.progress, checkpoint.parts));
    let path = scratch.path().join("checkpoint");
    let bytes = fs::read(&path).expect("a file");
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).expect("a file");
        assert!(folder.load().is_err(), "{length} of {} bytes", bytes.len());
    }
}

#[test]
fn teachers_with_tables_need_tables() {
    let config = Config { teacher: Teacher::Tables, board: "nex:3x3".to_owned(), ..small() };
    let board = nexsolve_games::board(&config.board).expect("a board");
    let oracle = Oracle::new(board, &[]).expect("a board");
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = RunFolder::new(scratch.path());
    let stop = AtomicBool::new(false);
    let run = Run {
        config: &config,
        oracle: &oracle,
        folder: &folder,
        seconds: 1.0,
        stop: &stop,
        told: &mut |_| {},
    };
    let refused = visit(board, run).expect("a board");
    assert!(matches!(refused, Err(RunError::NoTables(Teacher::Tables))));
    let game = Arc::new(Nex::<u64>::new(2, 2).expect("a board"));
    assert!(Lessons::new(&small(), &game, None, 0).exam(5).expect("no tables").is_none());
}
