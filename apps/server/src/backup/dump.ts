import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { StartFailure } from "../start-failure.ts";

/** What pg_dump has made of a database of Postil, read to its end (PGS-44). Another program has written it, so that program reads it. */

const BEGINS = "PGDMP";
/** Without these it is no data of Postil. All versions have them. */
const NEEDED = ["schema_version", "user", "workspace", "dataset", "record", "response"] as const;

export type DumpContents = {
  readonly schema: number;
  readonly counts: {
    readonly people: number;
    readonly datasets: number;
    readonly records: number;
    readonly answers: number;
  };
};

/** False also for what cannot be read: who reads it as a backup says why. */
export async function isDump(path: string): Promise<boolean> {
  const handle = await open(path).catch(() => null);
  if (handle === null) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINS.length), 0, BEGINS.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === BEGINS;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

/** Reads all rows. Fails with a StartFailure that says what is wrong with the file, or that pg_restore is not installed. */
export async function readDump(path: string): Promise<DumpContents> {
  const tables = new Map<string, Counted>();
  let current: Counted | null = null;
  for await (const line of linesOf(path)) {
    if (current !== null) current = line.equals(END) ? null : count(current, line);
    else current = beginOf(line, tables);
  }
  const missing = NEEDED.find((table) => !tables.has(table));
  if (missing !== undefined)
    throw new StartFailure(`${path} is no dump of Postil's data: it has no table "${missing}".`);
  const rows = (...names: readonly string[]) => names.reduce((sum, name) => sum + (tables.get(name)?.rows ?? 0), 0);
  return {
    schema: Number(tables.get("schema_version")?.first),
    counts: {
      people: rows("user"),
      datasets: rows("dataset", "task_dataset"),
      records: rows("record", "task_record"),
      answers: rows("response"),
    },
  };
}

/** `deletedAt`: the place of a column that says which rows are gone; -1: there is none. */
type Counted = { rows: number; first: string | null; readonly deletedAt: number };

const END = Buffer.from("\\.");
const NULL = "\\N";
const COPY = /^COPY (?:\S+\.)?("?)(\w+)\1 \((.*)\) FROM stdin;$/;

function beginOf(line: Buffer, tables: Map<string, Counted>): Counted | null {
  const [, , table, columns = ""] = COPY.exec(line.toString("utf8")) ?? [];
  if (table === undefined) return null;
  const begun = { rows: 0, first: null, deletedAt: columns.split(", ").indexOf("deleted_at") };
  tables.set(table, begun);
  return begun;
}

function count(table: Counted, line: Buffer): Counted {
  table.first ??= line.toString("utf8");
  if (table.deletedAt < 0 || line.toString("utf8").split("\t")[table.deletedAt] === NULL) table.rows += 1;
  return table;
}

const NEW_LINE = 10;

/** The lines that pg_restore writes. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  const child = spawn("pg_restore", ["--data-only", "--file=-", path], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (part: Buffer) => {
    if (said.length < SAID_MOST) said += part.toString("utf8");
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // Awaited at the end.
  ended.catch(() => {});
  try {
    let left: Buffer[] = [];
    for await (const part of child.stdout as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = part.indexOf(NEW_LINE); end >= 0; end = part.indexOf(NEW_LINE, from)) {
        yield left.length === 0 ? part.subarray(from, end) : Buffer.concat([...left, part.subarray(from, end)]);
        left = [];
        from = end + 1;
      }
      if (from < part.length) left.push(part.subarray(from));
    }
    if ((await ended) !== 0) throw new StartFailure(`${path} is not a whole dump: ${said.trim().split("\n")[0]}.`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new StartFailure(
        `${path} was made by pg_dump, and only pg_restore reads it: install the client programs of PostgreSQL.`,
      );
    throw error;
  } finally {
    child.kill();
  }
}

const SAID_MOST = 2000;
