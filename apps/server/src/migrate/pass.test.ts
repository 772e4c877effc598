import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalJson } from "@postil/domain/text/json-text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MOST_MISSING, newPass, openNote } from "./note.ts";
import { passAndCompare, type ReadPage, recordsOf } from "./pass.ts";
import { compare, type Tally, takeSample, count as tally } from "./tally.ts";
import { parseRecords, TooLarge } from "./there.ts";

type Sized = { readonly id: number; readonly text: string };

/** A server that answers at most so many characters, as a reply is read up to a bound. */
const serverWith =
  (records: readonly Sized[], most: number): ReadPage<Sized> =>
  async (offset, _last, limit) => {
    const page = records.slice(offset, offset + limit);
    if (JSON.stringify(page).length > most) throw new TooLarge("too large");
    return { records: page, total: records.length };
  };

test("MIG-05 pages become smaller until they can be read; only a record that is too large alone is left out", async () => {
  const sizes = fc.array(fc.oneof(fc.nat(50), fc.constant(300), fc.constant(2000)), { maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(300), fc.boolean(), async (lengths, start, byOffset) => {
      const records = lengths.map((length, id) => ({ id, text: "x".repeat(length) }));
      const from = { offset: Math.min(start, records.length), last: null, byOffset };
      let left = 0;
      const read: number[] = [];
      for await (const { record, offset } of recordsOf(serverWith(records, 1000), from, () => left++)) {
        expect(offset).toBe(record.id);
        read.push(record.id);
      }
      const wanted = records.slice(from.offset);
      expect(read).toEqual(wanted.filter(({ text }) => text.length < 1000).map(({ id }) => id));
      expect(left).toBe(wanted.length - read.length);
    }),
  );
});

test("MIG-05 the next page is asked for while this one is stored, and never more than one", async () => {
  const asked: number[] = [];
  const read: ReadPage<{ id: number }> = async (offset) => {
    asked.push(offset);
    return { records: offset < 6 ? [{ id: offset }, { id: offset + 1 }] : [], total: 6 };
  };
  const walk = recordsOf(read, { offset: 0, last: null, byOffset: false }, () => {});
  await walk.next();
  expect(asked).toEqual([0, 2]);
  await walk.next();
  expect(asked).toEqual([0, 2]);
  await walk.next();
  expect(asked).toEqual([0, 2, 4]);
});

test("MIG-13 pages that begin at a number are asked for two ahead, none twice and none beyond the end", async () => {
  const records = Array.from({ length: 1200 }, (_, id) => ({ id, text: "" }));
  const asked: (readonly [offset: number, limit: number])[] = [];
  const given = serverWith(records, Number.POSITIVE_INFINITY);
  const read: typeof given = (offset, last, limit) => {
    if (offset < records.length) asked.push([offset, limit]);
    return given(offset, last, limit);
  };
  const walk = recordsOf(read, { offset: 0, last: null, byOffset: true }, () => {});
  await walk.next();
  expect(asked).toEqual([
    [0, 50],
    [50, 500],
    [550, 500],
  ]);
  const rest: number[] = [];
  for await (const { record } of walk) rest.push(record.id);
  expect(rest).toEqual(records.slice(1).map(({ id }) => id));
  expect(asked.slice(3)).toEqual([[1050, 500]]);
});

test("MIG-13 a page that is shorter than asked for is followed by the records after it", async () => {
  const records = Array.from({ length: 700 }, (_, id) => ({ id }));
  const read: ReadPage<{ id: number }> = async (offset, _last, limit) => ({
    records: records.slice(offset, offset + Math.min(limit, 30)),
    total: records.length,
  });
  const found: number[] = [];
  for await (const { record } of recordsOf(read, { offset: 0, last: null, byOffset: true }, () => {}))
    found.push(record.id);
  expect(found).toEqual(records.map(({ id }) => id));
});

/** A server here with what is stored, a pass that stores in batches of 50, and the offsets that were read before its end. */
function storing(count: number) {
  const stored: Sized[] = [];
  const pass = newPass(null);
  const counted = (record: Sized) => ({ id: String(record.id), counts: [], parts: () => ({ text: record.text }) });
  const beforeEnd: number[] = [];
  let isOver = false;
  const pages = () => async (offset: number, _last: string | null, limit: number) => {
    if (!isOver) beforeEnd.push(offset);
    return { records: stored.slice(offset, offset + limit), total: stored.length };
  };
  const run = async (wasStored: () => void) => {
    for (let from = 0; from < count; from += 50) {
      for (let id = from; id < Math.min(count, from + 50); id++) {
        const record = { id, text: `text ${id}` };
        stored.push({ ...record });
        pass.here++;
        tally(pass.tally, counted(record));
        if (id % 10 === 0) takeSample(pass.tally, counted(record));
      }
      wasStored();
      await new Promise((resolve) => setImmediate(resolve));
    }
    isOver = true;
  };
  return { stored, pass, here: { pages, countedOf: counted }, run, beforeEnd };
}

test("MIG-14 a new dataset is compared while it arrives; one that was there before is compared after the pass", async () => {
  const { pass, here, run, beforeEnd } = storing(2000);
  const found = await passAndCompare(pass, here, { isNew: true, run });
  expect(found).toEqual(pass.tally);
  expect(beforeEnd.length).toBeGreaterThan(2);
  const again = storing(2000);
  expect(await passAndCompare(again.pass, again.here, { isNew: false, run: again.run })).toEqual(again.pass.tally);
  expect(again.beforeEnd).toEqual([]);
});

test("MIG-14 what disagrees while it arrives is read once more after the end, and told as it is then", async () => {
  const { stored, pass, here, run } = storing(2000);
  const pages = () => {
    const read = here.pages();
    return async (...asked: Parameters<typeof read>) => {
      const page = await read(...asked);
      // Somebody removes the first record while others arrive.
      if (asked[0] > 0 && stored[0]?.id === 0) stored.shift();
      return page;
    };
  };
  const found = await passAndCompare(pass, { ...here, pages }, { isNew: true, run });
  expect(found.counts).toEqual({ records: 1999 });
  expect(Object.keys(found.sample)).toHaveLength(199);
  expect(compare(pass.tally, found, 0).agrees).toBe(false);
});

test("MIG-14 when the pass fails, its reason is told and nothing is read any more", async () => {
  const { here, pass, run, beforeEnd } = storing(200);
  const failing = async (stored: () => void) => {
    await run(stored);
    throw new Error("the server there is gone");
  };
  await expect(passAndCompare(pass, here, { isNew: true, run: failing })).rejects.toThrow("the server there is gone");
  const { length } = beforeEnd;
  await new Promise((resolve) => setImmediate(resolve));
  expect(beforeEnd).toHaveLength(length);
});

test("MIG-02 metadata keeps how its numbers are written; other numbers stay numbers", () => {
  const text = '{"items":[{"id":"a","metadata":{"f":5.0,"big":12345678901234567890},"vectors":{"v":[1.0]}}],"total":1}';
  const read = parseRecords(text) as { items: { metadata: object; vectors: { v: number[] } }[] };
  expect(JSON.stringify(read.items[0]?.metadata)).toBe('{"f":5.0,"big":12345678901234567890}');
  expect(read.items[0]?.vectors.v).toEqual([1]);
});

test("MIG-04 fingerprints know no order of members, and lists keep theirs", () => {
  expect(canonicalJson({ a: 1, b: [{ d: 1, c: undefined }] })).toBe(canonicalJson({ b: [{ d: 1 }], a: 1 }));
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});

test("MIG-04 what is missing is a disagreement, unless people changed it here; what is more is none", () => {
  const tallied = (records: number, part: string): Tally => ({ counts: { records }, sample: { a: { fields: part } } });
  expect(compare(tallied(3, "x"), tallied(3, "x"), 0).agrees).toBe(true);
  expect(compare(tallied(3, "x"), tallied(4, "x"), 0).agrees).toBe(true);
  const missing = compare(tallied(3, "x"), tallied(2, "x"), 0);
  expect(missing.agrees).toBe(false);
  expect(missing.rows[0]).toEqual(["records", "3", "2", "MISSING"]);
  expect(compare(tallied(3, "x"), tallied(2, "x"), 1).agrees).toBe(true);
  const differing = compare(tallied(3, "x"), tallied(3, "y"), 0);
  expect(differing.agrees).toBe(false);
  expect(differing.rows.at(-1)?.[3]).toBe("record a DIFFERS: fields");
});

test("MIG-03 a note says where to go on; one that is broken or forgotten is none", () => {
  const home = mkdtempSync(join(tmpdir(), "postil-note-"));
  try {
    const open = (isForgotten = false) => openNote(home, "http://x", isForgotten);
    expect(open().of("a")).toEqual({ before: null, pass: null, missing: [] });
    open().keep("a", { ...newPass("2026-01-01T00:00:00"), offset: 5, last: "r" });
    open().keep("b", newPass(null));
    expect(open().of("a").pass).toMatchObject({ offset: 5, last: "r" });
    open().end("a", { ...newPass("2026-01-01T00:00:00"), missing: ["r"] });
    expect(open().of("a")).toEqual({ before: "2026-01-01T00:00:00", pass: null, missing: ["r"] });
    // Of a record that is missing and not noted nobody could say that it was not deleted here.
    const missing = Array.from({ length: MOST_MISSING }, (_, index) => String(index));
    open().end("a", { ...newPass("2026-02-02T00:00:00"), missing });
    expect(open().of("a").before).toBe("2026-01-01T00:00:00");
    // Nor of one that could not be read.
    open().end("a", { ...newPass("2026-03-03T00:00:00"), unread: true });
    expect(open().of("a").before).toBe("2026-01-01T00:00:00");
    expect(openNote(home, "http://y", false).of("a").before).toBeNull();
    expect(open(true).of("a").before).toBeNull();
    for (const name of readdirSync(join(home, "migrations")))
      writeFileSync(join(home, "migrations", name), '{"url": "h');
    expect(open().of("a")).toEqual({ before: null, pass: null, missing: [] });
  } finally {
    rmSync(home, { recursive: true });
  }
});
