import { openInDatabase } from "./in-database.ts";
import type { KeptName, KeptWork } from "./kept-values.ts";

/**
 * Uses IndexedDB if the browser allows it (design/device.md#work). The fallback is rarely needed, so its code is loaded on
 * demand.
 */
export function openKeptWork(name: KeptName): KeptWork {
  const opened = openInDatabase(name).catch(async (error: unknown): Promise<KeptWork> => {
    console.warn(error);
    return (await import("./without-database.ts")).withoutDatabase(name);
  });
  return {
    all: async (userId) => (await opened).all(userId),
    change: async (...asked) => (await opened).change(...asked),
  };
}
