import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { rewritingOf } from "../../own-files.ts";
import { StartFailure } from "../../start-failure.ts";
import type { FileRoom } from "../engine.ts";
import type { Db } from "../tables.ts";
import { contentsOf, examineCopy } from "./copy.ts";
import { openDatabase } from "./database.ts";

type Found = { readonly size: number; readonly pages: number; readonly free: number; readonly vacuum: number };
const FIGURES = `select page_size as size, page_count as pages, freelist_count as free, auto_vacuum as vacuum
  from pragma_page_size, pragma_page_count, pragma_freelist_count, pragma_auto_vacuum`;
const roomOf = ({ size, pages, free, vacuum }: Found): FileRoom => ({
  bytes: pages * size,
  free: free * size,
  inParts: vacuum !== 0,
});

export async function fileRoom(db: Db): Promise<FileRoom> {
  const { rows } = await sql<Found>`${sql.raw(FIGURES)}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("The engine tells nothing of its file.");
  return roomOf(found);
}

export async function dropPages(db: Db, pages: number): Promise<number> {
  const pragma = sql`pragma incremental_vacuum(${sql.raw(String(pages))})`.compile(db);
  // Each page is a row without columns, and the next one moves only when it is asked for.
  let dropped = 0;
  for await (const { rows } of db.getExecutor().stream(pragma, pages)) dropped += rows.length;
  return dropped;
}

/** The room in a file that no process has open. */
export function roomInFile(file: string): FileRoom {
  const database = openDatabase(file, "writer");
  try {
    return roomOf(database.prepare(FIGURES).get() as Found); // the names are those of the query
  } finally {
    database.close();
  }
}

/**
 * Writes a file that no process has open anew, without free pages and such that it can give room back in parts. The file is the
 * old one until the copy was examined and is on the disk; then one rename puts the copy in its place.
 */
export function rewriteFile(file: string): FileRoom {
  const part = rewritingOf(file);
  rmSync(part, { force: true });
  const database = openDatabase(file, "writer");
  try {
    database.exec("pragma auto_vacuum = incremental");
    database.prepare("vacuum into ?").run(part);
    const { fault, ...copied } = examineCopy(part);
    if (fault !== null) throw new StartFailure(`The copy of ${file} is damaged (${fault}); is the store itself?`);
    if (JSON.stringify(copied) !== JSON.stringify(contentsOf(database)))
      throw new Error("The copy does not hold what the store held.");
    // A log that stayed would be taken for one of the new file. Fails if another program has the file open.
    database.exec("pragma journal_mode = delete");
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    database.close();
  }
  const handle = openSync(part, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, file);
  return roomInFile(file);
}
