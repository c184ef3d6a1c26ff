//! Files and folders: which ones are read, and how much of them.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::text;

use super::error::{Origin, Source, Span, VariantError};

/// The maximum size of a file in bytes. The longest shipped file has three thousand.
const LARGEST: u64 = 1 << 20;

/// Reads a file.
pub(super) fn read(path: &Path) -> Result<Arc<Source>, VariantError> {
    let unreadable = |reason: String| VariantError::File { path: path.display().to_string(), reason };
    let of_system = |error: std::io::Error| unreadable(error.to_string());
    // Reading a pipe would wait, and a device may have no end.
    if !fs::metadata(path).map_err(of_system)?.is_file() {
        return Err(unreadable("expected a file or a folder, found something else".into()));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(of_system)?.take(LARGEST + 1).read_to_end(&mut bytes).map_err(of_system)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LARGEST) {
        return Err(unreadable(format!("expected at most {LARGEST} bytes, found more")));
    }
    if text::is_binary(&bytes) {
        return Err(unreadable("expected a text file, found binary data".into()));
    }
    let name = path.display().to_string();
    String::from_utf8(bytes)
        .map(|text| Arc::new(Source { name: name.clone(), text, origin: Origin::Brought }))
        .map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let byte = error.as_bytes().get(at).copied().unwrap_or_default();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            VariantError::Written {
                place: Span::new(&Arc::new(Source { name, text, origin: Origin::Brought }), at..at + 1),
                message: format!("expected text in UTF-8, found the byte {byte:#04x}"),
            }
        })
}

/// The `.toml` files of a folder and its subfolders, each with the name of its subfolder; or the file
/// itself.
pub(crate) fn below(path: &Path) -> Result<Vec<(PathBuf, Option<String>)>, VariantError> {
    if !path.is_dir() {
        return Ok(vec![(path.to_path_buf(), None)]);
    }
    let mut files = Vec::new();
    for entry in entries(path)? {
        if entry.is_dir() {
            let inside = entries(&entry)?.into_iter().filter(|file| !file.is_dir());
            files.extend(inside.map(|file| (file, Some(stem(&entry)))));
        } else {
            files.push((entry, None));
        }
    }
    Ok(files)
}

/// The `.toml` files and the folders of a folder, by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, VariantError> {
    let unreadable = |error: std::io::Error| VariantError::File {
        path: folder.display().to_string(),
        reason: error.to_string(),
    };
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(unreadable)?;
    paths.retain(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    Ok(paths)
}

/// A file's or folder's name without `.toml`.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
