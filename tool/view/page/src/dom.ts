// Helpers for making elements.

type Props = Record<string, unknown>;
type Kid = Node | string | null | undefined | false;

/** byId finds an element of index.html. */
export function byId<T extends HTMLElement>(id: string): T {
  const e = document.getElementById(id);
  if (!e) throw new Error(`the page has no element ${id}`);
  return e as T;
}

function put(e: Element, props: Props): void {
  for (const [k, v] of Object.entries(props)) {
    if (v === undefined || v === null || v === false) continue;
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v as EventListener);
    else e.setAttribute(k, v === true ? "" : String(v));
  }
}

/** el makes an HTML element: attributes, listeners ("onclick"), children. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...kids: Kid[]): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  put(e, props);
  for (const k of kids) if (k) e.append(k);
  return e;
}

/** dotted is a path that may break only after its dots. */
export function dotted(path: string): DocumentFragment {
  const f = document.createDocumentFragment();
  for (const part of path.split(/(?<=\.)/)) f.append(part, el("wbr"));
  return f;
}

/** svg makes an SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(tag: K, props: Props = {}, ...kids: Kid[]): SVGElementTagNameMap[K] {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  put(e, props);
  for (const k of kids) if (k) e.append(k);
  return e;
}

const icons: Record<string, string> = {
  play: "M4 2.5v11l9-5.5z", pause: "M4 2.5h3v11H4zM9 2.5h3v11H9z",
  step: "M3 3v10l7-5zM11 3h2v10h-2z", back: "M13 3v10L6 8zM3 3h2v10H3z",
  stepr: "M5.5 3.5 10 8l-4.5 4.5", backr: "M10.5 3.5 6 8l4.5 4.5",
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4", plus: "M8 3v10M3 8h10", minus: "M3 8h10",
  close: "M4 4l8 8M12 4l-8 8", theme: "M8 2a6 6 0 1 0 0 12z M8 2a6 6 0 0 1 0 12",
  full: "M9 2h5v5M14 2 9 7M7 14H2V9M2 14l5-5", fold: "M3 5l5-3 5 3M3 11l5 3 5-3", unfold: "M3 6l5 4 5-4",
  stop: "M5.2 2h5.6L14 5.2v5.6L10.8 14H5.2L2 10.8V5.2z", help: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.8-1.1 1.8M8 12.4v.6",
  follow: "M3 8h8M8 4l4 4-4 4M14 3v10",
};
const filled = new Set(["play", "pause", "step", "back", "stop"]);

/** icon is one of the page's symbols; the button's label says what it means. */
export function icon(name: string): SVGSVGElement {
  const full = filled.has(name);
  return svg("svg", { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" },
    svg("path", { d: icons[name] ?? "", fill: full ? "currentColor" : "none", stroke: full ? "none" : "currentColor", "stroke-width": 1.6, "stroke-linejoin": "round", "stroke-linecap": "round" }));
}

/** button makes a button with a symbol or a text; title is its label and tooltip. */
export function button(face: string, title: string, click: (e: MouseEvent) => void, props: Props = {}): HTMLButtonElement {
  const known = face in icons;
  return el("button", { type: "button", title, "aria-label": known ? title : undefined, onclick: click, ...props }, known ? icon(face) : face);
}

/** say announces something to screen readers once. */
export function say(text: string): void {
  byId("say").textContent = text;
}

/** onceAFrame returns a function that runs f once at the next animation frame, however often it is called before. */
export function onceAFrame(f: () => void): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      f();
    });
  };
}

/** atMost returns a function that runs f with its latest value, at most once every ms milliseconds. */
export function atMost<T>(ms: number, f: (v: T) => void): (v: T) => void {
  let ran = -Infinity, due = false, last: T;
  const run = () => {
    due = false;
    ran = performance.now();
    f(last);
  };
  return (v) => {
    last = v;
    const wait = ran + ms - performance.now();
    if (wait <= 0 && !due) run();
    else if (!due) {
      due = true;
      setTimeout(run, wait);
    }
  };
}

/** Setting is a value stored in this browser under a name; without storage it lasts as long as the page. */
export class Setting<T> {
  constructor(private name: string, private value: T) {
    try {
      const text = localStorage.getItem("sinew." + name);
      if (text !== null) this.value = JSON.parse(text) as T;
    } catch { /* no storage, or what is there is no JSON */ }
  }
  get(): T { return this.value; }
  set(v: T): void {
    this.value = v;
    try {
      localStorage.setItem("sinew." + this.name, JSON.stringify(v));
    } catch { /* no storage */ }
  }
}

/** typing says whether a field has the focus. */
export function typing(e: KeyboardEvent): boolean {
  const t = e.target as HTMLElement | null;
  return !!t?.closest?.("input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]");
}
