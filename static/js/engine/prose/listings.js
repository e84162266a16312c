/** Listings of files: a press takes the source as a whole. */
import "site_builder/main";
import {WORDS} from "site_builder/words";

/** How long a button says what it has done. */
const SAID_FOR = 2500;

/** Put source on the clipboard; where there is none it is selected, for the reader's own keys. @param {Element} code */
async function take(code) {
  const copied = await navigator.clipboard?.writeText(code.textContent ?? "").then(() => true, () => false);
  if (!copied) getSelection()?.selectAllChildren(code);
  return copied ? WORDS.source_copied : WORDS.source_selected;
}

/** Give each listing of a file its button; those that have one are left alone. */
export function startListings() {
  for (const head of document.querySelectorAll(".listing > .filename")) {
    const code = head.parentElement?.querySelector("code");
    if (!code || head.querySelector("button")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = WORDS.copy_source;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      button.textContent = await take(code);
      setTimeout(() => {
        button.textContent = WORDS.copy_source;
      }, SAID_FOR);
    });
    head.append(button);
  }
}
