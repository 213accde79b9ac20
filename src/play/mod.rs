//! `nexsolve play`: a game at the terminal, between people, programs, or both.

mod input;
mod seat;
mod session;
mod words;

use crate::arena;
use crate::args::{Global, PlayArgs};
use crate::exit::Exit;
use crate::fault::{Fault, snippet};
use crate::{files, players, stop, threads};
use input::Input;
use nexsolve_boards::{Arena, Meeting, Tables};
use nexsolve_core::{Prober, SplitMix};
use nexsolve_players::matches::{Opening, OpeningError};
use nexsolve_players::{Playable, Roster, Spec};
use seat::Seat;
use session::Session;
use std::io::{self, IsTerminal};

/// Runs the command.
pub(crate) fn run(args: &PlayArgs, global: &Global) -> Result<Exit, Fault> {
    if global.json {
        let message = "a game at the terminal has no JSON document";
        return Err(Fault::usage(message).hint("nexsolve match plays games between programs, and has one"));
    }
    let arena = arena::of(&args.arena)?;
    let white = args.white.as_deref().unwrap_or(if args.db.is_some() { "table" } else { OPPONENT });
    let specs = [players::spec(&args.black)?, players::spec(white)?];
    arena::with(arena, args.db.as_deref(), global, Sitting { args, global, arena, specs })
}

/// Who plays, and who gives hints, if the user names nobody and there are no tables.
const OPPONENT: &str = "uct(10000)";

/// The game, when it is known which.
struct Sitting<'a> {
    args: &'a PlayArgs,
    global: &'a Global,
    arena: Arena,
    specs: [Spec; 2],
}

impl Meeting for Sitting<'_> {
    type Done = Result<Exit, Fault>;

    fn on<G: Playable>(self, game: &G, tables: Option<&dyn Tables<G>>) -> Self::Done {
        let tables = tables.map(|tables| tables as &dyn Prober<G>);
        let Self { args, global, arena, specs } = self;
        let opening = match &args.position {
            Some(text) => Opening::read(game, text).map_err(|error| misread(text, &error))?,
            None => Opening::start(game),
        };
        if let Some(file) = &args.record {
            files::check_folder(file)?;
        }
        let roster = Roster { game, table: tables };
        let mut lots = SplitMix(global.seed);
        let [black, white] = specs;
        let seats =
            [Seat::of(&roster, &black, lots.next_word())?, Seat::of(&roster, &white, lots.next_word())?];
        let people = seats.iter().any(Seat::is_person);
        if !people {
            // A person's game ends with Ctrl-C at once: its record is whole after every move.
            stop::on_interrupt("the game")?;
        }
        let session = Session::new(game, &roster, args, opening, seats);
        threads::with(global, |_| {
            let stdin = io::stdin();
            let shown = stdin.is_terminal();
            session.run(arena, &mut Input::new(&mut stdin.lock(), shown))
        })?;
        Ok(stop::cause().map_or(Exit::Done, stop::Cause::exit))
    }
}

/// A `--position` that no game can begin with.
fn misread(text: &str, error: &OpeningError) -> Fault {
    match error {
        OpeningError::Read(error) => Fault::read("position", text, error),
        other => Fault::input(format!("position: {other}\n{}", snippet(text, 0..text.len()))),
    }
}
