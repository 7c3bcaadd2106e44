// The tab for the robot's control: controllers and hardware with their life cycles, and interfaces with their values.
import { byId, el } from "../dom";
import { span } from "../model";
import { showTab } from "../panels/layout";
import { taken } from "../orders";
import type { ControllerListing, HardwareListing, InterfaceListing, ParameterListing, Reply } from "../wire";
import { reason, type Board } from "./state";

export class Control {
  private tab = byId("control-tab");
  private controllers = el("div", { class: "cards" });
  private hardware = el("div", { class: "cards" });
  private said = el("p", { id: "control-said", role: "status" });
  private rows = el("tbody", { id: "interfaces" });
  private filter = el("input", { type: "search", placeholder: "filter", "aria-label": "filter interfaces" });
  private open = new Set<string>(); // controllers whose details are shown
  private cells: { role: "state" | "command"; name: string; row: HTMLElement; cell: HTMLElement }[] = [];
  private used = new Map<string, [HTMLElement, HTMLMeterElement, number]>(); // by controller: text, bar, budget in µs

  constructor(private board: Board) {
    byId("control").append(this.said, el("h3", {}, "Controllers"), this.controllers, this.loader(), el("h3", {}, "Hardware"), this.hardware,
      el("h3", {}, "Interfaces"), this.filter,
      el("table", { class: "interfaces" }, el("thead", {}, el("tr", {}, el("th", {}, "interface"), el("th", { class: "num" }, "value"), el("th", {}, "unit"), el("th", {}, "claimed by"))), this.rows));
    this.filter.addEventListener("input", () => this.sift());
    board.on("listing", () => this.show());
    board.on("values", () => this.values());
  }

  private show(): void {
    const l = this.board.listing, was = this.tab.hidden;
    this.tab.hidden = !this.board.spec;
    if (this.tab.hidden !== was) showTab(this.tab.hidden ? "inspector-tab" : "control-tab");
    const focus = document.activeElement?.id;
    this.used.clear();
    this.controllers.replaceChildren(...(l?.controllers ?? []).map((c) => this.controller(c, l!.order?.indexOf(c.name) ?? -1)));
    this.hardware.replaceChildren(...(l?.hardware ?? []).map((h) => this.component(h)));
    this.interfaces();
    const types = byId<HTMLSelectElement>("load-type"), chosen = types.value;
    types.replaceChildren(...(l?.types ?? []).map((t) => el("option", { value: t.name, title: t.help }, t.name)));
    if (chosen) types.value = chosen;
    if (l?.pending) this.say(`waiting for the hardware: ${l.pending}`, false);
    if (focus) document.getElementById(focus)?.focus();
    this.values();
  }

  /** say shows the result of the last order: when it was taken, or why it was not. */
  private say(text: string, bad: boolean): void {
    this.said.textContent = text;
    this.said.classList.toggle("wrong", bad);
  }

  private deed(text: string, title: string, id: string, order: () => Promise<Reply>): HTMLElement {
    return el("button", { type: "button", title, id, onclick: () => {
      order().then((r) => this.say(`${title}: ${taken(r)}`, false), (e: unknown) => this.say(`${title}: refused: ${reason(e)}`, true));
    } }, text);
  }

  private controller(c: ControllerListing, place: number): HTMLElement {
    const b = this.board, id = (deed: string) => `${deed}-${c.name}`, name = { Name: c.name }, deeds: HTMLElement[] = [];
    const add = (verb: string, title = `${verb} ${c.name}`) => deeds.push(this.deed(verb, title, id(verb), () => b.order(verb, name)));
    if (c.state === "unconfigured") add("configure");
    if (c.state === "active") add("deactivate");
    else {
      add("activate");
      const away = b.rivals(c.name);
      if (away.length) deeds.push(this.deed("switch to", `switch to ${c.name}, from ${away.join(", ")}`, id("switch"), () => b.activate(c.name)));
    }
    if (c.state === "inactive") deeds.push(this.deed("clean up", `clean ${c.name} up, so that all its parameters can be set`, id("cleanup"), () => b.order("cleanup", name)));
    if (c.state !== "active") add("unload");
    const text = el("span", { class: "soft" }), bar = el("meter", { min: 0, max: 1, high: 0.8, "aria-label": `budget that ${c.name} uses` });
    if (c.budget_ns) this.used.set(c.name, [text, bar, c.budget_ns / 1e3]);
    const more = el("details", { open: this.open.has(c.name) }, el("summary", { id: id("more") }, `${c.parameters?.length ?? 0} parameters, what it claims and reads`),
      ...this.links(c), ...(c.parameters ?? []).map((p) => this.parameter(c, p)));
    more.addEventListener("toggle", () => void (more.open ? this.open.add(c.name) : this.open.delete(c.name)));
    return el("div", { class: "card", "data-controller": c.name, "data-is": c.state },
      el("div", { class: "row" }, el("b", {}, c.name), el("span", { class: "soft", title: "its type" }, c.type), el("span", { class: `life ${c.state}` }, c.state),
        el("span", { class: "soft", title: "how often it is updated, and its place in the order of the data flow" }, `${hertz(c.period_ns)}${place >= 0 ? `, no. ${place + 1}` : ""}`)),
      c.budget_ns ? el("div", { class: "row" }, bar, text, c.slow ? el("span", { class: "wrong" }, `${c.slow} updates beyond it`) : null) : null,
      c.fault ? el("p", { class: "wrong" }, c.fault) : null, c.restraint ? el("p", { class: "restraint" }, c.restraint) : null,
      el("div", { class: "row deeds" }, ...deeds), more);
  }

  private links(c: ControllerListing): HTMLElement[] {
    const say = (what: string, list: string[] | null) => (list?.length ? [el("p", {}, el("span", { class: "soft" }, `${what} `), list.join(", "))] : []);
    return [...say("claims", c.claims), ...say("reads", c.reads), ...say("offers", c.offers), ...say("updated before", c.before), ...say("if it fails", c.fallbacks),
      ...c.budget_ns ? [] : [el("p", { class: "soft" }, "It has no budget, and so is not timed.")]];
  }

  private parameter(c: ControllerListing, p: ParameterListing): HTMLElement {
    const id = `set-${c.name}-${p.name}`, can = p.live || c.state === "unconfigured";
    const field = p.type.startsWith("truth") ? el("select", { id }, el("option", {}, "true"), el("option", {}, "false")) : el("input", { id, spellcheck: "false" });
    field.value = p.value;
    field.disabled = !can;
    field.title = can ? p.type : `${p.type}: can be set before the controller is configured; clean it up first`;
    field.addEventListener("change", () => {
      this.board.order("set", { Name: c.name, Parameter: p.name, Value: field.value }).then(
        (r) => this.say(`${c.name}.${p.name} = ${field.value}: ${taken(r)}`, false), (e: unknown) => {
          field.value = p.value;
          this.say(`refused: ${reason(e)}`, true);
        });
    });
    const range = p.min || p.max ? `${p.min} … ${p.max}` : "";
    return el("div", { class: "param" }, el("label", { for: id, title: p.help }, p.name), el("span", { class: "field" }, field),
      [p.unit, range, p.help].some(Boolean) ? el("span", { class: "unit" }, [p.unit, range, p.help].filter(Boolean).join(", ")) : null);
  }

  private component(h: HardwareListing): HTMLElement {
    const to = (state: string, verb: string) => this.deed(verb, `${verb} ${h.name}`, `${verb}-hardware-${h.name}`, () => this.board.order("hardware", { Name: h.name, State: state }));
    const deeds = { unconfigured: [to("inactive", "configure"), to("active", "activate")], inactive: [to("active", "activate"), to("unconfigured", "clean up")], active: [to("inactive", "deactivate")] }[h.state] ?? [];
    return el("div", { class: "card", "data-hardware": h.name, "data-is": h.state },
      el("div", { class: "row" }, el("b", {}, h.name), el("span", { class: "soft" }, h.type), el("span", { class: `life ${h.state}` }, h.state), el("span", { class: "soft" }, hertz(h.period_ns)),
        h.commands ? el("span", { class: "soft", title: `the commands in use; ${h.limits}` }, `by ${h.commands}`) : null),
      h.fault ? el("p", { class: "wrong" }, h.fault) : null, el("div", { class: "row deeds" }, ...deeds));
  }

  private interfaces(): void {
    const l = this.board.listing;
    this.cells = [];
    this.rows.replaceChildren(...([["command", l?.commands], ["state", l?.states]] as const).flatMap(([role, list]) => (list ?? []).map((e) => this.row(role, e))));
    this.sift();
  }

  private row(role: "state" | "command", e: InterfaceListing): HTMLElement {
    const cell = el("td", { class: "num" });
    const row = el("tr", { "data-interface": `${role} ${e.name}` }, el("td", { title: `${e.name}: ${role} of ${e.of}` }, el("span", { class: "soft" }, role === "command" ? "▸\u00a0" : "◂\u00a0"), ...e.name.split(/(?<=\/)/).flatMap((part) => [part, el("wbr")])), cell, el("td", {}, e.unit),
      el("td", {}, e.claimed || (e.available ? "" : "unavailable")));
    this.cells.push({ role, name: e.name, row, cell });
    return row;
  }

  private sift(): void {
    const words = this.filter.value.toLowerCase().split(/\s+/);
    for (const c of this.cells) c.row.hidden = !words.every((w) => `${c.role} ${c.name}`.toLowerCase().includes(w));
  }

  /** values writes the numbers while they are visible. */
  private values(): void {
    if (!byId("control").clientHeight) return;
    for (const c of this.cells) {
      const s = (this.board.value(c.role, c.name) ?? []).map((v) => v === null || v === undefined ? "–" : v.toFixed(4).replace("-", "−")).join(" ");
      if (c.cell.textContent !== s) c.cell.textContent = s;
    }
    for (const [name, [text, bar, budget]] of this.used) {
      const took = this.board.value("took", name)?.[0] ?? 0, s = `${took.toFixed(1)} of ${span(budget * 1e3)} used`;
      if (text.textContent !== s) text.textContent = s;
      bar.value = took / budget;
    }
  }

  private loader(): HTMLElement {
    const name = el("input", { id: "load-name", placeholder: "name", "aria-label": "name of the controller to load", size: 8 }), type = el("select", { id: "load-type", "aria-label": "type of the controller to load" });
    return el("div", { class: "row deeds" }, this.deed("load", "load a controller", "load", () => this.board.order("load", { Name: name.value.trim(), Type: type.value })), name, type);
  }
}

function hertz(ns: number): string { return ns ? `${+(1e9 / ns).toPrecision(4)} Hz` : ""; }
