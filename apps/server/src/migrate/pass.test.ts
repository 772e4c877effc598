import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalJson } from "@postil/domain/text/json-text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MOST_MISSING, newPass, openNote } from "./note.ts";
import { type ReadPage, recordsOf } from "./pass.ts";
import { compare, type Tally } from "./tally.ts";
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
    fc.asyncProperty(sizes, fc.nat(300), async (lengths, start) => {
      const records = lengths.map((length, id) => ({ id, text: "x".repeat(length) }));
      const from = { offset: Math.min(start, records.length), last: null };
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
  const walk = recordsOf(read, { offset: 0, last: null }, () => {});
  await walk.next();
  expect(asked).toEqual([0, 2]);
  await walk.next();
  expect(asked).toEqual([0, 2]);
  await walk.next();
  expect(asked).toEqual([0, 2, 4]);
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
  const tally = (records: number, part: string): Tally => ({ counts: { records }, sample: { a: { fields: part } } });
  expect(compare(tally(3, "x"), tally(3, "x"), 0).agrees).toBe(true);
  expect(compare(tally(3, "x"), tally(4, "x"), 0).agrees).toBe(true);
  const missing = compare(tally(3, "x"), tally(2, "x"), 0);
  expect(missing.agrees).toBe(false);
  expect(missing.rows[0]).toEqual(["records", "3", "2", "MISSING"]);
  expect(compare(tally(3, "x"), tally(2, "x"), 1).agrees).toBe(true);
  const differing = compare(tally(3, "x"), tally(3, "y"), 0);
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
