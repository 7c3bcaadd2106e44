// The edges on the chain of reactions that takes longest.
import type { Model } from "../model";
import type { GReaction } from "../wire";
import { edgeId } from "./draw";

/** criticalEdges returns the ids of the edges that lead from each reaction of the chain to the next. */
export function criticalEdges(model: Model): Set<string> {
  const lit = new Set<string>(), g = model.graph;
  const chain = [...model.critical].filter((r) => g?.Reactions?.[r]);
  for (let i = 0; i + 1 < chain.length; i++) join(model, lit, chain[i], chain[i + 1]);
  return lit;
}

function reads(r: GReaction, port: number): "t" | "u" | undefined {
  const is = (e: { Kind: number; ID: number }) => e.Kind === 0 && e.ID === port;
  return r.Triggers?.some(is) ? "t" : r.Uses?.some(is) ? "u" : undefined;
}

/** join walks from the ports that a sets to the first that b reads, along connections of the same tag. */
function join(model: Model, lit: Set<string>, a: number, b: number): void {
  const from = model.graph!.Reactions![a], to = model.graph!.Reactions![b];
  const start = (from.Effects ?? []).filter((e) => e.Kind === 0);
  const came = new Map<number, { edge: string; port: number }>();
  for (const e of start) came.set(e.ID, { edge: edgeId("e", a, e), port: -1 });
  for (const [port] of came) {
    const kind = reads(to, port);
    if (kind) {
      lit.add(edgeId(kind, b, { Kind: 0, ID: port }));
      for (let p = port; p >= 0; p = came.get(p)!.port) lit.add(came.get(p)!.edge);
      return;
    }
    for (const c of model.from(port)) {
      if (!c.Delayed && !c.Physical && !came.has(c.To)) came.set(c.To, { edge: "C" + model.graph!.Connections!.indexOf(c), port });
    }
  }
}
