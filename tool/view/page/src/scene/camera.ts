// How the scene is looked at: turning, moving and zooming with mouse, fingers and keys.
import { Box3, PerspectiveCamera, Raycaster, Vector2, Vector3 } from "three";

/** Eye is a camera that turns about a point; z is up. */
export class Eye {
  readonly camera = new PerspectiveCamera(42, 1, 0.01, 100);
  private at = new Vector3(0.22, 0, 0.29);
  private turn = -0.75;
  private tilt = 0.36;
  private far = 1.3;
  /** touched says that the reader has turned the view: it stays as it is. */
  touched = false;
  private touches = new Map<number, PointerEvent>();

  /** taken is asked first about a pointer that goes down; true keeps the view still. */
  constructor(private canvas: HTMLCanvasElement, private changed: () => void, private fit: () => void, private taken: (e: PointerEvent) => boolean) {
    this.camera.up.set(0, 0, 1);
    canvas.addEventListener("pointerdown", (e) => this.down(e));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    for (const end of ["pointerup", "pointercancel"] as const) canvas.addEventListener(end, (e) => this.touches.delete(e.pointerId));
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    canvas.addEventListener("wheel", (e) => {
      e.preventDefault();
      this.touched = true;
      this.zoom(Math.exp(e.deltaY * 0.001));
    }, { passive: false });
    canvas.addEventListener("keydown", (e) => this.key(e));
  }

  /** place puts the camera for a picture of that many pixels. */
  place(w: number, h: number): PerspectiveCamera {
    const { camera: c, at, turn, tilt, far } = this;
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

  /** ray goes from the eye through a pixel of the canvas. */
  ray(e: PointerEvent): Raycaster {
    const r = this.canvas.getBoundingClientRect(), caster = new Raycaster();
    caster.setFromCamera(new Vector2(((e.clientX - r.left) / r.width) * 2 - 1, 1 - ((e.clientY - r.top) / r.height) * 2), this.camera);
    return caster;
  }

  private down(e: PointerEvent): void {
    if (this.taken(e)) return;
    this.touched = true;
    this.canvas.setPointerCapture(e.pointerId);
    this.touches.set(e.pointerId, e);
  }

  private move(e: PointerEvent): void {
    const old = this.touches.get(e.pointerId);
    if (!old) return;
    const dx = e.clientX - old.clientX, dy = e.clientY - old.clientY;
    const other = [...this.touches.values()].find((t) => t.pointerId !== e.pointerId);
    this.touches.set(e.pointerId, e);
    if (other) {
      const dist = (p: PointerEvent) => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY);
      this.zoom(dist(old) / Math.max(dist(e), 1));
      this.pan(dx / 2, dy / 2);
    } else if (e.buttons & 6 || e.shiftKey) this.pan(dx, dy);
    else this.turnBy(-dx * 0.008, dy * 0.008);
  }

  private pan(dx: number, dy: number): void {
    const step = (2 * this.far * Math.tan((this.camera.fov * Math.PI) / 360)) / Math.max(this.canvas.clientHeight, 1);
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

  private key(e: KeyboardEvent): void {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const move = e.shiftKey && e.key.startsWith("Arrow");
    const keys: Record<string, () => void> = move ? {
      ArrowLeft: () => this.pan(30, 0), ArrowRight: () => this.pan(-30, 0), ArrowUp: () => this.pan(0, 30), ArrowDown: () => this.pan(0, -30),
    } : {
      ArrowLeft: () => this.turnBy(-0.12, 0), ArrowRight: () => this.turnBy(0.12, 0),
      ArrowUp: () => this.turnBy(0, 0.1), ArrowDown: () => this.turnBy(0, -0.1),
      "+": () => this.zoom(0.88), "=": () => this.zoom(0.88), "-": () => this.zoom(1.14), r: () => this.fit(), "0": () => this.fit(),
    };
    const f = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!f) return;
    e.preventDefault();
    e.stopPropagation();
    this.touched = true;
    f();
  }
}
