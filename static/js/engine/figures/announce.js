/** Announce a text to screen readers in the page's live region. @param {string} text */
export function announce(text) {
  let voice = document.querySelector(".announcer");
  if (!voice) {
    voice = document.createElement("div");
    voice.className = "announcer visually-hidden";
    voice.setAttribute("role", "status");
    document.body.append(voice);
  }
  voice.textContent = text;
}
