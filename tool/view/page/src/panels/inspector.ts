// What is known about the selected thing, and what can be done with it.
import { byId, dotted, el, say } from "../dom";
import { rateText, span, triggerKinds, type Item, type Model } from "../model";
import type { Plots } from "../plots/plots";
import { dragType } from "../plots/chart";
import type { GReaction, GRef, Reply, Request, Topic } from "../wire";
import type { Console } from "./console";
import { notify, showTab } from "./layout";

type Row = [string, string | Node | null | undefined | false];

export class Inspector {
  private box = byId("inspector");
  private live: { hz: HTMLElement; last: HTMLElement; misses: HTMLElement; took: HTMLElement } | undefined;
  private full?: HTMLElement;
  private alone?: Topic; // a topic that is not in the diagram: a sensor, an actuator's command
  private printing = new Set<number>(); // topics
  private asked = 0;

  constructor(private model: Model, private console: Console, private plots: Plots, private ask: (r: Request) => Promise<Reply>, private reveal: (i: Item) => void) {
    model.on("program", () => this.printing.clear());
    model.on("selection", () => {
      this.alone = undefined;
      this.show();
    });
    model.on("rates", () => this.rates());
    model.on("state", () => this.state());
    plots.onChange(() => this.show());
  }

  private show(): void {
    const i = this.model.selected;
    this.live = undefined;
    this.full = undefined;
    if (!i && this.alone) {
      this.showAlone(this.alone);
      return;
    }
    if (!i || !this.model.graph) {
      this.overview();
      return;
    }
    const path = this.model.path(i), topic = this.model.topic(i);
    this.live = this.numbers();
    this.full = el("pre", { class: "full", tabindex: 0, "aria-label": "whole value" });
    this.full.hidden = true;
    const list = el("dl", {});
    for (const [name, value] of this.rows(i, topic)) if (value) list.append(el("dt", {}, name), el("dd", {}, value));
    this.box.replaceChildren(el("h3", { class: "path", title: path }, el("span", { class: "what" }, i.kind), path), list, this.deeds(i, path, topic), topic?.columns?.length ? this.columns(topic, path) : "", this.full);
    this.rates();
    void this.whole();
  }

  /** overview describes the whole program. */
  private overview(): void {
    const g = this.model.graph;
    if (!g) {
      this.box.replaceChildren(el("p", { class: "empty" }, "This program does not describe itself."));
      return;
    }
    const all = g.Reactions ?? [], dl = el("dl", { class: "overview" }), count = (n: number | undefined, one: string) => `${n ?? 0} ${one}${n === 1 ? "" : "s"}`;
    const row = (name: string, value: string | Node | false | null) => { if (value) dl.append(el("dt", {}, name), el("dd", {}, value)); };
    row("holds", [count(g.Reactors.length, "reactor"), count(all.length, "reaction"), count(g.Ports?.length, "port"), count(g.Connections?.length, "connection")].join(", "));
    row("enclaves", String(new Set(g.Reactors.map((r) => r.Enclave)).size));
    const ticks = (g.Triggers ?? []).filter((t) => t.Kind === 3);
    const lines = (all: string[]) => all.length > 0 && el("div", { class: "list" }, ...all.map((s) => el("span", {}, dotted(s))));
    row("timers", lines(ticks.map((t) => `${t.Path} ${t.Period ? `every ${span(t.Period)}` : "once"}`)));
    const late = all.filter((r) => r.HasDeadline), chain = [...this.model.critical].map((i) => all[i]).filter(Boolean);
    row("deadlines", late.length > 0 && this.list(late));
    row("longest chain", chain.length > 0 && this.list(chain));
    const inputs = this.model.topics.filter((t) => t.kind === "door");
    row("inputs", lines(inputs.map((t) => t.name.replace(/^door\//, ""))));
    row("parameters", lines(this.model.params.map((p) => `${p.path} ${JSON.stringify(p.value)} ${p.unit ?? ""}`)));
    this.box.replaceChildren(el("h3", { class: "path" }, el("span", { class: "what" }, "program"), g.Name), dl,
      el("p", { class: "empty" }, "Click anything in the diagram: here is what it holds and what can be done with it."));
  }

  private numbers(): NonNullable<Inspector["live"]> {
    return { hz: el("span", {}, "–"), last: el("span", { class: "mono" }, "–"), misses: el("span", {}, "0"), took: el("span", {}, "–") };
  }

  /** topic shows a topic that is not in the diagram. */
  topic(t: Topic): void {
    this.model.select(undefined);
    this.alone = t;
    this.show();
  }

  private showAlone(t: Topic): void {
    this.live = this.numbers();
    const list = el("dl", {});
    for (const [name, value] of [["type", el("code", {}, t.type)], ["rate", this.live.hz], ["last value", this.live.last]] as const) list.append(el("dt", {}, name), el("dd", {}, value));
    const on = this.printing.has(t.id), print = el("button", { type: "button", "data-deed": "print", "aria-pressed": on, onclick: () => void this.print(t, !on) }, on ? "Stop printing" : "Print");
    this.box.replaceChildren(el("h3", { class: "path" }, el("span", { class: "what" }, t.kind), t.name), list, el("div", { class: "deeds" }, print), t.columns?.length ? this.columns(t, t.name) : "");
    this.rates();
  }

  private rows(i: Item, topic: Topic | undefined): Row[] {
    const g = this.model.graph!, live = this.live!;
    const value: Row[] = topic ? [["rate", live.hz], ["last value", live.last]] : [];
    switch (i.kind) {
      case "port": {
        const p = g.Ports![i.id];
        return [["type", el("code", {}, p.Type)], ...value, ["set by", this.list(this.model.writers(i.id))], ["read by", this.list(this.model.readers(i.id))]];
      }
      case "reaction": {
        const r = g.Reactions![i.id];
        return [["number", `${r.Number}, level ${r.Level}`], ["triggers", this.refs(r.Triggers)], ["uses", this.refs(r.Uses)], ["sets", this.refs(r.Effects)],
          ["deadline", r.HasDeadline && span(r.Deadline)], ["missed", r.HasDeadline && live.misses], ["takes", live.took],
          ["critical path", this.model.critical.has(i.id) && "yes: part of the chain that takes longest"]];
      }
      case "trigger": {
        const t = g.Triggers![i.id];
        return [["kind", triggerKinds[t.Kind]], ["type", t.Type && el("code", {}, t.Type)], ["offset", t.Kind === 3 && span(t.Offset)], ["period", t.Kind === 3 && (t.Period ? span(t.Period) : "once")],
          ["min. delay", t.Kind >= 4 && span(t.MinDelay)], ["min. spacing", t.MinSpacing > 0 && `${span(t.MinSpacing)}, ${t.Policy}`], ...value,
          ["triggers", this.list((g.Reactions ?? []).filter((r) => r.Triggers?.some((e) => e.Kind === 1 && e.ID === i.id)))],
          ["scheduled by", this.list((g.Reactions ?? []).filter((r) => r.Effects?.some((e) => e.Kind === 1 && e.ID === i.id)))]];
      }
      case "reactor": {
        const r = g.Reactors[i.id];
        return [["type", el("code", {}, r.Type)], ["enclave", String(r.Enclave)], ["what", r.Doc], ["holds", `${r.Children?.length ?? 0} reactors, ${r.Reactions?.length ?? 0} reactions, ${r.Ports?.length ?? 0} ports`],
          ["reactions", this.list((r.Reactions ?? []).map((x) => g.Reactions![x]))]];
      }
      default:
        return [["initial", g.Modes![i.id].Initial ? "yes" : "no"]];
    }
  }

  private link(path: string): HTMLElement {
    return el("button", { type: "button", class: "link", onclick: () => this.go(path) }, dotted(path));
  }

  private go(path: string): void {
    const i = this.model.find(path);
    if (!i) return;
    this.model.select(i);
    this.reveal(i);
  }

  private list(rs: GReaction[]): HTMLElement | null {
    return rs.length ? el("span", { class: "list" }, ...rs.map((r) => this.link(r.Path))) : null;
  }

  private refs(refs: GRef[] | null): HTMLElement | null {
    const g = this.model.graph!, lists = [g.Ports, g.Triggers, g.Modes];
    return refs?.length ? el("span", { class: "list" }, ...refs.map((r) => this.link(lists[r.Kind]![r.ID].Path))) : null;
  }

  private deeds(i: Item, path: string, topic: Topic | undefined): HTMLElement {
    const box = el("div", { class: "deeds" }), add = (text: string, id: string, title: string, f: () => void, pressed?: boolean) =>
      box.append(el("button", { type: "button", "data-deed": id, title, onclick: f, "aria-pressed": pressed }, text));
    if (topic) {
      const on = this.printing.has(topic.id);
      add(on ? "Stop printing" : "Print", "print", "every value as a row of the event table", () => void this.print(topic, !on), on);
    }
    if (this.model.debug && (i.kind === "port" || i.kind === "reaction")) {
      const b = this.model.breakAt(path);
      add(b ? "Remove breakpoint" : "Break here", "break", i.kind === "port" ? "stop when this port is set" : "stop before this reaction", () => void this.toggleBreak(i), !!b);
      const r = i.kind === "reaction" ? this.model.graph!.Reactions![i.id] : undefined;
      if (r?.HasDeadline) add("Break on miss", "break-miss", "stop when it misses its deadline", () => void this.console.run(`break miss ${path}`));
    }
    if (this.model.debug && (i.kind === "port" || i.kind === "trigger")) add("Why?", "why", "what led to this value", () => void this.why(path));
    return box;
  }

  /** columns offers the numbers in a topic's value for plots and conditional breakpoints. */
  private columns(topic: Topic, path: string): HTMLElement {
    const chips = topic.columns!.map((c) => {
      const chip = el("button", { type: "button", class: "chip", draggable: true, "data-column": c, title: "plot; drag it onto a plot to put it there", onclick: (e: MouseEvent) => void this.plot(topic, c, e.shiftKey) }, c || "value");
      chip.addEventListener("dragstart", (e) => e.dataTransfer?.setData(dragType, JSON.stringify({ topic: topic.id, column: c })));
      return chip;
    });
    const into = this.plots.into();
    const box = el("div", { class: "columns" }, el("h4", {}, into ? `Plot a column: its own plot, with Shift in “${into.spec.title}”` : "Plot a column"), el("div", { class: "chips" }, ...chips));
    if (into) box.append(el("label", { class: "inline" }, el("input", { type: "checkbox", id: "plot-into" }), `into “${into.spec.title}”`));
    if (this.model.debug && this.model.selected?.kind === "port") box.append(this.condition(topic, path));
    return box;
  }

  private condition(topic: Topic, path: string): HTMLElement {
    const column = el("select", { "aria-label": "column" }, ...topic.columns!.map((c) => el("option", { value: c }, c || "value")));
    const op = el("select", { "aria-label": "comparison" }, ...["==", "!=", "<", "<=", ">", ">=", "changes"].map((o) => el("option", {}, o)));
    const number = el("input", { type: "number", step: "any", value: "0", "aria-label": "number" });
    op.value = ">";
    op.addEventListener("change", () => { number.hidden = op.value === "changes"; });
    return el("form", { class: "condition", onsubmit: (e: Event) => {
      e.preventDefault();
      void this.console.run(["break port", path, column.value, op.value, op.value === "changes" ? "" : number.value].filter(Boolean).join(" "));
    } }, el("span", {}, "Break if"), column, op, number, el("button", { type: "submit" }, "Set"));
  }

  private async plot(topic: Topic, column: string, shift: boolean): Promise<void> {
    const chosen = shift || (document.getElementById("plot-into") as HTMLInputElement | null)?.checked;
    await this.plots.plot(topic, column, chosen ? this.plots.into() : undefined).catch((e: Error) => notify(`plot: ${e.message}`, true));
  }

  /** plotItem plots a thing's only column, or lets the reader choose. */
  plotItem(i: Item): void {
    const t = this.model.topic(i);
    if (t?.columns?.length !== 1) this.model.select(i);
    this.offer(t);
  }

  /** plotTopic does the same for a topic. */
  plotTopic(t: Topic): void {
    const i = this.model.find(t.name);
    if (t.columns?.length !== 1) {
      if (i) this.model.select(i);
      else this.topic(t);
    }
    this.offer(t);
  }

  private offer(t: Topic | undefined): void {
    if (!t?.columns?.length) notify(t ? `${t.name} holds no number to plot` : "nothing of that can be plotted");
    else if (t.columns.length === 1) void this.plot(t, t.columns[0], false);
    else {
      showTab("inspector-tab");
      this.box.querySelector<HTMLElement>(".chip")?.focus();
      say(`${t.columns.length} columns: choose one`);
    }
  }

  private async print(topic: Topic, on: boolean): Promise<void> {
    try {
      await this.ask({ do: "print", topic: topic.id, on });
      if (on) this.printing.add(topic.id);
      else this.printing.delete(topic.id);
      if (on) showTab("events-tab");
    } catch (e) {
      notify(`print: ${(e as Error).message}`, true);
    }
    this.show();
  }

  /** toggleBreak sets a breakpoint at a thing, or removes it. */
  async toggleBreak(i: Item): Promise<void> {
    if (!this.model.debug) {
      notify("this program runs by itself: it takes no breakpoints", true);
      return;
    }
    const path = this.model.path(i), b = this.model.breakAt(path);
    await this.console.run(b ? `delete ${b.id}` : `break ${i.kind} ${path}`);
    say(b ? `breakpoint at ${path} removed` : `breakpoint at ${path}`);
  }

  private async why(path: string): Promise<void> {
    const r = await this.console.run(`why ${path}`, true);
    if (r && this.full) {
      this.full.hidden = false;
      this.full.textContent = r.text ?? "";
    }
  }

  /** whole shows the complete value while the run is paused. */
  private async whole(): Promise<void> {
    const i = this.model.selected, full = this.full, s = this.model.state;
    if (!full || !i || !this.model.debug || s?.running || i.kind === "reactor" || i.kind === "mode") return;
    const mine = ++this.asked;
    const text = await this.ask({ do: "command", line: `print ${this.model.path(i)}` }).then((r) => r.text ?? "", () => "");
    if (mine !== this.asked || full !== this.full) return;
    full.hidden = !text;
    full.textContent = text;
  }

  private state(): void {
    const path = this.model.selected && this.model.graph ? this.model.path(this.model.selected) : "";
    const b = this.box.querySelector<HTMLElement>("[data-deed=break]");
    if (b) {
      const on = !!this.model.breakAt(path);
      b.textContent = on ? "Remove breakpoint" : "Break here";
      b.setAttribute("aria-pressed", String(on));
    }
    if (!this.model.state?.running) void this.whole();
  }

  private rates(): void {
    const i = this.model.selected, live = this.live;
    if (!live || !this.box.clientHeight) return;
    const t = i ? this.model.topic(i) : this.alone, r = t && this.model.rate.get(t.id);
    if (r) {
      live.hz.textContent = `${rateText(r.hz)} Hz`;
      live.last.textContent = r.last;
    }
    if (i?.kind !== "reaction") return;
    live.misses.textContent = String(this.model.misses.get(i.id) ?? 0);
    const us = this.model.took.get(i.id);
    live.took.textContent = us === undefined ? "–" : `${us.toFixed(1)} µs on average`;
  }
}
