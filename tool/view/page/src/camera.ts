// The camera's image with its detections.
import { byId } from "./dom";
import type { ImageHead } from "./wire";

export class Camera {
  private canvas = byId<HTMLCanvasElement>("camera");
  private busy = false;

  async show(m: ImageHead, jpeg: Blob): Promise<void> {
    if (this.busy || !this.canvas.offsetParent) return; // a slow page skips pictures, a hidden panel draws none
    this.busy = true;
    try {
      const bitmap = await createImageBitmap(jpeg);
      if (this.canvas.width !== bitmap.width || this.canvas.height !== bitmap.height) {
        this.canvas.width = bitmap.width;
        this.canvas.height = bitmap.height;
      }
      const c = this.canvas.getContext("2d")!;
      c.drawImage(bitmap, 0, 0);
      bitmap.close();
      const text = m.found ? m.label || "found" : "nothing found";
      if (m.found) mark(c, m.box, text);
      byId("camera-yet").hidden = true;
      this.canvas.dataset.images = String(m.n);
      this.canvas.setAttribute("aria-label", `camera image: ${text}`);
      byId("seen").textContent = m.found ? `${text}, at pixel ${Math.round(m.box[0] + m.box[2] / 2)}, ${Math.round(m.box[1] + m.box[3] / 2)}` : text;
    } catch (e) {
      byId("seen").textContent = `the image cannot be shown: ${e}`;
    } finally {
      this.busy = false;
    }
  }
}

function mark(c: CanvasRenderingContext2D, [x, y, w, h]: ImageHead["box"], text: string): void {
  const cx = x + w / 2, cy = y + h / 2;
  for (const [width, colour] of [[5, "rgba(0,0,0,.65)"], [2, "#3df0b0"]] as const) {
    c.lineWidth = width;
    c.strokeStyle = colour;
    c.strokeRect(x, y, w, h);
    c.beginPath();
    c.moveTo(cx - 9, cy);
    c.lineTo(cx + 9, cy);
    c.moveTo(cx, cy - 9);
    c.lineTo(cx, cy + 9);
    c.stroke();
  }
  c.font = "600 15px system-ui, sans-serif";
  const wide = c.measureText(text).width + 10, { width, height } = c.canvas;
  const top = y > 26 ? y - 24 : Math.min(y + h + 4, height - 22), left = Math.max(0, Math.min(x, width - wide)); // completely inside the picture
  c.fillStyle = "rgba(0,0,0,.65)";
  c.fillRect(left, top, wide, 20);
  c.fillStyle = "#fff";
  c.fillText(text, left + 5, top + 15);
}
