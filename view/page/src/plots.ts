// Live plots of the program's numbers over the last seconds.
import uPlot from "uplot";
import type { Hello } from "./wire";

const colours = ["--s0", "--s1", "--s2", "--s3", "--s4", "--s5"];

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Ring holds the newest samples of one series. */
class Ring {
  t: number[] = [];
  v: (number | null)[] = [];
  add(t: number, v: number | null): void {
    const last = this.t[this.t.length - 1];
    if (last !== undefined && t < last) { // the program began anew
      this.t = [];
      this.v = [];
    }
    this.t.push(t);
    this.v.push(v);
  }
  trim(before: number): void {
    let k = 0;
    while (k < this.t.length && this.t[k] < before) k++;
    if (k > 0) {
      this.t.splice(0, k);
      this.v.splice(0, k);
    }
  }
}

interface Chart {
  spec: Hello["plots"][number];
  rings: Ring[];
  box: HTMLElement;
  values: HTMLElement[];
  u?: uPlot;
}

export class Plots {
  private charts: Chart[] = [];
  private bySeries = new Map<number, Ring>();
  private window = 12;
  private now = 0;
  private due = false;

  constructor(private host: HTMLElement) {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      for (const c of this.charts) this.make(c);
    });
  }

  show(plots: Hello["plots"], window: number): void {
    for (const c of this.charts) c.u?.destroy();
    this.host.replaceChildren();
    this.bySeries.clear();
    this.window = window;
    this.charts = plots.map((spec) => this.chart(spec));
    for (const c of this.charts) this.make(c);
  }

  /** add takes samples: a series id, then t and v in turn. */
  add(p: (number | null)[]): void {
    const ring = this.bySeries.get(p[0] as number);
    if (!ring) return;
    for (let i = 1; i + 1 < p.length; i += 2) {
      ring.add(p[i] as number, p[i + 1]);
      this.now = p[i] as number;
    }
    this.draw();
  }

  private chart(spec: Hello["plots"][number]): Chart {
    const figure = document.createElement("figure");
    figure.className = "plot";
    const caption = document.createElement("figcaption");
    const title = document.createElement("h2");
    title.textContent = spec.unit ? `${spec.title} [${spec.unit}]` : spec.title;
    const list = document.createElement("div");
    list.className = "values";
    const values = spec.series.map((s, i) => {
      const item = document.createElement("span");
      const swatch = document.createElement("b");
      swatch.style.background = `var(${colours[i % colours.length]})`;
      const value = document.createElement("span");
      item.append(swatch, `${s.name} `, value);
      list.append(item);
      return value;
    });
    caption.append(title, list);
    const box = document.createElement("div");
    box.setAttribute("role", "img");
    box.setAttribute("aria-label", `plot of ${spec.title} over time: ${spec.series.map((s) => s.name).join(", ")}`);
    figure.append(caption, box);
    this.host.append(figure);
    const rings = spec.series.map((s) => {
      const r = new Ring();
      this.bySeries.set(s.id, r);
      return r;
    });
    const c: Chart = { spec, rings, box, values };
    new ResizeObserver(() => c.u?.setSize({ width: box.clientWidth, height: 190 })).observe(box);
    return c;
  }

  private make(c: Chart): void {
    c.u?.destroy();
    const soft = css("--soft"), line = css("--line");
    const axis: uPlot.Axis = { stroke: soft, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font: "12px system-ui, sans-serif" };
    const limits = c.spec.limits.map((l) => l.value);
    c.u = new uPlot({
      width: Math.max(c.box.clientWidth, 100), height: 190, legend: { show: false }, cursor: { y: false },
      scales: {
        x: { time: false, range: () => [Math.max(0, this.now - this.window), Math.max(this.now, this.window)] },
        y: { range: (_u, lo, hi) => span(lo, hi, limits) },
      },
      axes: [{ ...axis, size: 28 }, { ...axis, size: 56 }],
      series: [{}, ...c.spec.series.map((s, i) => ({ label: s.name, stroke: css(colours[i % colours.length]), width: 1.5, spanGaps: false, points: { show: false } }))],
      hooks: { draw: [(u: uPlot) => drawLimits(u, c.spec.limits)] },
    }, this.data(c), c.box);
  }

  /** data joins the series of a chart on one time axis. */
  private data(c: Chart): uPlot.AlignedData {
    if (c.rings.length === 1) return [c.rings[0].t, c.rings[0].v];
    return uPlot.join(c.rings.map((r) => [r.t, r.v] as uPlot.AlignedData), c.rings.map(() => [2]));
  }

  private draw(): void {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      for (const c of this.charts) {
        c.rings.forEach((r, i) => {
          r.trim(this.now - this.window - 1);
          const v = r.v[r.v.length - 1];
          c.values[i].textContent = v === undefined || v === null ? "–" : v.toPrecision(3);
        });
        c.u?.setData(this.data(c));
      }
      this.host.dataset.samples = String(this.charts.reduce((n, c) => n + c.rings.reduce((m, r) => m + r.t.length, 0), 0));
    });
  }
}

/** span is the range of an axis: the data with some air, and each limit once the data come near it. */
function span(lo: number | null, hi: number | null, limits: number[]): [number, number] {
  let a = lo ?? 0, b = hi ?? 1;
  if (!(b > a)) {
    const d = Math.abs(b) * 0.1 || 1;
    if (a !== 0) a -= d; // a curve that rests at zero has zero as its floor
    b += d;
  }
  for (const l of limits) {
    const near = 0.8 * (b - a);
    if (l > b && l - b < near) b = l;
    if (l < a && a - l < near) a = l;
  }
  const air = (b - a) * 0.06, top = limits.some((l) => l <= b && l > b - air) ? 0.15 * (b - a) : air; // room for the limit's name
  return [a >= 0 && a < 0.5 * b ? 0 : a - air, b + top];
}

function drawLimits(u: uPlot, limits: { name: string; value: number }[]): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = css("--limit");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "right";
  for (const l of limits) {
    const y = u.valToPos(l.value, "y", true);
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillText(l.name, bbox.left + bbox.width - 4 * devicePixelRatio, y - 4 * devicePixelRatio);
  }
  ctx.restore();
}
