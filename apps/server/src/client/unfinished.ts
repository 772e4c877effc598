import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { newId } from "../new-id.ts";
import { StartFailure } from "../start-failure.ts";
import { ApiRefusal, type Call } from "./api-client.ts";

const FOLDER = "importing";
const Note = z.object({ pid: z.number(), import: z.uuid() });
/** Before 0.2 an import filled a dataset that everybody saw. */
const OlderNote = z.object({ dataset: z.string() });

export class GivenUp extends Error {
  override readonly name = "GivenUp";
}

/**
 * Fills a dataset that is there and has no records: until all of it is stored only those who manage datasets see it, and nobody
 * but the import writes into it, so what is taken back after a failure holds nobody's answers. A note in the home tells the next
 * import, after the death of this process, what to take back.
 */
export async function fillWhole<T>(call: Call, home: string, datasetId: string, fill: () => Promise<T>): Promise<T> {
  const params = { import_id: newId() };
  const finished = note(home, params.import_id);
  let ends = false;
  try {
    await call("beginImport", { params, body: { dataset_id: datasetId } });
    const filled = await fill();
    ends = true;
    await call("endImport", { params });
    finished();
    return filled;
  } catch (error) {
    if (!(await isTakenBack(call, params))) throw leftBehind(error, ends);
    finished();
    throw error;
  }
}

function note(home: string, importId: string): () => void {
  const folder = join(home, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, importId);
  writeFileSync(file, JSON.stringify({ pid: process.pid, import: importId }), { mode: 0o600, flush: true });
  return () => rmSync(file, { force: true });
}

/** False where nobody answers. */
async function isTakenBack(call: Call, params: { readonly import_id: string }): Promise<boolean> {
  try {
    await call("takeBackImport", { params });
    return true;
  } catch (error) {
    if (error instanceof StartFailure || error instanceof ApiRefusal) return false;
    throw error;
  }
}

const IS_REMOVED = "Nothing was imported; what was stored so far is removed when the server starts again.";
/** Its last call was not answered. */
const MAY_BE_WHOLE =
  "All was stored, but whether the import ended is not known: look at the list of datasets. What did not end is removed when the server starts again.";

/** What went wrong, with what becomes of the half; a mistake in the program stays one. */
function leftBehind(error: unknown, ended: boolean): unknown {
  if (!(error instanceof StartFailure || error instanceof ApiRefusal || error instanceof GivenUp)) return error;
  return new StartFailure(`${error.message} ${ended ? MAY_BE_WHOLE : IS_REMOVED}`);
}

/** Takes back the imports of processes that are over. */
export async function takeBackUnfinished(home: string, call: Call): Promise<void> {
  for (const file of notesOf(home)) {
    const read = Note.safeParse(contentOf(file));
    if (!read.success || !isGone(read.data.pid)) continue;
    await call("takeBackImport", { params: { import_id: read.data.import } });
    rmSync(file, { force: true });
  }
}

/** At a start nobody is filling a dataset. Returns the names of those that an older version left half done. */
export function forgetNotes(home: string): readonly string[] {
  return notesOf(home).flatMap((file) => {
    const older = OlderNote.safeParse(contentOf(file));
    rmSync(file, { force: true });
    return older.success ? [older.data.dataset] : [];
  });
}

function notesOf(home: string): readonly string[] {
  try {
    return readdirSync(join(home, FOLDER)).map((name) => join(home, FOLDER, name));
  } catch {
    // Nothing was ever imported here.
    return [];
  }
}

/** Null for a note that was cut off while it was written: then no import had begun. */
function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
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
