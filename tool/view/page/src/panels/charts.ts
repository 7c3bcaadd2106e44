// Statecharts of the program: the picture that a reactor provides, with the active states highlighted.
import { byId, el } from "../dom";
import type { Model } from "../model";
import { showTab } from "./layout";

export class Charts {
  private tab = byId("charts-tab");
  private body = byId("charts");
  private lights: { topics: number[]; states: Element[]; shown: string }[] = [];

  constructor(private model: Model) {
    model.on("program", () => this.show());
    model.on("rates", () => this.light());
  }

  private show(): void {
    const owners = (this.model.graph?.Reactors ?? []).filter((r) => r.Picture);
    this.tab.hidden = !owners.length;
    if (!owners.length && this.tab.getAttribute("aria-selected") === "true") showTab("inspector-tab");
    this.lights = [];
    this.body.replaceChildren(...owners.map((r) => {
      const picture = document.importNode(new DOMParser().parseFromString(r.Picture!, "image/svg+xml").documentElement, true);
      const topics = this.model.topics.filter((t) => t.name === `${r.Path}.shown` || t.name.startsWith(`${r.Path}.shown[`)).map((t) => t.id);
      this.lights.push({ topics, states: [...picture.querySelectorAll("[data-state]")], shown: "" });
      return el("figure", { "data-chart": r.Path }, el("figcaption", {}, r.Path), picture);
    }));
    this.light();
  }

  /** light highlights the active leaf, and the states that contain it. */
  private light(): void {
    for (const c of this.lights) {
      const leaves = c.topics.map((t) => (this.model.rate.get(t)?.last ?? "").replaceAll('"', "")).filter((s) => s);
      const shown = leaves.join(" ");
      if (shown === c.shown) continue;
      c.shown = shown;
      for (const s of c.states) {
        const path = s.getAttribute("data-state")!;
        s.classList.toggle("on", leaves.some((l) => l === path || l.startsWith(path + ".")));
      }
    }
  }
}
