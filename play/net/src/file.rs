//! Network files: tensors in the safetensors format, with 16-bit floats.
//!
//! The header's metadata says `format` ("nexsolve network"), `version` ("1"), `kinds` (pairs of two digits:
//! what a cell holds before and after a change, [`ChangeKind`]), `digest` (BLAKE3 of the tensors' bytes),
//! `digest_with_kinds` (BLAKE3 of the tensors' bytes and the text of `kinds`; files of earlier programs have
//! none) and whatever the trainer adds. The tensors are those of [`NetworkShape::tensors`]; their shapes give
//! the size of the network.

use crate::header::check_names;
use crate::{ChangeKind, Network, NetworkShape};
use half::f16;
use nexsolve_games::PLANES;
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use std::collections::HashMap;

/// The value of `format`.
const FORMAT: &str = "nexsolve network";

/// The version that is written, and read.
const VERSION: &str = "1";

/// Where the header begins: after its length.
const HEADER: usize = 8;

/// The most weights that a file may have: 64 MiB of them.
const MOST_WEIGHTS: usize = 1 << 25;

/// The most channels, units and numbers of moves that a network may have, and the most blocks. The memory for
/// a position grows with them, and a short file can claim any.
const MOST_CHANNELS: usize = 1 << 10;
const MOST_UNITS: usize = 1 << 12;
const MOST_BLOCKS: usize = 1 << 10;

/// Why a file is not a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The file is not in the safetensors format.
    #[error("this is not a network file: {0}")]
    Foreign(String),
    /// The file holds something else, or a later version.
    #[error("this is not a network of version {VERSION}: {0}")]
    Version(String),
    /// A tensor is made of other numbers.
    #[error(
        "{tensor} is made of {found}, not of 16-bit floats (F16): convert the weights, or write the file with nexsolve-learn"
    )]
    Numbers {
        /// The tensor's name.
        tensor: String,
        /// The type of its numbers, as the file names it.
        found: String,
    },
    /// A tensor is missing, or has a wrong shape or wrong contents.
    #[error("the network is damaged: {0}")]
    Damaged(String),
}

/// The contents of a network file.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkFile {
    /// The size of the network.
    pub shape: NetworkShape,
    /// The weights, in the order of [`NetworkShape::tensors`].
    pub tensors: Vec<Vec<f32>>,
    /// The metadata that the trainer added.
    pub notes: HashMap<String, String>,
}

impl NetworkFile {
    /// Reads a network file.
    ///
    /// # Errors
    /// If the bytes are not a network of a known version, or numbers in it are not finite.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let foreign = |error: safetensors::SafeTensorError| NetError::Foreign(error.to_string());
        let (length, header) = SafeTensors::read_metadata(bytes).map_err(foreign)?;
        let text = bytes.get(HEADER..HEADER + length).unwrap_or_default();
        check_names(text).map_err(|reason| damaged(&format!("its header: {reason}")))?;
        let mut notes = header.metadata().clone().unwrap_or_default();
        for (key, expected) in [("format", FORMAT), ("version", VERSION)] {
            match notes.remove(key) {
                Some(found) if found == expected => {}
                found => {
                    let found = found.unwrap_or_else(|| "missing".to_owned());
                    return Err(NetError::Version(format!("its {key} is {found}")));
                }
            }
        }
        let kinds = notes.remove("kinds").ok_or_else(|| damaged("the kinds of changes are missing"))?;
        let listed = kinds.split_whitespace().map(kind).collect::<Result<Vec<_>, _>>()?;
        let tensors = SafeTensors::deserialize(bytes).map_err(foreign)?;
        let digests = ["digest", "digest_with_kinds"].map(|key| notes.remove(key));
        let shape = shape(&tensors, listed)?;
        let named = shape.tensors();
        // Before the digest, which other numbers do not have either.
        named.iter().try_for_each(|(name, _)| check_type(&tensors, name))?;
        let parts =
            named.iter().filter_map(|(name, _)| tensors.tensor(name).ok()).map(|tensor| tensor.data());
        for (told, found) in digests.into_iter().zip(digests_of(parts, &kinds)) {
            if told.is_some_and(|told| told != found) {
                return Err(damaged("its contents do not have its digest"));
            }
        }
        let numbers = named.iter().map(|(name, shape)| numbers(&tensors, name, shape));
        let tensors = numbers.collect::<Result<Vec<_>, _>>()?;
        Ok(Self { shape, tensors, notes })
    }
}

impl Network {
    /// The largest network file.
    pub const MOST_BYTES: u64 = 2 * MOST_WEIGHTS as u64 + (1 << 20);

    /// Reads a network file.
    ///
    /// # Errors
    /// As [`NetworkFile::read`].
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let NetworkFile { shape, tensors, .. } = NetworkFile::read(bytes)?;
        Ok(Self::new(shape, &tensors))
    }

    /// Returns the bytes of a network file with these weights, in the order of [`NetworkShape::tensors`],
    /// each rounded to 16 bits, and these notes.
    ///
    /// # Errors
    /// If a weight is too large for 16 bits, or not a number.
    ///
    /// # Panics
    /// If the lengths of the tensors are not those of the shape.
    pub fn write(
        shape: &NetworkShape,
        tensors: &[Vec<f32>],
        notes: HashMap<String, String>,
    ) -> Result<Vec<u8>, NetError> {
        let named = shape.tensors();
        assert_eq!(tensors.len(), named.len(), "one for each layer");
        let mut all = Vec::new();
        for ((name, shape), tensor) in named.into_iter().zip(tensors) {
            let halves: Vec<f16> = tensor.iter().map(|&x| f16::from_f32(x)).collect();
            if !halves.iter().all(|x| x.is_finite()) {
                return Err(damaged(&format!("{name} has a weight that does not fit into 16 bits")));
            }
            all.push((name, shape, halves.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>()));
        }
        let mut views = Vec::new();
        for (name, shape, bytes) in &all {
            let view = TensorView::new(Dtype::F16, shape.clone(), bytes).expect("the length of the shape");
            views.push((name.clone(), view));
        }
        let mut notes = notes;
        notes.insert("format".to_owned(), FORMAT.to_owned());
        notes.insert("version".to_owned(), VERSION.to_owned());
        let digits = |kind: &ChangeKind| format!("{}{}", kind.before, kind.after);
        let kinds = shape.kinds.iter().map(digits).collect::<Vec<_>>().join(" ");
        let [digest, with_kinds] = digests_of(all.iter().map(|(_, _, bytes)| &bytes[..]), &kinds);
        notes.insert("digest".to_owned(), digest);
        notes.insert("digest_with_kinds".to_owned(), with_kinds);
        notes.insert("kinds".to_owned(), kinds);
        Ok(serialize(views, Some(notes)).expect("tensors of known shapes"))
    }
}

/// Returns the BLAKE3 digests of all tensors' bytes, in the order of [`NetworkShape::tensors`], and of these
/// bytes and `kinds`.
fn digests_of<'a>(parts: impl Iterator<Item = &'a [u8]>, kinds: &str) -> [String; 2] {
    let mut hasher = blake3::Hasher::new();
    parts.for_each(|part| {
        hasher.update(part);
    });
    let digest = hasher.finalize();
    [digest, hasher.update(kinds.as_bytes()).finalize()].map(|digest| digest.to_hex().to_string())
}

fn damaged(what: &str) -> NetError {
    NetError::Damaged(what.to_owned())
}

/// Reads a kind of change from its two digits.
fn kind(text: &str) -> Result<ChangeKind, NetError> {
    match text.as_bytes() {
        &[before, after]
            if [before, after].iter().all(|x| (b'0'..=b'0' + PLANES.len() as u8).contains(x)) =>
        {
            Ok(ChangeKind { before: before - b'0', after: after - b'0' })
        }
        _ => Err(damaged(&format!("`{text}` is not a kind of change"))),
    }
}

/// Returns the size of the network that the tensors belong to.
fn shape(tensors: &SafeTensors<'_>, kinds: Vec<ChangeKind>) -> Result<NetworkShape, NetError> {
    let dims = |name: &str| {
        let tensor = tensors.tensor(name).map_err(|_| damaged(&format!("{name} is missing")))?;
        Ok(tensor.shape().to_vec())
    };
    let first = |name: &str| dims(name).map(|dims| dims.first().copied().unwrap_or(0));
    let layers = tensors.names().iter().filter(|name| name.starts_with("tower.")).count() / 2;
    let policy = first("policy.weight")?;
    let is_repeated = (1..kinds.len()).any(|i| kinds[..i].contains(&kinds[i]));
    if is_repeated {
        return Err(damaged("a kind of change is listed twice"));
    }
    let is_whole = !kinds.is_empty() && policy.is_multiple_of(kinds.len()) && policy > 0;
    if !is_whole || layers.is_multiple_of(2) {
        return Err(damaged("the numbers of layers or of kinds of changes do not fit"));
    }
    let named = tensors.names();
    let sizes =
        named.iter().filter_map(|name| tensors.tensor(name).ok()).flat_map(|tensor| tensor.shape().to_vec());
    if sizes.into_iter().any(|size| !(1..=MOST_WEIGHTS).contains(&size)) {
        return Err(damaged("a tensor is empty or too large"));
    }
    let shape = NetworkShape {
        channels: first("tower.0.weight")?,
        blocks: layers / 2,
        dims: policy / kinds.len() - 1,
        hidden: first("value.0.weight")?,
        kinds,
    };
    let is_large =
        shape.channels > MOST_CHANNELS || shape.hidden.max(policy) > MOST_UNITS || shape.blocks > MOST_BLOCKS;
    if is_large {
        return Err(damaged(&format!(
            "it is too large: a network has at most {MOST_CHANNELS} channels, {MOST_BLOCKS} blocks, and {MOST_UNITS} units and numbers for moves"
        )));
    }
    let expected = shape.tensors();
    let mut weights = 0_usize;
    for (name, shape) in &expected {
        if dims(name)? != *shape {
            return Err(damaged(&format!("{name} has the shape {:?} instead of {shape:?}", dims(name)?)));
        }
        weights = weights.saturating_add(shape.iter().product());
    }
    if weights > MOST_WEIGHTS || tensors.len() != expected.len() {
        return Err(damaged("it is too large, or has tensors that do not belong to it"));
    }
    Ok(shape)
}

/// Checks that a tensor is made of 16-bit floats.
fn check_type(tensors: &SafeTensors<'_>, name: &str) -> Result<(), NetError> {
    let tensor = tensors.tensor(name).map_err(|_| damaged(&format!("{name} is missing")))?;
    match tensor.dtype() {
        Dtype::F16 => Ok(()),
        other => Err(NetError::Numbers { tensor: name.to_owned(), found: other.to_string() }),
    }
}

/// Returns the numbers of a tensor of 16-bit floats.
fn numbers(tensors: &SafeTensors<'_>, name: &str, shape: &[usize]) -> Result<Vec<f32>, NetError> {
    let tensor = tensors.tensor(name).map_err(|_| damaged(&format!("{name} is missing")))?;
    let pairs = tensor.data().as_chunks::<2>().0;
    let numbers: Vec<f32> = pairs.iter().map(|&pair| f16::from_le_bytes(pair).to_f32()).collect();
    if numbers.len() != shape.iter().product::<usize>() || !numbers.iter().all(|x| x.is_finite()) {
        return Err(damaged(&format!("{name} has numbers that are not finite")));
    }
    Ok(numbers)
}
