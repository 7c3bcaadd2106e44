// The things in the scene: shapes, trails, axes, frusta, paths and point clouds.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CylinderGeometry, DynamicDrawUsage, Group, InterleavedBuffer,
  InterleavedBufferAttribute, Line, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, MeshStandardMaterial, Points, PointsMaterial,
  SphereGeometry, type Object3D,
} from "three";
import type { MarkerSpec, Shape } from "../wire";

/** pose sets an object's pose from seven numbers of p, from k on. */
export function pose(g: Object3D, p: ArrayLike<number>, k: number): void {
  g.position.set(p[k], p[k + 1], p[k + 2]);
  g.quaternion.set(p[k + 3], p[k + 4], p[k + 5], p[k + 6]);
}

/** mesh makes a shape; axes of cylinders and capsules are along z. Plain shapes have no gloss, which is expensive without a
 * graphics card. A shape that is behind is drawn as if it were about a millimetre farther away, so that of two coincident surfaces
 * only one is visible, instead of a pattern of both. */
export function mesh(s: Shape, plain: boolean, behind = false): Mesh {
  const [a, b, c] = s.size;
  let g: BufferGeometry;
  if (s.kind === "box") g = new BoxGeometry(a, b, c);
  else if (s.kind === "sphere") g = new SphereGeometry(a, 32, 20);
  else if (s.kind === "cylinder") g = new CylinderGeometry(a, a, b, 40).rotateX(Math.PI / 2);
  else g = new CapsuleGeometry(a, b, 8, 32).rotateX(Math.PI / 2);
  const offset = { polygonOffset: behind, polygonOffsetFactor: 1, polygonOffsetUnits: 64 };
  const m = new Mesh(g, plain ? new MeshLambertMaterial({ color: s.color, ...offset }) : new MeshStandardMaterial({ color: s.color, roughness: 0.5, metalness: 0.15, ...offset }));
  pose(m, s.at, 0);
  return m;
}

function segments(points: number[], colours: number[]): LineSegments {
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  g.setAttribute("color", new BufferAttribute(new Float32Array(colours), 3));
  return new LineSegments(g, new LineBasicMaterial({ vertexColors: true }));
}

/** axes of a frame: x red, y green, z blue. */
export function axes(length: number): LineSegments {
  const l = length;
  return segments(
    [0, 0, 0, l, 0, 0, 0, 0, 0, 0, l, 0, 0, 0, 0, 0, 0, l],
    [0.9, 0.2, 0.2, 0.9, 0.2, 0.2, 0.15, 0.7, 0.25, 0.15, 0.7, 0.25, 0.25, 0.45, 1, 0.25, 0.45, 1],
  );
}

/** frustum of a camera that looks along z: half width and half height at a depth. */
function frustum(w: number, h: number, d: number, color: number): LineSegments {
  const corners = [[-w, -h], [w, -h], [w, h], [-w, h]];
  const points: number[] = [];
  corners.forEach(([x, y], i) => {
    const [u, v] = corners[(i + 1) % 4];
    points.push(0, 0, 0, x, y, d, x, y, d, u, v, d);
  });
  points.push(-w * 0.4, -h, d, 0, -h * 1.35, d, 0, -h * 1.35, d, w * 0.4, -h, d); // which way is up
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  return new LineSegments(g, new LineBasicMaterial({ color, transparent: true, opacity: 0.8 }));
}

/** marker makes the object for a marker, depending on its kind. */
export function marker(m: MarkerSpec, plain: boolean): Object3D {
  const [a, b, c] = m.shape.size;
  if (m.kind === "frame") return axes(a > 0 ? a : 0.08);
  if (m.kind === "frustum") return frustum(a, b, c, m.shape.color);
  return mesh(m.shape, plain);
}

/** Trail is a marker's path: its last n places. */
export class Trail {
  readonly line: Line<BufferGeometry, LineBasicMaterial>;
  private data: Float32Array;
  private n = 0;

  constructor(private max: number, color: number) {
    this.data = new Float32Array(3 * max);
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(this.data, 3).setUsage(DynamicDrawUsage));
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
    this.update();
  }

  clear(): void {
    this.n = 0;
    this.update();
  }

  private update(): void {
    this.line.geometry.getAttribute("position").needsUpdate = true;
    this.line.geometry.setDrawRange(0, this.n);
  }
}

/** Path is a polyline that is replaced as a whole. */
export class Path {
  readonly line: Line<BufferGeometry, LineBasicMaterial>;
  private room = 0;

  constructor(color: number) {
    this.line = new Line(new BufferGeometry(), new LineBasicMaterial({ color }));
    this.line.frustumCulled = false;
  }

  set(points: number[]): void {
    const g = this.line.geometry;
    if (points.length > this.room) {
      g.dispose();
      this.room = Math.max(2 * this.room, points.length);
      g.setAttribute("position", new BufferAttribute(new Float32Array(this.room), 3).setUsage(DynamicDrawUsage));
    }
    const at = g.getAttribute("position") as BufferAttribute | undefined;
    if (at) {
      (at.array as Float32Array).set(points);
      at.needsUpdate = true;
    }
    g.setDrawRange(0, points.length / 3);
  }
}

/** Cloud is a point cloud in the program's format: x, y, z and a colour, 16 bytes per point. */
export class Cloud {
  readonly points = new Points(new BufferGeometry(), new PointsMaterial({ size: 2, sizeAttenuation: false, vertexColors: true }));

  constructor() {
    this.points.frustumCulled = false;
  }

  set(data: ArrayBuffer): void {
    const n = Math.floor(data.byteLength / 16), words = new Uint32Array(data, 0, 4 * n);
    const colours = new Uint8Array(4 * n);
    for (let i = 0; i < n; i++) {
      const c = words[4 * i + 3];
      colours[4 * i] = c >> 16;
      colours[4 * i + 1] = c >> 8;
      colours[4 * i + 2] = c;
      colours[4 * i + 3] = 255;
    }
    const g = this.points.geometry;
    g.dispose();
    g.setAttribute("position", new InterleavedBufferAttribute(new InterleavedBuffer(new Float32Array(data, 0, 4 * n), 4), 3, 0));
    g.setAttribute("color", new BufferAttribute(colours, 4, true));
    g.setDrawRange(0, n);
  }
}

/** release frees a group's memory on the graphics card. */
export function release(root: Group): void {
  root.traverse((o) => {
    const m = o as Mesh;
    m.geometry?.dispose();
    (Array.isArray(m.material) ? m.material : [m.material]).forEach((x) => x?.dispose());
  });
  root.clear();
}
