//! The names of the files and folders of a site.

/// The file that marks a folder as a site: its databases and their files.
pub(super) const SITE: &str = "site.json";

/// The version of the page and the list of its files, for the service worker.
pub(super) const VERSION: &str = "version.js";

/// The folder of the databases.
pub(super) const DATABASES: &str = "databases";

/// The folder of the reports.
pub(super) const REPORTS: &str = "reports";

/// The folder of the networks that come with the program.
pub(super) const NETWORKS: &str = "networks";
