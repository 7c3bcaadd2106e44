// Light and dark: the system's setting, until the reader chooses.
import { Setting } from "./dom";

type Choice = "auto" | "light" | "dark";

const choice = new Setting<Choice>("theme", "auto");
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners: (() => void)[] = [];
const known = new Map<string, string>();
const probe = document.createElement("i");

function apply(): void {
  const c = choice.get();
  if (c === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = c;
  known.clear();
  for (const f of listeners) f();
}

/** startTheme applies the choice and follows the system. */
export function startTheme(): void {
  probe.hidden = true;
  document.body.append(probe);
  system.addEventListener("change", apply);
  apply();
}

/** toggleTheme changes to the other theme and returns its name. */
export function toggleTheme(): string {
  const next = dark() ? "light" : "dark";
  choice.set(next === (system.matches ? "dark" : "light") ? "auto" : next);
  apply();
  return next;
}

export function dark(): boolean {
  const c = choice.get();
  return c === "auto" ? system.matches : c === "dark";
}

/** onTheme calls f after each change. */
export function onTheme(f: () => void): void {
  listeners.push(f);
}

/** colour resolves a colour of the style sheet, such as "--ink", for canvases. */
export function colour(name: string): string {
  let c = known.get(name);
  if (c === undefined) {
    probe.style.color = `var(${name})`;
    c = getComputedStyle(probe).color;
    known.set(name, c);
  }
  return c;
}
