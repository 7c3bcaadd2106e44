// How often something costly is drawn: what it costs the page's frames says how long it rests.

/** Pace lets something be drawn for a part of the time only. */
export class Pace {
  /** What a picture costs, ms from one animation frame to the next but one beyond a frame's time: mean over the last few. */
  cost = 0;
  private drawn = -Infinity;

  /** It rests as many times as long as a picture costs, and between least and most ms; learnt is called when the cost is known anew. */
  constructor(private rest: number, private least: number, private most: number, private learnt: () => void = () => {}) {}

  /** wait is how long the next picture has to wait, ms. */
  wait(): number { return this.drawn + Math.min(Math.max(this.rest * this.cost, this.least), this.most) - performance.now(); }

  /** drawing says that a picture is drawn now. */
  drawing(): void {
    const begun = this.drawn = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      this.cost += (Math.max(performance.now() - begun - 1000 / 60, 0) - this.cost) / 4;
      this.learnt();
    }));
  }
}
