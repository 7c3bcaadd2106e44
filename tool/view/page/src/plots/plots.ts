// The plots: those of the program, and any numeric column of its topics on request.
import { button, byId, el, onceAFrame, say, Setting } from "../dom";
import { onTheme } from "../theme";
import type { Model } from "../model";
import type { Hello, Reply, Request, Topic } from "../wire";
import { Pace } from "../pace";
import { Chart, type Owner, type Series } from "./chart";
import { Ring } from "./ring";

/** A plot of the reader's as it is stored: topics by name. */
type Kept = { topic: string; column: string }[][];

export class Plots implements Owner {
  private host = byId("plots");
  private charts: Chart[] = [];
  private bySeries = new Map<number, Series>();
  private target?: Chart; // the plot to which new columns can be added
  private window = 12;
  private now = 0;
  private held?: [number, number]; // times shown while not following
  private due = new Set<Chart>(); // plots that do not show the latest data
  private kept = new Setting<Kept>("plots", []);
  private pace = new Pace(2, 0, 250); // if drawing delays frames, it gets a third of the time
  private resting = 0;
  private next = onceAFrame(() => this.redraw());
  private followButton = button("follow", "follow the newest (double click in a plot)", () => this.follow(), { "aria-pressed": "true" });
  private windows = el("select", { "aria-label": "seconds shown", title: "seconds shown" });
  private changed: () => void = () => {};

  constructor(private model: Model, private ask: (r: Request) => Promise<Reply>) {
    for (const s of [1, 2, 5, 12, 30, 60, 120]) this.windows.append(el("option", { value: s }, `${s} s`));
    this.windows.addEventListener("change", () => {
      this.window = +this.windows.value;
      this.follow();
    });
    byId("plots-tools").append(this.windows, this.followButton);
    this.host.addEventListener("wheel", (e) => {
      if (!e.ctrlKey && !e.shiftKey) return;
      e.preventDefault();
      const [a, b] = this.span(), f = Math.exp((e.deltaY || e.deltaX) * 0.001), mid = (a + b) / 2;
      this.zoom(mid - (mid - a) * f, mid + (b - mid) * f);
    }, { passive: false });
    model.on("state", () => { if (!this.now) this.draw(); }); // the text of an empty plot
    onTheme(() => { for (const c of this.charts) c.make(); });
  }

  /** onChange is called when plots come or go. */
  onChange(f: () => void): void { this.changed = f; }

  /** show shows the plots of a program, and restores the reader's own. */
  show(m: Hello): void {
    for (const c of this.charts) c.destroy();
    this.charts = [];
    this.bySeries.clear();
    this.target = undefined;
    this.held = undefined;
    this.now = 0;
    this.window = m.window || 12;
    if (![...this.windows.options].some((o) => +o.value === this.window)) this.windows.append(el("option", { value: this.window }, `${this.window} s`));
    this.windows.value = String(this.window);
    for (const p of m.plots) {
      const c = this.chart(p.title, p.unit, p.limits, false);
      for (const s of p.series) this.join(c, { id: s.id, name: s.name, ring: new Ring() });
    }
    void this.restore();
  }

  private async restore(): Promise<void> {
    if (!this.model.topics.length) return;
    for (const plot of this.kept.get()) {
      let into: Chart | undefined;
      for (const { topic, column } of plot) {
        const t = this.model.topicByName(topic);
        if (t) into = await this.plot(t, column, into, true).catch(() => into);
      }
    }
  }

  private keep(): void {
    this.kept.set(this.charts.filter((c) => c.spec.ours).map((c) => c.series.flatMap((s) => {
      const t = this.model.topics.find((t) => t.id === s.topic);
      return t ? [{ topic: t.name, column: s.column! }] : [];
    })));
    this.changed();
  }

  /** plot requests a column from the program and shows it, in a new plot or with others. */
  async plot(topic: Topic, column: string, into?: Chart, quiet = false): Promise<Chart> {
    const old = this.charts.find((c) => (!into || c === into) && c.series.some((s) => s.topic === topic.id && s.column === column));
    if (old) {
      old.figure.scrollIntoView({ block: "nearest" });
      return old;
    }
    const ring = new Ring();
    const data = (await this.ask({ do: "plot", topic: topic.id, column })).data as { series?: number; name?: string } | undefined;
    if (typeof data?.series !== "number") throw new Error("the program's answer has no series");
    const name = data.name || `${topic.name} ${column}`.trim();
    const c = into ?? this.chart(topic.name, "", [], true);
    this.join(c, { id: data.series, name, ring: this.bySeries.get(data.series)?.ring ?? ring, topic: topic.id, column: column || "value" });
    if (!quiet) {
      this.choose(c);
      c.figure.scrollIntoView({ block: "nearest" });
      say(`plot of ${name} added`);
    }
    this.keep();
    return c;
  }

  /** into is the plot that the reader has chosen, if it still exists. */
  into(): Chart | undefined { return this.target && this.charts.includes(this.target) ? this.target : undefined; }

  private chart(title: string, unit: string, limits: Hello["plots"][number]["limits"], ours: boolean): Chart {
    const c = new Chart({ title, unit, limits, ours }, this);
    this.charts.push(c);
    this.host.append(c.figure);
    return c;
  }

  private join(c: Chart, s: Series): void {
    this.bySeries.set(s.id, s);
    c.add(s);
  }

  /** add adds samples: a series id, then alternating t and v. */
  add(p: (number | null)[]): void {
    const ring = this.bySeries.get(p[0] as number)?.ring;
    if (!ring) return;
    for (let i = 1; i + 1 < p.length; i += 2) ring.add(p[i] as number, p[i + 1]);
    const last = p[p.length - 2];
    if (p.length > 2 && last! > this.now) this.now = last!;
    this.draw();
  }

  /** at sets the program's time; when it goes back, later samples are dropped. */
  at(t: number): void {
    if (t < this.now) for (const s of this.bySeries.values()) s.ring.forget(t + 1e-9);
    this.now = t;
    this.draw();
  }

  /** yet is the text of a plot without values. */
  yet(): string { return this.model.yet("no values yet"); }

  span(): [number, number] {
    return this.held ?? [Math.max(0, this.now - this.window), Math.max(this.now, this.window)];
  }

  zoom(from: number, to: number): void {
    if (to - from < 1e-4) return;
    this.held = [from, to];
    this.followButton.setAttribute("aria-pressed", "false");
    this.draw();
  }

  follow(): void {
    this.held = undefined;
    this.followButton.setAttribute("aria-pressed", "true");
    this.draw();
  }

  choose(c: Chart): void {
    this.target = this.target === c ? undefined : c;
    for (const x of this.charts) x.chosen(x === this.target);
    this.changed();
  }

  drop(c: Chart, text: string): void {
    const { topic, column, series } = JSON.parse(text || "{}") as { topic?: number; column?: string; series?: number };
    const t = this.model.topics.find((t) => t.id === topic);
    if (!t || column === undefined) return;
    const from = this.charts.find((x) => x !== c && x.series.some((s) => s.id === series));
    const moved = from?.series.find((s) => s.id === series);
    if (from && moved) {
      from.remove(moved);
      c.add(moved);
      if (!from.series.length) this.removeChart(from);
      else this.keep();
    } else void this.plot(t, column, c).catch((e: Error) => say(e.message));
  }

  removeSeries(c: Chart, s: Series): void {
    c.remove(s);
    this.forget(s);
    this.keep();
  }

  removeChart(c: Chart): void {
    this.charts = this.charts.filter((x) => x !== c);
    c.destroy();
    for (const s of c.series) this.forget(s);
    this.keep();
  }

  private forget(s: Series): void {
    if (this.charts.some((c) => c.series.some((x) => x.id === s.id))) return;
    this.bySeries.delete(s.id);
    if (s.topic !== undefined) void this.ask({ do: "unplot", series: s.id }).catch(() => {});
  }

  /** draw marks every plot for drawing; a plot that already waits keeps its turn. */
  private draw(): void {
    for (const c of this.charts) this.due.add(c);
    this.next();
  }

  /** redraw draws half of the visible plots. Data come at half the screen's rate, so each plot is drawn once for every
   * message of the program, but no animation frame has to draw all. */
  private redraw(): void {
    const wait = this.pace.wait();
    if (wait > 0) {
      clearTimeout(this.resting);
      this.resting = window.setTimeout(this.next, wait);
      return;
    }
    this.pace.drawing();
    for (const c of this.due) if (!c.visible || !this.charts.includes(c)) this.due.delete(c);
    let left = Math.ceil(this.charts.filter((c) => c.visible).length / 2);
    for (const c of this.due) {
      if (left-- === 0) break;
      this.due.delete(c);
      c.draw();
    }
    if (this.due.size) this.next();
    let n = 0;
    for (const s of this.bySeries.values()) n += s.ring.length;
    this.host.dataset.samples = String(n);
  }
}
