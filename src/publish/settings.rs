//! What the operator says about a site, which its list keeps for the next time.

use super::args::PublishArgs;
use nexsolve_viewer::SitePage;
use serde::{Deserialize, Serialize};

/// The settings of a site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Settings {
    title: Option<String>,
    pub(super) board: Option<String>,
    link: Option<String>,
    address: Option<String>,
}

impl Settings {
    /// These settings with what is given now; an empty text removes a setting.
    pub(super) fn with(self, args: &PublishArgs) -> Self {
        let merged = |given: &Option<String>, earlier| match given {
            Some(text) => Some(text.clone()).filter(|text| !text.is_empty()),
            None => earlier,
        };
        let slash = |address: String| if address.ends_with('/') { address } else { address + "/" };
        Self {
            title: merged(&args.title, self.title),
            board: merged(&args.board, self.board),
            link: merged(&args.link, self.link),
            address: merged(&args.address, self.address).map(slash),
        }
    }

    /// What the page says of them.
    pub(super) fn page(&self) -> SitePage<'_> {
        SitePage {
            title: self.title.as_deref(),
            link: self.link.as_deref(),
            address: self.address.as_deref(),
        }
    }
}
