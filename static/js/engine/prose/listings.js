/** Copy buttons of file listings. */
import "site_builder/main";
import {WORDS} from "site_builder/words";

/** Milliseconds for which a button shows its confirmation. */
const SAID_FOR = 2500;

/** Copy source to the clipboard, or select it if there is no access to the clipboard. @param {Element} code */
async function copySource(code) {
  const copied = await navigator.clipboard?.writeText(code.textContent ?? "").then(() => true, () => false);
  if (!copied) getSelection()?.selectAllChildren(code);
  return copied ? WORDS.source_copied : WORDS.source_selected;
}

/** Add a button to each listing that has none. */
export function startListings() {
  for (const head of document.querySelectorAll(".listing > .filename")) {
    const code = head.parentElement?.querySelector("code");
    if (!code || head.querySelector("button")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = WORDS.copy_source;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      button.textContent = await copySource(code);
      setTimeout(() => {
        button.textContent = WORDS.copy_source;
      }, SAID_FOR);
    });
    head.append(button);
  }
}
