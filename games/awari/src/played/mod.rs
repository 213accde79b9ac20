//! Awari in the catalogue: the game with stores, and the board without stores, which tables number.

mod facts;

use super::{Awari, AwariPosition, History, OWN, Pit, Pits, SEEDS, Seeds, evaluation};
use facts::FACTS;
use nexsolve_catalogue::picture::{Outline, Picture, Piece};
use nexsolve_catalogue::records::RecordForm;
use nexsolve_catalogue::{
    AnyMove, AnyPosition, Board, Card, Cells, Erase, Extent, Extras, GameSpec, HalfPoints, Measure,
    NameError, Numbered, Observed, Packed, Played, Purse, Shown, Variant, Visitor,
};
use nexsolve_core::{Absent, Chance, Contest, Evaluation, Game, Notation, Points, Side, Wdl};

/// The fixed properties of Awari.
pub static CARD: Card = Card {
    word: "awari",
    title: "Awari",
    variants: &[Variant {
        word: "",
        title: "Awari",
        goal: "Win more seeds than your opponent.",
        left_out: &[],
        caveat: Some(
            "The tables ignore repetition. Over the board, the third occurrence of a position ends the game, and the remaining seeds \
             are split.",
        ),
    }],
    options: "Awari has no options",
    measure: Measure::Count {
        grid: (2, 6),
        what: "seeds",
        one: "seed",
        least: 1,
        most: SEEDS,
        example: "awari:12",
        quick: 10,
        ahead: 8,
        of_layer: |name| name.strip_prefix('s')?.parse().ok(),
    },
    board_examples: &["awari:12"],
    played_examples: &["awari"],
    sides: ["First", "Second"],
    points: ["seed", "seeds"],
    pieces: &[],
    looks_like: |text| {
        let is_sign = |c: char| c.is_ascii_digit() || c.is_whitespace() || c == '|' || c.is_ascii_lowercase();
        let looks = text.contains('|') && text.chars().all(is_sign);
        looks.then(|| GameSpec::new(&CARD, 0).on(Extent::Whole))
    },
    game: |board| visit(board, Erase(board)),
};

/// What not every program needs of Awari.
pub static EXTRAS: Extras = Extras {
    claims: |head| {
        // What earlier versions wrote: players, a position, or moves from the start.
        let line = head.lines().next().unwrap_or_default();
        let first = line.split([';', ',']).next().unwrap_or_default();
        match line.split_once(':') {
            Some(("First" | "Second", _)) => true,
            Some(("Start", text)) => Awari.read_position(text).is_ok(),
            _ => Awari.read_move(&Awari.start(), first).is_ok(),
        }
    },
    rules: include_str!("../rules.html"),
    facts: FACTS,
};

/// The customary format of records: there is none.
pub const FORM: Option<&dyn RecordForm> = None;

/// Visits the game, or the board without stores with at most a number of seeds.
///
/// # Errors
/// If the board does not exist.
pub fn visit<V: Visitor>(board: Board, visitor: V) -> Result<V::Done, NameError> {
    Ok(match board.extent {
        Extent::Count(seeds) => visitor.on(Seeds::new(seeds)?),
        _ => visitor.on(Awari),
    })
}

fn pack_pits(pits: Pits) -> [u64; 2] {
    let pits = pits.to_array();
    let half = |pits: &[u8]| pits.iter().fold(0, |word, &pit| word << 8 | u64::from(pit));
    [half(&pits[..OWN]), half(&pits[OWN..])]
}

fn unpack_pits(position: &AnyPosition) -> Pits {
    let pit = |pit: usize| (position.0[pit / OWN] >> (8 * (OWN - 1 - pit % OWN))) as u8;
    Pits::new(std::array::from_fn(pit)).expect("packed pits")
}

impl Packed for Awari {
    fn pack(position: &AwariPosition) -> AnyPosition {
        let [mine, theirs] = pack_pits(position.pits());
        let [store, other] = position.stores().map(u64::from);
        AnyPosition::of(&[mine, theirs, store, other, position.side_to_move() as u64])
    }

    fn unpack(position: &AnyPosition) -> AwariPosition {
        let stores = [position.0[2], position.0[3]].map(|store| store as u8);
        let side = if position.0[4] == Side::Black as u64 { Side::Black } else { Side::White };
        AwariPosition::new(unpack_pits(position), stores, side).expect("a packed position")
    }

    fn pack_move(mv: Pit) -> AnyMove {
        AnyMove(mv.index() as u64)
    }

    fn unpack_move(mv: AnyMove) -> Pit {
        Pit::ALL[mv.0 as usize]
    }
}

impl Played for Awari {
    type Searched = Self;
    type Tabled = Seeds;

    const EVALUATIONS: &'static [Evaluation<Self>] = evaluation::EVALUATIONS;

    fn searcher(&self) -> Option<Self> {
        Some(Self)
    }

    fn tables(&self, extent: Extent) -> Option<Seeds> {
        let Extent::Count(seeds) = extent else { return None };
        Seeds::new(seeds).ok()
    }

    fn to_tabled(&self, position: &AwariPosition) -> Pits {
        position.pits()
    }

    fn of_tabled(&self, position: &Pits) -> AwariPosition {
        let stored = (SEEDS - position.seeds()) as u8;
        AwariPosition::new(*position, [stored.div_ceil(2), stored / 2], Side::Black).expect("all seeds")
    }
}

/// The mover's pits.
impl Numbered for Awari {
    fn numbers(&self) -> u32 {
        OWN as u32
    }

    fn number(&self, mv: Pit) -> Option<u32> {
        Some(mv.index() as u32)
    }
}

impl Observed for Awari {
    fn grid(&self) -> (u32, u32) {
        (2, OWN as u32)
    }

    fn turns(&self) -> bool {
        true
    }

    fn piece(&self, position: &AwariPosition, cell: u32) -> Option<Piece> {
        Some(seeds(position.pits(), cell))
    }
}

impl Shown for Awari {
    fn points(&self, position: &AwariPosition) -> Option<Purse> {
        let [mine, theirs] = position.stores().map(i16::from);
        let pits = position.pits();
        let (lead, rest) = (Some(Points(mine - theirs)), Points(pits.seeds() as i16));
        Some(Purse { lead, rest, at_the_end: (!pits.can_move()).then(|| -rest) })
    }

    fn count(&self, position: &AwariPosition) -> u32 {
        position.pits().seeds()
    }

    fn cells(&self, position: &AwariPosition) -> Cells {
        let mut pits = position.pits().to_array();
        if position.side_to_move() == Side::White {
            pits.rotate_left(OWN);
        }
        Cells::Pits { pits: pits.to_vec(), stores: position.stores_by_side() }
    }

    fn picture(&self, position: &AwariPosition) -> Picture {
        picture(position.pits())
    }

    /// Twelve pits alone are a position of the databases, which ignore the stores and so cannot determine the
    /// winner.
    fn hint(&self, text: &str) -> Option<&'static str> {
        let is_numbers = text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == '|');
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).count();
        (is_numbers && numbers == 12).then_some(
            "twelve pits do not show who is ahead; add the two stores, the mover's first, for 48 seeds in all: \
             1 1 1 1 1 2 | 4 2 3 0 0 0 | 16 16",
        )
    }

    /// A move may contain spaces.
    fn separators(&self) -> &'static [char] {
        &[';', ',', '\n', '\r']
    }

    fn what(&self, position: &AwariPosition, _: Pit, _: usize) -> &'static str {
        let must_feed = position.pits().to_array()[OWN..].iter().all(|&seeds| seeds == 0);
        if must_feed { "a pit that gives your opponent seeds" } else { "a pit to sow" }
    }

    /// A player has only lower-case or only upper-case letters.
    fn respelt(&self, position: &AwariPosition, word: &str) -> String {
        let (pit, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        let pit = match position.side_to_move() {
            Side::Black => pit.to_ascii_lowercase(),
            Side::White => pit.to_ascii_uppercase(),
        };
        pit + &rest.to_ascii_lowercase()
    }

    fn totals(&self, start: &AwariPosition, moves: &[Pit]) -> Option<[HalfPoints; 2]> {
        let mut history = History::new(*start);
        for &mv in moves {
            history.play(mv);
        }
        Some(history.ending()?.seeds)
    }
}

/// The opponent's pits from right to left, then the mover's from left to right, as in the picture.
fn seeds(pits: Pits, cell: u32) -> Piece {
    let (row, col) = (cell as usize / OWN, cell as usize % OWN);
    Piece::Seeds(pits.pit(if row == 1 { col } else { OWN + OWN - 1 - col }))
}

/// Draws the pits of the player to move below, in sowing order from left to right, and the opponent's above.
fn picture(pits: Pits) -> Picture {
    let place = |row: u32, col: u32| {
        let (letter, pit) = if row == 1 { (b'a', col) } else { (b'A', 5 - col) };
        (char::from(letter + pit as u8).to_string(), Some(seeds(pits, row * OWN as u32 + col)))
    };
    Picture::grid((2, OWN as u32), |_, _| Outline::Hole, place).with_columns(('a'..='f').map(String::from))
}

impl Contest for Seeds {
    type Memory = ();

    fn begin(&self, _position: &Pits) {}

    fn is_irreversible(&self, before: &Pits, mv: Pit) -> bool {
        before.sow(mv).captured > 0
    }

    fn reason(&self, _outcome: Wdl) -> &'static str {
        "the player to move has no seeds to sow"
    }
}

impl Chance for Seeds {}

impl Packed for Seeds {
    fn pack(position: &Pits) -> AnyPosition {
        AnyPosition::of(&pack_pits(*position))
    }

    fn unpack(position: &AnyPosition) -> Pits {
        unpack_pits(position)
    }

    fn pack_move(mv: Pit) -> AnyMove {
        Awari::pack_move(mv)
    }

    fn unpack_move(mv: AnyMove) -> Pit {
        Awari::unpack_move(mv)
    }
}

impl Played for Seeds {
    type Searched = Absent<Self>;
    type Tabled = Self;

    fn tables(&self, extent: Extent) -> Option<Self> {
        Awari.tables(extent)
    }
}

/// The mover's pits.
impl Numbered for Seeds {
    fn numbers(&self) -> u32 {
        OWN as u32
    }

    fn number(&self, mv: Pit) -> Option<u32> {
        Some(mv.index() as u32)
    }
}

impl Observed for Seeds {
    fn grid(&self) -> (u32, u32) {
        (2, OWN as u32)
    }

    fn turns(&self) -> bool {
        true
    }

    fn piece(&self, position: &Pits, cell: u32) -> Option<Piece> {
        Some(seeds(*position, cell))
    }
}

impl Shown for Seeds {
    /// Twelve numbers, or a diagram without stores, describe the board alone; anything else is a game.
    fn is_about(&self, text: &str) -> bool {
        if text.trim().contains('\n') {
            return self.read_position(text).is_ok();
        }
        let numbers = text.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '|');
        numbers && text.matches('|').count() < 2
    }

    fn tells_side(&self) -> bool {
        false
    }

    fn points(&self, position: &Pits) -> Option<Purse> {
        let rest = Points(position.seeds() as i16);
        Some(Purse { lead: None, rest, at_the_end: (!position.can_move()).then(|| -rest) })
    }

    fn count(&self, position: &Pits) -> u32 {
        position.seeds()
    }

    fn picture(&self, position: &Pits) -> Picture {
        picture(*position)
    }

    fn cells(&self, position: &Pits) -> Cells {
        Cells::Pits { pits: position.to_array().to_vec(), stores: [0; 2] }
    }
}
