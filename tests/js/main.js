/** Empty replacement for the script of all pages, in tests of modules that import it; the build provides the real one. */
export {};
