import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { IndexedTexts, TextSearch } from "../engine.ts";
import { migrate, openDatabase } from "./database.ts";
import { engineOver } from "./engine.ts";

const DATASET = 7;
const RECORDS = 4000;
const STEP = 100;

let folder: string;
let database: ReturnType<typeof openDatabase>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "postil-texts-"));
  database = openDatabase(join(folder, "texts.db"), "writer");
  await migrate(database, async () => {});
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** A text of forty words out of twenty thousand, different for each record. */
const textOf = (seq: number): IndexedTexts => [
  seq,
  Array.from({ length: 40 }, (_, at) => `w${((seq * 40 + at) * 7919) % 20_000}`).join(" "),
];
const steps = Array.from({ length: RECORDS / STEP }, (_, step) =>
  Array.from({ length: STEP }, (_, index) => step * STEP + index),
);
async function inOne(work: () => Promise<void>): Promise<void> {
  database.exec("begin immediate");
  await work();
  database.exec("commit");
}

test("what a step that removes records writes does not grow with what was removed before it", async () => {
  const db = engineOver(database);
  await db.text.create(DATASET, 1);
  for (const seqs of steps) await inOne(() => db.text.add(DATASET, seqs.map(textOf)));
  database.exec("pragma wal_checkpoint(truncate)");
  const written: number[] = [];
  for (const seqs of steps) {
    const before = pagesInLog();
    await inOne(() => db.text.remove(DATASET, seqs));
    written.push(pagesInLog() - before);
    const last = (seqs.at(-1) ?? 0) + 1;
    const word = String(textOf(last)[1]).split(" ")[0] ?? "";
    expect((await db.text.match(DATASET, anyOf(word))).filter((seq) => seq <= last)).toEqual(
      last < RECORDS ? [last] : [],
    );
  }
  expect(Math.max(...written)).toBeLessThan(120);
  expect(await db.text.has(DATASET, anyOf("w1", "w2", "w3"))).toBe(false);
  // The index keeps no data of the deleted records.
  expect(database.prepare(`select count(*) as count from text_${DATASET}_data`).get()).toEqual({ count: 2 });
});

const anyOf = (...words: string[]): TextSearch => ({
  having: "any",
  phrases: words.map((word) => ({ words: [word], prefix: false })),
  field: null,
});

const pagesInLog = (): number => Number(database.prepare("pragma wal_checkpoint(noop)").get()?.log);
