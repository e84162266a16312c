/** What a widget's module and the engine know of each other. */

/** A data set as shipped with the page: values by column, all columns of one length. */
export type DataSet = Record<string, any[]>;

export type Layout = "wide" | "narrow";

/** The card of guesses as it stands: its rows with their points, null for none yet, and what the first rows may earn. */
export interface Card {
  /** `isHere`: of the page that is open. */
  rows: {title: string, points: number | null, isHere: boolean}[];
  /** Stands after so many rows; its points are null until it is earned. Null where the contents tell of none. */
  reward: {name: string, after: number, points: number | null} | null;
  total: number;
}

export interface Context {
  /** The figure's id; also the name of its state in the page's address. */
  id: string;
  /** Opening state from the project's settings, the one the still shows. */
  state: Record<string, unknown>;
  /**
   * Fetch a listed file, inflated if it is gzipped; "set/part" for a file of a listed folder. Rejects with a sentence
   * for readers.
   */
  file(name: string): Promise<ArrayBuffer>;
  /** Return the address of a listed file. The app's worker answers with what is stored under it in the cache `more SCOPE`. */
  address(name: string): string;
  /** The state that the page's address holds for this figure. */
  readState(): string | null;
  /** Put the state into the page's address; null takes it out. */
  writeState(text: string | null): void;
  reducedMotion: boolean;
  /** Say something to screen readers. */
  announce(text: string): void;
  /** Show a sentence under the figure, with a button that calls `retry`. */
  fail(error: unknown, retry: () => void): void;
  /**
   * Write the points of a guess, whole and ten for the best, into this page's row of the contents; the first stands. `as`,
   * "tides.html#harbour", tells whose guess it is where a figure of another page asks the same.
   */
  record(guess: string, points: number, as?: string): void;
  /** The points that a guess of this figure has brought on the card; null for none yet. */
  recorded(guess: string): number | null;
  /** Read the card as the contents of this page show it now; null where a site has none. */
  card(): Card | null;
  /** Store a text in the reader's browser for the next visit, at once; null deletes it. A browser that forbids storage stores nothing. */
  keep(name: string, text: string | null): void;
  /** The text that was kept; null for none. It may have been written by another version of the page, or by hand. */
  kept(name: string): string | null;
  /** The language that the reader has chosen for the pages of this site; null for none. */
  language(): string | null;
  /**
   * Show the page around the figure in another language, `NAME.LANG.md`, or in its own again; `isChosen` remembers it.
   * Rejects with a sentence for readers where the translation cannot be fetched.
   */
  translate(tag: string, isChosen?: boolean): Promise<void>;
}

export interface Controller {
  reset(): void;
  press?(key: string): void;
  /**
   * Show a step of the text that names no state, as `view` draws it for `state.step`. Where it can say so as a state it calls `writeState`;
   * else the numbers of the prose follow what `readouts` tells for `state.step`. A link goes before the step at which
   * the reader arrives: `show` is called after it.
   */
  step?(step: number): void;
  /**
   * Show a state, as `writeState` writes it: words in the prose ask for it (`::set`), and numbers (`::scrub`). Without
   * this method such words open the page anew at that state, and such numbers do not move.
   */
  show?(state: string): void;
  destroy?(): void;
}

export interface WidgetModule {
  layouts?: readonly Layout[];
  /**
   * The figure's picture: at its opening; at `state.linked`, a state as a link has it, which a step of the text names
   * (it throws for a state that it does not have); or at `state.step`, the number of a step that names none.
   */
  view(state: Record<string, unknown>, data: Record<string, DataSet>): string;
  /**
   * A drawing for the card that other sites show beside a link to the page: `<svg viewBox="0 0 420 380">…</svg>`, or of
   * any other size. No style sheet reaches it: what it looks like stands in its attributes, colours as `var(--ink)`. The
   * first widget of a page that exports it gives the page's card; without one the card has the page's first chart.
   */
  card?(state: Record<string, unknown>, data: Record<string, DataSet>): string;
  /**
   * Quantities for the prose, by name, as they are printed (`::scrub`, `::readout`). `linked` is the state as a link
   * has it, and not there at the opening; null for a state that the figure does not have. `state.step` is the step of the
   * text that has moved the figure, if one has. Pure as `view` is.
   */
  readouts?(state: Record<string, unknown>, data: Record<string, DataSet>): Record<string, string> | null;
  mount(element: HTMLElement, data: Record<string, DataSet>, context: Context): Controller | Promise<Controller>;
}
