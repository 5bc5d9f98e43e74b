// The address holds the state of the page: all fields, such as filters, columns and order, and the open step.

const opened = {}; // open: index of the step; of: its study; by: a method

function fields() { return ["filters", "view"].flatMap((id) => [...part(id).elements]).filter((e) => e.name); }

// keepState writes into the address what is not as at first. Anchors such as #charts stay until then.
function keepState() {
  if (!table.ready) return;
  const values = fields().map((e) => [e.name, e.type !== "checkbox" ? e.value : e.checked === e.defaultChecked ? "" : e.checked]);
  const text = new URLSearchParams([...values, ...Object.entries(opened)].filter(([, value]) => value !== "")).toString();
  if (text || location.hash.includes("=")) history.replaceState(null, "", text ? "#" + text : "#results");
}

// readState takes over the state that the address holds.
async function readState() {
  if (!location.hash.includes("=")) return;
  const state = new URLSearchParams(location.hash.slice(1));
  for (const e of fields()) {
    if (e.type === "checkbox") e.checked = state.has(e.name) ? state.get(e.name) === "true" : e.defaultChecked;
    else e.value = state.get(e.name) ?? "";
  }
  refresh();
  part("results").scrollIntoView();
  if (!state.has("open")) return;
  await openStep(Math.max(0, setup.studies.indexOf(state.get("of"))), state.get("open"), state.get("by") ?? "");
  part("step").scrollIntoView();
}
