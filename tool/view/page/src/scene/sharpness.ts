// How finely and how often the scene is drawn without a graphics card: the rest of the page has priority.
import { Pace } from "../pace";

/** The cost of a picture, ms, beyond which pictures become coarser. */
const dear = 50;

const least = 0.5; // pixels drawn per pixel of the pane, along a side

export class Sharpness {
  private ratio = 1;
  private pace = new Pace(1, 33, 500, () => this.took()); // drawn for at most half of the time

  constructor() { this.pace.cost = dear; }

  /** wait is how long the next picture must wait, ms. */
  wait(): number { return this.pace.wait(); }

  /** drawing notes that a picture is drawn now, and returns how finely. */
  drawing(): number {
    this.pace.drawing();
    return this.ratio;
  }

  private took(): void {
    if (this.pace.cost > dear && this.ratio > least) this.change(this.ratio - 0.25);
    else if (this.pace.cost < dear / 2 && this.ratio < 1) this.change(this.ratio + 0.25);
  }

  private change(to: number): void {
    this.ratio = Math.min(Math.max(to, least), 1);
    this.pace.cost = dear / 2; // look again
  }
}
