// The view of the scene: turning, moving and zooming with mouse, fingers and keys.
import { Box3, PerspectiveCamera, Raycaster, Vector2, Vector3 } from "three";
import type { Touch } from "./stage";

/** Eye is a camera that turns about a point; z is up. */
export class Eye {
  readonly camera = new PerspectiveCamera(42, 1, 0.01, 100);
  private at = new Vector3(0.22, 0, 0.29);
  private turn = -0.75;
  private tilt = 0.36;
  private far = 1.3;
  /** touched says that the reader has turned the view, so that it is not changed automatically. */
  touched = false;
  private touches = new Map<number, Touch>();
  private w = 1;
  private h = 1;

  constructor(private changed: () => void, private fit: () => void) { this.camera.up.set(0, 0, 1); }

  /** place places the camera for a picture of the given size in pixels. */
  place(w: number, h: number): PerspectiveCamera {
    const { camera: c, at, turn, tilt, far } = this;
    [this.w, this.h] = [w, h];
    c.aspect = w / h;
    c.updateProjectionMatrix();
    c.position.set(at.x + far * Math.cos(tilt) * Math.cos(turn), at.y + far * Math.cos(tilt) * Math.sin(turn), at.z + far * Math.sin(tilt));
    c.lookAt(at);
    return c;
  }

  /** show makes the whole of a box visible. */
  show(box: Box3, aspect: number): void {
    if (box.isEmpty()) return;
    const size = box.getSize(new Vector3()), half = Math.tan((this.camera.fov * Math.PI) / 360);
    box.getCenter(this.at);
    const wide = Math.hypot(size.x, size.y) / Math.max(aspect, 0.3), radius = Math.max(size.z, wide, 0.2) / 2;
    this.far = Math.min(Math.max(radius / half * 1.25 + Math.min(size.x, size.y) / 2, 0.3), 40);
    this.turn = -0.75;
    this.tilt = 0.36;
    this.changed();
  }

  /** ray is the ray from the eye through a place on the panel. */
  ray(t: Touch): Raycaster {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((t.x / this.w) * 2 - 1, 1 - (t.y / this.h) * 2), this.camera);
    return caster;
  }

  /** touch turns, moves and zooms with pointers. */
  touch(t: Touch): void {
    if (t.kind === "up") this.touches.delete(t.id);
    else if (t.kind === "move") this.move(t);
    else {
      this.touched = true;
      this.touches.set(t.id, t);
    }
  }

  /** wheel zooms. */
  wheel(by: number): void {
    this.touched = true;
    this.zoom(Math.exp(by * 0.001));
  }

  private move(t: Touch): void {
    const old = this.touches.get(t.id);
    if (!old) return;
    const dx = t.x - old.x, dy = t.y - old.y;
    const other = [...this.touches.values()].find((o) => o.id !== t.id);
    this.touches.set(t.id, t);
    if (other) {
      const dist = (p: Touch) => Math.hypot(p.x - other.x, p.y - other.y);
      this.zoom(dist(old) / Math.max(dist(t), 1));
      this.pan(dx / 2, dy / 2);
    } else if (t.buttons & 6 || t.shift) this.pan(dx, dy);
    else this.turnBy(-dx * 0.008, dy * 0.008);
  }

  private pan(dx: number, dy: number): void {
    const step = (2 * this.far * Math.tan((this.camera.fov * Math.PI) / 360)) / Math.max(this.h, 1);
    const m = this.camera.matrixWorld;
    this.at.addScaledVector(new Vector3().setFromMatrixColumn(m, 0), -dx * step);
    this.at.addScaledVector(new Vector3().setFromMatrixColumn(m, 1), dy * step);
    this.changed();
  }

  private turnBy(turn: number, tilt: number): void {
    this.turn += turn;
    this.tilt = Math.max(-0.4, Math.min(1.55, this.tilt + tilt));
    this.changed();
  }

  private zoom(by: number): void {
    this.far = Math.max(0.15, Math.min(40, this.far * by));
    this.changed();
  }

  /** key turns, moves and zooms with keys. */
  key(key: string, shift: boolean): void {
    const keys: Record<string, () => void> = shift && key.startsWith("Arrow") ? {
      ArrowLeft: () => this.pan(30, 0), ArrowRight: () => this.pan(-30, 0), ArrowUp: () => this.pan(0, 30), ArrowDown: () => this.pan(0, -30),
    } : {
      ArrowLeft: () => this.turnBy(-0.12, 0), ArrowRight: () => this.turnBy(0.12, 0),
      ArrowUp: () => this.turnBy(0, 0.1), ArrowDown: () => this.turnBy(0, -0.1),
      "+": () => this.zoom(0.88), "=": () => this.zoom(0.88), "-": () => this.zoom(1.14), r: () => this.fit(), "0": () => this.fit(),
    };
    this.touched = true;
    keys[key]?.();
  }
}
