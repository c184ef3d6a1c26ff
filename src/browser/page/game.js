// The game of this tab as the program last described it, and the requests that change it.
import { standUpright } from "./layout.js";
import { ask } from "./program.js";

// Another run of the program has another address, and other games.
const PLACE = `game ${location.pathname}`;

class Game {
  #id = sessionStorage.getItem(PLACE);
  #state = null;
  #kinds = null;
  #about = null;
  #moves = [];
  #receivedAt = 0;
  #listeners = {};

  /** The state of the game; `null` until it has come. */
  get state() {
    return this.#state;
  }
  /** The kinds of pieces of this variant; a piece has the index of its kind. */
  get kinds() {
    return this.#kinds.kinds;
  }
  /** What is the same for all games: the variants, the levels, the clocks, the sides. */
  get about() {
    return this.#about;
  }
  /** The moves of the game: `{ number, side, san }`. */
  get moves() {
    return this.#moves;
  }
  /** When the state came, in milliseconds of `performance.now`. */
  get receivedAt() {
    return this.#receivedAt;
  }
  /** The address of something about this game. */
  path(what) {
    return `games/${this.#id}/${what}`;
  }
  /** The kind of the piece on a square, or `null`. */
  kindOn(square) {
    const piece = this.#state.pieces.find(piece => piece.square === square);
    return piece ? this.kinds[piece.kind] : null;
  }

  /**
   * Has a function called on an event: `change` (anything), `position` (another position), `game` (another
   * game), `opened` (the program has opened a new game for this tab), `refusal` (with a text; "" when it no
   * longer holds).
   */
  on(event, listener) {
    this.#listeners[event] = [...(this.#listeners[event] || []), listener];
  }
  #emit(event, detail) {
    for (const listener of this.#listeners[event] || []) listener(detail);
  }
  /** Has everything shown again. */
  redraw() {
    this.#emit("change");
  }
  /** Tells that another game has begun, even if its start is the same. */
  forget() {
    this.#emit("game");
  }

  /** Loads what is the same for all games, calls `prepare`, and loads the game of this tab. */
  async start(prepare) {
    this.#about = await ask("about");
    prepare();
    await (this.#id ? this.#refresh() : this.#open());
  }

  /** Asks again what is the same for all games, because there is a new variant. */
  async learnVariants() {
    this.#about = await ask("about");
  }

  /** Asks again and again for changes: often while the engine is at work. */
  async follow() {
    try {
      const since = this.#state ? `?since=${this.#state.version}&${this.#known()}` : "";
      await this.#update(await ask(`games/${this.#id}${since}`));
    } catch (error) {
      await this.refuse(error).catch(() => {});
    }
    const { task, clocks } = this.#state || {};
    setTimeout(() => this.follow(), task ? 200 : clocks?.running ? 500 : 1200);
  }

  /** Asks for the whole state, for example because the window has another size. */
  async reload() {
    await this.#update(await ask(`games/${this.#id}?${this.#known()}`));
  }

  /** Changes something in this game. Throws if that is refused. */
  async change(what, body, type) {
    await this.#update(
      await ask(
        `${this.path(what)}?${this.#known()}`,
        typeof body === "string" ? body : JSON.stringify(body),
        type,
      ),
    );
  }

  /** Changes something in this game, and shows why if that is refused. Returns whether it was done. */
  async send(what, body, type) {
    this.#emit("refusal", "");
    try {
      await this.change(what, body, type);
      return true;
    } catch (error) {
      await this.refuse(error);
      return false;
    }
  }

  /** Has the program obey a command, as in the terminal. */
  command(text) {
    return this.send("commands", { command: text });
  }

  /** Shows why something was refused. A game that the program no longer has is opened anew. */
  async refuse(error) {
    if (error.code === "missing") await this.#open();
    const reason = error.message || String(error);
    this.#emit("refusal", reason.charAt(0).toUpperCase() + reason.slice(1));
  }

  /** Leaves the game to other tabs, because this one closes. */
  leave() {
    navigator.sendBeacon(this.path("leave"));
  }

  async #open() {
    this.#id = (await ask("games", "")).game;
    this.#moves = [];
    this.#emit("opened");
    sessionStorage.setItem(PLACE, this.#id);
    await this.#refresh();
  }

  async #refresh() {
    await this.#update(await ask(`games/${this.#id}`));
  }

  /** The moves that the page has: the program sends only the others. */
  #known() {
    return this.#state ? `line=${this.#state.history.line}&moves=${this.#moves.length}` : "";
  }

  async #update(state) {
    if (!state) return;
    const { from, moves } = state.history;
    if (from > this.#moves.length) return this.#refresh();
    this.#moves = [
      ...this.#moves.slice(0, from),
      ...moves.map(([number, side, san]) => ({ number, side, san })),
    ];
    if (!this.#kinds || this.#kinds.variant !== state.variant) this.#kinds = await ask(this.path("kinds"));
    standUpright(state.board);
    const before = this.#state;
    [this.#state, this.#receivedAt] = [state, performance.now()];
    const isOther = !before || before.variant !== state.variant;
    if (before && (isOther || before.start !== state.start)) this.#emit("game");
    if (isOther || before.fen !== state.fen) this.#emit("position");
    this.#emit("change");
  }
}

/** The game of this tab. */
export const game = new Game();
