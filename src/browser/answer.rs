//! Responses.

use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::{Value, json};

#[derive(Debug)]
pub(super) struct HttpAnswer {
    status: StatusCode,
    kind: &'static str,
    policy: &'static str,
    body: Bytes,
}

/// The content policy of a page that has its own style and no script.
const SHEET: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
                     form-action 'none'; frame-ancestors 'none'";

/// Why a request is refused.
#[derive(Debug)]
pub(super) struct Refused {
    status: StatusCode,
    code: String,
    reason: String,
}

/// The content policy of the board's page: it may connect only to this server, show only pictures it
/// has drawn itself, and is not shown in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

impl HttpAnswer {
    pub(super) fn text(kind: &'static str, body: impl Into<Bytes>) -> HttpAnswer {
        HttpAnswer { status: StatusCode::OK, kind, policy: POLICY, body: body.into() }
    }

    /// A page with its own style.
    pub(super) fn page(body: String) -> HttpAnswer {
        HttpAnswer { policy: SHEET, ..HttpAnswer::text("text/html; charset=utf-8", body) }
    }

    pub(super) fn json(value: &Value) -> HttpAnswer {
        HttpAnswer::text("application/json", value.to_string())
    }

    pub(super) fn nothing() -> HttpAnswer {
        HttpAnswer { status: StatusCode::NO_CONTENT, ..HttpAnswer::text("text/plain", Bytes::new()) }
    }

    pub(super) fn response(self) -> Response<Full<Bytes>> {
        let mut response = Response::new(Full::new(self.body));
        *response.status_mut() = self.status;
        let headers = [
            (CONTENT_TYPE, self.kind),
            (CACHE_CONTROL, "no-store"),
            (CONTENT_SECURITY_POLICY, self.policy),
            (HeaderName::from_static("x-content-type-options"), "nosniff"),
            (HeaderName::from_static("referrer-policy"), "no-referrer"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        ];
        let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
        response.headers_mut().extend(headers);
        response
    }
}

impl Refused {
    fn new(status: StatusCode, code: &str, reason: impl Into<String>) -> Refused {
        Refused { status, code: code.to_string(), reason: reason.into() }
    }

    pub(super) fn forbidden(reason: &str) -> Refused {
        Refused::new(StatusCode::FORBIDDEN, "forbidden", reason)
    }

    pub(super) fn missing(reason: impl Into<String>) -> Refused {
        Refused::new(StatusCode::NOT_FOUND, "missing", reason)
    }

    pub(super) fn unclear(reason: impl Into<String>) -> Refused {
        Refused::new(StatusCode::BAD_REQUEST, "form", reason)
    }

    pub(super) fn too_much(reason: impl Into<String>) -> Refused {
        Refused::new(StatusCode::PAYLOAD_TOO_LARGE, "too-much", reason)
    }

    pub(super) fn too_many(reason: impl Into<String>) -> Refused {
        Refused::new(StatusCode::TOO_MANY_REQUESTS, "too-many", reason)
    }

    pub(super) fn by_game(code: &str, reason: impl Into<String>) -> Refused {
        Refused::new(StatusCode::CONFLICT, code, reason)
    }

    pub(super) fn by_system(error: &std::io::Error) -> Refused {
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, "system", error.to_string())
    }

    pub(super) fn answer(self) -> HttpAnswer {
        let Refused { status, code, reason } = self;
        let body = json!({ "refused": { "code": code, "reason": reason } });
        HttpAnswer { status, ..HttpAnswer::json(&body) }
    }
}
