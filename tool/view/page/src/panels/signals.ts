// All topics in a searchable list.
import { button, byId, el } from "../dom";
import { rateText, type Model } from "../model";
import type { Topic } from "../wire";

export class Signals {
  private body = byId("signals-body");
  private filter = byId<HTMLInputElement>("signals-filter");
  private cells = new Map<number, [HTMLElement, HTMLElement, HTMLElement]>(); // row, rate, value

  constructor(private model: Model, private choose: (t: Topic) => void, private plot: (t: Topic) => void) {
    model.on("program", () => this.show());
    model.on("rates", () => this.rates());
    model.on("selection", () => this.selection());
    this.filter.addEventListener("input", () => this.sift());
  }

  private show(): void {
    this.cells.clear();
    this.body.replaceChildren(...this.model.topics.map((t) => {
      const hz = el("td", { class: "num" }), last = el("td", { class: "last" });
      const row = el("tr", { "data-topic": t.name },
        el("td", {}, el("button", { type: "button", class: "link", title: `${t.name}: ${t.type}`, onclick: () => this.choose(t) }, t.name)), hz, last,
        el("td", {}, t.columns?.length ? button("plus", `plot ${t.name}`, () => this.plot(t), { class: "quiet small" }) : ""));
      this.cells.set(t.id, [row, hz, last]);
      return row;
    }));
    this.sift();
  }

  private sift(): void {
    const words = this.filter.value.toLowerCase().split(/\s+/);
    for (const t of this.model.topics) {
      const row = this.cells.get(t.id)?.[0];
      if (row) row.hidden = !words.every((w) => `${t.name} ${t.type}`.toLowerCase().includes(w));
    }
  }

  private rates(): void {
    if (!this.body.parentElement!.clientHeight) return;
    for (const [id, [, hz, last]] of this.cells) {
      const r = this.model.rate.get(id);
      if (!r) continue;
      const s = rateText(r.hz);
      if (hz.textContent !== s) hz.textContent = s;
      if (last.textContent !== r.last) {
        last.textContent = r.last;
        last.title = r.last;
      }
    }
  }

  private selection(): void {
    const s = this.model.selected, t = s && this.model.graph ? this.model.topic(s) : undefined;
    for (const [id, [row]] of this.cells) row.classList.toggle("selected", id === t?.id);
  }
}
