/** What the figures of this chapter speak of. */

export interface LanesData {
  lane_pages: {upper_set: number[]; last_dead: number[]; best: number[]; reachable: string[]};
  lane_rows: {lanes: number[]; coalesced: boolean[]; rows: number[]};
}

/** How the totals of a card are covered. */
export interface Cover {
  /** Filled upper boxes, a bit mask. */
  upperSet: number;
  lanes: number;
  /** Whether hopeless totals are solved once for all. */
  coalesced: boolean;
}

/** `step`: the row that is being solved. */
export interface LanesMoment extends Cover {
  step: number;
}

/** What a lane does: nothing that counts, a state, or one for many. */
export type Lane = "idle" | "useful" | "shared";

export interface Row {
  first: number;
  lanes: readonly Lane[];
  /** Totals below that share its first value. */
  copied: number;
}

export interface SpeedData {
  speed_limit: {method: string[]; coalesced: boolean[]; lanes: boolean[]; cores: boolean[]; operations: number[]; seconds: number[]};
  bench_record: {processors: number[]; vector_numbers: number[]; solve_seconds: number[]};
  published_times: {program: string[]; seconds: number[]; machine: string[]};
}

export type Thrift = "method" | "coalesced" | "lanes" | "cores";

export interface Switches {
  method: string;
  coalesced: boolean;
  lanes: boolean;
  cores: boolean;
}

/** Switches, whether the first answer is still to come, and what it came to or is told to those who did not guess. */
export interface SpeedPlace {
  switches: Switches;
  asks: boolean;
  verdict: string;
}
