use super::*;
use nexsolve_core::laws::{self, Positions, SplitMix};
use nexsolve_core::{LayerId, Score, Wdl};
use nexsolve_db::{Builder, Counts, Form, Provenance, Subject, TableSpec, packed};
use nexsolve_games::hex::{Convention, End, Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

mod cyclic;
mod wander;

const METRICS: [Metric; 3] = [Metric::Reach, Metric::Wdl, Metric::Dtw];
const ALL: VerifySettings<'_> = VerifySettings { layers: &[], depth: Depth::All, memory_bytes: 1 << 20 };

/// The contents of a test database: by layer, the values of all ranks, `None` for free ranks.
struct Contents<'a, G> {
    game: &'a G,
    reach: Vec<Vec<Option<i16>>>,
    wdl: Vec<Vec<Option<i16>>>,
    dtw: Vec<Vec<Option<i16>>>,
    /// Added to the counts of this table: of positions, and of those that can be reached.
    miscounted: Option<(LayerId, Metric, [u64; 2])>,
    /// Tables left out.
    left_out: Vec<(LayerId, Metric)>,
}

impl<'a, G: Ranked + Unmoves> Contents<'a, G> {
    /// The right values: scores backwards by the rules, and forwards what play meets.
    fn right(game: &'a G) -> Self {
        let layers = game.layers();
        let numbers = |layer: LayerId| (0..layers[layer].len).map(move |rank| game.unrank(layer, rank));
        let mut scores: Vec<Vec<Option<Score>>> = vec![Vec::new(); layers.len()];
        let mut moves = Vec::new();
        for layer in LayerId::all(layers).rev() {
            let mut score = |position: G::Position| {
                game.moves(&position, &mut moves);
                let after = moves.iter().map(|&mv| {
                    let (layer, rank) = game.rank(&game.play(&position, mv));
                    scores[layer.index()][usize::try_from(rank).expect("small")].expect("a position").lift()
                });
                let over = || Score::of_outcome(game.outcome(&position).expect("over"));
                after.max().unwrap_or_else(over)
            };
            scores[layer.index()] = numbers(layer).map(|position| position.map(&mut score)).collect();
        }
        let mut reach: Vec<Vec<_>> =
            LayerId::all(layers).map(|layer| numbers(layer).map(|p| p.map(|_| 0)).collect()).collect();
        for position in laws::positions(game, Positions::All) {
            let (layer, rank) = game.rank(&position);
            reach[layer.index()][usize::try_from(rank).expect("small")] = Some(1);
        }
        let wdl = |score: Score| match score.wdl() {
            Wdl::Loss => Score::LOSS.to_raw(),
            Wdl::Draw => Score::DRAW.to_raw(),
            Wdl::Win => Score::WIN.to_raw(),
        };
        let of = |value: &dyn Fn(Score) -> i16| {
            scores.iter().map(|layer| layer.iter().map(|score| score.map(value)).collect()).collect()
        };
        let (wdl, dtw) = (of(&wdl), of(&Score::to_raw));
        Self { game, reach, wdl, dtw, miscounted: None, left_out: Vec::new() }
    }

    fn values(&mut self, metric: Metric) -> &mut Vec<Vec<Option<i16>>> {
        match metric {
            Metric::Reach => &mut self.reach,
            Metric::Wdl => &mut self.wdl,
            _ => &mut self.dtw,
        }
    }

    /// A rank with a value in a layer and metric, chosen by `random`.
    fn choose(&mut self, metric: Metric, random: &mut SplitMix) -> (LayerId, usize) {
        loop {
            let layer = LayerId::new(random.below(self.game.layers().len()));
            let rank = random.below(self.wdl[layer.index()].len());
            if self.values(metric)[layer.index()][rank].is_some() {
                return (layer, rank);
            }
        }
    }

    fn counts(&self, values: &[Option<i16>], layer: LayerId, book: &[i16]) -> Counts {
        let mut counts = Counts { positions: vec![0; book.len()], reachable: Some(vec![0; book.len()]) };
        for (rank, value) in values.iter().enumerate() {
            let Some(code) = value.and_then(|value| book.iter().position(|&other| other == value)) else {
                continue;
            };
            let copies = self.game.copies(&self.game.unrank(layer, rank as u64).expect("a position"));
            counts.positions[code] += copies;
            if self.reach[layer.index()][rank] == Some(1) {
                counts.reachable.as_mut().expect("set")[code] += copies;
            }
        }
        counts
    }

    /// Writes the database. Entries of free ranks hold arbitrary codes.
    fn write(&mut self) -> (tempfile::TempDir, Database) {
        let scratch = tempfile::tempdir().expect("a folder");
        let subject = Subject { game: "a game".into(), board: "a board".into() };
        let provenance = Provenance { program: "test".into(), command: "test".into() };
        let mut builder = Builder::open(scratch.path(), subject, Form::Compressed, provenance).expect("new");
        for metric in METRICS {
            for layer in LayerId::all(self.game.layers()) {
                if self.left_out.contains(&(layer, metric)) {
                    continue;
                }
                let values = self.values(metric)[layer.index()].clone();
                let mut book = match metric {
                    Metric::Reach => vec![0, 1],
                    Metric::Wdl => vec![-1, 0, 1],
                    _ => values.iter().copied().flatten().collect(),
                };
                book.sort_unstable();
                book.dedup();
                if book.is_empty() {
                    book.push(0);
                }
                let code = |(rank, value): (usize, &Option<i16>)| {
                    let place = value.and_then(|value| book.iter().position(|&other| other == value));
                    u8::try_from(place.unwrap_or(rank % book.len())).expect("few values")
                };
                let codes: Vec<u8> = values.iter().enumerate().map(code).collect();
                let mut counts = self.counts(&values, layer, &book);
                if let Some((of, metric_of, [positions, reachable])) = self.miscounted
                    && (of, metric_of) == (layer, metric)
                {
                    counts.positions[0] += positions;
                    counts.reachable.as_mut().expect("set")[0] += reachable;
                }
                let (name, entries) = (self.game.layers()[layer].name.clone(), values.len() as u64);
                let spec = TableSpec { layer: name, metric, entries, values: book };
                let bits = spec.bits();
                let mut writer = builder.begin(spec).expect("a new table");
                writer.append(&packed::pack(&codes, bits)).expect("written");
                let table = writer.finish().expect("finished");
                builder.commit(vec![(table, counts)]).expect("committed");
            }
        }
        (scratch, builder.into_database())
    }

    fn report(&mut self, settings: &VerifySettings) -> Result<Verification, VerifyError> {
        let (_scratch, database) = self.write();
        verify(self.game, &database, settings, &AtomicBool::new(false), &())
    }
}

fn nex(rows: u32, cols: u32) -> Nex<u64> {
    Nex::new(rows, cols).expect("fits")
}

fn hex(rows: u32, cols: u32, variant: Variant) -> Hex<u64> {
    Hex::new(rows, cols, variant).expect("fits")
}

fn swap() -> Variant {
    Variant { swap: Swap::On, ..Variant::default() }
}

/// Correct tables pass, at any depth and with any amount of memory.
fn assert_right<G: Ranked + Unmoves>(game: &G) {
    let mut contents = Contents::right(game);
    let (_scratch, database) = contents.write();
    let numbered = contents.wdl.iter().flatten().flatten().count() as u64;
    for memory_bytes in [0, 1000, 1 << 30] {
        let settings = VerifySettings { memory_bytes, ..ALL };
        let report = verify(game, &database, &settings, &AtomicBool::new(false), &()).expect("read");
        assert!(report.is_right(), "{report:?}");
        assert_eq!((report.tables, report.values), (3 * game.layers().len(), 3 * numbered));
        assert!(report.missing.is_empty() && report.unchecked_counts.is_empty());
    }
    let depth = Depth::Sample { count: 20, seed: 1 };
    let settings = VerifySettings { depth, ..ALL };
    let report = verify(game, &database, &settings, &AtomicBool::new(false), &()).expect("read");
    assert!(report.is_right() && report.values <= 60 * game.layers().len() as u64, "{report:?}");
}

#[test]
fn right_tables_are_found_right() {
    for (rows, cols) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)] {
        assert_right(&nex(rows, cols));
    }
    for variant in [Variant::default(), swap()] {
        for end in [End::AtConnection, End::AtFullBoard] {
            assert_right(&hex(3, 3, Variant { end, ..variant }));
            assert_right(&hex(2, 3, Variant { end, convention: Convention::Course, ..variant }));
        }
    }
}

/// A single changed value is the first that is found and named, in each metric.
fn assert_found<G: Ranked + Unmoves>(game: &G, rounds: u32, settings: &VerifySettings) {
    let mut random = SplitMix(u64::from(rounds));
    for metric in METRICS {
        for _ in 0..rounds {
            let mut contents = Contents::right(game);
            let (layer, rank) = contents.choose(metric, &mut random);
            let right = contents.values(metric)[layer.index()][rank].expect("chosen so");
            let others: Vec<i16> = match metric {
                Metric::Reach => vec![0, 1],
                Metric::Wdl => vec![-1, 0, 1],
                _ => contents.dtw.iter().flatten().flatten().copied().collect(),
            };
            let wrong = loop {
                let value = others[random.below(others.len())];
                if value != right {
                    break value;
                }
            };
            contents.values(metric)[layer.index()][rank] = Some(wrong);
            let report = contents.report(settings).expect("read");
            let expected =
                WrongValue { layer, metric, rank: rank as u64, stored: wrong, derived: Some(right) };
            assert_eq!(report.first_wrong.first(), Some(&expected));
            assert!(report.wrong >= report.first_wrong.len() as u64 && !report.is_right());
            assert!(report.first_wrong.len() <= 10);
        }
    }
}

#[test]
fn one_changed_value_is_found_and_named() {
    assert_found(&nex(2, 2), 10, &ALL);
    assert_found(&nex(2, 3), 10, &ALL);
    assert_found(&nex(3, 3), 3, &ALL);
    assert_found(&hex(3, 3, Variant::default()), 4, &ALL);
    assert_found(&hex(3, 3, swap()), 4, &VerifySettings { memory_bytes: 0, ..ALL });
}

#[test]
fn a_sample_of_all_finds_what_all_finds() {
    let settings = VerifySettings { depth: Depth::Sample { count: 1 << 40, seed: 7 }, ..ALL };
    assert_found(&nex(2, 3), 5, &settings);
    assert_found(&hex(2, 3, swap()), 5, &settings);
}

#[test]
fn a_smaller_sample_finds_values_that_are_often_wrong_and_is_repeatable() {
    let game = nex(3, 3);
    let mut contents = Contents::right(&game);
    // Losses stored as draws: a third of the values of the later layers.
    for value in contents.wdl.iter_mut().flatten().flatten() {
        *value = (*value).max(0);
    }
    let (_scratch, database) = contents.write();
    let sample = |seed| {
        let settings = VerifySettings { depth: Depth::Sample { count: 50, seed }, ..ALL };
        verify(&game, &database, &settings, &AtomicBool::new(false), &()).expect("read")
    };
    let report = sample(1);
    assert!(report.wrong > 10 && report.first_wrong.len() == 10, "{report:?}");
    assert!(report.first_wrong.iter().all(|wrong| wrong.metric == Metric::Wdl));
    assert_eq!(sample(1), report);
    assert_ne!(sample(2).first_wrong, report.first_wrong);
}

#[test]
fn wrong_counts_are_found() {
    let game = nex(2, 3);
    for metric in METRICS {
        for miscounted in [[1, 0], [0, 1]] {
            let mut contents = Contents::right(&game);
            contents.miscounted = Some((LayerId::new(3), metric, miscounted));
            let report = contents.report(&ALL).expect("read");
            assert!(report.wrong == 0 && !report.is_right());
            let [wrong] = &*report.wrong_counts else { panic!("{report:?}") };
            assert_eq!((&wrong.layer, wrong.metric), (&game.layers()[3].name, metric));
            assert_eq!(wrong.stored.positions[0] - wrong.counted.positions[0], miscounted[0]);
            // A sample checks counts only of tables that it covers completely.
            let depth = Depth::Sample { count: 5, seed: 1 };
            assert!(contents.report(&VerifySettings { depth, ..ALL }).expect("read").is_right());
        }
    }
}

#[test]
fn counts_of_what_can_be_reached_need_its_table() {
    let game = nex(2, 2);
    let mut contents = Contents::right(&game);
    contents.left_out = LayerId::all(game.layers()).map(|layer| (layer, Metric::Reach)).collect();
    let report = contents.report(&ALL).expect("read");
    assert!(report.is_right() && report.missing.is_empty());
    assert_eq!(report.unchecked_counts.len(), 2 * game.layers().len());
}

#[test]
fn tables_that_are_missing_or_foreign_are_told() {
    let game = nex(2, 3);
    let name = |layer: usize| game.layers()[layer].name.clone();
    let mut contents = Contents::right(&game);
    contents.left_out = vec![(LayerId::new(0), Metric::Wdl)];
    let report = contents.report(&ALL).expect("read");
    assert!(report.is_right());
    assert_eq!(report.missing, [(name(0), Metric::Wdl)]);

    contents.left_out = vec![(LayerId::new(1), Metric::Wdl)];
    let error = contents.report(&ALL).expect_err("the first layer rests on the second");
    let VerifyError::Absent { file, needed } = error else { panic!("{error}") };
    assert_eq!((file, needed), (format!("{}.wdl", name(0)), format!("{}.wdl", name(1))));

    let (_scratch, database) = Contents::right(&game).write();
    let with = |other: &Nex<u64>| verify(other, &database, &ALL, &AtomicBool::new(false), &());
    let error = with(&nex(1, 4)).expect_err("fewer layers");
    assert!(matches!(error, VerifyError::Foreign { .. } | VerifyError::Table(_)), "{error}");
    let error = with(&nex(3, 3)).expect_err("other numbers");
    assert!(matches!(error, VerifyError::Table(_)), "{error}");
}

#[test]
fn a_damaged_table_is_an_error() {
    let game = nex(3, 3);
    let (scratch, database) = Contents::right(&game).write();
    drop(database);
    let file = scratch.path().join(format!("{}.wdl", game.layers()[5].name));
    let mut bytes = std::fs::read(&file).expect("there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).expect("written");
    let database = Database::open(scratch.path()).expect("the manifest is whole");
    let error = verify(&game, &database, &ALL, &AtomicBool::new(false), &()).expect_err("damaged");
    assert!(matches!(error, VerifyError::Table(_)), "{error}");
}

#[test]
fn progress_ends_at_the_total_and_a_flag_stops() {
    struct Last(AtomicU64, AtomicU64);
    impl VerifyObserver for Last {
        fn table(&self, _: &str, _: Metric) {
            self.1.fetch_add(1, Relaxed);
        }
        fn progress(&self, progress: VerifyProgress) {
            assert!(progress.done <= progress.total);
            if progress.done == progress.total {
                self.0.fetch_add(progress.total, Relaxed);
            }
        }
    }
    let game = hex(3, 3, swap());
    let (_scratch, database) = Contents::right(&game).write();
    let numbers: u64 = game.layers().iter().map(|layer| layer.len).sum();
    let tens: u64 = game.layers().iter().map(|layer| layer.len.min(10)).sum();
    for (depth, total) in [(Depth::All, 3 * numbers), (Depth::Sample { count: 10, seed: 3 }, 3 * tens)] {
        let last = Last(0.into(), 0.into());
        let settings = VerifySettings { depth, ..ALL };
        verify(&game, &database, &settings, &AtomicBool::new(false), &last).expect("read");
        assert_eq!(last.0.into_inner(), total);
        assert_eq!(last.1.into_inner(), 3 * game.layers().len() as u64);
        let stopped = verify(&game, &database, &settings, &AtomicBool::new(true), &());
        assert!(matches!(stopped, Err(VerifyError::Stopped)));
    }
}

#[test]
fn the_report_does_not_depend_on_the_threads() {
    let game = nex(3, 3);
    let mut contents = Contents::right(&game);
    for value in contents.dtw.iter_mut().flatten().flatten() {
        *value = (*value).max(0);
    }
    let (_scratch, database) = contents.write();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| verify(&game, &database, &ALL, &AtomicBool::new(false), &()).expect("read"))
    };
    assert!(with(1).wrong > 1000);
    assert_eq!(with(1), with(3));
}
