// The robot in space: links made of primitive shapes, placed by the poses that the program sends. It is drawn in a separate thread.
import {
  AmbientLight, Box3, Color, DirectionalLight, GridHelper, Group, HemisphereLight, Mesh, MeshBasicMaterial, Plane, Scene,
  SphereGeometry, Vector2, Vector3, WebGLRenderer, type Object3D,
} from "three";
import { onceAFrame } from "../dom";
import type { SceneSpec } from "../wire";
import { Eye } from "./camera";
import { Sharpness } from "./sharpness";
import type { Drawing, Layer, News, Place, Touch } from "./stage";
import { axes, Cloud, marker, mesh, Path, pose, release, Trail } from "./parts";

/** byProcessor says whether WebGL is drawn by the processor, found by drawing one pixel. */
function byProcessor(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2"), info = gl?.getExtension("WEBGL_debug_renderer_info");
  const soft = !!gl && !!info && /swiftshader|llvmpipe|software/i.test(String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)));
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return soft;
}

/** stands is the time in ms without a new picture after which the scene is considered still: more than sharpness ever waits. */
const stands = 800;

interface Marked { name: string; kind: string; thing: Group; trail?: Trail }

export class View implements Drawing {
  private renderer?: WebGLRenderer;
  private scene = new Scene();
  private links: Group[] = [];
  private markers: Marked[] = [];
  private paths: Path[] = [];
  private world = new Group();
  private floor = new Group();
  private cloud = new Cloud();
  private grid?: GridHelper;
  private off = new Set<Layer>(["cloud"]);
  private eye: Eye;
  private seen = new Box3(); // everything that was ever shown
  private placed = 0;
  private handle = new Mesh(new SphereGeometry(0.02, 24, 16), new MeshBasicMaterial({ color: 0xff3b6b, transparent: true, opacity: 0.85, depthTest: false }));
  private dragging?: Plane;
  private draw = onceAFrame(() => this.render());
  private sharpness?: Sharpness; // if the processor has to draw
  private told = 0; // the ratio
  private drawn = 0; // pictures
  private counted = 0; // when they were told, ms
  private rest = 0; // the timer for a fine picture of a still scene
  private w = 0; // of the panel, pixels
  private h = 0;

  /** The view initialises the graphics card, which may take a while. tell reports whether that succeeds, and other news. */
  constructor(canvas: OffscreenCanvas, private tell: (n: News) => void) {
    this.eye = new Eye(() => this.draw(), () => this.fit());
    const sun = new DirectionalLight(0xffffff, 2.2), sky = new HemisphereLight(0xffffff, 0x8899aa, 1.1);
    sun.position.set(1.5, -2, 3);
    sky.position.set(0, 0, 1);
    this.handle.visible = false;
    this.handle.renderOrder = 9;
    this.cloud.points.visible = false;
    this.scene.add(new AmbientLight(0xffffff, 0.5), sky, sun, this.floor, this.world, this.cloud.points, this.handle);
    const soft = byProcessor();
    try {
      this.renderer = new WebGLRenderer({ canvas, antialias: !soft, alpha: true });
    } catch {
      tell({ webgl: "none" });
      return;
    }
    if (soft) this.sharpness = new Sharpness();
    tell({ webgl: "ok" });
  }

  /** size sets the panel's size, and the number of device pixels per pixel. */
  size(w: number, h: number, ratio: number): void {
    [this.w, this.h] = [w, h];
    if (!this.sharpness) this.renderer?.setPixelRatio(Math.min(ratio, 2));
    this.draw();
  }

  /** show replaces everything by the scene of a program. */
  show(spec: SceneSpec): void {
    release(this.world);
    this.links = spec.links.map((l, i) => {
      const g = new Group();
      g.visible = false; // until its pose is known
      for (const s of l.shapes) g.add(mesh(s, !!this.sharpness, i % 2 === 1)); // neighbours often overlap
      this.world.add(g);
      return g;
    });
    this.markers = spec.markers.map((m) => {
      const thing = new Group();
      thing.add(marker(m, !!this.sharpness));
      thing.visible = false;
      this.world.add(thing);
      const trail = m.trail > 0 ? new Trail(m.trail, m.shape.color) : undefined;
      if (trail) this.world.add(trail.line);
      return { name: m.name, kind: m.kind ?? "", thing, trail };
    });
    this.paths = (spec.paths ?? []).map((p) => {
      const path = new Path(p.color);
      this.world.add(path.line);
      return path;
    });
    this.seen.makeEmpty();
    this.placed = 0;
    this.refresh();
  }

  /** place sets the links' poses (seven numbers each). */
  place(poses: number[]): void {
    this.links.forEach((g, i) => {
      g.visible = true;
      pose(g, poses, 7 * i);
    });
    if (this.placed++ % 15 === 0 && !this.eye.touched && this.grown()) this.fit();
    this.draw();
  }

  mark(i: number, p: number[]): void {
    const m = this.markers[i];
    if (!m) return;
    m.thing.userData.known = true;
    m.thing.visible = this.shown(m);
    pose(m.thing, p, 0);
    m.trail?.add(p[0], p[1], p[2]);
    this.draw();
  }

  path(i: number, points: number[]): void {
    this.paths[i]?.set(points);
    this.draw();
  }

  points(data: ArrayBuffer): void {
    this.cloud.set(data);
    this.draw();
  }

  /** forget clears the trails: the run was set back. */
  forget(): void {
    for (const m of this.markers) m.trail?.clear();
  }

  toggle(layer: Layer, on: boolean): void {
    if (on) this.off.delete(layer);
    else this.off.add(layer);
    this.refresh();
  }

  /** target shows the handle by which the target is dragged, or hides it. */
  target(at: Place | undefined): void {
    this.handle.visible = at !== undefined;
    if (at) this.handle.position.set(at.x, at.y, at.z);
    this.draw();
  }

  /** grown notes the extent of everything, and says whether it has grown. */
  private grown(): boolean {
    const before = this.seen.getSize(new Vector3()).length();
    for (const g of this.links) this.seen.expandByObject(g);
    for (const m of this.markers) if (m.kind === "" && m.thing.userData.known) this.seen.expandByPoint(m.thing.position);
    return this.seen.getSize(new Vector3()).length() > 1.02 * before;
  }

  /** fit makes everything visible that was shown so far. */
  fit(): void {
    this.grown();
    if (this.w > 0 && this.h > 0) this.eye.show(this.seen, this.w / this.h);
  }

  private shown(m: Marked): boolean {
    const off = m.kind === "frame" ? this.off.has("frames") : m.kind === "frustum" && this.off.has("camera");
    return !!m.thing.userData.known && !off;
  }

  private refresh(): void {
    this.floor.visible = !this.off.has("grid");
    this.cloud.points.visible = !this.off.has("cloud");
    for (const p of this.paths) p.line.visible = !this.off.has("paths");
    for (const m of this.markers) {
      m.thing.visible = this.shown(m);
      if (m.trail) m.trail.line.visible = !this.off.has("trails");
    }
    this.draw();
  }

  /** paint sets the colour of the floor's lines. */
  paint(floor: string): void {
    const line = new Color(floor);
    if (this.grid) this.grid.dispose();
    this.floor.clear();
    this.grid = new GridHelper(2.4, 24, line, line);
    this.grid.rotation.x = Math.PI / 2;
    this.grid.material.transparent = true;
    this.grid.material.opacity = 0.55;
    const origin: Object3D = axes(0.12);
    origin.position.z = 0.001;
    this.floor.add(this.grid, origin);
    this.draw();
  }

  private render(): void {
    const { w, h } = this;
    if (!this.renderer || w === 0 || h === 0) return;
    const wait = this.sharpness?.wait() ?? 0;
    if (wait > 0) {
      setTimeout(() => this.draw(), wait);
      return;
    }
    if (this.sharpness) {
      const ratio = this.sharpness.drawing();
      if (ratio !== this.renderer.getPixelRatio()) this.renderer.setPixelRatio(ratio);
      if (ratio !== this.told) this.tell({ ratio });
      this.told = ratio;
    }
    this.picture(w, h);
    clearTimeout(this.rest);
    if (this.sharpness && this.told < 1) this.rest = setTimeout(() => this.fine(), stands);
    if (this.drawn > 1 && performance.now() - this.counted < 200) return;
    this.counted = performance.now();
    this.tell({ drawn: this.drawn });
  }

  /** picture does all the drawing. */
  private picture(w: number, h: number): void {
    const r = this.renderer!, size = r.getSize(new Vector2());
    if (size.x !== w || size.y !== h) r.setSize(w, h, false);
    r.render(this.scene, this.eye.place(w, h));
    this.drawn++;
  }

  /** fine draws once at full resolution, when nothing has changed for a while. */
  private fine(): void {
    this.renderer?.setPixelRatio(1);
    this.picture(this.w, this.h);
  }

  touch(t: Touch): void {
    if (t.kind === "down" && this.grab(t)) return;
    if (this.dragging && t.kind === "move") this.drag(t);
    else if (this.dragging && t.kind === "up") this.drop();
    else this.eye.touch(t);
  }

  wheel(by: number): void { this.eye.wheel(by); }

  key(key: string, shift: boolean): void { this.eye.key(key, shift); }

  /** grab handles a pointer on the target's handle, or with Alt anywhere: the target moves there at its height. */
  private grab(t: Touch): boolean {
    if (!this.handle.visible || t.button !== 0) return false;
    const ray = this.eye.ray(t), at = this.handle.position;
    const near = ray.ray.distanceToPoint(at) < Math.max(0.03, 0.025 * this.eye.camera.position.distanceTo(at));
    if (!near && !t.alt) return false;
    const up = t.shift ? this.eye.camera.getWorldDirection(new Vector3()).setZ(0).normalize() : new Vector3(0, 0, 1);
    this.dragging = new Plane().setFromNormalAndCoplanarPoint(up, at);
    this.drag(t);
    return true;
  }

  private drag(t: Touch): void {
    const hit = this.eye.ray(t).ray.intersectPlane(this.dragging!, new Vector3());
    if (!hit || hit.length() > 5) return;
    if (this.dragging!.normal.z === 1) this.handle.position.copy(hit);
    else this.handle.position.z = hit.z;
    this.moved(false);
    this.draw();
  }

  private drop(): void {
    this.dragging = undefined;
    this.moved(true);
  }

  private moved(done: boolean): void {
    const { x, y, z } = this.handle.position;
    this.tell({ moved: { x, y, z }, done });
  }
}
