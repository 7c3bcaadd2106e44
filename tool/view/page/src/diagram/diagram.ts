// The diagram. The program lays it out, given what is folded and the pane's size; after that only texts and classes change.
import { button, byId, el, say, Setting, svg } from "../dom";
import { broken, rateText, type Item, type Model } from "../model";
import type { Drawing, Reply, Request } from "../wire";
import { Surface } from "./canvas";
import { criticalEdges } from "./critical";
import { draw, edgeId, fitting, hasInside, rateRoom, type Picture } from "./draw";

const kinds = { R: "reactor", P: "port", X: "reaction", T: "trigger", M: "mode" } as const;
const letters = { reactor: "R", port: "P", reaction: "X", trigger: "T", mode: "M" } as const;

function item(id: string): Item { return { kind: kinds[id[0] as keyof typeof kinds], id: +id.slice(1) }; }
function key(i: Item): string { return letters[i.kind] + i.id; }

/** What the reader can do with something in the diagram. */
export interface Deeds {
  breakAt(i: Item): void;
  plot(i: Item): void;
}

export class Diagram {
  private host = byId<HTMLElement>("diagram") as unknown as SVGSVGElement;
  private layer = svg("g", { class: "layer" });
  private surface = new Surface(this.host, this.layer, () => this.zoomed());
  private tip = el("div", { class: "tip", role: "tooltip", hidden: true });
  private picture?: Picture;
  private folded = new Set<number>();
  private chosen = false; // the reader has folded something; otherwise the program does, so that everything is legible
  private unlaid = false; // the pane had no size when a picture was wanted
  private focus?: string;
  private over?: string;
  private asking?: Promise<void>;
  private kept = new Setting<Record<string, number[]>>("folded", {});

  constructor(private model: Model, private deeds: Deeds, private ask: (r: Request) => Promise<Reply>) {
    this.host.append(this.layer);
    byId("diagram-panel").append(this.tip);
    const tool = (face: string, title: string, f: () => void) => button(face, title, f, { class: "quiet" });
    byId("diagram-tools").append(
      button("auto", "fold what could not be read, as at first", () => this.automatic(), { class: "quiet text" }),
      tool("fold", "fold all reactors", () => this.foldAll()), tool("unfold", "unfold all reactors", () => this.unfoldAll()),
      tool("minus", "zoom out (−)", () => this.surface.zoom(0.8)), tool("plus", "zoom in (+)", () => this.surface.zoom(1.25)),
      tool("fit", "show the whole diagram (0)", () => this.fit()));
    this.host.addEventListener("click", (e) => this.click(e));
    this.host.addEventListener("dblclick", (e) => this.double(e));
    this.host.addEventListener("contextmenu", (e) => this.menu(e));
    this.host.addEventListener("keydown", (e) => this.key(e));
    this.host.addEventListener("pointermove", (e) => this.hover(e));
    this.host.addEventListener("pointerleave", () => this.hover());
    this.host.addEventListener("focusin", (e) => this.focused(e));
    model.on("program", () => this.show());
    model.on("rates", () => this.rates());
    model.on("state", () => this.marks());
    model.on("selection", () => this.selection());
    let known = "", due = 0;
    new ResizeObserver(() => {
      const size = `${this.host.clientWidth} ${this.host.clientHeight}`;
      if (!this.host.clientWidth || size === known && !this.unlaid) return;
      known = size;
      if (!this.unlaid && (!this.picture || !this.surface.fitted)) return;
      if (this.surface.fitted) this.fit(); // first unchanged, and soon in rows that suit the pane
      clearTimeout(due);
      due = window.setTimeout(() => void this.layout(), 150);
    }).observe(this.host);
  }

  private show(): void {
    const g = this.model.graph;
    byId("diagram-panel").hidden = !g;
    this.layer.replaceChildren();
    this.picture = undefined;
    if (!g) return;
    const kept = this.kept.get()[this.model.program];
    this.chosen = !!kept;
    this.folded = new Set((kept ?? []).filter((r) => r > 0 && r < g.Reactors.length && hasInside(g, r)));
    this.host.setAttribute("aria-label", `diagram of ${g.Name}: ${g.Reactors.length} reactors, ${g.Ports?.length ?? 0} ports, ${g.Reactions?.length ?? 0} reactions. Arrow keys go from one to the next.`);
    setTimeout(() => void this.layout(), 0); // the rest of the page first
  }

  /** layout requests a new picture, in which anchor keeps its place on the screen. One is made at a time. */
  private layout(anchor?: string): Promise<void> {
    const next: Promise<void> = (this.asking ?? Promise.resolve()).then(() => (this.asking === next ? this.lay(anchor) : undefined)); // only the latest request
    this.asking = next;
    return next;
  }

  private async lay(anchor?: string): Promise<void> {
    const g = this.model.graph, note = byId("diagram-note"), { clientWidth: width, clientHeight: height } = this.host;
    this.unlaid = !!g && (width < 40 || height < 40);
    if (!g || this.unlaid) return;
    this.host.setAttribute("aria-busy", "true");
    if (!this.picture) note.textContent = "laying out …";
    try {
      const begin = performance.now();
      const r = await this.ask({ do: "layout", width, height, folded: this.chosen ? [...this.folded] : null });
      const made = r.data as { folded: number[] | null; drawing: Drawing };
      if (g !== this.model.graph) return;
      if (!this.chosen) this.folded = new Set(made.folded ?? []);
      const old = anchor ? this.picture?.boxes.get(anchor) : undefined, fitted = this.surface.fitted || !this.picture;
      this.picture = draw(made.drawing, this.model);
      this.layer.replaceChildren(this.picture.root);
      this.host.dataset.layout = (performance.now() - begin).toFixed(0);
      const now = anchor ? this.picture.boxes.get(anchor) : undefined;
      if (fitted) this.fit();
      else if (old && now) this.surface.pan((old.x - now.x) * this.surface.k, (old.y - now.y) * this.surface.k);
      note.textContent = "";
      this.light();
      this.zoomed();
      this.marks();
      this.selection();
      this.rove(anchor ?? this.focus);
    } catch (e) {
      if (!this.picture) note.textContent = `the diagram cannot be laid out: ${(e as Error).message}`;
    } finally {
      this.host.removeAttribute("aria-busy");
    }
  }

  fit(): void { if (this.picture) this.surface.fit(this.picture.width, this.picture.height); }

  private foldAll(): void {
    const g = this.model.graph!;
    this.refold(new Set(g.Reactors.map((_, r) => r).filter((r) => r > 0 && hasInside(g, r))));
  }
  private unfoldAll(): void { this.refold(new Set()); }
  private refold(folded: Set<number>, anchor?: string): void {
    this.folded = folded;
    this.chosen = true;
    this.kept.set({ ...this.kept.get(), [this.model.program]: [...folded] });
    void this.layout(anchor);
  }

  /** automatic lets the program choose what is folded. */
  private automatic(): void {
    const { [this.model.program]: _, ...rest } = this.kept.get();
    this.kept.set(rest);
    this.chosen = false;
    this.surface.fitted = true;
    void this.layout();
  }

  /** fold closes or opens a reactor. */
  fold(r: number, on = !this.folded.has(r)): void {
    if (!hasInside(this.model.graph!, r) || on === this.folded.has(r)) return;
    const folded = new Set(this.folded);
    if (on) folded.add(r);
    else folded.delete(r);
    this.refold(folded, "R" + r);
    say(`${this.model.path({ kind: "reactor", id: r })} ${on ? "folded" : "unfolded"}`);
  }

  /** reveal brings something into view, and opens the reactors that contain it. */
  async reveal(i: Item): Promise<void> {
    const g = this.model.graph;
    if (!g) return;
    const folded = new Set(this.folded);
    let r = i.kind === "reactor" ? g.Reactors[i.id].Parent : this.home(i);
    if (i.kind === "port") r = g.Reactors[r].Parent;
    for (; r >= 0; r = g.Reactors[r].Parent) folded.delete(r);
    if (folded.size !== this.folded.size) {
      this.folded = folded;
      this.chosen = true;
      await this.layout();
    }
    const box = this.picture?.boxes.get(key(i));
    if (box) this.surface.reveal(box);
  }

  private home(i: Item): number {
    const g = this.model.graph!;
    if (i.kind === "reactor") return i.id;
    const list = { port: g.Ports, reaction: g.Reactions, trigger: g.Triggers, mode: g.Modes }[i.kind];
    return list![i.id].Reactor;
  }

  private at(e: Event): string | undefined {
    const at = e.target as Element, edge = at.closest<SVGGElement>("[data-edge^=C]")?.dataset.edge;
    if (edge) return "P" + this.model.graph!.Connections![+edge.slice(1)].From; // a connection represents what it carries
    return at.closest<SVGGElement>("[data-item]")?.dataset.item;
  }

  private click(e: MouseEvent): void {
    if (this.surface.dragged()) return;
    const fold = (e.target as Element).closest<SVGGElement>("[data-fold]");
    if (fold) this.fold(+fold.dataset.fold!);
    else {
      const id = this.at(e);
      if (id) this.rove(id);
      this.model.select(id ? item(id) : undefined);
    }
  }

  private double(e: MouseEvent): void {
    const id = this.at(e);
    if (id?.[0] === "R") this.fold(+id.slice(1));
    else if (id?.[0] === "P") this.deeds.plot(item(id));
  }

  private menu(e: MouseEvent): void {
    e.preventDefault();
    const id = this.at(e);
    if (id && (id[0] === "P" || id[0] === "X")) this.deeds.breakAt(item(id));
  }

  private hover(e?: PointerEvent): void {
    const id = e && e.buttons === 0 ? this.at(e) : undefined;
    if (e && id) {
      const r = this.host.getBoundingClientRect(), x = e.clientX - r.left, right = x > r.width / 2;
      this.tip.style.cssText = `top:${e.clientY - r.top + this.host.parentElement!.offsetTop + 14}px;${right ? `right:${r.width - x}px` : `left:${x + 10}px`}`;
    }
    if (id !== this.over) {
      this.over = id;
      this.selection();
    }
    this.tell();
  }

  /** tell writes what is known about the thing under the pointer. */
  private tell(): void {
    const i = this.over ? item(this.over) : undefined;
    const bare = !i || i.kind === "mode" || i.kind === "reactor" && this.over === "R0";
    this.tip.hidden = bare;
    if (bare || !i) return;
    const t = this.model.topic(i), r = t && this.model.rate.get(t.id), lines = [this.model.path(i)];
    const g = this.model.graph!;
    if (i.kind === "port") {
      lines.push(g.Ports![i.id].Type);
      const also = this.picture?.also.get(this.over!);
      if (also) lines.push(`with ${also.map((p) => g.Ports![p].Name).join(", ")}`);
    }
    if (i.kind === "reactor") lines.push(g.Reactors[i.id].Type);
    if (r) lines.push(`${rateText(r.hz)} Hz`, r.last);
    if (i.kind === "reaction") {
      const us = this.model.took.get(i.id), n = this.model.misses.get(i.id);
      if (us !== undefined) lines.push(`${us.toFixed(1)} µs`);
      if (n) lines.push(`${n} deadline ${n === 1 ? "miss" : "misses"}`);
    }
    this.tip.replaceChildren(...lines.filter(Boolean).map((s, k) => el(k === 0 ? "b" : "span", {}, s)));
  }

  private focused(e: FocusEvent): void {
    const id = this.at(e);
    if (id && id !== this.focus) this.rove(id);
  }

  /** rove makes an element the only one that Tab reaches. */
  private rove(id?: string): void {
    const all = this.picture?.things;
    if (!all) return;
    if (this.focus) all.get(this.focus)?.setAttribute("tabindex", "-1");
    this.focus = id && all.has(id) ? id : all.keys().next().value;
    if (this.focus) all.get(this.focus)?.setAttribute("tabindex", "0");
  }

  private key(e: KeyboardEvent): void {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const i = this.focus ? item(this.focus) : undefined, reactor = i?.kind === "reactor" ? i.id : undefined;
    const on = (e.target as Element) !== this.host && i;
    const fold = on && reactor !== undefined && hasInside(this.model.graph!, reactor);
    const keys: Record<string, () => void> = e.shiftKey && e.key.startsWith("Arrow") ? {
      ArrowLeft: () => this.surface.pan(50, 0), ArrowRight: () => this.surface.pan(-50, 0),
      ArrowUp: () => this.surface.pan(0, 50), ArrowDown: () => this.surface.pan(0, -50),
    } : {
      ArrowLeft: () => this.go(-1, 0), ArrowRight: () => this.go(1, 0), ArrowUp: () => this.go(0, -1), ArrowDown: () => this.go(0, 1),
      Enter: () => this.model.select(i), "0": () => this.fit(), f: () => this.fit(),
      b: () => { if (on) this.deeds.breakAt(i); }, p: () => { if (on) this.deeds.plot(i); },
      "+": () => (fold ? this.fold(reactor!, false) : this.surface.zoom(1.25)), "-": () => (fold ? this.fold(reactor!, true) : this.surface.zoom(0.8)),
    };
    keys["="] = keys["+"];
    const f = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!f) return;
    e.preventDefault();
    e.stopPropagation();
    f();
  }

  /** go moves the focus to the nearest thing in a direction. */
  private go(dx: number, dy: number): void {
    const p = this.picture, here = this.focus && p?.boxes.get(this.focus);
    if (!p || !here) return;
    const mid = (b: { x: number; y: number; w: number; h: number }) => ({ x: b.x + Math.min(b.w, 60) / 2, y: b.y + Math.min(b.h, 24) / 2 });
    const a = mid(here);
    let best: string | undefined, least = Infinity;
    for (const [id, box] of p.boxes) {
      const b = mid(box), along = (b.x - a.x) * dx + (b.y - a.y) * dy, aside = Math.abs((b.x - a.x) * dy) + Math.abs((b.y - a.y) * dx);
      if (id === this.focus || along < 3 || along + 2.5 * aside >= least) continue;
      least = along + 2.5 * aside;
      best = id;
    }
    if (!best) return;
    this.rove(best);
    p.things.get(best)!.focus({ preventScroll: true });
    this.surface.reveal(p.boxes.get(best)!);
  }

  /** zoomed hides names that are too small to read, and writes numbers that have room. */
  private zoomed(): void {
    for (const n of this.picture?.names ?? []) {
      const s = fitting(n, this.surface.k);
      if (n.text.textContent !== s) n.text.textContent = s;
    }
    this.rates();
  }

  /** rates writes the newest numbers; only texts that have changed are touched. */
  private rates(): void {
    const p = this.picture;
    if (!p || !this.host.clientWidth) return;
    const most = Math.floor((rateRoom - 6) / 7 * Math.max(1, this.surface.k)); // letters: when zoomed in, they are smaller relative to the picture
    for (const [port, { hz, value, below }] of p.rates) {
      const po = this.model.graph!.Ports![port], t = this.model.topic({ kind: "port", id: port }), r = t && this.model.rate.get(t.id);
      const last = below * Math.max(1, this.surface.k) < 28 ? "" : r?.last ?? "", v = last.length <= most ? last : this.surface.k > 1.4 ? `${last.slice(0, most - 1)}…` : "";
      if (value.textContent !== v) value.textContent = v;
      const s = r ? `${rateText(r.hz)} Hz` : "";
      if (hz.textContent === s) continue;
      hz.textContent = s;
      hz.classList.toggle("silent", r?.hz === 0);
      p.things.get("P" + port)?.setAttribute("aria-label", `port ${po.Name} of ${this.model.graph!.Reactors[po.Reactor].Path}, ${s}`);
    }
    const late = new Map<string, number>();
    for (const [reaction, n] of this.model.misses) {
      const id = this.visible({ kind: "reaction", id: reaction });
      late.set(id, (late.get(id) ?? 0) + n);
    }
    for (const [id, { text, before }] of p.marks) {
      const n = late.get(id), s = [before, n ? `${n} late` : ""].filter(Boolean).join(", ");
      if (text.textContent !== s) text.textContent = s;
    }
    this.tell();
  }

  /** visible is the id of a thing in the picture, or of the folded reactor that contains it. */
  private visible(i: Item): string {
    const p = this.picture!, g = this.model.graph!;
    if (p.things.has(key(i))) return key(i);
    let r = this.home(i);
    while (r > 0 && !p.things.has("R" + r)) r = g.Reactors[r].Parent;
    return "R" + r;
  }

  /** marks shows breakpoints and the reaction about to run. */
  private marks(): void {
    const p = this.picture, s = this.model.state;
    if (!p) return;
    for (const e of p.root.querySelectorAll(".broken, .now")) e.classList.remove("broken", "now");
    for (const b of s?.breaks ?? []) {
      const i = this.model.find(broken(b.text));
      if (i) p.things.get(this.visible(i))?.classList.add("broken");
    }
    const now = s?.reaction ? this.model.find(s.reaction) : undefined;
    if (!now) return;
    const id = this.visible(now);
    p.things.get(id)?.classList.add("now");
    if (!s?.running && this.surface.k > 0.3 && p.boxes.has(id)) this.surface.reveal(p.boxes.get(id)!);
  }

  /** light highlights the critical path. */
  private light(): void {
    const p = this.picture!, lit = criticalEdges(this.model);
    for (const id of lit) p.edges.get(id)?.classList.add("critical");
    for (const r of this.model.critical) p.things.get(this.visible({ kind: "reaction", id: r }))?.classList.add("critical");
    for (const id of lit) { // on top of the others
      const e = p.edges.get(id);
      e?.parentNode?.append(e);
    }
  }

  /** selection marks what is selected or under the pointer, with its wires. */
  private selection(): void {
    const p = this.picture;
    if (!p) return;
    for (const e of p.root.querySelectorAll(".selected, .along")) e.classList.remove("selected", "along");
    const chosen = this.model.selected && key(this.model.selected);
    if (chosen) p.things.get(chosen)?.classList.add("selected");
    for (const id of [chosen, this.over]) if (id) for (const e of this.along(id)) p.edges.get(e)?.classList.add("along");
  }

  /** along lists the edges that belong to a thing; for a port, all that its value reaches at the same tag. */
  private along(id: string): string[] {
    const g = this.model.graph!, n = +id.slice(1), out: string[] = [];
    const ends = (ref: { Kind: number; ID: number }) => id[0] === "P" ? ref.Kind === 0 && ports.has(ref.ID) : ref.Kind === 1 && ref.ID === n;
    const ports = new Set<number>();
    if (id[0] === "P") {
      ports.add(this.model.source(n));
      for (const p of ports) for (const c of this.model.from(p)) {
        out.push("C" + g.Connections!.indexOf(c));
        if (!c.Delayed && !c.Physical) ports.add(c.To);
      }
    }
    if (id[0] !== "X" && id[0] !== "P" && id[0] !== "T") return out;
    g.Reactions?.forEach((r, x) => {
      for (const [kind, refs] of [["t", r.Triggers], ["u", r.Uses], ["e", r.Effects]] as const) {
        for (const ref of refs ?? []) if (id === "X" + x || ends(ref)) out.push(edgeId(kind, x, ref));
      }
    });
    return out;
  }
}
