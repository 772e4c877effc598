import type { Reply } from "@postil/contract/route";
import type { routes } from "@postil/contract/routes";
import { expect } from "vitest";
import { z } from "zod";
import type { Client } from "./client.ts";

/** Compares all stored records of a text classification dataset with every search and count of them. */

const labels = z.object({ agent: z.string(), labels: z.array(z.object({ class_label: z.string() })) });
const StoredRecord = z.object({
  id: z.string(),
  text: z.string(),
  status: z.string(),
  prediction: labels,
  annotation: labels,
  metadata: z.object({ kind: z.string() }),
});
export type StoredRecord = z.output<typeof StoredRecord>;
export type StoredRecords = ReadonlyMap<string, StoredRecord>;

type At = { readonly owner: Client; readonly name: string };
const PAGE = 1000;
const query = { workspace: "default", limit: String(PAGE) };

export async function loadStored({ owner, name }: At): Promise<StoredRecords> {
  const stored = new Map<string, StoredRecord>();
  let next: string | null = null;
  do {
    const body: object = next === null ? {} : { next_idx: next };
    const page: Reply<typeof routes.scanTaskRecordsV0> = await owner.must("scanTaskRecordsV0", {
      params: { name },
      query,
      body,
    });
    for (const record of z.array(StoredRecord).parse(page.records)) stored.set(record.id, record);
    next = page.records.length < PAGE ? null : page.next_idx;
  } while (next !== null);
  return stored;
}

const search = ({ owner, name }: At, asked: object) =>
  owner.must("searchTaskRecordsV0", { params: { name, task: "TextClassification" }, query, body: { query: asked } });

/** The ids of the records that a query text finds, at most a thousand. */
export async function foundIds(at: At, query_text: string): Promise<ReadonlySet<string>> {
  const { records } = await search(at, { query_text });
  return new Set(records.map(({ id }) => String(id)));
}

function tally<R>(records: Iterable<R>, told: (record: R) => string | undefined): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const record of records) {
    const value = told(record);
    if (value !== undefined) counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

/** Checks that a search by id finds every record, and that every count equals a recount. */
export async function expectFoundAndCounted(at: At, stored: StoredRecords): Promise<void> {
  const ids = [...stored.keys()];
  for (let from = 0; from < ids.length; from += PAGE) {
    const { total, records } = await search(at, { ids: ids.slice(from, from + PAGE) });
    expect(total).toBe(records.length);
    expect(new Set(records.map(({ id }) => id))).toEqual(new Set(ids.slice(from, from + PAGE)));
  }
  const { total, aggregations } = await search(at, {});
  const all = [...stored.values()];
  expect(total).toBe(all.length);
  const label = ({ labels }: StoredRecord["annotation"]) => labels[0]?.class_label;
  expect(aggregations).toMatchObject({
    status: tally(all, ({ status }) => status),
    annotated_as: tally(all, ({ annotation }) => label(annotation)),
    predicted_as: tally(all, ({ prediction }) => label(prediction)),
    annotated_by: tally(all, ({ annotation }) => annotation.agent),
    metadata: { kind: tally(all, ({ metadata }) => metadata.kind) },
  });
}
