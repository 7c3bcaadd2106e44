// Driving by hand: a stick for the mouse, and game controllers.
import { byId } from "../dom";
import { notify } from "../panels/layout";
import type { Order, Reply, Request } from "../wire";
import { put } from "./json";

/** every is the interval in ms at which a held stick is sent. */
const every = 50;

/** Buttons of a standard game controller, in the order of the program's bits. */
const buttons = [0, 1, 2, 3, 4, 5, 8, 9, 16, 10, 11];

export class Stick {
  private pad = byId("stick");
  private knob = byId("knob");
  private order?: Order;
  private held?: [number, number]; // forward and to the left
  private timer = 0;
  private busy = 0;
  private wasOn = false;

  constructor(private ask: (r: Request) => Promise<Reply>) {
    const move = (e: PointerEvent) => {
      const r = this.pad.getBoundingClientRect();
      let x = (e.clientX - r.left) / r.width * 2 - 1, y = (e.clientY - r.top) / r.height * 2 - 1;
      const far = Math.max(1, Math.hypot(x, y));
      x /= far;
      y /= far;
      this.held = [-y, -x];
      this.place(x, y);
    };
    this.pad.addEventListener("pointerdown", (e) => {
      if (!this.order) return;
      this.pad.setPointerCapture(e.pointerId);
      move(e);
    });
    this.pad.addEventListener("pointermove", (e) => { if (this.held) move(e); });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const) this.pad.addEventListener(end, () => this.letGo());
    const keys: Record<string, [number, number]> = { ArrowUp: [0.7, 0], ArrowDown: [-0.7, 0], ArrowLeft: [0, 0.7], ArrowRight: [0, -0.7] };
    this.pad.addEventListener("keydown", (e) => {
      const k = keys[e.key];
      if (!k || !this.order) return;
      e.preventDefault();
      this.held = k;
      this.place(-k[1], -k[0]);
    });
    this.pad.addEventListener("keyup", () => this.letGo());
    this.pad.addEventListener("blur", () => this.letGo());
  }

  /** show shows the stick if the program has an order for it. */
  show(order: Order | undefined): void {
    this.order = order;
    this.pad.hidden = !order;
    clearInterval(this.timer);
    if (order) this.timer = window.setInterval(() => this.tick(), every);
  }

  private letGo(): void {
    if (!this.held) return;
    this.held = undefined;
    this.place(0, 0);
  }

  private place(x: number, y: number): void {
    this.knob.style.transform = `translate(${x * 32}px, ${y * 32}px)`;
  }

  /** tick sends the stick while it is held, and once more when it is released; if the page falls silent, the vehicle stops. */
  private tick(): void {
    const o = this.order, game = navigator.getGamepads?.().find((g) => g?.connected && g.mapping === "standard");
    const on = !!this.held || !!game;
    if (!o || (!on && !this.wasOn) || this.busy > 2) return;
    this.wasOn = on;
    const value = structuredClone(o.example);
    let pressed = 0;
    if (game) buttons.forEach((b, i) => { if (game.buttons[b]?.pressed) pressed |= 1 << i; });
    const at = this.held ?? (game ? [-game.axes[1], -game.axes[0]] : [0, 0]);
    put(value, o.fields![0], at[0]);
    put(value, o.fields![1], at[1]);
    put(value, "Buttons", pressed);
    this.busy++;
    this.ask({ do: "publish", path: o.path, value }).catch((e: unknown) => {
      this.letGo();
      notify(`the stick: ${e instanceof Error ? e.message : String(e)}`, true);
    }).finally(() => { this.busy--; });
  }
}
