/** The theme switch: light or dark; the system's theme by default. */
import {WORDS} from "site_builder/words";
import {translated} from "../kit/texts.js";
import {flipTheme, remember} from "../browser/preferences.js";

/** Bind the switch in the bar. */
export function startTheme() {
  const button = document.querySelector(".theme-switch");
  if (!button) return;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const name = () => {
    const {theme} = flipTheme(root.dataset.theme, system.matches);
    button.setAttribute("aria-label", translated(theme === "light" ? WORDS.light_theme : WORDS.dark_theme));
  };
  button.addEventListener("click", () => {
    const {stored} = flipTheme(root.dataset.theme, system.matches);
    if (stored === null) delete root.dataset.theme;
    else root.dataset.theme = stored;
    remember("theme", stored);
    name();
    // Canvas drawings do not follow custom properties.
    document.dispatchEvent(new CustomEvent("themechange"));
  });
  system.addEventListener("change", () => {
    name();
    document.dispatchEvent(new CustomEvent("themechange"));
  });
  name();
}
