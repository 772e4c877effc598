import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/**
 * How far the migration from one server is, as a file in the home (MIG-03). It says where to go on, never what is here: if it
 * is lost, everything is read again, and nothing is stored twice.
 */

const Counts = z.record(z.string(), z.number());
const Pass = z.object({
  /** When it began, by the clock of the other server. */
  began: z.string().nullable(),
  /** How many records were read, and the last of them. */
  offset: z.number(),
  last: z.string().nullable(),
  tally: z.object({ counts: Counts, sample: z.record(z.string(), z.record(z.string(), z.string())) }),
  added: z.number(),
  kept: z.number(),
  gone: z.number(),
  /** How many records that were read are here. */
  here: z.number().default(0),
  /** What changed on both servers: how many parts, and the names of some. */
  conflicts: z.number().default(0),
  named: z.array(z.string()).default([]),
  /** Parts that are not there any more. */
  absent: z.number().default(0),
  leftOut: Counts,
  /** The ids of records that could not be stored. */
  missing: z.array(z.string()).default([]),
  /** True if a record without a known id could not be read. */
  unread: z.boolean().default(false),
});
export type Pass = z.output<typeof Pass>;

const DatasetNote = z.object({
  /** When the last whole pass began; null: none has ended. */
  before: z.string().nullable(),
  pass: Pass.nullable(),
  /** The ids of records that the last whole pass could not store: they were not deleted here. */
  missing: z.array(z.string()).default([]),
});
const Note = z.object({ url: z.string(), people: z.boolean(), datasets: z.record(z.string(), DatasetNote) });
type Note = z.output<typeof Note>;

/** Ids that are noted. */
export const MOST_MISSING = 1000;

export const newPass = (began: string | null): Pass => ({
  ...{ began, offset: 0, last: null, added: 0, kept: 0, gone: 0, here: 0, conflicts: 0, named: [], absent: 0 },
  ...{ leftOut: {}, missing: [], unread: false },
  tally: { counts: { records: 0 }, sample: {} },
});

export function openNote(home: string, url: string, isForgotten: boolean) {
  const folder = join(home, "migrations");
  const file = join(folder, `${createHash("sha256").update(url).digest("hex").slice(0, 16)}.json`);
  const note = (isForgotten ? null : readNote(file)) ?? { url, people: false, datasets: {} };
  const of = (id: string) => {
    const known = Object.hasOwn(note.datasets, id) ? note.datasets[id] : undefined;
    return known ?? { before: null, pass: null, missing: [] };
  };
  const save = (change: Partial<Note>): void => {
    Object.assign(note, change);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // A file that was begun and not ended is never read.
    writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    /** True if the people and their workspaces were brought before. */
    hasPeople: () => note.people,
    peopleDone: () => save({ people: true }),
    of,
    keep: (id: string, pass: Pass) => save({ datasets: { ...note.datasets, [id]: { ...of(id), pass } } }),
    end: (id: string, { began, missing, unread }: Pass) => {
      const { before } = of(id);
      // If not all of them are noted, what was deleted here is brought again rather than never brought.
      const next = missing.length < MOST_MISSING && !unread ? (began ?? before) : before;
      save({ datasets: { ...note.datasets, [id]: { before: next, pass: null, missing } } });
    },
  };
}
export type NoteFile = ReturnType<typeof openNote>;

function readNote(file: string): Note | null {
  try {
    return Note.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? null;
  } catch {
    // There is none, or a power cut left half of it.
    return null;
  }
}
