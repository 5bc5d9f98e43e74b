// A picture as a PDF of one page of its own size. It knows what charts are made of: lines,
// rectangles, polygons, paths of straight parts, and text in Helvetica, which each reader has.

// notLatin are the letters of charts that stand in Helvetica, but not in the encoding of Windows.
const notLatin = { "−": ["\x01", "minus"], "≤": ["\x02", "lessequal"], "≥": ["\x03", "greaterequal"], "…": ["\x85"], "–": ["\x96"] };

// pdfNumbers writes numbers, which have no exponents in a PDF.
function pdfNumbers(...values) { return values.map((v) => Number(v.toFixed(4))).join(" "); }

// pdfOf returns the bytes of a picture that is not in the document. Its lengths are in pixels where
// it has a width, and in points where it does not.
function pdfOf(drawn) {
  const { width, height } = drawn.viewBox.baseVal, scale = drawn.hasAttribute("width") ? 0.75 : 1;
  drawn.setAttribute("width", width);
  drawn.setAttribute("height", height);
  const beside = element("div", { style: "position: absolute; left: -9999px" });
  beside.append(drawn);
  document.body.append(beside); // styles, places and widths are known of what is in the document
  const states = new Map(), parts = [...drawn.querySelectorAll(["rect", "line", "polyline", "polygon", "path", "text"].map((tag) => `${tag}:not(defs *)`).join())].map((e) => pdfPart(e, states));
  beside.remove();
  const content = pdfNumbers(scale, 0, 0, -scale, 0, height * scale) + " cm\n" + parts.join("");
  const encoding = `<< /BaseEncoding /WinAnsiEncoding /Differences [1 ${Object.values(notLatin).filter((l) => l[1]).map((l) => "/" + l[1]).join(" ")}] >>`;
  const font = (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding ${encoding} >>`;
  return pdfFile([
    "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [${pdfNumbers(0, 0, width * scale, height * scale)}] /Contents 4 0 R /Resources << /Font << /Regular 5 0 R /Bold 6 0 R >> /ExtGState << ${[...states.values()].join(" ")} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`, font("Helvetica"), font("Helvetica-Bold"),
  ]);
}

// pdfFile returns the bytes of numbered objects, the catalogue first.
function pdfFile(objects) {
  let file = "%PDF-1.4\n";
  const places = objects.map((text, i) => { const at = file.length; file += `${i + 1} 0 obj\n${text}\nendobj\n`; return at; });
  const table = places.map((at) => String(at).padStart(10, "0") + " 00000 n \n").join(""), size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(file, (c) => c.charCodeAt(0));
}

// pdfPart returns the operators of an element. states collects how far one sees through.
function pdfPart(e, states) {
  const style = getComputedStyle(e), { a, b, c, d, e: x, f: y } = e.getCTM();
  const name = `/S${style.fillOpacity}-${style.strokeOpacity}`;
  states.set(name, `${name} << /ca ${style.fillOpacity} /CA ${style.strokeOpacity} >>`);
  const fill = e.tagName === "line" ? "" : pdfColour(style.fill), stroke = pdfColour(style.stroke), dashes = style.strokeDasharray.match(/[\d.]+/g) || [];
  const how = (fill && fill + " rg ") + (stroke && stroke + ` RG ${parseFloat(style.strokeWidth)} w [${dashes.join(" ")}] 0 d ${style.strokeLinecap === "round" ? 1 : 0} J `);
  const does = e.tagName === "text" ? pdfText(e, style) : style.fill.startsWith("url") ? pdfHatch(e) : pdfPath(e) + (fill && stroke ? "B" : fill ? "f" : stroke ? "S" : "n");
  const frame = e.closest("[clip-path]") && e.ownerSVGElement.querySelector("clipPath rect"), clip = frame ? pdfPath(frame) + "W n " : "";
  return `q ${clip}${name} gs ${pdfNumbers(a, b, c, d, x, y)} cm ${how}${does} Q\n`;
}

// pdfHatch returns the operators that fill an element with grey diagonals, in the place of a pattern.
function pdfHatch(e) {
  const { x, y, width, height } = e.getBBox(), apart = 6;
  let lines = "";
  for (let k = Math.ceil((x - y - height) / apart); k * apart < x + width - y; k++) lines += `${pdfNumbers(y + k * apart, y)} m ${pdfNumbers(y + k * apart + height, y + height)} l `;
  return `${pdfPath(e)}W n 0.7 G 0.8 w ${lines}S`;
}

// pdfColour writes a colour of CSS; "": none.
function pdfColour(text) { return !text.startsWith("rgb") ? "" : text.match(/[\d.]+/g).slice(0, 3).map((v) => (v / 255).toFixed(3)).join(" "); }

function pdfText(e, style) {
  const letters = [...e.textContent].map((l) => (notLatin[l] || [l < "\u0100" ? l : "?"])[0]).join("").replace(/[\\()]/g, "\\$&");
  const before = { middle: 0.5, end: 1 }[style.textAnchor] || 0, number = (name) => Number(e.getAttribute(name) || 0);
  return `BT /${style.fontWeight >= 600 ? "Bold" : "Regular"} ${parseFloat(style.fontSize)} Tf ${pdfNumbers(1, 0, 0, -1, number("x") - before * e.getComputedTextLength(), number("y"))} Tm (${letters}) Tj ET`;
}

// pdfPath returns the operators that make the path of an element.
function pdfPath(e) {
  const number = (name) => Number(e.getAttribute(name) || 0);
  const along = (points, end) => points.map((p, i) => `${pdfNumbers(...p)} ${i ? "l" : "m"} `).join("") + (end || "");
  switch (e.tagName) {
    case "rect": return pdfNumbers(number("x"), number("y"), number("width"), number("height")) + " re ";
    case "line": return along([[number("x1"), number("y1")], [number("x2"), number("y2")]]);
    case "path": return pdfSteps(e.getAttribute("d"));
  }
  return along([...e.points].map((p) => [p.x, p.y]), e.tagName === "polygon" ? "h " : "");
}

// pdfSteps returns the operators of a path of SVG that has the letters M, L, H, V, h and Z.
function pdfSteps(path) {
  let x = 0, y = 0;
  return path.match(/[MLHVhZ][^MLHVhZ]*/g).map((step) => {
    const at = (step.slice(1).match(/-?[\d.]+(?:e-?\d+)?/g) || []).map(Number);
    switch (step[0]) {
      case "Z": return "h ";
      case "H": x = at[0]; break;
      case "h": x += at[0]; break;
      case "V": y = at[0]; break;
      default: [x, y] = at;
    }
    return `${pdfNumbers(x, y)} ${step[0] === "M" ? "m" : "l"} `;
  }).join("");
}
