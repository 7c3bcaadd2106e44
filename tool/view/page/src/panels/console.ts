// The debugger's command line: what is typed, the answers, and the commands of the buttons.
import { byId, el } from "../dom";
import type { Model } from "../model";
import type { Reply, Request } from "../wire";
import { notify, showTab } from "./layout";

const verbs = ["step", "stepr", "back", "backr", "run", "reverse", "goto", "pause", "speed", "break port", "break reaction", "break miss",
  "delete", "info ports", "info queue", "info modes", "info breaks", "info doors", "info graph", "print", "set", "undo", "fork", "why", "where", "help"];

export class Console {
  private field = byId<HTMLInputElement>("command");
  private log = byId("console-log");
  private past: string[] = [];
  private at = 0;

  constructor(private model: Model, private ask: (r: Request) => Promise<Reply>) {
    byId<HTMLFormElement>("command-form").addEventListener("submit", (e) => {
      e.preventDefault();
      const line = this.field.value.trim();
      this.field.value = "";
      if (line) void this.typed(line);
    });
    this.field.addEventListener("keydown", (e) => this.key(e));
    model.on("program", () => {
      this.field.disabled = !model.control;
      this.field.title = model.control || !byId("clock").dataset.clock ? "" : "this program keeps the real clock: it can be neither paused nor stepped";
      this.field.placeholder = model.debug ? "command: step, break port …, why …, help  ( / )" : model.control ? "command: pause, run TIME, step N, speed X  ( / )" : byId("clock").dataset.clock ? "no commands: the run keeps the real clock" : "no commands: nothing runs";
    });
  }

  focus(): void {
    showTab("console-tab");
    this.field.focus();
  }

  /** run sends a button's command; only faults and wanted answers are shown. */
  async run(line: string, show = false): Promise<Reply | undefined> {
    try {
      const r = await this.ask({ do: "command", line });
      if (show || r.text) this.write(line, r.text ?? "", false);
      return r;
    } catch (e) {
      this.write(line, (e as Error).message, true);
      notify(`${line}: ${(e as Error).message}`, true);
      return undefined;
    }
  }

  private async typed(line: string): Promise<void> {
    if (this.past[this.past.length - 1] !== line) this.past.push(line);
    this.at = this.past.length;
    showTab("console-tab");
    try {
      this.write(line, (await this.ask({ do: "command", line })).text ?? "", false);
    } catch (e) {
      this.write(line, (e as Error).message, true);
    }
  }

  private write(line: string, text: string, bad: boolean): void {
    const end = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 30;
    this.log.append(el("div", { class: bad ? "entry bad" : "entry" }, el("b", {}, `› ${line}`), text && el("pre", {}, text)));
    while (this.log.children.length > 200) this.log.firstElementChild!.remove();
    if (end) this.log.scrollTop = this.log.scrollHeight;
  }

  private key(e: KeyboardEvent): void {
    if (e.key === "ArrowUp" || e.key === "ArrowDown") {
      this.at = Math.max(0, Math.min(this.past.length, this.at + (e.key === "ArrowUp" ? -1 : 1)));
      this.field.value = this.past[this.at] ?? "";
      e.preventDefault();
    } else if (e.key === "Tab" && !e.shiftKey && this.field.value) {
      e.preventDefault();
      this.complete();
    } else if (e.key === "Escape" && !e.shiftKey) this.field.blur();
  }

  /** complete completes the word as far as that is unambiguous. */
  private complete(): void {
    const text = this.field.value, g = this.model.graph;
    const paths = g ? [...g.Ports ?? [], ...g.Reactions ?? [], ...g.Triggers ?? []].map((x) => x.Path) : [];
    const known = verbs.filter((v) => v.startsWith(text));
    const word = known.length ? text : text.slice(text.lastIndexOf(" ") + 1);
    const fits = known.length ? known : paths.filter((p) => p.startsWith(word));
    if (!fits.length) return;
    let common = fits[0];
    for (const f of fits) while (!f.startsWith(common)) common = common.slice(0, -1);
    this.field.value = text.slice(0, text.length - word.length) + common + (fits.length === 1 ? " " : "");
    if (fits.length > 1 && common === word) this.write(text, fits.slice(0, 40).join("\n"), false);
  }
}
