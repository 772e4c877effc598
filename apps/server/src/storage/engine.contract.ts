import { serialize } from "node:v8";
import { beginsAt } from "@postil/domain/search/text-query";
import { compareCodePoints } from "@postil/domain/text/characters";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patiently } from "../../tests/support/patiently.ts";
import { FIELDS, type FlagRow, type operations, type Row, type streams } from "./engine.fixture.ts";
import type { IndexedTexts, TextSearch } from "./engine.ts";
import { valuesContract } from "./engine-values.contract.ts";
import { Ended } from "./failure.ts";
import type { Caller, Store } from "./store.ts";

/** What an engine promises, whatever it is: each runs these tests against itself. */

type Operations = typeof operations;
export type ContractStore = Store<Operations, Operations, typeof streams>;
/** A database of its own. It is opened one time after the other. */
export type ContractDatabase = {
  readonly open: () => Promise<ContractStore>;
  readonly remove: () => Promise<void>;
};

const number = () => new Int32Array(new SharedArrayBuffer(4));
const release = (until: Int32Array) => {
  Atomics.store(until, 0, 1);
  Atomics.notify(until, 0);
};
const reached = (counter: Int32Array, count: number) =>
  patiently(() => expect(counter[0]).toBeGreaterThanOrEqual(count));
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const person = (key: number): Caller => ({ key, id: `${key}`, username: `${key}`, role: "owner", workspaceIds: [] });

export function engineContract(make: () => Promise<ContractDatabase>): void {
  let database: ContractDatabase;
  let store: ContractStore;
  let keys = 100;
  beforeAll(async () => {
    database = await make();
    store = await database.open();
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const read = <K extends keyof Operations>(name: K, input: Parameters<Operations[K]>[1]) =>
    store.read(name, null, input);
  const write = <K extends keyof Operations>(name: K, input: Parameters<Operations[K]>[1]) =>
    store.write(name, null, input);
  const names = () => read("workspaces", undefined);
  /** A dataset key with these external ids. */
  const stored = async (rows: readonly Partial<Row>[]): Promise<number> => {
    keys += 1;
    const whole = rows.map((one) => ({ external_id: null, fields: "{}", inserted_at: 0, ...one }));
    await write("putRecords", { key: keys, rows: whole });
    return keys;
  };

  test("PGS-01 a write that throws changes nothing, and those beside it are not touched", async () => {
    const writes = await Promise.allSettled([
      write("add", { id: "first" }),
      write("addAndRefuse", { id: "refused" }),
      write("add", { id: "second" }),
      write("addTwice", { id: "twice" }),
      write("add", { id: "third" }),
    ]);
    expect(writes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"]);
    await expect(writes[1]).toMatchObject({ reason: { code: "forbidden", message: "Not yours." } });
    expect(await names()).toEqual(["first", "second", "third"]);
  });

  test("PGS-01 of many writes at once those that fail change nothing, and all others are there", async () => {
    const ids = Array.from({ length: 150 }, (_, at) => `at once ${at}`);
    const kindOf = (at: number) => (["add", "addAndRefuse", "add", "addTwice", "add"] as const)[at % 5] ?? "add";
    const writes = await Promise.allSettled(ids.map((id, at) => store.write(kindOf(at), person(at), { id })));
    expect(writes.map(({ status }) => status === "fulfilled")).toEqual(ids.map((_, at) => kindOf(at) === "add"));
    const there = (await names()).filter((name) => name.startsWith("at once"));
    expect(there.toSorted()).toEqual(ids.filter((_, at) => kindOf(at) === "add").toSorted());
  });

  test("PGS-96 a write of which a sent statement fails is told why and changes nothing, alone and beside others", async () => {
    const send = (id: string, asks: boolean) => write("sendTwice", { id, asks });
    for (const asks of [true, false]) await expect(send("sent", asks)).rejects.toThrow(/unique/i);
    const others = Array.from({ length: 9 }, (_, at) => `beside the sent ${at}`);
    const writes = await Promise.allSettled(
      others.flatMap((id, at) => [write("add", { id }), send(`sent ${at}`, at % 2 === 0)]),
    );
    expect(writes.map(({ status }) => status)).toEqual(others.flatMap(() => ["fulfilled", "rejected"]));
    for (const one of writes)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ message: expect.stringMatching(/unique/i) });
    expect((await names()).filter((name) => name.includes("sent"))).toEqual(others);
  });

  test("PGS-96 nothing that a read sends is written, and it is told", async () => {
    await expect(read("sendTwice", { id: "by a read", asks: false })).rejects.toThrow();
    expect(await names()).not.toContain("by a read");
  });

  test("PGS-01 a read sees what was acknowledged before it, and one moment from its beginning to its end", async () => {
    const [begun, until] = [number(), number()];
    const before = (await names()).length;
    const held = read("countTwice", { begun, until });
    await reached(begun, 1);
    await write("add", { id: "meanwhile" });
    expect(await names()).toHaveLength(before + 1);
    release(until);
    expect(await held).toEqual([before, before]);
  });

  test("PGS-01 reads never write", async () => {
    await expect(read("add", { id: "by a read" })).rejects.toThrow();
    expect(await names()).not.toContain("by a read");
  });

  test("PGS-01 writes that read first and write later follow each other", async () => {
    const counted = await Promise.all(Array.from({ length: 30 }, () => write("addOne", undefined)));
    const first = Math.min(...counted);
    expect(counted.toSorted((a, b) => a - b)).toEqual(counted.map((_, index) => first + index));
  });

  test("PGS-01 a read ends when its client has left, and others go on", async () => {
    const begun = number();
    const left = new AbortController();
    const held = store.read("endless", person(1), { begun }, left.signal).catch((error: unknown) => error);
    await reached(begun, 3);
    left.abort();
    expect(await held).toBeInstanceOf(Ended);
    expect(await names()).toContain("first");
  });

  test("PGS-01 FFI-12 whoever asks for many long reads has one at a time, and another person's begins beside it", async () => {
    const end = new AbortController();
    const asked = (who: number) => {
      const begun = number();
      return {
        begun,
        over: store.read("endless", person(who), { begun }, end.signal).catch((error: unknown) => error),
      };
    };
    const [first, ...more] = Array.from({ length: 20 }, () => asked(1));
    const other = asked(2);
    if (first) await reached(first.begun, 1);
    await reached(other.begun, 3);
    expect(more.map(({ begun }) => begun[0])).toEqual(more.map(() => 0));
    expect(await names()).toContain("first");
    end.abort();
    for (const one of [first, ...more, other]) expect(await one?.over).toBeInstanceOf(Ended);
  });

  test("PGS-01 a time is later than all before it, also after the store was opened again", async () => {
    const one = await write("add", { id: "time one" });
    const two = await write("add", { id: "time two" });
    await store.close();
    await expect(names()).rejects.toThrow();
    store = await database.open();
    const three = await write("add", { id: "time three" });
    expect([one, two, three]).toEqual([...new Set([one, two, three])].sort((a, b) => a - b));
    expect(three).toBeGreaterThan(1_700_000_000_000_000);
    expect(await names()).toEqual(expect.arrayContaining(["time one", "time two", "time three"]));
  });

  test("PGS-01 outputs come as values, as text, and packed", async () => {
    expect(decode(await store.readText("workspaces", null, undefined))).toBe((await names()).join(", "));
    expect(decode(await store.writeText("addOne", null, undefined))).toBe("✓ true");
    expect(decode(await store.writePacked("addOne", null, serialize(undefined), "text"))).toBe("✓ true");
    await expect(store.readText("countTwice", null, { begun: number(), until: number().fill(1) })).rejects.toThrow(
      "There is no writer of that name",
    );
  });

  test("PGS-01 a stream makes its parts on demand, all of one moment", async () => {
    const made = number();
    const seen: number[] = [];
    const before = (await names()).length;
    for await (const { note } of store.stream("count", person(1), { parts: 40, made })) {
      seen.push(note);
      if (seen.length !== 1) continue;
      expect(made[0]).toBeLessThan(20);
      await write("add", { id: "during a stream" });
    }
    expect(seen).toEqual(Array.from({ length: 40 }, () => before));
  });

  test("PGS-01 a stream ends with its reader, with its client, and with what it refuses", async () => {
    const made = number();
    for await (const _ of store.stream("count", person(1), { parts: 1000, made })) break;
    expect(made[0]).toBeLessThan(20);
    const left = new AbortController();
    const taken = async () => {
      for await (const _ of store.stream("count", person(1), { parts: 1000, made }, left.signal)) left.abort();
    };
    await expect(taken()).rejects.toBeInstanceOf(Ended);
    await expect(store.stream("refuse", person(1), undefined).next()).rejects.toMatchObject({ code: "forbidden" });
    expect(await names()).toContain("first");
  });

  test("PGS-01 a cursor brings all rows in order", async () => {
    const ids = Array.from({ length: 7 }, (_, index) => `cursor ${index}`);
    const key = await stored(ids.map((external_id) => ({ external_id })));
    const found: (string | null)[] = [];
    for await (const { note } of store.stream("ids", person(1), { key })) found.push(note);
    expect(found).toEqual(ids);
  });

  test("PGS-01 any text comes back as it was, nulls are nulls, and numbers up to 2^53 are exact", async () => {
    const texts = fc.uniqueArray(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string({ unit: fc.constantFrom("\0", "\u0001", "\u0002", "a", "é", "😀", "'", "\\") }),
      ),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.maxSafeInteger(), async (ids, inserted_at) => {
        // Half of a surrogate pair is no character that could be stored.
        const rows = ids
          .map((external_id) => ({ external_id, fields: `"${external_id}"`, inserted_at }))
          .filter(({ external_id }) => external_id.isWellFormed());
        rows.push({ external_id: null as never, fields: "", inserted_at: -inserted_at });
        expect(await read("records", { key: await stored(rows) })).toEqual(rows);
      }),
      { numRuns: 25 },
    );
  });

  test("PGS-01 texts are ordered and compared by code point, with U+0000 as the least of all", async () => {
    const ids = [
      "b",
      "B",
      "a",
      "A",
      "Ä",
      "ä",
      "z",
      "10",
      "9",
      "a b",
      "a-b",
      "ab",
      "\0",
      "\u0001",
      "\u0001\0",
      "\0\u0001",
      "\u0002",
      "\uffff",
      "😀",
      "e\u0301",
      "é",
      "",
    ];
    const key = await stored(ids.map((external_id) => ({ external_id })));
    const inOrder = ids.toSorted(compareCodePoints);
    for (const least of ["", "\0", "\u0001", "A", "a", "é", "\uffff"])
      expect(await read("idsFrom", { key, least })).toEqual(inOrder.filter((id) => compareCodePoints(id, least) >= 0));
  });

  test("PGS-01 a row that is there is changed and not added, and a long text has room", async () => {
    const long = "long text ".repeat(200_000);
    const key = await stored([{ external_id: "before" }, { fields: "{}" }]);
    await write("putRecords", { key, rows: [{ external_id: "after", fields: long, inserted_at: 5 }] });
    const [first, ...others] = await read("records", { key });
    expect(first).toEqual({ external_id: "after", fields: long, inserted_at: 5 });
    expect(others).toHaveLength(1);
  });

  test("PGS-01 bytes are bytes, and a change says how many rows it met", async () => {
    const bits = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    keys += 1;
    expect(await write("putBlock", { key: keys, bits })).toEqual({ changed: 1, count: 301, bits: [...bits] });
  });

  test("PGS-01 the engine gives rising keys, in the order of the rows", async () => {
    const keysOf = await write("addJobs", { ids: ["job a", "job b", "job c"] });
    const [later] = await write("addJobs", { ids: ["job d"] });
    const all = [...keysOf, later ?? 0];
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(new Set(all).size).toBe(4);
  });

  async function findAll(key: number, texts: ReadonlyMap<number, Fields>, searches: TextSearch[], scored: boolean) {
    for (const search of searches) {
      const wanted = plainly(texts, search);
      const found = await read("searchTexts", { key, search, most: 7 });
      expect(found.match).toEqual(wanted.seqs);
      expect(found.has).toBe(wanted.seqs.length > 0);
      expect(found.rank.seqs).toEqual(wanted.seqs.slice(0, 7));
      for (const [index, score] of Array.from(found.rank.scores).entries())
        if (scored) expect(score).toBeCloseTo(wanted.scores[index] ?? Number.NaN, 8);
    }
  }

  test("PGS-05 words, phrases and beginnings are found and ranked as a plain reading of the texts says", async () => {
    await fc.assert(
      fc.asyncProperty(
        TEXTS,
        TEXTS,
        fc.array(SEARCH, { minLength: 6, maxLength: 12 }),
        async (first, later, searches) => {
          keys += 1;
          const key = keys;
          const texts = new Map(first);
          await write("addTexts", { key, rows: rowsOf(texts) });
          await findAll(key, texts, searches, true);
          const known = [...texts.keys()];
          const gone = known.filter((_, index) => index % 5 === 1);
          const again = known.filter((_, index) => index % 5 === 3);
          const drawn = (index: number): Fields => later[index % later.length]?.[1] ?? ["", ""];
          const rows = again.map((seq, index): [number, ...Fields] => [seq, ...drawn(index)]);
          await write("changeTexts", { key, rows, gone });
          for (const seq of gone) texts.delete(seq);
          for (const [seq, ...fields] of rows) texts.set(seq, fields);
          // FTS5 still counts removed records in the averages of its scores.
          await findAll(key, texts, searches, false);
        },
      ),
      { numRuns: 12 },
    );
  });

  test("PGS-05 an index tells of each word where it is and how often", async () => {
    await fc.assert(
      fc.asyncProperty(TEXTS, fc.constantFrom(...WORDS), fc.nat(FIELDS - 1), async (drawn, word, field) => {
        keys += 1;
        const key = keys;
        const texts = new Map(drawn);
        await write("addTexts", { key, rows: rowsOf(texts) });
        const cut = [...texts].sort(([a], [b]) => a - b).map(([seq, fields]) => ({ seq, fields: fields.map(wordsIn) }));
        const each = (of: (fields: string[][]) => string[]) =>
          cut.flatMap(({ seq, fields }) =>
            of(fields).flatMap((found, place) => (found === word ? [{ seq, place }] : [])),
          );
        const inField = each((fields) => fields[field] ?? []);
        const told = await read("tellWord", { key, word, field });
        expect(told.having).toBe(new Set(each((fields) => fields.flat()).map(({ seq }) => seq)).size);
        expect(sorted(pairs(told.places.seqs, told.places.places))).toEqual(
          sorted(inField.map(({ seq, place }) => [seq, place])),
        );
        expect(told.inField.toSorted(byNumber)).toEqual(inField.map(({ seq }) => seq));
        expect(told.anywhere.toSorted(byNumber)).toEqual(each((fields) => fields.flat()).map(({ seq }) => seq));
        const begun = new Set(cut.flatMap(({ fields }) => fields[field] ?? []).filter((one) => one.startsWith(word)));
        expect(told.beginning.toSorted(compareCodePoints)).toEqual([...begun].sort(compareCodePoints));
        const anywhere = new Set(cut.flatMap(({ fields }) => fields.flat()).filter((one) => one.startsWith(word)));
        expect(told.counted).toBe(Math.min(3, anywhere.size));
        const all = cut.flatMap(({ fields }) => fields.flat());
        const stretch = { from: 100, to: 2000 };
        const { words, lengths } = await read("tellTexts", { key, stretch });
        expect(words).toEqual(
          [...new Set(all)]
            .sort(compareCodePoints)
            .map((one) => ({ word: one, count: all.filter((other) => other === one).length })),
        );
        const within = cut.filter(({ seq }) => seq >= stretch.from && seq < stretch.to);
        expect(sorted(pairs(lengths.seqs, lengths.lengths))).toEqual(
          sorted(within.map(({ seq, fields }) => [seq, fields.flat().length])),
        );
        await write("dropTexts", { key });
      }),
      { numRuns: 12 },
    );
  });

  const flagged = (key: number, seqs: readonly number[], preview = "a record"): FlagRow[] =>
    seqs.map((seq) => ({ dataset_key: key, seq, user_key: 1, preview: `${preview} ${seq}`, flagged_at: 1 }));
  const whole = (datasetKey: number) => ({ datasetKey, vectorSettingsKey: null, target: null });
  const upTo = (count: number) => Array.from({ length: count }, (_, seq) => seq);

  test("PGS-07 many rows are written at once, and a row that is there is changed", async () => {
    keys += 1;
    const key = keys;
    await write("putFlags", { rows: flagged(key, upTo(300)) });
    await write("putFlags", { rows: flagged(key, [5, 299, 300], "changed") });
    const previews = await read("previews", { key });
    expect(previews).toHaveLength(301);
    expect([4, 5, 299, 300].map((seq) => previews[seq])).toEqual([
      "a record 4",
      "changed 5",
      "changed 299",
      "changed 300",
    ]);
  });

  test("PGS-07 rows of a dataset go in parts, in record order, until nothing is left", async () => {
    const [key, other] = [keys + 1, keys + 2];
    keys += 2;
    for (const one of [key, other]) {
      await write("fill", { key: one, seqs: upTo(25) });
      await write("putFlags", { rows: flagged(one, upTo(25)) });
    }
    await write("removeSome", { removed: { ...whole(key), target: 1 }, most: 1000 });
    expect((await read("held", { key })).values).toEqual(upTo(25));
    await write("removeSome", { removed: { ...whole(key), vectorSettingsKey: 7 }, most: 1000 });
    expect(new Set((await read("held", { key })).vectors.map(({ kind }) => kind))).toEqual(new Set([8]));
    let below = 0;
    for (let steps = 0; ; steps++) {
      const next = await write("removeSome", { removed: whole(key), most: 10 });
      expect(steps).toBeLessThan(40);
      if (next === null) break;
      expect(next).toBeGreaterThanOrEqual(below);
      below = next;
      const { values, flags } = await read("held", { key });
      expect(values.every((seq) => seq >= below) && flags.every((seq) => seq >= below)).toBe(true);
    }
    expect(await read("held", { key })).toEqual({ values: [], flags: [], vectors: [], blocks: 0 });
    expect((await read("held", { key: other })).flags).toEqual(upTo(25));
  });

  test("PGS-07 records move to another key with their rows and the vectors that are named", async () => {
    const [from, to] = [keys + 1, keys + 2];
    keys += 2;
    await write("fill", { key: from, seqs: upTo(4) });
    await write("putFlags", { rows: flagged(from, upTo(4)) });
    await write("move", { move: { from, to, vectors: [{ key: 8 }], at: 50 }, seqs: [1, 3] });
    const moved = await read("held", { key: to });
    expect(moved.flags).toEqual([1, 3]);
    expect(moved.vectors).toEqual([1, 3].map((seq) => ({ seq, kind: 8, at: 50 })));
    expect(moved.values).toEqual([]);
    expect((await read("held", { key: from })).flags).toEqual([0, 2]);
  });

  const upFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
  const rowsIn = (table: string, key: number, by = "seq") => read("rows", { table, key, by });

  test("PGS-08 numbers are added to those that are there", async () => {
    keys += 1;
    const key = keys;
    const counted = (users: readonly number[], submitted: number) =>
      users.map((user_key) => ({ dataset_key: key, user_key, submitted, draft: user_key }));
    const columns = ["dataset_key", "user_key", "submitted", "draft"];
    const laid = { table: "user_counts", columns, over: { key: columns.slice(0, 2), add: columns.slice(2) } };
    await write("put", { laid, rows: counted(upFrom(0, 600), 5) });
    await write("put", { laid, rows: counted(upFrom(400, 300), -2) });
    const found = await rowsIn("user_counts", key, "user_key");
    expect(found.map(({ user_key, submitted, draft }) => [user_key, submitted, draft])).toEqual(
      upFrom(0, 700).map((user) => {
        if (user < 400) return [user, 5, user];
        return user < 600 ? [user, 3, 2 * user] : [user, -2, user];
      }),
    );
  });

  test("PGS-08 many rows are changed at once, each in its own way, and others stay", async () => {
    const [key, other] = [keys + 1, keys + 2];
    keys += 2;
    const whole = (dataset_key: number) =>
      upTo(700).map((seq) => ({
        dataset_key,
        seq,
        id: `${dataset_key}-${seq}`,
        fields: "{}",
        inserted_at: 1,
        updated_at: 1,
      }));
    const columns = ["dataset_key", "seq", "id", "fields", "metadata", "inserted_at", "updated_at"];
    for (const one of [key, other]) await write("put", { laid: { table: "record", columns }, rows: whole(one) });
    const long = "\0 é 😀 ".repeat(100_000);
    const metadataOf = (seq: number) => [null, "", `no ${seq}`, "\u0001"][seq % 4] ?? null;
    const rows = upFrom(50, 601).map((seq) => ({
      dataset_key: key,
      seq,
      metadata: seq === 60 ? long : metadataOf(seq),
      updated_at: 2 ** 53 - 1 - seq,
    }));
    const laid = { table: "record", key: ["dataset_key", "seq"], take: ["metadata", "updated_at"] };
    await write("change", { laid, rows: [...rows, { dataset_key: key, seq: 9000, metadata: "none", updated_at: 1 }] });
    const found = await rowsIn("record", key);
    expect(found).toHaveLength(700);
    for (const { seq, metadata, updated_at, id } of found) {
      expect(id).toBe(`${key}-${seq}`);
      const wanted = rows[Number(seq) - 50];
      expect([metadata, updated_at]).toEqual(wanted ? [wanted.metadata, wanted.updated_at] : [null, 1]);
    }
    expect((await rowsIn("record", other)).every(({ updated_at }) => updated_at === 1)).toBe(true);
  });

  test("PGS-08 bytes are put and changed as they are", async () => {
    keys += 1;
    const key = keys;
    const vector = (seq: number, byte: number) => ({
      dataset_key: key,
      vector_settings_key: 7,
      seq,
      value: Uint8Array.from([byte, 0, 92, 255]),
    });
    const laid = { table: "vector", key: ["dataset_key", "vector_settings_key", "seq"], take: ["value"] };
    const columns = [...laid.key, ...laid.take];
    await write("put", { laid: { table: "vector", columns }, rows: upTo(5).map((seq) => vector(seq, seq)) });
    await write("change", { laid, rows: upFrom(1, 3).map((seq) => vector(seq, 100 + seq)) });
    const found = await rowsIn("vector", key);
    const wanted = [0, 101, 102, 103, 4].map((byte, seq) => [...vector(seq, byte).value]);
    expect(found.map(({ value }) => [...(value as Uint8Array)])).toEqual(wanted);
  });

  test("PGS-08 many rows are removed at once, by any columns, and null is equal to nothing", async () => {
    const [key, other] = [keys + 1, keys + 2];
    keys += 2;
    for (const one of [key, other]) await write("putFlags", { rows: flagged(one, upTo(600)) });
    const laid = { table: "flag", key: ["dataset_key", "seq", "user_key"] };
    await write("drop", { laid, rows: [...flagged(key, upFrom(3, 500)), ...flagged(key, [9000])] });
    expect((await read("held", { key })).flags).toEqual([0, 1, 2, ...upFrom(503, 97)]);
    expect((await read("held", { key: other })).flags).toEqual(upTo(600));
    const ids = ["", null, "a", null, "\0", "b"];
    const named = await stored(ids.map((external_id) => ({ external_id })));
    const byId = { table: "record", key: ["dataset_key", "external_id"] };
    const rows = [null, "\0", "b", "c", ""].map((external_id) => ({ dataset_key: named, external_id }));
    await write("drop", { laid: byId, rows });
    expect((await read("records", { key: named })).map(({ external_id }) => external_id)).toEqual([null, "a", null]);
    await write("drop", { laid: byId, rows: [] });
  });

  test("PGS-09 values of records are stored and removed one by one: numbers, and terms of any length", async () => {
    const drawn = fc.tuple(fc.constantFrom(-2, 1, 2), VALUE, fc.nat(5));
    const names = (values: readonly (readonly unknown[])[]) => values.map((one) => JSON.stringify(one)).sort();
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(drawn, { maxLength: 40, selector: (one) => JSON.stringify(one) }),
        fc.array(drawn, { maxLength: 5 }),
        async (added, absent) => {
          const [key, other] = [keys + 1, keys + 2];
          keys += 2;
          const dropped = added.filter((_, index) => index % 3 === 1);
          await write("changeValues", { key: other, added, dropped: [] });
          await write("changeValues", { key, added, dropped: [...dropped, ...absent] });
          const gone = new Set(names([...dropped, ...absent]));
          const found = async (one: number) =>
            names((await rowsIn("filter_value", one)).map((row) => [row.target, valueIn(row), row.seq]));
          expect(await found(key)).toEqual(names(added).filter((one) => !gone.has(one)));
          expect(await found(other)).toEqual(names(added));
        },
      ),
      { numRuns: 25 },
    );
  });

  test("PGS-09 a status is written into documents, and the rest of them stays as it is", async () => {
    keys += 1;
    const key = keys;
    const document = (seq: number, status: string) =>
      `{"id":"${seq}","status":"${status}","metadata":{"status":"Kept","a\\"":5.0,"big":12345678901234567890,"e":1e5},` +
      `"text":"\\u0000 😀 \\"status\\"","multi_label":false,"last":[1.0,null]}`;
    const record = (seq: number) => ({ dataset_key: key, seq, id: `${seq}`, words: "", last_log: "log" });
    const rows = upTo(4).map((seq) => ({ ...record(seq), document: document(seq, "Default") }));
    await write("insert", { table: "task_record", rows });
    await write("putStatus", { key, seqs: [1, 3, 9000], status: "Validated" });
    const wanted = upTo(4).map((seq) => document(seq, seq % 2 === 0 ? "Default" : "Validated"));
    expect((await rowsIn("task_record", key)).map((row) => row.document)).toEqual(wanted);
  });

  test("PGS-10 an engine tells the size of texts and bytes in bytes of UTF-8", async () => {
    const texts = ["", "abc", "é", "😀", "a long text é ".repeat(10_000)];
    const key = await stored(texts.map((fields, seq) => ({ fields, external_id: seq % 2 === 0 ? null : `${seq}` })));
    const bytes = texts.map((text) => new TextEncoder().encode(text).length);
    expect(await read("sizes", { table: "record", key, columns: ["fields"] })).toEqual(bytes);
    expect(await read("sizes", { table: "record", key, columns: ["fields", "external_id", "metadata"] })).toEqual(
      bytes.map((size, seq) => size + (seq % 2)),
    );
    await write("fill", { key, seqs: [1] });
    expect(await read("sizes", { table: "vector", key, columns: ["value"] })).toEqual([4, 4]);
  });

  test("PGS-10 an engine tells which jobs wait, and which change what was deleted", async () => {
    const [live, gone] = [8001, 8002];
    const deletedKeys = [91, 92, 93, 94];
    const job = (id: string, name: string, dataset_key: number, about: object, state = "waiting") => ({
      ...{ id: `told ${id}`, name, dataset_key, state },
      ...{ about: JSON.stringify(about), inserted_at: 1, updated_at: 1 },
    });
    const rows = [
      job("a purge", "purge", gone, { vectorSettingsKey: null, target: null }),
      job("copy from it", "copy", gone, { to: live, size: 1 }),
      job("copy to it", "copy", live, { to: gone, size: 1 }),
      job("deletion there", "delete", gone, { records: "AAAA", kept: 91 }),
      job("deletion of others", "delete", live, { records: "AAAA", kept: 92 }, "done"),
      job("discard", "discard", live, { records: "AAAA", actorKey: 91 }),
      job("restoration", "restore", live, { deletedKey: 93 }, "running"),
      job("drafts", "purge", live, { draftsOf: 91, actorKey: 92 }),
      job("drafts of another", "purge", live, { draftsOf: 92, actorKey: 91 }),
    ];
    await write("insert", { table: "job", rows });
    const whose = { family: "task", size: 1, records: 1, workspace: "w", deleted_at: 1 };
    const dataset = { ...whose, key: gone, id: "gone", name: "gone", task: "t", is_indexed: 0, row: "{}" };
    await write("insert", { table: "deleted_dataset", rows: [dataset] });
    const kept = { dataset_key: live, family: "task", records: 1, answers: 0, bytes: 1, preview: "", deleted_at: 1 };
    const deleted = deletedKeys.map((key) => ({ ...kept, key, id: `${key}`, state: key === 94 ? "kept" : "deleting" }));
    await write("insert", { table: "deleted_records", rows: deleted });
    const told = await read("tellJobs", { user: 91, deleted: 91 });
    const held = ["told copy to it", "told deletion there"];
    expect(told.held).toEqual(held);
    expect(told.others).toEqual(
      rows
        .map(({ id }) => id)
        .filter((id) => !held.includes(id))
        .sort(),
    );
    expect(told.drafts).toEqual(["told drafts"]);
    expect(told.moves).toEqual(["told deletion there"]);
    expect((await read("tellJobs", { user: 0, deleted: 93 })).moves).toEqual(["told restoration"]);
    expect(told.atRest).toEqual(["92", "94"]);
    expect(told.named).toEqual(deletedKeys.map((key) => ({ id: `${key}`, at_rest: key % 2 === 0 ? 1 : 0 })));
  });

  valuesContract({ read, write, keyFor: () => ++keys });

  test("PGS-06 each change has a later version, and tells which records it met", async () => {
    keys += 1;
    const key = keys;
    const first = await write("noteChanges", { key, seqs: [0, 1, 127] });
    const second = await write("noteChanges", { key, seqs: [1000, 128, 129] });
    expect(second).toBeGreaterThan(first);
    expect(await write("noteChanges", { key, seqs: [] })).toBe(second);
    const all = await read("changesAfter", { key, version: 0 });
    const isMet = (seq: number) => all.stretches.some(({ from, to }) => from <= seq && seq < to);
    expect([0, 127, 128, 129, 1000].every(isMet)).toBe(true);
    expect(isMet(5000)).toBe(false);
    expect(all.version).toBe(second);
    const later = await read("changesAfter", { key, version: first });
    expect(later.stretches.some(({ from, to }) => from <= 0 && 0 < to)).toBe(false);
    expect(await read("changesAfter", { key, version: second })).toEqual({ version: second, stretches: [] });
  });
}

const WORDS = ["a", "ab", "abc", "b", "ba", "é", "😀", "i.e", "o'clock", 'x"y'];
const TEXT = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(" "));
/** Records far from each other too, so that they are in several blocks. */
const TEXTS = fc.uniqueArray(fc.tuple(fc.oneof(fc.nat(40), fc.nat(5000)), fc.tuple(TEXT, TEXT)), {
  minLength: 1,
  maxLength: 30,
  selector: ([seq]) => seq,
});
const SEARCH: fc.Arbitrary<TextSearch> = fc.record({
  having: fc.constantFrom("all" as const, "any" as const),
  phrases: fc.array(
    fc.record({ words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }), prefix: fc.boolean() }),
    { minLength: 1, maxLength: 3 },
  ),
  field: fc.option(fc.nat(FIELDS - 1)),
});

/** Search values: minus zero is stored as zero, and only texts of whole characters come so far. */
const VALUE: fc.Arbitrary<string | number> = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.maxSafeInteger(),
  fc.constantFrom<string | number>(5, "5", 0.1, "", "a", "A", "\0", "\u0001", "\0\u0001", "a".repeat(100_000)),
  fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()),
);
/** Some engines have a column for each kind of value. */
const valueIn = ({ value, number: figure, term }: { readonly [column: string]: unknown }) => value ?? figure ?? term;

type Fields = readonly [string, string];
const wordsIn = (text: string): string[] => (text === "" ? [] : text.split(" "));
const rowsOf = (texts: ReadonlyMap<number, Fields>): IndexedTexts[] =>
  [...texts].map(([seq, fields]) => [seq, ...fields]);
const byNumber = (a: number, b: number) => a - b;
const pairs = (some: readonly number[], others: readonly number[]) => some.map((one, index) => [one, others[index]]);
const sorted = (rows: readonly (readonly (number | undefined)[])[]) => rows.map((one) => one.join()).sort();

/** The plain evaluator: reads every text. Scores are BM25 over all fields, as FTS5 computes it. */
function plainly(texts: ReadonlyMap<number, Fields>, { having, phrases, field }: TextSearch) {
  const all = [...texts].sort(([a], [b]) => a - b).map(([seq, fields]) => ({ seq, fields: fields.map(wordsIn) }));
  const timesOf = (fields: string[][]) =>
    phrases.map((phrase) =>
      (field === null ? fields : fields.slice(field, field + 1)).reduce(
        (sum, words) => sum + words.filter((_, at) => beginsAt({ ...phrase, excluded: false }, words, at)).length,
        0,
      ),
    );
  const counted = all.map(({ seq, fields }) => ({ seq, times: timesOf(fields), length: fields.flat().length }));
  const average = counted.reduce((sum, { length }) => sum + length, 0) / counted.length;
  const weights = phrases.map((_, index) => {
    const records = counted.filter(({ times }) => times[index] !== 0).length;
    return Math.max(1e-6, Math.log((counted.length - records + 0.5) / (records + 0.5)));
  });
  const found = counted.filter(({ times }) => (having === "all" ? times.every(Boolean) : times.some(Boolean)));
  const scores = found.map(({ times, length }) =>
    times.reduce(
      (sum, count, index) =>
        sum + ((weights[index] ?? 0) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average)),
      0,
    ),
  );
  return { seqs: found.map(({ seq }) => seq), scores };
}
