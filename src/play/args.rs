//! The arguments of `play`.

use crate::board::BoardArgs;
use crate::matches::time_control;
use crate::notation::NotationArgs;
use clap::Args;
use nexsolve_players::matches::TimeControl;
use std::path::PathBuf;

/// The default opponent and the source of hints if there are no tables.
pub(super) const OPPONENT: &str = "uct(10000)";

/// The arguments of `play`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) notation: NotationArgs,
    /// Play against an opponent of this level: 1 (weakest) to 8, or perfect. You move first, unless `--black
    /// human` or `--white human` says otherwise
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<String>,
    /// The player who starts as Black (in Awari: the first player) [default: human]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) black: Option<String>,
    /// The player who starts as White (in draughts White moves first) [default: table with --db, else
    /// uct(10000)]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<String>,
    /// Start from this position, or these moves joined by `;`
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Database of the board, for the table player, hints and values [default: on small boards, a table made
    /// when it is needed]
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Time for each player: none, move:1s, game:5m+3s, blitz or rapid. The clock is checked when a move
    /// arrives
    #[arg(long, value_name = "TIME", default_value_t, value_parser = time_control)]
    pub(crate) time_control: TimeControl,
    /// Save the record of the game in this file after every move
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}
