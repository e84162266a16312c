/** For each optional feature, whether a page that loads this script uses it; the build substitutes the values. */
declare const HAS: Readonly<Record<string, boolean>>;
