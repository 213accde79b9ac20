//! Databases in scratch folders, and checks of pictures. The tests of the studies use them too.

pub(crate) mod databases;
pub(crate) mod pictures;
