// The messages between page and program: docs/format/page.md. Fields that a program may leave out are optional.

/** x, y, z in metres, then the quaternion x, y, z, w. */
export type Pose7 = [number, number, number, number, number, number, number];

export interface Shape {
  kind: "box" | "cylinder" | "sphere" | "capsule";
  /** box: three sides; cylinder and capsule: radius, length along z; sphere: radius. Metres. */
  size: [number, number, number];
  at: Pose7;
  color: number;
}

export interface MarkerSpec { name: string; shape: Shape; trail: number; kind?: "" | "frame" | "frustum" }

export interface SceneSpec {
  links: { name: string; shapes: Shape[] }[];
  joints: string[];
  markers: MarkerSpec[];
  paths?: { name: string; color: number }[];
  floor?: FloorSpec;
}

/** A map from above; cells are bytes in base64, by rows from the least y on: 0 free, 1 wall, 2 unknown. */
export interface FloorSpec { width: number; height: number; cell: number; x: number; y: number; cells: string; outline: [number, number][] }

export interface PlotSpec {
  title: string;
  unit: string;
  series: { id: number; name: string }[];
  limits: { name: string; value: number }[];
}

export interface Topic { id: number; name: string; kind: string; type: string; columns?: string[] | null }

export interface Param { path: string; type: string; value: unknown; unit?: string; help?: string; min?: number; max?: number }

export interface Order {
  path: string;
  type: string;
  example: unknown;
  label: string;
  kind?: string;
  fields?: string[];
  marker?: string;
}

export interface Hello {
  type: "hello";
  program: string;
  scene: SceneSpec;
  plots: PlotSpec[];
  window: number;
  graph?: Graph | null;
  topics?: Topic[] | null;
  critical?: number[] | null;
  params?: Param[] | null;
  orders?: Order[] | null;
  clock?: string;
  control?: boolean;
  /** the control can only go forward: pause, run, step and speed */
  forward?: boolean;
  /** why there is no control */
  unable?: string;
  board?: BoardSpec | null;
  /** false: this page was opened without the token and may only look */
  may?: boolean;
}

export interface Frame {
  type: "frame";
  t: number;
  /** seven numbers per link */
  links?: number[];
  q?: number[];
  markers?: { i: number; pose: number[] }[];
  paths?: { i: number; points: number[] }[];
  /** per series: its id, then alternating t and v; null if v is not a number */
  points?: (number | null)[][];
  status?: string;
  /** why the robot is not working; empty if it is */
  alarm?: string;
  listing?: Listing;
  /** the listing's revision, then its numbers: states, commands, and durations of the controllers' updates */
  values?: (number | null)[];
}

/** A robot with managed controllers: the doors of orders and moves by hand, joints, and the controllers that take moves. */
export interface BoardSpec { orders: string; moves: string; joints: BoardJoint[]; goals: string[]; twists: string[] }
export interface BoardJoint { name: string; unit: string; lower: number | null; upper: number | null; velocity: number | null }

/** The listing: control/manager, Listing. */
export interface Listing {
  revision: number; halted: boolean; pending: string;
  hardware: HardwareListing[] | null; states: InterfaceListing[] | null; commands: InterfaceListing[] | null;
  controllers: ControllerListing[] | null; types: { name: string; help: string }[] | null; order: string[] | null;
}
export interface HardwareListing { name: string; type: string; state: string; period_ns: number; commands: string; limits: string; fault: string }
export interface InterfaceListing { name: string; unit: string; kind: string; of: string; available: boolean; claimed: string }
export interface ControllerListing {
  name: string; type: string; state: string; period_ns: number; budget_ns: number; slow: number; fault: string; restraint: string; parameters: ParameterListing[] | null;
  claims: string[] | null; reads: string[] | null; offers: string[] | null; before: string[] | null; fallbacks: string[] | null;
}
export interface ParameterListing { name: string; type: string; value: string; unit: string; help: string; min: number; max: number; live: boolean }

export interface ImageHead { type: "image"; n: number; found: boolean; box: [number, number, number, number]; label: string }

export interface CloudHead { type: "cloud"; n: number }

export interface Rates {
  type: "rates";
  t: number;
  topics?: [number, number, string][] | null;
  misses?: [number, number][] | null;
  took?: [number, number][] | null;
}

export interface Row { t: number; m: number; kind: string; what: string; text: string }

export interface Break { id: number; text: string; hits: number }

export interface State {
  type: "state";
  clock?: string;
  running?: boolean;
  ended?: boolean;
  forked?: boolean;
  time?: number;
  microstep?: number;
  enclave?: string;
  reaction?: string;
  reason?: string;
  speed?: number;
  from?: number;
  to?: number;
  breaks?: Break[] | null;
}

export interface Reply { type: "reply"; id: number; error?: string; text?: string; data?: unknown; tag?: [number, number] }

/** Values of all parameters, by path. */
export interface Values { type: "params"; values?: [string, unknown][] | null }

type Message = Hello | Frame | ImageHead | CloudHead | Rates | Values | { type: "events"; rows?: Row[] | null } | State | Reply;

/** The program as graph.Graph describes it; ids index the lists, -1 is none. */
export interface Graph {
  Name: string;
  Reactors: GReactor[];
  Ports: GPort[] | null;
  Triggers: GTrigger[] | null;
  Reactions: GReaction[] | null;
  Modes: GMode[] | null;
  Connections: GConnection[] | null;
  Classes?: GClass[] | null;
}
/** GClass is a style: Shape 0 rounded, 1 square, 2 cut corners, 3 half circles, 4 a parallelogram. */
export interface GClass { Name: string; Text: string; Wire: boolean; Shape: number; Double: boolean; Dash: string; Heavy: boolean; Tint: number }
export interface GReactor {
  Parent: number; Name: string; Path: string; Type: string; Enclave: number; Mode: number; Doc?: string; Picture?: string; Class?: string; Fault?: string;
  Ports: number[] | null; Triggers: number[] | null; Reactions: number[] | null; Modes: number[] | null; Children: number[] | null;
}
export interface GPort { Reactor: number; Name: string; Path: string; Dir: number; Type: string; Fault?: string }
export interface GTrigger {
  Reactor: number; Name: string; Path: string; Kind: number; Offset: number; Period: number; MinDelay: number;
  MinSpacing: number; Policy: string; Type: string; Mode: number;
}
export interface GRef { Kind: number; ID: number }
export interface GReaction {
  Reactor: number; Name: string; Path: string; Number: number; Level: number; Mode: number; Deadline: number; HasDeadline: boolean;
  Triggers: GRef[] | null; Uses: GRef[] | null; Effects: GRef[] | null;
}
export interface GMode { Reactor: number; Name: string; Path: string; Initial: boolean }
export interface GConnection { From: number; To: number; Delayed: boolean; Delay: number; Physical: boolean; Enclaves: boolean; Mode: number; Class?: string }

/** The diagram's layout for a pane: graph.Drawing. Anchor of a text: 0 start, 1 middle, 2 end; y is its baseline. */
export interface Drawing { W: number; H: number; Boxes: DBox[] | null; Symbols: DSymbol[] | null; Pins: DPin[] | null; Wires: DWire[] | null }
export interface DText { X: number; Y: number; S: string; Anchor: number }
export interface DBox { Reactor: number; Mode: number; X: number; Y: number; W: number; H: number; Depth: number; Closed: boolean; Enclave: boolean; Title: DText }
export interface DSymbol { Trigger: number; Reaction: number; X: number; Y: number; W: number; H: number; Lines: DText[] | null; Late: boolean }
export interface DPin { Port: number; X: number; Y: number; Open: boolean; Label: DText; Also?: number[] }
/** Also: ports that share a pin, IDs of further connections that a wire represents. ID: C and a connection's id; or t, u, e (triggers, is used by, is set by a reaction), the reaction's id, a reference's kind and id. */
export interface DWire { ID: string; Points: { X: number; Y: number }[]; Label: DText; Arrow: boolean; Class: string; Fault: string; Also?: string[] }

export type LinkState = "connecting" | "live" | "lost";

/** Sink takes what the program sends. */
export interface Sink {
  hello(m: Hello): void;
  frame(m: Frame): void;
  image(m: ImageHead, jpeg: Blob): void;
  cloud(m: CloudHead, points: Blob): void;
  rates(m: Rates): void;
  params(m: Values): void;
  events(rows: Row[]): void;
  state(m: State): void;
  link(s: LinkState): void;
}

/** Request is sent with an id; the reply has the same id. */
export type Request = { do: string } & Record<string, unknown>;

/** Wire maintains a connection to the program, and reconnects for as long as the page is open. */
export class Wire {
  private ws?: WebSocket;
  private head?: ImageHead | CloudHead;
  private wait = 250;
  private next = 1;
  private open = new Map<number, { done: (r: Reply) => void; fail: (e: Error) => void }>();

  constructor(private sink: Sink) {}

  connect(): void {
    const url = new URL("live", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    this.sink.link("connecting");
    const ws = new WebSocket(url);
    this.ws = ws;
    ws.binaryType = "blob";
    ws.onmessage = (e: MessageEvent<string | Blob>) => {
      if (typeof e.data === "string") this.text(JSON.parse(e.data) as Message);
      else this.binary(e.data);
    };
    ws.onclose = () => {
      const waiting = [...this.open.values()];
      this.open.clear();
      for (const w of waiting) w.fail(new Error("the connection was lost before the program answered"));
      this.sink.link("lost");
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 4000);
    };
  }

  /** ask sends a request; the promise fails with the program's error, or if there is no connection. */
  ask(r: Request): Promise<Reply> {
    return new Promise((done, fail) => {
      if (this.ws?.readyState !== WebSocket.OPEN) {
        fail(new Error("not sent: there is no connection to the program"));
        return;
      }
      const id = this.next++;
      this.open.set(id, { done, fail });
      this.ws.send(JSON.stringify({ id, ...r }));
    });
  }

  private binary(data: Blob): void {
    const head = this.head;
    this.head = undefined;
    if (head?.type === "image") this.sink.image(head, data);
    else if (head) this.sink.cloud(head, data);
  }

  private text(m: Message): void {
    switch (m.type) {
      case "hello":
        this.wait = 250;
        this.sink.link("live");
        this.sink.hello(m);
        break;
      case "frame": this.sink.frame(m); break;
      case "image": case "cloud": this.head = m; break;
      case "rates": this.sink.rates(m); break;
      case "params": this.sink.params(m); break;
      case "events": this.sink.events(m.rows ?? []); break;
      case "state": this.sink.state(m); break;
      case "reply": this.reply(m); break;
    } // what a newer program says besides is left alone
  }

  private reply(m: Reply): void {
    const w = this.open.get(m.id);
    this.open.delete(m.id);
    if (m.error) w?.fail(new Error(m.error));
    else w?.done(m);
  }
}
