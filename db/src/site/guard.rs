//! Keeps servers from leading requests to this computer.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Resolves the names of hosts. If the host of a database is elsewhere, a redirection to this computer is
/// refused: it could reach services that only this computer may use.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The host that the user named, in small letters.
    home: String,
    /// Whether that is this computer.
    is_here: Arc<AtomicBool>,
}

impl Guard {
    /// Creates the guard of requests to a host.
    pub(super) fn new(home: &str) -> Self {
        Self { home: home.to_ascii_lowercase(), is_here: Arc::default() }
    }
}

impl Resolver for Guard {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let is_here = found.iter().any(|address| {
            let ip = address.ip().to_canonical();
            ip.is_loopback() || ip.is_unspecified()
        });
        let host = uri.host().unwrap_or_default().to_ascii_lowercase();
        let is_proxy = config.proxy().is_some_and(|proxy| proxy.host().eq_ignore_ascii_case(&host));
        if host == self.home {
            self.is_here.fetch_or(is_here, Relaxed);
        } else if is_here && !is_proxy && !self.is_here.load(Relaxed) {
            let reason = format!("the server redirected the request to this computer ({host})");
            return Err(Error::Io(io::Error::new(ErrorKind::PermissionDenied, reason)));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use ureq::Timeout;

    #[test]
    fn only_a_host_elsewhere_may_not_lead_here() {
        let (config, after) = (Config::default(), Duration::from_secs(9).into());
        let resolves = |guard: &Guard, address: &str| {
            let timeout = NextTimeout { after, reason: Timeout::Resolve, ..NextTimeout::default() };
            guard.resolve(&address.parse().expect("an address"), &config, timeout)
        };
        let here =
            ["http://127.0.0.1:9/x", "http://[::1]/x", "http://0.0.0.0/x", "http://[::ffff:127.0.0.1]/x"];
        let elsewhere = Guard::new("192.0.2.1");
        assert!(resolves(&elsewhere, "http://192.0.2.1/x").is_ok());
        for address in here {
            let error = resolves(&elsewhere, address).expect_err("refused").to_string();
            assert!(error.contains("redirected the request to this computer"), "{address}: {error}");
            assert!(resolves(&elsewhere, "http://192.0.2.2/x").is_ok());
        }
        let own = Guard::new("127.0.0.1");
        for address in here {
            assert!(resolves(&own, address).is_ok(), "{address}");
        }
    }
}
