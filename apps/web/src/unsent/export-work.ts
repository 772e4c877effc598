import { type TypedForDataset, writeWorkFile } from "@postil/domain/outbox/work-file";
import { basePath } from "../lib/base-path.ts";
import type { WorkItem } from "./work-items.ts";

export function exportWork(
  items: readonly WorkItem[],
  { id, username }: { readonly id: string; readonly username: string },
  now: number,
  typed?: readonly TypedForDataset[],
): object {
  const server = new URL(basePath(), window.location.origin).href;
  return writeWorkFile(items, { userId: id, username, server }, now, typed);
}
