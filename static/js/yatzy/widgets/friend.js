/**
 * The last turns against a friend: choose the open boxes, drag the points that are needed.
 */
import {find, onPress, plain, repaint} from "../figures/elements.js";
import {dearestNeed, momentOfText, readCards, textOfMoment} from "../figures/friend.js";
import {drawCards, drawChances, drawStairs, wordsOf} from "../figures/friend-drawing.js";
import {scrub} from "../figures/scrubber.js";

/**
 * @typedef {import("../figures/friend.js").Data} Data
 * @typedef {import("../figures/friend.js").Card} Card
 * @typedef {import("../figures/friend.js").Moment} Moment
 */

/** @param {readonly Card[]} cards @param {{moment?: string}} state @returns {Moment} */
function openingOf(cards, {moment = ""}) {
  return momentOfText(moment, cards) ?? {card: 0, index: dearestNeed(cards[0])};
}

/**
 * What each region of the figure shows.
 * @param {readonly Card[]} cards
 * @param {Moment} moment
 */
function draw(cards, {card, index}) {
  return {
    ".friend-cards": drawCards(cards, card),
    ".chance-ways": drawChances(cards[card].needs[index]),
    ".friend-words": wordsOf(cards[card], index),
    ".beat-plot > svg": drawStairs(cards[card], index),
  };
}

/**
 * Draw the figure at its opening moment.
 * @param {{moment?: string}} state `moment`: place of the card and points needed, "2.16".
 * @param {Data} data
 */
export function view(state, data) {
  const cards = readCards(data);
  const drawn = draw(cards, openingOf(cards, state));
  return `<div class="friend">
<div class="friend-panel">
<p class="friend-head">Your open boxes</p>
<div class="friend-cards" role="group" aria-label="Open boxes">${drawn[".friend-cards"]}</div>
</div>
<div class="friend-result">
<p class="friend-words">${drawn[".friend-words"]}</p>
<ul class="chance-ways">${drawn[".chance-ways"]}</ul>
<div class="friend-field">
<p class="friend-head">chance to win</p>
<div class="beat-plot friend-plot"><svg aria-hidden="true">${drawn[".beat-plot > svg"]}</svg></div>
<p class="friend-head friend-end">points that you still need</p>
</div>
</div>
</div>`;
}

/**
 * Let the reader choose a card and drag the need.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const cards = readCards(data);
  const opening = openingOf(cards, context.state);
  let now = momentOfText(context.readState(), cards) ?? opening;
  const needs = () => cards[now.card].needs;

  const tell = scrub({
    element: find(element, ".friend-field"),
    label: "Points needed to win",
    stride: 5,
    read: () => ({now: now.index, last: needs().length - 1, words: plain(wordsOf(cards[now.card], now.index))}),
    stepAt: (share) => Math.min(needs().length - 1, Math.floor(share * needs().length)),
    seek: (index) => go({...now, index}),
  }, stop.signal);

  function show() {
    for (const [selector, markup] of Object.entries(draw(cards, now))) repaint(find(element, selector), markup);
    tell();
  }

  /** @param {Moment} next */
  function go(next) {
    now = next;
    show();
    context.writeState(textOfMoment(now, cards));
  }

  /** Press "card-3": the need goes where that card has most to lose. @param {string} key */
  function press(key) {
    const card = Number(key.split("-")[1]);
    go({card, index: dearestNeed(cards[card])});
    context.announce(plain(wordsOf(cards[card], now.index)));
  }

  onPress(element, press, stop.signal);
  if (now !== opening) show();
  return {
    press,
    reset() {
      go(opening);
      context.writeState(null);
    },
    destroy: () => stop.abort(),
  };
}
