import { readFile } from "node:fs/promises";
import type { WireMemory } from "@postil/contract/routes/info";

const PAGE_BYTES = 4096;
const NAMES = ["vms", "rss", "shared", "text", "lib", "data", "dirty"] as const;

const shown = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)}M`;

/** Memory use of the process, as texts like `101M`. Values that the system does not tell are `0M`. */
export async function memoryUse(): Promise<WireMemory> {
  const pages = await readFile("/proc/self/statm", "utf8").catch(() => null);
  const bytes = pages?.split(" ").map((count) => Number(count) * PAGE_BYTES) ?? [0, process.memoryUsage.rss()];
  const entries = NAMES.map((name, index) => [name, shown(bytes[index] ?? 0)] as const);
  return Object.fromEntries(entries) as WireMemory; // the names are those of the type
}
