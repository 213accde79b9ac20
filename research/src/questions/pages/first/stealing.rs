//! Checks the argument by strategy stealing, step by step, with the tables.

use crate::picture::{Note, Rhombus};
use crate::questions::extended::{self, Alteration, Extended};
use crate::questions::pages::ground::Ground;
use crate::questions::tabled::Position;
use crate::questions::tempo::{self, Change, Effect, Example, Mirrored};
use nexsolve_core::words::{grouped, list};
use nexsolve_core::{Notation, Side, Wdl};
use nexsolve_games::rhombus::{Cell, CellSet};
use nexsolve_oracle::words::verb;
use nexsolve_reports::strip::strip;
use nexsolve_reports::words::share;
use nexsolve_reports::{Files, Page, PageTable, ReportError};
use serde::Serialize;

/// On boards with at most this many reachable positions, every change of every position is examined.
const WHOLE: u64 = 600_000_000;

#[derive(Serialize)]
struct BoardDocument {
    board: String,
    #[serde(skip)]
    size: (u32, u32),
    changes: Vec<Effect>,
    own_twins: Option<tempo::OwnTwins>,
    arrangements: Vec<extended::Effect>,
}

impl BoardDocument {
    fn effect(&self, change: Change) -> &Effect {
        &self.changes[change as usize]
    }
}

/// Adds the sections. Returns the answer in a sentence or two.
pub(super) fn add(files: &mut Files, page: &mut Page, grounds: &[Ground<'_>]) -> Result<String, ReportError> {
    let (documents, left_out) = documents(grounds)?;
    let burden = the_move(files, page, grounds, &documents);
    argument(page);
    let harms = free_moves(files, page, grounds, &documents);
    own_twins(page, &documents);
    stones(page, &documents);
    conclusion(page, &documents);
    if !left_out.is_empty() {
        page.text(&format!(
            "Boards that are too large, or whose mirror image (rows and columns exchanged) was not given, are omitted: {}.",
            list(&left_out)
        ));
    }
    files.json("questions/first-player.json", &documents);
    page.text(&format!("All counts: {}.", page.link("first-player.json", "questions/first-player.json")));
    let harm = if harms.is_empty() {
        String::new()
    } else {
        format!(" Free moves can harm (on {}), so the argument from Hex fails.", list(&harms))
    };
    Ok(format!("{burden}{harm}"))
}

/// Examines all changes on all boards. Also returns the boards that are omitted.
fn documents(grounds: &[Ground<'_>]) -> Result<(Vec<BoardDocument>, Vec<String>), ReportError> {
    let (mut documents, mut left_out) = (Vec::new(), Vec::new());
    for ground in grounds {
        let pair = mirrored(ground, grounds).filter(|_| ground.reachable() <= WHOLE);
        let Some(pair) = pair else {
            left_out.push(ground.title.clone());
            continue;
        };
        let own_twins = if ground.is_square() { Some(tempo::own_twins(ground.tabled)?) } else { None };
        let arrangements = Extended::new(ground.tabled.game)
            .map(|e| extended::effects(ground.tabled.game, &e))
            .unwrap_or_default();
        let (board, changes) = (ground.title.clone(), tempo::changes(pair)?);
        documents.push(BoardDocument { board, size: ground.size(), changes, own_twins, arrangements });
    }
    Ok((documents, left_out))
}

/// Returns a board and the one with rows and columns exchanged; `None` if that was not given.
fn mirrored<'a>(ground: &Ground<'a>, grounds: &[Ground<'a>]) -> Option<Mirrored<'a>> {
    let turned = (ground.size().1, ground.size().0);
    let there = grounds.iter().find(|other| other.size() == turned)?;
    Some(Mirrored { here: ground.tabled, there: there.tabled })
}

/// Adds the value of the right to move. Returns the answer in a sentence.
fn the_move(
    files: &mut Files,
    page: &mut Page,
    grounds: &[Ground<'_>],
    documents: &[BoardDocument],
) -> String {
    let mut table = PageTable::new(&["<board", ">positions", ">helps", ">makes no difference", ">hurts"]);
    // A board and its mirror image give the same comparison.
    let shown: Vec<&BoardDocument> = documents.iter().filter(|one| one.size.0 <= one.size.1).collect();
    let (mut square, mut long) = (0, 0);
    for document in &shown {
        let (rows, cols) = document.size;
        let effect = document.effect(Change::TheMove);
        let (all, useful, harmful) = (effect.all(), effect.useful(), effect.harmful());
        table.row([
            if rows == cols { document.board.clone() } else { format!("{rows}×{cols}, {cols}×{rows}") },
            grouped(all),
            grouped(useful),
            grouped(all - useful - harmful),
            none_or(harmful),
        ]);
        *if rows == cols { &mut square } else { &mut long } += harmful;
    }
    page.heading(2, "Is the move ever a disadvantage?");
    let answer = format!(
        "{} {}",
        match square {
            0 => "On the square boards below, the right to move is never a disadvantage, so the first player does not lose there.".to_owned(),
            _ => format!("On square boards, the right to move is a disadvantage in {} positions.", grouped(square)),
        },
        match long {
            0 => "On the other boards, it is never a disadvantage either.".to_owned(),
            _ => format!("On the other boards, it is a disadvantage in {} positions.", grouped(long)),
        }
    );
    page.text(
        "All reachable, unfinished positions with equally many stones of both colours are counted. The value for Black with Black to move is compared with the value for Black with White to move: the right to move helps if the first is higher, makes no difference if they are equal, and hurts if it is lower. The second value is that of the mirror image with the colours swapped, a position of the board with rows and columns exchanged; two such boards share a row.",
    );
    page.table(&table);
    for document in shown {
        let ground = grounds.iter().find(|ground| ground.title == document.board);
        if let (Some(ground), Some(example)) = (ground, document.effect(Change::TheMove).example) {
            zugzwang(files, page, ground, &example);
        }
    }
    answer
}

fn none_or(count: u64) -> String {
    if count == 0 { "none".to_owned() } else { grouped(count) }
}

/// Shows a position in which the right to move is a disadvantage, with either side to move.
fn zugzwang(files: &mut Files, page: &mut Page, ground: &Ground<'_>, example: &Example) {
    let stated = format!(
        "The first such position of {}, `{}`: with Black to move, {}; with White to move, {}.",
        ground.title,
        ground.tabled.game.format_position(&example.position),
        for_side(Side::Black, example.with),
        for_side(Side::Black, example.without)
    );
    page.text(&stated);
    let pictures = [("Black", example.with), ("White", example.without)].map(|(side, value)| {
        picture(ground, &example.position, 0, &format!("{side} to move: {}", for_side(Side::Black, value)))
    });
    let drawing = strip(&stated, Some("Zugzwang: the move hurts"), 700.0, pictures.into());
    let name = ground.title.replace('×', "x");
    let caption = "The same position with either side to move. Discs are stones of Black and White, diamonds neutral stones.";
    files.picture(page, &format!("questions/zugzwang-{name}.svg"), &drawing.captioned(caption));
}

fn argument(page: &mut Page) {
    page.heading(2, "Strategy stealing");
    page.text(
        "In Hex, if the second player could win, the first player could put a stone anywhere and then play like the second; the additional stone never hurts. On a square board, reflection in the long diagonal with the colours swapped exchanges the players. So the second player cannot win, and since there are no draws, the first wins. For Nex, each step has to be examined:",
    );
    page.list([
        "**The reflection works.** It maps legal moves to legal moves.",
        "**An additional stone has a price.** Either it comes with a neutral stone, which the opponent can transform, and two empty cells fewer; or the player has to give up a stone.",
        "**The right to move alone proves nothing.** The empty board is its own mirror image, so there “the right to move is not a disadvantage” and “the first player does not lose” are the same statement. One route to a proof goes from positions with more stones to those with fewer.",
        "**The usual proof** shows more: that no free move harms. In Nex that is false.",
    ]);
}

fn own_twins(page: &mut Page, documents: &[BoardDocument]) {
    let mut table = PageTable::new(&[
        "<board",
        ">positions that are their own mirror image",
        ">won for the side to move",
        ">drawn",
        ">lost",
    ]);
    for document in documents {
        if let Some(twins) = &document.own_twins {
            let [lost, drawn, won] = twins.counts;
            table.row([
                document.board.clone(),
                grouped(lost + drawn + won),
                grouped(won),
                grouped(drawn),
                grouped(lost),
            ]);
        }
    }
    if !table.is_empty() {
        page.heading(3, "Positions that look the same to both sides");
        page.text(
            "Reachable positions that are their own mirror image in a diagonal, with the colours swapped. If one were lost for the side to move, the right to move would be a disadvantage there.",
        );
        page.table(&table);
    }
}

/// Adds the effects of free moves. Returns the boards on which a free move can harm.
fn free_moves(
    files: &mut Files,
    page: &mut Page,
    grounds: &[Ground<'_>],
    documents: &[BoardDocument],
) -> Vec<String> {
    page.heading(3, "Can a free move harm?");
    page.text(
        "A *free move*: in a position with equally many stones of both colours and White to move, Black makes a legal move, and White is still to move. It *harms* if it lowers the value for Black. All reachable, unfinished positions of this kind are counted, with every legal move of Black. A *free stone*: with White to move and at least two neutral stones on the board, a neutral stone becomes Black's if both colours have equally many stones, White's if White has one fewer. Other changes of a neutral stone lead to numbers of stones whose value no table has; they can harm.",
    );
    let mut table = PageTable::new(&[
        "<board",
        ">free generates that harm",
        ">free transforms that harm",
        ">free stones that harm",
    ]);
    let harmful = |effects: &[&Effect]| effects.iter().map(|effect| effect.harmful()).sum::<u64>();
    let stated = |effects: &[&Effect]| {
        let all = effects.iter().map(|effect| effect.all()).sum();
        match harmful(effects) {
            0 => format!("none of {}", grouped(all)),
            part => format!("{} of {}, {}", grouped(part), grouped(all), share(part, all)),
        }
    };
    let (mut harms, mut harmless) = (Vec::new(), Vec::new());
    for document in documents {
        let [generate, transform, waiting, moving] =
            [Change::FreeGenerate, Change::FreeTransform, Change::StoneWhenWaiting, Change::StoneWhenMoving]
                .map(|change| document.effect(change));
        if harmful(&[generate, transform, waiting, moving]) == 0 {
            harmless.push(document.board.clone());
            continue;
        }
        table.row([
            document.board.clone(),
            stated(&[generate]),
            stated(&[transform]),
            stated(&[waiting, moving]),
        ]);
        if harmful(&[generate, transform]) > 0 {
            harms.push(document.board.clone());
        }
    }
    if !table.is_empty() {
        page.table(&table);
    }
    if !harmless.is_empty() {
        page.text(&format!("No change harms on {}.", list(&harmless)));
    }
    let shown = documents.iter().filter(|document| document.size.0 == document.size.1);
    let mut pairs = shown.map(|document| (document, document.effect(Change::FreeGenerate).example));
    let example = pairs.find_map(|(document, example)| Some((document, example?)));
    if let Some((document, example)) = example {
        let ground = grounds.iter().find(|ground| ground.title == document.board).expect("one of these");
        free_move(files, page, ground, &example);
    }
    harms
}

/// Shows a free move that harms.
fn free_move(files: &mut Files, page: &mut Page, ground: &Ground<'_>, example: &Example) {
    let stated = format!(
        "The smallest example on {}: with White to move, the left position is a {} for Black; the right one, after a free generate move by Black, is a {}.",
        ground.title, example.without, example.with
    );
    page.text(&stated);
    let pictures = vec![
        picture(
            ground,
            &example.position,
            0,
            &format!("White to move: {}", for_side(Side::Black, example.without)),
        ),
        picture(
            ground,
            &example.changed,
            changed(&example.position, &example.changed),
            &format!("White to move: {}", for_side(Side::Black, example.with)),
        ),
    ];
    let drawing = strip(&stated, Some("A free generate move that hurts"), 700.0, pictures);
    let caption = "Before and after Black's free move; rings mark the cells that it fills.";
    files.picture(page, "questions/free-move.svg", &drawing.captioned(caption));
}

/// Returns the cells that differ.
fn changed(before: &Position, after: &Position) -> u64 {
    (before.black ^ after.black) | (before.white ^ after.white) | (before.neutral ^ after.neutral)
}

fn for_side(side: Side, value: Wdl) -> String {
    format!("{} {}", if side == Side::Black { "Black" } else { "White" }, verb(value))
}

fn picture(
    ground: &Ground<'_>,
    position: &Position,
    marked: u64,
    caption: &str,
) -> nexsolve_reports::svg::Drawing {
    let (rows, cols) = ground.size();
    let mut board = Rhombus::nex(rows, cols, position);
    for cell in CellSet::iter(marked) {
        let cell: Cell = cell;
        board.cell(cell).note = Some(Note::Ring);
    }
    board.caption(caption).draw(caption)
}

const fn words(alteration: Alteration) -> &'static str {
    match alteration {
        Alteration::StoneOnEmpty => "an own stone on an empty cell",
        Alteration::StoneForNeutral => "an own stone in place of a neutral one",
        Alteration::NeutralForTheirs => "a neutral stone in place of an opponent's stone",
        Alteration::EmptyForTheirs => "an opponent's stone removed",
        Alteration::NeutralOnEmpty => "a neutral stone on an empty cell",
        Alteration::TheMove => "the right to move",
    }
}

/// Adds the effects of a single stone, in any arrangement.
fn stones(page: &mut Page, documents: &[BoardDocument]) {
    let known = documents.iter().filter(|document| !document.arrangements.is_empty());
    let Some(document) = known.max_by_key(|document| document.size.0 * document.size.1) else { return };
    page.heading(3, "Can an additional stone harm?");
    page.text(&format!(
        "No number of moves leads to one additional stone, so no database has such positions. For {}, the values of all 4^{} arrangements with either side to move are computed from the rules alone. The table counts the arrangements that can occur in the game, or in its mirror image, before the change.",
        document.board,
        document.size.0 * document.size.1
    ));
    let mut table = PageTable::new(&["<change", "<owner", ">harms", ">helps"]);
    for effect in &document.arrangements {
        let owner = if effect.owner_moves { "to move" } else { "waiting" };
        let games = &effect.in_games;
        let harms = match games.harmful {
            0 => "none".to_owned(),
            part => format!("{} of {}, {}", grouped(part), grouped(games.all), share(part, games.all)),
        };
        table.row([
            words(effect.alteration).to_owned(),
            owner.to_owned(),
            harms,
            share(games.useful, games.all),
        ]);
    }
    page.table(&table);
    page.text(
        "A stone can harm because it fills an empty cell, and a generate needs two. A side without a generate has only transforms, and with fewer than two neutral stones it has no move at all, which is a draw. \
         A neutral stone that becomes one's own is no longer available for transforms.",
    );
}

fn conclusion(page: &mut Page, documents: &[BoardDocument]) {
    page.text(&format!(
        "So for N×N boards beyond those above, it is not proven that the first player wins, or even draws. {}",
        elsewhere(documents)
    ));
}

/// States on which board the right to move is most often a disadvantage, over all arrangements.
fn elsewhere(documents: &[BoardDocument]) -> String {
    let of_the_move = |document: &BoardDocument| {
        let mut effects = document.arrangements.iter();
        let effect = effects.find(|effect| effect.alteration == Alteration::TheMove)?;
        Some((document.board.clone(), effect.anywhere.harmful, effect.anywhere.all))
    };
    let most = documents.iter().filter_map(of_the_move).max_by_key(|(_, harmful, _)| *harmful);
    most.filter(|(_, harmful, _)| *harmful > 0).map_or_else(String::new, |(board, harmful, all)| {
        format!(
            "A proof has to exclude arrangements that cannot occur in a game: in {} of the {} unfinished arrangements of {board}, the right to move is a disadvantage.",
            grouped(harmful),
            grouped(all)
        )
    })
}
