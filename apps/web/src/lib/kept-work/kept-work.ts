import { openInDatabase } from "./in-database.ts";
import type { KeptName, KeptWork } from "./kept-values.ts";

/** IndexedDB where the browser grants it (design/device.md#work); hardly anybody needs the code of what is done otherwise. */
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
