// What a Gantt chart of a step shows, apart from how it is drawn.

// jobsOf returns the jobs of a step. The weight of a job is what a second of its response time costs.
function jobsOf(step) {
  return Array.from({ length: step.j.length / 4 }, (_, i) => {
    const [id, width, estimate, submit] = step.j.slice(4 * i, 4 * i + 4);
    return { id, width, estimate, submit, weight: step.w ? step.w[i] : width };
  });
}

// moved compares two schedules of a step: for each job by how many seconds it starts later in
// the lower one, and what it costs more in the upper one, in the unit of gantt.cost. The costs add
// up to the difference of the objectives.
function moved(jobs, above, below) {
  return jobs.map((job, i) => {
    const by = below.b[i][0] - above.b[i][0];
    return { i, job, above: above.b[i][0], below: below.b[i][0], by, cost: -job.weight * by, critical: false };
  });
}

// markCritical marks the fewest jobs that make up four fifths of all costs and gains, at most
// eight. It returns the jobs that move, the most costly first.
function markCritical(moves) {
  const most = moves.filter((m) => m.by !== 0).sort((a, b) => Math.abs(b.cost) - Math.abs(a.cost) || a.i - b.i);
  const all = most.reduce((sum, m) => sum + Math.abs(m.cost), 0);
  let held = 0;
  for (const m of most.slice(0, 8)) {
    if (held >= 0.8 * all) break;
    m.critical = true;
    held += Math.abs(m.cost);
  }
  return most;
}

function costText(cost) { return grouped(cost, gantt.cost.digits); }

// criticalPath returns the jobs that hold up the end of a schedule, the first of them first: the last
// job to end, before it one that ends when it starts, on processors that it takes, and so on. The
// path begins where a job starts at once, or waits for running jobs.
function criticalPath(jobs, panel) {
  const end = (i) => panel.b[i][0] + jobs[i].estimate;
  const shared = (a, b) => {
    for (let i = 1; i < a.length; i += 2) for (let k = 1; k < b.length; k += 2) if (a[i] < b[k + 1] && b[k] < a[i + 1]) return true;
    return false;
  };
  let at = jobs.reduce((last, job, i) => (end(i) > end(last) ? i : last), 0);
  const path = [at];
  for (;;) {
    const before = [...jobs.keys()].filter((i) => end(i) === panel.b[at][0]);
    if (!before.length) return path;
    at = before.find((i) => shared(panel.b[i], panel.b[at])) ?? before[0];
    path.unshift(at);
  }
}

// duration writes seconds as "1 d 6 h".
function duration(seconds) {
  let rest = Math.abs(seconds);
  const parts = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]].map(([unit, length]) => {
    const n = Math.floor(rest / length);
    rest -= n * length;
    return n ? n + " " + unit : "";
  });
  return (seconds < 0 ? "−" : "") + (parts.filter(Boolean).join(" ") || "0");
}

// timeMarks returns the seconds of a time axis up to an end, at most so many.
function timeMarks(end, most) {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];
  let step = steps.find((s) => end / s <= most);
  for (let days = 2; !step; days *= 2) if (end / (days * 86400) <= most) step = days * 86400;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, k) => k * step);
}
