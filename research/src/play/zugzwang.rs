//! Zugzwang: positions in which the side to move would do better to pass.

use super::turns::{Right, Turns};
use crate::picture::Rhombus;
use crate::questions::dense::Dense;
use crate::questions::near_best::near_best;
use crate::questions::sample::SEED;
use crate::questions::tabled::{Position, Tabled};
use nexsolve_core::words::{grouped, list};
use nexsolve_core::{Game, Notation, Side, Symmetric, Wdl};
use nexsolve_games::rhombus::CellSet;
use nexsolve_reports::strip::strip;
use nexsolve_reports::words::share;
use nexsolve_reports::{Files, Page, PageTable, ReportError};
use serde::Serialize;

/// The kinds of zugzwang: the value of the best move, and the value of a pass.
pub const KINDS: [(Wdl, Wdl); 3] = [(Wdl::Loss, Wdl::Draw), (Wdl::Loss, Wdl::Win), (Wdl::Draw, Wdl::Win)];

/// The reachable, unfinished positions of a ply. Symmetric positions count separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AtPly {
    /// The number of earlier moves.
    pub ply: u32,
    /// The number of positions.
    pub positions: u64,
    /// The number of zugzwangs among them, by [`KINDS`].
    pub zugzwangs: [u64; 3],
}

/// The earliest zugzwang of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position.
    pub position: Position,
    /// The index of its kind in [`KINDS`].
    pub kind: usize,
}

/// The effect of one right to pass during the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OnePass {
    /// The side that has the right.
    pub owner: &'static str,
    /// The value of the start for Black without it and with it.
    pub start: [&'static str; 2],
    /// The number of openings.
    pub openings: usize,
    /// The openings whose value the right changes.
    pub changed: Vec<String>,
}

/// The zugzwangs of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Zugzwangs {
    /// The title of the board: `3×3`.
    pub board: String,
    /// All positions, ply by ply.
    pub plies: Vec<AtPly>,
    /// Positions from games of near-best play, ply by ply.
    pub near_best: Vec<AtPly>,
    /// The effects of White's and of Black's right to pass once.
    pub one_pass: [OnePass; 2],
    /// An example of each kind that occurs.
    #[serde(skip)]
    pub examples: Vec<Example>,
}

impl Zugzwangs {
    /// Returns the number of positions with this side to move, and the number of zugzwangs among them.
    pub fn of(&self, side: Side) -> (u64, [u64; 3]) {
        sum(self.plies.iter().filter(|at| at.ply % 2 == side as u32))
    }
}

fn sum<'a>(plies: impl Iterator<Item = &'a AtPly>) -> (u64, [u64; 3]) {
    plies.fold((0, [0; 3]), |(all, counts), at| {
        (all + at.positions, std::array::from_fn(|kind| counts[kind] + at.zugzwangs[kind]))
    })
}

/// The values after each side passes.
struct Passed<'a> {
    after: [Turns<'a>; 2],
}

impl Passed<'_> {
    /// Returns the index in [`KINDS`] of a position with this value for the side to move; `None` if a pass
    /// would not help.
    fn kind(&self, position: &Position, value: Wdl) -> Option<usize> {
        let passing = -self.after[position.side_to_move() as usize].value(position);
        KINDS.iter().position(|&kind| kind == (value, passing))
    }
}

/// Examines every position of a board of at most 16 cells, and `games` games of near-best play. Returns
/// `None` for a larger board.
///
/// # Errors
/// If a value is not known.
pub fn zugzwangs(tabled: Tabled<'_>, games: u64, seed: u64) -> Result<Option<Zugzwangs>, ReportError> {
    let game = tabled.game;
    let sweep = |lead| Turns::sweep(game, lead, None);
    let (Some(after_black), Some(after_white)) = (sweep(-1), sweep(1)) else { return Ok(None) };
    let passed = Passed { after: [after_black, after_white] };
    let dense = Dense::read(tabled)?;
    let parts = dense.walk(Counts::default, |counts, position, entry| {
        let side = position.side_to_move();
        let value = if side == Side::Black { entry.for_black() } else { -entry.for_black() };
        counts.add(position, game.copies(position), passed.kind(position, value));
    });
    let mut counts = Counts::default();
    for part in parts {
        counts.join(part);
    }
    let mut met = Counts::default();
    for drawn in &near_best(tabled, games, seed)?.drawn {
        met.add(&drawn.position, 1, passed.kind(&drawn.position, drawn.value));
    }
    let [after_black, after_white] = &passed.after;
    let one_pass = [(Side::White, after_white), (Side::Black, after_black)]
        .map(|(owner, after)| one_pass(&dense, Right { owner, after }));
    Ok(Some(Zugzwangs {
        board: format!("{}×{}", game.board().rows(), game.board().cols()),
        plies: counts.plies,
        near_best: met.plies,
        one_pass,
        examples: counts.examples.into_iter().flatten().collect(),
    }))
}

#[derive(Default)]
struct Counts {
    plies: Vec<AtPly>,
    examples: [Option<Example>; 3],
}

impl Counts {
    fn at(&mut self, ply: u32) -> &mut AtPly {
        while self.plies.len() <= ply as usize {
            self.plies.push(AtPly { ply: self.plies.len() as u32, ..AtPly::default() });
        }
        &mut self.plies[ply as usize]
    }

    fn add(&mut self, position: &Position, copies: u64, kind: Option<usize>) {
        let at = self.at(position.ply());
        at.positions += copies;
        if let Some(kind) = kind {
            at.zugzwangs[kind] += copies;
            self.propose(Example { position: *position, kind });
        }
    }

    fn propose(&mut self, example: Example) {
        let size = |e: &Example| (e.position.ply(), e.position.neutral.count());
        let last = &mut self.examples[example.kind];
        if last.as_ref().is_none_or(|last| size(&example) < size(last)) {
            *last = Some(example);
        }
    }

    /// Adds the counts of later positions.
    fn join(&mut self, other: Self) {
        for more in other.plies {
            let at = self.at(more.ply);
            at.positions += more.positions;
            at.zugzwangs.iter_mut().zip(more.zugzwangs).for_each(|(all, more)| *all += more);
        }
        for example in other.examples.into_iter().flatten() {
            self.propose(example);
        }
    }
}

fn one_pass(dense: &Dense<'_>, right: Right<'_>) -> OnePass {
    let game = dense.game();
    let with = Turns::sweep(game, 0, Some(right)).expect("as small as before");
    let start = game.start();
    let values = |position: &Position| {
        let value = with.value(position);
        let for_black = if with.side_to_move(position) == Side::Black { value } else { -value };
        [dense.for_black(position), for_black]
    };
    let openings: Vec<_> = game.continuations(&start).collect();
    let changed = openings.iter().filter(|(_, after)| {
        let [without, with] = values(after);
        without != with
    });
    OnePass {
        owner: if right.owner == Side::Black { "Black" } else { "White" },
        start: values(&start).map(word),
        openings: openings.len(),
        changed: changed.map(|(mv, _)| game.format_move(&start, *mv)).collect(),
    }
}

fn word(value: Wdl) -> &'static str {
    match value {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}

/// The number of games of near-best play on each board.
const GAMES: u64 = 20_000;

/// Adds the page. Returns the answer in a sentence.
pub(super) fn add(files: &mut Files, boards: &[Tabled<'_>]) -> Result<String, ReportError> {
    let mut page = Page::new("play/zugzwang.md", "Zugzwang");
    page.text(
        "A side is in *zugzwang* if it would rather pass: if the pass were worth more than any move. After the pass, the game goes on by the rules. The value of a pass is that of the same position with the other side to move; no database has such positions, so it is computed from the rules. All reachable, unfinished positions are counted.",
    );
    let (mut documents, mut left_out) = (Vec::new(), Vec::new());
    for tabled in boards {
        match zugzwangs(*tabled, GAMES, SEED)? {
            Some(found) => documents.push((tabled, found)),
            None => left_out.push(format!("{}×{}", tabled.board().rows(), tabled.board().cols())),
        }
    }
    for side in [Side::White, Side::Black] {
        page.heading(2, if side == Side::White { "White to move" } else { "Black to move" });
        page.table(&by_board(&documents, side));
    }
    page.heading(2, "Ply by ply");
    for (_, found) in &documents {
        if found.plies.iter().any(|at| at.zugzwangs != [0; 3]) {
            page.heading(3, &found.board);
            page.table(&by_ply(&found.plies));
        }
    }
    page.heading(2, "In play from the start");
    page.text(&format!(
        "{} games from the start. On average, seven of eight moves are chosen at random among those that keep the value, and one among all legal moves (seed {}).",
        grouped(GAMES),
        SEED
    ));
    page.table(&met(&documents));
    page.text("The effect of allowing one side to pass once during the game, with best play by both:");
    page.table(&passes(&documents));
    page.heading(2, "Examples");
    for (tabled, found) in &documents {
        for example in &found.examples {
            picture(files, &mut page, (tabled, found), example);
        }
    }
    if !left_out.is_empty() {
        page.text(&format!("Boards with more than 16 cells are not examined: {}.", list(&left_out)));
    }
    let listed: Vec<_> = documents.iter().map(|(_, found)| found).collect();
    files.json("play/zugzwang.json", &listed);
    page.text(&format!("All counts: {}.", page.link("zugzwang.json", "play/zugzwang.json")));
    files.page(&page);
    let total = |side| listed.iter().map(|found| found.of(side).1.iter().sum::<u64>()).sum::<u64>();
    Ok(format!(
        "on {} boards White to move is in zugzwang in {} positions, Black in {}.",
        listed.len(),
        grouped(total(Side::White)),
        grouped(total(Side::Black))
    ))
}

fn columns(first: &str) -> Vec<String> {
    let kinds = KINDS.map(|(value, passing)| format!(">{} → {}", word(value), word(passing)));
    let named = [first, ">positions", ">zugzwangs", ">share"].map(str::to_owned);
    named.into_iter().chain(kinds).collect()
}

fn row(first: String, (all, kinds): (u64, [u64; 3])) -> Vec<String> {
    let zugzwangs = kinds.iter().sum();
    let rest = [grouped(all), grouped(zugzwangs), share(zugzwangs, all)];
    std::iter::once(first).chain(rest).chain(kinds.map(grouped)).collect()
}

fn table(columns: &[String]) -> PageTable {
    PageTable::new(&columns.iter().map(String::as_str).collect::<Vec<_>>())
}

fn by_board(documents: &[(&Tabled<'_>, Zugzwangs)], side: Side) -> PageTable {
    let mut table = table(&columns("<board"));
    for (_, found) in documents {
        table.row(row(found.board.clone(), found.of(side)));
    }
    table
}

fn by_ply(plies: &[AtPly]) -> PageTable {
    let mut table = table(&columns(">ply"));
    for at in plies.iter().filter(|at| at.zugzwangs != [0; 3]) {
        table.row(row(at.ply.to_string(), (at.positions, at.zugzwangs)));
    }
    table
}

fn met(documents: &[(&Tabled<'_>, Zugzwangs)]) -> PageTable {
    let mut table = table(&columns("<board"));
    for (_, found) in documents {
        table.row(row(found.board.clone(), sum(found.near_best.iter())));
    }
    table
}

fn passes(documents: &[(&Tabled<'_>, Zugzwangs)]) -> PageTable {
    let mut table = PageTable::new(&[
        "<board",
        "<right to pass",
        "<start, for Black",
        ">openings",
        "<openings that change",
    ]);
    for (_, found) in documents {
        for pass in &found.one_pass {
            let [without, with] = pass.start;
            let start = if without == with { without.to_owned() } else { format!("{without} → {with}") };
            let changed = match pass.changed.len() {
                0 => "none".to_owned(),
                count if count == pass.openings => "all".to_owned(),
                count => format!("{count}: {}", pass.changed.join(" ")),
            };
            let rest = [pass.owner.to_owned(), start, pass.openings.to_string(), changed];
            table.row(std::iter::once(found.board.clone()).chain(rest));
        }
    }
    table
}

fn picture(
    files: &mut Files,
    page: &mut Page,
    (tabled, found): (&Tabled<'_>, &Zugzwangs),
    example: &Example,
) {
    let Example { position, kind } = example;
    let (value, passing) = KINDS[*kind];
    let mover = if position.side_to_move() == Side::Black { "Black" } else { "White" };
    let stated = format!(
        "{}, `{}`: {mover} to move, a {}; after a pass a {}.",
        found.board,
        tabled.game.format_position(position),
        word(value),
        word(passing)
    );
    page.text(&stated);
    let (rows, cols) = (tabled.board().rows(), tabled.board().cols());
    let caption = format!("{mover} to move: {}; after a pass: {}", word(value), word(passing));
    let board = Rhombus::nex(rows, cols, position).caption(&caption).draw(caption.clone());
    let path = format!("play/zugzwang-{rows}x{cols}-{}.svg", word(value).to_owned() + "-" + word(passing));
    files.picture(page, &path, &strip(&stated, None, 500.0, vec![board]).captioned("Discs are stones of Black and White, diamonds neutral stones. The values are those of the side to move."));
}
