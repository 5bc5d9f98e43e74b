// Charts as SVG, as wide as there is room. A chart is of one of four kinds:
//
//	intervals  a row for each series: a dot, what is not proven, its 95 % interval
//	lines      averages with their intervals along categories
//	stairs     functions that rise in steps, along numbers
//	points     a point for each step, on two axes of one scale
//
// All colours stand in the picture itself, so that a picture that is saved is whole.

const dark = matchMedia("(prefers-color-scheme: dark)");
const charts = []; // {figure, spec, hidden, log, box}

// themeOf returns the colours of a chart by their roles, and the look of a series by its name.
function themeOf(paper, spec) {
  const night = dark.matches && !paper, theme = setup.themes[night ? "dark" : "light"];
  const look = (name) => { const l = (spec.looks || setup.looks)[name]; return { colour: night ? l.on_dark : l.colour, paper: theme.paper, dashes: l.dashes && l.dashes.join(" "), mark: l.mark }; };
  return { look, ...theme };
}

function svg(tag, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) if (value !== undefined) e.setAttribute(name, value);
  e.append(...children);
  return e;
}

// plot puts a chart into a figure. A second call for the same figure replaces what is shown.
function plot(figure, spec) {
  let chart = charts.find((c) => c.figure === figure);
  if (!chart) {
    chart = { figure, hidden: new Set(), log: Boolean(spec.log), box: element("div", { class: "box" }), bar: element("div", { class: "bar legend" }) };
    figure.append(chart.bar, chart.box);
    charts.push(chart);
    let width = 0;
    new ResizeObserver(() => { if (chart.box.clientWidth !== width) { width = chart.box.clientWidth; draw(chart); } }).observe(chart.box);
  }
  chart.spec = spec;
  drawBar(chart);
  draw(chart);
}

// drawBar makes the buttons of a chart: one for each series, the scale, and saving.
function drawBar(chart) {
  const buttons = [];
  if (chart.spec.kind === "lines" || chart.spec.kind === "stairs") {
    for (const s of chart.spec.series) {
      const key = svg("svg", { width: 30, height: 12, "aria-hidden": "true", "data-name": s.name });
      const b = element("button", { type: "button", class: "series", "aria-pressed": String(!chart.hidden.has(s.name)), title: "show or hide" }, key, s.name);
      b.addEventListener("click", () => {
        if (!chart.hidden.delete(s.name)) chart.hidden.add(s.name);
        b.setAttribute("aria-pressed", String(!chart.hidden.has(s.name)));
        draw(chart);
      });
      buttons.push(b);
    }
  }
  if (chart.spec.kind !== "points") {
    const scale = element("button", { type: "button", class: "scale", "aria-pressed": String(chart.log) }, "logarithmic");
    scale.addEventListener("click", () => { chart.log = !chart.log; scale.setAttribute("aria-pressed", String(chart.log)); draw(chart); });
    buttons.push(scale);
  }
  chart.bar.replaceChildren(...buttons, ...pictureButtons(chart.spec.title, () => picture(chart, 640, themeOf(true, chart.spec), "title")));
}

function draw(chart, paper) {
  const theme = themeOf(paper, chart.spec), width = paper ? 640 : Math.max(280, chart.box.clientWidth || 600);
  chart.box.replaceChildren(picture(chart, width, theme, paper));
  for (const key of chart.bar.querySelectorAll("svg[data-name]")) key.replaceChildren(...sample(theme.look(key.dataset.name), 0, 6));
}

// sample draws what a series looks like in a legend.
function sample(look, x, y) {
  return [svg("line", { x1: x, x2: x + 30, y1: y, y2: y, stroke: look.colour, "stroke-width": 2, "stroke-dasharray": look.dashes }), mark(look, x + 15, y)];
}

function redraw(paper) { for (const c of charts) draw(c, paper); }
dark.addEventListener("change", () => redraw());

// picture draws a chart. On paper it has a legend, and a picture that leaves the page a title too.
function picture(chart, width, theme, alone) {
  const spec = chart.spec, shownSeries = spec.series.filter((s) => !chart.hidden.has(s.name));
  const p = { spec, theme, width, log: chart.log, series: shownSeries, top: 6, marks: [], items: [] };
  if (alone === "title") {
    text(p, 0, p.top + 12, spec.title, { fill: theme.ink, "font-weight": "bold", "font-size": 13 });
    p.top += 24;
  }
  if (alone) legend(p);
  ({ intervals: drawIntervals, lines: drawLines, stairs: drawStairs, points: drawPoints })[spec.kind](p);
  const label = spec.title + ". " + (spec.summary || summaryOf(shownSeries));
  return svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${p.height}`, width, height: p.height, role: "img", "aria-label": label, "font-family": "Liberation Sans, Arial, Helvetica, sans-serif", "font-size": 12 },
    svg("rect", { width, height: p.height, fill: theme.paper }), ...p.items);
}

// summaryOf says what a chart shows to those who do not see it.
function summaryOf(series) {
  return series.map((s) => s.name + (s.points && s.points.length === 1 ? ": " + s.points[0].text : "")).join("; ");
}

function text(p, x, y, words, attributes) {
  p.items.push(svg("text", { x, y, fill: p.theme.quiet, ...attributes }, words));
}

function line(p, x1, y1, x2, y2, attributes) {
  p.items.push(svg("line", { x1, y1, x2, y2, stroke: p.theme.grid, ...attributes }));
}

function wide(words) { return 7.2 * words.length; } // about, in pixels

function legend(p) {
  if (p.spec.kind !== "lines" && p.spec.kind !== "stairs") return;
  let x = 0;
  for (const s of p.series) {
    const room = 40 + wide(s.name) + 14;
    if (x + room > p.width) { x = 0; p.top += 18; }
    p.items.push(...sample(p.theme.look(s.name), x, p.top + 6));
    text(p, x + 36, p.top + 10, s.name, { fill: p.theme.ink });
    x += room;
  }
  p.top += 22;
}

// mark returns the mark of a point: a regular polygon or a star.
function mark(look, x, y, title) {
  const { corners, turn, size, hollow, inner } = look.mark;
  const at = [...Array(corners).keys()].map((i) => { const a = (turn + 4 * i / corners) * Math.PI / 2, r = 3.9 * size * (inner && i % 2 ? inner : 1); return `${(x + r * Math.cos(a)).toFixed(1)},${(y - r * Math.sin(a)).toFixed(1)}`; });
  const e = svg("polygon", { points: at.join(" "), fill: hollow ? look.paper : look.colour, stroke: look.colour, "stroke-width": hollow ? 1.6 : 1 });
  if (title) e.append(svg("title", {}, title));
  return e;
}

// scaleOf maps values to pixels. On a logarithmic scale what is not above 0 stands at the low end. A
// linear one begins at start, where that is given. spec has values that the scale covers too.
function scaleOf(values, log, from, to, start, spec) {
  let low, high;
  const finite = values.filter(Number.isFinite), above = finite.filter((v) => v > 0);
  if (log && above.length) {
    low = 10 ** (Math.floor(2 * Math.log10(Math.min(extreme(above, Math.min), spec?.least || Infinity))) / 2);
    high = 10 ** (Math.ceil(2 * Math.log10(Math.max(extreme(above, Math.max), spec?.most || 0)) + 1e-9) / 2);
    const a = Math.log(low), b = Math.log(high);
    return { low, high, marks: logMarks(low, high), at: (v) => from + (v > low ? (Math.log(v) - a) / (b - a) : 0) * (to - from) };
  }
  low = start === undefined ? Math.min(0, extreme(finite, Math.min)) : start;
  high = Math.max(extreme(finite, Math.max), spec?.most || 0);
  if (!(high > low)) high = low + 1;
  const step = niceStep((high - low) / Math.max(2, Math.min(7, Math.abs(to - from) / 55)));
  high = Math.ceil(high / step - 1e-9) * step;
  if (start === undefined) low = Math.floor(low / step + 1e-9) * step;
  const marks = low % step > 1e-9 ? [low] : [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step / 2; k++) marks.push(Number((k * step).toPrecision(12)));
  return { low, high, marks, at: (v) => from + (v - low) / (high - low) * (to - from) };
}

// extreme returns the least or the largest of many values, 0 without any.
function extreme(values, of) { return values.length ? values.reduce((a, b) => of(a, b)) : 0; }

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  return [1, 2, 2.5, 5, 10].map((f) => f * power).find((s) => s >= rough * 0.999);
}

function logMarks(low, high) {
  const decades = Math.log10(high / low), factors = decades > 5 ? [1] : decades > 1.6 ? [1, 3] : decades > 0.6 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7], marks = [];
  const every = decades > 10 ? 2 : 1;
  for (let k = Math.floor(Math.log10(low)); k <= Math.ceil(Math.log10(high)); k += every) {
    for (const f of factors) { const v = Number((f * 10 ** k).toPrecision(3)); if (v >= low * 0.999 && v <= high * 1.001) marks.push(v); }
  }
  return marks;
}

// tick writes a number beside an axis.
function tick(v) {
  const size = Math.abs(v);
  if (size >= 1e7) return v.toExponential().replace("e+", "e").replace("-", "−");
  return grouped(v !== 0 && size < 1e-3 ? v.toFixed(places(size) + 1).replace(/0+$/, "") : String(v)).replace("-", "−");
}

// axisOf returns the name of an axis and how its marks are written. Times that begin below a
// millisecond have units, as in package figure.
function axisOf(name, marks) {
  if (!name.endsWith(" [s]") || !marks.some((m) => m > 0 && m < 1e-3)) return { name, write: tick };
  const units = [["s", 1], ["ms", 1e-3], ["µs", 1e-6]];
  const write = (v) => { const [unit, length] = units.find((u) => v >= u[1] * (1 - 1e-9)) || units[2]; return v ? tick(Number((v / length).toPrecision(3))) + " " + unit : "0"; };
  return { name: name.slice(0, -4), write };
}

function valuesOf(series) { return series.flatMap((s) => s.points.flatMap((d) => [d.y, d.high, d.from, d.to].filter((v) => v !== undefined))); }

function drawIntervals(p) {
  const rowRoom = 30;
  const left = Math.min(0.4 * p.width, 18 + Math.max(0, ...p.series.map((s) => wide(s.name)))), right = 14 + Math.max(0, ...p.series.map((s) => wide(s.points[0].label) + 8));
  const top = p.top, bottom = top + rowRoom * p.series.length;
  const x = scaleOf(valuesOf(p.series), p.log, left, p.width - right, p.spec.ratio && !p.log ? 1 : undefined, p.spec);
  const { name, write } = axisOf(p.spec.x, x.marks);
  for (const m of x.marks) {
    line(p, x.at(m), top, x.at(m), bottom + 4);
    text(p, x.at(m), bottom + 18, write(m), { "text-anchor": "middle" });
  }
  text(p, (left + p.width - right) / 2, bottom + 35, name, { "text-anchor": "middle" });
  p.series.forEach((s, i) => {
    const y = top + rowRoom * (i + 0.5), d = s.points[0], look = p.theme.look(s.name), colour = look.colour;
    text(p, left - 10, y + 4, s.name, { "text-anchor": "end", fill: p.theme.ink });
    if (d.high > d.y) p.items.push(svg("rect", { x: x.at(d.y), width: Math.max(1, x.at(d.high) - x.at(d.y)), y: y - 7, height: 14, fill: colour, "fill-opacity": 0.25 }));
    if (d.from !== undefined) whisker(p, x.at(d.from), y, x.at(d.to), y, colour);
    p.items.push(mark(look, x.at(d.y), y, s.name + ": " + d.text));
    text(p, p.width - 3, y + 4, d.label, { "text-anchor": "end", fill: p.theme.ink, "font-weight": "bold" });
  });
  p.height = bottom + 42;
}

// whisker draws an interval with its ends.
function whisker(p, x1, y1, x2, y2, colour) {
  const across = y1 === y2, a = { stroke: colour, "stroke-width": 1.6 };
  line(p, x1, y1, x2, y2, a);
  for (const [x, y] of [[x1, y1], [x2, y2]]) across ? line(p, x, y - 5, x, y + 5, a) : line(p, x - 4, y, x + 4, y, a);
}

// frame draws the axes of a chart of lines or stairs. The name of the y axis stands above it.
function frame(p, left, bottom, y) {
  const { name, write } = axisOf(p.spec.y, y.marks);
  text(p, 0, p.top - 10, name, {});
  for (const m of y.marks) {
    line(p, left, y.at(m), p.width - 8, y.at(m));
    text(p, left - 6, y.at(m) + 4, write(m), { "text-anchor": "end" });
  }
  line(p, left, p.top, left, bottom, { stroke: p.theme.quiet });
  line(p, left, bottom, p.width - 8, bottom, { stroke: p.theme.quiet });
}

function drawLines(p) {
  const names = p.spec.categories.map((c) => c.split("\n"));
  p.top += 20;
  const bottom = p.top + Math.min(300, Math.max(190, 0.5 * p.width)), left = 56;
  const y = scaleOf(valuesOf(p.series), p.log, bottom, p.top, p.log ? undefined : 0, p.spec);
  const slot = (p.width - 8 - left) / names.length, x = (k) => left + slot * (k + 0.5);
  frame(p, left, bottom, y);
  const tilt = names.some((n) => n.some((t) => wide(t) > slot));
  names.forEach((n, k) => n.forEach((t, i) => {
    if (tilt) text(p, x(k), bottom + 14 + 13 * i, t, { "text-anchor": "end", transform: `rotate(-35 ${x(k)} ${bottom + 14})` });
    else text(p, x(k), bottom + 16 + 14 * i, t, { "text-anchor": "middle" });
  }));
  const deep = tilt ? 0.6 * Math.max(...names.flat().map(wide)) + 14 : 14 * Math.max(...names.map((n) => n.length));
  text(p, (left + p.width) / 2, bottom + deep + 22, p.spec.x, { "text-anchor": "middle" });
  p.series.forEach((s, i) => {
    const look = p.theme.look(s.name), colour = look.colour, shift = (i - (p.series.length - 1) / 2) * Math.min(7, slot / (p.series.length + 2));
    const at = s.points.map((d) => [x(d.x) + shift, y.at(d.y)]);
    if (p.spec.joined) p.items.push(svg("polyline", { points: at.map((q) => q.map((v) => v.toFixed(1)).join(",")).join(" "), fill: "none", stroke: colour, "stroke-width": 1.6, "stroke-dasharray": look.dashes }));
    s.points.forEach((d, k) => {
      if (d.high > d.y) p.items.push(svg("rect", { x: at[k][0] - 4, width: 8, y: y.at(d.high), height: Math.max(1, y.at(d.y) - y.at(d.high)), fill: colour, "fill-opacity": 0.25 }));
      if (d.from !== undefined) whisker(p, at[k][0], y.at(d.from), at[k][0], y.at(d.to), colour);
      p.items.push(mark(look, ...at[k], `${s.name}, ${names[d.x].join(", ")}: ${d.text}`));
    });
  });
  p.height = bottom + deep + 30;
}

// drawStairs draws shares: each series has sorted values, of all of which the share is drawn.
function drawStairs(p) {
  p.top += 20;
  const bottom = p.top + 240, left = 56, all = p.series.flatMap((s) => [s.values[0], s.values.find((v) => v > 0), s.values.at(-1)]).filter((v) => v !== undefined);
  const x = scaleOf(all, p.log, left, p.width - 12), y = scaleOf([0, 100], false, bottom, p.top);
  frame(p, left, bottom, y);
  for (const m of x.marks) { line(p, x.at(m), bottom, x.at(m), bottom + 4, { stroke: p.theme.quiet }); text(p, x.at(m), bottom + 18, tick(m), { "text-anchor": "middle" }); }
  text(p, (left + p.width) / 2, bottom + 35, p.spec.x, { "text-anchor": "middle" });
  for (const s of p.series) {
    const n = s.values.length;
    let path = `M${left},${bottom}`, last = -1, height = bottom;
    s.values.forEach((v, i) => { // one stair for each half pixel at most
      const at = Math.round(2 * x.at(v)) / 2, up = y.at(100 * (i + 1) / n);
      if (at === last && i + 1 < n) { height = up; return; }
      if (height !== bottom || last >= 0) path += `V${height.toFixed(1)}`;
      path += `H${at}`;
      last = at; height = up;
    });
    path += `V${height.toFixed(1)}H${p.width - 8}`;
    p.items.push(svg("path", { d: path, fill: "none", stroke: p.theme.look(s.name).colour, "stroke-width": 1.8, "stroke-dasharray": p.theme.look(s.name).dashes }, svg("title", {}, s.name)));
  }
  p.height = bottom + 42;
}

// drawPoints draws a point for each step, those of one place once. spec.places is for the pointer.
function drawPoints(p) {
  const left = 62, side = Math.min(p.width - left - 12, 420), bottom = p.top + side + 20;
  text(p, 0, p.top + 10, p.spec.y, {});
  p.top += 20;
  const all = p.spec.points.flatMap((d) => [d.x, d.y]);
  const x = scaleOf(all, true, left, left + side), y = scaleOf(all, true, bottom, p.top);
  x.marks.filter((m, i, list) => list.length < 7 || i % Math.ceil(list.length / 6) === 0).forEach((m) => {
    line(p, x.at(m), p.top, x.at(m), bottom); line(p, left, y.at(m), left + side, y.at(m));
    text(p, x.at(m), bottom + 16, tick(m), { "text-anchor": "middle" }); text(p, left - 6, y.at(m) + 4, tick(m), { "text-anchor": "end" });
  });
  line(p, left, bottom, left + side, p.top, { stroke: p.theme.quiet, "stroke-dasharray": "4 3" });
  text(p, left + side / 2, bottom + 34, p.spec.x, { "text-anchor": "middle" });
  const seen = new Set();
  let path = "";
  p.spec.places = p.spec.points.map((d) => [x.at(d.x), y.at(d.y)]);
  for (const q of p.spec.places) {
    const place = q.map((v) => v.toFixed(0)).join(",");
    if (!seen.has(place)) { seen.add(place); path += "M" + place + "h0"; }
  }
  p.items.push(svg("path", { class: "points", d: path, fill: "none", stroke: p.theme.accent, "stroke-width": 6, "stroke-linecap": "round", "stroke-opacity": 0.65 }));
  p.height = bottom + 42;
}
