import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";

let store: MemoryStore;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store.close());

const ids = sql.join(Array.from({ length: 500 }, (_, n) => `id ${n}`));
const LOOKUPS = {
  "record_external_id (dataset_key=? AND external_id=?)": sql`select * from record where dataset_key = 1 and external_id in (${ids})`,
  "record_id (id=? AND dataset_key=?)": sql`select * from record where dataset_key = 1 and id in (${ids})`,
  "PRIMARY KEY (dataset_key=? AND seq=?)": sql`select * from record where dataset_key = 1 and seq in (1, 2, 3)`,
  "PRIMARY KEY (dataset_key=? AND seq=? AND user_key=?)": sql`select * from response where dataset_key = 1 and seq in (1, 2) and user_key = 1`,
};

for (const [index, query] of Object.entries(LOOKUPS)) {
  test(`API-07 records are found by index, not by going through the dataset: ${index}`, async () => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(store.db);
    expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining(index)]);
  });
}
