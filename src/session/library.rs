//! The library of a user's games: one PGN file for each game, in one folder.
//!
//! A game that is being played is locked, so that two programs never write the same file. A game is replaced
//! as a whole: its file holds the old text or the new one, even if the machine stops while writing.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::error::Error;
use crate::base::platform::folders;
use crate::base::text;
use crate::rules::pgn::{self, Written};

/// Games in a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Library {
    folder: PathBuf,
}

/// A game of a library that this program has open. No other program writes to it until it is dropped.
#[derive(Debug)]
pub struct OpenGame {
    path: PathBuf,
    /// Dropped together with the game.
    lock: Lock,
}

/// The maximum number of games whose names differ only in a number.
const MOST_ALIKE: usize = 100_000;
/// The maximum number of characters in the name of a game.
const LONGEST_NAME: usize = 60;

impl Library {
    /// The user's own library, if the system has a folder for data.
    pub fn of_user() -> Option<Library> {
        Some(Library { folder: folders::data()?.join("fibnif").join("games") })
    }

    /// The names of the games, the one saved last first.
    pub fn names(&self) -> Vec<String> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut found: Vec<(SystemTime, String)> = files
            .filter_map(|file| {
                let name = file.file_name().into_string().ok()?.strip_suffix(".pgn")?.to_string();
                let saved = file.metadata().and_then(|about| about.modified());
                Some((saved.unwrap_or(SystemTime::UNIX_EPOCH), name))
            })
            .collect();
        found.sort_by(|a, b| b.cmp(a));
        found.into_iter().map(|(_, name)| name).collect()
    }

    /// The game with this name as it was last saved; `None` if there is none.
    pub fn read(&self, name: &str) -> Option<Written> {
        let bytes = fs::read(self.path(name)).ok()?;
        pgn::read(&text::decode(&bytes)).into_iter().next()
    }

    /// Whether a text occurs in a game or its name, in any case.
    pub fn has(&self, name: &str, text: &str) -> bool {
        let has = |whole: &str| whole.to_lowercase().contains(&text.to_lowercase());
        let bytes = || fs::read(self.path(name)).unwrap_or_default();
        has(name) || has(&text::decode(&bytes()))
    }

    /// Whether some program has this game open.
    pub fn is_open(&self, name: &str) -> bool {
        let lock = File::options().write(true).open(lock_of(&self.path(name)));
        lock.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }

    /// Opens a game to continue it; `None` if another program has it open.
    pub fn open(&self, name: &str) -> io::Result<Option<OpenGame>> {
        let path = self.path(name);
        Ok(Lock::take(&path)?.map(|lock| OpenGame { path, lock }))
    }

    /// A new game named after its content. A number distinguishes it from others of that name.
    pub fn create(&self, about: &str) -> io::Result<OpenGame> {
        fs::create_dir_all(&self.folder)?;
        let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let about: String = about.chars().take(LONGEST_NAME).map(safe).collect();
        for number in 1..MOST_ALIKE {
            let name = if number == 1 { about.clone() } else { format!("{about}-{number}") };
            let path = self.path(&name);
            if path.exists() {
                continue;
            }
            let Some(lock) = Lock::take(&path)? else { continue };
            match File::options().write(true).create_new(true).open(&path) {
                Ok(_) => return Ok(OpenGame { path, lock }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other(format!("there are too many games called `{about}`")))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.pgn"))
    }
}

impl OpenGame {
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Renames it.
    ///
    /// # Errors
    /// If the name is not valid, another game has it, or the system refuses. The name stays the same
    /// then.
    pub fn rename(&mut self, name: &str) -> Result<(), Error> {
        let fits = |c: char| c.is_alphanumeric() || " -_.,'()".contains(c);
        let is_form = name.chars().all(fits) && name.chars().count() <= LONGEST_NAME;
        let starts_well = name.starts_with(char::is_alphanumeric) && !name.ends_with([' ', '.']);
        if !is_form || !starts_well || name.chars().all(|c| c.is_ascii_digit()) {
            return Err(Error::Usage(format!(
                "expected a name of letters, digits, spaces and `-`, at most {LONGEST_NAME} long and not only a \
                 number"
            )));
        }
        let path = self.path.with_file_name(format!("{name}.pgn"));
        if path == self.path {
            return Ok(());
        }
        let taken = || Error::Usage(format!("another game is called `{name}`"));
        let system = |error: io::Error| Error::Usage(format!("the game cannot be renamed: {error}"));
        let lock = Lock::take(&path).map_err(system)?.ok_or_else(taken)?;
        if path.exists() {
            return Err(taken());
        }
        fs::rename(&self.path, &path).map_err(system)?;
        (self.path, self.lock) = (path, lock);
        Ok(())
    }

    /// Deletes it.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn delete(self) -> Result<(), Error> {
        let system = |error: io::Error| Error::Usage(format!("the game cannot be deleted: {error}"));
        fs::remove_file(&self.path).map_err(system)
    }

    /// Replaces its text.
    ///
    /// # Errors
    /// If the system refuses. The text stays the same then.
    pub fn save(&self, text: &str) -> io::Result<()> {
        replace(&self.path, text)
    }
}

/// The lock of a game: a file beside it, locked by the program that has the game open. The game's own file
/// cannot be locked, because each save puts another file in its place.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks a game, unless another program has locked it.
    fn take(game: &Path) -> io::Result<Option<Lock>> {
        let path = lock_of(game);
        loop {
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            match file.try_lock() {
                // Some file systems have no locks. Saving the game is more important.
                Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                    return Err(error);
                }
                Err(TryLockError::WouldBlock) => return Ok(None),
                // The previous owner may have removed the file in the meantime.
                _ if !path.exists() => {}
                _ => return Ok(Some(Lock { path, _file: file })),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A file that remains is not locked any more and does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

fn lock_of(game: &Path) -> PathBuf {
    game.with_extension("lock")
}

/// Creates a file or replaces its text: writes another file and renames it.
///
/// # Errors
/// If the system refuses. The file stays the same then.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&beside, path));
    if moved.is_err() {
        // The temporary file is useless.
        let _ = fs::remove_file(&beside);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(name: &str) -> Library {
        let folder = std::env::temp_dir().join(format!("fibnif-library-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Library { folder }
    }

    #[test]
    fn games_have_files_of_their_own_and_are_locked_while_open() {
        let library = library("locks");
        assert_eq!(library.names(), [""; 0]);
        let first = library.create("2026.01.02-cwda:fide/nutters").unwrap();
        let second = library.create("2026.01.02-cwda:fide/nutters").unwrap();
        assert_eq!(
            (first.name(), second.name()),
            ("2026-01-02-cwda-fide-nutters".into(), "2026-01-02-cwda-fide-nutters-2".into())
        );
        first.save("1. e4 *\n").unwrap();
        first.save("1. d4 *\n").unwrap();
        assert_eq!(library.read(&first.name()).unwrap().moves[0].text, "d4");
        assert!(library.is_open(&first.name()) && library.open(&first.name()).unwrap().is_none());
        let name = first.name();
        drop(first);
        assert!(!library.is_open(&name) && library.open(&name).unwrap().is_some());
        drop(second);
        let mut names = library.names();
        names.sort();
        assert_eq!(names, [name.clone(), format!("{name}-2")]);
        let files = fs::read_dir(&library.folder).unwrap().count();
        assert_eq!(files, 2, "no locks and no half-written files stay");
        fs::remove_dir_all(&library.folder).unwrap();
    }

    #[test]
    fn games_are_renamed_while_open_and_found_by_what_is_in_them() {
        let library = library("names");
        let mut game = library.create("2026.01.02-chess").unwrap();
        game.save("[White \"Lasker\"]\n\n1. e4 {a pawn} *\n").unwrap();
        let other = library.create("2026.01.02-chess").unwrap();
        for wrong in ["", " ", "12", "a/b", "..", ".x", "a\0b", "x".repeat(61).as_str(), "e4\n"] {
            assert!(game.rename(wrong).unwrap_err().to_string().starts_with("expected a name"), "{wrong:?}");
        }
        assert!(game.rename(&other.name()).unwrap_err().to_string().starts_with("another game is called"));
        game.rename("My first win (2)").unwrap();
        game.rename("My first win (2)").unwrap();
        assert_eq!(game.name(), "My first win (2)");
        assert!(library.is_open("My first win (2)") && !library.is_open("2026-01-02-chess"));
        game.save("[White \"Lasker\"]\n\n1. d4 {a pawn} *\n").unwrap();
        for (text, found) in [("lasker", true), ("FIRST WIN", true), ("d4", true), ("e4", false)] {
            assert_eq!(library.has(&game.name(), text), found, "{text}");
        }
        drop((game, other));
        let mut names = library.names();
        names.sort();
        assert_eq!(names, ["2026-01-02-chess-2", "My first win (2)"]);
        assert_eq!(fs::read_dir(&library.folder).unwrap().count(), 2, "no locks stay");
        fs::remove_dir_all(&library.folder).unwrap();
    }
}
