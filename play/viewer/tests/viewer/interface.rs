//! Sends the examples of the description of the interface, and compares the answers.

use crate::ask::{get, post, router};
use serde_json::Value;

const INTERFACE: &str = include_str!("../../INTERFACE.md");

/// Returns the blocks between these fences, in the order of the text, each with the text before it in the
/// same section.
fn blocks(kind: &str) -> Vec<&'static str> {
    let mut rest = INTERFACE;
    let mut found = Vec::new();
    let fence = format!("```{kind}\n");
    while let Some(at) = rest.find(&fence) {
        let block = &rest[at + fence.len()..];
        let end = block.find("```").expect("a fence");
        found.push(&block[..end]);
        rest = &block[end..];
    }
    found
}

/// Returns the document without comments.
fn bare(block: &str) -> Value {
    let line = |line: &str| {
        // A comment begins after the last value of a line.
        let end = line.find("  // ").unwrap_or(line.len());
        line[..end].to_owned()
    };
    let text: Vec<String> = block.lines().map(line).collect();
    serde_json::from_str(&text.join("\n")).unwrap_or_else(|error| panic!("{error}: {block}"))
}

/// Returns whether the answer matches the example, where `"…"` stands for anything, and at the end of a list
/// for further elements.
fn fits(said: &Value, answer: &Value) -> bool {
    match (said, answer) {
        (Value::String(text), _) if text == "…" => true,
        (Value::Array(said), Value::Array(answer)) => match said.split_last() {
            Some((Value::String(more), first)) if more == "…" => {
                answer.len() > first.len()
                    && first.iter().zip(answer).all(|(said, answer)| fits(said, answer))
            }
            _ => {
                said.len() == answer.len() && said.iter().zip(answer).all(|(said, answer)| fits(said, answer))
            }
        },
        (Value::Object(said), Value::Object(answer)) => {
            let fits = |(key, said)| answer.get(key).is_some_and(|answer| fits(said, answer));
            said.len() == answer.len() && said.iter().all(fits)
        }
        _ => said == answer,
    }
}

#[tokio::test]
async fn the_examples_have_true_answers() {
    let router = router();
    let (commands, answers) = (blocks("sh"), blocks("jsonc"));
    let commands: Vec<&str> = commands.into_iter().filter(|command| command.starts_with("curl")).collect();
    assert_eq!(commands.len(), answers.len());
    assert!(commands.len() >= 11, "every route has an example");
    for (command, said) in commands.into_iter().zip(answers) {
        let path = command.split("127.0.0.1:8080").nth(1).expect("an address");
        let path = path.split(char::is_whitespace).next().expect("a path");
        let answer = match command.split_once("-d '") {
            None => get(&router, path).await,
            Some((_, document)) => {
                let document = document.rsplit_once('\'').expect("a quote").0;
                let document: Value = serde_json::from_str(document).expect(document);
                post(&router, path.strip_prefix("/api/v1/").expect("version 1"), &document).await
            }
        };
        let answer = answer.json();
        assert!(fits(&bare(said), &answer), "{command}\nexample: {said}\nanswer: {answer:#}");
    }
}
