//! What the tests of whole databases share.

pub(crate) mod least;

use nexsolve_db::{Form, Metric};
use nexsolve_tablegen::{Keep, Kernel, Reach, Settings};

/// Everything counted, with more memory than small boards need.
pub(crate) fn settings(metric: Metric, kernel: Kernel) -> Settings {
    Settings {
        metric,
        reach: Reach::Counted,
        form: Form::Compressed,
        memory_bytes: 4 << 30,
        kernel,
        keep: Keep::Briefly,
        program: "tests".to_owned(),
        command: "a test".to_owned(),
        game: "game".to_owned(),
        board: "board".to_owned(),
    }
}
