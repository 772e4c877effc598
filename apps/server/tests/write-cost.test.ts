import { deserialize, serialize } from "node:v8";
import type { NewRecord } from "@postil/domain/records/record";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bulkCreateRecords } from "../src/usecases/feedback/add-records.ts";
import { openMemoryStore } from "./support/memory-store.ts";
import { leastCpuMs, yardstickMs } from "./support/yardstick.ts";

/** The cost of the largest calls for the single writing thread. All users' saves wait meanwhile. */

/** The limit, as a multiple of the cost of 100,000 short rows in the same run. Calls use about half of it. */
const MOST = 12;

let store: Awaited<ReturnType<typeof openMemoryStore>>;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store.close());

const range = (length: number) => Array.from({ length }, (_, index) => index);
const named = (count: number) => range(count).map((index) => `k${index}`);

async function datasetWith(name: string, properties: readonly string[], dimensions: number): Promise<string> {
  const { id } = await store.addDataset(name);
  const times = { dataset_id: id, inserted_at: 0, updated_at: 0 };
  const settings = JSON.stringify({ type: "float", min: null, max: null });
  for (const property of properties) {
    const row = { ...times, id: `${name} ${property}`, name: property, title: "P", settings };
    await store.db
      .insertInto("metadata_property")
      .values({ ...row, visible_for_annotators: 1 })
      .execute();
  }
  const vector = { ...times, id: name, name: "v", title: "V", dimensions };
  if (dimensions > 0) await store.db.insertInto("vector_settings").values(vector).execute();
  return id;
}

function recordOf(keys: readonly string[], dimensions: number): NewRecord {
  const metadata = Object.fromEntries(keys.map((key) => [key, 1]));
  const metadataText = `{${keys.map((key) => `"${key}":1.0`)}}`;
  const vectors = dimensions === 0 ? {} : { v: range(dimensions).map((index) => index / 7) };
  const bare = { fields: { text: "a" }, externalId: null, responses: [], suggestions: [], vectors };
  return keys.length === 0 ? { ...bare, metadata: null } : { ...bare, metadata, metadataText };
}

test.each([
  { what: "metadata that is declared", records: 500, values: 200, declared: 200, dimensions: 0 },
  { what: "records of 10,000 values", records: 10, values: 10_000, declared: 0, dimensions: 0 },
  { what: "a body full of vectors", records: 500, values: 0, declared: 0, dimensions: 3600 },
])("API-31 others wait shortly for the largest call of its kind: $what", async (call) => {
  const datasetId = await datasetWith(call.what, named(call.declared), call.dimensions);
  const records = Array<NewRecord>(call.records).fill(recordOf(named(call.values), call.dimensions));
  // Each record is packed separately, as in a real call.
  const packed = serialize({ datasetId, records: records.map((record) => structuredClone(record)) });
  const ms = await leastCpuMs(async () =>
    serialize(await bulkCreateRecords(store.as(store.owner), deserialize(packed))),
  );
  expect(ms / (await yardstickMs())).toBeLessThan(MOST);
});
