//! The files built into the program.

/// Path and text of every built-in file, in the order they are listed to the user.
pub(super) const FILES: &[(&str, &str)] = &[
    ("variants/chess.toml", include_str!("../../variants/chess.toml")),
    ("variants/cwda.toml", include_str!("../../variants/cwda.toml")),
    ("variants/greener.toml", include_str!("../../variants/greener.toml")),
    ("variants/augmented-half.toml", include_str!("../../variants/augmented-half.toml")),
    ("variants/narrow.toml", include_str!("../../variants/narrow.toml")),
    ("variants/colorboundmost.toml", include_str!("../../variants/colorboundmost.toml")),
    ("variants/nearly-colorboundmost.toml", include_str!("../../variants/nearly-colorboundmost.toml")),
    ("variants/berolina.toml", include_str!("../../variants/berolina.toml")),
    ("variants/half-chess.toml", include_str!("../../variants/half-chess.toml")),
    ("variants/halfling.toml", include_str!("../../variants/halfling.toml")),
    ("variants/knightmate.toml", include_str!("../../variants/knightmate.toml")),
    ("variants/almost.toml", include_str!("../../variants/almost.toml")),
    ("variants/amazon.toml", include_str!("../../variants/amazon.toml")),
    ("variants/chigorin.toml", include_str!("../../variants/chigorin.toml")),
    ("variants/hoppelpoppel.toml", include_str!("../../variants/hoppelpoppel.toml")),
    ("variants/newzealand.toml", include_str!("../../variants/newzealand.toml")),
    ("variants/losalamos.toml", include_str!("../../variants/losalamos.toml")),
    ("variants/capablanca.toml", include_str!("../../variants/capablanca.toml")),
    ("variants/gothic.toml", include_str!("../../variants/gothic.toml")),
    ("variants/embassy.toml", include_str!("../../variants/embassy.toml")),
    ("variants/janus.toml", include_str!("../../variants/janus.toml")),
    ("variants/chancellor.toml", include_str!("../../variants/chancellor.toml")),
    ("variants/modern.toml", include_str!("../../variants/modern.toml")),
    ("variants/gustav3.toml", include_str!("../../variants/gustav3.toml")),
    ("variants/fischerandom.toml", include_str!("../../variants/fischerandom.toml")),
    ("variants/caparandom.toml", include_str!("../../variants/caparandom.toml")),
    ("variants/grand.toml", include_str!("../../variants/grand.toml")),
    ("variants/checkless.toml", include_str!("../../variants/checkless.toml")),
    ("variants/antichess.toml", include_str!("../../variants/antichess.toml")),
    ("variants/giveaway.toml", include_str!("../../variants/giveaway.toml")),
    ("variants/codrus.toml", include_str!("../../variants/codrus.toml")),
    ("variants/losers.toml", include_str!("../../variants/losers.toml")),
    ("variants/suicide.toml", include_str!("../../variants/suicide.toml")),
    ("variants/kingofthehill.toml", include_str!("../../variants/kingofthehill.toml")),
    ("variants/3check.toml", include_str!("../../variants/3check.toml")),
    ("variants/5check.toml", include_str!("../../variants/5check.toml")),
    ("variants/threekings.toml", include_str!("../../variants/threekings.toml")),
    ("variants/extinction.toml", include_str!("../../variants/extinction.toml")),
    ("variants/coregal.toml", include_str!("../../variants/coregal.toml")),
    ("variants/horde.toml", include_str!("../../variants/horde.toml")),
    ("variants/jesonmor.toml", include_str!("../../variants/jesonmor.toml")),
    ("variants/kinglet.toml", include_str!("../../variants/kinglet.toml")),
    ("variants/racingkings.toml", include_str!("../../variants/racingkings.toml")),
    ("variants/shatranj.toml", include_str!("../../variants/shatranj.toml")),
    ("variants/courier.toml", include_str!("../../variants/courier.toml")),
    ("variants/makruk.toml", include_str!("../../variants/makruk.toml")),
    ("variants/ai-wok.toml", include_str!("../../variants/ai-wok.toml")),
    ("variants/cambodian.toml", include_str!("../../variants/cambodian.toml")),
    ("variants/karouk.toml", include_str!("../../variants/karouk.toml")),
    ("variants/asean.toml", include_str!("../../variants/asean.toml")),
    ("variants/grid.toml", include_str!("../../variants/grid.toml")),
    ("variants/displacedgrid.toml", include_str!("../../variants/displacedgrid.toml")),
    ("variants/slippedgrid.toml", include_str!("../../variants/slippedgrid.toml")),
    ("variants/gridolina.toml", include_str!("../../variants/gridolina.toml")),
    ("variants/falcon.toml", include_str!("../../variants/falcon.toml")),
    ("variants/xiangqi.toml", include_str!("../../variants/xiangqi.toml")),
    ("variants/mightylion.toml", include_str!("../../variants/mightylion.toml")),
    ("variants/omega.toml", include_str!("../../variants/omega.toml")),
    ("variants/spartan.toml", include_str!("../../variants/spartan.toml")),
    ("variants/gryphon.toml", include_str!("../../variants/gryphon.toml")),
    ("variants/simplifiedgryphon.toml", include_str!("../../variants/simplifiedgryphon.toml")),
    ("variants/circulargryphon.toml", include_str!("../../variants/circulargryphon.toml")),
    ("variants/changeover.toml", include_str!("../../variants/changeover.toml")),
    ("variants/knightrelay.toml", include_str!("../../variants/knightrelay.toml")),
    ("variants/knightrelay2.toml", include_str!("../../variants/knightrelay2.toml")),
    ("variants/odinsrune.toml", include_str!("../../variants/odinsrune.toml")),
    ("variants/armies/fide.toml", include_str!("../../variants/armies/fide.toml")),
    ("variants/armies/clobberers.toml", include_str!("../../variants/armies/clobberers.toml")),
    ("variants/armies/nutters.toml", include_str!("../../variants/armies/nutters.toml")),
    ("variants/armies/rookies.toml", include_str!("../../variants/armies/rookies.toml")),
    ("variants/armies/allstars.toml", include_str!("../../variants/armies/allstars.toml")),
    ("variants/armies/amazons.toml", include_str!("../../variants/armies/amazons.toml")),
    ("variants/armies/avian.toml", include_str!("../../variants/armies/avian.toml")),
    ("variants/armies/beasts.toml", include_str!("../../variants/armies/beasts.toml")),
    ("variants/armies/clobberers2.toml", include_str!("../../variants/armies/clobberers2.toml")),
    ("variants/armies/colorboundmost.toml", include_str!("../../variants/armies/colorboundmost.toml")),
    ("variants/armies/dragons.toml", include_str!("../../variants/armies/dragons.toml")),
    ("variants/armies/switchers.toml", include_str!("../../variants/armies/switchers.toml")),
    ("variants/armies/sliders.toml", include_str!("../../variants/armies/sliders.toml")),
    ("variants/armies/cinders.toml", include_str!("../../variants/armies/cinders.toml")),
    ("variants/armies/crooks.toml", include_str!("../../variants/armies/crooks.toml")),
    ("variants/armies/camelids.toml", include_str!("../../variants/armies/camelids.toml")),
    ("variants/armies/zebroids.toml", include_str!("../../variants/armies/zebroids.toml")),
    ("variants/armies/arbiters.toml", include_str!("../../variants/armies/arbiters.toml")),
    ("variants/armies/slippers.toml", include_str!("../../variants/armies/slippers.toml")),
    ("variants/armies/fizzies.toml", include_str!("../../variants/armies/fizzies.toml")),
    ("variants/armies/bozos.toml", include_str!("../../variants/armies/bozos.toml")),
    ("variants/armies/cannoneers.toml", include_str!("../../variants/armies/cannoneers.toml")),
    ("variants/armies/fairies.toml", include_str!("../../variants/armies/fairies.toml")),
    ("variants/armies/forward.toml", include_str!("../../variants/armies/forward.toml")),
    ("variants/armies/mashers.toml", include_str!("../../variants/armies/mashers.toml")),
    ("variants/armies/pizza.toml", include_str!("../../variants/armies/pizza.toml")),
    ("variants/armies/raiders.toml", include_str!("../../variants/armies/raiders.toml")),
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::FILES;

    /// The paths of all files below `folder`, as they are listed.
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
