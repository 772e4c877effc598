import type { Client } from "./client.ts";

const RECORD = { fields: { text: "a text" } };

/** Creates `count` records, 500 at a time. Returns their ids in creation order. */
export async function createRecords(client: Client, datasetId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const items = Array.from({ length: Math.min(500, count - ids.length) }, () => RECORD);
    const made = await client.must("bulkCreateRecords", { params: { dataset_id: datasetId }, body: { items } });
    ids.push(...made.items.map(({ id }) => id));
  }
  return ids;
}

/** An answer to the label question of the draft. */
export const MOOD = { mood: { value: "good" } };
export const SUBMITTED = { status: "submitted", values: MOOD };
