// The run's controls in the header, and the keys.
import { byId, el, icon, Setting, typing } from "./dom";
import { tagText, type Model } from "./model";
import type { Console } from "./panels/console";
import { toggleTheme } from "./theme";

const speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10, 50, 0];
const backwards = ["backr", "back", "stepr", "timeline"]; // only a debugger has them
const always = ["pause", "run", "step"]; // shown even if they cannot be used; then they say why

export class Controls {
  private keysOn = new Setting("keys", true);
  private stamp = byId("time");
  private range = byId<HTMLInputElement>("timeline");
  private sliding = false;
  private far = 0; // the latest time seen, ns

  constructor(private model: Model, private console: Console, private stop: () => void) {
    for (const [id, face] of [["backr", "backr"], ["back", "back"], ["pause", "pause"], ["run", "play"], ["step", "step"], ["stepr", "stepr"]] as const) {
      byId(id).prepend(icon(face));
      byId(id).addEventListener("click", () => void console.run(id));
    }
    byId<HTMLFormElement>("goto-form").addEventListener("submit", (e) => {
      e.preventDefault();
      this.goto(byId<HTMLInputElement>("goto").value.trim());
    });
    byId("speed").addEventListener("change", () => void console.run(`speed ${byId<HTMLSelectElement>("speed").value}`));
    byId("theme").append(icon("theme"));
    byId("theme").addEventListener("click", () => toggleTheme());
    byId("help").append(icon("help"));
    byId("help").addEventListener("click", () => this.help());
    byId("estop").prepend(icon("stop"));
    const dialog = byId<HTMLDialogElement>("keys");
    dialog.addEventListener("keydown", (e) => { if (e.key === "Escape" && !e.shiftKey) dialog.close(); });
    const box = byId<HTMLInputElement>("keys-on");
    box.checked = this.keysOn.get();
    box.addEventListener("change", () => this.keysOn.set(box.checked));
    this.range.addEventListener("input", () => { this.sliding = true; this.stamp.textContent = `${(+this.range.value / 1e9).toFixed(3)} s`; });
    this.range.addEventListener("change", () => {
      this.sliding = false;
      void console.run(`goto ${tagText(+this.range.value)}`);
    });
    document.addEventListener("keydown", (e) => this.key(e), true);
    model.on("program", () => this.program());
    model.on("state", () => this.state());
    this.choices(1);
  }

  /** goto moves the run to a time; forwards it stops at breakpoints. */
  goto(text: string): void {
    const m = /^([\d.]+)\s*(ns|us|µs|ms|s|m|)/.exec(text), now = this.model.state?.time ?? 0;
    const unit: Record<string, number> = { ns: 1, us: 1e3, "µs": 1e3, ms: 1e6, s: 1e9, "": 1e9, m: 60e9 };
    const later = m !== null && +m[1] * unit[m[2]] > now;
    if (text) void this.console.run(`${later || text.startsWith("+") ? "run" : "goto"} ${text}`);
  }

  private choices(speed: number): void {
    const s = byId<HTMLSelectElement>("speed");
    if (!s.options.length || ![...s.options].some((o) => +o.value === speed)) {
      const all = speeds.includes(speed) ? speeds : [speed, ...speeds];
      s.replaceChildren(...all.map((v) => el("option", { value: v }, v === 0 ? "max" : `${v}×`)));
    }
    s.value = String(speed);
  }

  private program(): void {
    const able = this.model.control, why = this.unable();
    this.far = 0;
    for (const id of ["backr", "back", "pause", "run", "step", "stepr", "goto", "goto-go", "speed", "timeline"]) {
      const e = byId<HTMLButtonElement>(id);
      e.disabled = !able;
      e.title = able ? e.dataset.title ?? "" : why;
      e.hidden = able ? !this.model.debug && backwards.includes(id) : !why || !always.includes(id);
    }
    if (able && byId("clock").dataset.clock === "real") byId("speed").hidden = true; // it has one speed
    byId("unable").textContent = byId("unable").title = able ? "" : why;
    byId("timeline-box").hidden = !this.model.debug;
    this.state();
  }

  /** unable says why this run cannot be paused. */
  private unable(): string {
    if (!this.model.graph || !this.model.topics.length) return "";
    if (!this.model.may) return "this page only looks";
    return this.model.unable || "cannot be paused";
  }

  /** at shows the time of the program, s. */
  at(t: number): void {
    if (!this.sliding && !(this.model.control && this.model.state && !this.model.state.running)) this.time(t * 1e9, 0);
  }

  private time(ns: number, microstep: number): void {
    const stands = this.model.control && this.model.state?.running === false;
    this.stamp.textContent = `${(ns / 1e9).toFixed(stands ? 6 : 2)}${stands && microstep ? `:${microstep}` : ""} s`;
    this.far = Math.max(this.far, ns);
    const s = this.model.state;
    if (!this.model.control || this.sliding) return;
    this.range.min = String(s?.from ?? 0);
    this.range.max = String(s?.to || this.far);
    this.range.value = String(ns);
    this.range.setAttribute("aria-valuetext", `${(ns / 1e9).toFixed(3)} seconds`);
  }

  private state(): void {
    const s = this.model.state, body = document.body.dataset;
    byId("clock").textContent = s?.clock || byId("clock").dataset.clock || "";
    byId("forked").hidden = !s?.forked;
    if (!this.model.control || !s) {
      byId("where").textContent = "";
      if (body.state !== "lost" && body.state !== "connecting") body.state = "running";
      return;
    }
    const name = s.ended ? "ended" : s.running ? "running" : "stopped";
    body.state = name;
    byId<HTMLButtonElement>("pause").disabled = !s.running;
    byId<HTMLButtonElement>("run").disabled = !!s.running || !!s.ended;
    for (const id of ["step", "stepr", "goto", "goto-go"]) byId<HTMLButtonElement>(id).disabled = !!s.ended;
    const begin = this.model.debug && !s.time && !s.ended && "press step or run to begin";
    const where = s.running ? "" : [name, s.reason, s.reaction && `before ${s.reaction}`, begin].filter(Boolean).join(" · ");
    if (byId("where").textContent !== where) byId("where").textContent = where;
    byId("where").title = where;
    if (s.speed !== undefined) this.choices(s.speed);
    if (s.time !== undefined) this.time(s.time, s.microstep ?? 0);
  }

  private help(): void {
    const d = byId<HTMLDialogElement>("keys");
    if (d.open) d.close();
    else d.show(); // not modal: the e-stop stays in reach
  }

  private key(e: KeyboardEvent): void {
    if (e.key === "Escape" && e.shiftKey) { // from anywhere, including fields
      e.preventDefault();
      e.stopPropagation();
      this.stop();
      return;
    }
    if (e.ctrlKey || e.altKey || e.metaKey || typing(e) || !this.keysOn.get()) return;
    const press = (id: string) => () => byId(id).click();
    const inButton = (e.target as Element).closest?.("button, input, a") !== null;
    const keys: Record<string, () => void> = {
      ".": press("step"), ",": press("back"), ">": press("stepr"), "<": press("backr"),
      "/": () => this.console.focus(), "?": () => this.help(),
    };
    if (!inButton) keys[" "] = press(this.model.state?.running ? "pause" : "run");
    const f = keys[e.key];
    if (!f) return;
    e.preventDefault();
    e.stopPropagation();
    f();
  }
}
