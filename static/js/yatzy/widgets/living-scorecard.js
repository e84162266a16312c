/**
 * The living scorecard: a perfect game plays itself, a line traces the final score to be expected, and behind it stands
 * the distribution of where the game can still end.
 */
import {every, find, onPress, plain, Player, repaint, scrub} from "site_builder/kit";
import {
  decisionsAt, halfWay, momentOfText, readGames, scoresAfter, textOfMoment, TURNS, wordsOf,
} from "../title/replay.js";
import {drawCurve, drawDice, gripOf, TIME_SHARE} from "../title/replay-drawing.js";
import {rangeWords, readCurves, readHalfWay, readRanges} from "../title/replay-endings.js";
import {tumble} from "../parts/throwing.js";
import {scorecard} from "../parts/scorecard.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/**
 * @typedef {import("../title/replay.js").Decision} Decision
 * @typedef {{game: number, made: number, fallen: boolean, seen: number}} Moment
 * @typedef {import("../title/replay-endings.js").Ridge} Ridge
 *
 * @typedef {object} Data
 * @property {import("../title/replay.js").Table} sample_games
 * @property {import("../title/replay-endings.js").RangeTable} game_ranges
 * @property {import("../title/replay-endings.js").HalfWayTable} half_way_curves
 * @property {{start_value: number[]}} counter
 *
 * @typedef {object} Frame What stays the same while games are played.
 * @property {number} start Expected score before the first throw.
 * @property {number} top Height of the picture, in points.
 * @property {import("../title/replay-endings.js").Span[][]} spans By game and decisions seen.
 * @property {Ridge[]} half_way By game.
 * @property {Ridge[][] | null} curves By game and decisions seen, once they have come.
 */

/** File of all distributions: too much to come with the page. */
const CURVES = "game-curves";


/** Milliseconds from one beat to the next: after dice fell, after some were kept, after a box was filled, at the end. */
const BEATS = {fallen: 1100, kept: 900, written: 1700, over: 6000};

/** Height of the picture is a multiple of this, in points. */
const HEADROOM = 50;

/**
 * Draw the figure, by default half way through its first game.
 * @param {{moment?: string}} state `moment`: game and decisions made, "1.20", or the game alone.
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
<div class="living-curve"><svg aria-hidden="true">${drawMoment(games, moment, frame)}</svg></div>
<p class="living-range">${rangeOf(moment, frame)}</p>
<p class="living-key"><span><i class="key-expected"></i>expected final score</span>
<span><i class="key-fan"></i>half of all endings, and 8 of 10</span>
<span><i class="key-written"></i>points written</span>
<span><i class="key-average"></i>average of all games, ${frame.start.toFixed(2)}</span></p>
<p class="living-controls with-script"><button type="button" class="button" data-press="play">Play</button>
<button type="button" class="button" data-press="another">Another game</button>
<span class="living-count">${countOf(games, moment)}</span></p>
</div>
<div class="living-card">${drawCard(game, moment)}</div>
</div>`;
}

/** @param {readonly Decision[][]} games @param {{moment?: string}} state @returns {Moment} */
function openingOf(games, state) {
  const {game, made} = momentOfText(state.moment ?? null, games) ?? {game: 0, made: halfWay(games[0])};
  return {game, made, fallen: false, seen: made};
}

/** @param {readonly Decision[][]} games @param {Moment} moment */
function countOf(games, {game}) {
  return `game ${game + 1} of ${games.length}`;
}

/** @param {Data} data @returns {Frame} */
function frameOf({sample_games, game_ranges, half_way_curves, counter}) {
  const highest = [...sample_games.value, ...game_ranges.percentile_90].reduce((most, value) => Math.max(most, value), 0);
  return {
    start: counter.start_value[0],
    top: Math.ceil((highest + HEADROOM / 2) / HEADROOM) * HEADROOM,
    spans: readRanges(game_ranges),
    half_way: readHalfWay(half_way_curves),
    curves: null,
  };
}

/** Draw the line and the distribution of a moment. @param {readonly Decision[][]} games @param {Moment} moment @param {Frame} frame */
function drawMoment(games, moment, {start, top, spans, half_way, curves}) {
  const {game, made, fallen} = moment;
  const count = made + Number(fallen);
  const shipped = count === halfWay(games[game]) ? half_way[game] : null;
  const endings = {spans: spans[game], ridge: curves ? curves[game][count] : shipped, start: curves ? curves[game][0] : null};
  return drawCurve(games[game], moment, {start, top}, endings);
}

/** Say where the game can still end. @param {Moment} moment @param {Frame} frame */
function rangeOf({game, made, fallen}, {spans}) {
  return rangeWords(spans[game][made + Number(fallen)]);
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
  return new LivingScorecard(element, data, context);
}

class LivingScorecard {
  #stop = new AbortController();
  #element;
  #context;
  #games;
  #frame;
  #opening;
  #paint;
  #player;
  #tell;
  /** @type {Moment} */
  #now;

  /** @param {HTMLElement} element @param {Data} data @param {import("../../engine/widget").Context} context */
  constructor(element, data, context) {
    this.#element = element;
    this.#context = context;
    this.#games = readGames(data.sample_games);
    this.#frame = frameOf(data);
    this.#opening = openingOf(this.#games, context.state);
    const linked = momentOfText(context.readState(), this.#games);
    this.#now = linked ? {...linked, fallen: false, seen: linked.made} : this.#opening;
    this.#paint = painter(element, this.#games, this.#frame);
    this.#tell = this.#scrub();
    onPress(element, (key) => this.press(key), this.#stop.signal);

    const toggle = find(element, "[data-press=play]");
    this.#player = new Player(element, () => this.#beat(), (playing) => (toggle.textContent = playing ? "Pause" : "Play"));
    this.#fetchCurves();
    if (linked) this.#go({});
    if (context.reducedMotion) toggle.textContent = "Next decision";
    else this.#player.playing = linked === null;
  }

  get #game() {
    return this.#games[this.#now.game];
  }

  /** Fetch the distributions of all moments; until they come, the line goes on without them. */
  async #fetchCurves() {
    try {
      this.#frame.curves = readCurves(await this.#context.file(CURVES), this.#games);
      if (!this.#stop.signal.aborted) this.#go({});
    } catch (error) {
      this.#context.fail(error, () => this.#fetchCurves());
    }
  }

  #scrub() {
    return scrub({
      element: find(this.#element, ".living-curve"),
      label: "Moment of the game",
      stride: scandinavian.n_throws,
      read: () => ({now: this.#now.made, last: this.#game.length, words: this.#words()}),
      stepAt: (share) => decisionsAt(this.#game, (share / TIME_SHARE) * TURNS),
      seek: (made, byKey) => this.#seek(made, byKey),
    }, this.#stop.signal);
  }

  /** The moment, as a person hears it. */
  #words() {
    return plain(`${sentence(this.#game, this.#now)} ${expected(this.#game, this.#now, this.#frame)} ${rangeOf(this.#now, this.#frame)}`);
  }

  /** @param {Partial<Moment>} next */
  #go(next) {
    const now = {...this.#now, ...next};
    this.#now = {...now, seen: Math.max(now.seen, now.made + Number(now.fallen))};
    this.#paint(this.#now);
    this.#tell();
  }

  /** Go on by one beat: dice fall, a decision is made, or the next game begins. */
  #beat() {
    const {made, fallen} = this.#now;
    if (made === this.#game.length) {
      this.#nextGame();
      return BEATS.kept;
    }
    if (!fallen) {
      this.#go({fallen: true});
      if (!this.#context.reducedMotion) dropDice(this.#element, this.#game[made]);
      return BEATS.fallen;
    }
    this.#go({made: made + 1, fallen: false});
    if (made + 1 === this.#game.length) return BEATS.over;
    return this.#game[made].category === null ? BEATS.kept : BEATS.written;
  }

  #nextGame() {
    this.#go({game: (this.#now.game + 1) % this.#games.length, made: 0, fallen: false, seen: 0});
  }

  /** Go to a moment by hand, and stay there. @param {number} made @param {boolean} spoken */
  #seek(made, spoken) {
    this.#player.playing = false;
    this.#go({made, fallen: false});
    this.#context.writeState(textOfMoment(this.#now));
    if (spoken) this.#context.announce(this.#words());
  }

  /** Press "play" (play, pause or, without motion, the next decision) or "another". @param {string} key */
  press(key) {
    const {reducedMotion} = this.#context;
    if (key === "another") {
      this.#nextGame();
      this.#context.writeState(textOfMoment(this.#now));
      this.#context.announce("Another game.");
      this.#player.playing = !reducedMotion;
    } else if (reducedMotion) this.#seek(Math.min(this.#now.made + 1, this.#game.length), true);
    else this.#player.playing = !this.#player.playing;
  }

  reset() {
    this.#player.playing = false;
    this.#go(this.#opening);
    this.#context.writeState(null);
  }

  destroy() {
    this.#stop.abort();
    this.#player.stop();
  }
}

/** @param {readonly Decision[]} game @param {Moment} moment @param {Frame} frame */
function expected(game, moment, frame) {
  return `Expected final score ${gripOf(game, moment, frame).value.toFixed(1)}.`;
}

/**
 * Collect what changes, and return what repaints it.
 * @param {HTMLElement} element
 * @param {readonly Decision[][]} games
 * @param {Frame} frame
 */
function painter(element, games, frame) {
  const parts = [".living-dice", ".living-words", ".living-curve > svg", ".living-card", ".living-count", ".living-range"];
  const [dice, words, curve, card, count, range] = parts.map((part) => find(element, part));
  return (/** @type {Moment} */ now) => {
    const game = games[now.game];
    repaint(count, countOf(games, now));
    repaint(dice, drawDice(game, now));
    repaint(words, sentence(game, now));
    repaint(curve, drawMoment(games, now, frame));
    repaint(range, rangeOf(now, frame));
    repaint(card, drawCard(game, now));
  };
}

/** Let the dice that were thrown fall; those that were held lie still. @param {HTMLElement} element @param {Decision} decision */
function dropDice(element, {held}) {
  tumble(every(element, ".living-dice .die").filter((_, place) => !held[place]));
}
