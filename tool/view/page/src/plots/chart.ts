// One plot: some series over time, drawn by uPlot.
import uPlot from "uplot";
import { atMost, button, el } from "../dom";
import { colour } from "../theme";
import { Columns, Ring } from "./ring";

export interface Series { id: number; name: string; ring: Ring; topic?: number; column?: string }

export interface ChartSpec { title: string; unit: string; limits: { name: string; value: number }[]; ours: boolean }

/** What a chart needs from the panel that contains it. */
export interface Owner {
  zoom(from: number, to: number): void;
  follow(): void;
  drop(chart: Chart, text: string): void;
  removeSeries(chart: Chart, s: Series): void;
  removeChart(chart: Chart): void;
  choose(chart: Chart): void;
  span(): [number, number];
  yet(): string;
}

const palette = ["--s0", "--s1", "--s2", "--s3", "--s4", "--s5", "--s6", "--s7"];

/** What is dragged from one plot to another, or from a port to a plot. */
export const dragType = "text/x-sinew-column";

export class Chart {
  readonly figure: HTMLElement;
  series: Series[] = [];
  visible = true;
  private box = el("div", { role: "img", class: "chart" });
  private yet = el("p", { class: "yet", hidden: true });
  private list = el("div", { class: "values" });
  private title = el("button", { class: "plot-title", type: "button", title: "new columns go into this plot" });
  private values: HTMLElement[] = [];
  private items: HTMLElement[] = [];
  private columns = new Columns([]);
  private u?: uPlot;

  constructor(readonly spec: ChartSpec, private owner: Owner) {
    this.title.addEventListener("click", () => owner.choose(this));
    this.figure = el("figure", { class: "plot" },
      el("figcaption", {}, this.title, this.list,
        button("close", `remove the plot ${spec.title}`, () => owner.removeChart(this), { class: "quiet small" })), this.box, this.yet);
    new ResizeObserver(() => this.u?.setSize(this.size())).observe(this.box);
    new IntersectionObserver((e) => {
      this.visible = e[e.length - 1].isIntersecting;
      if (this.visible) this.draw(); // what came while it was invisible
    }).observe(this.figure);
    this.figure.addEventListener("dragover", (e) => {
      if (e.dataTransfer?.types.includes(dragType)) e.preventDefault();
    });
    this.figure.addEventListener("drop", (e) => {
      e.preventDefault();
      owner.drop(this, e.dataTransfer?.getData(dragType) ?? "");
    });
    this.box.addEventListener("dblclick", () => owner.follow());
  }

  add(s: Series): void {
    this.series.push(s);
    this.make();
  }

  remove(s: Series): void {
    this.series = this.series.filter((x) => x !== s);
    this.make();
  }

  chosen(on: boolean): void {
    this.figure.classList.toggle("chosen", on);
    this.title.setAttribute("aria-pressed", String(on));
  }

  destroy(): void {
    this.u?.destroy();
    this.u = undefined;
    this.figure.remove();
  }

  private size(): { width: number; height: number } {
    return { width: Math.max(this.box.clientWidth, 60), height: Math.max(this.box.clientHeight, 60) };
  }

  /** make builds the plot anew after its series or the colours have changed. */
  make(): void {
    this.u?.destroy();
    const { spec } = this, name = spec.unit ? `${spec.title} [${spec.unit}]` : spec.title;
    this.title.textContent = name;
    this.box.setAttribute("aria-label", `plot of ${spec.title} over time: ${this.series.map((s) => s.name).join(", ")}`);
    this.legend();
    this.columns = new Columns(this.series.map((s) => s.ring));
    const soft = colour("--soft"), line = colour("--grid");
    const axis: uPlot.Axis = { stroke: soft, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 }, font: "11px system-ui, sans-serif", gap: 3 };
    const limits = spec.limits.map((l) => l.value);
    this.u = new uPlot({
      ...this.size(), legend: { show: false }, pxAlign: 0, padding: [6, 16, 0, 0],
      cursor: { y: false, sync: { key: "time" }, points: { show: false }, drag: { x: true, y: false, setScale: false } },
      scales: {
        x: { time: false, range: () => this.owner.span() },
        y: { range: (_u, lo, hi) => reach(lo, hi, limits) },
      },
      axes: [{ ...axis, size: 22, values: (_u, at) => at.map((v, i) => tick(v) + (i === at.length - 1 ? " s" : "")) }, { ...axis, size: 48, values: (_u, at) => at.map(tick), space: (_u, _i, _lo, _hi, high) => high > 100 ? 30 : 18 }],
      series: [{}, ...this.series.flatMap((s, i) => [
        { label: s.name, stroke: colour(palette[i % palette.length]), width: 1.2, points: { show: false } },
        { label: "", width: 0, points: { show: false } }, { label: "", width: 0, points: { show: false } }])],
      bands: this.series.map((_, i) => ({ series: [3 * i + 2, 3 * i + 3] as [number, number], fill: pale(colour(palette[i % palette.length])) })),
      hooks: {
        draw: [(u: uPlot) => this.limits(u)],
        setSelect: [(u: uPlot) => this.selected(u)],
        setCursor: [() => this.read()],
      },
    }, [[], ...this.series.flatMap(() => [[], [], []])] as unknown as uPlot.AlignedData, this.box);
    this.draw();
  }

  /** limits draws the limit lines, and puts the text of an empty plot into the tallest strip between them and their names. */
  private limits(u: uPlot): void {
    const rows = drawLimits(u, this.spec.limits);
    if (this.yet.hidden) return;
    const [from, to] = strip(u.bbox.top, u.bbox.top + u.bbox.height, rows);
    this.yet.style.top = `${this.box.offsetTop + (from + to) / 2 / devicePixelRatio}px`;
  }

  private selected(u: uPlot): void {
    if (u.select.width < 4) return;
    const from = u.posToVal(u.select.left, "x"), to = u.posToVal(u.select.left + u.select.width, "x");
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.owner.zoom(from, to);
  }

  private legend(): void {
    this.values = [];
    this.items = this.series.map((s, i) => {
      const value = el("span", { class: "value" });
      this.values.push(value);
      const item = el("span", { "data-plot": s.name, title: s.name, draggable: s.topic !== undefined },
        el("b", { style: `background:var(${palette[i % palette.length]})` }), `${(s.column ?? s.name).replace(` ${this.spec.title}`, "")} `, value,
        this.series.length > 1 && button("close", `remove ${s.name} from the plot`, () => this.owner.removeSeries(this, s), { class: "quiet tiny" }));
      item.addEventListener("dragstart", (e) => e.dataTransfer?.setData(dragType, JSON.stringify({ topic: s.topic, column: s.column, series: s.id })));
      return item;
    });
    this.list.replaceChildren(...this.items);
  }

  /** draw draws the present samples. */
  draw(): void {
    const u = this.u;
    if (!u) return;
    const [from, to] = this.owner.span(), empty = this.series.every((s) => !s.ring.length), text = empty ? this.owner.yet() : "";
    if (this.yet.hidden === empty) this.yet.hidden = !empty;
    if (this.yet.textContent !== text) this.yet.textContent = text;
    this.columns.fill(from, to, u.bbox.width / devicePixelRatio / 2); // two values per column: one per pixel
    u.setData(this.columns.all() as uPlot.AlignedData, true);
    this.numbers();
  }

  private numbers = atMost<void>(100, () => this.read()); // nobody reads faster

  /** read writes the values at the cursor, or the newest. */
  private read(): void {
    const u = this.u, left = u?.cursor.left ?? -1;
    const t = u && left >= 0 ? u.posToVal(left, "x") : undefined;
    this.series.forEach((s, i) => {
      const v = t === undefined ? (s.ring.length ? s.ring.value(s.ring.length - 1) : undefined) : s.ring.at(t);
      const text = v === undefined || v !== v ? "–" : figure(v);
      const e = this.values[i];
      if (e && e.textContent !== text) e.textContent = text;
      if (this.items[i]) this.items[i].dataset.samples = String(s.ring.length);
    });
  }
}

/** pale is the paler colour of a band. */
function pale(c: string): string { return c.replace(/^rgb\((.*)\)$/, "rgba($1, 0.28)"); }

/** tick writes a number of an axis. */
function tick(v: number): string { return String(+v.toPrecision(9)).replace("-", "−"); }

/** figure writes a number in about four digits. */
function figure(v: number): string {
  const a = Math.abs(v);
  const text = a !== 0 && (a < 1e-3 || a >= 1e6) ? v.toExponential(2) : a >= 1000 ? v.toFixed(0) : v.toPrecision(4);
  return text.replace("-", "−");
}

/** reach is the range of an axis: the data with a margin, and limits that the data come near. */
function reach(lo: number | null, hi: number | null, limits: number[]): [number, number] {
  let a = lo ?? 0, b = hi ?? 1;
  if (!(b > a)) {
    const d = Math.abs(b) * 0.1 || 1;
    if (a !== 0) a -= d; // zero is at the bottom of a curve that rests at zero
    b += d;
  }
  for (const l of limits) {
    const near = 0.8 * (b - a);
    if (l > b && l - b < near) b = l;
    if (l < a && a - l < near) a = l;
  }
  const air = (b - a) * 0.06, top = limits.some((l) => l <= b && l > b - air) ? 0.18 * (b - a) : air; // room for the limit's name
  return [a >= 0 && a < 0.5 * b ? 0 : a - air, b + top];
}

/** strip is the tallest part between top and bottom that no row covers. */
function strip(top: number, bottom: number, rows: [number, number][]): [number, number] {
  let best: [number, number] = [top, top], from = top;
  for (const [a, b] of [...rows].sort((x, y) => x[0] - y[0]).concat([[bottom, bottom]])) {
    if (a - from > best[1] - best[0]) best = [from, a];
    from = Math.max(from, b);
  }
  return best;
}

/** drawLimits draws a line with a name for each limit, and returns the rows of pixels that they take. */
function drawLimits(u: uPlot, limits: { name: string; value: number }[]): [number, number][] {
  const rows: [number, number][] = [];
  const { ctx, bbox } = u;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour("--bad");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.font = `${10.5 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "right";
  ctx.textBaseline = "bottom"; // above its line
  for (const l of limits) {
    const y = u.valToPos(l.value, "y", true);
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillText(l.name, bbox.left + bbox.width - 4 * devicePixelRatio, y - 2 * devicePixelRatio);
    rows.push([y - 15 * devicePixelRatio, y + 2 * devicePixelRatio]);
  }
  ctx.restore();
  return rows;
}
