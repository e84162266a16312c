/** A button that leads back to words which have led away from themselves. */
import {WORDS} from "site_builder/words";
import {setOut} from "./steps.js";

/** Offer the way back as long as the words are out of sight. @param {HTMLAnchorElement} word */
export function offerWayBack(word) {
  document.querySelector(".way-back")?.remove();
  const button = Object.assign(document.createElement("button"), {type: "button", className: "button way-back", textContent: WORDS.back_to_words});
  let hasLeft = false;
  const seen = new IntersectionObserver((entries) => {
    hasLeft ||= entries.some(({isIntersecting}) => !isIntersecting); // the page may take its time to go
    if (!hasLeft || !entries[entries.length - 1].isIntersecting) return;
    seen.disconnect();
    button.remove();
  });
  button.addEventListener("click", () => {
    setOut();
    word.scrollIntoView({block: "center"});
    word.focus({preventScroll: true});
  });
  document.body.append(button);
  seen.observe(word);
}
