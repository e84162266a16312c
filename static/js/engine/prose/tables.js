/** Sortable tables of data sets: pressing a header sorts by its column, pressing it again reverses the order. */
import "site_builder/main";

/**
 * Compare the ranks of two cells, which the build has written; a cell without a value has no rank and is last in both directions.
 * @param {string} one @param {string} other @param {1 | -1} direction
 */
export function compareRanks(one, other, direction) {
  if (one === "" || other === "") return Number(one === "") - Number(other === "");
  return direction * (Number(one) - Number(other));
}

/** Sort a table by a column. @param {HTMLTableElement} table @param {HTMLTableCellElement} head */
function sortBy(table, head) {
  const isDescending = head.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead?.rows[0]?.cells ?? []) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
  const column = head.cellIndex;
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => ({row, rank: row.cells[column]?.dataset.sort ?? ""}));
  rows.sort((one, other) => compareRanks(one.rank, other.rank, isDescending ? -1 : 1));
  body.append(...rows.map(({row}) => row));
}

/** Make the headers of the page's tables sortable, unless they are already. */
export function startTables() {
  for (const table of /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll(".data-table table"))) {
    for (const head of table.tHead?.rows[0]?.cells ?? []) {
      if (head.querySelector("button")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => sortBy(table, head));
      head.append(button);
    }
  }
}
