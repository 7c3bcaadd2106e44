// The page: takes what the program sends and shows it.
import { Plots } from "./plots";
import { View } from "./scene";
import { connect, type Frame, type Hello, type ImageHead } from "./wire";

function byId<T extends HTMLElement>(id: string): T {
  const e = document.getElementById(id);
  if (!e) throw new Error(`the page has no element ${id}`);
  return e as T;
}

const view = new View(byId<HTMLCanvasElement>("scene"));
const plots = new Plots(byId("plots"));
const camera = byId<HTMLCanvasElement>("camera");
const joints = byId("joints");
let angles: HTMLElement[] = [];
let frames = 0;

function hello(m: Hello): void {
  document.title = `${m.program} · Sinew`;
  byId("program").textContent = m.program;
  view.show(m.scene);
  plots.show(m.plots, m.window);
  angles = [];
  joints.replaceChildren(...m.scene.joints.map((name) => {
    const item = document.createElement("div"), dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = name;
    dd.textContent = "–";
    angles.push(dd);
    item.append(dt, dd);
    return item;
  }));
  byId("scene").setAttribute("aria-label", `robot of ${m.program} with ${m.scene.links.length} links, drawn live`);
}

function frame(m: Frame): void {
  document.body.dataset.frames = String(++frames);
  byId("time").textContent = `${m.t.toFixed(2)} s`;
  if (m.links) view.place(m.links);
  for (const k of m.markers ?? []) view.mark(k.i, k.pose);
  m.q?.forEach((v, i) => {
    if (angles[i]) angles[i].textContent = `${(v * 180 / Math.PI).toFixed(1).replace("-", "−")}°`;
  });
  for (const p of m.points ?? []) plots.add(p);
  if (m.alarm !== undefined) byId("alarm").textContent = m.alarm;
  if (m.status !== undefined) byId("status").textContent = m.status;
}

let drawing = false;

async function image(m: ImageHead, jpeg: Blob): Promise<void> {
  if (drawing) return; // a slow page skips pictures
  drawing = true;
  try {
    const bitmap = await createImageBitmap(jpeg);
    if (camera.width !== bitmap.width || camera.height !== bitmap.height) {
      camera.width = bitmap.width;
      camera.height = bitmap.height;
    }
    const c = camera.getContext("2d")!;
    c.drawImage(bitmap, 0, 0);
    bitmap.close();
    const text = m.found ? m.label || "found" : "nothing found";
    if (m.found) mark(c, m.box, text);
    camera.dataset.images = String(m.n);
    camera.setAttribute("aria-label", `camera image: ${text}`);
    byId("seen").textContent = m.found ? `${text}, at pixel ${Math.round(m.box[0] + m.box[2] / 2)}, ${Math.round(m.box[1] + m.box[3] / 2)}` : text;
  } catch (e) {
    byId("seen").textContent = `the image cannot be shown: ${e}`;
  } finally {
    drawing = false;
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
  const wide = c.measureText(text).width + 10, top = y > 26 ? y - 24 : y + h + 4;
  c.fillStyle = "rgba(0,0,0,.65)";
  c.fillRect(x, top, wide, 20);
  c.fillStyle = "#fff";
  c.fillText(text, x + 5, top + 15);
}

connect({
  hello, frame,
  image: (m, jpeg) => void image(m, jpeg),
  state(s) {
    byId("link").dataset.state = s;
    byId("linktext").textContent = s === "lost" ? "connection lost, trying again" : s;
  },
});
