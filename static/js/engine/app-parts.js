/** The parts of `parts.js` for pages that an app stores: it stores all of them anyway, and one file is smaller than four. */
import {startApp} from "./frame/app.js";
import {showFailure} from "./figures/messages.js";
import {hydrate} from "./figures/mount.js";
import {translate} from "./frame/translation.js";

export const appPart = async () => ({startApp});
export const messagesPart = async () => ({showFailure});
export const mountPart = async () => ({hydrate});
export const translationPart = async () => ({translate});
