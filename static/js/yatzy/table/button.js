/** Markup of the table's buttons. */

/**
 * Draw a button of the table.
 * @param {string} press Its key. @param {string} label As markup. @param {string} [more] Further attributes. @param {string} [names] Further classes.
 */
export const button = (press, label, more = "", names = "") => `<button type="button" class="button${names && ` ${names}`}" data-press="${press}"${more}>${label}</button>`;

/** Draw an icon from its path in a 24 by 24 view box. @param {string} path */
export const drawSign = (path) => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
