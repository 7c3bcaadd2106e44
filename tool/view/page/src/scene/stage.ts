// The robot's panel: it knows what is to be shown, and has a separate thread draw it, so that nothing waits for drawing.
import { colour, onTheme } from "../theme";
import type { SceneSpec } from "../wire";
import { listen } from "./touch";

/** The parts of the scene that can be switched on and off. */
export type Layer = "grid" | "trails" | "paths" | "frames" | "camera" | "cloud";

export interface Place { x: number; y: number; z: number }

/** Touch is a pointer on the panel, in pixels from its upper left corner. */
export interface Touch { kind: "down" | "move" | "up"; id: number; x: number; y: number; button: number; buttons: number; shift: boolean; alt: boolean }

/** Drawing is the interface of the drawing thread. */
export interface Drawing {
  show(spec: SceneSpec): void;
  place(poses: number[]): void;
  mark(i: number, pose: number[]): void;
  path(i: number, points: number[]): void;
  points(data: ArrayBuffer): void;
  forget(): void;
  toggle(layer: Layer, on: boolean): void;
  target(at: Place | undefined): void;
  fit(): void;
  size(w: number, h: number, ratio: number): void;
  paint(floor: string): void;
  touch(t: Touch): void;
  wheel(by: number): void;
  key(key: string, shift: boolean): void;
}

/** Order is a call of one of its methods. */
export type Order = { [K in keyof Drawing]: [K, ...Parameters<Drawing[K]>] }[keyof Drawing];

/** News is what the thread reports: whether it can draw, how finely, how many pictures it has drawn, and where the target's handle is dragged. */
export interface News { webgl?: "ok" | "none"; ratio?: number; drawn?: number; moved?: Place; done?: boolean }

export class Stage {
  private thread?: Worker;
  private spec?: SceneSpec;
  private places = new Map<number, number[]>(); // the last pose of each marker
  private said = new Map<string, Order>(); // before the thread starts: the last order of each key, in the order of the first ones
  /** moved is called while the target's handle is dragged, and with done when it is released. */
  moved?: (p: Place, done: boolean) => void;
  /** began is called once there is a picture, or it is certain that there will be none. */
  began?: () => void;

  constructor(private canvas: HTMLCanvasElement) {
    listen(canvas, (...o) => { if (this.thread) this.tell("", ...o); });
    new ResizeObserver(() => this.thread && this.tell("", "size", canvas.clientWidth, canvas.clientHeight, devicePixelRatio)).observe(canvas);
    onTheme(() => this.thread && this.tell("", "paint", colour("--floor")));
  }

  /** start starts the thread, and gives it all earlier orders. */
  start(): void {
    if (!this.canvas.transferControlToOffscreen) {
      this.none();
      return;
    }
    const canvas = this.canvas.transferControlToOffscreen(), thread = new Worker(new URL("scene.js", import.meta.url), { type: "module" });
    thread.onmessage = (e: MessageEvent<News>) => this.hear(e.data);
    thread.onerror = () => this.none();
    thread.postMessage(canvas, [canvas]);
    this.thread = thread;
    this.tell("", "size", this.canvas.clientWidth, this.canvas.clientHeight, devicePixelRatio);
    this.tell("", "paint", colour("--floor"));
    for (const o of this.said.values()) thread.postMessage(o);
    this.said.clear();
  }

  private none(): void {
    this.canvas.setAttribute("aria-label", "the 3-D view needs WebGL, which this browser does not offer");
    this.canvas.dataset.webgl = "none";
    this.began?.();
  }

  private hear(n: News): void {
    if (n.webgl === "none") this.none();
    else if (n.webgl) this.canvas.dataset.webgl = n.webgl;
    if (n.ratio) this.canvas.dataset.ratio = String(n.ratio);
    if (n.drawn) {
      const first = !this.canvas.dataset.drawn;
      this.canvas.dataset.drawn = String(n.drawn);
      if (first) this.began?.();
    }
    if (n.moved) this.moved?.(n.moved, !!n.done);
  }

  /** tell gives the thread an order, at once or when it has started; then only the last order of each key. */
  private tell(key: string, ...o: Order): void {
    if (this.thread) this.thread.postMessage(o);
    else this.said.set(key, o);
  }

  show(spec: SceneSpec): void {
    this.spec = spec;
    this.places.clear();
    this.said.clear();
    this.tell("show", "show", spec);
  }

  place(poses: number[]): void {
    this.canvas.dataset.tip = poses.slice(-7, -4).map((v) => v.toFixed(4)).join(" ");
    this.tell("place", "place", poses);
  }

  mark(i: number, p: number[]): void {
    this.places.set(i, p);
    this.tell(`mark ${i}`, "mark", i, p);
  }

  path(i: number, points: number[]): void { this.tell(`path ${i}`, "path", i, points); }

  points(data: ArrayBuffer): void { this.tell("points", "points", data); }

  /** forget clears the trails: the run was set back. */
  forget(): void { this.tell("forget", "forget"); }

  toggle(layer: Layer, on: boolean): void { this.tell(`layer ${layer}`, "toggle", layer, on); }

  /** target shows the handle by which the target is dragged, or hides it. */
  target(at: Place | undefined): void { this.tell("target", "target", at); }

  fit(): void { this.tell("fit", "fit"); }

  /** Where a marker is, if the program has sent it. */
  where(name: string): Place | undefined {
    const p = this.places.get(this.spec?.markers.findIndex((m) => m.name === name) ?? -1);
    return p && { x: p[0], y: p[1], z: p[2] };
  }

  /** layers are the layers that the scene has; points can be requested if there is a camera. */
  layers(): Set<Layer> {
    const has = new Set<Layer>(["grid"]), markers = this.spec?.markers ?? [];
    if (markers.some((m) => m.kind === "frame")) has.add("frames");
    if (this.spec?.paths?.length) has.add("paths");
    if (markers.some((m) => m.trail > 0)) has.add("trails");
    if (markers.some((m) => m.kind === "frustum")) has.add("camera").add("cloud");
    return has;
  }
}
