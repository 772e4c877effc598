import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import type { Client } from "./client.ts";
import { createPublished } from "./draft.ts";
import { patiently } from "./patiently.ts";

export const storeOf = (home: string): string => join(home, "postil.db");

export const textAt = (at: number): string => `${at} ${"text ".repeat(2000)}`;

/** Two datasets: the second one has the end of the file. Removes the first one for good. Returns the ids of the second. */
export async function fillAndDelete(client: Client): Promise<readonly string[]> {
  const { items: workspaces } = await client.must("listMyWorkspaces");
  const add = async (count: number) => {
    const params = { dataset_id: (await createPublished(client, workspaces[0]?.id ?? "")).datasetId };
    const items = Array.from({ length: count }, (_, at) => ({ fields: { text: textAt(at) } }));
    const { items: made } = await client.must("bulkCreateRecords", { params, body: { items } });
    return { params, ids: made.map(({ id }) => id) };
  };
  const goes = await add(500);
  const stays = await add(100);
  await client.must("deleteDataset", { params: goes.params });
  const [deleted] = (await client.must("listDeleted", { query: {} })).items;
  await client.must("removeDeleted", { params: { deleted_id: deleted?.id ?? "" } });
  await patiently(async () => expect((await client.must("getStoreFile")).free).toBeGreaterThan(500 * 8000));
  return stays.ids;
}

/** As a version made it whose files could not give room back in parts. */
export function makeOfEarlierVersion(home: string): void {
  const database = new DatabaseSync(storeOf(home));
  database.exec("pragma journal_mode = delete; pragma auto_vacuum = none; vacuum");
  database.close();
}

/** Opens the store of a home that no process has open, and returns one row. */
export function rowIn(home: string, query: string): unknown {
  const database = new DatabaseSync(storeOf(home));
  try {
    return { ...database.prepare(query).get() };
  } finally {
    database.close();
  }
}
