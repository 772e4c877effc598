import { afterAll, expect, onTestFinished, test } from "vitest";
import type { Client } from "../support/client.ts";
import { createKillable, expectDoctorFindsNothing, unlessBroken } from "../support/kills.ts";
import { patiently } from "../support/patiently.ts";
import { startPostgres } from "../support/postgres.ts";
import { expectFoundAndCounted, loadStored } from "../support/stored-task-records.ts";

/** Simulates a power failure while two jobs run in one dataset: a copy of it, and a deletion in it. */

const BATCH = 500;
const workspace = "default";
const at = (name: string) => ({ params: { name }, query: { workspace } });

const found = await startPostgres();
afterAll(async () => found?.stop());

async function fill(owner: Client, name: string, records: number): Promise<void> {
  await owner.must("createTaskDatasetV0", { body: { name, task: "TextClassification", workspace } });
  for (let from = 0; from < records; from += BATCH) {
    const items = Array.from({ length: BATCH }, (_, index) => ({
      id: `r${from + index}`,
      inputs: { text: `payment ${from + index} ${index % 4 === 0 ? "kept" : "lost"}` },
      prediction: { agent: "m", labels: [{ class: `guess ${index % 4}`, score: 0.5 }] },
      annotation: { agent: "u", labels: [{ class: `label ${index % 5}` }] },
      metadata: { kind: `kind ${index % 2}` },
    }));
    await owner.must("logTextRecordsV0", { ...at(name), body: { records: items } });
  }
}

const jobsOf = async (owner: Client) => {
  const { items } = await owner.must("listJobs", { query: { dataset_id: `${workspace}.source` } });
  return { copy: items.find(({ name }) => name === "copy"), deletion: items.find(({ name }) => name === "delete") };
};

/** Enough for some dozens of steps; a step on PostgreSQL takes longer. */
const ENGINES = [
  { engine: "the embedded store", records: 8000, url: async () => null },
  ...(found ? [{ engine: "PostgreSQL", records: 3000, url: found.database }] : []),
];

test.each(ENGINES)(
  "JOB-03 after kill -9 while a copy and a deletion of the same records run both go on, on $engine: the copy has all of them, and the deleted ones are gone",
  {
    timeout: 240_000,
  },
  async ({ records, url }) => {
    const database = await url();
    const env: { readonly [name: string]: string } = database === null ? {} : { POSTIL_DATABASE_URL: database };
    const server = createKillable(env);
    onTestFinished(server.remove);
    let owner = await server.start();
    const jobs = () => jobsOf(owner);
    await fill(owner, "source", records);
    const before = await loadStored({ owner, name: "source" });
    const copying = unlessBroken(owner.call("copyTaskDatasetV0", { ...at("source"), body: { name: "copy" } }));
    await patiently(async () => expect((await jobs()).copy?.done).toBeGreaterThan(0), { interval: 2, timeout: 20_000 });
    const deleting = unlessBroken(owner.call("deleteTaskRecordsV0", { ...at("source"), body: { query_text: "lost" } }));
    const told = await patiently(
      async () => {
        const now = await jobs();
        expect(now.deletion?.done).toBeGreaterThan(0);
        return now;
      },
      { interval: 2, timeout: 20_000 },
    );
    await server.end();
    expect([await copying, await deleting]).toEqual([null, null]);
    expect(told).toMatchObject({ copy: { state: "running" }, deletion: { state: "running" } });

    owner = await server.start();
    await patiently(
      async () => expect(await jobs()).toMatchObject({ copy: { state: "done" }, deletion: { state: "done" } }),
      { interval: 20, timeout: 120_000 },
    );
    const [source, copy] = [await loadStored({ owner, name: "source" }), await loadStored({ owner, name: "copy" })];
    expect(copy).toEqual(before);
    expect([...source.keys()]).toEqual([...before].flatMap(([id, { text }]) => (text.endsWith("kept") ? id : [])));
    await expectFoundAndCounted({ owner, name: "copy" }, copy);
    await expectFoundAndCounted({ owner, name: "source" }, source);
    await server.end("SIGTERM");
    await expectDoctorFindsNothing(server.home, env);
  },
);
