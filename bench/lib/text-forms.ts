import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { wordTexts } from "@postil/domain/text/text-analysis";
import type { IndexedTexts } from "../../apps/server/src/storage/engine.ts";
import { migrate, openDatabase } from "../../apps/server/src/storage/sqlite/database.ts";
import { engineOver } from "../../apps/server/src/storage/sqlite/engine.ts";
import type { Db } from "../../apps/server/src/storage/tables.ts";
import { blockWriter, createBlockIndex } from "./block-index.ts";
import { createRandom } from "./random.ts";
import { readRows } from "./rows.ts";
import { readTokenRows } from "./task-data.ts";

/** One form of the text index, in a store of its own. */
export type Form = {
  /** Each in one transaction. */
  readonly add: (rows: readonly IndexedTexts[]) => Promise<void>;
  /** Writes other texts for stored records. */
  readonly change: (rows: readonly IndexedTexts[]) => Promise<void>;
  /** A connection that searches, as a thread for searches has it. */
  readonly openToRead: () => DatabaseSync;
  /** What the file has grown by since it was made. */
  readonly bytes: () => number;
  readonly close: () => void;
};

/** The dataset of both forms; its records have one field. */
export const DATASET = 1;

type Writer = {
  readonly add: (rows: readonly IndexedTexts[]) => Promise<void>;
  readonly clear: (seqs: readonly number[]) => Promise<void>;
};

export const openFts5 = (folder: string): Promise<Form> =>
  openForm(join(folder, "fts5.db"), async (_database, db) => {
    await db.text.create(DATASET, 1);
    return { add: (rows) => db.text.add(DATASET, rows), clear: (seqs) => db.text.clear(DATASET, seqs) };
  });

export const openBlocks = (folder: string): Promise<Form> =>
  openForm(join(folder, "blocks.db"), async (database, db) => {
    createBlockIndex(database);
    const writer = blockWriter(database);
    const note = (seqs: readonly number[]) => db.changes.note(DATASET, "words", seqs);
    return {
      add: (rows) => {
        writer.add(rows);
        return note(rows.map(([seq]) => seq));
      },
      clear: (seqs) => {
        writer.remove(seqs);
        return note(seqs);
      },
    };
  });

/** The store makes a checkpoint when its log has more pages than this. */
const CHECKPOINT_PAGES = 4000;

async function openForm(file: string, writerOf: (database: DatabaseSync, db: Db) => Promise<Writer>): Promise<Form> {
  const database = openDatabase(file, "writer");
  await migrate(database, async () => {});
  const { add, clear } = await writerOf(database, engineOver(database));
  const size = () => {
    database.exec("pragma wal_checkpoint(truncate)");
    return statSync(file).size;
  };
  const empty = size();
  const inOne = async (work: () => Promise<void>) => {
    database.exec("begin immediate");
    await work();
    database.exec("commit");
    const log = database.prepare("pragma wal_checkpoint(noop)").get();
    if (Number(log?.log) > CHECKPOINT_PAGES) database.exec("pragma wal_checkpoint(passive)");
  };
  const readers: DatabaseSync[] = [];
  return {
    add: (rows) => inOne(() => add(rows)),
    change: (rows) =>
      inOne(async () => {
        await clear(rows.map(([seq]) => seq));
        await add(rows);
      }),
    openToRead: () => {
      const reader = openDatabase(file, "searcher");
      readers.push(reader);
      return reader;
    },
    bytes: () => size() - empty,
    close: () => {
      for (const one of [...readers, database]) one.close();
    },
  };
}

/**
 * The words of a text for each number: the beginning of one real text and the end of another. Every fourth has a name, out of
 * ever more names, because large real datasets have ever more words.
 */
export function textMaker(): (seq: number) => string {
  const rows = readRows();
  const texts = [...rows, ...readTokenRows(rows)].map(({ text }) => wordTexts(text));
  return (seq) => {
    const random = createRandom(seq);
    const pick = (count: number) => Math.floor(random() * count);
    const [one = [], other = []] = [texts[pick(texts.length)], texts[pick(texts.length)]];
    const words = [...one.slice(0, 1 + pick(one.length)), ...other.slice(pick(other.length))];
    if (pick(4) === 0) words.push(`name${Math.floor(seq ** 0.9 * random())}`);
    return words.join(" ");
  };
}
