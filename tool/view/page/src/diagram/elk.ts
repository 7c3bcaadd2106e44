// The layout runs in a worker of its own, elk-worker.js, which is loaded when the first diagram is wanted.

export interface ElkLabel { text: string; x?: number; y?: number; width: number; height: number; layoutOptions?: Record<string, string> }
export interface ElkPort { id: string; x?: number; y?: number; width: number; height: number; labels?: ElkLabel[]; layoutOptions?: Record<string, string> }
export interface ElkPoint { x: number; y: number }
export interface ElkSection { startPoint: ElkPoint; endPoint: ElkPoint; bendPoints?: ElkPoint[] }
export interface ElkEdge {
  id: string; sources: string[]; targets: string[]; labels?: ElkLabel[]; sections?: ElkSection[]; junctionPoints?: ElkPoint[];
  layoutOptions?: Record<string, string>;
}
export interface ElkNode {
  id: string; x?: number; y?: number; width?: number; height?: number; labels?: ElkLabel[]; ports?: ElkPort[];
  children?: ElkNode[]; edges?: ElkEdge[]; layoutOptions?: Record<string, string>;
}

interface Answer { id: number; data?: ElkNode; error?: { message?: string } | string }

/** Elk lays graphs out, one at a time. */
export class Elk {
  private worker?: Worker;
  private next = 1;
  private waiting = new Map<number, { done: (n: ElkNode) => void; fail: (e: Error) => void }>();

  /** layout fills in the places of everything in the graph. */
  layout(graph: ElkNode): Promise<ElkNode> {
    return new Promise((done, fail) => {
      const id = this.next++;
      this.waiting.set(id, { done, fail });
      this.start().postMessage({ id, cmd: "layout", graph, layoutOptions: {}, options: {} });
    });
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    const w = new Worker(new URL("elk-worker.js", location.href));
    w.onmessage = (e: MessageEvent<Answer>) => this.answer(e.data);
    w.onerror = (e) => {
      this.worker = undefined;
      const waiting = [...this.waiting.values()];
      this.waiting.clear();
      for (const x of waiting) x.fail(new Error(`elk-worker.js: ${e.message || "cannot be loaded from the program"}`));
    };
    w.postMessage({ id: 0, cmd: "register", algorithms: ["layered"] });
    this.worker = w;
    return w;
  }

  private answer(a: Answer): void {
    const x = this.waiting.get(a.id);
    this.waiting.delete(a.id);
    if (a.error) x?.fail(new Error(typeof a.error === "string" ? a.error : a.error.message ?? "the layout failed"));
    else x?.done(a.data!);
  }
}
