//! The arguments of `publish`.

use clap::Args;
use std::path::PathBuf;

/// The arguments of `publish`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PublishArgs {
    /// Database folders; without any, the site has the page alone
    #[arg(value_name = "DIR")]
    pub(crate) databases: Vec<PathBuf>,
    /// Folder for the site: new, empty, or that of an earlier site, whose files are replaced
    #[arg(long, value_name = "SITE")]
    pub(crate) out: PathBuf,
    /// Title of the site. It stays when the site is published again without it, as --board, --link and
    /// --address do; "" removes it
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Board on which the site opens; by default that of the first database
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// Address of your own page, to which the site links
    #[arg(long, value_name = "URL", value_parser = address)]
    pub(crate) link: Option<String>,
    /// Address at which the site will be, for the picture in previews of links
    #[arg(long, value_name = "URL", value_parser = address)]
    pub(crate) address: Option<String>,
    /// Licence of the databases, as an SPDX identifier
    #[arg(long, value_name = "LICENCE", default_value = "MIT")]
    pub(crate) licence: String,
    /// Who publishes the databases, for their citation
    #[arg(long, value_name = "NAME", default_value = "The nexsolve maintainers")]
    pub(crate) author: String,
    /// Reports of nexsolve report to publish too
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Vec<PathBuf>,
}

/// Reads an address of a page, or nothing.
fn address(text: &str) -> Result<String, String> {
    if text.is_empty() || ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme)) {
        return Ok(text.to_owned());
    }
    Err("give the whole address, such as https://example.org/games/".to_owned())
}
