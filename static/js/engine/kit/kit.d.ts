import type {Context, Controller, DataSet} from "../widget";

/** Markup of each region of a figure, by the region's name in the frame. */
export type Drawn = Record<string, string>;

/** A way to move a figure: attached to an element, and notified when the figure has moved. */
export interface Hand {
  /** Called when the figure shows another place. */
  tell(): void;
  destroy?(): void;
}

/** A mounted figure, as passed to its hands and its own code. */
export interface Alive<Place, Known> {
  readonly element: HTMLElement;
  readonly context: Context;
  readonly known: Known;
  readonly place: Place;
  /** Aborts when the figure is removed: pass it to every listener. */
  readonly signal: AbortSignal;
  /** Go to a place: draw it and write it into the address; announce it if `spoken`. */
  go(place: Place, spoken?: boolean): void;
  /** Show a place on the way to another, as during playback: it is drawn, and the address is unchanged. */
  pass(place: Place): void;
  /** Show a place temporarily, as under the mouse; null shows the current place again. */
  look(place: Place | null): void;
  /** Redraw the current place, for example after `known` has grown. */
  draw(): void;
  /** Return the sentence of the current place as plain text. */
  words(): string;
  /** Announce that sentence, or another text, which may contain markup. */
  announce(words?: string): void;
}

/**
 * A figure as a function of its place. A place is a value that determines which picture is shown: a stop, a cell, a date.
 * All functions except `pressed` and `wake` are pure; they also run in the build, without a document.
 */
export interface Figure<Place, Known> {
  /** Return what the figure needs of its data sets; called once. */
  know(data: any): Known;
  /** Return the place where the figure opens, for the state given in `site.toml` or by a step. */
  opening(state: any, known: Known): Place;
  /** Return the place that the still shows instead of the opening, for readers without scripts, who cannot be asked anything. */
  still?(opening: Place): Place;
  /** Return the place that a link names; null if the text is invalid. Take from `from` whatever the link does not specify. */
  read(text: string, known: Known, from: Place): Place | null;
  /** Return the text of a link to a place. */
  write(place: Place, known: Known): string;
  /** Markup of the whole figure with an empty element for each region, whose last attribute is `data-region="NAME"`. */
  frame: string | ((place: Place, known: Known, state: any) => string);
  /**
   * Return the content of each region. Regions are patched, so buttons keep the focus and shapes move smoothly. Do not
   * change a region in another way.
   */
  draw(place: Place, known: Known): Drawn;
  /** Return the sentence that describes what is shown; it may contain markup. */
  words(place: Place, known: Known): string;
  /** Return the drawing for the page's card, in a module that exports `card`; see `card` in `widget.d.ts`. */
  card?(opening: Place, known: Known): string;
  /** Return quantities for the prose (`::readout`, `::scrub`) by name, formatted. */
  readouts?(place: Place, known: Known): Record<string, string>;
  /** Return a place between two others, for a figure with transitions; `part` is the progress, 0 to 1. */
  between?(from: Place, to: Place, part: number): Place;
  /**
   * Return the place to which a press leads; null if none. `key` is the `data-press` of the control, or "NAME=VALUE" of a
   * field with `data-entry`.
   */
  press?(key: string, place: Place, known: Known): Place | null;
  /** Act after a press has changed the place: announce something, set the focus. Fields make no announcement of their own then. */
  pressed?(key: string, alive: Alive<Place, Known>, before: Place): void;
  /** Return the place for a step of the text. It also becomes the place to which Reset returns. */
  step?(step: number, place: Place, known: Known): Place;
  /** Ways to move the figure other than presses: `alongPicture`, `overGrid`, `overNodes`, … */
  hands?: readonly ((alive: Alive<Place, Known>) => Hand)[];
  /** Run code of the figure's own after mounting, for what no hand does. The returned object handles events of the figure. */
  wake?(alive: Alive<Place, Known>): Own<Place> | void;
}

/** Handlers of a figure's own code: those of a controller, those of a hand, and `lead`. */
export interface Own<Place> extends Partial<Controller>, Partial<Hand> {
  /** Handle a press; return false to let `press` of the figure handle it. */
  press?(key: string): void | false;
  /** Go to the place of a step in the figure's own way. */
  lead?(next: Place): void;
}

export interface Made {
  view(state: Record<string, unknown>, data?: Record<string, DataSet>): string;
  card(state: Record<string, unknown>, data: Record<string, DataSet>): string;
  readouts(state: Record<string, unknown>, data: Record<string, DataSet>): Record<string, string> | null;
  mount(element: HTMLElement, data: Record<string, DataSet>, context: Context): Controller;
}
