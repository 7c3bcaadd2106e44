// Moving the robot by hand: sliders for joints, and buttons that move it while they are held, all through a controller.
import { byId, el, Setting } from "../dom";
import { notify } from "../panels/layout";
import type { BoardJoint } from "../wire";
import { reason, type Board } from "./state";

const every = 50; // ms between messages while a button is held; the program waits 250 ms for the next one
const axes: [string, string][] = [["x", "m/s"], ["y", "m/s"], ["z", "m/s"], ["rx", "rad/s"], ["ry", "rad/s"], ["rz", "rad/s"]];

interface Row { joint: BoardJoint; range: HTMLInputElement; text: HTMLElement }

/** Group is what one controller moves, and when its sliders have sent last and send next. */
interface Group { name: string; rows: Row[]; sent: number; later: number }

export class Hand {
  private panel = byId("hand-panel");
  private body = byId("hand");
  private share = new Setting("hand-speed", 25); // percent of the limits
  private groups: Group[] = [];
  private wanted = new Map<string, number>(); // the sliders' targets, until the joints are there
  private timer = 0;
  private held?: string; // the controller that moves for a held button
  private leads?: [BoardJoint, number]; // the joint that a button moves, and its target
  private whys = new Map<string, HTMLElement>(); // by controller: why it does less than it was told
  private busy = 0;
  private shown = "";

  constructor(private board: Board) {
    board.on("listing", () => this.show());
    board.on("values", () => this.values());
    for (const gone of ["blur", "pagehide"] as const) window.addEventListener(gone, () => this.letGo());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.letGo(); });
  }

  private show(): void {
    const b = this.board, spec = b.spec;
    const list = [...spec?.goals ?? [], ...spec?.twists ?? []].filter((n) => b.controller(n));
    this.panel.hidden = byId("g-hand").hidden = !spec?.moves || !list.length;
    document.body.classList.toggle("by-hand", !this.panel.hidden);
    const key = JSON.stringify([b.listing?.halted, list.map((n) => [n, b.controller(n)!.state, b.rivals(n), b.controller(n)!.parameters?.map((p) => p.value)])]);
    if (key === this.shown) {
      this.explain();
      return;
    }
    this.shown = key;
    this.letGo();
    for (const g of this.groups) clearTimeout(g.later);
    this.groups = [];
    this.wanted.clear();
    this.whys.clear();
    const speed = el("input", { type: "range", id: "hand-speed", min: 1, max: 100, value: String(this.share.get()), "aria-label": "speed by hand, percent of the limits" }), says = el("span", { class: "num" }, `${this.share.get()} %`);
    speed.addEventListener("input", () => {
      this.share.set(+speed.value);
      says.textContent = `${speed.value} %`;
    });
    this.body.replaceChildren(el("div", { class: "slide" }, el("span", {}, "speed"), speed, says), ...list.map((n) => this.group(n)));
    this.values();
  }

  /** group makes the controls for one controller. */
  private group(name: string): HTMLElement {
    const c = this.board.controller(name)!, active = c.state === "active", goals = this.board.spec!.goals.includes(name);
    const why = active ? "" : this.board.listing?.halted ? "stopped: resume first" : c.state;
    const begin = el("button", { type: "button", class: "small-text", onclick: () => {
      this.board.activate(name).catch((e: unknown) => notify(`${name} cannot be activated: ${reason(e)}`, true));
    } }, this.board.rivals(name).length ? "switch to it" : "activate");
    const said = el("p", { class: "restraint", role: "status" });
    this.whys.set(name, said);
    const rows = goals ? this.joints(name, active) : [this.twists(name, active)];
    return el("div", { class: "hand", "data-hand": name, "data-is": c.state }, el("div", { class: "row" }, el("b", {}, goals ? `Joints, by ${name}` : `Tip, by ${name}`), el("span", { class: "soft" }, why), active || this.board.listing?.halted ? null : begin), ...rows, said);
  }

  private joints(name: string, active: boolean): HTMLElement[] {
    const named = this.parameter(name, "joints").split(",").map((s) => s.trim()), group: Group = { name, rows: [], sent: 0, later: 0 };
    this.groups.push(group);
    return this.board.spec!.joints.filter((j) => named.includes(j.name)).map((joint) => {
      const lower = joint.lower ?? -Math.PI, upper = joint.upper ?? Math.PI;
      const range = el("input", { type: "range", min: lower, max: upper, step: (upper - lower) / 1000, disabled: !active, "aria-label": `${joint.name}, ${joint.unit}`, "data-joint": joint.name });
      const text = el("span", { class: "num" }, "–");
      range.addEventListener("input", () => {
        this.wanted.set(joint.name, +range.value);
        this.soon(group);
      });
      group.rows.push({ joint, range, text });
      const to = (end: number | null, sign: number) => () => this.jog(joint, end ?? (this.board.position.get(joint.name) ?? 0) + sign * 100);
      return el("div", { class: "slide" }, el("label", { title: joint.name }, joint.name), this.holder("−", `${joint.name} down`, active, name, to(joint.lower, -1)), range, this.holder("+", `${joint.name} up`, active, name, to(joint.upper, 1)), text);
    });
  }

  private twists(name: string, active: boolean): HTMLElement {
    const frame = this.parameter(name, "frame");
    return el("div", { class: "axes", title: frame ? `along the axes of the ${frame}` : "" }, ...axes.flatMap(([axis, unit], i) => [-1, 1].map((sign) =>
      this.holder(`${sign < 0 ? "−" : "+"}${axis}`, `tip ${sign < 0 ? "−" : "+"}${axis}`, active, name, () => {
        const most = +this.parameter(name, unit === "m/s" ? "linear/velocity" : "angular/velocity") || (unit === "m/s" ? 0.2 : 0.5);
        return { Twist: axes.map((_, k) => (k === i ? sign * most * this.share.get() / 100 : 0)), Hold: true };
      }))));
  }

  private parameter(controller: string, name: string): string {
    return this.board.controller(controller)?.parameters?.find((p) => p.name === name)?.value ?? "";
  }

  /** jog moves a joint towards the end of its range at the chosen speed, for as long as the button is held. */
  private jog(joint: BoardJoint, end: number): Record<string, unknown> {
    this.wanted.clear();
    this.leads = [joint, end];
    return { Joints: [joint.name], Position: [end], Time: this.time([[joint, end]]), Hold: true };
  }

  /** time is how long joints take to reach positions at the chosen speed, ns. */
  private time(to: [BoardJoint, number][]): number {
    const s = to.map(([j, x]) => Math.abs(x - (this.board.position.get(j.name) ?? x)) / ((j.velocity ?? 1) * this.share.get() / 100));
    return Math.round(Math.max(0.02, ...s) * 1e9);
  }

  /** holder is a button that moves the robot for as long as it is held, by the mouse or a key. */
  private holder(face: string, title: string, active: boolean, controller: string, move: () => Record<string, unknown>): HTMLElement {
    const b = el("button", { type: "button", class: "hold", title: `${title}: hold to move`, "aria-label": title, disabled: !active }, face);
    const begin = () => this.hold(controller, move);
    b.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      b.setPointerCapture(e.pointerId);
      begin();
    });
    b.addEventListener("keydown", (e) => {
      if (e.key !== " " && e.key !== "Enter") return;
      e.preventDefault();
      e.stopPropagation();
      if (!e.repeat) begin();
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture", "keyup", "blur"] as const) b.addEventListener(end, () => this.letGo());
    return b;
  }

  private hold(controller: string, deed: () => Record<string, unknown>): void {
    this.letGo();
    const move = deed();
    this.held = controller;
    const send = () => {
      if (this.busy > 2) return;
      this.busy++;
      this.board.move(controller, move).catch((e: unknown) => {
        if (this.held !== controller) return;
        this.letGo();
        notify(`${controller}: ${reason(e)}`, true);
      }).finally(() => { this.busy--; });
    };
    send();
    this.timer = window.setInterval(send, every);
  }

  /** letGo stops the motion. If the page cannot send that, it is silent, and the program stops on its own. */
  private letGo(): void {
    clearInterval(this.timer);
    const c = this.held;
    this.held = this.leads = undefined;
    if (c) this.board.move(c).catch(() => {});
  }

  /** soon sends a controller's joints to their sliders' positions, ten times a second at most. */
  private soon(g: Group): void {
    clearTimeout(g.later);
    const wait = g.sent + 100 - performance.now();
    if (wait > 0) {
      g.later = window.setTimeout(() => this.soon(g), wait);
      return;
    }
    const to = g.rows.filter((r) => this.wanted.has(r.joint.name)).map((r): [BoardJoint, number] => [r.joint, this.wanted.get(r.joint.name)!]);
    if (!to.length) return; // a button has taken over; a move without joints would stop it
    g.sent = performance.now();
    this.board.move(g.name, { Joints: to.map(([j]) => j.name), Position: to.map(([, x]) => x), Time: this.time(to) }).catch((e: unknown) => {
      for (const r of g.rows) this.wanted.delete(r.joint.name);
      notify(`${g.name}: ${reason(e)}`, true);
    });
  }

  /** explain says why a controller does less than it was told, and when a moved joint has reached its limit. */
  private explain(): void {
    for (const [name, said] of this.whys) {
      const text = this.board.controller(name)?.restraint || (this.held === name ? this.atEnd() : "");
      if (said.textContent !== text) said.textContent = text;
    }
  }

  private atEnd(): string {
    if (!this.leads) return "";
    const [joint, end] = this.leads, now = this.board.position.get(joint.name) ?? NaN;
    if ((end !== joint.upper && end !== joint.lower) || !(Math.abs(now - end) < 0.005)) return "";
    return `${joint.name} is at its ${end === joint.upper ? "upper" : "lower"} limit of ${shown(joint, end)}: hold ${end === joint.upper ? "−" : "+"} to lead it back`;
  }

  private values(): void {
    this.explain();
    for (const r of this.groups.flatMap((g) => g.rows)) {
      const now = this.board.position.get(r.joint.name), want = this.wanted.get(r.joint.name);
      if (now === undefined) continue;
      const text = shown(r.joint, now);
      if (r.text.textContent !== text) r.text.textContent = text;
      if (want !== undefined && Math.abs(now - want) < 1e-3 * (+r.range.max - +r.range.min) && document.activeElement !== r.range) this.wanted.delete(r.joint.name);
      else if (want === undefined && document.activeElement !== r.range) r.range.value = String(now);
    }
  }
}

/** shown is a joint's position in words. */
function shown(joint: BoardJoint, at: number): string {
  return (joint.unit === "m" ? `${(at * 1e3).toFixed(1)} mm` : `${(at * 180 / Math.PI).toFixed(1)}°`).replace("-", "−");
}
