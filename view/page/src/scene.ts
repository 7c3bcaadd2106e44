// The robot in space: its links from primitive shapes, placed by the poses the program sends.
import {
  AmbientLight, BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Color, CylinderGeometry, DirectionalLight,
  GridHelper, Group, HemisphereLight, Line, LineBasicMaterial, Mesh, MeshStandardMaterial, PerspectiveCamera, Scene,
  SphereGeometry, Vector2, Vector3, WebGLRenderer, type BufferGeometry as Geometry,
} from "three";
import type { Hello, Shape } from "./wire";

const home = { turn: -0.75, tilt: 0.36, far: 1.3, at: new Vector3(0.22, 0, 0.29) };

export class View {
  private renderer?: WebGLRenderer;
  private scene = new Scene();
  private camera = new PerspectiveCamera(42, 1, 0.01, 50);
  private links: Group[] = [];
  private markers: { group: Group; trail?: Trail }[] = [];
  private world = new Group();
  private grid?: GridHelper;
  private look = { ...home };
  private due = false;

  constructor(private canvas: HTMLCanvasElement) {
    try {
      this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    } catch {
      canvas.setAttribute("aria-label", "the 3-D view needs WebGL, which this browser does not offer");
      canvas.dataset.webgl = "none";
      return;
    }
    canvas.dataset.webgl = "ok";
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.camera.up.set(0, 0, 1);
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(1.5, -2, 3);
    this.scene.add(new AmbientLight(0xffffff, 0.5), new HemisphereLight(0xffffff, 0x8899aa, 1.1), sun, this.world);
    this.scene.children[1].position.set(0, 0, 1);
    this.theme();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.theme());
    new ResizeObserver(() => this.draw()).observe(canvas);
    this.steer();
  }

  /** show replaces everything by the scene of a program. */
  show(scene: Hello["scene"]): void {
    this.world.clear();
    this.links = scene.links.map((l) => {
      const g = new Group();
      for (const s of l.shapes) g.add(mesh(s));
      this.world.add(g);
      return g;
    });
    this.markers = scene.markers.map((m) => {
      const group = new Group();
      group.add(mesh(m.shape));
      group.visible = false;
      this.world.add(group);
      const trail = m.trail > 0 ? new Trail(m.trail, m.shape.color) : undefined;
      if (trail) this.world.add(trail.line);
      return { group, trail };
    });
    this.draw();
  }

  /** place puts the links where poses (seven numbers each) say. */
  place(poses: number[]): void {
    this.links.forEach((g, i) => pose(g, poses, 7 * i));
    this.canvas.dataset.tip = poses.slice(-7, -4).map((v) => v.toFixed(4)).join(" ");
    this.draw();
  }

  mark(i: number, p: number[]): void {
    const m = this.markers[i];
    if (!m) return;
    m.group.visible = true;
    pose(m.group, p, 0);
    m.trail?.add(p[0], p[1], p[2]);
    this.draw();
  }

  private theme(): void {
    const style = getComputedStyle(document.documentElement);
    const line = new Color(style.getPropertyValue("--floor").trim());
    if (this.grid) this.scene.remove(this.grid);
    this.grid = new GridHelper(2.4, 24, line, line);
    this.grid.rotation.x = Math.PI / 2;
    const material = this.grid.material;
    material.transparent = true;
    material.opacity = 0.55;
    this.scene.add(this.grid);
    this.draw();
  }

  /** draw asks for one picture; many wishes in a frame make one. */
  private draw(): void {
    if (this.due || !this.renderer) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      const { clientWidth: w, clientHeight: h } = this.canvas;
      if (w === 0 || h === 0) return;
      const size = this.renderer!.getSize(new Vector2());
      if (size.x !== w || size.y !== h) this.renderer!.setSize(w, h, false);
      this.camera.aspect = w / h;
      this.camera.updateProjectionMatrix();
      const { turn, tilt, far, at } = this.look;
      this.camera.position.set(
        at.x + far * Math.cos(tilt) * Math.cos(turn), at.y + far * Math.cos(tilt) * Math.sin(turn), at.z + far * Math.sin(tilt));
      this.camera.lookAt(at);
      this.renderer!.render(this.scene, this.camera);
    });
  }

  private turnBy(turn: number, tilt: number): void {
    this.look.turn += turn;
    this.look.tilt = Math.max(-0.2, Math.min(1.5, this.look.tilt + tilt));
    this.draw();
  }

  private zoom(by: number): void {
    this.look.far = Math.max(0.3, Math.min(8, this.look.far * by));
    this.draw();
  }

  private steer(): void {
    const c = this.canvas;
    c.addEventListener("pointerdown", (e) => c.setPointerCapture(e.pointerId));
    c.addEventListener("pointermove", (e) => {
      if (c.hasPointerCapture(e.pointerId)) this.turnBy(-e.movementX * 0.008, e.movementY * 0.008);
    });
    c.addEventListener("wheel", (e) => {
      e.preventDefault();
      this.zoom(Math.exp(e.deltaY * 0.001));
    }, { passive: false });
    c.addEventListener("keydown", (e) => {
      const keys: Record<string, () => void> = {
        ArrowLeft: () => this.turnBy(-0.12, 0), ArrowRight: () => this.turnBy(0.12, 0),
        ArrowUp: () => this.turnBy(0, 0.1), ArrowDown: () => this.turnBy(0, -0.1),
        "+": () => this.zoom(0.88), "=": () => this.zoom(0.88), "-": () => this.zoom(1.14),
        r: () => { this.look = { ...home }; this.draw(); },
      };
      const f = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
      if (!f) return;
      e.preventDefault();
      f();
    });
  }
}

/** Trail is the way a marker came, the last n places. */
class Trail {
  readonly line: Line<BufferGeometry, LineBasicMaterial>;
  private data: Float32Array;
  private n = 0;

  constructor(private max: number, color: number) {
    this.data = new Float32Array(3 * max);
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(this.data, 3));
    g.setDrawRange(0, 0);
    this.line = new Line(g, new LineBasicMaterial({ color, transparent: true, opacity: 0.85 }));
    this.line.frustumCulled = false;
  }

  add(x: number, y: number, z: number): void {
    const k = 3 * (this.n - 1);
    if (this.n > 0 && Math.hypot(this.data[k] - x, this.data[k + 1] - y, this.data[k + 2] - z) < 5e-4) return;
    if (this.n === this.max) {
      this.data.copyWithin(0, 3);
      this.n--;
    }
    this.data.set([x, y, z], 3 * this.n++);
    const p = this.line.geometry.getAttribute("position") as BufferAttribute;
    p.needsUpdate = true;
    this.line.geometry.setDrawRange(0, this.n);
  }
}

function pose(g: Group | Mesh, p: number[], k: number): void {
  g.position.set(p[k], p[k + 1], p[k + 2]);
  g.quaternion.set(p[k + 3], p[k + 4], p[k + 5], p[k + 6]);
}

function mesh(s: Shape): Mesh {
  const [a, b, c] = s.size;
  let g: Geometry;
  if (s.kind === "box") g = new BoxGeometry(a, b, c);
  else if (s.kind === "sphere") g = new SphereGeometry(a, 32, 20);
  else if (s.kind === "cylinder") g = new CylinderGeometry(a, a, b, 40).rotateX(Math.PI / 2);
  else g = new CapsuleGeometry(a, b, 8, 32).rotateX(Math.PI / 2);
  const m = new Mesh(g, new MeshStandardMaterial({ color: s.color, roughness: 0.5, metalness: 0.15 }));
  pose(m, s.at, 0);
  return m;
}
