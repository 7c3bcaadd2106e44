// Draws a laid-out diagram as SVG in Lingua Franca's visual language.
import { svg } from "../dom";
import type { Model } from "../model";
import type { GClass, GConnection, Graph } from "../wire";
import { hasInside, sizes, triggerName } from "./build";
import type { ElkEdge, ElkNode, ElkPoint, ElkPort } from "./elk";

/** Picture is a drawn diagram: its elements by ELK id, and how large it is. */
export interface Picture {
  root: SVGGElement;
  width: number;
  height: number;
  things: Map<string, SVGGElement>;
  boxes: Map<string, { x: number; y: number; w: number; h: number }>;
  edges: Map<string, SVGGElement>;
  rates: Map<number, SVGTextElement>; // by port
  marks: Map<string, SVGTextElement>; // deadline misses, by id of a reaction or of what it is folded in
}

interface Pen { g: Graph; model: Model; folded: Set<number>; p: Picture; boxes: SVGGElement; wires: SVGGElement; things: SVGGElement }

const shown = (v: number) => (Math.round(v * 10) / 10).toString();

/** draw makes the picture of a laid-out graph. */
export function draw(root: ElkNode, model: Model, folded: Set<number>): Picture {
  const boxes = svg("g"), wires = svg("g"), things = svg("g");
  const p: Picture = {
    root: svg("g", { class: "picture" }, boxes, wires, things), width: root.width ?? 0, height: root.height ?? 0,
    things: new Map(), boxes: new Map(), edges: new Map(), rates: new Map(), marks: new Map(),
  };
  const pen: Pen = { g: model.graph!, model, folded, p, boxes, wires, things };
  for (const n of root.children ?? []) node(pen, n);
  for (const e of root.edges ?? []) edge(pen, e);
  return p;
}

/** thing makes a group that can be selected and have the focus. */
function thing(pen: Pen, id: string, name: string, data: Record<string, string>, box: { x: number; y: number; w: number; h: number }, ...kids: (Node | false)[]): SVGGElement {
  const g = svg("g", { class: "thing", tabindex: -1, role: "button", "aria-label": name, "data-item": id, ...data }, ...kids);
  pen.p.things.set(id, g);
  pen.p.boxes.set(id, box);
  return g;
}

function node(pen: Pen, n: ElkNode): void {
  const id = +n.id.slice(1);
  if (n.id[0] === "R") reactor(pen, n, id);
  else if (n.id[0] === "M") mode(pen, n, id);
  else if (n.id[0] === "X") reaction(pen, n, id);
  else trigger(pen, n, id);
  for (const c of n.children ?? []) node(pen, c);
  if (n.id[0] === "R") for (const p of n.ports ?? []) port(pen, p);
}

function depth(g: Graph, r: number): number {
  let n = 0;
  for (; g.Reactors[r].Parent >= 0; r = g.Reactors[r].Parent) n++;
  return n;
}

/** look is what the style of a reactor or connection says of its line. */
function look(pen: Pen, name: string | undefined, line: Record<string, string | number>): GClass | undefined {
  const c = pen.g.Classes?.find((c) => c.Name === name);
  if (c?.Dash) line["stroke-dasharray"] = c.Dash;
  if (c?.Heavy) line["stroke-width"] = 2;
  return c;
}

/** frame is the outline of a reactor's box. */
function frame(of: string, c: GClass | undefined, line: Record<string, string | number>, x: number, y: number, w: number, h: number): Node {
  const slant = (Math.atan2(8, h) * 180) / Math.PI, cx = x + w / 2, cy = y + h / 2;
  const turn: Record<string, string> = c?.Shape === 4 ? { transform: `translate(${cx} ${cy}) skewX(${-slant}) translate(${-cx} ${-cy})` } : {};
  return svg("rect", { class: of, x, y, width: w, height: h, rx: [8, 0, 3, Math.min(14, h / 2), 0][c?.Shape ?? 0], ...line, ...turn });
}

function reactor(pen: Pen, n: ElkNode, id: number): void {
  const r = pen.g.Reactors[id], x = n.x!, y = n.y!, w = n.width!, h = n.height!;
  const folds = hasInside(pen.g, id), folded = pen.folded.has(id), apart = r.Enclave !== pen.g.Reactors[r.Parent]?.Enclave;
  const bank = /^(.*)\[(\d+)\]$/.exec(r.Name);
  const name = svg("text", { x: x + (folds ? 22 : 9), y: y + 16, class: "name" }, bank ? bank[1] : r.Name,
    bank && svg("tspan", { class: "bank" }, `[${bank[2]}]`), apart && svg("tspan", { class: "enclave", dx: 6 }, `enclave ${r.Enclave}`));
  const line = {}, c = look(pen, r.Class, line), of = `reactor d${Math.min(depth(pen.g, id), 3)}${apart ? " apart" : ""}`;
  const label = `${c?.Text ?? "reactor"} ${r.Path}, ${r.Type}${apart ? `, enclave ${r.Enclave}` : ""}${folds ? (folded ? ", folded" : ", unfolded") : ""}`;
  const g = thing(pen, n.id, label, { "data-reactor": r.Path }, { x, y, w, h },
    bank ? svg("rect", { class: "shadow", x: x + 4, y: y + 4, width: w, height: h, rx: 8 }) : false,
    frame(of, c, line, x, y, w, h), c?.Double ? frame(of, c, line, x + 3, y + 3, w - 6, h - 6) : false,
    folds && svg("g", { class: "fold", "data-fold": String(id) }, svg("rect", { x: x + 6, y: y + 6, width: 11, height: 11, rx: 2.5 }),
      svg("path", { d: `M${x + 8.5} ${y + 11.5}h6${folded ? `m-3 -3v6` : ""}` })),
    name, farName(r.Name, x, y, w, h, folded || !folds),
    folded && svg("circle", { class: "dot", cx: x + w - 7, cy: y + 7, r: 4.5 }), folded && mark(pen, n.id, x + w - 14, y + 11, "late end"));
  if (folds) g.setAttribute("aria-expanded", String(!folded));
  pen.boxes.append(g);
}

/** mark is where deadline misses are counted. */
function mark(pen: Pen, id: string, x: number, y: number, of: string): SVGTextElement {
  const t = svg("text", { class: of, x, y });
  pen.p.marks.set(id, t);
  return t;
}

/** farName is a reactor's name as it is shown when the picture is small: as large as its box permits. */
function farName(name: string, x: number, y: number, w: number, h: number, alone: boolean): SVGTextElement {
  const most = Math.min((w - 8) / (0.56 * name.length), alone ? h * 0.6 : 38);
  return svg("text", { class: "farname", style: `--most:${most.toFixed(1)}px`, x: alone ? x + w / 2 : x + 8, y: alone ? y + h / 2 : y + 5, "text-anchor": alone ? "middle" : "start", "dominant-baseline": alone ? "central" : "hanging" }, name);
}

function mode(pen: Pen, n: ElkNode, id: number): void {
  const m = pen.g.Modes![id], x = n.x!, y = n.y!, w = n.width!, h = n.height!;
  pen.boxes.append(thing(pen, n.id, `mode ${m.Path}${m.Initial ? ", initial" : ""}`, { "data-mode": m.Path }, { x, y, w, h },
    svg("rect", { class: `mode${m.Initial ? " initial" : ""}`, x, y, width: w, height: h, rx: 8 }),
    svg("text", { x: x + w / 2, y: y + 16, class: "modename" }, m.Name)));
}

function lines(n: ElkNode, kind: string): SVGTextElement[] {
  const x = n.x! + n.width! / 2;
  return (n.labels ?? []).map((l, i) => svg("text", { class: `note ${kind}${i}`, x, y: n.y! + n.height! + 11 + 11 * i }, l.text));
}

function reaction(pen: Pen, n: ElkNode, id: number): void {
  const r = pen.g.Reactions![id], x = n.x!, y = n.y!, { w, h } = sizes.reaction, k = 8;
  pen.things.append(thing(pen, n.id, `reaction ${r.Number}, ${r.Path}${r.HasDeadline ? `, with a deadline` : ""}`, { "data-reaction": r.Path }, { x, y, w, h },
    svg("path", { class: "chevron", d: `M${x} ${y}h${w - k}l${k} ${h / 2}l${-k} ${h / 2}h${k - w}l${k} ${-h / 2}z` }),
    svg("text", { class: "number", x: x + w / 2 + 1, y: y + h / 2 + 4 }, String(r.Number)),
    svg("circle", { class: "dot", cx: x + 5, cy: y - 2, r: 4.5 }), mark(pen, n.id, x + w / 2, y - 3, "late"), ...lines(n, "r")));
}

function trigger(pen: Pen, n: ElkNode, id: number): void {
  const t = pen.g.Triggers![id], x = n.x!, y = n.y!, w = n.width!, h = n.height!, cx = x + w / 2, cy = y + h / 2;
  let shape: Node[];
  if (t.Kind === 3) shape = [svg("circle", { class: "symbol", cx, cy, r: w / 2 - 1 }), svg("path", { class: "hands", d: `M${cx} ${cy - 7}V${cy}l5 3` })];
  else if (t.Kind === 0) shape = [svg("circle", { class: "symbol", cx, cy, r: w / 2 - 1 })];
  else if (t.Kind === 1) shape = [svg("path", { class: "symbol", d: `M${cx} ${y}l${w / 2} ${h / 2}l${-w / 2} ${h / 2}l${-w / 2} ${-h / 2}z` })];
  else if (t.Kind === 2) shape = [svg("circle", { class: "symbol", cx, cy, r: w / 2 - 1 }), svg("text", { class: "letter", x: cx, y: cy + 3 }, "R")];
  else shape = [svg("path", { class: "symbol", d: `M${cx} ${y}L${x + w} ${y + h}H${x}z` }), svg("text", { class: "letter", x: cx, y: y + h - 3 }, t.Kind === 4 ? "L" : "P")];
  pen.things.append(thing(pen, n.id, `${triggerName(t)} of ${pen.g.Reactors[t.Reactor].Path || pen.g.Name}`, { "data-trigger": t.Path }, { x, y, w, h }, ...shape, ...lines(n, "t")));
}

function port(pen: Pen, n: ElkPort): void {
  const id = +n.id.slice(1), p = pen.g.Ports![id], x = n.x!, y = n.y!, w = n.width, h = n.height, input = p.Dir === 0;
  const l = n.labels?.[0];
  const rate = svg("text", { class: "rate", x: input ? x - 2 : x + w + 2, y: y + h / 2 - 2, "text-anchor": input ? "end" : "start" });
  if (pen.model.topicByName(p.Path) && (!input || !pen.model.to(id).some((c) => !c.Delayed && !c.Physical))) pen.p.rates.set(id, rate);
  pen.things.append(thing(pen, n.id, `port ${p.Name} of ${pen.g.Reactors[p.Reactor].Path}, ${input ? "input" : "output"}, ${p.Type}`, { "data-port": p.Path }, { x, y, w, h },
    svg("rect", { class: "hit", x: x - 3, y: y - 3, width: w + 6, height: h + 6 }),
    svg("path", { class: "port", d: `M${x} ${y}l${w} ${h / 2}l${-w} ${h / 2}z` }),
    l ? svg("text", { class: "portname", x: l.x!, y: l.y! + l.height - 3 }, l.text) : false,
    svg("circle", { class: "dot", cx: x + w / 2, cy: y - 3, r: 4 }), rate));
}

/** route writes a polyline with soft corners. */
function route(points: ElkPoint[]): string {
  let d = `M${shown(points[0].x)} ${shown(points[0].y)}`;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1], b = points[i], c = points[i + 1];
    if (!c) {
      d += `L${shown(b.x)} ${shown(b.y)}`;
      break;
    }
    const la = Math.hypot(b.x - a.x, b.y - a.y), lc = Math.hypot(c.x - b.x, c.y - b.y), k = Math.min(4, la / 2, lc / 2);
    if (k < 0.5) {
      d += `L${shown(b.x)} ${shown(b.y)}`;
      continue;
    }
    const p = { x: b.x + ((a.x - b.x) / la) * k, y: b.y + ((a.y - b.y) / la) * k }, q = { x: b.x + ((c.x - b.x) / lc) * k, y: b.y + ((c.y - b.y) / lc) * k };
    d += `L${shown(p.x)} ${shown(p.y)}Q${shown(b.x)} ${shown(b.y)} ${shown(q.x)} ${shown(q.y)}`;
  }
  return d;
}

function edgeClass(id: string, c: GConnection | undefined): string {
  if (c) return c.Physical ? "wire physical" : "wire";
  return { t: "wire trigger", u: "wire uses", e: "wire effect" }[id[0]] ?? "wire";
}

function edge(pen: Pen, e: ElkEdge): void {
  const c = e.id[0] === "C" ? pen.g.Connections![+e.id.slice(1)] : undefined;
  const mode = e.targets[0][0] === "M", kids: Node[] = [], line = {};
  look(pen, c?.Class, line);
  for (const s of e.sections ?? []) {
    const points = [s.startPoint, ...s.bendPoints ?? [], s.endPoint];
    if (e.targets[0][0] === "X") points.push({ x: s.endPoint.x + 8, y: s.endPoint.y }); // into the chevron's notch
    const d = route(points);
    kids.push(svg("path", { class: "halo", d }), svg("path", { class: edgeClass(e.id, c) + (mode ? " transition" : ""), d, ...line }));
  }
  for (const j of e.junctionPoints ?? []) kids.push(svg("circle", { class: "joint", cx: j.x, cy: j.y, r: 2 }));
  for (const l of e.labels ?? []) {
    const x = l.x!, y = l.y!, w = l.width, h = l.height;
    kids.push(svg("rect", { class: c?.Physical ? "delay loose" : "delay", x, y, width: w, height: h, rx: c?.Physical ? h / 2 : 1 }),
      svg("path", { class: "bars", d: c?.Physical ? "" : `M${x} ${y - 1}v${h + 2}M${x + w} ${y - 1}v${h + 2}` }),
      svg("text", { class: "delaytext", x: x + w / 2, y: y + h - 3 }, l.text));
  }
  const g = svg("g", { class: "edge", "data-edge": e.id }, ...kids);
  pen.p.edges.set(e.id, g);
  pen.wires.append(g);
}
