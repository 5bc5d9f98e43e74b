// Sorting, and tables that are in the document as a whole: a click on a heading sorts.

// sortValue returns what a cell is sorted by: its first number, a time in seconds, or its text.
function sortValue(cell) {
  const text = cell.replace(/^[<>] /, "");
  const number = parseFloat(text.replaceAll(",", "")) * ({ "µs": 1e-6, ms: 1e-3 }[text.split(" ")[1]] || 1);
  return /^[-+]?[\d.]/.test(text) && !Number.isNaN(number) ? number : cell;
}

// sorted returns rows in the order of a text of each: numbers before words, and blanks last. Equal rows stay in order.
function sorted(rows, text, falling) {
  const keys = new Map(rows.map((row) => [row, sortValue(text(row))]));
  const before = (x, y) => {
    if (x === "" || y === "") return (x === "") - (y === "");
    if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
    return (x < y ? -1 : x > y ? 1 : 0) * (falling ? -1 : 1);
  };
  return rows.slice().sort((a, b) => before(keys.get(a), keys.get(b)));
}

// markSorted marks the column of a row of heads that the rows are sorted by.
function markSorted(heads, column, falling) {
  [...heads.cells].forEach((th, i) => { th.ariaSort = i !== column ? null : falling ? "descending" : "ascending"; });
}

function makeSortable(sheet) {
  const head = sheet.tHead.rows[0], body = sheet.tBodies[0];
  [...head.cells].forEach((th, column) => {
    const button = element("button", { type: "button" }, ...th.childNodes);
    th.append(button);
    button.addEventListener("click", () => {
      const falling = th.ariaSort ? th.ariaSort === "ascending" : th.classList.contains("n");
      body.replaceChildren(...sorted([...body.rows], (row) => row.cells[column].textContent, falling));
      markSorted(head, column, falling);
    });
  });
}
