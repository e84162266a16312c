/** All languages but English. They come as one: three of them say nearly the same, and a device that keeps the table keeps all. */

export {words as da} from "./da.js";
export {words as fi} from "./fi.js";
export {words as nb} from "./nb.js";
export {words as sv} from "./sv.js";
