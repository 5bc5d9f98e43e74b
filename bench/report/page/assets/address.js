// The state of the page in its address: sort, filter, columns and the open step. A link holds it.

const fields = () => [...document.getElementById("filters").elements].filter((e) => e.name);

// stateText returns the part of the address behind "#"; "": all is as at first.
function stateText() {
  const state = new URLSearchParams(fields().filter((e) => e.value !== "").map((e) => [e.name, e.value]));
  if (table.sorted) { state.set("sort", table.sorted); state.set("order", table.falling ? "falling" : "rising"); }
  const chosen = table.columns.map((c) => c.name).join(" ");
  if (chosen !== table.usual) state.set("columns", chosen);
  if (!document.getElementById("step").hidden) {
    state.set("open", opened.index);
    if (studies.length > 1) state.set("of", setup.studies[opened.study]);
    if (opened.method) state.set("by", opened.method);
  }
  return state.toString();
}

// keepState writes the state into the address. Anchors such as #charts stay until then.
function keepState() {
  if (!table.ready) return;
  const text = stateText();
  if (text || location.hash.includes("=")) history.replaceState(null, "", text ? "#" + text : "#results");
}

// readState takes over the state that the address holds.
async function readState() {
  if (!location.hash.includes("=")) return;
  const state = new URLSearchParams(location.hash.slice(1));
  for (const field of fields()) field.value = state.get(field.name) || "";
  if (state.has("columns")) chooseColumns(state.get("columns").split(" "));
  if (table.columns.some((c) => c.name === state.get("sort"))) sortBy(state.get("sort"), state.get("order") === "falling");
  else refresh();
  document.getElementById("results").scrollIntoView();
  if (!state.has("open")) return;
  await openStep(Math.max(0, setup.studies.indexOf(state.get("of"))), state.get("open"), state.get("by") || "");
  document.getElementById("step").scrollIntoView();
}
