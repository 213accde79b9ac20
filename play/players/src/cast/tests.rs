use super::*;
use crate::roster::tests::on;
use crate::{Budget, Course, Estimate};
use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Bounds, Game, Plies, Probe, ProbeError, Score, Wdl};
use nexsolve_games::{Board, Visitor, visit};
use std::collections::HashMap;

#[test]
fn invalid_players_are_rejected() {
    for (board, text, reason) in [
        ("awari", "mcts(0)", "one simulation"),
        ("awari", "puct(0, keep)", "one simulation"),
        ("awari", "mcts(9, c=1)", "no constant"),
        ("awari", "uct(c=-1)", "0 to 1000"),
        ("awari", "uct(c=NaN)", "0 to 1000"),
        ("awari", "uct(threads=0)", "1 to 1024"),
        ("awari", "uct(fresh, keep)", "exclude each other"),
        ("awari", "uct(fresh=1)", "takes no value"),
        ("awari", "uct(depth=3)", "no option `depth`"),
        ("awari", "uct(9, connections)", "not won by connections"),
        ("awari", "uct(connections=1)", "takes no value"),
        ("awari", "puct(9, connections)", "no option `connections`"),
        ("awari", "random(3)", "takes no number"),
        ("awari", "table", "table needs a database of this board"),
        ("awari", "human", "expected one of level"),
        ("awari", "solver1(0)", "one position"),
        ("awari", "solver3(0)", "one position"),
        ("awari", "solver3(eval=resistance)", "both, material, mobility"),
        ("awari", "solver3(memory=much)", "MiB"),
        ("nex:9x9", "solver3", "64 cells"),
        ("hex:6x6", "minimax(2, eval=best)", "better, resistance, basic"),
        ("hex:6x6", "alphabeta(0)", "1 to 100"),
        ("hex:6x6", "alphabeta(2, depth=3)", "no option `depth`"),
    ] {
        let error = on(board).player(&text.parse().expect(text), 1).map(|_| ()).expect_err(text).reason;
        assert!(error.contains(reason), "{text}: {error}");
    }
    for text in
        ["uct(10, c=0, threads=2, nodes=0, fresh, unproven)", "mcts(keep)", "puct", "alphabeta(1, eval=both)"]
    {
        assert!(on("awari").player(&text.parse().expect(text), 1).is_ok(), "{text}");
    }
}

const PROVING: &[&str] = &[
    "random",
    "pseudorand",
    "random-bits",
    "minimax(2)",
    "alphabeta(3)",
    "solver1(200)",
    "solver2(3000)",
    "solver3(40, memory=1)",
    "solver3(120, memory=1)",
    "solver3(400, memory=1)",
    "solver3(960, memory=1)",
    "mcts(200)",
    "mcts(400, generate-first)",
    "uct(300)",
    "uct(1000, c=0.7, threads=3)",
    "uct(600, generate-first)",
    "uct(300, nodes=40)",
    "puct(300)",
    "uct(200, fresh, unproven)",
    "table(100)",
];

/// Bounds for some of the positions; they hold, but need not meet.
struct Parts<P> {
    scores: HashMap<P, Score>,
}

impl<G: Game> Prober<G> for Parts<G::Position> {
    fn probe(&self, position: &G::Position) -> Result<Probe, ProbeError> {
        let Some(&score) = self.scores.get(position) else { return Ok(Probe::Absent) };
        let wider = |score: Score| match score.wdl() {
            Wdl::Win => Bounds { lo: Score::WIN, hi: Score::win_in(Plies(1)) },
            Wdl::Draw => Bounds::exact(score),
            Wdl::Loss => Bounds { lo: Score::loss_in(Plies(0)), hi: Score::LOSS },
        };
        Ok(match format!("{position:?}").bytes().map(u32::from).sum::<u32>() % 4 {
            0 => Probe::Known(Bounds::exact(score)),
            1 => Probe::Known(wider(score)),
            2 => Probe::Known(Bounds { lo: Score::MIN, hi: score }),
            _ => Probe::Absent,
        })
    }
}

/// Checks every player in one of so many positions of a board.
struct Check(Board, usize);

impl Visitor for Check {
    type Done = ();

    fn on<G: Played>(self, game: G) {
        let Self(board, step) = self;
        let all = laws::positions(&game, Positions::All);
        let tables = Arc::new(Parts { scores: laws::scores(&game, &all) });
        let solver = Oracle::new(board, &[]).expect("a board");
        let cast = Cast {
            game: Arc::new(game.clone()),
            tables: Some(tables.clone()),
            solver,
            networks: Networks::default(),
        };
        let mut positions: Vec<_> = all.iter().filter(|position| game.outcome(position).is_none()).collect();
        let mut random = SplitMix(5);
        for i in (1..positions.len()).rev() {
            positions.swap(i, random.below(i + 1));
        }
        for text in PROVING {
            let mut proven = 0;
            for (seed, &position) in (1..).zip(positions.iter().step_by(step)) {
                let mut player =
                    cast.player(&text.parse().expect(text), seed).map_err(|error| error.reason).expect(text);
                let course = Course::from(&game, *position);
                let thought = player.choose(&course, &Budget::default()).expect("a move");
                assert!(course.legal().contains(&thought.mv), "{text}");
                let Estimate::Proven(Bounds { lo, hi }) = thought.estimate else { continue };
                proven += 1;
                let score = tables.scores[&game.play(position, thought.mv)].lift();
                assert!(
                    lo <= score && score <= hi,
                    "{text}, seed {seed}: {position:?} {thought:?}, not {score}"
                );
            }
            let may_prove = !["random", "pseudorand", "random-bits", "mcts", "minimax", "uct(200, fresh"]
                .iter()
                .any(|name| text.starts_with(name));
            assert!(proven > 0 || !may_prove || text.contains("generate-first"), "{board}: {text}");
        }
    }
}

/// Whatever a player reports as proven is true, for any options and any small budget.
#[test]
fn proofs_are_true() {
    for (board, step) in [
        ("nex:2x2", 1),
        ("nex:2x3", 3),
        ("nex:3x3", 97),
        ("hex:3x3", 23),
        ("hex:swap:3x3", 23),
        ("nex:swap:2x2", 1),
    ] {
        let board = nexsolve_games::played(board, None).expect(board);
        visit(board, Check(board, step)).expect("a board");
    }
}
