//! The file in which the game is kept from move to move.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::platform::folders;

/// Where the game is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// The game that is played.
const GAME: &str = "game.pgn";
/// The one before it.
const BEFORE: &str = "game-before.pgn";

impl Store {
    /// The user's own folder for data, if the system has one.
    pub fn of_user() -> Option<Store> {
        Some(Store { folder: folders::data()?.join("fibnif") })
    }

    /// A folder.
    #[cfg(test)]
    pub fn in_folder(folder: PathBuf) -> Store {
        Store { folder }
    }

    /// The game that was kept last.
    pub fn load(&self) -> Option<String> {
        fs::read_to_string(self.folder.join(GAME)).ok()
    }

    /// Keeps a game: the file is the old one or the new one, whatever happens meanwhile.
    ///
    /// # Errors
    /// If the system refuses it.
    pub fn save(&self, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        write_whole(&self.folder.join(GAME), text)
    }

    /// The game that is kept makes room for another one and stays as the one before.
    pub fn set_aside(&self) {
        // If there is none, nothing is lost.
        let _ = fs::rename(self.folder.join(GAME), self.folder.join(BEFORE));
    }
}

/// Writes a file beside its place and moves it there.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&beside, path));
    if moved.is_err() {
        // It is of no use to anybody.
        let _ = fs::remove_file(&beside);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_there_again_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("fibnif-store-{}", std::process::id()));
        let store = Store::in_folder(folder.clone());
        assert_eq!(store.load(), None);
        store.save("one").unwrap();
        store.save("two").unwrap();
        assert_eq!(store.load().as_deref(), Some("two"));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        store.set_aside();
        assert_eq!(store.load(), None);
        assert_eq!(fs::read_to_string(folder.join(BEFORE)).unwrap(), "two");
        fs::remove_dir_all(folder).unwrap();
    }
}
