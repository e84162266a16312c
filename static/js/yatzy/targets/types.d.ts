/** What the figures of this chapter speak of. */

/** What holds for one number of points so far. */
export interface Past {
  points: number;
  needed: number;
  best: number;
  /** By the dice that a move keeps, ascending. */
  chance_of_move: Map<string, number>;
}

/** Place of the past, mask of the dice kept, place of the dial. */
export interface PastMoment {
  index: number;
  kept: number;
  dial: number;
}

export interface Target {
  score: number;
  /** Chance of a player who sees the points so far. */
  best: number;
  /** Chance of the best theta. */
  dial: number;
  theta: number;
  /** Chance of play for the mean. */
  optimal: number;
}

/** Place of the target, whether its answer is still covered, and the guess that it answers, in percent. */
export interface TargetPlace {
  index: number;
  asks: boolean;
  guess: number | null;
}
