/** Say something to screen readers, politely; one voice for the whole page. @param {string} text */
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
