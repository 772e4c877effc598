import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { newId } from "../new-id.ts";
import type { Call } from "./api-client.ts";

const FOLDER = "importing";
/** A task dataset is known by its workspace too, and told by its time from a later one of its name. */
const OfTask = z.object({ workspace: z.string(), createdAt: z.string() });
const Note = z.object({ pid: z.number(), dataset: z.string(), task: OfTask.optional() });
type Note = z.infer<typeof Note>;

/**
 * Notes in the home that a dataset is being filled, before it is made, so that whoever comes after a crash knows what is
 * half done. Returns what takes the note away again.
 */
export function noteUnfinished(home: string, dataset: string, task?: z.infer<typeof OfTask>): () => void {
  const folder = join(home, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, newId());
  const note: Note = { pid: process.pid, dataset, ...(task ? { task } : {}) };
  writeFileSync(file, JSON.stringify(note), { mode: 0o600, flush: true });
  return () => rmSync(file, { force: true });
}

/** Removes the datasets that were being filled by processes that are over; `isOver` says which are. */
export async function removeUnfinished(
  home: string,
  call: Call,
  isOver: (pid: number) => boolean = isGone,
): Promise<void> {
  for (const file of notesOf(home)) {
    const note = readNote(file);
    if (note && !isOver(note.pid)) continue;
    if (note) await removeNoted(call, note);
    rmSync(file, { force: true });
  }
}

async function removeNoted(call: Call, { dataset, task }: Note): Promise<void> {
  if (task) {
    const query = { workspace: task.workspace };
    const there = await call("listTaskDatasetsV0", { query });
    const left = there.find(({ name, created_at }) => name === dataset && created_at === task.createdAt);
    if (left) await call("deleteTaskDatasetV0", { params: { name: dataset }, query });
    return;
  }
  const { items } = await call("listMyDatasets", {});
  // The name has eight random digits: no other dataset has it.
  const left = items.find(({ name }) => name === dataset);
  if (left) await call("deleteDataset", { params: { dataset_id: left.id } });
}

function notesOf(home: string): readonly string[] {
  try {
    return readdirSync(join(home, FOLDER)).map((name) => join(home, FOLDER, name));
  } catch {
    // Nothing was ever imported here.
    return [];
  }
}

/** Null for a note that was cut off while it was written: then no dataset had been made yet. */
function readNote(file: string): Note | null {
  try {
    return Note.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
