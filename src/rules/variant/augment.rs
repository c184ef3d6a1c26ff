//! Augmenters: the `augment` table of a variant file as choices of a side, and the rules that forbid
//! some picks.
//!
//! Every role has one choice. Its options are an augmenter (`Crab`), or a basic piece and an augmenter
//! (`hhR+F`) where the file has basic pieces. The file says which of them can be combined. Whether the
//! picks of a side are allowed together is checked when all of them are known.

use crate::rules::betza::{Leg, Movement, Obstacle, Reach};
use crate::rules::geometry::Color;

use super::choice::{Choice, ChoiceOption, MOST_OPTIONS, Pick, Scope};
use super::error::{RefusedChoice, VariantError, listed};
use super::keys::{keys, words};
use super::moves::read_moves;
use super::pieces::{AUGMENTER, AUGMENTER_MOVES, AUGMENTER_NAME, AUGMENTER_ZONE};
use super::selection::Merged;
use super::selection::{Selection, read_picks};
use super::tree::{KeyValue, Node, TomlValue, Tree};
use crate::rules::geometry::Lattice;

/// The option of a role that is not augmented.
const NONE: &str = "none";
/// The option of a role that stays as the army has it.
const AS_ARMY: &str = "preset";
/// Keys of a basic piece that do not belong to the piece.
const ABOUT_BASE: [&str; 3] = ["with", "weak", "refused"];

keys! {
    pub(super) static AUGMENT {
        /// The roles that are augmented, with their names.
        roles: Named(&Label);
        /// The zone in which the added moves can be used, or `"always"`.
        where: Text;
        /// The augmenters by name, with their moves.
        table: Named(&Texts);
        /// `true`: a role may stay as it is.
        optional: Flag;
        /// The augmenter of each role if nothing is said about a side, as in `{ R = "Crab" }`. A side whose
        /// army is named (`greener:fide`) starts without.
        default: Named(&Text);
        /// A list of what a side may not pick: `"repeated"` (an augmenter twice), `"no-op"` (one that adds
        /// no move), `"base-used"` (one that is itself a basic piece).
        refuse: Texts;
        /// The basic pieces of each role, by name.
        base: Named(&Joined(&Table(&BASE)));
    }

    pub(super) static BASE {
        /// The name of the piece, for people.
        name: Label;
        /// As in `pieces`.
        letters: Text;
        /// As in `pieces`.
        betza: Texts;
        /// As in `pieces`.
        value: Number(0, 10_000);
        /// As in `pieces`.
        xboard: Table(&PIECE_XBOARD_OF_BASE);
        /// The augmenters that can be added to it.
        with: Texts;
        /// Those that are allowed, but weak.
        weak: Texts;
        /// Those that are not allowed, with the reasons.
        refused: Joined(&Text);
    }

    pub(super) static PIECE_XBOARD_OF_BASE {
        /// As in `pieces`.
        slot: Number(0, 65);
    }

    pub(super) static PRESET {
        /// The name of the set, for people.
        title: Label;
        /// The augmenters, as in `"R=hhR+F,N=Crab+A"`.
        picks: Text;
    }
}

words! {
    /// What a side is not allowed to do.
    enum Restriction {
        /// Use an augmenter twice.
        Repeated = "repeated",
        /// Add nothing to a piece.
        NoOp = "no-op",
        /// Use a basic piece as an augmenter.
        BaseUsed = "base-used",
    }
}

/// The `augment` table.
struct Augment<'a> {
    augmenters: &'a Tree,
    optional: bool,
    zone: Option<&'a Node>,
    bases: Option<&'a Tree>,
    /// Whether armies pick for all roles.
    presets: bool,
}

/// The choices from the `augment` and `presets` of a variant.
pub(super) fn choices(variant: &Tree) -> Result<Vec<Choice>, VariantError> {
    let Some(entry) = variant.entry("augment") else {
        return match variant.entry("presets") {
            Some(presets) => Err(presets.error("presets pick what augments the pieces: they need `augment`")),
            None => Ok(Vec::new()),
        };
    };
    let table = entry.node.table()?;
    let part = |key: &str| table.table(key)?.ok_or_else(|| entry.error(format!("`augment` needs `{key}`")));
    let augment = Augment {
        augmenters: part("table")?,
        optional: table.read("optional")?,
        zone: table.get("where").filter(|node| !matches!(node.text(), Ok("always"))),
        bases: table.table("base")?,
        presets: variant.get("presets").is_some(),
    };
    for line in augment.augmenters.iter() {
        read_moves(&line.node, Lattice::Squares)?;
    }
    read_refusals(table)?;
    let mut choices =
        part("roles")?.iter().map(|role| augment.choice(role)).collect::<Result<Vec<_>, _>>()?;
    read_defaults(table, &mut choices)?;
    if let Some(presets) = variant.table("presets")? {
        let armies = presets.iter().map(|preset| read_preset(preset, &choices)).collect::<Result<_, _>>()?;
        choices.insert(0, Choice::plain("army", Scope::Side, armies));
    }
    Ok(choices)
}

/// Reads `default = { R = "Crab" }`: the pick for a role if nothing at all is chosen for a side.
fn read_defaults(augment: &Tree, choices: &mut [Choice]) -> Result<(), VariantError> {
    for entry in augment.table("default")?.into_iter().flat_map(Tree::iter) {
        let known = listed(choices.iter().map(|choice| choice.id.as_str()));
        let Some(choice) = choices.iter_mut().find(|choice| choice.id == entry.key) else {
            return Err(entry.error(format!("expected one of the roles {known}, found `{}`", entry.key)));
        };
        choice.default =
            choice.find(entry.node.text()?).map_err(|error| entry.node.error(error.to_string()))?;
    }
    Ok(())
}

impl Augment<'_> {
    /// The choice of one role: `R = "Rook"`.
    fn choice(&self, role: &KeyValue) -> Result<Choice, VariantError> {
        let name = role.node.text()?;
        let mut choice = Choice::plain(&role.key, Scope::Side, Vec::new());
        choice.augments = true;
        choice.title = format!("{name} augmenter");
        if self.presets {
            choice.deferred_option = Some(0);
            choice
                .options
                .push(ChoiceOption { title: "As the army has it".into(), ..ChoiceOption::plain(AS_ARMY) });
        }
        match self.bases {
            None => {
                if self.optional {
                    choice.options.push(ChoiceOption::plain(NONE));
                }
                choice
                    .options
                    .extend(self.augmenters.iter().map(|augmenter| self.option(role, None, augmenter)));
            }
            Some(bases) => {
                choice.title = name.to_string();
                let Some(bases) = bases.table(&role.key)? else {
                    return Err(role
                        .error(format!("there is no basic piece for `{0}`: `augment.base.{0}`", role.key)));
                };
                for base in bases.iter() {
                    self.add_base(&mut choice, role, base)?;
                }
            }
        }
        if choice.options.is_empty() || choice.options.len() > MOST_OPTIONS {
            let found = choice.options.len();
            return Err(
                role.error(format!("expected 1 to {MOST_OPTIONS} picks for this role, found {found}"))
            );
        }
        Ok(choice)
    }

    /// Adds the options of a basic piece.
    fn add_base(&self, choice: &mut Choice, role: &KeyValue, base: &KeyValue) -> Result<(), VariantError> {
        let table = base.node.table()?;
        let Some(betza) = table.get("betza") else {
            return Err(base.error(format!("the basic piece `{}` has no `betza`", base.key)));
        };
        let (_, moves) = read_moves(betza, Lattice::Squares)?;
        let names = |key: &str| table.get(key).map_or(Ok(Vec::new()), Node::texts);
        let (with, weak) = (names("with")?, names("weak")?);
        for &(node, name) in with.iter().chain(&weak) {
            if self.augmenters.get(name).is_none() {
                let known = listed(self.augmenters.iter().map(|line| line.key.as_str()));
                return Err(node.error(format!("expected one of {known}, found `{name}`")));
            }
        }
        if self.optional {
            let mut option = ChoiceOption::plain(&base.key);
            option.title.clone_from(&option.id);
            option.place = Some(base.place.clone());
            option.patch = patch(role, base_piece(base), None, None).into();
            option.pick =
                Some(Pick { role: role.key.clone(), base: Some(base.key.clone()), augmenter: None });
            choice.options.push(option);
        }
        let among = |list: &[(&Node, &str)], name: &str| list.iter().any(|(_, listed)| *listed == name);
        for augmenter in self.augmenters.iter() {
            let name = augmenter.key.as_str();
            if table.get("with").is_none() || among(&with, name) {
                choice.options.push(self.option(role, Some(base), augmenter));
            } else if among(&weak, name) {
                let mut option = self.option(role, Some(base), augmenter);
                option.title = format!("{} (weak)", option.id);
                option.remark = Some(format!("{} is a weak choice", option.id));
                choice.options.push(option);
            } else {
                let written = table.table("refused")?.map_or(Ok(None), |refused| refused.text(name))?;
                let id = format!("{}+{name}", base.key);
                let what = id.clone();
                let refused = match written {
                    Some(reason) => RefusedChoice::Forbidden { what, reason: reason.to_string() },
                    None if adds_nothing(&moves, &read_moves(&augmenter.node, Lattice::Squares)?.1) => {
                        nothing_added(what, name, &base.key)
                    }
                    None => {
                        let with = listed(with.iter().map(|(_, name)| *name));
                        RefusedChoice::Forbidden { what, reason: format!("{} goes with {with}", base.key) }
                    }
                };
                choice.refused.push((id, refused));
            }
        }
        Ok(())
    }

    /// The option that augments a role, or a basic piece for it.
    fn option(&self, role: &KeyValue, base: Option<&KeyValue>, augmenter: &KeyValue) -> ChoiceOption {
        let id = base.map_or_else(|| augmenter.key.clone(), |base| format!("{}+{}", base.key, augmenter.key));
        let piece = base.map(base_piece).unwrap_or_default();
        let pick = Pick {
            role: role.key.clone(),
            base: base.map(|base| base.key.clone()),
            augmenter: Some(augmenter.key.clone()),
        };
        ChoiceOption {
            title: id.clone(),
            patch: patch(role, piece, Some(augmenter), self.zone).into(),
            pick: Some(pick),
            place: base.map(|base| base.place.clone()),
            ..ChoiceOption::plain(&id)
        }
    }
}

/// The basic piece's changes to the piece.
fn base_piece(base: &KeyValue) -> Tree {
    let mut piece = base.node.table().cloned().unwrap_or_default();
    for key in ABOUT_BASE {
        piece.remove(key);
    }
    piece
}

/// What a pick merges into a side: `pieces.ROLE` with the basic piece and its augmenter.
fn patch(role: &KeyValue, mut piece: Tree, augmenter: Option<&KeyValue>, zone: Option<&Node>) -> Tree {
    let node = &role.node;
    if let Some(augmenter) = augmenter {
        let mut added = Tree::of(AUGMENTER_NAME, node.with(TomlValue::Text(augmenter.key.clone())));
        added.push(AUGMENTER_MOVES, augmenter.node.clone());
        if let Some(zone) = zone {
            added.push(AUGMENTER_ZONE, zone.clone());
        }
        piece.push(AUGMENTER, node.with(TomlValue::Table(added)));
    }
    let pieces = Tree::of(&role.key, node.with(TomlValue::Table(piece)));
    Tree::of("pieces", node.with(TomlValue::Table(pieces)))
}

/// Reads `knights = "R=hhR+F,.."`, or a table with `title` and `picks`: an army with a pick for every
/// role.
fn read_preset(entry: &KeyValue, choices: &[Choice]) -> Result<ChoiceOption, VariantError> {
    let mut option = ChoiceOption { place: Some(entry.place.clone()), ..ChoiceOption::plain(&entry.key) };
    let table = entry.node.short("picks");
    option.title = table.text("title")?.map_or(option.title, str::to_string);
    let node = table.get("picks").ok_or_else(|| entry.error("expected what it picks: `picks = \"..\"`"))?;
    let picks = read_picks(choices, node.text()?).map_err(|error| node.error(error.to_string()))?;
    option.picks = picks.into_iter().map(|(index, option)| (choices[index].id.clone(), option)).collect();
    match choices.iter().find(|choice| option.picks.iter().all(|(role, _)| *role != choice.id)) {
        Some(missing) => {
            Err(node.error(format!("expected a pick for every role, found none for `{}`", missing.id)))
        }
        None => Ok(option),
    }
}

fn read_refusals(augment: &Tree) -> Result<Vec<Restriction>, VariantError> {
    let Some(node) = augment.get("refuse") else { return Ok(Vec::new()) };
    node.texts()?.into_iter().map(|(node, _)| node.word()).collect()
}

/// Checks the picks of both sides, White's first.
///
/// # Errors
/// The first pick that the variant does not allow, with the reason.
pub(super) fn check_picks(
    merged: &Merged,
    choices: &[Choice],
    picks: [Vec<&Pick>; 2],
) -> Result<(), VariantError> {
    let refusals = merged.game.table("augment")?.map_or(Ok(Vec::new()), read_refusals)?;
    for (color, picks) in Color::ALL.into_iter().zip(picks) {
        let pieces = merged.sides[color.index()].tree.table("pieces")?;
        for (index, pick) in picks.iter().enumerate() {
            let Some(augmenter) = &pick.augmenter else { continue };
            let twin = picks[..index].iter().find(|other| other.augmenter.as_ref() == Some(augmenter));
            if let Some(twin) = twin.filter(|_| refusals.contains(&Restriction::Repeated)) {
                let (first, second) = (titled(choices, &twin.role), titled(choices, &pick.role));
                return Err(
                    RefusedChoice::Twice { color, augmenter: augmenter.clone(), first, second }.into()
                );
            }
            let base = picks.iter().find(|other| other.base.as_ref() == Some(augmenter));
            if let Some(base) = base.filter(|_| refusals.contains(&Restriction::BaseUsed)) {
                let (base, role) = (titled(choices, &base.role), titled(choices, &pick.role));
                return Err(
                    RefusedChoice::BaseUsed { color, augmenter: augmenter.clone(), base, role }.into()
                );
            }
            if refusals.contains(&Restriction::NoOp)
                && let Some(piece) = pieces.map(|pieces| pieces.table(&pick.role)).transpose()?.flatten()
            {
                check_pick(piece, pick, augmenter)?;
            }
        }
    }
    Ok(())
}

/// The name of a role, including its title in the choices of the variant: `R (rook augmenter)`.
fn titled(choices: &[Choice], role: &str) -> String {
    let picks = |choice: &&Choice| {
        choice.options.iter().filter_map(|option| option.pick.as_ref()).any(|pick| pick.role == role)
    };
    let choice = choices.iter().find(picks);
    choice.map_or_else(|| role.to_string(), |choice| format!("{role} ({})", choice.title.to_lowercase()))
}

/// Refuses an augmenter that adds nothing to its piece.
fn check_pick(piece: &Tree, pick: &Pick, augmenter: &str) -> Result<(), VariantError> {
    if !is_idle(piece)? {
        return Ok(());
    }
    let name = piece.text("name")?.unwrap_or(&pick.role);
    let what = format!("{}+{augmenter}", pick.base.as_ref().unwrap_or(&pick.role));
    Err(nothing_added(what, augmenter, name).into())
}

/// Whether a piece has an augmenter that adds nothing to it.
fn is_idle(piece: &Tree) -> Result<bool, VariantError> {
    let added = piece.table(AUGMENTER)?.and_then(|added| added.get(AUGMENTER_MOVES));
    let (Some(betza), Some(added)) = (piece.get("betza"), added) else { return Ok(false) };
    Ok(adds_nothing(&read_moves(betza, Lattice::Squares)?.1, &read_moves(added, Lattice::Squares)?.1))
}

/// The picks that are defaults of the variant and add nothing to the pieces of this army, each with its
/// choice and side. Nobody asked for them, so they are left out instead of being refused.
pub(super) fn idle_defaults(
    merged: &Merged,
    choices: &[Choice],
    selection: &Selection,
) -> Result<Vec<(usize, usize)>, VariantError> {
    let refusals = merged.game.table("augment")?.map_or(Ok(Vec::new()), read_refusals)?;
    let mut idle = Vec::new();
    if !refusals.contains(&Restriction::NoOp) {
        return Ok(idle);
    }
    for (side, of) in merged.sides.iter().enumerate() {
        let Some(pieces) = of.tree.table("pieces")? else { continue };
        for (index, choice) in
            choices.iter().enumerate().filter(|(_, choice)| choice.default != choice.default_when_army_named)
        {
            if selection.0[index][side] == choice.default
                && let Some(pick) = &choice.options[choice.default].pick
                && let Some(piece) = pieces.table(&pick.role)?
                && is_idle(piece)?
            {
                idle.push((index, side));
            }
        }
    }
    Ok(idle)
}

fn nothing_added(what: String, augmenter: &str, piece: &str) -> RefusedChoice {
    RefusedChoice::AddsNothing { what, augmenter: augmenter.to_string(), piece: piece.to_string() }
}

/// Whether every leap of `augmenter` is already the first step of one of the piece's moves.
fn adds_nothing(piece: &Movement, augmenter: &Movement) -> bool {
    augmenter.castles.is_empty()
        && augmenter.loans.iter().all(|loan| piece.loans.contains(loan))
        && augmenter.legs.iter().all(|leap| piece.legs.iter().any(|leg| begins_with(leg, leap)))
}

/// Whether the first step of `leg` can do everything that `leap` can.
fn begins_with(leg: &Leg, leap: &Leg) -> bool {
    let same_step = leg.steps.first() == leap.steps.first();
    let reaches = match leg.obstacle {
        _ if leg.is_path() => false,
        Obstacle::Free => true,
        Obstacle::Lame => {
            leg.steps.first().is_some_and(|step| step.between().is_some_and(|passed| passed.is_empty()))
        }
        Obstacle::Jump | Obstacle::SkipFirst | Obstacle::Hop | Obstacle::Grasshopper => false,
    };
    let does = |leg: bool, leap: bool| leg || !leap;
    let (a, b) = (leg.purpose, leap.purpose);
    let purposes = does(a.quiet, b.quiet) && does(a.capture, b.capture) && does(a.en_passant, b.en_passant);
    let plain =
        leap.reach == Reach::Steps(1) && leap.obstacle == Obstacle::Free && !leg.initial && !leap.is_path();
    leg == leap || (same_step && reaches && purposes && plain && (leg.cylinder || !leap.cylinder))
}
