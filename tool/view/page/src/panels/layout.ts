// How the panels share the window: borders that can be dragged, tabs, one panel over the whole window.
import { button, byId, el, Setting } from "../dom";

const shares = new Setting<Record<string, number>>("shares", {});

/** startLayout makes borders, tabs and the panels' buttons work. */
export function startLayout(): void {
  for (const g of document.querySelectorAll<HTMLElement>(".gutter")) gutter(g);
  for (const t of document.querySelectorAll<HTMLElement>("[role=tablist]")) tabs(t);
  for (const p of document.querySelectorAll<HTMLElement>(".panel")) {
    const name = p.querySelector("h2, [role=tab]")?.textContent ?? "panel";
    p.querySelector(".head")?.append(button("full", `${name}: over the whole window, or back`, () => maximise(p), { class: "quiet full" }));
  }
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && !e.shiftKey) for (const p of document.querySelectorAll(".panel.max")) maximise(p as HTMLElement);
  });
}

function maximise(p: HTMLElement): void {
  const on = p.classList.toggle("max");
  byId("main").classList.toggle("full", on);
  for (const x of document.querySelectorAll(".panel.max")) if (x !== p) x.classList.remove("max");
}

/** gutter is a border that moves between the shown panels before and after it. */
function gutter(g: HTMLElement): void {
  let before = g.previousElementSibling as HTMLElement;
  const after = g.nextElementSibling as HTMLElement, across = g.classList.contains("across"), name = g.id;
  const find = () => {
    before = g.previousElementSibling as HTMLElement;
    while (before.hidden && before.previousElementSibling?.previousElementSibling) before = before.previousElementSibling.previousElementSibling as HTMLElement;
  };
  find();
  const apply = (share: number) => {
    share = Math.max(0.08, Math.min(0.92, share));
    const sum = weight(before) + weight(after);
    before.style.flexGrow = String(sum * share);
    after.style.flexGrow = String(sum * (1 - share));
    g.setAttribute("aria-valuenow", String(Math.round(share * 100)));
    return share;
  };
  const keep = (share: number) => shares.set({ ...shares.get(), [name]: share });
  const now = () => weight(before) / (weight(before) + weight(after));
  const kept = shares.get()[name];
  if (kept !== undefined) apply(kept);
  else g.setAttribute("aria-valuenow", String(Math.round(now() * 100)));
  g.addEventListener("pointerdown", (e) => {
    find();
    g.setPointerCapture(e.pointerId);
    e.preventDefault();
  });
  g.addEventListener("pointermove", (e) => {
    if (!g.hasPointerCapture(e.pointerId)) return;
    const a = before.getBoundingClientRect(), b = after.getBoundingClientRect();
    keep(apply(across ? (e.clientX - a.left) / (b.right - a.left) : (e.clientY - a.top) / (b.bottom - a.top)));
  });
  g.addEventListener("keydown", (e) => {
    const by = { ArrowLeft: -0.03, ArrowUp: -0.03, ArrowRight: 0.03, ArrowDown: 0.03 }[e.key];
    if (!by) return;
    e.preventDefault();
    find();
    keep(apply(now() + by));
  });
}

function weight(e: HTMLElement): number { return parseFloat(getComputedStyle(e).flexGrow) || 1; }

/** tabs shows one of the panels that its buttons control. */
function tabs(list: HTMLElement): void {
  const all = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
  const show = (t: HTMLElement, focus = false) => {
    for (const x of all) {
      const on = x === t;
      x.setAttribute("aria-selected", String(on));
      x.tabIndex = on ? 0 : -1;
      byId(x.getAttribute("aria-controls")!).hidden = !on;
    }
    if (focus) t.focus();
  };
  for (const t of all) t.addEventListener("click", () => show(t));
  list.addEventListener("keydown", (e) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key], i = all.indexOf(e.target as HTMLElement);
    if (!by || i < 0) return;
    e.preventDefault();
    show(all[(i + by + all.length) % all.length], true);
  });
  show(all.find((t) => t.getAttribute("aria-selected") === "true") ?? all[0]);
}

/** showTab brings a tab to the front. */
export function showTab(id: string): void {
  const t = byId(id);
  if (t.getAttribute("aria-selected") !== "true") t.click();
}

/** notify shows a line for a while; faults stay longer and are announced at once. */
export function notify(text: string, bad = false): void {
  const box = byId("notes"), note = el("p", { class: bad ? "note bad" : "note", role: bad ? "alert" : "status" }, text);
  note.addEventListener("click", () => note.remove());
  box.append(note);
  while (box.children.length > 4) box.firstElementChild!.remove();
  setTimeout(() => note.remove(), bad ? 12000 : 4000);
}
