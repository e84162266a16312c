/** Parts of the engine that pages load on demand. */
export const appPart = () => import("./frame/app.js");
export const messagesPart = () => import("./figures/messages.js");
export const mountPart = () => import("./figures/mount.js");
export const translationPart = () => import("./frame/translation.js");
