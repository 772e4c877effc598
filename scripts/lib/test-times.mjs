import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, say } from "./project.mjs";

const SHOWN = 12;

/**
 * Prints the slowest test files, and writes a report of all test files, the slowest first.
 * @param {string} kind such as `unit`
 * @param {readonly { file: string, seconds: number }[]} rows
 */
export function reportTimes(kind, rows) {
  const dearest = rows.toSorted((a, b) => b.seconds - a.seconds);
  const lines = dearest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  const folder = join(ROOT, "node_modules/.cache/test-times");
  mkdirSync(folder, { recursive: true });
  const report = join(folder, `${kind}.txt`);
  writeFileSync(report, `${lines.join("\n")}\n`);
  const whole = dearest.reduce((sum, { seconds }) => sum + seconds, 0);
  say(`${rows.length} files, ${whole.toFixed(0)} s in all; the dearest (all of them: ${report}):`);
  for (const line of lines.slice(0, SHOWN)) say(line);
}
