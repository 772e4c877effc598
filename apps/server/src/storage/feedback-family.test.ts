import type { FieldValues } from "@postil/domain/records/record";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openMemoryStore } from "../../tests/support/memory-store.ts";
import { createRecords } from "../usecases/feedback/add-records.ts";
import { createMetadataProperty } from "../usecases/feedback/properties-and-vectors.ts";
import { createWordSums, REBUILDS, rebuildDerived, recount } from "./derived.ts";
import { FEEDBACK } from "./feedback-family.ts";

let store: Awaited<ReturnType<typeof openMemoryStore>>;
beforeEach(async () => {
  store = await openMemoryStore();
});
afterEach(() => store.close());

test("FEN-27 the doctor and a rebuild find no words in a field that every object has and a record has not", async () => {
  const { id: datasetId } = await store.addDataset("names", ["constructor", "note"]);
  const nothing = { metadata: null, externalId: null, responses: [], suggestions: [], vectors: {} };
  const texts: readonly FieldValues[] = [{ text: "swift" }, { text: "stork", note: "seen in spring" }];
  const records = texts.map((fields) => ({ ...nothing, fields }));
  await createRecords(store.as(store.owner), { datasetId, records });
  expect(await recount(store.db)).toEqual([]);
  await rebuildDerived(store.db);
  expect(await recount(store.db)).toEqual([]);
});

test("API-40 a step of a check or a rebuild has at most 4 MB of records with their suggestions, or a single record", async () => {
  const { id: datasetId, questionId } = await store.addDataset("large");
  const large = "word ".repeat(300_000);
  const suggestions = [{ questionId, type: null, value: "good", score: null, agent: null }];
  const nothing = { metadata: null, externalId: null, responses: [], suggestions: [], vectors: {} };
  for (let pairs = 0; pairs < 6; pairs++) {
    const records = [
      { ...nothing, fields: { text: large }, suggestions: pairs < 3 ? suggestions : [] },
      { ...nothing, fields: { text: "small" } },
    ];
    await createRecords(store.as(store.owner), { datasetId, records });
  }
  await store.db
    .updateTable("suggestion")
    .set({ value: JSON.stringify(large) })
    .execute();
  const [dataset] = await FEEDBACK.load(store.db);
  if (dataset === undefined) throw new Error("there is no dataset");
  const steps: (readonly [number, number])[] = [];
  for await (const { from, to } of (await FEEDBACK.search(store.db, dataset)).stretches(false)) steps.push([from, to]);
  expect(steps).toEqual([
    [0, 2],
    [2, 4],
    [4, 6],
    [6, 10],
    [10, 512],
  ]);
  await rebuildDerived(store.db);
  expect(await recount(store.db)).toEqual([]);
});

test("FFI-28 a store of an earlier version, which rounded whole numbers beyond 2^53, gets their digits; a rebuild writes the same", async () => {
  const { id: datasetId } = await store.addDataset("numbers", []);
  const owner = store.as(store.owner);
  const property = {
    title: "N",
    visibleForAnnotators: true,
    settings: { type: "integer", min: null, max: null },
  } as const;
  for (const name of ["n", "m"]) await createMetadataProperty(owner, { datasetId, name, ...property });
  const nothing = { fields: { text: "a" }, externalId: null, responses: [], suggestions: [], vectors: {} };
  const texts = ['{"n":9007199254740993,"m":1}', '{"n":-12345678901234567890123}', '{"n":3,"m":2}'];
  const records = texts.map((text) => ({
    ...nothing,
    metadata: JSON.parse(text),
    metadataText: text,
  }));
  await createRecords(owner, { datasetId, records });
  const values = () => store.db.selectFrom("filter_value").select(["target", "value", "seq"]).execute();
  const written = await values();
  expect(written.filter(({ target }) => target < 0)).toHaveLength(2);
  await store.db.deleteFrom("filter_value").where("target", "<", 0).execute();
  expect(await recount(store.db)).not.toEqual([]);
  for (const rebuild of [REBUILDS["whole numbers"], REBUILDS.everything]) {
    await rebuild(store.db);
    expect(await values()).toEqual(written);
    expect(await recount(store.db)).toEqual([]);
  }
});

const sumsOf = (counts: Iterable<readonly [string, number]>) => {
  const sums = createWordSums();
  for (const [word, count] of counts) sums.add(word, count);
  return sums;
};

test("TEN-18 sums of words tell counts apart, whatever their order and however they were added up", () => {
  const counts = fc.uniqueArray(fc.tuple(fc.string(), fc.integer({ min: 1, max: 1000 })), {
    selector: ([word]) => word,
    minLength: 1,
  });
  fc.assert(
    fc.property(counts, (all) => {
      const one = sumsOf(all);
      const other = sumsOf(
        all.toReversed().flatMap(([word, count]) => [[word, 1] as const, [word, count - 1] as const]),
      );
      expect(one.differing(other)).toBe(0);
      const [[word] = [""]] = all;
      other.add(word, 1);
      expect(one.differing(other)).toBe(1);
      other.add(word, -1);
      other.add(`${word} and another`, 1);
      expect(one.differing(other)).toBe(1);
    }),
  );
});
