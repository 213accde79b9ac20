//! The argument by strategy stealing, step by step, against the tables.

use super::super::{Ground, how_many, how_many_at};
use crate::picture::{Note, Rhombus};
use crate::questions::extended::{self, Alteration, Extended};
use crate::questions::sample::Sample;
use crate::questions::tabled::Position;
use crate::questions::tempo::{self, Change, Effect, Mirrored};
use nexsolve_core::words::{grouped, list};
use nexsolve_core::{Side, Wdl};
use nexsolve_games::rhombus::{Cell, CellSet};
use nexsolve_reports::strip::strip;
use nexsolve_reports::words::{percent, share};
use nexsolve_reports::{Files, Page, ReportError, Table};
use serde::Serialize;

/// Boards with no more positions than this have the worth of the move looked up in all of them.
const WHOLE_FOR_THE_MOVE: u64 = 3_000_000;
/// Of larger ones, positions of each ply.
const PER_PLY: u64 = 20_000;
/// The same for changes of single cells and moves.
const PER_PLY_OF_CHANGES: u64 = 500;

#[derive(Serialize)]
struct Document {
    boards: Vec<BoardDocument>,
}

#[derive(Serialize)]
struct BoardDocument {
    board: String,
    the_move: Effect,
    changes: Vec<Effect>,
    own_twins: Option<tempo::OwnTwins>,
    arrangements: Vec<extended::Effect>,
}

/// Adds the sections; what they come to in a sentence or two.
pub(super) fn add(files: &mut Files, page: &mut Page, grounds: &[Ground<'_>]) -> Result<String, ReportError> {
    argument(page);
    let mut documents = Vec::new();
    let mut the_move = Table::new(&["<board", "<positions", ">move of use", ">of no account", ">a burden"]);
    let mut changes = Table::new(&[
        "<board",
        "<positions",
        ">free generates that harm",
        ">free transforms that harm",
        ">neutral stones made own that harm",
    ]);
    let mut example: Option<(&Ground<'_>, Effect)> = None;
    let (mut burdens, mut looked_at, mut harms) = (0, LookedAt::default(), Vec::new());
    let mut alone = Vec::new();
    for ground in grounds {
        let turned = (ground.size().1, ground.size().0);
        let Some(there) = grounds.iter().find(|other| other.size() == turned) else {
            alone.push(ground.title.clone());
            continue;
        };
        let boards = Mirrored { here: ground.tabled, there: there.tabled };
        let sample = ground.sample(PER_PLY, WHOLE_FOR_THE_MOVE)?;
        let effect = tempo::the_move(boards, &sample)?;
        let round = |x: f64| x.round() as u64;
        let (all, useful, harmful) = (round(effect.all()), round(effect.useful()), round(effect.harmful()));
        the_move.row([
            ground.title.clone(),
            how_many_at(&sample, is_even),
            share(useful, all),
            share(all - useful - harmful, all),
            if harmful == 0 { none(&sample).to_owned() } else { share(harmful, all) },
        ]);
        burdens += harmful;
        looked_at.add(&sample);
        let few = ground.sample(PER_PLY_OF_CHANGES, super::super::WHOLE)?;
        let mut found = tempo::effects();
        for drawn in &few.drawn {
            tempo::examine(boards, &drawn.position, drawn.weight, &mut found)?;
        }
        let harm = |change: Change| &found[change as usize];
        let told = |effects: &[&Effect]| {
            let all: f64 = effects.iter().map(|effect| effect.all()).sum();
            let harmful: f64 = effects.iter().map(|effect| effect.harmful()).sum();
            if harmful == 0.0 { none(&few).to_owned() } else { percent(harmful / all) }
        };
        let stones = [harm(Change::StoneWhenWaiting), harm(Change::StoneWhenMoving)];
        changes.row([
            ground.title.clone(),
            how_many(&few),
            told(&[harm(Change::FreeGenerate)]),
            told(&[harm(Change::FreeTransform)]),
            told(&stones),
        ]);
        let generate = harm(Change::FreeGenerate);
        if generate.harmful() > 0.0 {
            harms.push(ground.title.clone());
            if ground.is_square() && example.is_none() {
                example = Some((ground, generate.clone()));
            }
        }
        let own_twins = if ground.is_square() { Some(tempo::own_twins(ground.tabled)?) } else { None };
        let arrangements = Extended::new(ground.tabled.game)
            .map(|e| extended::effects(ground.tabled.game, &e))
            .unwrap_or_default();
        documents.push(BoardDocument {
            board: ground.title.clone(),
            the_move: effect,
            changes: found,
            own_twins,
            arrangements,
        });
    }
    worth_of_the_move(page, &the_move, burdens, &alone);
    own_twins(page, &documents);
    free_moves(files, page, &changes, example);
    stones(files, page, grounds, &documents);
    conclusion(page, burdens, &documents);
    files.json("questions/first-player.json", &Document { boards: documents });
    page.text(&format!("All counts: {}.", page.link("first-player.json", "questions/first-player.json")));
    let burden = if burdens == 0 {
        format!(
            "The move was never a burden, which on square boards is all that \"not lost\" needs, in {};",
            looked_at.told()
        )
    } else {
        "There are positions in which the move is a burden;".to_owned()
    };
    let harm = if harms.is_empty() {
        String::new()
    } else {
        format!(
            " but a free move can harm (on {}), so the argument from Hex does not go through.",
            list(&harms)
        )
    };
    Ok(format!("{burden}{harm}"))
}

/// Whether positions of a ply have as many stones of both colours.
fn is_even(ply: u32) -> bool {
    ply.is_multiple_of(2)
}

/// How nothing is told: of a sample by lot it is only what was seen.
fn none(sample: &Sample<Position>) -> &'static str {
    if sample.plies.iter().all(|ply| ply.whole) { "none" } else { "none seen" }
}

/// How many positions with as many stones of both colours the worth of the move was looked up in.
#[derive(Clone, Copy, Debug, Default)]
struct LookedAt {
    /// Of plies that were taken whole, symmetric ones counted.
    whole: u64,
    /// Drawn by lot, with repetition.
    draws: u64,
}

impl LookedAt {
    fn add<P>(&mut self, sample: &Sample<P>) {
        for ply in sample.plies.iter().filter(|ply| is_even(ply.ply)) {
            if ply.whole {
                self.whole += ply.positions;
            } else {
                self.draws += sample.drawn.iter().filter(|drawn| drawn.ply == ply.ply).count() as u64;
            }
        }
    }

    fn told(self) -> String {
        let mut told = Vec::new();
        if self.whole > 0 {
            told.push(format!("{} positions, all of their plies", grouped(self.whole)));
        }
        if self.draws > 0 {
            told.push(format!("{} draws from other plies", grouped(self.draws)));
        }
        list(&told)
    }
}

fn argument(page: &mut Page) {
    page.heading(2, "Strategy stealing");
    page.text(
        "In Hex the argument is: if the second player could win, the first would put a stone anywhere and then play as the second; the stone more never hurts, and where the \
         strategy asks for its cell, he puts another anywhere. On a square board the mirror in the long diagonal, with the colours changed, makes first and second player alike. \
         So the second cannot win, and as nobody draws, the first wins.",
    );
    page.text("For Nex each step is in question:");
    page.list([
        "**The mirror holds.** The mirror in the diagonal through a1 with the colours changed takes moves to moves. A position with as many stones of both colours, Black to move, becomes one with White \
         to move. That is no position of a game, in which Black moves first; but its worth is defined by the rules, and the tables tell it: it is that of its mirror image.",
        "**A stone more comes at a price.** The first player cannot put a stone anywhere: with it goes a neutral stone, which the opponent can transform, and two cells less are empty. Or he gives a stone up. \
         And each time the strategy asks for a cell that he has used, he has to pay again.",
        "**What would be enough**: that the move is never a burden. If every position with as many stones of both colours is worth at least as much to Black with him to move as with White to move, so is the \
         empty board; it is its own mirror image, so there the second is the negative of the first, and the value is at least a draw. More cannot come out: Nex has draws.",
        "**The usual way to show that** is that any move more does no harm. That is stronger: the position after the free move, White to move, against the position without it, White to move.",
    ]);
}

fn worth_of_the_move(page: &mut Page, table: &Table, burdens: u64, alone: &[String]) {
    page.heading(3, "Is the move ever a burden?");
    page.text(
        "Positions that play can reach, with as many stones of both colours; of use, of no account, a burden: the value for Black with him to move against that with White to move. Boards need the \
         database with rows and columns exchanged too.",
    );
    page.table(table);
    if !alone.is_empty() {
        page.text(&format!(
            "Left out here and in the tables below, since the board with rows and columns exchanged was not given: {}.",
            list(alone)
        ));
    }
    page.text(if burdens == 0 {
        "No such position is known: there is no zugzwang among these. Where all were looked at, that is a proof for the board; where they were drawn by lot, it says that they are rare if there are any."
    } else {
        "So there is zugzwang in Nex, and the sufficient condition fails."
    });
}

fn own_twins(page: &mut Page, documents: &[BoardDocument]) {
    let mut table = Table::new(&[
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
        page.heading(3, "Positions that look the same to both");
        page.text(
            "The empty board is not the only position that is its own mirror image with the colours changed (in one diagonal or the other). In each of these the side to move has nothing but the move; if one were lost, \
             the move would be a burden there. All that play can reach:",
        );
        page.table(&table);
    }
}

fn free_moves(files: &mut Files, page: &mut Page, table: &Table, example: Option<(&Ground<'_>, Effect)>) {
    page.heading(3, "Does a free move harm?");
    page.text(
        "White is to move; Black makes a move that he is not owed, and White is still to move. And: a neutral stone becomes one's own, for nothing, whoever is to move. How many of these changes leave their owner \
         with less than before:",
    );
    page.table(table);
    let Some((ground, effect)) = example else { return };
    let Some(example) = effect.example else { return };
    let told = format!(
        "The smallest on {}: with White to move the left position is worth a {} to Black, the right one, a generate move of Black further, a {}.",
        ground.title, example.without, example.with
    );
    page.text(&told);
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
    let drawing = strip(&told, Some("A free generate move that harms"), 700.0, pictures);
    files.picture(page, "questions/free-move.svg", &drawing);
}

/// Cells that differ.
fn changed(before: &Position, after: &Position) -> u64 {
    (before.black ^ after.black) | (before.white ^ after.white) | (before.neutral ^ after.neutral)
}

fn for_side(side: Side, value: Wdl) -> String {
    let word = match value {
        Wdl::Win => "wins",
        Wdl::Draw => "draws",
        Wdl::Loss => "loses",
    };
    format!("{} {word}", if side == Side::Black { "Black" } else { "White" })
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
        Alteration::StoneOnEmpty => "a stone of one's own on an empty cell",
        Alteration::StoneForNeutral => "a stone of one's own for a neutral one",
        Alteration::NeutralForTheirs => "a neutral stone for one of the opponent's",
        Alteration::EmptyForTheirs => "a stone of the opponent taken off",
        Alteration::NeutralOnEmpty => "a neutral stone on an empty cell",
        Alteration::TheMove => "the move",
    }
}

/// What a single stone is worth, in any arrangement.
fn stones(files: &mut Files, page: &mut Page, grounds: &[Ground<'_>], documents: &[BoardDocument]) {
    let Some(document) =
        documents.iter().filter(|document| !document.arrangements.is_empty()).max_by_key(|d| {
            // The most square of the largest: 3×3 rather than 2×4.
            let sides: Vec<u32> = d.board.split('×').filter_map(|side| side.parse().ok()).collect();
            sides.iter().product::<u32>()
        })
    else {
        return;
    };
    let ground = grounds.iter().find(|ground| ground.title == document.board).expect("one of these");
    page.heading(3, "Does a stone more ever hurt?");
    page.text(&format!(
        "In a game the numbers of stones fit the number of moves. So one stone more on an empty cell, or one taken off, makes no position of a game, and no database has it; nor has it many of the other changes. For {} all arrangements \
         of stones, with either side to move, were worked out by the rules (4 to the power of {} arrangements; their values agree with the database wherever the game has the position). *In games*: before the change the game, or its \
         mirror image, can have so many stones with this side to move, whether play reaches them or not (for the move: before and after). After a change of a stone for another it sometimes can again; after the others never.",
        ground.title,
        ground.size().0 * ground.size().1
    ));
    let mut table = Table::new(&[
        "<change",
        "<owner",
        ">harms, of all arrangements",
        ">helps",
        ">harms, in games",
        ">helps",
    ]);
    for effect in &document.arrangements {
        let owner = if effect.owner_moves { "to move" } else { "waiting" };
        let (any, games) = (&effect.anywhere, &effect.in_games);
        let told = |part, tally: &extended::Tally| {
            if part == 0 {
                "none".to_owned()
            } else {
                format!("{} of {}, {}", grouped(part), grouped(tally.all), share(part, tally.all))
            }
        };
        table.row([
            words(effect.alteration).to_owned(),
            owner.to_owned(),
            told(any.harmful, any),
            share(any.useful, any.all),
            told(games.harmful, games),
            share(games.useful, games.all),
        ]);
    }
    page.table(&table);
    let shown = document.arrangements.iter().filter(|effect| effect.alteration == Alteration::StoneOnEmpty);
    for (i, effect) in shown.enumerate() {
        let Some(example) = effect.in_games.example.or(effect.anywhere.example) else { continue };
        let side = |side: Side| if side == Side::Black { "Black" } else { "White" };
        let caption = |at: usize| {
            format!("{} to move: {}", side(example.to_move[at]), for_side(example.owner, example.values[at]))
        };
        let pictures = vec![
            picture(ground, &example.before, 0, &caption(0)),
            picture(ground, &example.after, changed(&example.before, &example.after), &caption(1)),
        ];
        let heading = format!(
            "A stone more for {}, who is {}, harms",
            side(example.owner),
            if effect.owner_moves { "to move" } else { "waiting" }
        );
        let drawing = strip(&heading, Some(&heading), 700.0, pictures);
        files.picture(page, &format!("questions/stone-{}.svg", i + 1), &drawing);
    }
    page.text(
        "Why a stone can hurt: it takes an empty cell, and a generate needs two; who runs out of cells has only transforms left, and with fewer than two neutral stones no move at all, which is a draw. \
         A neutral stone that becomes one's own is lost to transforms: of two neutral stones one is left, which nobody can transform. (The table before this one has such changes only where the result is a \
         position of the game again, or its mirror image.) In Hex none of this can happen.",
    );
}

fn conclusion(page: &mut Page, burdens: u64, documents: &[BoardDocument]) {
    page.heading(2, "Where that leaves the question");
    let known = if burdens == 0 {
        "In every position of a game that was looked at, the move is no burden; that would, if it held for all, give the first player at least a draw on every square board. But it has no proof here: not every free move is harmless, a \
         neutral stone belongs to nobody, and space runs out, so the exchange argument of Hex breaks at its first step. Some free move is harmless in each of these positions; which, the tables know and no rule \
         says. "
    } else {
        "That the move is never a burden is false as a general statement. "
    };
    let elsewhere = elsewhere(documents);
    page.text(&format!(
        "{known}{elsewhere}And even a proof would leave the draw open. So for N×N with N beyond the boards above neither a win nor a draw of the first player is proven."
    ));
}

/// The board on which the move is most often a burden in arrangements that need not be of a game.
fn elsewhere(documents: &[BoardDocument]) -> String {
    let of_the_move = |document: &BoardDocument| {
        let mut effects = document.arrangements.iter();
        let effect = effects.find(|effect| effect.alteration == Alteration::TheMove)?;
        Some((document.board.clone(), effect.anywhere.harmful, effect.anywhere.all))
    };
    let most = documents.iter().filter_map(of_the_move).max_by_key(|(_, harmful, _)| *harmful);
    most.filter(|(_, harmful, _)| *harmful > 0).map_or_else(String::new, |(board, harmful, all)| {
        format!(
            "A proof would have to know what is of a game: of all arrangements of stones on {board} the move is a burden in {} of {}. ",
            grouped(harmful),
            grouped(all)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::sample::{Drawn, Population};
    use nexsolve_core::Score;

    #[test]
    fn draws_and_positions_are_told_apart_and_odd_plies_left_out() {
        let one = |ply| Drawn { position: (), ply, score: Score::of_outcome(Wdl::Win), weight: 2.0 };
        let population = |ply, positions, whole| Population { ply, positions, whole };
        let sample = Sample {
            drawn: vec![one(0), one(1), one(2), one(2), one(3)],
            plies: vec![
                population(0, 1, true),
                population(1, 12, true),
                population(2, 9_000, false),
                population(3, 70_000, false),
            ],
        };
        let mut looked_at = LookedAt::default();
        looked_at.add(&sample);
        assert_eq!(looked_at.told(), "1 positions, all of their plies and 2 draws from other plies");
    }
}
