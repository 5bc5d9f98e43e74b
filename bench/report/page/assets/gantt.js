// The Gantt chart of a step: two schedules, one above the other, on one time axis. A longer axis scrolls.

const gantt = { step: null, cost: null, jobs: [], moves: [], zoom: 1, end: 1 };
const panelHeight = 210, panelTop = 44, axisHeight = 36, leftRoom = 58, rightRoom = 24;

// showGantt draws a step anew: its whole time, the policy whose losses sort the table, or the best one, above the method.
function showGantt(step, method, cost) {
  const own = step.s.findIndex((p, k) => k > 0 && p.t.startsWith(method.toUpperCase() + ","));
  const sort = part("view").elements.sort.value.toLowerCase();
  const asked = Math.max(0, step.s.findIndex((p) => p.t.split(",")[0].toLowerCase() + "_loss_percent" === sort));
  const end = Math.max(1, ...step.s.map((p) => p.e || 0)) * 1.02;
  // The weight of a job is what a second of its response time costs.
  const jobs = step.j.map(([id, width, estimate, submit], i) => ({ id, width, estimate, submit, weight: step.w?.[i] ?? width }));
  Object.assign(gantt, { step, cost, end, jobs, zoom: 1, box: part("gantt") });
  for (const [id, chosen] of [["gantt-above", asked], ["gantt-below", own > 0 ? own : Math.min(1, step.s.length - 1)]]) {
    part(id).replaceChildren(...step.s.map((p, k) => element("option", { value: k, selected: k === chosen }, p.t)));
  }
  compareSchedules();
}

function panels() {
  const [above, below] = ["gantt-above", "gantt-below"].map((id) => gantt.step.s[Number(part(id).value)]);
  return above === below ? [above] : [above, below];
}

// compareSchedules marks the critical differences and lists what moved.
function compareSchedules() {
  const [above, below] = panels(), signed = (n, write) => (n > 0 ? "+" : "") + write(n);
  gantt.moves = above.b && below?.b ? moved(gantt.jobs, above, below) : [];
  const most = markCritical(gantt.moves), total = costText(most.reduce((sum, m) => sum + m.cost, 0));
  part("moves").hidden = !gantt.moves.length;
  part("compared").hidden = !most.length;
  part("moved").textContent = !most.length ? "All jobs start at the same time in both schedules."
    : `${most.length} of ${gantt.jobs.length} jobs start at another time below than above, ${most.filter((m) => m.critical).length} ` +
      `of which are critical. The schedule above costs ${total} ${gantt.cost.words} more.`;
  fill("move-table", most.map((m) => [
    m.job.id + (m.critical ? " ●" : ""), grouped(m.job.width), duration(m.job.estimate), duration(m.above), duration(m.below),
    signed(m.by, duration), signed(m.cost, costText),
  ]));
  part("cost-unit").textContent = gantt.cost.unit;
  part("difference").textContent = total;
  drawGantt();
}

function drawGantt() {
  if (!gantt.step) return;
  const shownPanels = panels(), height = shownPanels.length * (panelTop + panelHeight) + axisHeight;
  gantt.inSight = Math.max(300, gantt.box.clientWidth || 900) - leftRoom - rightRoom;
  gantt.plot = gantt.inSight * gantt.zoom;
  const width = gantt.plot + leftRoom + rightRoom;
  const label = "Gantt chart: " + shownPanels.map((p) => p.t + ", " + remark(p)).join("; ");
  const hatch = svg("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { class: "hatch", width: 6, height: 6 }), svg("line", { class: "hatch-line", y2: 6 }));
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, hatch);
  gantt.still = svg("g", { class: "still" }, svg("rect", { class: "margin", width: leftRoom, height }));
  shownPanels.forEach((p, k) => drawPanel(picture, p, panelTop + k * (panelTop + panelHeight)));
  for (const t of timeMarks(gantt.end, gantt.plot / 90)) {
    picture.append(svg("text", { x: x(t), y: height - 20, "text-anchor": "middle" }, duration(t)));
  }
  gantt.still.append(svg("text", { x: leftRoom + gantt.inSight, y: height - 5, "text-anchor": "end" }, "time after the step"));
  picture.append(gantt.still);
  gantt.box.replaceChildren(picture);
  keepStill();
}

// keepStill leaves the titles and the axis of the processors in sight.
function keepStill() { gantt.still.setAttribute("transform", `translate(${gantt.box.scrollLeft})`); }

function remark(p) { return p.b ? p.a + "; makespan " + duration(p.e) : p.why; }

// x returns the place of a second. The axis begins a little before the step.
function x(second) { return leftRoom + (second / gantt.end + 0.012) / 1.012 * gantt.plot; }

function drawPanel(picture, p, top) {
  const machine = gantt.step.m, bottom = top + panelHeight, y = (processor) => bottom - panelHeight * processor / machine;
  const line = (name, x1, y1, x2, y2) => picture.append(svg("line", { class: name, x1, y1, x2, y2 }));
  const write = (text, x, y, anchor, more) => gantt.still.append(svg("text", { x, y, "text-anchor": anchor, ...more }, text));
  write(p.t, leftRoom, top - 22, "start", { class: "name" });
  write(remark(p), leftRoom + gantt.inSight + rightRoom, top - 5, "end", { class: "remark" });
  write("processors", 12, top + panelHeight / 2, "middle", { transform: `rotate(-90 12 ${top + panelHeight / 2})` });
  for (const m of new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * machine)))) {
    line("grid", leftRoom, y(m), leftRoom + gantt.plot, y(m));
    write(m, leftRoom - 6, y(m) + 4, "end");
  }
  for (const t of timeMarks(gantt.end, gantt.plot / 90)) line("grid", x(t), top, x(t), bottom);
  const place = (from, to, low, high) => ({
    x: x(from), y: y(high), width: Math.max(0.5, x(to) - x(from)), height: Math.max(0.5, y(low) - y(high)),
  });
  for (const [from, to, low, high] of p.h ?? []) {
    picture.append(svg("rect", { class: "taken", ...place(from || -0.012 * gantt.end, Math.min(to, gantt.end), low, high) }));
  }
  if (p.b) gantt.jobs.forEach((job, i) => drawJob(picture, place, job, i, p));
  line("now", x(0), top - 4, x(0), bottom);
  line("end", x(p.e || 0), top - 4, x(p.e || 0), bottom);
  picture.append(svg("rect", { class: "frame", x: leftRoom, y: top, width: gantt.plot, height: panelHeight }));
}

function drawJob(picture, place, job, i, p) {
  const start = p.b[i], move = gantt.moves[i], byJob = part("gantt-colours").value === "jobs" || !move;
  const how = byJob ? "" : move.by === 0 ? " same" : move.by < 0 ? " earlier" : " later";
  const style = byJob && "fill: " + setup.colours[i % setup.colours.length];
  for (const [low, high] of p.p[i]) {
    const at = place(start, start + job.estimate, low, high);
    picture.append(svg("rect", { class: "job" + how + (move?.critical ? " critical" : ""), "data-job": i, style, ...at },
      svg("title", {}, facts(job, start, move))));
    if (at.width > String(job.id).length * 6.5 + 6 && at.height > 12) {
      picture.append(svg("text", { class: "id", x: at.x + at.width / 2, y: at.y + at.height / 2 + 4, "text-anchor": "middle" }, job.id));
    }
  }
}

function facts(job, start, move) {
  const moves = !move?.by ? "" : `; ${duration(Math.abs(move.by))} ${move.by < 0 ? "earlier" : "later"} below, which ` +
    `${move.cost > 0 ? "saves" : "costs"} ${costText(Math.abs(move.cost))} ${gantt.cost.words}`;
  return `job ${job.id}: ${grouped(job.width)} processors for ${duration(job.estimate)}, submitted ${duration(-job.submit)} ` +
    `before the step, starts after ${duration(start)}, ends after ${duration(start + job.estimate)}${moves}`;
}

// zoom makes the axis longer or shorter, by a factor, about a place in sight in pixels.
function zoom(factor, about = gantt.box.clientWidth / 2) {
  const before = gantt.zoom, most = Math.max(1, Math.min(64, gantt.end / 30));
  gantt.zoom = Math.max(1, Math.min(most, before * factor));
  const left = (gantt.box.scrollLeft + about - leftRoom) * gantt.zoom / before - about + leftRoom;
  drawGantt();
  gantt.box.scrollLeft = left;
}

// point marks a job in both schedules, and shows what is known of it.
function point(e) {
  for (const r of document.querySelectorAll("#gantt .job")) r.classList.toggle("pointed", r.dataset.job === e.target.dataset.job);
  if (e.target.dataset.job) part("hovered").textContent = e.target.textContent;
}

function listenToGantt() {
  const box = part("gantt"), place = (e) => e.clientX - box.getBoundingClientRect().left;
  const on = (names, does, options) => { for (const name of names) box.addEventListener(name, does, options); };
  on(["pointerover", "pointerdown"], point);
  on(["pointermove"], (e) => { if (e.buttons && e.pointerType === "mouse") box.scrollLeft -= e.movementX; });
  on(["scroll"], keepStill);
  on(["dblclick"], (e) => zoom(2, place(e)));
  on(["wheel"], (e) => { // with a key held, or once the chart has the focus
    if (!e.ctrlKey && !e.metaKey && document.activeElement !== box) return;
    e.preventDefault();
    zoom(e.deltaY < 0 ? 1.25 : 0.8, place(e));
  }, { passive: false });
  on(["keydown"], (e) => { const by = { "+": 2, "=": 2, "-": 0.5, 0: 0 }[e.key]; if (by !== undefined) zoom(by); });
  part("gantt-bar").addEventListener("change", compareSchedules);
  new ResizeObserver(drawGantt).observe(box);
}

// moved compares two schedules of a step: for each job by how many seconds it starts later in the lower one, and
// what it costs more in the upper one, in the unit of gantt.cost. The costs add up to the difference of the objectives.
function moved(jobs, above, below) {
  return jobs.map((job, i) => {
    const by = below.b[i] - above.b[i];
    return { i, job, above: above.b[i], below: below.b[i], by, cost: -job.weight * by, critical: false };
  });
}

// markCritical marks the fewest jobs that make up four fifths of all costs and gains, at most eight. It returns the
// jobs that move, the most costly first.
function markCritical(moves) {
  const most = moves.filter((m) => m.by !== 0).sort((a, b) => Math.abs(b.cost) - Math.abs(a.cost) || a.i - b.i);
  let left = 0.8 * most.reduce((sum, m) => sum + Math.abs(m.cost), 0);
  for (const m of most.slice(0, 8)) {
    m.critical = left > 0;
    left -= Math.abs(m.cost);
  }
  return most;
}

function costText(cost) { return grouped(cost, gantt.cost.digits); }

// duration writes seconds as "1 d 6 h".
function duration(seconds) {
  const s = Math.abs(seconds), parts = [["d", s / 86400], ["h", s / 3600 % 24], ["min", s / 60 % 60], ["s", s % 60]];
  const words = parts.filter(([, n]) => n >= 1).map(([unit, n]) => Math.floor(n) + " " + unit);
  return (seconds < 0 ? "−" : "") + (words.join(" ") || "0");
}

// timeMarks returns the seconds of a time axis up to an end, at most so many.
function timeMarks(end, most) {
  const day = 86400, steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, day / 2];
  const step = steps.find((s) => end / s <= most) ?? day * 2 ** Math.ceil(Math.log2(end / most / day));
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, k) => k * step);
}
