// The surface that shows a picture: moved and zoomed with mouse, fingers and keys.
import { onceAFrame } from "../dom";

/** legible is the scale above which texts of 12 pixels are written: texts of less than 10 pixels are not. */
export const legible = 0.83;

export class Surface {
  x = 0;
  y = 0;
  k = 1;
  fitted = true; // the reader has neither moved nor zoomed it
  private touches = new Map<number, PointerEvent>();
  private moved = 0;
  private drawn = 0;
  private apply = onceAFrame(() => this.show());

  /** host is the SVG element, layer the group in it that moves; zoomed is called when the scale has changed. */
  constructor(private host: SVGSVGElement, private layer: SVGGElement, private zoomed: () => void) {
    host.addEventListener("wheel", (e) => {
      e.preventDefault();
      const r = host.getBoundingClientRect();
      if (e.shiftKey) this.pan(-e.deltaY || -e.deltaX, 0);
      else this.zoom(Math.exp(-e.deltaY * 0.0015), e.clientX - r.left, e.clientY - r.top);
    }, { passive: false });
    host.addEventListener("pointerdown", (e) => {
      if (e.button === 2) return;
      this.touches.set(e.pointerId, e);
      if (this.touches.size === 1) this.moved = 0;
    });
    host.addEventListener("pointermove", (e) => this.move(e));
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) host.addEventListener(end, (e) => this.touches.delete(e.pointerId));
  }

  /** dragged says that the last press moved the picture and was not a click. */
  dragged(): boolean { return this.moved > 5; }

  pan(dx: number, dy: number): void {
    this.fitted = false;
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /** zoom keeps the point at px, py of the host in place; by default the middle. */
  zoom(by: number, px = this.host.clientWidth / 2, py = this.host.clientHeight / 2): void {
    const k = Math.max(0.05, Math.min(4, this.k * by)), f = k / this.k;
    this.x = px - (px - this.x) * f;
    this.y = py - (py - this.y) * f;
    this.k = k;
    this.fitted = false;
    this.apply();
  }

  fit(w: number, h: number): void {
    const { clientWidth: hw, clientHeight: hh } = this.host;
    if (!w || !h || !hw || !hh) return;
    this.fitted = true;
    this.k = Math.min(hw / w, hh / h, 1.25);
    this.x = (hw - w * this.k) / 2;
    this.y = (hh - h * this.k) / 2;
    this.apply();
  }

  /** reveal brings a box into view, large enough to be legible. */
  reveal(b: { x: number; y: number; w: number; h: number }): void {
    const { clientWidth: hw, clientHeight: hh } = this.host;
    if (!hw || !hh) return;
    if (this.k < 0.55) {
      this.fitted = false;
      this.k = Math.min(0.9, hw / (b.w + 60), hh / (b.h + 60));
    }
    const sx = this.x + b.x * this.k, sy = this.y + b.y * this.k, m = 24;
    if (sx < m || sy < m || sx + b.w * this.k > hw - m || sy + b.h * this.k > hh - m) {
      if (this.fitted) return;
      this.x = hw / 2 - (b.x + b.w / 2) * this.k;
      this.y = hh / 2 - (b.y + b.h / 2) * this.k;
    }
    this.apply();
  }

  private move(e: PointerEvent): void {
    const old = this.touches.get(e.pointerId);
    if (!old) return;
    if (!(e.buttons & 5)) {
      this.touches.delete(e.pointerId);
      return;
    }
    const dx = e.clientX - old.clientX, dy = e.clientY - old.clientY;
    const other = [...this.touches.values()].find((t) => t.pointerId !== e.pointerId);
    this.touches.set(e.pointerId, e);
    this.moved += Math.abs(dx) + Math.abs(dy);
    if (other) {
      const r = this.host.getBoundingClientRect(), dist = (p: PointerEvent) => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY);
      this.zoom(Math.max(dist(e), 1) / Math.max(dist(old), 1), other.clientX - r.left, other.clientY - r.top);
    } else if (this.moved > 5) {
      if (!this.host.hasPointerCapture(e.pointerId)) this.host.setPointerCapture(e.pointerId);
      this.pan(dx, dy);
    }
  }

  private show(): void {
    this.layer.style.transform = `translate(${this.x}px,${this.y}px) scale(${this.k})`;
    if (this.k !== this.drawn) {
      this.drawn = this.k;
      if (this.k < legible) this.layer.style.setProperty("--k", this.k.toFixed(2)); // only small pictures use it
      this.layer.style.setProperty("--near", Math.max(1, this.k).toFixed(2));
      this.host.classList.toggle("far", this.k < legible);
      this.host.classList.toggle("farther", this.k < 0.3);
      this.zoomed();
    }
  }
}
