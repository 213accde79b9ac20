//! The old documents' claims, one by one.

use super::audited::Audited;
use super::pages::{Shelf, film};
use super::patterns::{self, Pattern};
use crate::ReportError;
use crate::files::Files;
use crate::judge::{Judge, mark};
use crate::page::{Page, Table};
use crate::questions::neutral::placing;
use crate::questions::sample::{Lottery, sample};
use crate::questions::tabled::Tabled;
use crate::questions::tree;
use crate::report::Input;
use crate::source::Known;
use crate::words::{count, counted, list, share, thousands};
use nexsolve_core::{Game, Notation, Side, Wdl};
use nexsolve_games::nex::{Nex, NexMove};
use nexsolve_games::rhombus::text::cell_name;

/// Adds the section.
///
/// # Errors
/// If a value is not known.
pub(super) fn add(
    files: &mut Files,
    page: &mut Page,
    boards: &[Known<'_, Nex<u64>>],
    shelves: &[Shelf<'_>],
    input: &Input,
) -> Result<(), ReportError> {
    page.heading(2, "What the old documents say");
    let on =
        |rows, cols| boards.iter().find(|k| (k.game.board().rows(), k.game.board().cols()) == (rows, cols));
    let mut items = Vec::new();
    if let Some(known) = on(2, 2) {
        items.push(openings_of_two(known)?);
        items.extend(nodes(input)?);
    }
    if let Some(known) = on(3, 3) {
        items.push(to_be_confirmed(known)?);
        items.push(generates_are_enough(known)?);
    }
    page.list(items);
    let Some(known) = on(3, 3) else { return Ok(()) };
    powerful(files, page, known, shelves)?;
    with_named_openings(files, page, known, shelves)?;
    tournaments(page, known, shelves)
}

/// The openings of the smallest board.
fn openings_of_two(known: &Known<'_, Nex<u64>>) -> Result<String, ReportError> {
    let judge = Judge::new(known);
    let start = known.game.start();
    let moves = judge.moves(&start)?;
    let of = |value: Wdl| -> Vec<String> {
        moves
            .iter()
            .filter(|judged| judged.value() == value)
            .map(|judged| format!("`{}`", known.game.format_move(&start, judged.mv)))
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

/// The nodes of the smallest game tree.
fn nodes(input: &Input) -> Result<Option<String>, ReportError> {
    let runs = tree::runs(input)?;
    let run = runs.iter().find(|run| run.board == "nex:2x2").and_then(|run| run.tree_nodes.clone());
    Ok(run.map(|nodes| {
        format!(
            "*The game tree of 2×2 has 61 nodes.* {}: the run counts {}. That number needs two neutral stones for a transform; the same \
             documents let one suffice in their rule of the end of the game.",
            if nodes == "61" { "Right" } else { "Wrong" },
            thousands(&nodes)
        )
    }))
}

/// The openings that were marked "to be confirmed".
fn to_be_confirmed(known: &Known<'_, Nex<u64>>) -> Result<String, ReportError> {
    let judge = Judge::new(known);
    let start = known.game.start();
    let moves = judge.moves(&start)?;
    let mut told = Vec::new();
    for text in ["Ba3?b3", "Ba3?c2"] {
        let judged = moves.iter().find(|judged| known.game.format_move(&start, judged.mv) == text);
        told.extend(judged.map(|judged| format!("`{text}` is {}", mark(judged.value(), judged.distance()))));
    }
    let corner = |mv: NexMove| matches!(mv, NexMove::Generate { stone, .. } if stone.0 == 2);
    let all_win = moves.iter().filter(|judged| corner(judged.mv)).all(|judged| judged.value() == Wdl::Win);
    Ok(format!(
        "*Black opens with Ba3?b3, with Ba3?c2 (TBC)*, the two games of 50 that a player by lot won as Black against solver 2.0. On 3×3 {} \
         (+7: wins in 7 plies){}.",
        list(&told),
        if all_win {
            "; every opening with the stone on a3 wins, wherever the neutral stone goes"
        } else {
            ""
        }
    ))
}

/// The hypothesis of August 2019.
fn generates_are_enough(known: &Known<'_, Nex<u64>>) -> Result<String, ReportError> {
    let prober = known.prober();
    let tabled = Tabled { game: &known.game, prober: &prober };
    let all = sample(&known.game, &prober, Lottery { per_ply: u64::MAX, seed: 0 })?;
    let found = placing(tabled, &all)?;
    let round = |x: f64| x.round() as u64;
    Ok(format!(
        "*If a generate move exists, disregard any transform moves.* Refuted on 3×3: of {} positions with moves of both kinds, in {} ({}) only \
         transforms keep the value, wins in {} of them; only generates do in {} ({}).",
        count(round(found.only_transforms.all)),
        count(round(found.only_transforms.count())),
        share(round(found.only_transforms.count()), round(found.only_transforms.all)),
        count(round(found.won_by_transforms.count())),
        count(round(found.only_generates.count())),
        share(round(found.only_generates.count()), round(found.only_transforms.all))
    ))
}

/// "Move 3, Ba3?a2, appears to be a powerful move."
fn powerful(
    files: &mut Files,
    page: &mut Page,
    known: &Known<'_, Nex<u64>>,
    shelves: &[Shelf<'_>],
) -> Result<(), ReportError> {
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
        return Ok(());
    };
    page.text(&format!(
        "Over all positions of 3×3 that two moves lead to, and in which a3 and a2 are empty, Ba3?a2 wins in {} of {} ({}). Of the {} \
         generate moves that is place {place}. It wins in {} where some other generate does not.",
        count(pattern.wins),
        count(pattern.playable),
        share(pattern.wins, pattern.playable),
        patterns.len(),
        count(pattern.matters),
    ));
    let mut table = Table::new(&["<move 3", ">playable in", ">wins in", ">share", ">keeps the value in"]);
    let mut row = |pattern: &Pattern| {
        let name = |cell| cell_name(known.game.board().cols(), cell);
        table.row([
            format!("`B{}?{}`", name(pattern.stone), name(pattern.neutral)),
            count(pattern.playable),
            count(pattern.wins),
            share(pattern.wins, pattern.playable),
            count(pattern.keeps),
        ]);
    };
    patterns[..patterns.len().min(8)].iter().for_each(&mut row);
    if place > 8 {
        row(&pattern);
    }
    if let Some(last) = patterns.last() {
        row(last);
    }
    page.text("The moves that win most often, and the one that does least; a move and the same turned by 180° come to the same.");
    page.table(&table);
    let made = |game: &Audited| {
        game.record.moves.len() > 2
            && game.written(&known.game, 2) == "Ba3?a2"
            && game.record.prelude.is_empty()
    };
    let games: Vec<&Audited> = here(known, shelves).filter(|game| made(game)).collect();
    if games.is_empty() {
        page.text("It was not played as move 3 in any of these records.");
    }
    for (i, game) in games.into_iter().enumerate() {
        let judged = &game.moves[2];
        let (before, after) = (word(judged.before), word(judged.after));
        page.text(&format!(
            "In `{}`, line {}, it was played from a position that was a {before} for Black, and left a {after}.",
            game.file, game.record.line
        ));
        let drawing = film(known, game, &format!("A game with Ba3?a2 as move 3: {}", game.ending()))?;
        files.picture(page, &format!("games/move3-{}.svg", i + 1), &drawing);
    }
    Ok(())
}

fn word(value: Option<Wdl>) -> &'static str {
    value.map_or("position that nobody knows", Wdl::word)
}

fn here<'s>(known: &Known<'_, Nex<u64>>, shelves: &'s [Shelf<'_>]) -> impl Iterator<Item = &'s Audited> {
    let board = known.source.board;
    shelves.iter().filter(move |shelf| shelf.known.source.board == board).flat_map(|shelf| &shelf.games)
}

/// The games that begin with the openings to be confirmed.
fn with_named_openings(
    files: &mut Files,
    page: &mut Page,
    known: &Known<'_, Nex<u64>>,
    shelves: &[Shelf<'_>],
) -> Result<(), ReportError> {
    page.heading(3, "Games that begin with Ba3?b3 and Ba3?c2");
    page.text("Under each picture is the move and what it is worth for who made it: +7 wins in 7 plies, = draws, −6 loses in 6; ✗ gave value away.");
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

/// The tables of tournaments, set against perfect play.
fn tournaments(
    page: &mut Page,
    known: &Known<'_, Nex<u64>>,
    shelves: &[Shelf<'_>],
) -> Result<(), ReportError> {
    page.heading(3, "The old tournaments, set against perfect play");
    let value = Judge::new(known).worth(&known.game.start())?;
    let score = value.score().map(|score| mark(score.wdl(), score.distance())).unwrap_or_default();
    page.text(&format!(
        "The start of 3×3 is {score} for Black. So a player who never errs wins every game as Black, whoever sits opposite: the solvers' 100 of 100 and 50 \
         of 50 (May 2018) are that; the one draw of solver 2.0 in 40 games as Black, and its draw against solver 1.0, are moves that gave the win \
         away. As White nobody can be sure of more than what the opponent gives. The tables of tournaments have a solver as White against moves by lot \
         drawing 43 games of 100 and losing 3 in May 2018, drawing 6 of 10 and losing 1 in November, drawing 3 of 10 in December. The \
         records that are kept tell whose doing that was:"
    ));
    let mut table = Table::new(&[
        "<Black",
        "<White",
        ">games",
        ">Black won",
        ">drawn",
        ">White won",
        ">games in which White had a win",
        ">of these won",
        ">moves by which White gave a win or a draw away",
    ]);
    let mut pairs: Vec<(&str, &str)> =
        here(known, shelves).map(|g| (g.name(Side::Black), g.name(Side::White))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    for (black, white) in pairs {
        let games: Vec<&Audited> = here(known, shelves)
            .filter(|game| (game.name(Side::Black), game.name(Side::White)) == (black, white))
            .collect();
        let ended = |winner| games.iter().filter(|game| game.record.verdict.winner == winner).count() as u64;
        let had: Vec<&&Audited> = games.iter().filter(|game| game.had_win(Side::White)).collect();
        let made = had.iter().filter(|game| game.record.verdict.winner == Some(Side::White)).count() as u64;
        let slips =
            games.iter().flat_map(|game| game.slips()).filter(|slip| slip.side == Side::White).count();
        table.row([
            black.to_owned(),
            white.to_owned(),
            count(games.len() as u64),
            count(ended(Some(Side::Black))),
            count(ended(None)),
            count(ended(Some(Side::White))),
            count(had.len() as u64),
            count(made),
            count(slips as u64),
        ]);
    }
    page.table(&table);
    let same =
        |game: &&Audited| game.name(Side::White) == "solver1.0" && game.name(Side::Black) == "pseudoRand";
    let row: Vec<&Audited> = here(known, shelves).filter(same).collect();
    let ended = |winner| row.iter().filter(|game| game.record.verdict.winner == winner).count();
    if [ended(Some(Side::Black)), ended(None), ended(Some(Side::White))] == [2, 22, 26] {
        page.text(
            "The 2, 22 and 26 games of moves by lot against solver 1.0 are the row of May 2018 that the documents give to solver 2.0, and Black \
             won the games with the numbers 33 and 47, as they say: the file's header names the wrong solver.",
        );
    }
    Ok(())
}
