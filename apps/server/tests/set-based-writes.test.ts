import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "../src/new-id.ts";
import { bulkCreateRecords } from "../src/usecases/feedback/add-records.ts";
import { saveOwnResponses } from "../src/usecases/feedback/responses.ts";
import { writes } from "../src/usecases/registry.ts";
import { openMemoryStore } from "./support/memory-store.ts";
import { setCalls } from "./support/set-calls.ts";

async function openStore() {
  const store = await openMemoryStore();
  onTestFinished(() => store.close());
  return store;
}

/** The statements that each call runs for so many rows. */
async function statementsFor(rows: number): Promise<Map<string, number>> {
  const store = await openStore();
  const counts = new Map<string, number>();
  for (const [name, call] of Object.entries(await setCalls(store, writes))) {
    const before = store.statements();
    await call(rows);
    counts.set(name, store.statements() - before);
  }
  return counts;
}

/** Values of searches are several for a record; they go in parts of 128, as all rows do, and are looked up in parts of 100. */
const MORE = 20;

test("SET-02 a call of a hundred rows runs about as many statements as a call of one", async () => {
  const [one, hundred] = [await statementsFor(1), await statementsFor(100)];
  for (const [name, count] of hundred) expect(count - (one.get(name) ?? 0), name).toBeLessThanOrEqual(MORE);
  expect(hundred.size).toBeGreaterThan(9);
});

const answer = fc.record({
  record: fc.integer({ min: 0, max: 9 }),
  status: fc.constantFrom("submitted", "discarded", "draft"),
  values: fc.constantFrom(null, { mood: { value: "good" } }, { mood: { value: "none" } }),
  withdrawn: fc.boolean(),
  isSeen: fc.boolean(),
});

test("SET-03 answers of one call end as the same answers in calls of their own: outcomes, rows, counters and history", async () => {
  const store = await openStore();
  const context = store.as(store.owner);
  const webhook = {
    id: newId(),
    workspace_id: null,
    url: "http://localhost",
    secret: "s",
    description: null,
    paused_at: null,
  };
  const events = ["response.created", "response.updated", "response.deleted", "record.updated", "record.completed"];
  await store.db
    .insertInto("webhook")
    .values({ ...webhook, events: JSON.stringify(events), enabled: 1, inserted_at: 1, updated_at: 1 })
    .execute();
  /** The ids of eight records in two datasets, one of them long, and two ids that no record has. */
  const idsIn = async (name: string) => {
    const ids: string[] = [];
    for (const part of ["one", "other"]) {
      const { id: datasetId } = await store.addDataset(`${name} ${part}`);
      const records = ["a", "b", "c", "d".repeat(50_000)].map((text) => {
        const bare = { metadata: null, externalId: null, suggestions: [], vectors: {}, responses: [] };
        return { ...bare, fields: { text } };
      });
      ids.push(...(await bulkCreateRecords(context, { datasetId, records })).map(({ id }) => id));
    }
    return [...ids, `no ${name}`, `none ${name}`];
  };
  const [together, alone] = [await idsIn("together"), await idsIn("alone")];
  const stored = async (ids: readonly string[]) => {
    const of = store.db.selectFrom("record").select(["dataset_key", "seq", "id"]).where("id", "in", ids);
    const rows = await of.execute();
    const placeOf = ({ dataset_key, seq }: { dataset_key: number; seq: number }) =>
      ids.indexOf(rows.find((row) => row.dataset_key === dataset_key && row.seq === seq)?.id ?? "");
    const keys = [...new Set(rows.map(({ dataset_key }) => dataset_key))].sort((a, b) => a - b);
    const read = <T extends "activity" | "response" | "user_counts" | "answered_block">(table: T) =>
      store.db
        .selectFrom(table as "activity")
        .selectAll()
        .where("dataset_key", "in", keys)
        .execute();
    const history = (await read("activity")).map(({ kind, before, after, ...row }) => [
      placeOf(row),
      kind,
      before,
      after,
    ]);
    const told = await store.db
      .selectFrom("webhook_delivery")
      .innerJoin("webhook_event", "webhook_event.key", "event_key")
      .select(["type", "told"])
      .where("lane", "in", keys)
      .orderBy("event_key")
      .execute();
    const events = told.map(({ type, told }) => {
      const { record, response } = JSON.parse(told);
      return [type, ids.indexOf(record.id), response?.status];
    });
    const bare = ({ dataset_key, ...row }: { dataset_key: number }) => ({ ...row, of: keys.indexOf(dataset_key) });
    const responses = (await read("response")).map((row) => [placeOf(row), Reflect.get(row, "status")]);
    return {
      history,
      events,
      responses,
      counts: (await read("user_counts")).map(bare),
      blocks: (await read("answered_block")).map(bare),
    };
  };
  const outcomes = async (items: Parameters<typeof saveOwnResponses>[1]["items"]) => {
    const saved = await saveOwnResponses(context, { items, shownMs: null });
    return saved.map((one) => {
      if ("refusal" in one) return one.refusal.code;
      if ("changed" in one) return ["changed", one.changed?.status ?? null];
      return ["saved", one.response?.status ?? null, one.response?.values ?? null];
    });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 12 }), async (answers) => {
      const itemsFor = (ids: readonly string[]) =>
        answers.map(({ record, isSeen, ...rest }) => {
          return { recordId: ids[record] ?? "", ...rest, ...(isSeen ? {} : { seen: null }) };
        });
      const found = await outcomes(itemsFor(together));
      const wanted = [];
      for (const item of itemsFor(alone)) wanted.push(...(await outcomes([item])));
      expect(found).toEqual(wanted);
      expect(await stored(together)).toEqual(await stored(alone));
    }),
    { numRuns: 60 },
  );
  expect((await stored(together)).events.length).toBeGreaterThan(100);
});
