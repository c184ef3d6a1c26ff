//! Text forms of shipped variants that together make every possible choice that a file writes.

use fibnif::rules::variant::{Catalog, Choice, Scope, VariantInfo};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Every shipped variant: each army against the next, each option of the others in turn, and random
/// augmenters.
pub fn every_choice() -> Vec<String> {
    Catalog::builtin().list().iter().flat_map(choices_made).collect()
}

/// The same for one variant.
pub fn choices_made(variant: &VariantInfo) -> Vec<String> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let number = variant
        .choices
        .iter()
        .filter(|choice| !choice.augments && !choice.implied)
        .map(|choice| choice.options.len())
        .max()
        .unwrap_or(1);
    let resolves = |text: &String| Catalog::builtin().resolve(text).is_ok();
    let one = |i| (0..1000).map(|_| choice_made(variant, i, &mut random)).find(resolves);
    // A few choices cannot be combined: a vertical fence and pieces in hand.
    let made: Vec<String> = (0..number).filter_map(one).collect();
    assert!(made.len() * 4 >= number * 3, "{}: {made:?}", variant.id);
    made
}

/// The text form with the `i`th option of every choice, Black's with the next. Augmenters are random,
/// and may be refused.
fn choice_made(variant: &VariantInfo, i: usize, random: &mut Xoshiro256PlusPlus) -> String {
    let option = |choice: &Choice, i: usize| choice.options[i % choice.options.len()].id.clone();
    let mut side = |i: usize| {
        let army = variant
            .choices
            .iter()
            .find(|choice| choice.id == "army")
            .map_or_else(String::new, |army| option(army, i));
        let augmented = variant.choices.iter().filter(|choice| choice.augments);
        let picks = augmented.map(|choice| {
            format!("{}={}", choice.id, option(choice, random.random_range(0..choice.options.len())))
        });
        let picks = picks.collect::<Vec<_>>().join(",");
        if picks.is_empty() { army } else { format!("{army}+{picks}") }
    };
    let sides = format!("{}/{}", side(i), side(i + 1));
    let mut text = if sides == "/" { variant.id.clone() } else { format!("{}:{sides}", variant.id) };
    let others =
        variant.choices.iter().filter(|choice| choice.id != "army" && !choice.augments && !choice.implied);
    for (number, choice) in others.enumerate() {
        // So that the same options do not always come together.
        let i = i >> (number % 2);
        text += &[";", &choice.id, "=", &option(choice, i)].concat();
        if choice.scope == Scope::Side {
            text += &["/", &option(choice, i + 1)].concat();
        }
    }
    text
}
