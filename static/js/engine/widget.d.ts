/** The interface between the module of a widget and the engine. */

/** A data set as delivered with the page: values by column, all columns of the same length. */
export type DataSet = Record<string, any[]>;

export type Layout = "wide" | "narrow";

/** The current card of guesses: its rows with their points, and the reward for the first rows. */
export interface Card {
  /** `points` is null until a guess is recorded; `isHere` marks the row of the open page. */
  rows: {title: string, points: number | null, isHere: boolean}[];
  /** A reward listed after `after` rows; its points are null until it is earned. Null if the site has none. */
  reward: {name: string, after: number, points: number | null} | null;
  total: number;
}

export interface Context {
  /** The figure's id; also the name of its parameter in the page's address. */
  id: string;
  /** The opening state from the project's settings, which the still shows. */
  state: Record<string, unknown>;
  /**
   * Fetch a listed file, inflated if it is gzipped; "set/part" names a file of a listed folder. Rejects with a message for
   * readers.
   */
  file(name: string): Promise<ArrayBuffer>;
  /** Return the address of a listed file. In the app, the service worker answers from the cache `more SCOPE` if it holds the address. */
  address(name: string): string;
  /** Return the figure's state in the page's address, or null. */
  readState(): string | null;
  /** Write the figure's state into the page's address; null removes it. */
  writeState(text: string | null): void;
  reducedMotion: boolean;
  /** Announce a text to screen readers. */
  announce(text: string): void;
  /** Show an error message under the figure, with a button that calls `retry`. */
  fail(error: unknown, retry: () => void): void;
  /**
   * Record the points of a guess, an integer from 0 to 10, in this page's row of the contents; only the first result counts.
   * `as`, "tides.html#harbour", records it for the guess of a figure on another page that asks the same question.
   */
  record(guess: string, points: number, as?: string): void;
  /** Return the points recorded for a guess of this figure; null if there are none. */
  recorded(guess: string): number | null;
  /** Return the card as the contents of this page show it now; null if the site has none. */
  card(): Card | null;
  /** Store a text in the reader's browser immediately; null deletes it. Does nothing if the browser forbids storage. */
  keep(name: string, text: string | null): void;
  /** Return the stored text, or null. It may have been written by another version of the page, or edited by hand: validate it. */
  kept(name: string): string | null;
  /** Return the language that the reader has chosen for this site, or null. */
  language(): string | null;
  /**
   * Show the page around the figure in another language (`NAME.LANG.md`), or in its own again; `isChosen` remembers the choice.
   * Rejects with a message for readers if the translation cannot be fetched.
   */
  translate(tag: string, isChosen?: boolean): Promise<void>;
}

export interface Controller {
  reset(): void;
  press?(key: string): void;
  /**
   * Show a step of the text that names no state, as `view` draws it for `state.step`. If the step corresponds to a state,
   * call `writeState`; otherwise the numbers of the prose show what `readouts` returns for `state.step`. The state of a
   * link takes precedence over the step at which the reader arrives: `show` is called after this method.
   */
  step?(step: number): void;
  /**
   * Show a state, in the form that `writeState` writes; called by links (`::set`) and numbers (`::scrub`) of the prose.
   * Without this method, links reload the page at that state and numbers cannot be moved.
   */
  show?(state: string): void;
  destroy?(): void;
}

export interface WidgetModule {
  layouts?: readonly Layout[];
  /**
   * Return the figure's picture: for the opening state; for `state.linked`, a state as written in a link or named by a step
   * of the text (throw if it does not exist); or for `state.step`, the number of a step that names no state.
   */
  view(state: Record<string, unknown>, data: Record<string, DataSet>): string;
  /**
   * Return a drawing for the page's card, which other sites show beside a link to the page: `<svg viewBox="0 0 420 380">…</svg>`,
   * or any other size. No style sheet applies: set its appearance by attributes, with colours as `var(--ink)`. The first
   * widget of a page that exports this function provides the page's card; otherwise the card shows the page's first chart.
   */
  card?(state: Record<string, unknown>, data: Record<string, DataSet>): string;
  /**
   * Return quantities for the prose (`::scrub`, `::readout`) by name, formatted. `state.linked` is the state as in a link,
   * absent for the opening state; return null for a state that does not exist. `state.step` is the step of the text that has
   * moved the figure, if any. Pure, like `view`.
   */
  readouts?(state: Record<string, unknown>, data: Record<string, DataSet>): Record<string, string> | null;
  mount(element: HTMLElement, data: Record<string, DataSet>, context: Context): Controller | Promise<Controller>;
}
