/**
 * The last turns against a friend: choose the open boxes, drag the points that are needed.
 */
import {Dragged} from "../figures/dragged.js";
import {onPress} from "../figures/elements.js";
import {dearestNeed, momentOfText, readCards, textOfMoment} from "../figures/friend.js";
import {drawCards, drawChances, drawStairs, wordsOf} from "../figures/friend-drawing.js";

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

/** @param {readonly Card[]} cards @returns {import("../figures/dragged.js").Figure<Moment>} */
function figureOf(cards) {
  const countOf = (/** @type {Moment} */ {card}) => cards[card].needs.length;
  return {
    field: ".friend-field",
    label: "Points needed to win",
    stride: 5,
    read: (now) => ({now: now.index, last: countOf(now) - 1}),
    stepAt: (share, now) => Math.min(countOf(now) - 1, Math.floor(share * countOf(now))),
    moved: (now, index) => ({...now, index}),
    draw: (now) => draw(cards, now),
    words: ({card, index}) => wordsOf(cards[card], index),
    text: (now) => textOfMoment(now, cards),
  };
}

/**
 * Let the reader choose a card and drag the need.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  const cards = readCards(data);
  const linked = momentOfText(context.readState(), cards);
  const dragged = new Dragged(element, context, figureOf(cards), openingOf(cards, context.state), linked);

  /** Press "card-3": the need goes where that card has most to lose. @param {string} key */
  function press(key) {
    const card = Number(key.split("-")[1]);
    dragged.go({card, index: dearestNeed(cards[card])});
    dragged.announce();
  }

  onPress(element, press, dragged.signal);
  const show = (/** @type {string} */ text) => dragged.follow(momentOfText(text, cards));
  return {press, show, reset: () => dragged.reset(), destroy: () => dragged.destroy()};
}
