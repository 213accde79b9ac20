//! Every game of the catalogue obeys the laws behind the common type, and the common type matches the game it
//! wraps.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Course, Game, LIMIT, Notation, SplitMix};
use nexsolve_games::records::{self, GameRecord, Verdict};
use nexsolve_games::{
    AnyGame, AnyMove, AnyPosition, Board, Extent, GAMES, GameSpec, Measure, MoveChoice, Numbered, Observed,
    Played, Shown, Visitor, visit,
};
use std::collections::HashSet;

/// Small boards of all games and variants, their examples, and large boards.
fn boards() -> Vec<Board> {
    let mut boards: Vec<Board> = ["nex:9x9", "hex:12x12", "connect4:8x8"]
        .map(|name| nexsolve_games::played(name, None).expect(name))
        .to_vec();
    for card in GAMES {
        for variant in 0..card.variants.len() {
            let spec = GameSpec::new(card, variant);
            match card.measure {
                Measure::Sides { .. } => {
                    boards.extend(
                        [(1, 1), (1, 3), (2, 3), (3, 2), (3, 3)]
                            .map(|(rows, cols)| spec.on(Extent::Sides { rows, cols })),
                    );
                }
                Measure::Count { quick, .. } => {
                    boards.extend([Extent::Whole, Extent::Count(quick)].map(|extent| spec.on(extent)));
                }
            }
        }
        boards.extend(card.board_examples.iter().map(|name| nexsolve_games::board(name).expect(name)));
        boards
            .extend(card.played_examples.iter().map(|name| nexsolve_games::played(name, None).expect(name)));
    }
    boards.sort_by_key(|board| (nexsolve_games::place(board), board.spec.variant_index()));
    boards.dedup();
    // Some games do not have boards of every size.
    boards.retain(|board| AnyGame::on(*board).is_ok());
    boards
}

/// Random games, or all positions of the smallest boards.
fn reach(board: Board) -> Positions {
    if board.cells().is_some_and(|cells| cells <= 6) {
        Positions::All
    } else {
        Positions::Games { count: 3, seed: 7 }
    }
}

/// Checks that unpacking reverses packing, that packed moves keep their order, and that evaluations are
/// limited and the same for symmetric positions.
struct Packs(Board);

impl Visitor for Packs {
    type Done = ();

    fn on<G: Played>(self, game: G) {
        let any = AnyGame::of(self.0, game.clone());
        let mut moves = Vec::new();
        for position in laws::positions(&game, reach(self.0)) {
            let packed = G::pack(&position);
            assert_eq!(G::unpack(&packed), position, "{}", self.0);
            assert_eq!(any.outcome(&packed), game.outcome(&position));
            assert_eq!(any.format_position(&packed), game.format_position(&position));
            game.moves(&position, &mut moves);
            let mut list = Vec::new();
            any.moves(&packed, &mut list);
            assert_eq!(list.len(), moves.len());
            for (&mv, &small) in moves.iter().zip(&list) {
                assert_eq!((G::pack_move(mv), G::unpack_move(small)), (small, mv));
                assert_eq!(any.play(&packed, small), G::pack(&game.play(&position, mv)));
            }
            let order = |i: usize, j: usize| (moves[i].cmp(&moves[j]), list[i].cmp(&list[j]));
            for i in 1..moves.len() {
                let (of_moves, of_values) = order(i - 1, i);
                assert_eq!(of_moves, of_values);
            }
            for evaluation in G::EVALUATIONS {
                let points = evaluation.evaluate(&game, &position);
                assert!((-LIMIT..=LIMIT).contains(&points), "{}: {position:?}", evaluation.name);
                let canonical = evaluation.evaluate(&game, &game.canonical(&position));
                assert_eq!(points, canonical, "{}: {position:?}", evaluation.name);
            }
            if let Some(searcher) = game.searcher() {
                let searched = game.to_searched(&position);
                assert_eq!(game.to_played(&searched), position);
                assert_eq!(searcher.outcome(&searched), game.outcome(&position));
            }
        }
    }
}

#[test]
fn packing_is_reversible_and_keeps_the_order_of_moves() {
    for board in boards() {
        visit(board, Packs(board)).expect("a board");
    }
}

#[test]
fn legal_moves_have_numbers_of_their_own() {
    for board in boards() {
        let game = AnyGame::on(board).expect("a board");
        for position in laws::positions(&game, reach(board)) {
            let moves = game.legal_moves(&position);
            let numbers: HashSet<u32> = moves.iter().filter_map(|&mv| game.number(mv)).collect();
            assert_eq!(numbers.len(), moves.len(), "{board} {position:?}");
            assert!(numbers.iter().all(|&number| number < game.numbers()), "{board} {position:?}");
        }
    }
}

#[test]
fn pieces_stand_where_pictures_show_them() {
    for board in boards() {
        let game = AnyGame::on(board).expect("a board");
        let (rows, cols) = game.grid();
        for position in laws::positions(&game, reach(board)) {
            let shown: Vec<_> = game.picture(&position).places.into_iter().map(|place| place.piece).collect();
            let seen: Vec<_> = (0..rows * cols).map(|cell| game.piece(&position, cell)).collect();
            assert_eq!(seen, shown, "{board} {position:?}");
        }
    }
}

#[test]
fn all_games_obey_the_laws() {
    for board in boards() {
        let game = AnyGame::on(board).expect("a board");
        let positions = laws::positions(&game, reach(board));
        laws::rules(&game, &positions);
        laws::symmetry(&game, &positions);
        laws::notation(&game, &positions);
    }
}

/// The moves that clicks on places can make.
fn clicked(game: &AnyGame, position: &AnyPosition) -> HashSet<AnyMove> {
    let mut moves = HashSet::new();
    for MoveChoice { steps, mv } in game.choices(position) {
        let mut ways: Vec<Vec<&str>> = vec![Vec::new()];
        for step in &steps {
            let mut longer = Vec::new();
            for way in &ways {
                let places = step.places.iter().map(String::as_str);
                let open = places.filter(|place| mv.is_some() || !way.contains(place));
                longer.extend(open.map(|place| [&way[..], &[place]].concat()));
            }
            ways = longer;
        }
        for way in ways {
            let signs = || steps.iter().zip(way).flat_map(|(step, place)| [step.sign, place]).collect();
            let text = mv.clone().unwrap_or_else(signs);
            moves.insert(game.read_move(position, &text).expect("a legal move"));
        }
    }
    moves
}

#[test]
fn choices_of_places_make_exactly_the_legal_moves() {
    for board in boards().into_iter().filter(|board| board.cells().is_none_or(|cells| cells <= 16)) {
        let game = AnyGame::on(board).expect("a board");
        for position in laws::positions(&game, reach(board)).iter().step_by(7) {
            let legal: HashSet<AnyMove> = game.legal_moves(position).into_iter().collect();
            let placed = legal.into_iter().filter(|&mv| !game.changes_colours(mv)).collect();
            assert!(game.outcome(position).is_some() || clicked(&game, position) == placed, "{board}");
        }
    }
}

#[test]
fn words_and_names_are_distinguished() {
    let words: HashSet<&str> = GAMES.iter().map(|card| card.word).collect();
    assert_eq!(words.len(), GAMES.len());
    for card in GAMES {
        for (index, variant) in card.variants.iter().enumerate() {
            let spec = nexsolve_games::GameSpec::new(card, index);
            assert_eq!(nexsolve_games::spec(&spec.to_string()), Ok(spec), "{}", variant.title);
        }
        for example in card.board_examples {
            assert_eq!(nexsolve_games::board(example).expect(example).to_string(), *example);
        }
        for example in card.played_examples {
            nexsolve_games::played(example, None).expect(example);
        }
    }
}

/// Plays a random game and returns it as a record.
fn random_game(board: Board, plies: usize, seed: u64) -> GameRecord {
    let game = AnyGame::on(board).expect("a board");
    let mut course = Course::new(&game);
    let mut random = SplitMix(seed);
    while course.moves().len() < plies && course.ending().is_none() {
        let legal = course.legal();
        course.play(legal[random.below(legal.len())]);
    }
    let verdict = course.ending().map_or(Verdict::BROKEN_OFF, |ending| Verdict::by_rules(ending.winner));
    let names = [Some("uct(10, c=0.5)".to_owned()), None];
    GameRecord { names, ..GameRecord::played(&course, 0, verdict) }
}

#[test]
fn written_games_are_read_back_and_their_form_is_recognised() {
    let all = boards().into_iter().filter(|board| *board == board.over_the_board());
    for (board, file) in
        all.flat_map(|board| [(board, "x"), (board, nexsolve_games::records::of(board.card()).extension())])
    {
        let written: Vec<GameRecord> =
            [(2_000, 1), (2_000, 2), (3, 3)].map(|(plies, seed)| random_game(board, plies, seed)).to_vec();
        let file = format!("games.{file}");
        let text = nexsolve_games::records::of(board.card())
            .write_for(file.as_ref(), &written)
            .expect("games from the start");
        let read = records::read(text.as_bytes(), Some(board));
        assert_eq!(read.len(), written.len(), "{text}");
        for (read, written) in read.into_iter().zip(&written) {
            let read = read.expect("a game");
            assert_eq!(
                (read.start, &read.moves, read.verdict),
                (written.start, &written.moves, written.verdict)
            );
            // A game of Hex that could have been swapped but was not contains no swap; `given` supplies the
            // rule.
            assert_eq!((read.board, &read.names), (board, &written.names), "{text}");
            assert_eq!(read.course().expect("a board").moves(), written.moves);
        }
    }
}
