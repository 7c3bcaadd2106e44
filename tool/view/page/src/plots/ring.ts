// Samples of one series, the newest of them, in order of time.

const first = 4096, most = 1 << 17; // 8.7 minutes at 250 Hz

export class Ring {
  private t = new Float64Array(first);
  private v = new Float64Array(first);
  private head = 0; // samples ever added less those taken back; the newest is at head-1
  length = 0;

  /** add appends a sample; null is a value that is no number. A time not after the last one's forgets all from it on. */
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

  /** time and value of sample i, 0 being the oldest held. */
  time(i: number): number { return this.t[(this.head - this.length + i) & (this.t.length - 1)]; }
  value(i: number): number { return this.v[(this.head - this.length + i) & (this.t.length - 1)]; }

  /** from finds the first sample at t or later. */
  from(t: number): number {
    let lo = 0, hi = this.length;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (this.time(mid) < t) lo = mid + 1;
      else hi = mid;
    }
    return lo;
  }

  /** at is the value that held at time t: that of the last sample not after it. */
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

/** Columns are samples reduced to the pixels there are: per pixel column the least and the greatest value, in the order
 * they came. What uPlot calls undefined is a column without a sample, over which the line goes on; null is a gap. */
export class Columns {
  readonly x: number[] = [];
  readonly y: (number | null | undefined)[][];

  constructor(private rings: Ring[]) {
    this.y = rings.map(() => []);
  }

  /** fill takes the samples between two times, with one more at either side, into that many columns. */
  fill(from: number, to: number, width: number): void {
    const step = (to - from) / Math.max(width, 1), c0 = Math.floor(from / step) - 1, n = Math.ceil(width) + 3;
    this.x.length = 2 * n;
    for (let c = 0; c < n; c++) {
      this.x[2 * c] = (c0 + c + 0.25) * step;
      this.x[2 * c + 1] = (c0 + c + 0.75) * step;
    }
    this.rings.forEach((r, i) => this.reduce(r, this.y[i], c0, step, n));
  }

  private reduce(r: Ring, y: (number | null | undefined)[], c0: number, step: number, n: number): void {
    y.length = 2 * n;
    y.fill(undefined);
    let i = Math.max(r.from(c0 * step) - 1, 0);
    while (i < r.length) {
      const c = Math.max(Math.floor(r.time(i) / step) - c0, 0);
      if (c >= n) {
        y[2 * n - 1] = number(r.value(i)); // the first one beyond, so that the line leaves the picture
        return;
      }
      const end = (c0 + c + 1) * step;
      let lo = NaN, hi = NaN, rising = true, hole = false;
      for (; i < r.length && (r.time(i) < end || c === 0 && r.time(i) < c0 * step); i++) {
        const v = r.value(i);
        if (v !== v) hole = true;
        else if (lo !== lo) lo = hi = v;
        else if (v < lo) { lo = v; rising = false; }
        else if (v > hi) { hi = v; rising = true; }
      }
      if (lo !== lo) y[2 * c] = hole ? null : undefined;
      else if (lo === hi) y[2 * c] = lo;
      else [y[2 * c], y[2 * c + 1]] = rising ? [lo, hi] : [hi, lo];
      if (i < r.length && Math.floor(r.time(i) / step) - c0 <= c) i++; // rounding at the border: never stand still
    }
  }
}

function number(v: number): number | null { return v === v ? v : null; }
