// Saving: charts as SVG, tables as CSV and LaTeX. A button has the name of what it saves.

function saveAs(button, kind, type, content) {
  const name = button.dataset.name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "optgap";
  const link = element("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name + "." + kind });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function csvOf(lines) {
  const quoted = (text) => (/[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text);
  return lines.map((line) => line.map(quoted).join(",") + "\n").join("");
}

// linesOf returns the cells of a table of the document, its heads first.
function linesOf(sheet) {
  return [...sheet.rows].map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, " ").trim()));
}

function latexOf(sheet) {
  const special = { "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "\\": "\\textbackslash{}", "−": "$-$", "…": "\\dots" };
  const escaped = (text) => text.replace(/[%&#_$\\{}~^−…]/g, (c) => special[c] || "\\" + c);
  const columns = [...sheet.tHead.rows[0].cells].map((th) => (th.classList.contains("n") ? "r" : "l")).join("");
  const [heads, ...rows] = linesOf(sheet).map((line) => line.map(escaped).join(" & ") + " \\\\\n");
  return `\\begin{tabular}{${columns}}\n\\hline\n${heads}\\hline\n${rows.join("")}\\hline\n\\end{tabular}\n`;
}

actions.csv = (button) => saveAs(button, "csv", "text/csv", csvOf(linesOf(button.closest("table"))));
actions.latex = (button) => saveAs(button, "tex", "text/x-tex", latexOf(button.closest("table")));

// The rows that the filters leave, with all columns of summary.csv.
actions.rows = (button) => {
  const names = [...(studies.length > 1 ? ["study"] : []), ...studies[0].columns];
  saveAs(button, "csv", "text/csv", csvOf([names, ...table.rows.map((row) => names.map((name) => cell(row, name)))]));
};

actions.picture = (button) => {
  const figure = button.closest("figure"), picture = figure ? figure.querySelector("svg").cloneNode(true) : onPaper();
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  saveAs(button, "svg", "image/svg+xml", '<?xml version="1.0" encoding="UTF-8"?>\n' + new XMLSerializer().serializeToString(picture));
};

// onPaper returns a copy of the Gantt chart with the rules of its style, in the colours of paper.
function onPaper() {
  const copy = gantt.box.firstChild.cloneNode(true), rules = [...document.styleSheets[0].cssRules].map((rule) => rule.cssText);
  const style = rules.filter((text) => text.startsWith("#gantt ") && !text.includes("pointed")).join("\n").replaceAll("#gantt ", "");
  copy.prepend(svg("style", {}, style.replace(/var\(--([a-z-]+)\)/g, (_, name) => setup.paper[name])));
  copy.querySelector(".still").removeAttribute("transform");
  return copy;
}

// A text is copied. Where the browser does not allow it, the button says so.
async function copyText(words, button) {
  const before = button.textContent;
  button.textContent = await navigator.clipboard.writeText(words).then(() => "copied", () => "not allowed here");
  setTimeout(() => { button.textContent = before; }, 1500);
}

actions.copy = (button) => copyText(button.parentElement.querySelector("code").textContent, button);
actions.link = (button) => copyText(location.href, button);
