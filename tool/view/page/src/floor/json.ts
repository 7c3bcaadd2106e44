/** put writes a number into a JSON value, at a path such as "P.X" or "Axes[1]". */
export function put(v: unknown, path: string, n: number | boolean): void {
  const keys = path.replace(/\[(\d+)\]/g, ".$1").split("."), last = keys.pop()!;
  const at = keys.reduce<unknown>((x, k) => (x as Record<string, unknown> | undefined)?.[k], v) as Record<string, unknown> | undefined;
  if (at) at[last] = n;
}
