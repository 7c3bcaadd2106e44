// Draws a laid-out diagram as SVG in Lingua Franca's visual language. Ids: R reactor, M mode, P port, X reaction, T trigger;
// wires have the layout's ids.
import { svg } from "../dom";
import { span, triggerKinds, type Model } from "../model";
import type { DBox, DPin, Drawing, DSymbol, DText, DWire, GClass, Graph, GRef, GTrigger } from "../wire";

/** Picture is a drawn diagram: its elements by id, and its size. */
export interface Picture {
  root: SVGGElement;
  width: number;
  height: number;
  things: Map<string, SVGGElement>;
  boxes: Map<string, { x: number; y: number; w: number; h: number }>;
  edges: Map<string, SVGGElement>;
  rates: Map<number, Live>; // by port
  also: Map<string, number[]>; // ports that share a pin, by the id of the one that is drawn
  names: FarName[];
  marks: Map<string, { text: SVGTextElement; before: string }>; // deadline misses, by id of a reaction or of the folded reactor that contains it; before is the text without misses
}

/** Live are the texts next to an output; below is the distance to the next output below. */
export interface Live { hz: SVGTextElement; value: SVGTextElement; below: number }

/** FarName is a name as shown in a small picture. */
export interface FarName {
  text: SVGTextElement;
  name: string;
  most: number; // its greatest size
  least: number; // the size in pixels of the screen at which it is shortened if it does not fit; 0: it is left out
  room: { w: number; h: number }; // its box
}

/** farLeast is the size, in pixels of the screen, of a name alone in a box that is too narrow for it, so that it is shortened. */
const farLeast = 9;

/** fitting is the part of a name that is legible at a scale within its box, between the wires that end at its sides; "" for none. */
export function fitting(n: FarName, k: number): string {
  if (n.most * k >= 8.5) return n.name;
  if (n.least === 0 || n.room.h * k < n.least) return "";
  const letters = Math.floor((n.room.w * k - 2) / (0.66 * n.least));
  return n.name.length <= letters ? n.name : letters < 4 ? "" : `${n.name.slice(0, letters - 1)}…`;
}

interface Pen { g: Graph; d: Drawing; p: Picture; boxes: SVGGElement; wires: SVGGElement; things: SVGGElement }

/** rateRoom is the width in pixels that the layout has left free on the wire next to an output. */
export const rateRoom = 52;

const shown = (v: number) => (Math.round(v * 10) / 10).toString();

/** hasInside says whether a reactor has contents to show. */
export function hasInside(g: Graph, r: number): boolean {
  const re = g.Reactors[r];
  return [re.Triggers, re.Reactions, re.Modes, re.Children].some((l) => l && l.length > 0);
}

/** edgeId is the id of a dependency: kind t, u or e. */
export function edgeId(kind: string, reaction: number, r: GRef): string { return `${kind}${reaction}.${r.Kind}.${r.ID}`; }

/** draw makes the picture of a laid out program. */
export function draw(d: Drawing, model: Model): Picture {
  const boxes = svg("g"), wires = svg("g"), things = svg("g");
  const p: Picture = {
    root: svg("g", { class: "picture" }, boxes, wires, things), width: d.W, height: d.H,
    things: new Map(), boxes: new Map(), edges: new Map(), rates: new Map(), marks: new Map(), also: new Map(), names: [],
  };
  const pen: Pen = { g: model.graph!, d, p, boxes, wires, things };
  for (const b of d.Boxes ?? []) if (b.Reactor > 0) reactor(pen, b);
    else if (b.Reactor < 0) mode(pen, b);
  for (const s of d.Symbols ?? []) if (s.Reaction >= 0) reaction(pen, s);
    else trigger(pen, s);
  for (const w of d.Wires ?? []) wire(pen, w);
  for (const w of d.Wires ?? []) delay(pen, w);
  for (const i of d.Pins ?? []) port(pen, i);
  return p;
}

/** thing makes a group that can be selected and can have the focus. */
function thing(pen: Pen, id: string, name: string, data: Record<string, string>, box: { x: number; y: number; w: number; h: number }, ...kids: (Node | false | undefined)[]): SVGGElement {
  const g = svg("g", { class: "thing", tabindex: -1, role: "button", "aria-label": name, "data-item": id, ...data }, ...kids);
  pen.p.things.set(id, g);
  pen.p.boxes.set(id, box);
  return g;
}

function text(of: string, t: DText): SVGTextElement {
  return svg("text", { class: of, x: t.X, y: t.Y, "text-anchor": ["start", "middle", "end"][t.Anchor] }, t.S);
}

/** look is a line's appearance according to the style of a reactor or connection. */
function look(pen: Pen, name: string | undefined, fault: string | undefined, line: Record<string, string>): GClass | undefined {
  const c = pen.g.Classes?.find((c) => c.Name === name);
  if (c || fault) line.style = `stroke:var(--t${fault ? 6 : c!.Tint})${c && !c.Wire ? `;fill:var(--g${fault ? 6 : c.Tint})` : ""}${c?.Dash ? `;stroke-dasharray:${c.Dash}` : ""}${c?.Heavy || fault ? ";stroke-width:2px" : ""}`;
  return c;
}

/** frame is the outline of a reactor's box. */
function frame(of: string, c: GClass | undefined, line: Record<string, string>, x: number, y: number, w: number, h: number): Node {
  const slant = (Math.atan2(8, h) * 180) / Math.PI, cx = x + w / 2, cy = y + h / 2;
  const turn: Record<string, string> = c?.Shape === 4 ? { transform: `translate(${cx} ${cy}) skewX(${-slant}) translate(${-cx} ${-cy})` } : {};
  return svg("rect", { class: of, x, y, width: w, height: h, rx: [8, 0, 3, Math.min(14, h / 2), 0][c?.Shape ?? 0], ...line, ...turn });
}

function reactor(pen: Pen, b: DBox): void {
  const id = b.Reactor, r = pen.g.Reactors[id], { X: x, Y: y, W: w, H: h } = b, folds = hasInside(pen.g, id);
  const line = {}, c = look(pen, r.Class, r.Fault, line), of = `reactor d${Math.min(b.Depth, 3)}${b.Enclave ? " apart" : ""}`;
  const label = `${c?.Text ?? "reactor"} ${r.Path}, ${r.Type}${b.Enclave ? `, enclave ${r.Enclave}` : ""}${folds ? (b.Closed ? ", folded" : ", unfolded") : ""}`;
  const g = thing(pen, "R" + id, label, { "data-reactor": r.Path }, { x, y, w, h },
    frame(of, c, line, x, y, w, h), c?.Double ? frame(of, c, line, x + 3, y + 3, w - 6, h - 6) : false,
    folds && svg("g", { class: "fold", "data-fold": String(id) }, svg("rect", { x: x + 6, y: y + 6, width: 12, height: 12, rx: 2.5 }),
      svg("path", { d: `M${x + 9} ${y + 12}h6${b.Closed ? "m-3 -3v6" : ""}` })),
    text("name", b.Title), farName(pen, r.Name, x, y, w, h, b.Closed || !folds),
    b.Closed && svg("circle", { class: "dot", cx: x + w - 7, cy: y + 7, r: 4.5 }), b.Closed && mark(pen, "R" + id, svg("text", { class: "late", x: x + w / 2, y: y + h - 7 })));
  if (folds) g.setAttribute("aria-expanded", String(!b.Closed));
  pen.boxes.append(g);
}

/** mark makes the text for counted deadline misses, where the layout has left room. */
function mark(pen: Pen, id: string, text: SVGTextElement): SVGTextElement {
  pen.p.marks.set(id, { text, before: text.textContent! });
  return text;
}

/** farName is a reactor's name as shown in a small picture: as large as its box permits. */
function farName(pen: Pen, name: string, x: number, y: number, w: number, h: number, alone: boolean): SVGTextElement {
  const most = Math.min((w - 8) / (0.8 * name.length), alone ? h * 0.6 : 24), least = alone ? farLeast : 0;
  const text = svg("text", { class: "farname", style: `--most:${most.toFixed(1)}px;--least:${least}px`, x: x + w / 2, y: alone ? y + h / 2 : y + 3, "text-anchor": "middle", "dominant-baseline": alone ? "central" : "hanging" }, name);
  pen.p.names.push({ text, name, most, least, room: { w, h } });
  return text;
}

function mode(pen: Pen, b: DBox): void {
  const m = pen.g.Modes![b.Mode], { X: x, Y: y, W: w, H: h } = b;
  pen.boxes.append(thing(pen, "M" + b.Mode, `mode ${m.Path}${m.Initial ? ", initial" : ""}`, { "data-mode": m.Path }, { x, y, w, h },
    svg("rect", { class: `mode${m.Initial ? " initial" : ""}`, x, y, width: w, height: h, rx: 8 }), text("modename", b.Title)));
}

function lines(pen: Pen, id: string, s: DSymbol): SVGTextElement[] {
  return (s.Lines ?? []).map((t, i, all) => (s.Late && i === all.length - 1 ? mark(pen, id, text("note bad", t)) : text("note", t)));
}

function reaction(pen: Pen, s: DSymbol): void {
  const r = pen.g.Reactions![s.Reaction], { W: w, H: h } = s, x = s.X - w / 2, y = s.Y - h / 2, k = 8, id = "X" + s.Reaction;
  pen.things.append(thing(pen, id, `reaction ${r.Number}, ${r.Path}${r.HasDeadline ? `, with a deadline` : ""}`, { "data-reaction": r.Path }, { x, y, w, h },
    svg("path", { class: "chevron", d: `M${x} ${y}h${w - k}l${k} ${h / 2}l${-k} ${h / 2}h${k - w}l${k} ${-h / 2}z` }),
    svg("text", { class: "number", x: x + w / 2 + 1, y: s.Y + 4.5 }, String(r.Number)),
    svg("circle", { class: "dot", cx: x + 5, cy: y - 2, r: 4.5 }), ...lines(pen, id, s)));
}

/** triggerName describes a trigger for people who cannot see it. */
function triggerName(t: GTrigger): string {
  const kind = triggerKinds[t.Kind];
  if (t.Kind < 3) return kind;
  return t.Kind === 3 ? `${kind} ${t.Name} (${span(t.Offset)}, ${span(t.Period)})` : `${kind} ${t.Name}`;
}

function trigger(pen: Pen, s: DSymbol): void {
  const t = pen.g.Triggers![s.Trigger], { X: cx, Y: cy, W: w, H: h } = s, x = cx - w / 2, y = cy - h / 2;
  let shape: Node[];
  if (t.Kind === 3) shape = [svg("circle", { class: "symbol", cx, cy, r: w / 2 }), svg("path", { class: "hands", d: `M${cx} ${cy - 7}V${cy}l5 3` })];
  else if (t.Kind === 0) shape = [svg("circle", { class: "symbol", cx, cy, r: w / 2 - 1 })];
  else if (t.Kind === 1) shape = [svg("path", { class: "symbol", d: `M${cx} ${y}l${w / 2} ${h / 2}l${-w / 2} ${h / 2}l${-w / 2} ${-h / 2}z` })];
  else if (t.Kind === 2) shape = [svg("circle", { class: "symbol", cx, cy, r: w / 2 - 1 }), svg("text", { class: "letter", x: cx, y: cy + 4 }, "R")];
  else shape = [svg("path", { class: "symbol", d: `M${cx} ${y}L${x + w} ${y + h}H${x}z` }), svg("text", { class: "letter", x: cx, y: y + h - 3 }, t.Kind === 4 ? "L" : "P")];
  pen.things.append(thing(pen, "T" + s.Trigger, `${triggerName(t)} of ${pen.g.Reactors[t.Reactor].Path || pen.g.Name}`, { "data-trigger": t.Path }, { x, y, w, h }, ...shape, ...lines(pen, "T" + s.Trigger, s)));
}

function port(pen: Pen, i: DPin): void {
  const id = i.Port, p = pen.g.Ports![id], { X: x, Y: y } = i, out = p.Dir === 1;
  const kids: Node[] = [svg("rect", { class: "hit", x: x - 8, y: y - 8, width: 16, height: 16 }), svg("path", { class: p.Fault ? "port fault" : "port", d: `M${x - 4} ${y - 4.5}v9l8 -4.5z` }),
    text("portname", i.Label), svg("circle", { class: "dot", cx: x, cy: y - 7, r: 4 })];
  if (out && p.Reactor > 0) {
    const hz = svg("text", { class: "rate", x: x + 6, y: y - 3 }), value = svg("text", { class: "value", x: x + 6, y: y + 3, "dominant-baseline": "hanging" });
    const below = Math.min(...(pen.d.Pins ?? []).filter((o) => o.X === x && o.Y > y && pen.g.Ports![o.Port].Dir === 1).map((o) => o.Y - y));
    pen.p.rates.set(id, { hz, value, below });
    kids.push(hz, value);
  }
  const g = thing(pen, "P" + id, `port ${p.Name} of ${pen.g.Reactors[p.Reactor].Path}`, { "data-port": p.Path }, { x: x - 4, y: y - 4.5, w: 8, h: 9 }, ...kids);
  pen.things.append(g);
  if (!i.Also) return;
  pen.p.also.set("P" + id, i.Also);
  for (const other of i.Also) { // they are found where this wire is
    pen.p.things.set("P" + other, g);
    pen.p.boxes.set("P" + other, pen.p.boxes.get("P" + id)!);
  }
}

/** route writes a polyline with soft corners. */
function route(points: { X: number; Y: number }[]): string {
  let d = `M${shown(points[0].X)} ${shown(points[0].Y)}`;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1], b = points[i], c = points[i + 1];
    const la = Math.hypot(b.X - a.X, b.Y - a.Y), lc = c ? Math.hypot(c.X - b.X, c.Y - b.Y) : 0, k = Math.min(4, la / 2, lc / 2);
    if (k < 0.5) {
      d += `L${shown(b.X)} ${shown(b.Y)}`;
      continue;
    }
    const p = { x: b.X + ((a.X - b.X) / la) * k, y: b.Y + ((a.Y - b.Y) / la) * k }, q = { x: b.X + ((c.X - b.X) / lc) * k, y: b.Y + ((c.Y - b.Y) / lc) * k };
    d += `L${shown(p.x)} ${shown(p.y)}Q${shown(b.X)} ${shown(b.Y)} ${shown(q.x)} ${shown(q.y)}`;
  }
  return d;
}

function wire(pen: Pen, w: DWire): void {
  const c = w.ID[0] === "C" ? pen.g.Connections![+w.ID.slice(1)] : undefined, line = {}, switches = w.ID[0] === "e" && w.ID.split(".")[1] === "2";
  look(pen, w.Class, w.Fault, line);
  const of = c ? (c.Physical ? "wire physical" : "wire") : { t: "wire trigger", u: "wire uses", e: "wire effect" }[w.ID[0]];
  const d = route(w.Points), end = w.Points[w.Points.length - 1];
  let g = pen.p.edges.get(w.ID);
  if (!g) pen.wires.append(g = svg("g", { class: "edge", "data-edge": w.ID }));
  for (const id of [w.ID, ...(w.Also ?? [])]) pen.p.edges.set(id, g);
  if (w.Also) g.classList.add("bundle");
  g.append(svg("path", { class: "halo", d }), svg("path", { class: of + (switches ? " transition" : ""), d, ...line }));
  if (w.Arrow) g.append(svg("path", { class: "arrow", d: `M${end.X} ${end.Y}l-6 -3.5v7z` }));
}

/** delay is the label on a wire; it lies on top of all wires. */
function delay(pen: Pen, w: DWire): void {
  if (!w.Label.S) return;
  const t = { ...w.Label, Y: w.Label.Y + 4 }, wide = w.Label.S.length * 7.2 + 10;
  pen.wires.append(svg("g", { class: "delayed" }, svg("rect", { class: "delay", x: t.X - wide / 2, y: w.Label.Y - 8, width: wide, height: 16, rx: 8 }), text("delaytext", t)));
}
