// The newest samples of one series, in order of time.

const first = 4096, most = 1 << 17; // 8.7 minutes at 250 Hz

export class Ring {
  private t = new Float64Array(first);
  private v = new Float64Array(first);
  private head = 0; // number of samples added minus those removed; the newest is at head-1
  length = 0;

  /** add appends a sample; null means not a number. If its time is not after the last one's, samples from that time on are dropped. */
  add(t: number, v: number | null): void {
    if (this.length > 0 && t <= this.time(this.length - 1)) this.forget(t);
    if (this.length === this.t.length && this.length < most) this.grow();
    const k = this.head++ & (this.t.length - 1);
    this.t[k] = t;
    this.v[k] = v ?? NaN;
    if (this.length < this.t.length) this.length++;
  }

  /** forget drops the samples at t and later. */
  forget(t: number): void {
    while (this.length > 0 && this.time(this.length - 1) >= t) {
      this.head--;
      this.length--;
    }
  }

  /** Time and value of sample i; 0 is the oldest one stored. */
  time(i: number): number { return this.t[(this.head - this.length + i) & (this.t.length - 1)]; }
  value(i: number): number { return this.v[(this.head - this.length + i) & (this.t.length - 1)]; }

  /** from returns the index of the first sample at t or later. */
  from(t: number): number {
    let lo = 0, hi = this.length;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (this.time(mid) < t) lo = mid + 1;
      else hi = mid;
    }
    return lo;
  }

  /** at is the value at time t: that of the last sample not after t. */
  at(t: number): number | undefined {
    const i = this.from(t + 1e-9) - 1;
    return i >= 0 ? this.value(i) : undefined;
  }

  private grow(): void {
    const n = this.length, t = new Float64Array(2 * n), v = new Float64Array(2 * n);
    for (let i = 0; i < n; i++) {
      t[i] = this.time(i);
      v[i] = this.value(i);
    }
    this.t = t;
    this.v = v;
    this.head = n;
  }
}

type Curve = (number | null | undefined)[];

/** Columns are samples reduced to pixels: the least and the greatest value per pixel column, in their original order. For
 * uPlot undefined is a column without a sample, over which the line continues; null is a gap. A series that goes up and down in
 * every column would be a solid area: it is called dense, and drawn as its mean with a band around it. */
export class Columns {
  readonly x: number[] = [];
  readonly y: Curve[];
  readonly low: Curve[]; // of dense series; empty for others
  readonly high: Curve[];

  constructor(private rings: Ring[]) {
    this.y = rings.map(() => []);
    this.low = rings.map(() => []);
    this.high = rings.map(() => []);
  }

  /** all is uPlot's data: times, then line, upper and lower border of each series. */
  all(): unknown { return [this.x, ...this.rings.flatMap((_, i) => [this.y[i], this.high[i], this.low[i]])]; }

  /** fill reduces the samples between two times, and one more on either side, to n columns. */
  fill(from: number, to: number, width: number): void {
    const step = (to - from) / Math.max(width, 1), c0 = Math.floor(from / step) - 1, n = Math.ceil(width) + 3;
    this.x.length = 2 * n;
    for (let c = 0; c < n; c++) {
      this.x[2 * c] = (c0 + c + 0.25) * step;
      this.x[2 * c + 1] = (c0 + c + 0.75) * step;
    }
    this.rings.forEach((r, i) => this.reduce(r, i, c0, step, n));
  }

  private reduce(r: Ring, k: number, c0: number, step: number, n: number): void {
    const y = this.y[k], low = this.low[k], high = this.high[k];
    for (const a of [y, low, high]) {
      a.length = 2 * n;
      a.fill(undefined);
    }
    const mean: Curve = [];
    let i = Math.max(r.from(c0 * step) - 1, 0), samples = 0, columns = 0, travel = 0, least = Infinity, most = -Infinity;
    while (i < r.length) {
      const c = Math.max(Math.floor(r.time(i) / step) - c0, 0);
      if (c >= n) {
        y[2 * n - 1] = number(r.value(i)); // the first sample beyond, so that the line leaves the picture
        break;
      }
      const end = (c0 + c + 1) * step;
      let lo = NaN, hi = NaN, sum = 0, count = 0, rising = true, hole = false;
      for (; i < r.length && (r.time(i) < end || c === 0 && r.time(i) < c0 * step); i++) {
        const v = r.value(i);
        if (v !== v) {
          hole = true;
          continue;
        }
        sum += v;
        count++;
        if (lo !== lo) lo = hi = v;
        else if (v < lo) { lo = v; rising = false; }
        else if (v > hi) { hi = v; rising = true; }
      }
      if (count) {
        samples += count;
        columns++;
        travel += hi - lo;
        least = Math.min(least, lo);
        most = Math.max(most, hi);
        mean[c] = sum / count;
        low[2 * c] = low[2 * c + 1] = lo;
        high[2 * c] = high[2 * c + 1] = hi;
      } else if (hole) low[2 * c] = high[2 * c] = null;
      if (lo !== lo) y[2 * c] = hole ? null : undefined;
      else if (lo === hi) y[2 * c] = lo;
      else [y[2 * c], y[2 * c + 1]] = rising ? [lo, hi] : [hi, lo];
      if (i < r.length && Math.floor(r.time(i) / step) - c0 <= c) i++; // despite rounding at the border, always advance
    }
    if (columns < 24 || samples < 2.5 * columns || travel < 0.2 * columns * (most - least)) {
      low.fill(undefined);
      high.fill(undefined);
      return;
    }
    mean.forEach((v, c) => { // smoothed over its neighbours
      const near = [mean[c - 2], mean[c - 1], v, mean[c + 1], mean[c + 2]].filter((x): x is number => typeof x === "number");
      y[2 * c] = near.reduce((a, b) => a + b) / near.length;
      y[2 * c + 1] = undefined;
    });
  }
}

function number(v: number): number | null { return v === v ? v : null; }
