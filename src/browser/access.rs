//! Access: only the page that this program serves may send requests.
//!
//! Any page in the browser can send requests to this machine, and a foreign domain name may point here.
//! So the address contains a token that nobody can guess, `Host` must name this machine, and `Origin`,
//! if the browser sends it, must name this server.

use hyper::HeaderMap;
use hyper::header::{HOST, ORIGIN};

use super::answer::Refused;
use crate::session::random_seed;

#[derive(Clone, Debug)]
pub(super) struct Access {
    token: String,
    port: u16,
}

impl Access {
    /// A access with a token of its own.
    pub(super) fn new(port: u16) -> Access {
        Access { token: format!("{:016x}{:016x}", random_seed(), random_seed()), port }
    }

    /// The address of the page.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// The names of this machine in an address.
    fn hosts(&self) -> [String; 2] {
        ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port))
    }

    /// The path after the token.
    pub(super) fn check<'a>(&self, path: &'a str, headers: &HeaderMap) -> Result<&'a str, Refused> {
        let host = only(headers, HOST.as_str()).unwrap_or_default();
        if !self.hosts().iter().any(|name| name == host) {
            return Err(Refused::forbidden("this server answers to the name 127.0.0.1 only"));
        }
        let is_own =
            |origin: &str| self.hosts().iter().any(|name| origin.strip_prefix("http://") == Some(name));
        if headers.contains_key(ORIGIN) && !only(headers, ORIGIN.as_str()).is_some_and(is_own) {
            return Err(Refused::forbidden("request from another site refused"));
        }
        let (token, rest) = path.strip_prefix('/').and_then(|path| path.split_once('/')).unwrap_or_default();
        if !is_same(token, &self.token) {
            return Err(Refused::forbidden("the address is not the one that `fibnif serve` has printed"));
        }
        Ok(rest)
    }
}

/// The value of a header that occurs once.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next().filter(|_| values.next().is_none())?;
    value.to_str().ok()
}

/// Whether two texts are equal. The time this takes does not reveal where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let differing = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differing == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admitted(access: &Access, path: &str, headers: &[(&'static str, &str)]) -> bool {
        let headers = headers
            .iter()
            .map(|&(name, value)| (hyper::header::HeaderName::from_static(name), value.parse().unwrap()));
        access.check(path, &headers.collect()).is_ok()
    }

    #[test]
    fn only_the_own_page_is_admitted() {
        let access = Access { token: "secret".to_string(), port: 80 };
        let own = ("host", "127.0.0.1:80");
        assert!(admitted(&access, "/secret/", &[own]));
        assert!(admitted(&access, "/secret/games", &[own, ("origin", "http://127.0.0.1:80")]));
        assert!(admitted(&access, "/secret/", &[("host", "localhost:80")]));
        for (path, headers) in [
            ("/", &[own][..]),
            ("/secret", &[own]),
            ("/secres/", &[own]),
            ("/secret1/", &[own]),
            ("secret/", &[own]),
            ("/secret/", &[]),
            ("/secret/", &[("host", "127.0.0.1")]),
            ("/secret/", &[("host", "evil.example:80")]),
            ("/secret/", &[own, ("origin", "http://evil.example")]),
            ("/secret/", &[own, ("origin", "null")]),
            ("/secret/", &[own, ("origin", "http://127.0.0.1:81")]),
        ] {
            assert!(!admitted(&access, path, headers), "{path} {headers:?}");
        }
        assert_ne!(Access::new(80).token, Access::new(80).token);
        assert_eq!(Access::new(80).token.len(), 32);
    }
}
