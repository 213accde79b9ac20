use super::*;
pub(super) fn add(_: &mut Files, _: &[Ground<'_>]) -> Result<Answer, ReportError> {
    Ok(Answer { question: "x", path: "x".into(), short: String::new() })
}
