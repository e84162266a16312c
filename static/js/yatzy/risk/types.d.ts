/** What the figures of this chapter speak of. Whatever is "by stop" has an entry for every theta of the dial. */

export type Data = Record<string, Record<string, any[]>>;

export interface Outcome {
  value: number;
  chance: number;
}

/** One throw, weighed by players of every taste. */
export interface Throw {
  /** Theta of each stop. */
  stops: number[];
  /** Equal ones together, the worst first. */
  outcomes: Outcome[];
  /** Certainty equivalent, by stop. */
  worth: number[];
  mean: number;
  /** Dice that are kept. */
  keep: string;
}

export interface Option {
  action: string;
  keep: string;
  category: string;
  points: number;
  /** By stop. */
  loss: number[];
}

/** A decision that flips as the dial turns. */
export interface Flip {
  name: string;
  dice: number[];
  /** Titles of the boxes still open. */
  open: string[];
  /** The best at theta 0 first. */
  options: Option[];
  /** Place of the best option, by stop. */
  best: number[];
}

/** What the dial bends, by stop. */
export interface Play {
  /** Theta of each stop. */
  stops: number[];
  mean: number[];
  sd: number[];
  bonus_rate: number[];
  /** Mean and spread at these and more thetas, close enough for a line. */
  way: {mean: number[]; sd: number[]};
  /** Mean of the worst twentieth of the games. */
  worst: number[];
  /** Mean of the best twentieth. */
  best: number[];
  /** Chance of each bin of scores. */
  curve: Float64Array[];
  /** Mean points of every box, and of the bonus, and how many more than at theta 0. */
  sources: {title: string; points: number[]; change: number[]}[];
}

export interface Player {
  theta: number;
  name: string;
  /** Option that this player takes. */
  best: number;
  /** What each option gives away, in points of this player. */
  loss: number[];
}

export interface LineUp {
  dice: number[];
  options: string[];
  players: Player[];
}

/** Option guessed by player, and whether the truth is shown. */
export interface Guesses {
  guesses: (number | null)[];
  told: boolean;
}

/** The percentile looked at, and the stop of the dial. */
export interface Wish {
  percentile: number;
  stop: number;
}

/** Scores by percentile, from 1 to 99: place 0 is the first percentile. */
export interface Ladder {
  /** Theta of each stop. */
  stops: number[];
  /** Stop of theta 0. */
  plain: number;
  /** By stop and percentile. */
  scores: number[][];
  /** Best stop for each percentile. */
  best_stop: number[];
  /** The most that any player can have, who also looks at the points written. */
  limit: number[];
}
