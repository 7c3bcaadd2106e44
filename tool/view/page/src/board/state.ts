// What the page knows about a robot with managed controllers: the listing, and the numbers that belong to it.
import type { BoardSpec, Frame, Hello, Listing, Request, Reply } from "../wire";

const widths: Record<string, number> = { pose: 7, twist: 6, wrench: 6 };

/** reason is why the program does not do what was requested, in its own words. */
export function reason(e: unknown): string {
  return (e instanceof Error ? e.message : String(e)).replace(/^publish to \S+: it is not taken: /, "");
}

export class Board {
  spec?: BoardSpec;
  listing?: Listing;
  /** measured positions of joints: rad or m */
  position = new Map<string, number>();
  private numbers: number[] = [];
  private at = new Map<string, [number, number]>(); // by interface: the index of its numbers, and how many they are
  private listeners: { listing: (() => void)[]; values: (() => void)[] } = { listing: [], values: [] };

  constructor(private ask: (r: Request) => Promise<Reply>) {}

  on(what: "listing" | "values", f: () => void): void { this.listeners[what].push(f); }

  hello(m: Hello): void {
    this.spec = m.board ?? undefined;
    this.listing = undefined;
    this.position.clear();
    for (const f of this.listeners.listing) f();
  }

  frame(m: Frame): void {
    if (m.listing) {
      this.listing = m.listing;
      this.index(m.listing);
      for (const f of this.listeners.listing) f();
    }
    if (m.values && m.values[0] === this.listing?.revision) {
      this.numbers = m.values.slice(1) as number[];
      for (const e of this.listing.states ?? []) {
        if (e.name.endsWith("/position")) this.position.set(e.name.slice(0, -"/position".length), this.value("state", e.name)?.[0] ?? NaN);
      }
      for (const f of this.listeners.values) f();
    }
  }

  private index(l: Listing): void {
    this.at.clear();
    let at = 0;
    for (const [role, list] of [["state", l.states], ["command", l.commands]] as const) {
      for (const e of list ?? []) {
        const n = widths[e.kind] ?? 1;
        this.at.set(`${role} ${e.name}`, [at, n]);
        at += n;
      }
    }
    l.controllers?.forEach((c, i) => this.at.set(`took ${c.name}`, [at + i, 1]));
  }

  /** value is an interface's value; "took" is the duration of a controller's last update, µs. */
  value(role: "state" | "command" | "took", name: string): number[] | undefined {
    const at = this.at.get(`${role} ${name}`);
    return at && this.numbers.slice(at[0], at[0] + at[1]);
  }

  controller(name: string) { return this.listing?.controllers?.find((c) => c.name === name); }

  /** rivals are the active controllers that must be deactivated when a controller is activated. */
  rivals(name: string): string[] {
    const joint = (i: string) => i.slice(0, i.lastIndexOf("/"));
    const wants = new Set((this.controller(name)?.claims ?? []).map(joint));
    return (this.listing?.controllers ?? []).filter((c) => c.name !== name && c.state === "active" && c.claims?.some((i) => wants.has(joint(i)))).map((c) => c.name);
  }

  /** order sends an order to the manager: control/manager, Order. */
  order(verb: string, fields: Record<string, unknown> = {}): Promise<Reply> {
    return this.ask({ do: "publish", path: this.spec!.orders, value: { Verb: verb, Strict: true, ...fields } });
  }

  /** activate activates a controller and deactivates its rivals in one switch. */
  activate(name: string): Promise<Reply> {
    const away = this.rivals(name);
    return away.length ? this.order("switch", { Activate: [name], Deactivate: away }) : this.order("activate", { Name: name });
  }

  /** move sends a move for a controller: app/managed, Move. */
  move(controller: string, fields: Record<string, unknown> = {}): Promise<Reply> {
    return this.ask({ do: "publish", path: this.spec!.moves, value: { Controller: controller, ...fields } });
  }
}
