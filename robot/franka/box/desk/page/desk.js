"use strict";

const step = 0.05; // rad, of a click
const rows = [];
const byId = (id) => document.getElementById(id);

async function send(line) {
  try {
    const answer = await fetch("desk/do", { method: "POST", body: line });
    byId("said").textContent = (await answer.text()).trim();
    return answer.ok;
  } catch {
    byId("said").textContent = "the robot does not answer: has it ended?";
  }
}

function addRow(i) {
  const row = byId("joints").insertRow();
  const name = row.insertCell();
  name.textContent = `joint ${i + 1}`;
  const less = button("−", () => send(`lead ${i + 1} by ${-step}`), `lead joint ${i + 1} down`);
  const more = button("+", () => send(`lead ${i + 1} by ${step}`), `lead joint ${i + 1} up`);
  const bar = row.insertCell();
  bar.className = "bar";
  const track = bar.appendChild(document.createElement("div"));
  track.className = "track";
  const range = track.appendChild(document.createElement("div"));
  range.className = "range";
  const at = track.appendChild(document.createElement("div"));
  at.className = "at";
  const number = row.insertCell();
  row.insertCell().append(less, more);
  rows.push({ row, range, at, number, less, more });
}

function button(text, click, label) {
  const b = document.createElement("button");
  b.textContent = text;
  b.setAttribute("aria-label", label);
  b.addEventListener("click", click);
  return b;
}

function show(s) {
  byId("mode").textContent = `${s.arm}: ${s.mode}`;
  byId("errors").textContent = (s.errors ?? []).join(", ");
  const list = (xs, digits) => xs.map((x) => x.toFixed(digits).replace(/^-(0\.?0*)$/, "$1")).join(", ");
  byId("tool").textContent = `end effector at ${list(s.tool, 4)} m, presses with ${list(s.force, 1)} N${s.grip ? `; ${s.grip}` : ""}`;
  s.joints.forEach((j, i) => {
    if (!rows[i]) addRow(i);
    const r = rows[i];
    const [low, high] = j.stops;
    const share = (x) => `${(100 * (x - low)) / (high - low)}%`;
    r.range.style.left = share(j.range[0]);
    r.range.style.width = `${(100 * (j.range[1] - j.range[0])) / (high - low)}%`;
    r.at.style.left = share(j.q);
    r.number.textContent = `${j.q.toFixed(4)} rad`;
    r.row.className = j.q < j.range[0] || j.q > j.range[1] ? "beyond" : "";
    r.less.disabled = r.more.disabled = !s.guided;
  });
  const off = {
    stop: s.stop, resume: !s.stop, recover: s.locked || s.stop || s.guided, guide: s.guided || s.locked || s.stop,
    release: !s.guided, lock: s.locked || s.guided, unlock: !s.locked,
  };
  for (const b of document.querySelectorAll("[data-do]")) b.disabled = off[b.dataset.do];
}

async function poll() {
  try {
    const answer = await fetch("desk/state");
    if (!answer.ok) throw new Error(await answer.text());
    show(await answer.json());
  } catch (e) {
    byId("mode").textContent = "no robot";
    byId("errors").textContent = e.message;
  }
  setTimeout(poll, 200);
}

for (const b of document.querySelectorAll("[data-do]")) b.addEventListener("click", () => send(b.dataset.do));
byId("line").addEventListener("submit", async (e) => {
  e.preventDefault();
  if (await send(byId("words").value)) byId("words").select();
});
poll();

// forms fills in what the line may be, from the desk's own help.
async function forms() {
  const answer = await fetch("desk/do", { method: "POST", body: "help" });
  for (const line of (await answer.text()).split("\n")) {
    const [form, does] = line.split(/ {2,}/);
    if (!does || /^(wait|end|help|state)/.test(form)) continue;
    const option = byId("forms").appendChild(document.createElement("option"));
    option.value = form;
    option.label = does;
  }
}
forms();
