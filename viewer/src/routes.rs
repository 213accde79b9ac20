//! The addresses and what answers them.

use crate::answers;
use crate::app::App;
use crate::document::{self, Document};
use crate::guard::{self, Names};
use crate::page::{self, only_get};
use crate::problem::{Kind, Problem};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use std::any::Any;
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;

/// The prefix of all addresses of version 1.
const V1: &str = "/api/v1";

/// A route that takes a document and answers with one.
macro_rules! posts {
    ($answer:path) => {
        post(|State(app): State<Arc<App>>, Document(request): Document<_>| async move {
            $answer(app, request).await.map(document::answer)
        })
        .fallback(only_post)
    };
}

/// All routes.
pub(crate) fn router(app: Arc<App>, names: Names) -> Router {
    let v1 = Router::new()
        .route(
            "/games",
            get(|State(app): State<Arc<App>>| async move { document::answer(answers::games(&app)) })
                .fallback(only_get),
        )
        .route(
            "/databases",
            get(|State(app): State<Arc<App>>| async move { document::answer(answers::databases(&app)) })
                .fallback(only_get),
        )
        .route("/position", posts!(answers::position))
        .route("/values", posts!(answers::values))
        .route("/line", posts!(answers::line))
        .route("/connections", posts!(answers::connections))
        .route("/batch", posts!(answers::batch))
        .route("/play", posts!(answers::play))
        .route("/players", posts!(answers::players))
        .route("/read", posts!(answers::read))
        .route("/write", posts!(answers::write))
        .route("/audit", posts!(answers::audit));
    Router::new()
        .nest(V1, v1)
        .fallback(page::file)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(names, guard::guard))
        .with_state(app)
}

async fn only_post() -> impl IntoResponse {
    let problem = Problem::new(Kind::Request, "this address expects POST with a JSON document");
    ([(header::ALLOW, "POST")], problem.status(StatusCode::METHOD_NOT_ALLOWED))
}

/// A panic becomes an error answer, and the server continues.
fn panicked(_: Box<dyn Any + Send>) -> Response {
    Problem::server("internal error; please report it together with the request").into_response()
}
