// `scene.js`: the thread that draws the robot. Its first message is the canvas, the others are orders.
import type { News, Order } from "./stage";
import type { View } from "./view";

const host = self as unknown as { onmessage: (e: MessageEvent) => void; postMessage(n: News): void };
const made = import("./view");
let view: View | undefined;

host.onmessage = (e: MessageEvent<OffscreenCanvas | Order>) => void made.then(({ View }) => {
  if (!Array.isArray(e.data)) view = new View(e.data, (n) => host.postMessage(n));
  else {
    const [what, ...args] = e.data;
    (view![what] as (...a: unknown[]) => void)(...args);
  }
});
