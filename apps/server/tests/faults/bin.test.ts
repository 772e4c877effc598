import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { createKillable, expectDoctorFindsNothing, type Killable } from "../support/kills.ts";
import { patiently } from "../support/patiently.ts";
import { rowsOfDataset } from "../support/rows-of-dataset.ts";

/** Enough for several steps of a purge, so that the process ends in the middle of them. */
const RECORDS = 1500;

let server: Killable;
let owner: Client;
const start = async () => {
  owner = await server.start();
};
beforeEach(async () => {
  server = createKillable();
  await start();
});
afterEach(() => server.remove());

const again = async () => {
  await server.end();
  await start();
};
const rows = (datasetId: string) => rowsOfDataset(join(server.home, "postil.db"), datasetId);

/** Creates a dataset with answers. Returns its id, and what calls show of it. */
async function createFull() {
  const { items: workspaces } = await owner.must("listMyWorkspaces");
  const { id: user_id } = await owner.must("getMe");
  const { datasetId } = await createPublished(owner, workspaces[0]?.id ?? "");
  const params = { dataset_id: datasetId };
  for (let from = 0; from < RECORDS; from += 500) {
    const items = Array.from({ length: 500 }, (_, at) => ({
      fields: { text: `text ${from + at}` },
      vectors: { mini: [from, at, 1] },
      responses: at % 3 === 0 ? [{ user_id, status: "submitted", values: { mood: { value: "good" } } }] : [],
    }));
    await owner.must("bulkCreateRecords", { params, body: { items } });
  }
  const shown = async () => [
    await owner.must("getDataset", { params }),
    await owner.must("listRecords", { params, query: { include: ["responses", "vectors"], limit: "50" } }),
    await owner.must("getDatasetProgress", { params }),
    (await owner.must("searchMyRecords", { params, body: { query: { text: { q: "700", field: "text" } } } })).total,
  ];
  return { params, datasetId, shown };
}

async function deletedId(): Promise<string> {
  const { items } = await owner.must("listDeleted");
  expect(items).toHaveLength(1);
  return items[0]?.id ?? "";
}
const purged = (datasetId: string) => patiently(() => expect(rows(datasetId)).toBe(0), { timeout: 60_000 });

test("BIN-01 BIN-02 BIN-05 kill -9 after a deletion, a restoration and in a removal loses nothing that was answered", {
  timeout: 240_000,
}, async () => {
  const { params, datasetId, shown } = await createFull();
  const before = await shown();
  await owner.must("deleteDataset", { params });
  await again();
  expect((await owner.call("getDataset", { params })).status).toBe(404);
  await owner.must("restoreDeleted", { params: { deleted_id: await deletedId() }, body: {} });
  await again();
  expect(await shown()).toEqual(before);
  expect((await owner.must("listDeleted")).items).toEqual([]);
  await owner.must("deleteDataset", { params });
  const all = rows(datasetId);
  await owner.must("removeDeleted", { params: { deleted_id: await deletedId() } });
  await patiently(() => expect(rows(datasetId)).toBeLessThan(all), { interval: 2, timeout: 60_000 });
  await again();
  expect((await owner.must("listDeleted")).items).toEqual([]);
  await purged(datasetId);
  await server.end("SIGTERM");
  await expectDoctorFindsNothing(server.home);
});

test("BIN-05 a start removes what was deleted too long ago, and nothing else", { timeout: 240_000 }, async () => {
  const [old, young] = [await createFull(), await createFull()];
  await owner.must("deleteDataset", { params: old.params });
  await server.end();
  const database = new DatabaseSync(join(server.home, "postil.db"));
  database.exec("update deleted_dataset set deleted_at = deleted_at - 31 * 86400000000");
  database.close();
  await start();
  await owner.must("deleteDataset", { params: young.params });
  await patiently(async () => expect((await owner.must("listDeleted")).items).toHaveLength(1), { timeout: 60_000 });
  await purged(old.datasetId);
  expect(rows(young.datasetId)).toBeGreaterThan(RECORDS);
  const { items } = await owner.must("listAudit", { query: { group: ["deletion"] } });
  expect(items.map(({ kind, actor, program }) => [kind, actor, program])).toContainEqual([
    "dataset_expired",
    null,
    null,
  ]);
});

test("BIN-08 kill -9 while records are deleted and while they come back leaves whole records, and loses none", {
  timeout: 240_000,
}, async () => {
  const workspace = (await owner.must("listMyWorkspaces")).items[0]?.name ?? "";
  const name = "kept";
  const at = { params: { name }, query: { workspace } };
  await owner.must("createTaskDatasetV0", { body: { name, task: "Text2Text", workspace } });
  for (let from = 0; from < 2 * RECORDS; from += 1000) {
    const records = Array.from({ length: 1000 }, (_, id) => ({
      ...{ id: `r${from + id}`, text: `text ${id}`, vectors: { mini: { value: [id, 1] } } },
    }));
    await owner.must("logText2TextRecordsV0", { ...at, body: { records } });
  }
  const count = async () =>
    (await owner.must("searchTaskRecordsV0", { ...at, params: { name, task: "Text2Text" }, body: {} })).total;
  const line = async () => (await owner.must("listDeleted")).items[0];
  // In the file, because a call to a busy server may take as long as the whole job.
  const isPartly = async () => {
    const database = new DatabaseSync(join(server.home, "postil.db"), { readOnly: true });
    const shown = database.prepare(
      "select count(*) as count from task_record where dataset_key = (select key from task_dataset where name = ?)",
    );
    try {
      await patiently(
        () => {
          const there = Number(shown.get(name)?.count);
          expect(there > 0 && there < 2 * RECORDS).toBe(true);
        },
        { interval: 1, timeout: 60_000 },
      );
    } finally {
      database.close();
    }
  };
  // Its answer never comes.
  const deletion = owner.call("deleteTaskRecordsV0", { ...at, body: {} }).catch(() => null);
  await isPartly();
  await again();
  await deletion;
  await patiently(async () => expect((await line())?.state).toBe("kept"), { timeout: 60_000 });
  expect([await count(), (await line())?.records]).toEqual([0, 2 * RECORDS]);
  await owner.must("restoreDeleted", { params: { deleted_id: await deletedId() }, body: {} });
  await isPartly();
  await again();
  await patiently(async () => expect(await line()).toBeUndefined(), { timeout: 60_000 });
  expect(await count()).toBe(2 * RECORDS);
  await server.end("SIGTERM");
  await expectDoctorFindsNothing(server.home);
});
