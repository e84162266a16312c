/**
 * The last turns against a friend: choose the open boxes, drag the points that are needed.
 */
import {alongPicture, makeFigure} from "site_builder/kit";
import {dearestNeed, momentOfText, readCards, textOfMoment} from "../targets/friend.js";
import {drawCards, drawChances, drawStairs, wordsOf} from "../targets/friend-drawing.js";

/** @import {Card, FriendMoment as Moment} from "../targets/types" */

const FRAME = `<div class="friend">
<div class="friend-panel">
<p class="friend-head">Your open boxes</p>
<div class="friend-cards" role="group" aria-label="Open boxes" data-region="cards"></div>
</div>
<div class="friend-result">
<p class="friend-words" data-region="words"></p>
<ul class="chance-ways" data-region="chances"></ul>
<div class="friend-field">
<p class="friend-head">chance to win</p>
<div class="beat-plot friend-plot"><svg aria-hidden="true" data-region="stairs"></svg></div>
<p class="friend-head friend-end">points that you still need</p>
</div>
</div>
</div>`;

/** @type {import("site_builder/kit").Figure<Moment, readonly Card[]>} */
const friend = {
  know: readCards,
  opening: ({moment = ""}, cards) => momentOfText(moment, cards) ?? {card: 0, index: dearestNeed(cards[0])},
  read: momentOfText,
  write: textOfMoment,
  frame: FRAME,
  draw: ({card, index}, cards) => ({
    cards: drawCards(cards, card),
    chances: drawChances(cards[card].needs[index]),
    words: wordsOf(cards[card], index),
    stairs: drawStairs(cards[card], index),
  }),
  words: ({card, index}, cards) => wordsOf(cards[card], index),
  /** "card-3": the need goes where that card has most to lose. */
  press(key, _moment, cards) {
    const card = Number(key.split("-")[1]);
    return {card, index: dearestNeed(cards[card])};
  },
  hands: [alongPicture(".friend-field", {
    label: "Points needed to win",
    stride: 5,
    now: ({index}) => index,
    last: ({card}, cards) => cards[card].needs.length - 1,
    stepAt: (share, {card}, cards) => Math.min(cards[card].needs.length - 1, Math.floor(share * cards[card].needs.length)),
    moved: (moment, index) => ({...moment, index}),
  })],
};

export const {view, mount} = makeFigure(friend);
