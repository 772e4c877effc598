import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Client, createClient } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { at, linesOf, send, ended as whenEnded } from "../support/files-sent.ts";
import { createKillable, expectDoctorFindsNothing } from "../support/kills.ts";
import { patiently } from "../support/patiently.ts";
import { API_KEY, runPostil, startPostil } from "../support/process.ts";

test("IMP-05 IMP-02 a server that is killed while it imports starts again without the file and its dataset", {
  timeout: 60_000,
}, async () => {
  const { child, home, url, ended } = await startPostil();
  const owner = createClient(url.origin, API_KEY);
  const [workspace] = (await owner.must("listMyWorkspaces")).items;
  const rows = Array.from({ length: 30_000 }, (_, index) => ({
    text: `Text ${index}`,
    label: index % 2 ? "yes" : "no",
  }));
  const id = await send(owner, "large.jsonl", linesOf(rows));
  await owner.must("importUpload", { ...at(id), body: { workspace_id: workspace?.id } });
  await patiently(async () => expect((await owner.must("getUpload", at(id))).stored).toBeGreaterThan(0), {
    interval: 5,
  });
  child.kill("SIGKILL");
  await ended;
  const again = runPostil(home);
  try {
    const later = createClient(new URL(await again.address).origin, API_KEY);
    expect((await later.must("listMyDatasets")).items).toEqual([]);
    expect((await later.must("listUploads")).items).toEqual([]);
    const folder = join(home, "uploads");
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  } finally {
    again.child.kill("SIGKILL");
    await again.ended;
  }
});

type Family = {
  readonly name: string;
  /** Makes the dataset. Returns what the calls say of it, and how many records it has. */
  readonly make: (owner: Client) => Promise<{
    readonly said: object;
    readonly read: (client: Client, from: number) => Promise<{ readonly total: number; readonly last: object }>;
    /** What the row has become. */
    readonly recordOf: (row: Row) => object;
  }>;
};
type Row = ReturnType<typeof rowOf>;
const rowOf = (n: number) => ({ id: `r${n}`, text: `Text ${n}`, lang: n % 2 ? "de" : "en", mini: [n, 1, 2] });
const COLUMNS = [
  { column: "id", role: "id" },
  { column: "text", role: "input" },
  { column: "lang", role: "metadata" },
  { column: "mini", role: "vector" },
];

const FAMILIES: readonly Family[] = [
  {
    name: "IMP-33 rows of a feedback dataset",
    make: async (owner) => {
      const [workspace] = (await owner.must("listMyWorkspaces")).items;
      const { datasetId } = await createPublished(owner, workspace?.id ?? "");
      const params = { dataset_id: datasetId };
      return {
        said: { into: params },
        read: async (client, from) => {
          const { count: total } = (await client.must("getMyDatasetMetrics", { params })).records;
          const query = { limit: "1", offset: String(Math.max(0, from)) };
          return { total, last: (await client.must("listRecords", { params, query })).items[0] ?? {} };
        },
        recordOf: ({ id, text, lang }) => ({ external_id: id, fields: { text }, metadata: { lang } }),
      };
    },
  },
  {
    name: "IMP-73 rows of a task dataset",
    make: async (owner) => {
      const [{ name: workspace } = { name: "" }] = (await owner.must("listMyWorkspaces")).items;
      const place = { workspace, name: "task" };
      const body = { ...place, task: "TextClassification" as const, tags: {}, metadata: {} };
      await owner.must("createTaskDatasetV0", { body, query: { workspace } });
      return {
        said: { into: { task_dataset: place }, task: { columns: COLUMNS, agent: "jo" } },
        read: async (client, from) => {
          const params = { name: place.name, task: "TextClassification" as const };
          const all = { params, query: { workspace, limit: "0" }, body: {} };
          const { total } = await client.must("searchTaskRecordsV0", all);
          const at = { params: { name: place.name, id: `r${Math.max(0, from)}` }, query: { workspace } };
          return { total, last: (await client.must("getTaskRecordV0", at)) as object };
        },
        recordOf: ({ id, text, lang, mini }) => ({
          ...{ id, inputs: { text }, metadata: { lang } },
          vectors: { mini: { value: mini } },
        }),
      };
    },
  },
];

/** The server is killed as soon as it has told that more new rows are stored. */
const KILLED_AT = [0, 1000];
const ROWS = 8000;

test.each(FAMILIES)(
  "$name: a server that is killed keeps whole batches, and the same file adds the rest",
  {
    timeout: 180_000,
  },
  async ({ make }) => {
    const place = createKillable();
    try {
      let owner = await place.start();
      const { said, read, recordOf } = await make(owner);
      const rows = Array.from({ length: ROWS }, (_, n) => rowOf(n));
      const begin = async () => {
        const id = await send(owner, "large.jsonl", linesOf(rows));
        await owner.must("addUpload", { ...at(id), body: { dry_run: false, existing: "update", ...said } });
        return id;
      };
      let kept = 0;
      for (const killedAt of KILLED_AT) {
        const id = await begin();
        const seen = await patiently(
          async () => {
            const { stored } = await owner.must("getUpload", at(id));
            expect(stored).toBeGreaterThan(killedAt);
            return stored;
          },
          { interval: 5, timeout: 30_000 },
        );
        await place.end();
        await expectDoctorFindsNothing(place.home);
        owner = await place.start();
        const before = kept;
        kept = (await read(owner, 0)).total;
        expect([kept % 500, kept >= before + seen, kept < ROWS]).toEqual([0, true, true]);
        expect((await read(owner, kept - 1)).last).toMatchObject(recordOf(rowOf(kept - 1)));
      }
      const end = await whenEnded(owner, await begin());
      expect(end).toMatchObject({ state: "done", adding: { added: ROWS - kept, unchanged: kept, updated: 0 } });
      expect(await read(owner, ROWS - 1)).toMatchObject({ total: ROWS, last: recordOf(rowOf(ROWS - 1)) });
      await place.end();
      await expectDoctorFindsNothing(place.home);
    } finally {
      await place.remove();
    }
  },
);
