// Parameters to tune, and orders to give.
import { byId, el } from "../dom";
import { taken } from "../orders";
import type { Hello, Order, Param, Reply, Request, Values } from "../wire";
import { notify } from "./layout";

export class Params {
  private fields = new Map<string, (value: unknown) => void>(); // by path: shows the program's present value

  constructor(private ask: (r: Request) => Promise<Reply>) {}

  show(m: Hello): void {
    this.fields.clear();
    const params = m.params ?? [], orders = (m.orders ?? []).filter((o) => o.kind !== "control" && o.kind !== "move"); // those have a panel
    const box = byId("params");
    box.replaceChildren(
      ...m.may === false ? [el("p", { class: "empty", id: "look-only" }, "This page only looks. Open the whole address that the program has printed, with its token, to set parameters and give orders.")] : [],
      params.length ? el("div", { class: "params" }, ...params.map((p) => this.param(p))) : el("p", { class: "empty" }, "The program has no parameters to tune while it runs."),
      ...orders.length ? [el("h3", {}, "Orders")] : [], ...orders.map((o) => this.order(o)));
  }

  private param(p: Param): HTMLElement {
    const id = `param-${p.path}`, wrong = el("p", { class: "wrong", role: "alert" });
    const send = async (value: unknown) => {
      try {
        await this.ask({ do: "param", path: p.path, value });
        wrong.textContent = "";
      } catch (e) {
        wrong.textContent = (e as Error).message;
      }
    };
    const name = el("label", { for: id, title: [p.path, p.help].filter(Boolean).join(": ") }, p.path.split(".").slice(-2).join("."));
    const ranged = p.min !== undefined && p.max !== undefined && p.min < p.max;
    const unit = el("span", { class: "unit" }, [p.unit, ranged && `${p.min} … ${p.max}`].filter(Boolean).join(", "));
    return el("div", { class: "param", "data-param": p.path }, name, this.field(p, id, ranged, (v) => void send(v)), unit, p.help ? el("p", { class: "hint" }, p.help) : null, wrong);
  }

  private field(p: Param, id: string, ranged: boolean, send: (v: unknown) => void): HTMLElement {
    if (typeof p.value === "boolean") {
      const box = el("input", { type: "checkbox", id, checked: p.value });
      box.addEventListener("change", () => send(box.checked));
      this.fields.set(p.path, (v) => { box.checked = v === true; });
      return el("span", { class: "field" }, box);
    }
    const number = typeof p.value === "number";
    const text = el("input", { id, type: number ? "number" : "text", step: "any", min: ranged ? p.min : undefined, max: ranged ? p.max : undefined, value: number ? String(p.value) : JSON.stringify(p.value) });
    const read = () => {
      if (number) return text.value === "" ? undefined : +text.value;
      try { return JSON.parse(text.value) as unknown; } catch { return text.value; }
    };
    const slide = number && ranged ? el("input", { type: "range", min: p.min, max: p.max, step: (p.max! - p.min!) / 200, value: String(p.value), "aria-label": p.path }) : null;
    text.addEventListener("change", () => {
      const v = read();
      if (v === undefined) return;
      if (slide) slide.value = text.value;
      send(v);
    });
    slide?.addEventListener("input", () => { text.value = String(+(+slide.value).toPrecision(4)); });
    slide?.addEventListener("change", () => send(+text.value));
    this.fields.set(p.path, (v) => {
      if (document.activeElement === text || document.activeElement === slide) return;
      text.value = number ? String(v) : JSON.stringify(v);
      if (slide) slide.value = String(v);
    });
    return el("span", { class: "field" }, slide, text);
  }

  private order(o: Order): HTMLElement {
    const simple = typeof o.example !== "object" || o.example === null;
    const value = el(simple ? "input" : "textarea", { "aria-label": `value of ${o.label || o.path}, JSON`, title: `${o.path}: ${o.type}`, spellcheck: "false" }) as HTMLInputElement;
    value.value = JSON.stringify(o.example ?? null, null, simple ? 0 : 1);
    const send = async () => {
      try {
        notify(`${o.label || o.path}: ${taken(await this.ask({ do: "publish", path: o.path, value: JSON.parse(value.value) as unknown }))}`);
      } catch (e) {
        notify(`${o.label || o.path}: ${(e as Error).message}`, true);
      }
    };
    return el("div", { class: "order", "data-order": o.path }, el("button", { type: "button", onclick: () => void send() }, o.label || o.path), value);
  }

  /** values shows the parameters' present values; a field that is being edited is not changed. */
  values(m: Values): void {
    for (const [path, value] of m.values ?? []) this.fields.get(path)?.(value);
  }
}
