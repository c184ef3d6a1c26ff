//! Judges positions and computes rows with every instruction that the processor has.
//!
//! A closure would do, but the compiler may leave it out of line, and then it is compiled for the oldest
//! processors: a sixth of the speed of a search.

use pulp::{Arch, NullaryFnOnce};

use crate::rules::position::Position;

/// Judges positions. The method is to be inlined always.
pub(super) trait Inlined {
    /// The judgement of a position, in centipawns.
    fn evaluate_inlined(&mut self, pos: &Position) -> i32;
}

struct Task<'a, E>(&'a mut E, &'a Position);

impl<E: Inlined> NullaryFnOnce for Task<'_, E> {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        self.0.evaluate_inlined(self.1)
    }
}

pub(super) fn evaluate<E: Inlined>(arch: Arch, evaluation: &mut E, pos: &Position) -> i32 {
    arch.dispatch(Task(evaluation, pos))
}

struct Multiple<'a>(&'a mut [i32], i32, &'a [i16]);

impl NullaryFnOnce for Multiple<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Multiple(sums, factor, numbers) = self;
        for (sum, &number) in sums.iter_mut().zip(numbers) {
            *sum = sum.wrapping_add(factor.wrapping_mul(i32::from(number)));
        }
    }
}

/// Adds a multiple of numbers to sums, which wrap around.
pub(super) fn add_multiple(arch: Arch, sums: &mut [i32], factor: i32, numbers: &[i16]) {
    arch.dispatch(Multiple(sums, factor, numbers));
}
