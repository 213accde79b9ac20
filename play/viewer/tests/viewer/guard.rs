//! Headers: which requests are refused, and which headers every answer has.

use crate::ask::{Body, get, request, router, send, viewer};
use hyper::{Method, StatusCode, header};
use nexsolve_viewer::{Names, ServerLimits};
use serde_json::json;

#[tokio::test]
async fn other_names_and_other_pages_are_refused() {
    let router = router();
    let asked = |host: Option<&str>, origin: Option<&str>| {
        let mut request = request(Method::POST, "/api/v1/position", json!({"board": "nex:2x2"}).to_string());
        let headers = request.headers_mut();
        headers.remove(header::HOST);
        if let Some(host) = host {
            headers.insert(header::HOST, host.parse().expect("a value"));
        }
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a value"));
        }
        request
    };
    for (host, origin, status) in [
        (Some("localhost:8080"), None, StatusCode::OK),
        (Some("127.0.0.1:8080"), Some("http://127.0.0.1:8080"), StatusCode::OK),
        (Some("example.org"), None, StatusCode::FORBIDDEN),
        (Some("example.org:8080"), Some("http://example.org:8080"), StatusCode::FORBIDDEN),
        (Some("localhost:8080"), Some("http://example.org"), StatusCode::FORBIDDEN),
        (Some("localhost:8080"), Some("http://localhost:9090"), StatusCode::FORBIDDEN),
        (Some("localhost:8080"), Some("null"), StatusCode::FORBIDDEN),
        (None, None, StatusCode::BAD_REQUEST),
    ] {
        let answer = send(&router, asked(host, origin)).await;
        assert_eq!(answer.status, status, "{host:?} {origin:?}");
        assert!(answer.headers.contains_key(header::CONTENT_SECURITY_POLICY));
    }
    let anywhere = viewer(Vec::new(), ServerLimits::default()).answers(Names::of([0, 0, 0, 0].into(), &[]));
    assert_eq!(send(&anywhere, asked(Some("example.org"), None)).await.status, StatusCode::OK);
    let foreign = asked(Some("example.org"), Some("http://example.com"));
    assert_eq!(send(&anywhere, foreign).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn every_answer_has_the_headers() {
    let router = router();
    for path in ["/", "/api/v1/games", "/nothing", "/api/v1/position"] {
        let headers = get(&router, path).await.headers;
        let value = |name: &str| {
            headers.get(name).unwrap_or_else(|| panic!("{path}: {name}")).to_str().expect("text").to_owned()
        };
        let policy = value("content-security-policy");
        assert!(
            policy.contains("default-src 'none'")
                && policy.contains("frame-ancestors 'none'")
                && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(value("x-content-type-options"), "nosniff");
        assert_eq!(value("referrer-policy"), "no-referrer");
        assert_eq!(value("cross-origin-opener-policy"), "same-origin");
        assert_eq!(value("cross-origin-resource-policy"), "same-origin");
        assert!(headers.get("access-control-allow-origin").is_none());
        assert_eq!(value("cache-control"), if path == "/" { "no-cache" } else { "no-store" });
    }
}

#[tokio::test]
async fn the_page_is_sent_once_and_asked_after() {
    let router = router();
    let page = get(&router, "/").await;
    assert_eq!(
        (page.status, page.headers[header::CONTENT_TYPE].as_bytes()),
        (StatusCode::OK, &b"text/html; charset=utf-8"[..])
    );
    let tag = page.headers[header::ETAG].clone();
    let mut again = request(Method::GET, "/index.html", Body::default());
    again.headers_mut().insert(header::IF_NONE_MATCH, tag.clone());
    let again = send(&router, again).await;
    assert_eq!((again.status, again.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
    let mut other = request(Method::GET, "/", Body::default());
    other.headers_mut().insert(header::IF_NONE_MATCH, "\"another\"".parse().expect("a value"));
    assert_eq!(send(&router, other).await.bytes, page.bytes);
    let head = send(&router, request(Method::HEAD, "/", Body::default())).await;
    assert_eq!((head.status, head.bytes.len(), &head.headers[header::ETAG]), (StatusCode::OK, 0, &tag));
    // The files that the page names exist; files that only tests need do not.
    let text = String::from_utf8(page.bytes).expect("text");
    let named =
        text.split(['"', '\'']).filter(|name| matches!(name.rsplit_once('.'), Some((_, "js" | "css"))));
    let mut count = 0;
    for name in named {
        let path = format!("/{}", name.trim_start_matches("./").trim_start_matches('/'));
        assert_eq!(get(&router, &path).await.status, StatusCode::OK, "{path}");
        count += 1;
    }
    assert!(count > 0);
    assert_eq!(get(&router, "/package.json").await.status, StatusCode::NOT_FOUND);
}
