// A move that is chosen by squares: first the piece, then each square on its way.

/** Where a move comes from: a square, or `@` and the kind in hand. */
export const originOf = move => (move.from === null ? `@${move.drop}` : move.from);

/** The origin of walls. */
export const WALL = "@null";

/** The square on which a move ends. */
export const endOf = move => move.path[move.path.length - 1];

export class Selection {
  /** The origin of the move, as of `originOf`; `null` if none is chosen. */
  from = null;
  /** The squares clicked since. */
  path = [];
  /** Whether all moves that are left end on the square clicked last. */
  ends = false;

  clear() {
    [this.from, this.path, this.ends] = [null, [], false];
  }

  choose(origin) {
    this.clear();
    this.from = origin;
  }

  /** The moves among `moves` that fit what has been clicked. */
  remaining(moves) {
    if (!this.from) return [];
    return moves.filter(
      move => originOf(move) === this.from && this.path.every((square, i) => move.path[i] === square),
    );
  }

  /** Where a click leads on, and where it captures. */
  reachable(moves, isOccupied) {
    const goes = new Set(),
      captures = new Set(),
      depth = this.path.length;
    for (const move of this.remaining(moves)) {
      const next = move.path[depth];
      if (next === undefined) continue;
      goes.add(next);
      if (isOccupied(next) && next !== move.from && move.captures) captures.add(next);
      else if (move.captures && depth + 1 === move.path.length && move.path.length === 1) captures.add(next);
    }
    return { goes, captures };
  }

  /** The moves that a click on a square leaves. */
  after(moves, square) {
    const depth = this.path.length,
      all = this.remaining(moves);
    const next = all.filter(move => move.path[depth] === square);
    if (next.length) return next;
    // The last square says enough if there is only one way to it; castling is also the partner's square.
    const last = all.filter(move => endOf(move) === square && move.path.length > depth);
    return last.length ? last : all.filter(move => move.partner === this.from + square);
  }

  /** The move that ends where the last click was, if a second click there plays one. */
  endingHere(moves, square) {
    const depth = this.path.length;
    const here = this.remaining(moves).filter(
      move => move.path.length === depth && this.path[depth - 1] === square,
    );
    return here.length === 1 ? here[0] : null;
  }

  /** Goes on to a square, which leaves these moves. */
  extend(square, left) {
    if (left.some(move => move.path[this.path.length] === square)) this.path.push(square);
    this.ends = left.every(move => endOf(move) === square);
  }

  /** The moves that squares cannot tell apart, as buttons; `left` are those of the last click. */
  buttons(moves, left) {
    if (!this.from) return [];
    const depth = this.path.length,
      all = left || this.remaining(moves);
    const isElsewhere = left && !left.some(move => move.path[depth - 1] === this.path[depth - 1]);
    const shown = isElsewhere
      ? left
      : all.filter(move => move.path.length === depth || (move.path[0] === move.from && !depth));
    return shown.slice().reverse();
  }
}
