/** What the table says, in English; the other languages have the same texts with the same gaps. */

/**
 * @typedef {Record<string, string>} Names
 * @typedef {keyof typeof texts} TextName
 * @typedef {{texts: Record<TextName, string>, decimal: string, editions: Names, boxes: Names}} Words
 */

const texts = {
  language: "Language",
  new_game: "New game", go_on: "Go on", start: "Start", resume: "A game is running: {scores}.",
  game: "Game", who_throws: "Dice", page_throws: "The page throws", real_dice: "Real ones, on the table",
  player: "Player {n}", name_of: "Name of player {n}", help_for: "Help for player {n}", add_player: "Add a player",
  remove_player: "Remove {name}", seed: "Seed of the dice", from_paper: "Go on with a card begun on paper",
  seed_rule: "It fixes all dice before the game, whatever you hold.",
  one_phone: "One phone for all, and none of it leaves the phone.",
  kind_pen: "Pen: only keeps the score", kind_peek: "Peek: advice when asked", kind_coach: "Coach: a verdict after each decision",
  kind_machine: "Machine: plays perfectly",
  kind_pars: "Machine: by seventeen numbers", kind_greedy: "Machine: greedy, sees one turn", kind_casual: "Machine: a casual player",
  throw_first: "first throw of {of}", throw_second: "second throw of {of}", throw_third: "third throw of {of}", throw_nth: "throw {n}",
  throws_left: "{n} throws left", before_throw: "before the throw", machine_turn: "the machine’s turn",
  throw: "Throw", throw_n: "Throw {n}", all_dice: "all", write: "Write {points} in {box}", choose_box: "Choose a box",
  let_play: "Let {name} play",
  undo: "Undo", redo: "Redo", peek: "Peek", menu: "Menu", close: "Close", erase: "Erase", enter_face: "Enter {face}",
  die: "Die {n}: {face}", die_held: "Die {n}: {face}, held", die_empty: "Die {n}, empty", dice_on_table: "Dice",
  open_box: "{box}: open", box_has: "{box}: {points}", box_offers: "{box}: {points} now", box_chosen: "{box}: {points}, chosen",
  bonus: "Bonus", total: "Total", bonus_so_far: "{upper} of {threshold}", extra: "Extra Yahtzees", all_cards: "All cards",
  points_for: "{name}, {box}", which_points: "How many points?", leave_open: "open", struck: "0, struck",
  paper_box: "{name}: what does the card say? One tap a box.",
  options: "Options, best first", peeks: "{n} looked at", silence: "Silence the coach of {name}", unsilence: "Hear the coach of {name} again",
  ask_advisor: "Ask the advisor about this position", leave: "Leave the table", correct_hint: "Tap a box to correct it.",
  waiting: "The values are on their way.",
  decided: "{dice}, {done}.", kept: "kept {dice}", threw_all: "all thrown again",
  best: "Best.", best_by: "Best, by {n}.", even: "As good as the best.", only: "There was no choice.",
  tossup: "A toss-up: {best} brings {n} more.", close_call: "Close: {best} brings {n} more.", solid: "A mistake: {best} brings {n} more.",
  clear: "A clear mistake: {best} brings {n} more.",
  option_keep: "keep {dice}", option_none: "throw all", option_score: "{points} in {box}",
  machine_did: "{name}: {points} in {box}.",
  over: "The game is over", wins: "{names} wins with {points}.", share: "{names} share the first place with {points}.",
  final_alone: "{points} points.",
  rematch: "Again, the same players", review_of: "{name}: what was luck?",
  identity: "{final} = {start} {luck} luck − {regret} given away{unknown}", unknown_part: " {n} in turns not known",
  identity_words: "Start is what perfect play brings on average; luck is what the dice brought beyond that, and what was given away is the sum over your decisions.",
  average: "If you always gave away this much, you would average {n}. One game tells that from {low} to {high}: two standard errors of its {turns} turns, and one more with a mistake of {unseen} that may not have come.", peeked: "Options looked at: {n}.",
  no_turn_known: "Of none of these turns the dice are known, so there is nothing to judge.",
  unknown_turns: "Turns not known: {n}.",
  curve: "The expected final score of {name}, turn by turn, from {start} to {final}: luck moves it up and down, decisions only down.",
  luck_key: "Luck", given_key: "Given away",
  costly: "What would you keep?", costly_none: "No decision cost a quarter of a point.",
  question: "Turn {turn}, {dice}, {left} throws left. Open: {open}.", you_played: "You played this.", costs: "costs {n}", is_best: "best",
  all_decisions: "All decisions that cost something ({n})", decision: "Turn {turn}, {dice}: {chosen}; {best} brings {n} more",
  not_kept: "This browser keeps nothing (its storage is full or closed): the game lasts as long as this page.",
  damaged: "The game that was kept here is damaged and cannot be read. Here is a new one.",
  foreign_version: "The game that was kept here was written by a newer version of this page. Reload the page to go on with it.",
  no_values: "The values could not be fetched, or belong to another version of this page. The coach is silent and the machine waits; the score is kept all the same. Opening the page anew may help.",
  read_game: "Read a game", game_or_link: "The text of a game, or a link to one", game_text: "The game as text", game_link: "The game as a link",
  foreign_game: "This table does not have that game with those house rules, or too many play it.",
  score_only: "There are no values of this game here: the table keeps the score, and says no more.",
  nothing_to_undo: "There is nothing to undo.", nothing_to_redo: "There is nothing to redo.", no_throw_left: "No throw is left: choose a box.",
  all_held: "All dice are held: let one go, or choose a box.",
  announce_dice: "{name}, {throw}: {dice}.",
  house_rules: "House rules", house_threshold: "Earned from", house_five: "Five of a kind is a full house", house_solved: "What this game is worth your device works out itself, in some seconds, once somebody asks.",
  exact_why: "These numbers come from a table in steps of 1/256 of a point.", exact: "Let this device work them out to the last digit", exact_done: "Worked out by this device in full precision.",
  games: "Games that have ended", save_games: "All games as a file", games_file: "A file of games",
  games_taken: "Games taken in: {n}. Here already: {known}.", games_note: "They are kept in this browser and nowhere else; a file of them is text that people can read.",
  forget: "Forget them", forget_really: "Really forget all of them?",
  ask_again: "Your mistakes, asked again ({n})", again_note: "What you answer well at once is not asked again. Left: {n}.", next: "The next one", back: "Back",
  skill: "In the last {n} games {mean} were given away on average, give or take {margin}. That is about {rung}, with {left} a game.",
  rung_casual: "the casual player", rung_patterns: "the player who sees patterns", rung_open_boxes: "the player who looks at the open boxes", rung_sacrifice: "the player who knows what to sacrifice",
  rung_bonus_aim: "the player who aims for the bonus", rung_chance_late: "the player who keeps Chance for later", rung_upper_dice: "the player who throws for the upper half", rung_counting: "the player who counts all chances",
  rung_par: "the player who knows pars", rung_optimal: "perfect play",
  damaged_games: "The games that were kept here are damaged and cannot be read. They are laid aside; new ones are kept.",
};

/** @type {Words} */
export const words = {
  texts,
  decimal: ".",
  editions: {
    scandinavian: "Scandinavian Yatzy", saved: "Yatzy with saved throws", maxi: "Maxi Yatzy, bonus 100 from 84", "maxi-75": "Maxi Yatzy, bonus 50 from 75",
    yahtzee: "Yahtzee, free jokers", forced: "Yahtzee, forced jokers",
  },
  boxes: {}, // The rules name their boxes in English.
};
