// The floor from above: the map, scans, the planned way, the vehicle; and orders by mouse: a goal, a mode.
import { button, byId, onceAFrame } from "../dom";
import { notify } from "../panels/layout";
import { colour, onTheme } from "../theme";
import type { Frame, FloorSpec, Hello, Order, Reply, Request } from "../wire";
import { put } from "./json";
import { Stick } from "./stick";

type Ask = (r: Request) => Promise<Reply>;
interface Place { x: number; y: number; yaw: number }

/** place is the position on the floor of a pose of seven numbers. */
function place(p: ArrayLike<number>, at = 0): Place {
  const [qx, qy, qz, qw] = [p[at + 3], p[at + 4], p[at + 5], p[at + 6]];
  return { x: p[at], y: p[at + 1], yaw: Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz)) };
}

export class Floor {
  private canvas = byId<HTMLCanvasElement>("floor");
  private map = document.createElement("canvas");
  private spec?: FloorSpec;
  private vehicle?: Place;
  private markers: (Place | undefined)[] = [];
  private paths: number[][] = [];
  private colours: number[] = [];
  private markColours: number[] = [];
  private points?: DataView;
  private goal?: Order;
  private aim?: { from: [number, number]; to: [number, number] };
  private zoom = 1;
  private middle: [number, number] = [0, 0];
  private stick: Stick;
  private draw = onceAFrame(() => this.paint());

  constructor(private ask: Ask) {
    this.stick = new Stick(ask);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    onTheme(() => { this.paintMap(); this.draw(); });
    const c = this.canvas;
    c.addEventListener("pointerdown", (e) => {
      if (e.button !== 0 || !this.goal) return;
      c.setPointerCapture(e.pointerId);
      this.aim = { from: this.at(e), to: this.at(e) };
    });
    c.addEventListener("pointermove", (e) => {
      if (!this.aim) return;
      this.aim.to = this.at(e);
      this.draw();
    });
    c.addEventListener("pointerup", () => void this.send());
    c.addEventListener("pointercancel", () => { this.aim = undefined; this.draw(); });
    c.addEventListener("wheel", (e) => {
      e.preventDefault();
      this.zoom = Math.min(Math.max(this.zoom * Math.exp(-e.deltaY / 400), 1), 12);
      if (this.zoom === 1) this.centre();
      else if (this.vehicle) this.middle = [this.vehicle.x, this.vehicle.y];
      this.draw();
    }, { passive: false });
  }

  /** show shows a program's floor, and returns whether it has one. */
  show(m: Hello): boolean {
    this.spec = m.scene.floor;
    byId("floor-panel").hidden = !this.spec;
    if (!this.spec) return false;
    this.vehicle = undefined;
    this.paths = [];
    this.markers = [];
    this.points = undefined;
    this.colours = (m.scene.paths ?? []).map((p) => p.color);
    this.markColours = m.scene.markers.map((k) => k.shape.color);
    const orders = m.may === false ? [] : m.orders ?? [];
    this.goal = orders.find((o) => o.kind === "pose" && o.fields?.length === 3);
    byId("modes").replaceChildren(...orders.filter((o) => o.kind === "choice").map((o) =>
      button(o.label, `ask for ${o.label}`, () => void this.order(o.path, o.example, o.label))));
    this.stick.show(orders.find((o) => o.kind === "stick" && o.fields?.length === 2));
    this.centre();
    this.paintMap();
    this.draw();
    void this.ask({ do: "cloud", on: true }).catch(() => {});
    return true;
  }

  frame(m: Frame): void {
    if (!this.spec) return;
    if (m.status) for (const b of byId("modes").children) b.setAttribute("aria-pressed", String(m.status.includes(b.textContent ?? "")));
    if (m.links) this.vehicle = place(m.links);
    for (const k of m.markers ?? []) this.markers[k.i] = place(k.pose);
    for (const p of m.paths ?? []) this.paths[p.i] = p.points;
    if (m.links || m.markers || m.paths) this.draw();
  }

  cloud(b: ArrayBuffer): void {
    if (!this.spec) return;
    this.points = new DataView(b);
    this.draw();
  }

  private async order(path: string, value: unknown, what: string): Promise<void> {
    try {
      await this.ask({ do: "publish", path, value });
    } catch (e) {
      notify(`${what}: ${e instanceof Error ? e.message : String(e)}`, true);
    }
  }

  /** send sends a goal: where the mouse was pressed, heading to where it was released. */
  private async send(): Promise<void> {
    const { aim, goal } = this;
    this.aim = undefined;
    this.draw();
    if (!aim || !goal) return;
    const [dx, dy] = [aim.to[0] - aim.from[0], aim.to[1] - aim.from[1]];
    const yaw = Math.hypot(dx, dy) > 0.15 ? Math.atan2(dy, dx) : this.vehicle?.yaw ?? 0;
    const value = structuredClone(goal.example);
    [aim.from[0], aim.from[1], yaw].forEach((n, i) => put(value, goal.fields![i], n));
    await this.order(goal.path, value, "goal");
  }

  private centre(): void {
    const s = this.spec!;
    this.zoom = 1;
    this.middle = [s.x + s.width * s.cell / 2, s.y + s.height * s.cell / 2];
  }

  /** scale is the number of pixels per metre. */
  private scale(): number {
    const s = this.spec!, w = this.canvas.clientWidth, h = this.canvas.clientHeight;
    return this.zoom * Math.min(w / (s.width * s.cell), h / (s.height * s.cell));
  }

  /** at is the position of the mouse on the floor. */
  private at(e: PointerEvent): [number, number] {
    const k = this.scale(), r = this.canvas.getBoundingClientRect();
    return [this.middle[0] + (e.clientX - r.left - r.width / 2) / k, this.middle[1] - (e.clientY - r.top - r.height / 2) / k];
  }

  private paintMap(): void {
    const s = this.spec;
    if (!s) return;
    const raw = atob(s.cells);
    this.map.width = s.width;
    this.map.height = s.height;
    const c = this.map.getContext("2d")!, image = c.createImageData(s.width, s.height);
    const kinds = ["--panel", "--ink", "--bg"].map((n) => /([\d.]+)\D+([\d.]+)\D+([\d.]+)/.exec(colour(n))!.slice(1).map(Number));
    for (let y = 0; y < s.height; y++) {
      for (let x = 0; x < s.width; x++) {
        const [r, g, b] = kinds[raw.charCodeAt((s.height - 1 - y) * s.width + x)] ?? kinds[2];
        image.data.set([r, g, b, 255], (y * s.width + x) * 4);
      }
    }
    c.putImageData(image, 0, 0);
  }

  private paint(): void {
    const s = this.spec, w = this.canvas.clientWidth, h = this.canvas.clientHeight, dpr = devicePixelRatio;
    if (!s || !w || !h) return;
    if (this.canvas.width !== Math.round(w * dpr) || this.canvas.height !== Math.round(h * dpr)) {
      this.canvas.width = Math.round(w * dpr);
      this.canvas.height = Math.round(h * dpr);
    }
    const c = this.canvas.getContext("2d")!, k = this.scale();
    c.setTransform(dpr, 0, 0, dpr, 0, 0);
    c.fillStyle = colour("--bg");
    c.fillRect(0, 0, w, h);
    c.translate(w / 2, h / 2);
    c.scale(k, -k);
    c.translate(-this.middle[0], -this.middle[1]);
    c.imageSmoothingEnabled = false;
    c.save();
    c.translate(s.x, s.y + s.height * s.cell);
    c.scale(s.cell, -s.cell);
    c.drawImage(this.map, 0, 0);
    c.restore();
    this.paintPoints(c, k);
    this.paths.forEach((p, i) => line(c, p, css(this.colours[i]), 2.5 / k));
    this.markers.forEach((m, i) => { if (m) arrow(c, m, css(this.markColours[i]), 0.5, 3 / k); });
    if (this.vehicle) this.paintVehicle(c, this.vehicle, k);
    if (this.aim) {
      const [a, b] = [this.aim.from, this.aim.to];
      arrow(c, { x: a[0], y: a[1], yaw: Math.atan2(b[1] - a[1], b[0] - a[0]) }, colour("--accent"), Math.max(0.3, Math.hypot(b[0] - a[0], b[1] - a[1])), 3 / k);
    }
    this.canvas.dataset.painted = "true";
    this.canvas.dataset.view = [k, ...this.middle].join(" "); // pixels per metre, and the position of the canvas's middle
    if (this.vehicle) this.canvas.dataset.vehicle = [this.vehicle.x, this.vehicle.y, this.vehicle.yaw].map((n) => n.toFixed(3)).join(" ");
  }

  private paintPoints(c: CanvasRenderingContext2D, k: number): void {
    const v = this.points, size = 2.2 / k;
    if (!v) return;
    let last = -1;
    for (let i = 0; i + 16 <= v.byteLength; i += 16) {
      const rgb = v.getUint32(i + 12, true);
      if (rgb !== last) c.fillStyle = css(last = rgb);
      c.fillRect(v.getFloat32(i, true) - size / 2, v.getFloat32(i + 4, true) - size / 2, size, size);
    }
  }

  private paintVehicle(c: CanvasRenderingContext2D, at: Place, k: number): void {
    c.save();
    c.translate(at.x, at.y);
    c.rotate(at.yaw);
    c.beginPath();
    this.spec!.outline.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
    c.closePath();
    c.fillStyle = "rgba(26, 99, 216, 0.25)";
    c.fill();
    c.strokeStyle = colour("--accent");
    c.lineWidth = 2 / k;
    c.stroke();
    arrow(c, { x: 0, y: 0, yaw: 0 }, colour("--accent"), 0.6, 2 / k);
    c.restore();
  }
}

/** css writes a colour from the program. */
function css(rgb: number | undefined): string { return "#" + (rgb ?? 0x808080).toString(16).padStart(6, "0"); }

function line(c: CanvasRenderingContext2D, p: number[], stroke: string, width: number): void {
  c.beginPath();
  for (let i = 0; i + 2 < p.length; i += 3) c.lineTo(p[i], p[i + 1]);
  c.strokeStyle = stroke;
  c.lineWidth = width;
  c.stroke();
}

function arrow(c: CanvasRenderingContext2D, at: Place, stroke: string, length: number, width: number): void {
  c.save();
  c.translate(at.x, at.y);
  c.rotate(at.yaw);
  c.beginPath();
  c.moveTo(0, 0);
  c.lineTo(length, 0);
  c.moveTo(length - 0.18, 0.12);
  c.lineTo(length, 0);
  c.lineTo(length - 0.18, -0.12);
  c.strokeStyle = stroke;
  c.lineWidth = width;
  c.stroke();
  c.restore();
}
