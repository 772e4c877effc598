import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { createKillable, expectDoctorFindsNothing, type Killable } from "../support/kills.ts";
import { patiently } from "../support/patiently.ts";
import { recordsBefore, rowsOfDataset } from "../support/rows-of-dataset.ts";

/** Enough for more than a hundred steps, so that the process ends in the middle of them. */
const RECORDS = 6000;
const BATCH = 500;

let server: Killable;
let owner: Client;
const start = async () => {
  owner = await server.start();
};
beforeEach(async () => {
  server = createKillable({ POSTIL_KEEP_DELETED_DAYS: "0" });
  await start();
});
afterEach(() => server.remove());

async function createFull(): Promise<string> {
  const { items: workspaces } = await owner.must("listMyWorkspaces");
  const { datasetId, questionId } = await createPublished(owner, workspaces[0]?.id ?? "");
  for (let from = 0; from < RECORDS; from += BATCH) {
    const items = Array.from({ length: BATCH }, (_, at) => ({
      fields: { text: `text ${from + at}` },
      metadata: { lang: "en" },
      vectors: { mini: [from, at, 1] },
      suggestions: [{ question_id: questionId, value: "good", score: 0.5, agent: "m" }],
    }));
    await owner.must("bulkCreateRecords", { params: { dataset_id: datasetId }, body: { items } });
  }
  return datasetId;
}

const rows = (datasetId: string) => rowsOfDataset(join(server.home, "postil.db"), datasetId);

async function purgeOf(datasetId: string) {
  const { items } = await owner.must("listJobs", { query: { dataset_id: datasetId } });
  const [job] = items;
  if (!job) throw new Error(`There is no job for ${datasetId}.`);
  return job;
}
const begun = (datasetId: string) =>
  patiently(async () => {
    const job = await purgeOf(datasetId);
    expect(job.done).toBeGreaterThan(0);
    return job;
  });
const ended = (datasetId: string) =>
  patiently(
    async () => {
      const job = await purgeOf(datasetId);
      expect(job.state).toBe("done");
      return job;
    },
    { timeout: 60_000 },
  );

test("contract/own.md#jobs after kill -9 in the middle a job goes on where it was, and has counted each record once", {
  timeout: 120_000,
}, async () => {
  const datasetId = await createFull();
  await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
  const before = await begun(datasetId);
  await server.end("SIGKILL");
  expect(before.state).toBe("running");
  expect(rows(datasetId)).toBeGreaterThan(0);

  await start();
  const after = await ended(datasetId);
  expect(after).toMatchObject({ id: before.id, done: RECORDS, total: RECORDS, inserted_at: before.inserted_at });
  expect(rows(datasetId)).toBe(0);
});

test("contract/own.md#jobs a job that was stopped is still stopped after a restart, and goes on when it is told to", {
  timeout: 120_000,
}, async () => {
  const datasetId = await createFull();
  const all = rows(datasetId);
  await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
  const { id } = await begun(datasetId);
  const params = { job_id: id };
  const stopped = await owner.must("changeJob", { params, body: { stopped: true } });
  expect(stopped.state).toBe("stopped");
  await server.end("SIGTERM");
  expect(rows(datasetId)).toBeLessThan(all);
  expect(recordsBefore(join(server.home, "postil.db"), datasetId, stopped.done)).toBe(0);
  expect(recordsBefore(join(server.home, "postil.db"), datasetId, RECORDS)).toBe(RECORDS - stopped.done);
  expect(stopped.done).toBeLessThan(RECORDS);

  await start();
  expect(await purgeOf(datasetId)).toEqual(stopped);
  await owner.must("changeJob", { params, body: { stopped: false } });
  expect(await ended(datasetId)).toMatchObject({ id, done: RECORDS });
  expect(rows(datasetId)).toBe(0);
  await server.end("SIGTERM");
  await expectDoctorFindsNothing(server.home);
});
