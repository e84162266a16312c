/**
 * A reader in front of the hard decisions: which one is shown, the dice picked in it, the choices made.
 *
 * A quiz is a frozen value; what the reader does leads to the next one. No DOM.
 */

/** @import {Example, ExampleOption} from "./examples.js" */

/**
 * @typedef {object} Quiz
 * @property {number} index Which example is shown.
 * @property {readonly (string | null)[]} answers Key of the option chosen in each example; null before.
 * @property {readonly number[]} picked Dice picked to keep in the example shown.
 */

/** Begin with the first example. @param {readonly Example[]} examples @returns {Quiz} */
export function startQuiz(examples) {
  return {index: 0, answers: examples.map(() => null), picked: []};
}

/** Write a quiz as text for the page's address: the example, from 1, and the choices made, "2:keep-55,,,,". @param {Quiz} quiz */
export function writeQuiz({index, answers}) {
  return `${index + 1}:${answers.map((key) => key ?? "").join(",")}`;
}

/**
 * Read a quiz from text; null when the text names no example or no option of one.
 * @param {string} text @param {readonly Example[]} examples @returns {Quiz | null}
 */
export function readQuiz(text, examples) {
  const [number, chosen = ""] = text.split(":");
  const index = Number(number) - 1;
  const answers = chosen.split(",").map((key) => (key === "" ? null : key));
  if (examples[index] === undefined || answers.length !== examples.length) return null;
  const known = answers.every((key, example) => key === null || findOption(examples[example], key) !== undefined);
  return known ? {index, answers, picked: []} : null;
}

/** Find an option of an example by its key. @param {Example} example @param {string} key */
function findOption({options}, key) {
  return options.find((option) => option.key === key);
}

/** Return the option that the greedy player takes. @param {Example} example @returns {ExampleOption} */
export function greedyOption({options}) {
  const found = options.find(({greedy}) => greedy);
  if (found === undefined) throw new Error("the data set marks no option as the greedy player's");
  return found;
}

/** Return the option chosen in the example shown, if one was. @param {Quiz} quiz @param {readonly Example[]} examples */
export function chosenOption({index, answers}, examples) {
  const key = answers[index];
  return key === null ? undefined : findOption(examples[index], key);
}

/** Points of a choice on the card of the contents: ten for the best, one less for each point given away. @param {number} regret */
export const pointsOfRegret = (regret) => Math.max(0, 10 - Math.round(regret));

/**
 * Add up what was given away in the examples answered so far.
 * @param {Quiz} quiz @param {readonly Example[]} examples
 * @returns {{answered: number, reader: number, greedy: number}} Points.
 */
export function tally({answers}, examples) {
  let [answered, reader, greedy] = [0, 0, 0];
  answers.forEach((key, index) => {
    const option = key === null ? undefined : findOption(examples[index], key);
    if (option === undefined) return;
    answered += 1;
    reader += option.regret;
    greedy += greedyOption(examples[index]).regret;
  });
  return {answered, reader, greedy};
}

/** @param {Quiz} quiz @param {string} key @returns {Quiz} */
function choose(quiz, key) {
  return {...quiz, answers: quiz.answers.map((old, index) => (index === quiz.index ? key : old))};
}

/** @param {Quiz} quiz @param {number} index @returns {Quiz} */
function turnTo(quiz, index) {
  return {...quiz, index: Math.max(0, Math.min(quiz.answers.length - 1, index)), picked: []};
}

/**
 * Follow a press: "die-0" picks or releases a die, "throw" throws the others, "score-chance" writes the roll,
 * "next" and "previous" turn to another example, "again" takes the choice back.
 * @param {Quiz} quiz @param {string} key @param {readonly Example[]} examples @returns {Quiz}
 */
export function pressQuiz(quiz, key, examples) {
  const {index, picked} = quiz;
  const example = examples[index];
  if (key === "next") return turnTo(quiz, index + 1);
  if (key === "previous") return turnTo(quiz, index - 1);
  if (key === "again") return {...quiz, picked: [], answers: quiz.answers.map((old, other) => (other === index ? null : old))};
  if (quiz.answers[index] !== null) return quiz;
  const [action, what] = key.split("-");
  if (action === "die" && example.rerolls > 0) {
    const die = Number(what);
    return {...quiz, picked: picked.includes(die) ? picked.filter((other) => other !== die) : [...picked, die]};
  }
  const chosen = key === "throw" ? `keep-${picked.map((die) => example.dice[die]).sort().join("")}` : key;
  return findOption(example, chosen) === undefined ? quiz : choose(quiz, chosen);
}
