import { statSync } from "node:fs";

const OTHERS = 0o077;

/** The rights of a file or folder that others than its owner may use, as `chmod` writes them; null when nobody else may. */
export function openRights(path: string): string | null {
  // The bits mean nothing there.
  if (process.platform === "win32") return null;
  const rights = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  return (rights & OTHERS) === 0 ? null : rights.toString(8);
}
