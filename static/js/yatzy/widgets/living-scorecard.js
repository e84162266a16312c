/**
 * The living scorecard: a perfect game plays itself, and a line traces the final score to be expected.
 */
import {every, find, onPress, repaint} from "../figures/elements.js";
import {Player} from "../figures/player.js";
import {
  decisionsAt, halfWay, momentOfText, readGames, scoresAfter, textOfMoment, TURNS, wordsOf,
} from "../figures/replay.js";
import {drawCurve, drawDice, gripOf} from "../figures/replay-drawing.js";
import {scrub} from "../figures/scrubber.js";
import {tumble} from "../figures/throwing.js";
import {scorecard} from "../parts/scorecard.js";
import {scandinavian} from "../rules.js";

/**
 * @typedef {import("../figures/replay.js").Decision} Decision
 * @typedef {{game: number, made: number, fallen: boolean, seen: number}} Moment
 * @typedef {{sample_games: import("../figures/replay.js").Table, counter: {start_value: number[]}}} Data
 */

/** Milliseconds from one beat to the next: after dice fell, after some were kept, after a box was filled, at the end. */
const BEATS = {fallen: 1100, kept: 900, written: 1700, over: 6000};

/** Height of the picture is a multiple of this, in points. */
const HEADROOM = 50;

/**
 * Draw the figure, by default half way through its first game.
 * @param {{moment?: string}} state `moment`: game and decisions made, "1.20".
 * @param {Data} data
 */
export function view(state, data) {
  const games = readGames(data.sample_games);
  const moment = openingOf(games, state);
  const game = games[moment.game];
  const frame = frameOf(data);
  return `<div class="living">
<div class="living-play">
<div class="living-table"><div class="living-dice">${drawDice(game, moment)}</div><p class="living-words">${sentence(game, moment)}</p></div>
<p class="living-key"><span><i class="key-expected"></i>expected final score</span><span><i class="key-written"></i>points written</span><span><i class="key-average"></i>average of all games, ${frame.start.toFixed(2)}</span></p>
<div class="living-curve"><svg aria-hidden="true">${drawCurve(game, moment, frame)}</svg></div>
<p class="living-controls with-script"><button type="button" class="button" data-press="play">Play</button><button type="button" class="button" data-press="another">Another game</button></p>
</div>
<div class="living-card">${drawCard(game, moment)}</div>
</div>`;
}

/** @param {readonly (readonly Decision[])[]} games @param {{moment?: string}} state @returns {Moment} */
function openingOf(games, state) {
  const {game, made} = momentOfText(state.moment ?? null, /** @type {Decision[][]} */ (games)) ?? {game: 0, made: halfWay(games[0])};
  return {game, made, fallen: false, seen: made};
}

/** @param {Data} data */
function frameOf({sample_games, counter}) {
  const highest = sample_games.value.reduce((most, value) => Math.max(most, value), 0);
  return {start: counter.start_value[0], top: Math.ceil((highest + HEADROOM / 2) / HEADROOM) * HEADROOM};
}

/** @param {readonly Decision[]} game @param {Moment} moment */
function drawCard(game, {made}) {
  const last = made > 0 ? game[made - 1].category : null;
  const row = (/** @type {number} */ category) => (category === last ? "just" : "");
  return scorecard({ruleset: scandinavian, scores: scoresAfter(game, made), hide_caption: true, row});
}

/** Say what is happening. @param {readonly Decision[]} game @param {Moment} moment */
function sentence(game, {made, fallen}) {
  if (fallen) return `Turn ${game[made].turn + 1}, throw ${game[made].throw}.`;
  if (made === 0) return "The card is empty. The first throw comes.";
  if (made === game.length) return `${wordsOf(game[made - 1])} The game ends with <b>${game[made - 1].total}</b>.`;
  return wordsOf(game[made - 1]);
}

/**
 * Let the game play, and the reader pause it, drag along its line, or ask for another.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  const games = readGames(data.sample_games);
  const opening = openingOf(games, context.state);
  const linked = momentOfText(context.readState(), games);
  /** @type {Moment} */
  let now = linked ? {...linked, fallen: false, seen: linked.made} : opening;
  const paint = painter(element, games, frameOf(data));
  const stop = new AbortController();
  const toggle = find(element, "[data-press=play]");

  /** @param {Partial<Moment>} next */
  function go(next) {
    now = {...now, ...next};
    now.seen = Math.max(now.seen, now.made + Number(now.fallen));
    paint(now);
    tell();
  }

  /** Go on by one beat: dice fall, a decision is made, or the next game begins. */
  function beat() {
    const game = games[now.game];
    if (now.made === game.length) return nextGame(), BEATS.kept;
    if (!now.fallen) {
      go({fallen: true});
      dropDice(element, game[now.made], context.reducedMotion);
      return BEATS.fallen;
    }
    go({made: now.made + 1, fallen: false});
    if (now.made === game.length) return BEATS.over;
    return game[now.made - 1].category === null ? BEATS.kept : BEATS.written;
  }

  function nextGame() {
    go({game: (now.game + 1) % games.length, made: 0, fallen: false, seen: 0});
  }

  /** Go to a moment by hand, and stay there. @param {number} made @param {boolean} spoken */
  function seek(made, spoken) {
    player.playing = false;
    go({made, fallen: false});
    context.writeState(textOfMoment(now));
    if (spoken) context.announce(plain(sentence(games[now.game], now)));
  }

  const player = new Player(element, beat, (playing) => {
    toggle.textContent = playing ? "Pause" : "Play";
  });

  const tell = scrub({
    element: find(element, ".living-curve"),
    label: "Moment of the game",
    stride: scandinavian.n_throws,
    read: () => ({now: now.made, last: games[now.game].length, words: plain(`${sentence(games[now.game], now)} ${expected(games[now.game], now, frameOf(data))}`)}),
    stepAt: (share) => decisionsAt(games[now.game], share * TURNS),
    seek,
  }, stop.signal);

  /** Press "play" (play, pause or, without motion, the next decision) or "another". @param {string} key */
  function press(key) {
    if (key === "another") {
      nextGame();
      context.writeState(textOfMoment(now));
      context.announce("Another game.");
      player.playing = !context.reducedMotion;
    } else if (context.reducedMotion) seek(Math.min(now.made + 1, games[now.game].length), true);
    else player.playing = !player.playing;
  }

  onPress(element, press, stop.signal);
  if (linked) paint(now);
  if (context.reducedMotion) toggle.textContent = "Next decision";
  else player.playing = linked === null;

  return {
    press,
    reset() {
      player.playing = false;
      go({...opening});
      context.writeState(null);
    },
    destroy: () => (stop.abort(), player.stop()),
  };
}

/** @param {readonly Decision[]} game @param {Moment} moment @param {{start: number, top: number}} frame */
function expected(game, moment, frame) {
  return `Expected final score ${gripOf(game, moment, frame).value.toFixed(1)}.`;
}

/**
 * Collect what changes, and return what repaints it.
 * @param {HTMLElement} element
 * @param {readonly (readonly Decision[])[]} games
 * @param {{start: number, top: number}} frame
 */
function painter(element, games, frame) {
  const [dice, words, curve, card] = [".living-dice", ".living-words", ".living-curve > svg", ".living-card"].map((part) => find(element, part));
  return (/** @type {Moment} */ now) => {
    const game = games[now.game];
    repaint(dice, drawDice(game, now));
    repaint(words, sentence(game, now));
    repaint(curve, drawCurve(game, now, frame));
    repaint(card, drawCard(game, now));
  };
}

/**
 * Let the dice that were thrown fall; those that were held lie still.
 * @param {HTMLElement} element
 * @param {Decision} decision
 * @param {boolean} still
 */
function dropDice(element, {held}, still) {
  if (!still) tumble(every(element, ".living-dice .die").filter((_, place) => !held[place]));
}

/** @param {string} markup */
function plain(markup) {
  return markup.replace(/<[^>]*>/g, "");
}
