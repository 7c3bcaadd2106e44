// The reader's orders to the robot: stop, and go to a place.
import { button, byId, el } from "./dom";
import type { Model } from "./model";
import { notify } from "./panels/layout";
import type { Stage } from "./scene/stage";
import type { Hello, Order, Reply, Request } from "./wire";


/** within fails if p takes longer, because a connection that died silently looks open for minutes. */
function within<T>(ms: number, p: Promise<T>): Promise<T> {
  return Promise.race([p, new Promise<never>((_, fail) => setTimeout(() => fail(new Error(`no answer within ${ms / 1000} s: use the robot's own stop`)), ms))]);
}

/** taken says which tag has taken an event. */
export function taken(r: Reply): string {
  return r.tag ? `taken at ${(r.tag[0] / 1e9).toFixed(3)} s` : "sent";
}

export class Orders {
  private stopOrder?: Order;
  private point?: Order;
  private fields: HTMLInputElement[] = [];
  private handle = false;
  private sent = 0;
  private releaseOrder?: Order;
  private may = true;

  constructor(private model: Model, private view: Stage, private ask: (r: Request) => Promise<Reply>) {
    byId("estop").addEventListener("click", () => void this.stop());
    byId("release").addEventListener("click", () => void this.release());
    view.moved = (p, done) => {
      [p.x, p.y, p.z].forEach((v, i) => { this.fields[i].value = v.toFixed(3); });
      if (done || performance.now() - this.sent > 100) void this.send(!done);
    };
  }

  show(m: Hello): void {
    const orders = m.orders ?? [];
    this.may = m.may !== false;
    this.stopOrder = orders.find((o) => o.kind === "stop") ?? orders.find((o) => /stop/i.test(`${o.label} ${o.path}`));
    this.releaseOrder = orders.find((o) => o.kind === "release");
    this.alarm("");
    this.point = orders.find((o) => o.kind === "point" && o.fields?.length === 3);
    for (const o of orders) this.point ??= placed(o);
    const b = byId<HTMLButtonElement>("estop"), able = !!this.stopOrder || this.model.control;
    b.setAttribute("aria-disabled", String(!able));
    b.title = this.stopOrder ? `${this.stopOrder.label || "emergency stop"} (Shift+Esc)` : able ? "pauses the run: the program takes no stop order (Shift+Esc)" : this.none();
    this.target();
  }

  /** none says why there is no stop order. */
  private none(): string {
    return this.may ? "the program takes no stop order from this page" : "this page only looks: open the whole address that the program has printed, with its token";
  }

  /** stop sends the order at once, and warns loudly if the program has not taken it. */
  async stop(): Promise<void> {
    const mark = (s: string) => { document.body.dataset.estop = s; };
    try {
      let done = "run paused: the program takes no stop order";
      const order = this.stopOrder && this.ask({ do: "publish", path: this.stopOrder.path, value: this.stopOrder.example });
      if (order && this.model.state?.running === false && !this.model.debug) {
        void order.catch(() => {}); // while the run is paused nothing moves, and nothing is taken
        done = "E-STOP sent: the run is paused, and takes it with its next tag";
      } else if (order) done = `E-STOP ${taken(await within(1000, order))}`;
      else if (this.model.control) await within(1000, this.ask({ do: "command", line: "pause" }));
      else throw new Error(`${this.none()}: use the robot's own`);
      mark("sent");
      notify(done);
    } catch (e) {
      mark("failed");
      notify(`E-STOP NOT TAKEN: ${(e as Error).message}`, true);
    }
  }

  /** alarm shows why the robot is not working; next to it an e-stop can be released. */
  alarm(text: string): void {
    byId("alarm").textContent = text;
    byId("alarm-box").hidden = text === "";
    const b = byId("release"), o = this.releaseOrder;
    b.hidden = !o || text === "";
    b.textContent = o?.label ?? "";
    b.title = o ? `${o.label}: ends the emergency stop; look first that nothing is in the robot's way` : "";
  }

  private async release(): Promise<void> {
    const o = this.releaseOrder;
    if (!o) return;
    try {
      notify(`${o.label}: ${taken(await this.ask({ do: "publish", path: o.path, value: o.example }))}`);
    } catch (e) {
      notify(`${o.label}: ${(e as Error).message}`, true);
    }
  }

  /** target makes the fields for a place, if the program has an order for one. */
  private target(): void {
    const box = byId("target"), o = this.point;
    box.hidden = !o;
    box.replaceChildren();
    this.handle = false;
    this.view.target(undefined);
    if (!o) return;
    this.fields = ["x", "y", "z"].map((n, i) => el("input", { type: "number", step: "0.01", id: `target-${n}`, "aria-label": `target ${n} in metres`, value: String(pick(o.example, o.fields![i]) ?? 0) }));
    const drag = button("Drag", "shows a handle to drag in the scene; Shift: up and down, Alt+click: there at once", () => {
      this.handle = !this.handle;
      drag.setAttribute("aria-pressed", String(this.handle));
      const at = this.handle ? this.now() : undefined;
      if (at) this.fields.forEach((f, i) => { f.value = (+[at.x, at.y, at.z][i]).toFixed(3); });
      this.view.target(at);
    }, { "aria-pressed": "false", id: "target-drag" });
    const form = el("form", { onsubmit: (e: Event) => {
      e.preventDefault();
      void this.send(false);
      if (this.handle) this.view.target(this.typed());
    } }, el("span", {}, o.label || "target"), ...this.fields.flatMap((f, i) => [el("label", { for: f.id }, "xyz"[i]), f]), el("span", { class: "unit" }, "m"), el("span", { class: "send" }, el("button", { type: "submit", id: "target-send" }, "Go"), drag));
    box.append(form);
  }

  private typed(): { x: number; y: number; z: number } {
    const [x, y, z] = this.fields.map((f) => +f.value);
    return { x, y, z };
  }

  private now(): { x: number; y: number; z: number } {
    for (const name of [this.point?.marker, "goal", "target"]) {
      const at = name && this.view.where(name);
      if (at) return at;
    }
    return this.typed();
  }

  private async send(quiet: boolean): Promise<void> {
    const o = this.point!;
    this.sent = performance.now();
    const value = structuredClone(o.example);
    this.fields.forEach((f, i) => put(value, o.fields![i], +f.value));
    try {
      const r = await this.ask({ do: "publish", path: o.path, value });
      if (!quiet) notify(`${o.label || "target"}: ${this.fields.map((f) => f.value).join(", ")} m, ${taken(r)}`);
    } catch (e) {
      if (!quiet) notify(`${o.label || "target"}: ${(e as Error).message}`, true);
    }
  }
}

/** placed treats an order without a kind as one to a place if it has the numbers X, Y and Z. */
function placed(o: Order): Order | undefined {
  for (const at of ["", "P.", "Pose.P.", "Point."]) {
    const fields = ["X", "Y", "Z"].map((f) => at + f);
    if (!o.kind && fields.every((f) => typeof pick(o.example, f) === "number")) return { ...o, fields };
  }
  return undefined;
}

/** pick reads a field such as "P.X" of a JSON value, put writes it. */
function pick(v: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((x, k) => (x as Record<string, unknown> | undefined)?.[k], v);
}

function put(v: unknown, path: string, n: number): void {
  const keys = path.split("."), last = keys.pop()!;
  const at = keys.reduce<unknown>((x, k) => (x as Record<string, unknown> | undefined)?.[k], v) as Record<string, unknown> | undefined;
  if (at) at[last] = n;
}
