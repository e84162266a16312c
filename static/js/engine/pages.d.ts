/** What the pages hold that load a script, of all that a part of the engine is for; the build puts the answers here. */
declare const HAS: Readonly<Record<string, boolean>>;
