//! Checks the claims in the old documents, one by one.

use super::audited::Audited;
use super::film::film;
use super::patterns::{self, Pattern};
use super::{Shelf, named};
use crate::input::Input;
use crate::play::transform::{Needed, Shares, needed};
use crate::questions::tabled::Tabled;
use crate::source::TypedDatabase;
use nexsolve_core::words::{counted, grouped, grouped_digits, list};
use nexsolve_core::{Game, Notation, Side, Wdl};
use nexsolve_games::nex::{Nex, NexMove};
use nexsolve_games::rhombus::text::cell_name;
use nexsolve_oracle::words::proven;
use nexsolve_reports::words::share;
use nexsolve_reports::{Files, Page, PageTable, ReportError};

/// Adds the section. Returns its verdict on the move that seemed powerful.
///
/// # Errors
/// If a value is not known.
pub(super) fn add(
    files: &mut Files,
    page: &mut Page,
    boards: &[TypedDatabase<'_, Nex<u64>>],
    shelves: &[Shelf<'_>],
    input: &Input,
) -> Result<Option<String>, ReportError> {
    page.heading(2, "What the old documents say");
    let on =
        |rows, cols| boards.iter().find(|k| (k.game.board().rows(), k.game.board().cols()) == (rows, cols));
    let mut items = Vec::new();
    if let Some(known) = on(2, 2) {
        items.push(openings_of_two(known)?);
        items.extend(nodes(input));
    }
    if let Some(known) = on(3, 3) {
        items.push(to_be_confirmed(known)?);
        items.push(generates_are_enough(known)?);
    }
    page.list(items);
    let Some(known) = on(3, 3) else { return Ok(None) };
    let verdict = powerful(files, page, known, shelves)?;
    with_named_openings(files, page, known, shelves)?;
    tournaments(page, known, shelves)?;
    Ok(verdict)
}

/// Checks the claim about the openings on the smallest board.
fn openings_of_two(known: &TypedDatabase<'_, Nex<u64>>) -> Result<String, ReportError> {
    let start = known.game.start();
    let moves = known.moves(&start)?;
    let of = |value: Wdl| -> Vec<String> {
        moves
            .iter()
            .filter(|(_, bounds)| bounds.wdl() == Some(value))
            .map(|(mv, _)| format!("`{}`", known.game.format_move(&start, *mv)))
            .collect()
    };
    let (wins, draws) = (of(Wdl::Win), of(Wdl::Draw));
    let right = wins == ["`Ba1?a2`", "`Bb2?b1`"] && draws.len() == 10;
    Ok(format!(
        "*On 2×2 Ba1?a2 and Bb2?b1 win, every other opening is a draw.* {}: {} win, {} draw.",
        if right { "Right" } else { "Wrong" },
        list(&wins),
        counted(draws.len() as u64, "opening does", "openings do").replace(" do", "")
    ))
}

/// Checks the claim about the number of nodes of the smallest game tree.
fn nodes(input: &Input) -> Option<String> {
    let run = input.runs().iter().find(|run| run.board == "nex:2x2").and_then(|run| run.tree_nodes.clone());
    run.map(|nodes| {
        format!(
            "*The game tree of 2×2 has 61 nodes.* {}: the run counts {}. That number holds if a transform needs two neutral stones; the same \
             documents let one suffice in their rule for the end of the game.",
            if nodes == "61" { "Right" } else { "Wrong" },
            grouped_digits(&nodes)
        )
    })
}

/// Checks the openings that were marked "to be confirmed".
fn to_be_confirmed(known: &TypedDatabase<'_, Nex<u64>>) -> Result<String, ReportError> {
    let start = known.game.start();
    let moves = known.moves(&start)?;
    let mut stated = Vec::new();
    for text in ["Ba3?b3", "Ba3?c2"] {
        let opening = moves.iter().find(|(mv, _)| known.game.format_move(&start, *mv) == text);
        stated.extend(opening.map(|(_, bounds)| format!("`{text}` {}", proven(*bounds))));
    }
    let corner = |mv: NexMove| matches!(mv, NexMove::Generate { stone, .. } if stone.0 == 2);
    let all_win =
        moves.iter().filter(|(mv, _)| corner(*mv)).all(|(_, bounds)| bounds.wdl() == Some(Wdl::Win));
    Ok(format!(
        "*Black opens with Ba3?b3, with Ba3?c2 (TBC)*: the openings of the two games of 50 that a random player won as Black against solver 2.0. On 3×3 {}{}.",
        list(&stated),
        if all_win {
            "; every opening with the stone on a3 wins, wherever the neutral stone goes"
        } else {
            ""
        }
    ))
}

/// Checks the hypothesis of August 2019.
fn generates_are_enough(known: &TypedDatabase<'_, Nex<u64>>) -> Result<String, ReportError> {
    let prober = known.prober();
    let tabled = Tabled { game: &known.game, prober: &prober };
    let Needed { all, won, .. } = needed(tabled, 0)?;
    let number = |shares: &Shares, share: f64| (share * shares.positions).round() as u64;
    let (whole, only) = (number(&all, 1.0), number(&all, all.only_transforms.0));
    Ok(format!(
        "*If a generate move exists, disregard any transform moves.* {} on 3×3: in {} ({}) of the {} positions that are not lost and have moves of \
         both kinds, only transforms keep the value, in {} of them a win; only generates do in {} ({}).",
        if only > 0 { "Refuted" } else { "Not refuted" },
        grouped(only),
        share(only, whole),
        grouped(whole),
        grouped(number(&won, won.only_transforms.0)),
        grouped(number(&all, all.only_generates.0)),
        share(number(&all, all.only_generates.0), whole)
    ))
}

/// Checks "Move 3, Ba3?a2, appears to be a powerful move." Returns the verdict.
fn powerful(
    files: &mut Files,
    page: &mut Page,
    known: &TypedDatabase<'_, Nex<u64>>,
    shelves: &[Shelf<'_>],
) -> Result<Option<String>, ReportError> {
    page.heading(3, "“Move 3, Ba3?a2, appears to be a powerful move”");
    let prober = known.prober();
    let patterns = patterns::third_moves(Tabled { game: &known.game, prober: &prober })?;
    let cell = |name: &str| {
        let cells = (0..known.game.board().len() as u16).map(nexsolve_games::rhombus::Cell);
        cells.into_iter().find(|&cell| cell_name(known.game.board().cols(), cell) == name)
    };
    let Some((place, pattern)) =
        cell("a3").zip(cell("a2")).and_then(|(stone, neutral)| patterns::place_of(&patterns, stone, neutral))
    else {
        return Ok(None);
    };
    let name = |pattern: &Pattern| {
        let cell = |cell| cell_name(known.game.board().cols(), cell);
        format!("B{}?{}", cell(pattern.stone), cell(pattern.neutral))
    };
    let best = patterns
        .first()
        .map(|best| format!("{}, with {} of {}", name(best), grouped(best.wins), grouped(best.playable)));
    let (wins, playable) =
        patterns.iter().fold((0, 0), |(w, p), pattern| (w + pattern.wins, p + pattern.playable));
    // Rotation by 180° changes every pattern, and the rotated pattern has the same counts.
    let (place_up_to_turn, all_up_to_turn) = (place.div_ceil(2), patterns.len() / 2);
    let verdict = format!(
        "“Ba3?a2 appears to be a powerful move” is {}: as move 3 on 3×3 it wins in {} of {} positions ({}; all generate moves together {}), \
         place {place_up_to_turn} of {all_up_to_turn} up to rotation by 180°{}.",
        verdict(place_up_to_turn, all_up_to_turn),
        grouped(pattern.wins),
        grouped(pattern.playable),
        share(pattern.wins, pattern.playable),
        share(wins, playable),
        if place == 1 {
            String::new()
        } else {
            best.map_or_else(String::new, |best| format!("; the best is {best}"))
        }
    );
    page.text(&format!(
        "{verdict} The counts include all positions after two moves in which a3 and a2 are empty. Among all {} generate moves, rotated ones counted \
         too, this is place {place}.",
        patterns.len()
    ));
    let mut table =
        PageTable::new(&["<move 3", ">playable in", ">wins in", ">share of wins", ">keeps the value in"]);
    let mut row = |pattern: &Pattern| {
        table.row([
            format!("`{}`", name(pattern)),
            grouped(pattern.playable),
            grouped(pattern.wins),
            share(pattern.wins, pattern.playable),
            grouped(pattern.keeps),
        ]);
    };
    patterns[..patterns.len().min(8)].iter().for_each(&mut row);
    if place > 8 {
        row(&pattern);
    }
    if let Some(last) = patterns.last() {
        row(last);
    }
    page.text("The moves that win most often, and the one that wins least often; a move and its rotation by 180° have the same counts.");
    page.table(&table);
    let made = |game: &Audited| {
        game.record.moves.len() > 2
            && game.written(&known.game, 2) == "Ba3?a2"
            && game.record.prelude.is_empty()
    };
    let games: Vec<&Audited> = here(known, shelves).filter(|game| made(game)).collect();
    if games.is_empty() {
        page.text("No record here has it as move 3.");
    }
    for (i, game) in games.into_iter().enumerate() {
        let judged = &game.moves[2];
        let (before, after) = (word(judged.before), word(judged.after));
        page.text(&format!(
            "In `{}`, line {}, it was played in a position that was a {before} for Black, and it left a {after}.",
            game.file, game.record.line
        ));
        let drawing = film(known, game, &format!("A game with Ba3?a2 as move 3: {}", game.ending()))?;
        files.picture(page, &format!("games/move3-{}.svg", i + 1), &drawing);
    }
    Ok(Some(verdict))
}

/// Judges the claim that a move is powerful by its place among `all` moves: first place confirms it, a place
/// in the best quarter confirms it in part.
fn verdict(place: usize, all: usize) -> &'static str {
    match place {
        1 => "confirmed",
        _ if 4 * place <= all => "confirmed in part (in the best quarter, but not the best)",
        _ => "not confirmed",
    }
}

fn word(value: Option<Wdl>) -> &'static str {
    value.map_or("position of unknown value", Wdl::word)
}

fn here<'s>(
    known: &TypedDatabase<'_, Nex<u64>>,
    shelves: &'s [Shelf<'_>],
) -> impl Iterator<Item = &'s Audited> {
    let board = known.source.board();
    shelves.iter().filter(move |shelf| shelf.known.source.board() == board).flat_map(|shelf| &shelf.games)
}

/// Adds games that begin with the openings to be confirmed.
fn with_named_openings(
    files: &mut Files,
    page: &mut Page,
    known: &TypedDatabase<'_, Nex<u64>>,
    shelves: &[Shelf<'_>],
) -> Result<(), ReportError> {
    page.heading(3, "Games that begin with Ba3?b3 and Ba3?c2");
    page.text("Below each picture: the move and its value for the player who made it; +7 wins in 7 plies, = draws, −6 loses in 6; ✗ gave value away.");
    for opening in ["Ba3?b3", "Ba3?c2"] {
        let games = here(known, shelves)
            .filter(|game| !game.record.moves.is_empty() && game.written(&known.game, 0) == opening);
        let Some(game) = games.max_by_key(|game| {
            (game.record.verdict.winner == Some(Side::Black), game.record.names[0].is_some())
        }) else {
            continue;
        };
        let title = format!("{opening}, {}: {} line {}", game.ending(), game.file, game.record.line);
        let drawing = film(known, game, &title)?;
        let name = opening[1..].replace('?', "-");
        files.picture(page, &format!("games/opening-{name}.svg"), &drawing);
    }
    Ok(())
}

/// Compares the tables of tournaments with perfect play.
fn tournaments(
    page: &mut Page,
    known: &TypedDatabase<'_, Nex<u64>>,
    shelves: &[Shelf<'_>],
) -> Result<(), ReportError> {
    page.heading(3, "The old tournaments, compared with perfect play");
    let value = known.worth(&known.game.start())?;
    let worth = proven(value);
    let so = match value.wdl() {
        Some(Wdl::Win) => {
            "So a player who makes no mistakes wins every game as Black: the solvers' 100 of 100 and 50 of 50 (May 2018) \
             prove no more than that. In its one draw of 40 games as Black, and in its draw against solver 1.0, solver 2.0 must have given the win away. \
             As White, a player can win or draw only if the opponent makes a mistake."
        }
        Some(Wdl::Loss) => "So a player who makes no mistakes wins every game as White.",
        _ => "So a player who makes no mistakes loses no game, and wins only if the opponent makes one.",
    };
    page.text(&format!(
        "From the start of 3×3 Black {worth}. {so} According to the tables of tournaments, a solver as White against random moves drew 43 games \
         of 100 and lost 3 in May 2018, drew 6 of 10 and lost 1 in November, and drew 3 of 10 in December. The surviving records \
         show which player's mistakes led to these results:"
    ));
    let mut table = PageTable::new(&[
        "<Black",
        "<White",
        ">games",
        ">Black won",
        ">drawn",
        ">White won",
        ">games in which White had a win",
        ">won by White",
        ">moves with which White gave away a win or a draw",
    ]);
    let mut pairs: Vec<(String, String)> =
        here(known, shelves).map(|g| (g.name(Side::Black), g.name(Side::White))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    for (black, white) in pairs {
        let games: Vec<&Audited> = here(known, shelves)
            .filter(|game| game.name(Side::Black) == black && game.name(Side::White) == white)
            .collect();
        let ended = |winner| games.iter().filter(|game| game.record.verdict.winner == winner).count() as u64;
        let had: Vec<&&Audited> = games.iter().filter(|game| game.had_win(Side::White)).collect();
        let made = had.iter().filter(|game| game.record.verdict.winner == Some(Side::White)).count() as u64;
        let slips =
            games.iter().flat_map(|game| game.slips()).filter(|slip| slip.side == Side::White).count();
        table.row([
            black,
            white,
            grouped(games.len() as u64),
            grouped(ended(Some(Side::Black))),
            grouped(ended(None)),
            grouped(ended(Some(Side::White))),
            grouped(had.len() as u64),
            grouped(made),
            grouped(slips as u64),
        ]);
    }
    page.table(&table);
    let same =
        |game: &&Audited| game.name(Side::White) == "solver1.0" && game.name(Side::Black) == "pseudoRand";
    let row: Vec<&Audited> = here(known, shelves).filter(same).collect();
    page.text(&wrong_header(&row));
    Ok(())
}

/// The evidence that the header of the games against random moves names the wrong solver; empty if the
/// results do not match the other solver's.
fn wrong_header(games: &[&Audited]) -> String {
    let ended = |winner| games.iter().filter(|game| game.record.verdict.winner == winner).count();
    let Some(file) = games.first().map(|game| &game.file) else { return String::new() };
    if [ended(Some(Side::Black)), ended(None), ended(Some(Side::White))] != [2, 22, 26] {
        return String::new();
    }
    let mut evidence = vec![
        "Black won 2, drew 22 and lost 26 games, which is solver 2.0's row for May 2018 in the old README's table"
            .to_owned(),
    ];
    let won = games.iter().zip(1..).filter(|(game, _)| game.record.verdict.winner == Some(Side::Black));
    if won.map(|(_, number)| number).eq([33, 47]) {
        evidence.push("Black won games 33 and 47, as that README says".to_owned());
    }
    if named::players(file).is_some_and(|[_, white]| white == "solver2") {
        evidence.push("the file's name says solver2".to_owned());
    }
    format!("The header of `{file}` names solver1.0, which seems to be wrong: {}.", list(&evidence))
}
