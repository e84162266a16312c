import type {Context, Controller, DataSet} from "../widget";

/** Markup of each region of a figure, by the name that the frame gives it. */
export type Drawn = Record<string, string>;

/** A way for the reader to move a figure: brought to life on its own element, and told when the figure has moved. */
export interface Hand {
  /** The figure shows another place now. */
  tell(): void;
  destroy?(): void;
}

/** A living figure, as its hands and its own code see it. */
export interface Alive<Place, Known> {
  readonly element: HTMLElement;
  readonly context: Context;
  readonly known: Known;
  readonly place: Place;
  /** Ends with the figure: give it to every listener. */
  readonly signal: AbortSignal;
  /** Go to a place to stay: it is drawn and kept in the address; said aloud if `spoken`. */
  go(place: Place, spoken?: boolean): void;
  /** Be at a place on the way to another, as while the figure plays: it is drawn, and the address stays as it is. */
  pass(place: Place): void;
  /** Show a place for the moment, as under a mouse that passes; null shows the place where the figure stands. */
  look(place: Place | null): void;
  /** Draw the place anew, as when what is known has grown. */
  draw(): void;
  /** The sentence of the place, as a person hears it. */
  words(): string;
  /** Say it, or other words, which may hold markup. */
  announce(words?: string): void;
}

/**
 * A figure as a function of its place. A place is whatever says which picture is shown: a stop, a cell, a date.
 * Everything but `wake` is pure: it also runs at build time, where there is no document.
 */
export interface Figure<Place, Known> {
  /** What the figure reads out of its data sets, once. */
  know(data: any): Known;
  /** The place where the figure opens, by the state that `site.toml` or a step gives it. */
  opening(state: any, known: Known): Place;
  /** What the still shows in place of the opening: where no script runs, nothing is asked. */
  still?(opening: Place): Place;
  /** The place that a link names; null for a text that names none. What links do not tell stays as it is at `from`. */
  read(text: string, known: Known, from: Place): Place | null;
  /** The text of a link to a place. */
  write(place: Place, known: Known): string;
  /** Markup of the whole figure with an empty element for each region, its last attribute `data-region="NAME"`. */
  frame: string | ((place: Place, known: Known, state: any) => string);
  /** What each region shows, and nothing else may change what is in it. Regions are brought to it by difference, so buttons keep the focus and shapes glide. */
  draw(place: Place, known: Known): Drawn;
  /** The sentence that says what is shown; it may hold markup. */
  words(place: Place, known: Known): string;
  /** The drawing on the page's card, for a module that exports `card`; see `card` of `widget.d.ts`. */
  card?(opening: Place, known: Known): string;
  /** Quantities for the prose (`::readout`, `::scrub`), by name, as they are printed. */
  readouts?(place: Place, known: Known): Record<string, string>;
  /** A place on the way to another, for a figure that glides there: `part` of the way lies behind, 0 to 1. */
  between?(from: Place, to: Place, part: number): Place;
  /** Where a press leads: the `data-press` of what was pressed, or "NAME=VALUE" of a field with `data-entry`. Null if nowhere. */
  press?(key: string, place: Place, known: Known): Place | null;
  /** What a press does besides, once the figure has gone where it leads: what is said, if anything, where the focus goes. Fields are silent then. */
  pressed?(key: string, alive: Alive<Place, Known>, before: Place): void;
  /** Where a step of the text leads. From then on the figure opens there: Reset comes back to it. */
  step?(step: number, place: Place, known: Known): Place;
  /** What a reader moves it by, besides presses: `alongPicture`, `overGrid`, `overNodes`, … */
  hands?: readonly ((alive: Alive<Place, Known>) => Hand)[];
  /** Code of the figure's own, once it lives: for what no hand does. What it returns takes part in its life. */
  wake?(alive: Alive<Place, Known>): Own<Place> | void;
}

/** How a figure's own code takes part in its life: as its controller, told as its hands are, and led by steps of the text. */
export interface Own<Place> extends Partial<Controller>, Partial<Hand> {
  /** Follow a press; false leaves it to the figure's own `press`. */
  press?(key: string): void | false;
  /** Go where a step of the text leads, in the figure's own way. */
  lead?(next: Place): void;
}

export interface Made {
  view(state: Record<string, unknown>, data?: Record<string, DataSet>): string;
  card(state: Record<string, unknown>, data: Record<string, DataSet>): string;
  readouts(state: Record<string, unknown>, data: Record<string, DataSet>): Record<string, string> | null;
  mount(element: HTMLElement, data: Record<string, DataSet>, context: Context): Controller;
}
