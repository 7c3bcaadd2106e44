// From the program's graph to what ELK lays out: nodes for reactors, modes, reactions and triggers, edges for
// connections and dependencies. Ids: R reactor, M mode, P port, X reaction, T trigger, C connection; t, u and e are a
// reaction's triggers, uses and effects.
import { span, triggerKinds } from "../model";
import type { Graph, GReaction, GRef, GTrigger } from "../wire";
import type { ElkEdge, ElkLabel, ElkNode, ElkPort } from "./elk";

/** Sizes in pixels at full size. */
export const sizes = { reaction: { w: 42, h: 24 }, action: { w: 24, h: 20 }, timer: 24, symbol: 14, port: { w: 8, h: 9 } };

const pen = document.createElement("canvas").getContext("2d")!;
const widths = new Map<string, number>();

function label(text: string, size: number, options?: Record<string, string>): ElkLabel {
  const key = size + text;
  let w = widths.get(key);
  if (w === undefined) {
    pen.font = `${size}px system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;
    w = Math.ceil(pen.measureText(text).width) + 2;
    widths.set(key, w);
  }
  return { text, width: w, height: size + 3, layoutOptions: options };
}

const below = { "elk.nodeLabels.placement": "[H_CENTER, V_BOTTOM, OUTSIDE]" };

/** rootOptions of the layout. */
const rootOptions: Record<string, string> = {
  "elk.algorithm": "layered", "elk.direction": "RIGHT", "elk.edgeRouting": "ORTHOGONAL", "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.json.edgeCoords": "ROOT", "elk.json.shapeCoords": "ROOT", "elk.padding": "[top=12,left=12,bottom=12,right=12]",
  "elk.layered.spacing.nodeNodeBetweenLayers": "22", "elk.layered.spacing.edgeNodeBetweenLayers": "10", "elk.layered.spacing.edgeEdgeBetweenLayers": "7",
  "elk.spacing.nodeNode": "14", "elk.spacing.edgeNode": "9", "elk.spacing.edgeEdge": "7",
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF", "elk.layered.nodePlacement.bk.fixedAlignment": "BALANCED",
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES", "elk.layered.thoroughness": "1", "elk.separateConnectedComponents": "false",
  "elk.layered.compaction.postCompaction.strategy": "EDGE_LENGTH",
};

/** Builder makes the ELK graph of a program with some reactors folded. */
export class Builder {
  private nodes = new Map<string, ElkNode>();
  private edges: ElkEdge[] = [];

  constructor(private g: Graph, private folded: Set<number>) {}

  build(): ElkNode {
    const root: ElkNode = { id: "R0", children: [], edges: this.edges, layoutOptions: { ...rootOptions } };
    this.nodes.set("R0", root);
    this.inside(0);
    this.g.Connections?.forEach((c, i) => this.connection(c.From, c.To, i));
    if (this.edges.length > 400) delete root.layoutOptions!["elk.layered.compaction.postCompaction.strategy"]; // too slow for large ones
    return root;
  }

  /** open says whether what is inside a reactor is drawn; shown whether the reactor itself is. */
  private open(r: number): boolean { return this.shown(r) && !this.folded.has(r); }
  private shown(r: number): boolean { return this.nodes.has("R" + r); }

  private inside(r: number): void {
    const re = this.g.Reactors[r];
    for (const m of re.Modes ?? []) this.mode(r, m);
    for (const t of re.Triggers ?? []) this.trigger(r, this.g.Triggers![t], t);
    for (const x of re.Reactions ?? []) this.reaction(r, this.g.Reactions![x], x);
    for (const c of re.Children ?? []) this.reactor(r, c);
    for (const x of re.Reactions ?? []) this.dependencies(this.g.Reactions![x], x);
  }

  /** into puts a node into a reactor, or into the mode of it that it belongs to. */
  private into(r: number, mode: number, n: ElkNode): void {
    const inMode = mode >= 0 && this.g.Modes?.[mode]?.Reactor === r;
    const parent = this.nodes.get(inMode ? "M" + mode : "R" + r)!;
    (parent.children ??= []).push(n);
    this.nodes.set(n.id, n);
  }

  private reactor(parent: number, r: number): void {
    const re = this.g.Reactors[r], leaf = this.folded.has(r) || !hasInside(this.g, r);
    const name = label(re.Name + (re.Enclave !== this.g.Reactors[parent].Enclave ? ` ⟨enclave ${re.Enclave}⟩` : ""), 12);
    const n: ElkNode = {
      id: "R" + r, labels: [{ ...name, width: name.width + 18 }], ports: (re.Ports ?? []).map((p) => this.port(p)),
      layoutOptions: {
        "elk.nodeLabels.placement": "[H_LEFT, V_TOP, INSIDE]", "elk.nodeSize.constraints": "[PORTS, PORT_LABELS, NODE_LABELS, MINIMUM_SIZE]",
        "elk.nodeSize.minimum": "(60,34)", "elk.portConstraints": "FIXED_SIDE", "elk.portLabels.placement": "[INSIDE, NEXT_TO_PORT_IF_POSSIBLE]",
        "elk.spacing.portPort": "10", "elk.spacing.labelPortHorizontal": "2", "elk.spacing.portsSurrounding": "[top=24,left=0,bottom=8,right=0]",
        "elk.padding": leaf ? "[top=22,left=8,bottom=6,right=8]" : "[top=30,left=14,bottom=14,right=14]",
      },
    };
    if (!leaf) Object.assign(n.layoutOptions!, inherit);
    this.into(parent, re.Mode, n);
    if (!this.folded.has(r)) this.inside(r);
  }

  private port(p: number): ElkPort {
    const po = this.g.Ports![p];
    return {
      id: "P" + p, width: sizes.port.w, height: sizes.port.h, labels: [label(po.Name, 10)],
      layoutOptions: { "elk.port.side": po.Dir === 0 ? "WEST" : "EAST", "elk.port.borderOffset": "-4" },
    };
  }

  private mode(r: number, m: number): void {
    this.into(r, -1, {
      id: "M" + m, labels: [label(this.g.Modes![m].Name, 11)],
      layoutOptions: {
        ...inherit, "elk.nodeLabels.placement": "[H_CENTER, V_TOP, INSIDE]", "elk.padding": "[top=26,left=14,bottom=12,right=14]",
        "elk.nodeSize.constraints": "[NODE_LABELS, MINIMUM_SIZE]", "elk.nodeSize.minimum": "(60,36)",
      },
    });
  }

  private trigger(r: number, t: GTrigger, id: number): void {
    const d = t.Kind === 3 ? { width: sizes.timer, height: sizes.timer } : t.Kind >= 4 ? { width: sizes.action.w, height: sizes.action.h } : { width: sizes.symbol, height: sizes.symbol };
    this.into(r, t.Mode, {
      id: "T" + id, ...d, labels: triggerLines(t).map((s) => label(s, 9, below)), ports: hooks("T" + id, d.width, d.height),
      layoutOptions: { "elk.portConstraints": "FIXED_POS" },
    });
  }

  private reaction(r: number, x: GReaction, id: number): void {
    const { w, h } = sizes.reaction;
    this.into(r, x.Mode, {
      id: "X" + id, width: w, height: h, labels: reactionLines(x).map((s) => label(s, 9, below)), ports: hooks("X" + id, w, h),
      layoutOptions: { "elk.portConstraints": "FIXED_POS" },
    });
  }

  private dependencies(x: GReaction, id: number): void {
    const end = (r: GRef, side: string) => (r.Kind === 0 ? "P" + r.ID : r.Kind === 1 ? `T${r.ID}${side}` : "M" + r.ID);
    const there = (r: GRef) => (r.Kind === 0 ? this.shown(this.g.Ports![r.ID].Reactor) : true);
    const add = (kind: string, refs: GRef[] | null, from: boolean) => refs?.forEach((r) => {
      if (!there(r) || r.Kind === 2 && (from || r.ID === x.Mode)) return;
      const [source, target] = from ? [end(r, "e"), `X${id}w`] : [`X${id}e`, end(r, "w")];
      this.edges.push({ id: edgeId(kind, id, r), sources: [source], targets: [target] });
    });
    add("t", x.Triggers, true);
    add("u", x.Uses, true);
    add("e", x.Effects, false);
  }

  private connection(from: number, to: number, id: number): void {
    const c = this.g.Connections![id], a = this.g.Ports![from].Reactor, b = this.g.Ports![to].Reactor;
    if (!this.shown(a) || !this.shown(b)) return;
    const parent = (r: number) => this.g.Reactors[r].Parent;
    if (parent(b) === a && !this.open(a) || parent(a) === b && !this.open(b) || a === b && this.g.Ports![from].Dir === 0 && !this.open(a)) return;
    const text = c.Physical ? (c.Delay ? `~ ${span(c.Delay)}` : "~") : c.Delayed ? (c.Delay ? span(c.Delay) : "0") : "";
    this.edges.push({
      id: "C" + id, sources: ["P" + from], targets: ["P" + to],
      labels: text ? [{ ...label(text, 9, { "elk.edgeLabels.inline": "true" }), width: label(text, 9).width + 8 }] : [],
    });
  }
}

/** inherit is said again at every level: ELK takes spacings from the node they hold in. */
const inherit = Object.fromEntries(Object.entries(rootOptions).filter(([k]) => k.includes("pacing")));

/** hooks are the two places where edges meet a symbol: w what leads in, e what leads out. */
function hooks(id: string, w: number, h: number): ElkPort[] {
  return [
    { id: id + "w", x: 0, y: h / 2, width: 0, height: 0, layoutOptions: { "elk.port.side": "WEST" } },
    { id: id + "e", x: w, y: h / 2, width: 0, height: 0, layoutOptions: { "elk.port.side": "EAST" } },
  ];
}

/** edgeId of a dependency: kind t, u or e. */
export function edgeId(kind: string, reaction: number, r: GRef): string { return `${kind}${reaction}.${r.Kind}.${r.ID}`; }

/** hasInside says whether there is something to unfold in a reactor. */
export function hasInside(g: Graph, r: number): boolean {
  const re = g.Reactors[r];
  return [re.Triggers, re.Reactions, re.Modes, re.Children].some((l) => l && l.length > 0);
}

/** triggerLines is what stands below a trigger. */
export function triggerLines(t: GTrigger): string[] {
  if (t.Kind === 3) return [t.Name, t.Period ? `(${span(t.Offset)}, ${span(t.Period)})` : `(${span(t.Offset)})`];
  if (t.Kind < 3) return [];
  return t.MinDelay ? [t.Name, `(${span(t.MinDelay)})`] : [t.Name];
}

function reactionLines(x: GReaction): string[] {
  return x.HasDeadline ? [x.Name, `≤ ${span(x.Deadline)}`] : [x.Name];
}

/** triggerName says what a trigger is, for people who do not see it. */
export function triggerName(t: GTrigger): string {
  const kind = triggerKinds[t.Kind];
  return t.Kind < 3 ? kind : `${kind} ${triggerLines(t).join(" ")}`;
}

/** firstFolds chooses which reactors are folded at first, so that the picture can be read: those that hold others are
 * opened level by level as long as there is room for so many things, then those that hold only reactions. */
export function firstFolds(g: Graph, room: number): Set<number> {
  const folded = new Set<number>(), weigh = (r: number) => [g.Reactors[r].Children, g.Reactors[r].Reactions, g.Reactors[r].Triggers].reduce((n, l) => n + (l?.length ?? 0), 0);
  g.Reactors.forEach((_, r) => { if (r > 0 && hasInside(g, r)) folded.add(r); });
  let used = weigh(0);
  const open = (rs: number[]) => {
    const cost = rs.reduce((n, r) => n + weigh(r), 0);
    if (used + cost > room) return false;
    used += cost;
    for (const r of rs) folded.delete(r);
    return true;
  };
  const leaves: number[] = [];
  for (let level = g.Reactors[0].Children ?? []; level.length;) {
    leaves.push(...level.filter((r) => !g.Reactors[r].Children?.length));
    const hold = level.filter((r) => g.Reactors[r].Children?.length);
    if (!open(hold)) return folded;
    level = hold.flatMap((r) => g.Reactors[r].Children!);
  }
  open(leaves);
  return folded;
}
