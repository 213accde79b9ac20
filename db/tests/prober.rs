//! Compares look-ups of all positions of small boards with a search by the rules alone.

use crate::fixtures::{make, provenance, subject};
use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Bounds, Game, Layer, LayerId, Points, Probe, Prober, Ranked, Score};
use nexsolve_db::{Builder, Counts, Database, DbProber, Form, Metric, TableSpec};
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::nex::{Nex, NexPosition};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::sync::Arc;

type Scores = HashMap<NexPosition<u64>, Score>;

fn scores(game: &Nex<u64>) -> Scores {
    laws::scores(game, &laws::positions(game, Positions::All))
}

/// Returns points as if earlier wins scored more.
fn points(score: Score) -> i16 {
    let plies = score.distance().map_or(0, |plies| 20 - i16::try_from(plies.0).expect("few"));
    if score < Score::DRAW { -plies } else { plies }
}

/// Returns the entry for a position with this score in a table of this metric.
fn value(metric: Metric, score: Score) -> i16 {
    match metric {
        Metric::Dtw => score.to_raw(),
        Metric::Wdl => score.wdl() as i16 - 1,
        Metric::Score => points(score),
        Metric::Reach => 1,
    }
}

/// Writes the tables of all layers except `left_out`.
fn generate(folder: &Path, game: &Nex<u64>, scores: &Scores, metric: Metric, form: Form, left_out: &[&str]) {
    let reached: Vec<_> =
        scores.iter().filter(|(p, _)| is_ranked(game, p)).map(|(p, s)| (game.rank(p), *s)).collect();
    let kept = |(_, layer): &(LayerId, &Layer)| !left_out.contains(&layer.name.as_str());
    for (id, layer) in Layer::with_ids(game.layers()).filter(kept) {
        let here = || reached.iter().filter(|((at, _), _)| *at == id);
        let values: BTreeSet<i16> = here().map(|(_, score)| value(metric, *score)).chain([0]).collect();
        let values: Vec<i16> = values.into_iter().collect();
        let mut codes = vec![0; layer.len as usize];
        for ((_, rank), score) in here() {
            let code = values.binary_search(&value(metric, *score)).expect("collected");
            codes[*rank as usize] = code as u8;
        }
        let spec = TableSpec { layer: layer.name.clone(), metric, entries: layer.len, values };
        make(folder, form, 0, spec, &codes);
    }
}

/// Creates a prober for this game and the database in a folder.
fn prober<G: Ranked + Clone>(game: &G, folder: &Path) -> DbProber<G> {
    DbProber::new(Arc::new(game.clone()), Arc::new(Database::open(folder).expect("a database")))
}

/// Finished games have no rank if the side to move is connected; the others have their own layers.
fn is_ranked(game: &Nex<u64>, position: &NexPosition<u64>) -> bool {
    let (layer, rank) = game.rank(position);
    game.layers().get(layer.index()).is_some_and(|layer| rank < layer.len)
}

fn expected(metric: Metric, score: Score) -> Probe {
    Probe::Known(match metric {
        Metric::Dtw => Bounds::exact(score),
        _ => Bounds::of_value(score.wdl()),
    })
}

#[test]
fn every_position_has_its_score() {
    let game = Nex::<u64>::new(3, 2).expect("fits");
    let scores = scores(&game);
    for (form, metric) in [
        (Form::Compressed, Metric::Dtw),
        (Form::Raw, Metric::Dtw),
        (Form::Raw, Metric::Wdl),
        (Form::Compressed, Metric::Score),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        generate(folder.path(), &game, &scores, metric, form, &[]);
        let prober = prober(&game, folder.path());
        let positions: Vec<_> = scores.keys().copied().collect();
        let many = prober.probe_all(&positions).expect("sound");
        let scores_many = prober.scores_many(&positions).expect("sound");
        for ((position, many), points_of_many) in positions.iter().zip(many).zip(scores_many) {
            let expected_points = (metric == Metric::Score).then(|| Points(points(scores[position])));
            assert_eq!(prober.score(position).expect("sound"), expected_points, "{position:?}");
            assert_eq!(points_of_many, expected_points);
            let one = prober.probe(position).expect("sound");
            assert_eq!(one, expected(metric, scores[position]), "{position:?}");
            assert_eq!(one, many);
            assert_eq!(prober.reachable(position).expect("sound"), None);
        }
    }
}

#[test]
fn the_most_exact_metric_answers() {
    let game = Nex::<u64>::new(2, 3).expect("fits");
    let scores = scores(&game);
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<&str> = game.layers().iter().map(|layer| layer.name.as_str()).collect();
    generate(folder.path(), &game, &scores, Metric::Wdl, Form::Compressed, &names[3..4]);
    generate(folder.path(), &game, &scores, Metric::Dtw, Form::Compressed, &names[2..]);
    generate(folder.path(), &game, &scores, Metric::Reach, Form::Compressed, &names[1..2]);
    let prober = prober(&game, folder.path());
    for (position, &score) in &scores {
        let layer = game.rank(position).0;
        let expected = match layer.index() {
            3 => Probe::Absent,
            0 | 1 => expected(Metric::Dtw, score),
            _ => expected(Metric::Wdl, score),
        };
        assert_eq!(prober.probe(position).expect("sound"), expected);
        let reachable = (layer.index() != 1).then_some(true);
        assert_eq!(prober.reachable(position).expect("sound"), reachable);
    }
}

#[test]
fn a_damaged_table_is_an_error_that_names_it() {
    let game = Nex::<u64>::new(2, 2).expect("fits");
    let folder = tempfile::tempdir().expect("a folder");
    generate(folder.path(), &game, &scores(&game), Metric::Dtw, Form::Compressed, &[]);
    let position = nexsolve_core::Game::start(&game);
    let name = format!("{}.dtw", game.layers()[game.rank(&position).0].name);
    let file = folder.path().join(&name);
    let mut bytes = fs::read(&file).expect("a file");
    bytes[20] ^= 1;
    fs::write(&file, bytes).expect("room");
    let prober = prober(&game, folder.path());
    let error = prober.probe(&position).expect_err("damaged");
    assert!(error.table.ends_with(&name), "{error}");
    assert!(prober.probe_all(&[position]).is_err());
}

#[test]
fn the_database_of_another_board_is_refused() {
    let (small, large) = (Nex::<u64>::new(2, 2).expect("fits"), Nex::<u64>::new(2, 3).expect("fits"));
    let folder = tempfile::tempdir().expect("a folder");
    generate(folder.path(), &small, &scores(&small), Metric::Dtw, Form::Raw, &[]);
    let prober = prober(&large, folder.path());
    let mut refused = 0;
    for position in scores(&large).keys() {
        match prober.probe(position) {
            Ok(probe) => assert!(probe == Probe::Absent || large.rank(position) == (LayerId::new(0), 0)),
            Err(error) => {
                assert!(error.reason.contains("use the database of this game and board"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
}

#[test]
fn replies_are_counted_as_the_rules_say() {
    let game = Nex::new(3, 2).expect("fits");
    let scores = scores(&game);
    for (metric, absent) in [(Metric::Dtw, &[][..]), (Metric::Wdl, &["p03n1"][..])] {
        let folder = tempfile::tempdir().expect("a folder");
        generate(folder.path(), &game, &scores, metric, Form::Compressed, absent);
        let prober = prober(&game, folder.path());
        let mut unknown = 0;
        for position in scores.keys() {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let mut expected = [0; 3];
            for mv in moves {
                expected[scores[&game.play(position, mv)].lift().wdl() as usize] += 1;
            }
            match prober.replies(&game, position).expect("sound") {
                Some(replies) => assert_eq!(replies, expected, "{position:?}"),
                None => unknown += 1,
            }
        }
        assert_eq!(unknown > 0, !absent.is_empty());
    }
}

/// If the tables of two classes of endings each derive their values from the other, no value can be found,
/// which is an error. A position without a rank is in no table.
#[test]
fn derived_tables_that_need_each_other_are_refused() {
    let game = Draughts::endings(RUSSIAN, 3);
    let layers = game.layers();
    let (layer, other) = LayerId::all(layers)
        .find_map(|layer| game.counterpart(layer).map(|other| (layer, other)))
        .expect("classes of different pieces");
    let folder = tempfile::tempdir().expect("a folder");
    let mut builder = Builder::open(folder.path(), subject(), Form::Small, provenance()).expect("ours");
    for layer in [layer, other] {
        let Layer { name, len, .. } = &layers[layer];
        let spec =
            TableSpec { layer: name.clone(), metric: Metric::Wdl, entries: *len, values: vec![-1, 0, 1] };
        let table = builder.derived(spec).expect("room");
        let counts = Counts { positions: vec![0; 3], reachable: None };
        builder.commit(vec![(table, counts)]).expect("room");
    }
    let database = Arc::new(builder.into_database());
    let refused = "whose values are derived from this one";
    let error = database.check_derived(layers).expect_err("each needs the other").to_string();
    assert!(error.contains(refused), "{error}");
    let quiet = |layer| {
        let mut positions = (0..).map(|rank| game.unrank(layer, rank).expect("no rank is free"));
        positions.find(|position| !game.is_omitted(position)).expect("a position without a capture")
    };
    let positions = [quiet(layer), quiet(other)];
    let prober = DbProber::new(Arc::new(game.clone()), database);
    let found = positions.map(|position| prober.probe(&position));
    assert!(found.iter().flatten().all(|probe| *probe == Probe::Absent), "{found:?}");
    assert!(found.iter().any(|probe| probe.as_ref().is_err_and(|error| error.reason.contains(refused))));
    let more = Draughts::endings(RUSSIAN, 4);
    let firsts = LayerId::all(more.layers()).filter_map(|layer| more.unrank(layer, 0));
    let strange: Vec<_> = firsts.filter(|position| !game.is_ranked(position)).collect();
    assert!(strange.len() > 4, "four pieces");
    assert!(prober.probe_all(&strange).expect("no table").iter().all(|probe| *probe == Probe::Absent));
    for position in &strange {
        assert_eq!(prober.probe(position).expect("no table"), Probe::Absent);
        assert_eq!(prober.reachable(position).expect("no table"), None);
    }
}
