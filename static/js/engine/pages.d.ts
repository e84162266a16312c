/** For each optional feature, whether a page that loads this script uses it; the build substitutes the values. */
declare const HAS: Readonly<Record<string, boolean>>;

/** What the scripts of a site call that was built to be opened from disk; see `offline.js`. */
interface Window {
  DISK?: {
    module(path: string, needs: string[], run: import("./offline.js").Run): void;
    file(path: string, content: string): void;
  };
}

/** The styles of a figure in another page, and the name of its element with its version; see site_builder/figures/engine.py. */
declare const STYLES: string;
declare const ELEMENT: string;
