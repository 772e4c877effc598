import { readdirSync, readFileSync } from "node:fs";

/** Files that threads started later, the page's files and the store's journals take. */
const SPARE = 64;

/**
 * How many connections the process may hold and still open the files it works with; null where the system does not tell. What
 * is open already is counted, so this is asked when everything is up.
 */
export function mostConnections(): number | null {
  try {
    const limit = Number(/^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]);
    const left = limit - readdirSync("/proc/self/fd").length;
    // NaN: unlimited.
    return Number.isNaN(left) ? null : Math.max(1, left - Math.min(SPARE, Math.ceil(left / 2)));
  } catch {
    return null;
  }
}
