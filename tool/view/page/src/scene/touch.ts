// Passes mouse, touch and key events on the robot's panel to the drawing thread.
import type { Order, Touch } from "./stage";

/** keys are the keys that turn, move and zoom; see Eye. */
const keys = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "=", "-", "r", "0"]);

/** listen passes on the events on a canvas. */
export function listen(canvas: HTMLCanvasElement, tell: (...o: Order) => void): void {
  const touch = (kind: Touch["kind"], e: PointerEvent) => {
    const r = canvas.getBoundingClientRect();
    tell("touch", { kind, id: e.pointerId, x: e.clientX - r.left, y: e.clientY - r.top, button: e.button, buttons: e.buttons, shift: e.shiftKey, alt: e.altKey });
  };
  canvas.addEventListener("pointerdown", (e) => {
    canvas.setPointerCapture(e.pointerId);
    touch("down", e);
  });
  canvas.addEventListener("pointermove", (e) => { if (canvas.hasPointerCapture(e.pointerId)) touch("move", e); });
  for (const end of ["pointerup", "pointercancel"] as const) canvas.addEventListener(end, (e) => touch("up", e));
  canvas.addEventListener("contextmenu", (e) => e.preventDefault());
  canvas.addEventListener("wheel", (e) => {
    e.preventDefault();
    tell("wheel", e.deltaY);
  }, { passive: false });
  canvas.addEventListener("keydown", (e) => {
    const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if (e.ctrlKey || e.altKey || e.metaKey || !keys.has(key)) return;
    e.preventDefault();
    e.stopPropagation();
    tell("key", key, e.shiftKey);
  });
}
