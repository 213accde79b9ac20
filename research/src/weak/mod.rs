//! Weak openings of Nex: which openings do not win, how they are refuted, and what they have in common.

mod lines;
mod openings;
mod patterns;
mod replies;

use crate::source::TypedDatabase;
use nexsolve_core::words::{counted, grouped};
use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_games::nex::Nex;
use nexsolve_reports::words::share;
use nexsolve_reports::{BoardDatabases, Chapter, Files, Page, PageTable, ReportError};
use openings::Openings;
use patterns::{Pattern, Words};
use replies::Weak;
use serde::Serialize;

/// The greatest number of weak openings of a board whose lines are drawn; those that hold out longest are
/// chosen.
const MOST_DRAWN: usize = 18;
/// The number of lines drawn if all openings of a board are weak.
const FEW: usize = 3;

const OPENINGS: Words = Words { things: "openings", hits: "weak openings", hit: "weak", verb: "are weak" };
const REPLIES: Words = Words { things: "replies", hits: "refutations", hit: "refutations", verb: "refute" };

#[derive(Serialize)]
struct WeakBoards {
    boards: Vec<BoardDocument>,
}

#[derive(Serialize)]
struct BoardDocument {
    board: String,
    openings: usize,
    /// Up to symmetry.
    weak: Vec<WeakDocument>,
    of_openings: Vec<Pattern>,
    of_replies: Vec<Pattern>,
}

#[derive(Serialize)]
struct WeakDocument {
    opening: String,
    /// The value for Black.
    value: &'static str,
    distance: Option<u16>,
    replies: usize,
    refuting: usize,
    line: String,
    /// The ply of White's first transform in the line.
    transform_at: Option<usize>,
}

/// Adds the chapter.
pub(crate) fn add(files: &mut Files, sources: &BoardDatabases) -> Result<Chapter, ReportError> {
    let path = "weak/index.md";
    let mut page = Page::new(path, "Why some openings are weak");
    page.text(&format!(
        "An opening is weak if it does not win for Black. A reply refutes it if it gives White the best possible value: a win if the \
         opening loses, a draw if it draws. An opening and its rotation by 180° count once. A line shows the best \
         reply (the fastest win, if there is one) and then best play by both sides to the end of the game. Of several best \
         moves it shows the first in the order of cells. {} lists all lines.",
        page.link("weak.json", "weak/weak.json")
    ));
    let nex = crate::source::nex(sources)?;
    let openings: Vec<Openings> = nex.iter().map(Openings::of).collect::<Result<_, _>>()?;
    overview(&mut page, &nex, &openings);
    let mut boards = Vec::new();
    for (known, openings) in nex.iter().zip(&openings) {
        if openings.all.iter().any(|opening| opening.value != Wdl::Win) {
            boards.push(board(files, &mut page, known, openings)?);
        }
    }
    common(&mut page, &boards);
    let weak_boards = boards.len() as u64;
    files.json("weak/weak.json", &WeakBoards { boards });
    files.page(&page);
    let lead = format!(
        "the openings that do not win on {}, their refutations, and what these have in common.",
        counted(weak_boards, "board", "boards")
    );
    Ok(Chapter { title: "Weak openings", path: path.to_owned(), lead })
}

/// Lists which boards have weak openings.
fn overview(page: &mut Page, nex: &[TypedDatabase<'_, Nex<u64>>], openings: &[Openings]) {
    let mut table = PageTable::new(&["<board", ">openings", ">win", ">draw", ">lose", ">weak, share"]);
    let (mut all_win, mut mixed, mut none_wins) = (Vec::new(), Vec::new(), Vec::new());
    for (known, openings) in nex.iter().zip(openings) {
        let all = openings.all.len() as u64;
        let [win, draw, loss] = openings.tally();
        let list = match win {
            0 => &mut none_wins,
            _ if win == all => &mut all_win,
            _ => &mut mixed,
        };
        list.push(known.title());
        if draw + loss > 0 && openings.all.iter().any(|opening| opening.value != openings.all[0].value) {
            table.row([
                known.title(),
                grouped(all),
                grouped(win),
                grouped(draw),
                grouped(loss),
                share(draw + loss, all),
            ]);
        }
    }
    let kinds = [
        ("Some openings win and others do not", mixed),
        ("No opening wins", none_wins),
        ("Every opening wins", all_win),
    ];
    page.list(
        kinds
            .iter()
            .filter(|(_, boards)| !boards.is_empty())
            .map(|(what, boards)| format!("{what}: {}.", nexsolve_core::words::list(boards))),
    );
    if !table.is_empty() {
        page.table(&table);
    }
}

/// States what the refutations of all boards have in common.
fn common(page: &mut Page, boards: &[BoardDocument]) {
    let stated: Vec<(&str, &[Pattern])> = boards
        .iter()
        .filter(|board| board.weak.iter().any(|weak| weak.refuting < weak.replies))
        .map(|board| (board.board.as_str(), board.of_replies.as_slice()))
        .collect();
    if stated.len() > 1 {
        page.heading(2, "What the refutations of all boards have in common");
        page.text(&patterns::common(&stated));
    }
}

fn board(
    files: &mut Files,
    page: &mut Page,
    known: &TypedDatabase<'_, Nex<u64>>,
    openings: &Openings,
) -> Result<BoardDocument, ReportError> {
    let weak = replies::weak(known, openings)?;
    let (title, slug) = (known.title(), known.source.board().slug());
    let shape = openings.shape();
    let [win, draw, loss] = openings.tally();
    page.heading(2, &title);
    let all = openings.all.len() as u64;
    page.text(&match (win, draw, loss) {
        (0, 0, _) => {
            format!("All {} openings lose, {} up to symmetry.", grouped(all), grouped(weak.len() as u64))
        }
        (_, _, 0) => format!(
            "Of {} openings, {} draw, {} up to symmetry.",
            grouped(all),
            grouped(draw),
            grouped(weak.len() as u64)
        ),
        (_, 0, _) => format!(
            "Of {} openings, {} lose, {} up to symmetry.",
            grouped(all),
            grouped(loss),
            grouped(weak.len() as u64)
        ),
        _ => format!(
            "Of {} openings, {} draw and {} lose, {} up to symmetry.",
            grouped(all),
            grouped(draw),
            grouped(loss),
            grouped(weak.len() as u64)
        ),
    });
    let of_openings = patterns::of_openings(shape, openings);
    if win > 0 {
        page.heading(3, "Which openings are weak");
        page.text(&patterns::sentence(&of_openings, OPENINGS));
        page.table(&patterns::table(&of_openings, OPENINGS));
    }
    let of_replies = patterns::of_replies(shape, &weak);
    page.heading(3, "What refutes them");
    page.text(&how_many(&weak));
    // If every reply refutes, there is nothing to compare.
    if weak.iter().any(|weak| weak.refuting() < weak.replies.len()) {
        page.text(&patterns::sentence(&of_replies, REPLIES));
        files.picture(page, &format!("weak/{slug}-cells.svg"), &lines::heat(shape, &weak));
        page.table(&patterns::table(&of_replies, REPLIES));
    }
    page.text(&transforms(&weak));
    page.heading(3, "The refutations");
    refutations(files, page, known, &weak, win == 0);
    let start = known.game.start();
    let document = |weak: &Weak| WeakDocument {
        opening: known.game.format_move(&start, weak.opening.mv()),
        value: weak.opening.value.word(),
        distance: weak.opening.distance.map(|plies| plies.0),
        replies: weak.replies.len(),
        refuting: weak.refuting(),
        line: lines::text(&known.game, weak),
        transform_at: weak.transform.map(|(ply, _)| ply),
    };
    Ok(BoardDocument {
        board: known.source.board().to_string(),
        openings: openings.all.len(),
        weak: weak.iter().map(document).collect(),
        of_openings,
        of_replies,
    })
}

/// Describes how many of the replies refute.
fn how_many(weak: &[Weak]) -> String {
    let mut numbers: Vec<usize> = weak.iter().map(Weak::refuting).collect();
    numbers.sort_unstable();
    let replies: usize = weak.iter().map(|weak| weak.replies.len()).sum();
    let refuting: usize = numbers.iter().sum();
    let each = weak.first().map_or(0, |weak| weak.replies.len());
    let (Some(least), Some(most)) = (numbers.first(), numbers.last()) else { return String::new() };
    if refuting == replies {
        return format!("Each opening has {} replies, and every one refutes it.", grouped(each as u64));
    }
    let alone = numbers.iter().filter(|n| **n == 1).count() as u64;
    let only = match alone {
        0 => String::new(),
        1 => " One opening has a single refutation.".to_owned(),
        n => format!(" {} openings have a single refutation.", grouped(n)),
    };
    format!(
        "Each opening has {} replies. {} of all replies refute ({} of {}): between {} and {} per opening, and {} or more for half of the openings.{only}",
        grouped(each as u64),
        share(refuting as u64, replies as u64),
        grouped(refuting as u64),
        grouped(replies as u64),
        grouped(*least as u64),
        grouped(*most as u64),
        grouped(numbers[numbers.len() / 2] as u64)
    )
}

/// Describes White's transforms in the lines.
fn transforms(weak: &[Weak]) -> String {
    let plies: Vec<(usize, bool)> = weak.iter().filter_map(|weak| weak.transform).collect();
    let lines = counted(weak.len() as u64, "line", "lines");
    let Some(first) = plies.iter().map(|(ply, _)| *ply).min() else {
        return format!("White transforms in none of the {lines}: generate moves alone refute.");
    };
    let taken = plies.iter().filter(|(_, taken)| *taken).count() as u64;
    format!(
        "White transforms in {} of the {lines}, first at ply {first}; in {} of these the first transform takes the opening's \
         neutral stone. (Other lines of best play may differ.)",
        grouped(plies.len() as u64),
        grouped(taken)
    )
}

/// Adds a table of all refutations if they are few, and draws some lines.
fn refutations(
    files: &mut Files,
    page: &mut Page,
    known: &TypedDatabase<'_, Nex<u64>>,
    weak: &[Weak],
    hopeless: bool,
) {
    let slug = known.source.board().slug();
    let most = if hopeless { FEW } else { MOST_DRAWN };
    let mut shown: Vec<&Weak> = weak.iter().collect();
    if shown.len() > most {
        // Draws hold out best, then the longest losses.
        shown.sort_by_key(|weak| std::cmp::Reverse((weak.opening.value, weak.opening.distance)));
        shown.truncate(most);
        page.text(&format!(
            "The {} that hold out longest are drawn; {} has the lines of all {}.",
            counted(shown.len() as u64, "opening", "openings"),
            page.link("weak.json", "weak/weak.json"),
            grouped(weak.len() as u64)
        ));
    } else {
        let mut table = PageTable::new(&["<opening", "<value", ">replies that refute", "<line"]);
        for weak in weak {
            let line = lines::text(&known.game, weak);
            table.row([
                format!("`{}`", line.split(';').next().unwrap_or_default()),
                lines::verdict(weak),
                format!("{} of {}", weak.refuting(), weak.replies.len()),
                format!("`{line}`"),
            ]);
        }
        page.table(&table);
    }
    for (i, weak) in shown.into_iter().enumerate() {
        let line = lines::text(&known.game, weak);
        let opening = line.split(';').next().unwrap_or_default();
        page.text(&format!(
            "`{opening}` {}; {} of {} replies refute.",
            lines::verdict(weak),
            weak.refuting(),
            weak.replies.len()
        ));
        files.picture(
            page,
            &format!("weak/{slug}-{}.svg", i + 1),
            &lines::draw(&known.title(), &known.game, weak),
        );
    }
}
