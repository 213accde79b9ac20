//! Tables of games in which positions can repeat, compared with values computed from the rules alone, and
//! with published ones.

use crate::common::{make, unreached};
use nexsolve_core::{Game, Layer, LayerId, Plies, Probe, Prober, Ranked, Score};
use nexsolve_db::{Builder, Counts, Database, DbProber, Metric, Provenance, TableSpec, packed};
use nexsolve_games::awari::{Pits, Seeds};
use nexsolve_games::draughts::{BRAZILIAN, Draughts, Position, RUSSIAN};
use nexsolve_tablegen::{GenerateSettings, Kernel};
use nexsolve_verify as verify;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn how(metric: Metric) -> GenerateSettings {
    unreached(metric, Kernel::Fast)
}

/// All positions that have ranks, and for each of their moves the place of the position after it, or none if
/// the opponent has lost without one.
struct Graph {
    numbers: Vec<(LayerId, u64)>,
    after: Vec<Vec<Option<usize>>>,
}

fn graph<G: Ranked>(game: &G) -> Graph {
    let (mut numbers, mut positions, mut places) = (Vec::new(), Vec::new(), HashMap::new());
    for (layer, about) in Layer::with_ids(game.layers()) {
        for rank in 0..about.len {
            if let Some(position) = game.unrank(layer, rank) {
                places.insert(game.canonical(&position), positions.len());
                positions.push(position);
                numbers.push((layer, rank));
            }
        }
    }
    let mut moves = Vec::new();
    let after = positions.iter().map(|position| {
        game.moves(position, &mut moves);
        let places = moves.iter().map(|&mv| places.get(&game.canonical(&game.play(position, mv))).copied());
        places.collect()
    });
    let after = after.collect();
    Graph { numbers, after }
}

/// Scores ply by ply: for each number of plies, the positions won or lost in that many, until there are no
/// more.
fn distances(graph: &Graph) -> Vec<Score> {
    let mut scores: Vec<Option<Score>> =
        graph.after.iter().map(|after| after.is_empty().then_some(Score::MIN)).collect();
    let mut quiet = 0;
    for plies in (1..).map(Plies) {
        let worth = |after: &Option<usize>| match *after {
            None => Some(Score::MIN.lift()),
            Some(place) => scores[place].map(Score::lift),
        };
        let new = |place: usize| {
            let moves = &graph.after[place];
            let wins = Score::win_in(plies);
            if moves.iter().any(|after| worth(after) == Some(wins)) {
                return Some(wins);
            }
            let lost = moves.iter().all(|after| worth(after).is_some_and(|score| score < Score::DRAW));
            lost.then(|| Score::loss_in(plies))
        };
        let found: Vec<(usize, Score)> = (0..scores.len())
            .filter(|&place| scores[place].is_none())
            .filter_map(|place| Some((place, new(place)?)))
            .collect();
        // A ply without new results may lie between two with some, because captures can decide late.
        quiet = if found.is_empty() { quiet + 1 } else { 0 };
        for (place, score) in found {
            scores[place] = Some(score);
        }
        if quiet > 1 {
            break;
        }
    }
    scores.into_iter().map(|score| score.unwrap_or(Score::DRAW)).collect()
}

#[test]
fn draughts_of_three_pieces_by_the_rules_alone() {
    for rules in [RUSSIAN, BRAZILIAN] {
        let game = Draughts::endings(rules, 3);
        let graph = graph(&game);
        let expected = distances(&graph);
        let scratch = tempfile::tempdir().expect("a folder");
        for metric in [Metric::Dtw, Metric::Wdl] {
            let database =
                make(&nexsolve_kernels::joined(&game), &scratch.path().join(metric.word()), &how(metric));
            let prober = DbProber::new(Arc::new(game.clone()), Arc::new(database));
            for (&(layer, rank), &score) in graph.numbers.iter().zip(&expected) {
                let position = game.unrank(layer, rank).expect("no free numbers");
                let found = prober.value(&position, metric).expect("whole").expect("there");
                let found = Score::from_raw(found).expect("a score");
                let same = if metric == Metric::Dtw { found == score } else { found.wdl() == score.wdl() };
                assert!(same, "{rules:?}: {position:?}: {found}, not {score}");
            }
        }
    }
}

/// Returns whether a position's value follows from the tables without one of the layers.
fn is_known(game: &Draughts, position: &Position, left_out: LayerId) -> bool {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let after = |&mv: &_| game.play(position, mv);
    let known = |after: &Position| !game.is_ranked(after) || is_known(game, after, left_out);
    game.rank(position).0 != left_out
        && (!game.is_omitted(position) || moves.iter().map(after).all(|after| known(&after)))
}

/// Copies the tables for which `change` returns values and counts, with those.
fn copy(
    database: &Database,
    folder: &Path,
    change: impl Fn(&TableSpec, Counts) -> Option<(Vec<i16>, Counts)>,
) -> Database {
    let manifest = database.manifest();
    let provenance = Provenance { program: "a test".into(), command: "a copy".into() };
    let mut builder =
        Builder::open(folder, manifest.subject.clone(), manifest.form, provenance).expect("a folder");
    for record in &manifest.tables {
        let table = database.table(&record.layer, record.metric).expect("whole").expect("there");
        let Some((values, counts)) = change(table.spec(), record.counts.clone()) else { continue };
        let code = |rank| {
            let value = table.value(rank).expect("whole");
            let place = values.iter().position(|&other| other == value);
            u8::try_from(place.unwrap_or(0)).expect("a code")
        };
        let codes: Vec<u8> = (0..table.entries()).map(code).collect();
        let spec = TableSpec { values, ..table.spec().clone() };
        let bits = spec.bits();
        let mut writer = builder.begin(spec).expect("new");
        writer.append(&packed::pack(&codes, bits)).expect("written");
        builder.commit(vec![(writer.finish().expect("written"), counts)]).expect("listed");
    }
    builder.into_database()
}

/// Values that follow from a capture into a class without a table are unknown; all others are known.
#[test]
fn positions_that_follow_from_missing_tables_are_absent() {
    let game = Draughts::endings(RUSSIAN, 3);
    let scratch = tempfile::tempdir().expect("a folder");
    let (whole, partial) = (scratch.path().join("whole"), scratch.path().join("partial"));
    let database = make(&nexsolve_kernels::joined(&game), &whole, &how(Metric::Dtw));
    let left_out = LayerId::named(game.layers(), "mvK").expect("a class");
    let partial = copy(&database, &partial, |spec, counts| {
        (spec.layer != "mvK").then(|| (spec.values.clone(), counts))
    });
    let whole = DbProber::new(Arc::new(game.clone()), Arc::new(database));
    let partial = DbProber::new(Arc::new(game.clone()), Arc::new(partial));
    let (mut absent, mut known) = (0, 0);
    for (layer, about) in Layer::with_ids(game.layers()) {
        let positions: Vec<Position> = (0..about.len).filter_map(|rank| game.unrank(layer, rank)).collect();
        let together = partial.probe_all(&positions).expect("whole");
        for (position, among) in positions.iter().zip(together) {
            let found = partial.value(position, Metric::Dtw).expect("whole");
            assert_eq!(among, partial.probe(position).expect("whole"), "{position:?}");
            assert_eq!(among == Probe::Absent, found.is_none(), "{position:?}");
            if is_known(&game, position, left_out) {
                known += 1;
                assert_eq!(found, whole.value(position, Metric::Dtw).expect("whole"), "{position:?}");
            } else {
                absent += usize::from(layer != left_out);
                assert_eq!(found, None, "{position:?}");
            }
        }
    }
    assert!(absent > 1_000 && known > 100_000, "{absent} {known}");
}

/// A value that occurs only among positions without an entry still belongs to the code book and to the
/// counts.
#[test]
fn values_without_a_code_are_found() {
    let game = Draughts::endings(RUSSIAN, 2);
    let scratch = tempfile::tempdir().expect("a folder");
    let database = make(&nexsolve_kernels::joined(&game), &scratch.path().join("right"), &how(Metric::Dtw));
    let won = Score::win_in(Plies(1)).to_raw();
    let wrong = copy(&database, &scratch.path().join("wrong"), |spec, mut counts| {
        let mut values = spec.values.clone();
        if spec.layer == "KvK" {
            let at = values.iter().position(|&value| value == won).expect("a win by a capture");
            values.remove(at);
            counts.positions.remove(at);
        }
        Some((values, counts))
    });
    for (database, right) in [(&database, true), (&wrong, false)] {
        let settings =
            verify::VerifySettings { layers: &[], depth: verify::Depth::All, memory_bytes: 1 << 30 };
        let report = verify::verify(&game, database, &settings, &AtomicBool::new(false), &()).expect("whole");
        assert_eq!(report.is_right(), right);
        assert!(
            report.first_wrong.iter().all(|wrong| wrong.derived == Some(won)),
            "{:?}",
            report.first_wrong
        );
        assert_eq!(report.first_wrong.is_empty(), right);
    }
}

/// Generated tables are verified with enough memory, with some, and with almost none.
#[test]
fn generated_draughts_are_verified_with_any_memory() {
    let game = Draughts::endings(RUSSIAN, 3);
    let scratch = tempfile::tempdir().expect("a folder");
    // A bit for each number of the largest group is the least for values.
    for (metric, least) in [(Metric::Wdl, 7_000), (Metric::Dtw, 0)] {
        let database =
            make(&nexsolve_kernels::joined(&game), &scratch.path().join(metric.word()), &how(metric));
        let check = |depth, memory_bytes| {
            let settings = verify::VerifySettings { layers: &[], depth, memory_bytes };
            let report = verify::verify(&game, &database, &settings, &AtomicBool::new(false), &());
            let report = report.expect("whole");
            assert!(report.is_right(), "{metric} {depth:?} {memory_bytes}: {:?}", report.first_wrong);
            (report.values, report.omitted)
        };
        let all: u64 = game.layers().iter().map(|layer| layer.len).sum();
        for memory_bytes in [1 << 30, 30_000, least] {
            let (values, omitted) = check(verify::Depth::All, memory_bytes);
            assert_eq!(values + omitted, all);
            assert!(omitted > all / 5, "{omitted}");
        }
        // The sample is in memory, the tables are not.
        for memory_bytes in [1 << 30, 12_000] {
            let (values, omitted) = check(verify::Depth::Sample { count: 500, seed: 4 }, memory_bytes);
            assert_eq!((values, omitted), (500 * game.layers().len() as u64, 0));
        }
    }
}

/// For each number of points, from the greatest down: the positions in which the side to move can force a
/// lead of at least that many points.
fn points(game: &Seeds, graph: &Graph) -> Vec<i16> {
    let stake = |place: usize| game.layers()[graph.numbers[place].0].stake as i16;
    let mut scores: Vec<Option<i16>> =
        (0..graph.numbers.len()).map(|place| graph.after[place].is_empty().then(|| -stake(place))).collect();
    // Fewer seeds first: captures lead to positions with known values.
    let mut layers: Vec<LayerId> = LayerId::all(game.layers()).collect();
    layers.sort_by_key(|&layer| game.layers()[layer].stake);
    for layer in layers {
        let places: Vec<usize> =
            (0..graph.numbers.len()).filter(|&place| graph.numbers[place].0 == layer).collect();
        for wanted in (1..=game.layers()[layer].stake as i16).rev() {
            loop {
                let worth = |place: usize, after: Option<usize>| {
                    let after = after.expect("all positions have numbers");
                    scores[after].map(|score| stake(place) - stake(after) - score)
                };
                let new = |place: usize| {
                    let moves = &graph.after[place];
                    if moves.iter().any(|&after| worth(place, after) >= Some(wanted)) {
                        return Some(wanted);
                    }
                    let lost =
                        moves.iter().all(|&after| worth(place, after).is_some_and(|score| score <= -wanted));
                    lost.then_some(-wanted)
                };
                let found: Vec<(usize, i16)> = places
                    .iter()
                    .filter(|&&place| scores[place].is_none())
                    .filter_map(|&place| Some((place, new(place)?)))
                    .collect();
                if found.is_empty() {
                    break;
                }
                for (place, score) in found {
                    scores[place] = Some(score);
                }
            }
        }
        for place in places {
            scores[place].get_or_insert(0);
        }
    }
    scores.into_iter().map(|score| score.expect("found")).collect()
}

#[test]
fn awari_of_six_seeds_by_the_rules_alone() {
    let game = Seeds::new(6).expect("the game has 48");
    let graph = graph(&game);
    let expected = points(&game, &graph);
    let scratch = tempfile::tempdir().expect("a folder");
    let database = make(&nexsolve_kernels::joined(&game), scratch.path(), &how(Metric::Score));
    for (&(layer, rank), &score) in graph.numbers.iter().zip(&expected) {
        let table = database.table(&game.layers()[layer].name, Metric::Score).expect("whole").expect("there");
        assert_eq!(table.value(rank).expect("whole"), score, "{} {rank}", table.spec().layer);
    }
}

fn score(game: &Seeds, database: &Database, position: Pits) -> i16 {
    let (layer, rank) = game.rank(&position);
    let table = database.table(&game.layers()[layer].name, Metric::Score).expect("whole").expect("there");
    table.value(rank).expect("whole")
}

/// J. W. Romein and H. E. Bal, "Awari is solved", ICGA Journal 25, 2002, and their published database.
#[test]
fn awari_as_published() {
    let game = Seeds::new(12).expect("the game has 48");
    let scratch = tempfile::tempdir().expect("a folder");
    let database = make(&nexsolve_kernels::joined(&game), scratch.path(), &how(Metric::Score));
    for (seeds, expected) in [(1, [7, 0, 5]), (2, [40, 13, 25]), (3, [178, 63, 123])] {
        let record = database.manifest().table(&format!("s{seeds:02}"), Metric::Score).expect("there");
        let mut sums = [0; 3];
        for (value, count) in record.values.iter().zip(&record.counts.positions) {
            sums[(value.signum() + 1) as usize] += count;
        }
        assert_eq!(sums, expected, "{seeds} seeds: losses, draws, wins");
    }
    assert_eq!(score(&game, &database, Pits::new([1; 12]).expect("twelve seeds")), 0);
}

#[test]
#[ignore = "slow: a table of 16 seeds, half a minute"]
fn awari_of_sixteen_seeds_as_published() {
    let game = Seeds::new(16).expect("the game has 48");
    let scratch = tempfile::tempdir().expect("a folder");
    let database = make(&nexsolve_kernels::joined(&game), scratch.path(), &how(Metric::Score));
    let position = Pits::new([1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0]).expect("sixteen seeds");
    assert_eq!(score(&game, &database, position), 0);
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let worth = |pit| {
        let after = game.play(&position, pit);
        let captured = position.seeds() - after.seeds();
        captured as i16 - score(&game, &database, after)
    };
    let worth: Vec<i16> = moves.into_iter().map(worth).collect();
    assert_eq!(worth, [-1, -1, -2, -2, -2, 0]);
}

/// Positions with two pieces, one side to move, as published.
#[test]
fn draughts_of_two_pieces_as_published() {
    let game = Draughts::endings(RUSSIAN, 2);
    let scratch = tempfile::tempdir().expect("a folder");
    let database = make(&nexsolve_kernels::joined(&game), scratch.path(), &how(Metric::Wdl));
    let mut sums = [0; 3];
    for table in &database.manifest().tables {
        assert_eq!(table.values, [Score::LOSS, Score::DRAW, Score::WIN].map(Score::to_raw));
        for (sum, count) in sums.iter_mut().zip(&table.counts.positions) {
            // Each rank stands for a position of either side.
            *sum += count / 2;
        }
    }
    assert_eq!(sums, [690, 1_507, 1_291], "losses, draws, wins");
}
