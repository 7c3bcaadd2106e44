// The page: receives what the program sends and shows it.
import { Control } from "./board/control";
import { Hand } from "./board/hand";
import { Board } from "./board/state";
import { Camera } from "./camera";
import { Controls } from "./controls";
import { Diagram } from "./diagram/diagram";
import { atMost, button, byId, el } from "./dom";
import { Floor } from "./floor/floor";
import { Model, tagText } from "./model";
import { Orders } from "./orders";
import { Charts } from "./panels/charts";
import { Console } from "./panels/console";
import { Events } from "./panels/events";
import { Inspector } from "./panels/inspector";
import { showTab, startLayout } from "./panels/layout";
import { Params } from "./panels/params";
import { Signals } from "./panels/signals";
import { Plots } from "./plots/plots";
import { Stage, type Layer } from "./scene/stage";
import { startTheme } from "./theme";
import { Wire, type Frame, type Hello, type LinkState, type Request } from "./wire";

startTheme();
startLayout();

const model = new Model();
const ask = (r: Request) => wire.ask(r);
const view = new Stage(byId<HTMLCanvasElement>("scene"));
const camera = new Camera();
const floor = new Floor(ask);
const desk = new Console(model, ask);
const plots = new Plots(model, ask);
const inspector = new Inspector(model, desk, plots, ask, (i) => void diagram.reveal(i));
const diagram = new Diagram(model, { breakAt: (i) => void inspector.toggleBreak(i), plot: (i) => inspector.plotItem(i) }, ask);
const params = new Params(ask);
const orders = new Orders(model, view, ask);
const controls = new Controls(model, desk, () => void orders.stop());
const events = new Events((r, time) => {
  if (time && model.debug) void desk.run(`goto ${tagText(r.t, r.m)}`);
  select(r.what);
});
new Charts(model);
const board = new Board(ask);
new Control(board);
new Hand(board);
new Signals(model, (t) => {
  select(t.name);
  showTab("inspector-tab");
}, (t) => inspector.plotTopic(t));

/** select shows the thing with a path: in the diagram if it is there, otherwise alone. */
function select(path: string): void {
  const i = model.find(path), t = model.topicByName(path) ?? model.topicByName("door/" + path);
  if (i) {
    model.select(i);
    void diagram.reveal(i);
  } else if (t) inspector.topic(t);
}

let angles: HTMLElement[] = [];
let frames = 0;
let last = 0;
let placed = false; // the robot's pose is known

function hello(m: Hello): void {
  document.title = `${m.program} · Sinew`;
  byId("program").textContent = m.program;
  byId("clock").dataset.clock = m.clock ?? "";
  last = 0;
  placed = false;
  byId("camera-yet").hidden = !!byId("camera").dataset.images;
  view.show(m.scene);
  joints(m.scene.joints);
  byId("main").classList.toggle("floor", floor.show(m));
  if (byId("scene").dataset.webgl !== "none") byId("scene").setAttribute("aria-label", `robot of ${m.program} with ${m.scene.links.length} links, drawn live`);
  model.hello(m);
  plots.show(m);
  params.show(m);
  orders.show(m);
  board.hello(m);
  byId("robot-panel").classList.toggle("bare", !m.scene.links.length && !m.scene.markers.length);
  byId("main").classList.toggle("still", !!model.graph && !m.plots.length && !model.topics.length); // such as an architecture
  events.add([]); // its text while it is empty depends on that
  yet();
  eyes(m.scene.markers.some((k) => k.kind === "frustum"));
  const has = view.layers();
  for (const [layer, b] of layers) b.hidden = !has.has(layer);
  if (model.topics.length) watch();
  if (layers.get("cloud")?.getAttribute("aria-pressed") === "true") void ask({ do: "cloud", on: true }).catch(() => {});
  requestAnimationFrame(() => {
    document.body.dataset.ready = "true";
    performance.mark("ready");
    setTimeout(startView, 0);
  });
}

/** eyes shows the camera's panel if the program has a camera. */
function eyes(on: boolean): void {
  byId("camera-panel").hidden = byId("g-left").hidden = !on;
}

/** watch requests rates while the page is visible. */
function watch(): void {
  if (model.topics.length) void ask({ do: "rates", on: !document.hidden }).catch(() => {});
}
document.addEventListener("visibilitychange", watch);

function joints(names: string[]): void {
  angles = [];
  byId("joints").replaceChildren(...names.map((name) => {
    const dd = el("dd", {}, "–");
    angles.push(dd);
    return el("div", {}, el("dt", {}, name), dd);
  }));
}

/** turned writes the joints' angles, ten times a second: nobody reads faster. */
const turned = atMost(100, (q: number[]) => q.forEach((v, i) => {
  const text = `${(v * 180 / Math.PI).toFixed(1).replace("-", "−")}°`;
  if (angles[i] && angles[i].textContent !== text) angles[i].textContent = text;
}));

function frame(m: Frame): void {
  document.body.dataset.frames = String(++frames);
  if (m.t < last) view.forget();
  last = m.t;
  controls.at(m.t);
  floor.frame(m);
  if (m.links) {
    view.place(m.links);
    if (!placed) {
      placed = true;
      yet();
    }
  }
  for (const k of m.markers ?? []) view.mark(k.i, k.pose);
  for (const p of m.paths ?? []) view.path(p.i, p.points);
  if (m.q) turned(m.q);
  board.frame(m);
  plots.at(m.t);
  for (const p of m.points ?? []) plots.add(p);
  if (m.alarm !== undefined) orders.alarm(m.alarm);
  if (m.status !== undefined) byId("status").textContent = m.status;
}

/** yet says in empty panels what will appear there, and how. */
function yet(): void {
  const robot = byId("scene-yet"), camera = byId("camera-yet");
  const { webgl, drawn } = byId("scene").dataset, blind = webgl === "none";
  robot.hidden = placed && !!drawn && !blind || !model.program || byId("robot-panel").classList.contains("bare");
  if (!robot.hidden) robot.textContent = blind ? "the robot cannot be shown: this browser does not offer WebGL" : placed ? "the robot is being drawn" : model.yet("the robot appears with its first reading");
  if (!camera.hidden) camera.textContent = model.yet("no picture yet");
}
model.on("state", yet);
view.began = yet;

function link(s: LinkState): void {
  byId("link").dataset.state = s;
  byId("linktext").textContent = s === "lost" ? (model.state?.ended ? "the run has ended" : "connection lost, trying again") : s;
  if (s !== "live") document.body.dataset.state = s;
  else if (document.body.dataset.state === "connecting") document.body.dataset.state = "running";
}

const layers = new Map<Layer, HTMLElement>();
for (const [layer, name, on] of [["grid", "grid", true], ["frames", "frames", true], ["paths", "plan", true], ["trails", "trail", true], ["camera", "camera", true], ["cloud", "cloud", false]] as const) {
  const b = button(name, `show or hide: ${name}`, () => {
    const pressed = b.getAttribute("aria-pressed") !== "true";
    b.setAttribute("aria-pressed", String(pressed));
    view.toggle(layer, pressed);
    if (layer === "cloud") void ask({ do: "cloud", on: pressed }).catch(() => {});
  }, { class: "quiet text", "aria-pressed": String(on) });
  layers.set(layer, b);
}
byId("scene-tools").append(button("fit", "fit the view (R)", () => view.fit(), { class: "quiet" }), ...layers.values());

const wire = new Wire({
  hello, frame, link,
  image: (m, jpeg) => {
    eyes(true);
    void camera.show(m, jpeg);
  },
  cloud: (_m, points) => void points.arrayBuffer().then((b) => { floor.cloud(b); view.points(b); }),
  rates: (m) => model.rates(m),
  params: (m) => params.values(m),
  events: (rows) => events.add(rows),
  state: (m) => model.setState(m),
});
wire.connect();
let started = false;

/** startView loads the drawing of the robot, once the rest has been shown. */
function startView(): void {
  if (started) return;
  started = true;
  view.start();
}
setTimeout(startView, 2000); // even without a program
