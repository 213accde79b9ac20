//! The JSON documents of requests.

use crate::answers;
use crate::app::App;
use crate::limits::PIECE;
use crate::problem::{Problem, ProblemKind};
use crate::reply::Incoming;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Bytes};
use hyper::header::{self, HeaderMap};
use hyper::{Request, StatusCode};
use serde::de::DeserializeOwned;
use tokio::sync::SemaphorePermit;
use tokio::time;

/// Reads the document of a request.
pub(crate) async fn read<T: DeserializeOwned>(request: Request<Incoming>, app: &App) -> Result<T, Problem> {
    let (parts, body) = request.into_parts();
    // Another site's page can send other types without a preflight request, but not JSON.
    if !is_json(&parts.headers) {
        let message = "the request needs a JSON document and the header Content-Type: application/json";
        return Err(Problem::new(ProblemKind::Request, message).status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    // A document whose stated length is too long is refused at once.
    if body.size_hint().lower() > app.limits.body_bytes as u64 {
        return Err(too_long(app));
    }
    // Kept until the document is read.
    let _room = room(body.size_hint().upper(), app).await?;
    let bytes = whole(body, app).await?;
    answers::parsed(&bytes)
}

/// Documents of up to this size need no reservation: the memory of a connection suffices.
const SHORT: usize = 16 << 10;

/// Reserves memory for a document of `told` bytes, or of the greatest allowed size if it does not state one.
/// Returns `None` for a short document, which needs no reservation.
async fn room(told: Option<u64>, app: &App) -> Result<Option<SemaphorePermit<'_>>, Problem> {
    let most = app.limits.body_bytes;
    let size = told.and_then(|size| usize::try_from(size).ok()).unwrap_or(most).min(most);
    if size <= SHORT {
        return Ok(None);
    }
    let pieces = u32::try_from(size.div_ceil(PIECE)).unwrap_or(u32::MAX);
    let room = time::timeout(app.limits.wait, app.documents.acquire_many(pieces)).await;
    let busy = |_| {
        Problem::new(ProblemKind::Busy, "too many long documents arrive at once")
            .hint("try again in a moment")
    };
    room.map_err(busy)?.map(Some).map_err(|_| Problem::server("the server is shutting down"))
}

fn too_long(app: &App) -> Problem {
    let message = format!("a document may have at most {} bytes", app.limits.body_bytes);
    Problem::new(ProblemKind::Limit, message).status(StatusCode::PAYLOAD_TOO_LARGE)
}

/// The whole body, within bounds of size and time.
async fn whole(body: Incoming, app: &App) -> Result<Bytes, Problem> {
    let most = app.limits.body_bytes;
    let body = time::timeout(app.limits.body, Limited::new(body, most).collect()).await;
    let body = body.map_err(|_| {
        let message = "the document took too long to arrive";
        Problem::new(ProblemKind::Request, message).status(StatusCode::REQUEST_TIMEOUT)
    })?;
    match body {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(too_long(app)),
        Err(_) => Err(Problem::new(ProblemKind::Request, "the document is incomplete")),
    }
}

/// Returns whether the request says that its body is JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}
