/** The script of all pages, for tests of parts that import it: nothing. The build puts the script in place of this. */
export {};
