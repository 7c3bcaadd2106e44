// How often something expensive is drawn, depending on its cost to the page's frames.

/** Pace limits drawing to a part of the time. */
export class Pace {
  /** The cost of a picture: by how many ms it delays the next animation frame but one, mean over the last few. */
  cost = 0;
  private drawn = -Infinity;

  /** The pause is a multiple of a picture's cost, between least and most ms; learnt is called when there is a new cost. */
  constructor(private rest: number, private least: number, private most: number, private learnt: () => void = () => {}) {}

  /** wait is how long the next picture must wait, ms. */
  wait(): number { return this.drawn + Math.min(Math.max(this.rest * this.cost, this.least), this.most) - performance.now(); }

  /** drawing notes that a picture is drawn now. */
  drawing(): void {
    const begun = this.drawn = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      this.cost += (Math.max(performance.now() - begun - 1000 / 60, 0) - this.cost) / 4;
      this.learnt();
    }));
  }
}
