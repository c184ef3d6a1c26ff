//! The files built into the program.

macro_rules! files {
    ($($name:literal)*) => {
        &[$((
            concat!("variants/", $name, ".toml"),
            include_str!(concat!("../../../variants/", $name, ".toml"))
        )),*]
    };
}

/// Path and text of every built-in file, in the order they are listed to the user.
pub(super) const FILES: &[(&str, &str)] = files! {
    "chess" "cwda" "greener" "augmented-half" "narrow" "colorboundmost" "nearly-colorboundmost" "berolina"
    "half-chess" "halfling" "knightmate" "almost" "amazon" "chigorin" "hoppelpoppel" "newzealand"
    "losalamos" "capablanca" "gothic" "embassy" "janus" "chancellor" "modern" "gustav3" "fischerandom"
    "caparandom" "grand" "checkless" "antichess" "giveaway" "codrus" "losers" "suicide" "kingofthehill"
    "3check" "5check" "threekings" "extinction" "coregal" "horde" "jesonmor" "kinglet" "racingkings"
    "shatranj" "courier" "makruk" "ai-wok" "cambodian" "karouk" "asean" "grid" "displacedgrid"
    "slippedgrid" "gridolina" "falcon" "xiangqi" "mightylion" "omega" "spartan" "gryphon"
    "simplifiedgryphon" "circulargryphon" "changeover" "knightrelay" "knightrelay2" "odinsrune"
    "crazyhouse" "loop" "chessgi" "pocketknight" "placement" "gardner" "shogi" "minishogi" "judkins"
    "euroshogi" "dobutsu" "atomic" "rifle" "shoot" "andernach" "antiandernach" "superandernach"
    "bughouse" "seirawan" "sittuyin" "twokings" "twokingssymmetric" "nocastle" "wildcastle" "cylinder"
    "great" "super" "elven" "light-brigade" "team-mate" "ciccolini" "mexican" "roman" "almost-wildebeest"
    "bifurcator" "grande-acedrex"

    "armies/fide" "armies/clobberers" "armies/nutters" "armies/rookies" "armies/allstars" "armies/amazons"
    "armies/avian" "armies/beasts" "armies/clobberers2" "armies/colorboundmost" "armies/dragons"
    "armies/switchers" "armies/sliders" "armies/cinders" "armies/crooks" "armies/camelids"
    "armies/zebroids" "armies/arbiters" "armies/slippers" "armies/fizzies" "armies/bozos"
    "armies/cannoneers" "armies/fairies" "armies/forward" "armies/mashers" "armies/pizza" "armies/raiders"
};

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::FILES;

    /// The paths of all files below `folder`, in the order of the list.
    fn files_below(folder: &str) -> Vec<String> {
        let mut files = Vec::new();
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}/{}", entry.file_name().into_string().unwrap());
            if entry.path().is_dir() { files.extend(files_below(&name)) } else { files.push(name) }
        }
        files
    }

    #[test]
    fn the_list_is_the_folder() {
        let mut listed: Vec<_> = FILES.iter().map(|(path, _)| path.to_string()).collect();
        let mut found = files_below("variants");
        listed.sort();
        found.sort();
        assert_eq!(listed, found);
    }
}
