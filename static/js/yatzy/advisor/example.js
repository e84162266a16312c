/** The position that the advisor opens on: turn 7 of the first sample game, where the best options are close. */
export const EXAMPLE = {
  position: "4,-,-,-,15,24,12,-,18,-,-,-,19,-,-:34456:1",
  /** Expected final score of every option, best first. */
  values: {
    "keep-44": 243.086, "keep-446": 242.847, "keep-445": 242.403, "keep-3456": 242.351, "keep-344": 241.734,
    "keep-4456": 241.729, "keep-345": 241.455, "keep-456": 241.451, "keep-56": 241.299, "keep-46": 241.236,
    "keep-4": 241.217, "keep-34": 241.177, "keep-45": 241.163, "keep-3": 241.150, "keep-356": 241.148,
    "keep-3446": 241.098, "keep-36": 240.993, "keep-346": 240.968, "keep-6": 240.955, "keep-35": 240.954,
    "keep-3445": 240.764, "keep-5": 240.710, "keep-": 240.710, "score-chance": 239.137, "score-fours": 238.055,
    "score-small_straight": 237.898, "score-large_straight": 236.172, "score-yatzy": 233.859,
    "score-four_of_a_kind": 232.297, "score-twos": 228.789, "score-threes": 227.715, "score-two_pairs": 225.328,
  },
};
