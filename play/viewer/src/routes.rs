//! The addresses and what answers them.

use crate::app::App;
use crate::document;
use crate::guard::{self, Names};
use crate::problem::{Problem, ProblemKind};
use crate::reply::{self, Incoming, Reply, ReplyBody, is_get};
use crate::{answers, page};
use http_body_util::BodyExt;
use hyper::body::{Body, Bytes};
use hyper::{Method, Request, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::error::Error;
use std::io;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// The prefix of all addresses of version 1.
const V1: &str = "/api/v1/";

/// Answers requests. Clones share the server.
#[derive(Clone)]
pub struct Answers {
    pub(crate) app: Arc<App>,
    pub(crate) names: Names,
}

impl Answers {
    /// Answers a request. A panic becomes an error answer, and the server continues.
    pub async fn answer<B>(&self, request: Request<B>) -> Response<ReplyBody>
    where
        B: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>> + Send + 'static,
    {
        let request = request.map(|body| body.map_err(io::Error::other).boxed_unsync());
        let answers = self.clone();
        // The work ends when the client disconnects, because the set is dropped.
        let mut work = JoinSet::new();
        work.spawn(async move { answers.route(request).await.unwrap_or_else(Problem::reply) });
        let reply = match work.join_next().await {
            Some(Ok(reply)) => reply,
            _ => Problem::panicked().reply(),
        };
        guard::with_headers(reply)
    }

    async fn route(&self, request: Request<Incoming>) -> Result<Reply, Problem> {
        guard::check(&self.names, request.headers())?;
        let Some(route) = request.uri().path().strip_prefix(V1).map(str::to_owned) else {
            return page::file(&request);
        };
        macro_rules! at {
            ($answer:path) => {
                self.post(request, $answer).await
            };
        }
        match route.as_str() {
            "games" => Ok(self.get(&request, answers::games)),
            "databases" => Ok(self.get(&request, answers::databases)),
            "values" => self.values(request).await,
            route => answers::posted!(route, at, Err(Problem::new(ProblemKind::NotFound, "no such address"))),
        }
    }

    /// Answers with a document that needs none.
    fn get<A: Serialize>(&self, request: &Request<Incoming>, answer: impl Fn(&App) -> A) -> Reply {
        if is_get(request) { reply::answer(answer(&self.app)) } else { Problem::only_get() }
    }

    /// Answers with values; if the request asks for progress, in several lines.
    async fn values(&self, request: Request<Incoming>) -> Result<Reply, Problem> {
        if request.method() != Method::POST {
            return Ok(Problem::only_post());
        }
        let asked = document::read(request, &self.app).await?;
        let (sender, told) = mpsc::unbounded_channel();
        // If the client has left, nobody hears it.
        let tell: answers::Tell = Arc::new(move |line| drop(sender.send(line)));
        let mut work = reply::Work::new();
        work.spawn(answers::values(Arc::clone(&self.app), asked, tell));
        reply::lines(told, work).await
    }

    /// Answers a document with a document.
    async fn post<Q: DeserializeOwned, A: Serialize, F: Future<Output = Result<A, Problem>>>(
        &self,
        request: Request<Incoming>,
        answer: impl FnOnce(Arc<App>, Q) -> F,
    ) -> Result<Reply, Problem> {
        if request.method() != Method::POST {
            return Ok(Problem::only_post());
        }
        let asked = document::read(request, &self.app).await?;
        answer(Arc::clone(&self.app), asked).await.map(reply::answer)
    }
}
