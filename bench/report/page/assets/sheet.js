// Tables that are in the document as a whole: a click on a heading sorts.

// sortValue returns what a cell is sorted by: its first number, a time in seconds, or its text.
function sortValue(cell) {
  const text = cell.replace(/^[<>] /, "");
  const number = parseFloat(text.replaceAll(",", "")) * ({ "µs": 1e-6, ms: 1e-3 }[text.split(" ")[1]] || 1);
  return /^[-+]?[\d.]/.test(text) && !Number.isNaN(number) ? number : cell;
}

function sortSheet(sheet, column, falling) {
  const body = sheet.tBodies[0], rows = [...body.rows];
  const keys = new Map(rows.map((row) => [row, sortValue(row.cells[column].textContent)]));
  const before = (x, y) => {
    if (x === "" || y === "") return (x === "") - (y === "");
    if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
    return (x < y ? -1 : x > y ? 1 : 0) * (falling ? -1 : 1);
  };
  body.replaceChildren(...rows.sort((a, b) => before(keys.get(a), keys.get(b)))); // equal rows stay in order
}

function makeSortable(sheet) {
  const heads = [...sheet.tHead.rows[0].cells];
  heads.forEach((th, column) => {
    const button = element("button", { type: "button" }, ...th.childNodes);
    th.append(button);
    button.addEventListener("click", () => {
      const falling = th.ariaSort ? th.ariaSort === "ascending" : th.classList.contains("n");
      sortSheet(sheet, column, falling);
      for (const other of heads) other.removeAttribute("aria-sort");
      th.setAttribute("aria-sort", falling ? "descending" : "ascending");
    });
  });
}
