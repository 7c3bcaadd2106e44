// What the program sends: one hello, then frames; an image's text part is followed by its JPEG.

/** x, y, z in metres, then the quaternion x, y, z, w. */
export type Pose7 = [number, number, number, number, number, number, number];

export interface Shape {
  kind: "box" | "cylinder" | "sphere" | "capsule";
  /** box: three sides; cylinder and capsule: radius, length along z; sphere: radius. Metres. */
  size: [number, number, number];
  at: Pose7;
  color: number;
}

export interface Hello {
  type: "hello";
  program: string;
  scene: {
    links: { name: string; shapes: Shape[] }[];
    joints: string[];
    markers: { name: string; shape: Shape; trail: number }[];
  };
  plots: { title: string; unit: string; series: { id: number; name: string }[]; limits: { name: string; value: number }[] }[];
  window: number;
}

export interface Frame {
  type: "frame";
  t: number;
  /** seven numbers per link */
  links?: number[];
  q?: number[];
  markers?: { i: number; pose: number[] }[];
  /** per series: its id, then t and v in turn; null where v is no number */
  points?: (number | null)[][];
  status?: string;
  /** why the robot does not do its work; empty when it does */
  alarm?: string;
}

export interface ImageHead {
  type: "image";
  n: number;
  found: boolean;
  box: [number, number, number, number];
  label: string;
}

export type Message = Hello | Frame | ImageHead;

export interface Sink {
  hello(m: Hello): void;
  frame(m: Frame): void;
  image(m: ImageHead, jpeg: Blob): void;
  state(s: "connecting" | "live" | "lost"): void;
}

/** connect keeps a connection to the program, trying again for as long as the page is open. */
export function connect(sink: Sink): void {
  const url = new URL("live", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  let head: ImageHead | undefined;
  let wait = 250;
  const open = () => {
    sink.state("connecting");
    const ws = new WebSocket(url);
    ws.binaryType = "blob";
    ws.onmessage = (e: MessageEvent<string | Blob>) => {
      if (typeof e.data !== "string") {
        if (head) sink.image(head, e.data);
        head = undefined;
        return;
      }
      const m = JSON.parse(e.data) as Message;
      if (m.type === "hello") {
        wait = 250;
        sink.hello(m);
        sink.state("live");
      } else if (m.type === "frame") {
        sink.frame(m);
      } else {
        head = m;
      }
    };
    ws.onclose = () => {
      sink.state("lost");
      setTimeout(open, wait);
      wait = Math.min(wait * 2, 4000);
    };
  };
  open();
}
