/** A button that returns to the words from which the reader was scrolled away. */
import "site_builder/main";
import {WORDS} from "site_builder/words";
import {startScroll} from "./steps.js";

/** Show the button while the words are out of view, until they are visible again. @param {HTMLAnchorElement} word */
export function offerWayBack(word) {
  document.querySelector(".way-back")?.remove();
  const button = Object.assign(document.createElement("button"), {type: "button", className: "button way-back", textContent: WORDS.back_to_words});
  const seen = new IntersectionObserver((entries) => {
    const isSeen = entries[entries.length - 1].isIntersecting;
    if (!isSeen) document.body.append(button);
    else if (button.isConnected) {
      seen.disconnect();
      button.remove();
    }
  });
  button.addEventListener("click", () => {
    startScroll();
    word.scrollIntoView({block: "center"});
    word.focus({preventScroll: true});
  });
  seen.observe(word);
}
