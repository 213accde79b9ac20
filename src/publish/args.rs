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
