// What the page knows about the program: its graph with look-ups, rates, breakpoints, the run's position, the selection.
import type { Break, GConnection, Graph, GReaction, Hello, Order, Param, Rates, State, Topic } from "./wire";

export type Kind = "reactor" | "port" | "reaction" | "trigger" | "mode";

/** Item is something in the diagram. */
export interface Item { kind: Kind; id: number }

/** Names of graph.TriggerKind. */
export const triggerKinds = ["startup", "shutdown", "reset", "timer", "logical action", "physical action"];

type Topical = "program" | "rates" | "state" | "selection";

export class Model {
  program = "";
  graph?: Graph;
  topics: Topic[] = [];
  orders: Order[] = [];
  may = true; // it may move something
  control = false; // the run can be paused and stepped
  unable = ""; // why not
  debug = false; // and debugged: going back, breakpoints, questions
  state?: State;
  params: Param[] = [];
  critical = new Set<number>();
  rate = new Map<number, { hz: number; last: string }>(); // by topic
  misses = new Map<number, number>(); // by reaction
  took = new Map<number, number>(); // µs, by reaction
  selected?: Item;
  private byName = new Map<string, Topic>();
  private into = new Map<number, GConnection[]>(); // connections by destination port
  private outOf = new Map<number, GConnection[]>();
  private items = new Map<string, Item>(); // by path; ports before other things with the same path
  private listeners: Record<Topical, (() => void)[]> = { program: [], rates: [], state: [], selection: [] };

  on(what: Topical, f: () => void): void { this.listeners[what].push(f); }
  private tell(what: Topical): void { for (const f of this.listeners[what]) f(); }

  hello(m: Hello): void {
    this.program = m.program;
    this.graph = m.graph && m.graph.Reactors?.length ? m.graph : undefined;
    this.topics = m.topics ?? [];
    this.orders = m.orders ?? [];
    this.params = m.params ?? [];
    this.may = m.may !== false;
    this.control = m.control ?? false;
    this.unable = m.unable ?? "";
    this.debug = this.control && !m.forward;
    this.state = undefined;
    this.critical = new Set(m.critical ?? []);
    this.rate.clear();
    this.misses.clear();
    this.took.clear();
    this.selected = undefined;
    this.byName = new Map(this.topics.map((t) => [t.name, t]));
    this.index();
    this.tell("program");
    this.tell("selection");
  }

  private index(): void {
    this.into.clear();
    this.outOf.clear();
    this.items.clear();
    const g = this.graph;
    for (const c of g?.Connections ?? []) {
      this.into.set(c.To, [...this.into.get(c.To) ?? [], c]);
      this.outOf.set(c.From, [...this.outOf.get(c.From) ?? [], c]);
    }
    const note = (kind: Kind, list: { Path: string }[] | null | undefined) =>
      list?.forEach((x, id) => { if (!this.items.has(x.Path)) this.items.set(x.Path, { kind, id }); });
    note("port", g?.Ports);
    note("reaction", g?.Reactions);
    note("trigger", g?.Triggers);
    note("mode", g?.Modes);
    note("reactor", g?.Reactors);
  }

  rates(m: Rates): void {
    for (const [id, hz, last] of m.topics ?? []) this.rate.set(id, { hz, last });
    for (const [id, n] of m.misses ?? []) this.misses.set(id, n);
    for (const [id, us] of m.took ?? []) this.took.set(id, us);
    this.tell("rates");
  }

  setState(s: State): void {
    this.state = { ...this.state, ...s };
    this.tell("state");
  }

  select(item: Item | undefined): void {
    this.selected = item;
    this.tell("selection");
  }

  /** yet says what is missing so far, and how it appears. */
  yet(what: string): string { return this.control && this.state?.running === false && !this.state.ended ? `${what}: press step or run` : what; }

  /** find looks up an item by its path; "door/x" and "command/x" are topics of the item x. */
  find(path: string): Item | undefined {
    return this.items.get(path) ?? this.items.get(path.replace(/^(door|command)\//, ""));
  }

  /** path is an item's path; the main reactor's is its name. */
  path(i: Item): string {
    const g = this.graph!;
    const lists = { reactor: g.Reactors, port: g.Ports, reaction: g.Reactions, trigger: g.Triggers, mode: g.Modes };
    const x = lists[i.kind]?.[i.id];
    return x ? x.Path || x.Name : "";
  }

  /** The connections that lead to a port, or away from it. */
  to(port: number): GConnection[] { return this.into.get(port) ?? []; }
  from(port: number): GConnection[] { return this.outOf.get(port) ?? []; }

  topicByName(name: string): Topic | undefined { return this.byName.get(name); }

  /** topic is an item's topic: a port's own, or that of the port from which it gets its values at the same tag. */
  topic(i: Item): Topic | undefined {
    const path = this.path(i);
    if (i.kind === "trigger") return this.byName.get("door/" + path) ?? this.byName.get(path);
    if (i.kind !== "port") return undefined;
    for (let p = i.id, n = 0; n < 64; n++) {
      const t = this.byName.get(this.graph!.Ports![p].Path);
      if (t) return t;
      const c = this.to(p).find((c) => !c.Delayed && !c.Physical);
      if (!c) break;
      p = c.From;
    }
    return this.byName.get("door/" + path);
  }

  /** source is the port at which a port's values of the same tag are written. */
  source(port: number): number {
    for (let n = 0; n < 64; n++) {
      const c = this.to(port).find((c) => !c.Delayed && !c.Physical);
      if (!c) break;
      port = c.From;
    }
    return port;
  }

  /** The writers of a port's source, and the readers of everything that its values reach at the same tag. */
  writers(port: number): GReaction[] {
    const s = this.source(port);
    return (this.graph?.Reactions ?? []).filter((r) => r.Effects?.some((e) => e.Kind === 0 && e.ID === s));
  }

  readers(port: number): GReaction[] {
    const reach = new Set<number>([this.source(port)]);
    for (const p of reach) for (const c of this.from(p)) reach.add(c.To);
    return (this.graph?.Reactions ?? []).filter((r) => [...r.Triggers ?? [], ...r.Uses ?? []].some((e) => e.Kind === 0 && reach.has(e.ID)));
  }

  /** breakpoint is the breakpoint at a path, if one is set. */
  breakAt(path: string): Break | undefined {
    return this.state?.breaks?.find((b) => broken(b.text) === path);
  }
}

/** broken is the path in a breakpoint's text. */
export function broken(text: string): string {
  return /^(?:break\s+)?(?:port|reaction|miss)\s+(\S+)/.exec(text)?.[1] ?? "";
}

/** span writes a duration of nanoseconds, "4 ms". */
export function span(ns: number): string {
  for (const [unit, n] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]] as const) {
    if (ns >= n) return `${+(ns / n).toFixed(3)} ${unit}`;
  }
  return `${ns} ns`;
}

/** rate writes events per second, "250" or "1.2 k". */
export function rateText(hz: number): string {
  if (hz >= 9950) return `${(hz / 1000).toFixed(hz >= 99500 ? 0 : 1)} k`;
  if (hz >= 99.5 || hz === Math.round(hz)) return hz.toFixed(0);
  return hz >= 9.95 ? hz.toFixed(1) : hz.toFixed(2);
}

/** tagText writes a tag in the debugger's language, "1.252s" or "1.252s:2". */
export function tagText(ns: number, microstep = 0): string {
  const s = (ns / 1e9).toFixed(9).replace(/0+$/, "").replace(/\.$/, "");
  return microstep ? `${s}s:${microstep}` : `${s}s`;
}
