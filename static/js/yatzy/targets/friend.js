/**
 * The last turns against a friend who has finished: the chance of winning by the points that are needed.
 */

import {gathered} from "site_builder/kit";

/** @import {Card, FriendMoment as Moment} from "./types" */

/** Read the data set. @param {Record<string, Record<string, any[]>>} data @returns {Card[]} */
export function readCards({friend_lead: {open, needed, best, optimal, greedy}}) {
  const needsOf = gathered(open, (row) => ({needed: needed[row], best: best[row], optimal: optimal[row], greedy: greedy[row]}));
  return [...needsOf].map(([names, needs]) => ({open: names.split(" "), needs}));
}

/** Place of the need at which playing for the average loses most. @param {Card} card */
export function dearestNeed({needs}) {
  return needs.reduce((dearest, {best, optimal}, index) => (best - optimal > needs[dearest].best - needs[dearest].optimal ? index : dearest), 0);
}

/**
 * Read a moment from a link: place of the card, points needed.
 * @param {string | null} text @param {readonly Card[]} cards @returns {Moment | null}
 */
export function momentOfText(text, cards) {
  const match = /^(\d)\.(\d{1,3})$/.exec(text ?? "");
  const card = cards[Number(match?.[1])];
  if (match === null || card === undefined) return null;
  const index = card.needs.findIndex(({needed}) => needed === Number(match[2]));
  return index === -1 ? null : {card: Number(match[1]), index};
}

/** @param {Moment} moment @param {readonly Card[]} cards */
export function textOfMoment({card, index}, cards) {
  return `${card}.${cards[card].needs[index].needed}`;
}
