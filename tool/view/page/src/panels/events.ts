// The event table: misses, mode changes, inputs, prints and notes. Only visible rows are in the document.
import { byId, el, onceAFrame } from "../dom";
import type { Row } from "../wire";

const most = 20000, low = 21, tall = 38; // px of a row: in a narrow table its text has a separate line
const names: Record<string, string> = { miss: "missed", mode: "mode", door: "input", print: "print", note: "note", fault: "fault" };

export class Events {
  private rows: Row[] = [];
  private shown: Row[] = [];
  private box = byId("events-box");
  private body = byId("events-body");
  private top = el("tr", { "aria-hidden": "true" });
  private bottom = el("tr", { "aria-hidden": "true" });
  private filter = byId<HTMLInputElement>("events-filter");
  private kind = byId<HTMLSelectElement>("events-kind");
  private height = low;
  private stuck = true; // to the newest
  private draw = onceAFrame(() => this.render());

  /** chosen is called with the row that was clicked. */
  constructor(private chosen: (r: Row, time: boolean) => void) {
    for (const k of Object.keys(names)) this.kind.append(el("option", { value: k }, names[k]));
    this.filter.addEventListener("input", () => this.refilter());
    this.kind.addEventListener("change", () => this.refilter());
    byId("events-clear").addEventListener("click", () => {
      this.rows = [];
      this.refilter();
    });
    this.box.addEventListener("scroll", () => {
      this.stuck = this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < this.height * 2;
      this.draw();
    });
    new ResizeObserver(() => this.draw()).observe(this.box);
    this.draw();
  }

  add(rows: Row[]): void {
    this.rows.push(...rows);
    for (const r of rows) if (this.fits(r)) this.shown.push(r);
    if (this.rows.length > most) {
      this.rows.splice(0, this.rows.length - most);
      this.shown = this.rows.filter((r) => this.fits(r));
    }
    this.draw();
  }

  clear(): void {
    this.rows = [];
    this.refilter();
  }

  private fits(r: Row): boolean {
    const f = this.filter.value.toLowerCase();
    return (!this.kind.value || r.kind === this.kind.value) && (!f || `${r.what} ${r.text}`.toLowerCase().includes(f));
  }

  private refilter(): void {
    this.shown = this.rows.filter((r) => this.fits(r));
    this.draw();
  }

  private render(): void {
    const n = this.shown.length;
    byId("events-count").textContent = n === this.rows.length ? `${n}` : `${n} of ${this.rows.length}`;
    if (!this.box.clientHeight) return;
    const narrow = this.box.clientWidth < 460, height = narrow ? tall : low;
    this.box.classList.toggle("narrow", narrow);
    this.height = height;
    if (this.stuck) this.box.scrollTop = n * height;
    const many = Math.ceil(this.box.clientHeight / height) + 2;
    const from = Math.max(0, Math.min(Math.floor(this.box.scrollTop / height), n - many + 1)), to = Math.min(n, from + many);
    this.top.style.height = `${from * height}px`;
    this.bottom.style.height = `${(n - to) * height}px`;
    this.body.parentElement!.setAttribute("aria-rowcount", String(n + 1));
    if (!n) {
      this.body.replaceChildren(el("tr", {}, el("td", { colspan: 4, class: "empty none" }, this.rows.length ? "Nothing fits the filter." :
        byId("main").classList.contains("still") ? "Nothing runs, so nothing happens." : "None yet. Inputs from outside, missed deadlines, changes of mode, faults and what is printed are listed here.")));
      return;
    }
    this.body.replaceChildren(this.top, ...this.shown.slice(from, to).map((r, i) => this.row(r, from + i)), this.bottom);
    if (this.stuck) this.box.scrollTop = this.box.scrollHeight;
  }

  private row(r: Row, i: number): HTMLElement {
    return el("tr", { class: r.kind, "aria-rowindex": i + 2 },
      el("td", { class: "num" }, el("button", { type: "button", class: "link", title: "go to this time", onclick: () => this.chosen(r, true) },
        `${(r.t / 1e9).toFixed(4)}${r.m ? `:${r.m}` : ""}`)),
      el("td", {}, el("span", { class: `kind ${r.kind}` }, names[r.kind] ?? r.kind)),
      el("td", {}, el("button", { type: "button", class: "link", title: r.what, onclick: () => this.chosen(r, false) }, r.what)),
      el("td", { title: r.text }, r.text));
  }
}
