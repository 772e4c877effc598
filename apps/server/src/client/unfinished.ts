import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { newId } from "../new-id.ts";
import { StartFailure } from "../start-failure.ts";
import { ApiRefusal, type Call } from "./api-client.ts";

const FOLDER = "importing";
const Note = z.object({ pid: z.number(), import: z.uuid() });
/** Before version 0.2, an import filled a dataset that all users could see. */
const OlderNote = z.object({ dataset: z.string() });

export class GivenUp extends Error {
  override readonly name = "GivenUp";
}

/**
 * Fills an existing dataset without records. Until all records are stored, only users who manage datasets see it, and only the
 * import writes into it. So undoing a failed import never deletes a user's answers. If this process dies, a note in the home
 * tells the next import what to remove.
 */
export async function fillWhole<T>(
  call: Call,
  { home, importId = newId() }: { readonly home: string | null; readonly importId?: string },
  datasetId: string,
  fill: () => Promise<T>,
): Promise<T> {
  const params = { import_id: importId };
  // An import of the server itself: its dataset is the import's from the first moment, and the server takes it back.
  const finished = home === null ? () => {} : note(home, importId);
  let ends = false;
  try {
    if (home !== null) await call("beginImport", { params, body: { dataset_id: datasetId } });
    const filled = await fill();
    ends = true;
    await call("endImport", { params });
    finished();
    return filled;
  } catch (error) {
    if (home === null) throw error;
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

/** False if no server answers. */
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
/** For an import whose last call got no answer. */
const MAY_BE_WHOLE =
  "All was stored, but whether the import ended is not known: look at the list of datasets. What did not end is removed when the server starts again.";

/** The error with a sentence about the unfinished dataset. A programming error is returned unchanged. */
function leftBehind(error: unknown, ended: boolean): unknown {
  if (!(error instanceof StartFailure || error instanceof ApiRefusal || error instanceof GivenUp)) return error;
  return new StartFailure(`${error.message} ${ended ? MAY_BE_WHOLE : IS_REMOVED}`);
}

/** Removes the unfinished imports of processes that have ended. */
export async function takeBackUnfinished(home: string, call: Call): Promise<void> {
  for (const file of notesOf(home)) {
    const read = Note.safeParse(contentOf(file));
    if (!read.success || !isGone(read.data.pid)) continue;
    await call("takeBackImport", { params: { import_id: read.data.import } });
    rmSync(file, { force: true });
  }
}

/** At a start, no import is running. Returns the names of datasets that an older version left unfinished. */
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
    // No import has ever run here.
    return [];
  }
}

/** Null for a note that was only partly written: its import had not begun. */
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
