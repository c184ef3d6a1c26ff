//! Variant files that exist for one test, shared by the tests of variants.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use fibnif::rules::variant::Catalog;

/// A game with two kinds of pawns, both of which can move to the same square.
pub const TWO_PAWNS: &str = "extends = \"chess\"
start = \"rnbqkbnr/pupupupu/8/8/8/8/PUPUPUPU/RNBQKBNR w KQkq - 0 1\"
[pieces]
U = { betza = \"mfFcfWimfnA\", promotes = \"own\" }
";

/// A folder of variant files that is deleted after the test.
pub struct Files(pub PathBuf);

impl Files {
    pub fn new(test: &str, files: &[(&str, &str)]) -> Files {
        // Tests run in parallel and may use the same name.
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("fibnif-variants-{}-{number}-{test}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        for (name, text) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Files(folder)
    }

    pub fn catalog(&self) -> Catalog {
        let mut catalog = Catalog::builtin();
        catalog.add_path(&self.0).unwrap_or_else(|error| panic!("{error}"));
        catalog
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// The findings in a variant file, without the folder's name.
pub fn findings(test: &str, text: &str) -> String {
    let files = Files::new(test, &[("mine.toml", text)]);
    let checked = Catalog::builtin().check(&[files.0.join("mine.toml")], &|_| Vec::new());
    let texts: Vec<_> = checked.iter().flat_map(|file| &file.findings).map(ToString::to_string).collect();
    texts.join("\n").replace(&format!("{}/", files.0.display()), "")
}
