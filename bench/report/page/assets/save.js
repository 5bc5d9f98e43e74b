// Saving: charts as SVG, tables as CSV and LaTeX.

function saveAs(name, type, content) {
  const link = element("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function fileName(title) { return title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "optgap"; }

function quoted(text) { return /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text; }

function csvOf(lines) { return lines.map((line) => line.map(quoted).join(",") + "\n").join(""); }

// linesOf returns the cells of a table of the document, its heads first.
function linesOf(sheet) {
  return [...sheet.rows].map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, " ").trim()));
}

function latexOf(lines, sheet) {
  const special = { "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "\\": "\\textbackslash{}", "−": "$-$", "…": "\\dots" };
  const escaped = (text) => text.replace(/[%&#_$\\{}~^−…]/g, (c) => special[c] || "\\" + c);
  const columns = [...sheet.tHead.rows[0].cells].map((th) => (th.classList.contains("n") ? "r" : "l")).join("");
  const rows = lines.map((line) => line.map(escaped).join(" & ") + " \\\\");
  return `\\begin{tabular}{${columns}}\n\\hline\n${rows[0]}\n\\hline\n${rows.slice(1).join("\n")}\n\\hline\n\\end{tabular}\n`;
}

// savingButton returns the button that saves something in a format.
function savingButton(format, what, does) {
  const b = element("button", { type: "button", class: "save", "aria-label": `save as ${format}: ${what}` }, format);
  b.addEventListener("click", does);
  return b;
}

// addSaving puts the buttons of a table beside its title.
function addSaving(sheet) {
  const title = sheet.caption.textContent.trim().replace(/\s+/g, " "), name = fileName(sheet.caption.firstChild.textContent);
  sheet.caption.append(element("span", { class: "saves" }, savingButton("CSV", title, () => saveAs(name + ".csv", "text/csv", csvOf(linesOf(sheet)))),
    savingButton("LaTeX", title, () => saveAs(name + ".tex", "text/x-tex", latexOf(linesOf(sheet), sheet)))));
}

// pictureButton returns the button that saves a picture, of which drawn returns a copy.
function pictureButton(title, drawn) {
  return savingButton("SVG", title, () => {
    const copy = drawn();
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    saveAs(fileName(title) + ".svg", "image/svg+xml", '<?xml version="1.0" encoding="UTF-8"?>\n' + new XMLSerializer().serializeToString(copy));
  });
}

// addPictureSaving puts a button below the title of a picture that the page holds.
function addPictureSaving(figure) {
  const title = figure.querySelector("figcaption b").textContent;
  figure.querySelector("figcaption").append(" ", element("span", { class: "saves" }, pictureButton(title, () => figure.querySelector("svg").cloneNode(true))));
}

// onPaper returns a copy of a picture that the style of the page paints: one with the colours of paper
// that needs no style.
function onPaper(picture) {
  const copy = picture.cloneNode(true), roles = Object.entries(setup.paper).map(([name, colour]) => `--${name}: ${colour}`);
  const beside = element("div", { style: "position: absolute; left: -9999px; " + roles.join("; ") }, copy);
  picture.parentElement.append(beside); // where the same rules hold
  for (const e of copy.querySelectorAll("*")) {
    e.classList.remove("pointed");
    const style = getComputedStyle(e);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight", "paint-order"]) e.setAttribute(name, style.getPropertyValue(name));
  }
  beside.remove();
  return copy;
}

// copyText copies a text. Where the browser does not allow it, the button says so.
async function copyText(words, button) {
  const before = button.textContent;
  button.textContent = await navigator.clipboard.writeText(words).then(() => "copied", () => "not allowed here");
  setTimeout(() => { button.textContent = before; }, 1500);
}
