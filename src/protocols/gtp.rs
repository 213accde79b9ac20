//! `nexsolve gtp`: an engine for programs that speak the Go Text Protocol.

use crate::arena;
use crate::args::{Global, GtpArgs};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::{players, threads};
use nexsolve_boards::{Arena, Meeting, Rhombus, Tables};
use nexsolve_core::{Prober, SplitMix};
use nexsolve_games::rhombus::MAX_SIDE;
use nexsolve_players::gtp::{Clock, Ended, Loading, Session, Setup};
use nexsolve_players::{Playable, Roster, Spec};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Rows and columns where nobody says how many.
const USUAL_SIZE: u32 = 11;

/// Runs the command.
pub(crate) fn run(args: &GtpArgs, global: &Global) -> Result<Exit, Fault> {
    if global.json {
        return Err(Fault::usage("gtp answers in the protocol's own form: --json cannot stand here"));
    }
    let first = arena(args)?;
    let spec = players::spec(&args.player)?;
    threads::with(global, |_| {
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        let (mut clock, mut arena, mut number, mut loading) = (Clock::default(), first, 0, None);
        loop {
            // A database knows one board.
            let folder = args.db.as_deref().filter(|_| arena == first);
            let talk = Talk {
                args,
                global,
                spec: &spec,
                arena,
                first,
                seed: SplitMix::part(global.seed, number).next_word(),
                loading: loading.take(),
                clock: &mut clock,
                input: &mut input,
                output: &mut output,
            };
            let (rows, cols) = match talk.on_arena(folder)? {
                Ended::Quit | Ended::Silence => return Ok(Exit::Done),
                Ended::Resized(rows, cols) => (rows, cols),
                Ended::Loaded(rows, cols, game) => {
                    loading = Some(game);
                    (rows, cols)
                }
            };
            if let Arena::Rhombus(rhombus) = arena {
                arena = Arena::Rhombus(Rhombus { rows, cols, ..rhombus });
            }
            number += 1;
        }
    })
}

/// What is played; a board of the usual size where only the game is told.
fn arena(args: &GtpArgs) -> Result<Arena, Fault> {
    let mut board = args.whole.board();
    let sizeless = board.board.is_none() && board.size.or(board.rows).or(board.cols).is_none();
    let is_rhombus = |game: &str| {
        let game = game.to_ascii_lowercase();
        ["nex", "hex"].iter().any(|name| game == *name || game.starts_with(&format!("{name}:")))
    };
    if sizeless && board.game.as_deref().is_none_or(is_rhombus) {
        board.size = Some(USUAL_SIZE);
    }
    arena::of(&board)
}

/// A session on one board.
struct Talk<'a> {
    args: &'a GtpArgs,
    global: &'a Global,
    spec: &'a Spec,
    arena: Arena,
    /// What the session began with.
    first: Arena,
    seed: u64,
    /// What the controller has loaded for this board.
    loading: Option<Loading>,
    clock: &'a mut Clock,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

impl Talk<'_> {
    fn on_arena(self, folder: Option<&Path>) -> Result<Ended, Fault> {
        arena::with(self.arena, folder, self.global, self)
    }
}

impl Meeting for Talk<'_> {
    type Done = Result<Ended, Fault>;

    fn on<G: Playable>(self, game: &G, tables: Option<&dyn Tables<G>>) -> Self::Done {
        let tables = tables.map(|tables| tables as &dyn Prober<G>);
        let never = AtomicBool::new(false);
        // A player that needs tables stays on the board that has them.
        let is_free = players::make(&Roster { game, table: None }, self.spec, 0).is_ok();
        let sides = 1..=u32::from(MAX_SIDE);
        let can_be = |rows, cols| match self.first {
            Arena::Rhombus(first) => {
                let is_size = sides.contains(&rows) && sides.contains(&cols);
                is_size && (is_free || (first.rows, first.cols) == (rows, cols))
            }
            Arena::Awari | Arena::Draughts(_) => false,
        };
        let setup = Setup {
            game,
            tables,
            player: players::make(&Roster { game, table: tables }, self.spec, self.seed)?,
            most: self.args.time,
            nodes: self.args.nodes,
            memory_bytes: self.global.memory / 2,
            version: env!("CARGO_PKG_VERSION"),
            sizes: &can_be,
            stop: &never,
        };
        let mut session = Session::new(setup);
        if let Some(loading) = &self.loading {
            session.load(loading).map_err(|error| Fault::new(Exit::Fault, error))?;
        }
        match session.run(self.clock, self.input, self.output) {
            Ok(ended) => Ok(ended),
            // Nobody listens any more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Ended::Silence),
            Err(error) => Err(Fault::new(Exit::Fault, format!("the session is broken: {error}"))),
        }
    }
}
