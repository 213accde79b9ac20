//! The options of every command, and options that several programs share.

use crate::units;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nexsolve_db::Metric;

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

/// The kind of tables to generate.
#[derive(Args, Clone, Debug)]
pub struct KindArgs {
    /// What to store for each position [default: score for Awari, else wdl]
    #[arg(long, value_parser = choice([
        ("wdl", Metric::Wdl, "Win, draw or loss"),
        ("dtw", Metric::Dtw, "Win, draw or loss, and the distance: plies to the end"),
        ("score", Metric::Score, "Points won minus points lost from here on"),
    ]))]
    pub metric: Option<Metric>,
    /// Do not compress: larger tables, faster look-ups
    #[arg(long)]
    pub raw: bool,
    /// Record and count the positions reachable from the start [default for Nex and Hex]
    #[arg(long, overrides_with = "no_reach")]
    pub reach: bool,
    /// Do not record reachable positions, to save time
    #[arg(long)]
    pub no_reach: bool,
}

/// Reads one of several words. Each stands for a value, and has a description for `--help`, unless that is
/// empty.
///
/// # Panics
/// Never: the parser accepts only these words.
pub fn choice<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, T, &'static str); N],
) -> impl TypedValueParser<Value = T> {
    let words = all.map(|(word, _, about)| match about {
        "" => PossibleValue::new(word),
        about => PossibleValue::new(word).help(about),
    });
    PossibleValuesParser::new(words).map(move |text| {
        let (_, value, _) = all.into_iter().find(|(word, ..)| *word == text).expect("one of the words");
        value
    })
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least 1; omit the option to use every processor".to_owned()),
        Ok(n) if n > 1_024 => Err("at most 1024".to_owned()),
        Ok(n) => Ok(n),
        Err(_) => Err("give a whole number from 1 to 1024".to_owned()),
    }
}
