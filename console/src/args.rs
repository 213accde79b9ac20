//! The options of every command.

use crate::units;
use clap::Args;

/// Options of every command.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// Number of threads [default: one per processor]
    #[arg(long, global = true, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Memory limit, such as 512MiB or 4GiB, for everything the program allocates, thread stacks included;
    /// code and cached file pages do not count
    #[arg(long, global = true, value_name = "SIZE", default_value = "1GiB", value_parser = units::memory)]
    pub memory: u64,
    /// Print one JSON document instead of text
    #[arg(long, global = true)]
    pub json: bool,
    /// Do not show progress
    #[arg(long, global = true)]
    pub quiet: bool,
    /// Seed of random choices; exact values do not depend on it
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least 1; omit the option to use every processor".to_owned()),
        Ok(n) if n > 1_024 => Err("at most 1024".to_owned()),
        Ok(n) => Ok(n),
        Err(_) => Err("give a whole number from 1 to 1024".to_owned()),
    }
}
