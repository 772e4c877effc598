import type { FieldValues } from "@postil/domain/records/record-input";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openMemoryStore } from "../../tests/support/memory-store.ts";
import { createRecords } from "../usecases/records/create-records.ts";
import { rebuildDerived } from "./rebuild.ts";
import { recount } from "./recount.ts";

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
