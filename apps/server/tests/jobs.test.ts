import { afterAll, expect, test } from "vitest";
import type { PostilStore } from "../src/http/handler.ts";
import { createPublished } from "./support/draft.ts";
import { patiently } from "./support/patiently.ts";
import { SPEAKERS, startPeople } from "./support/people.ts";
import { rowsOfDatasetIn } from "./support/rows-of-dataset.ts";

/** Steps of jobs wait until the test lets them go. */
let letGo = () => {};
let gate = Promise.resolve();
/** The error that the steps throw; null: they succeed. */
let fault: Error | null = null;
const hold = () => {
  gate = new Promise((resolve) => {
    letGo = resolve;
  });
};
const held = (store: PostilStore): PostilStore => ({
  ...store,
  write: (name, caller, input) => {
    if (name !== "takeJobStep") return store.write(name, caller, input);
    return gate.then(() => {
      if (fault) throw fault;
      return store.write(name, caller, input);
    });
  },
});

const { server, people } = await startPeople({ around: held, logLevel: "silent", limits: { keepDeletedDays: 0 } });
afterAll(() => letGo());

/** Deletes a dataset. Returns the job that still has to remove its records. */
async function deleted() {
  const { owner } = people.clients;
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  await owner.must("bulkCreateRecords", { params, body: { items: [{ fields: { text: "a" } }] } });
  hold();
  await owner.must("deleteDataset", { params });
  const { items } = await owner.must("listJobs", { query: params });
  expect(items).toHaveLength(1);
  return { datasetId, jobId: items[0]?.id ?? "" };
}

const jobOf = async (jobId: string) => {
  const { items } = await people.clients.owner.must("listJobs");
  return items.find(({ id }) => id === jobId);
};
const change = (jobId: string, stopped: boolean) =>
  people.clients.owner.call("changeJob", { params: { job_id: jobId }, body: { stopped } });
const ended = (jobId: string) => patiently(async () => expect((await jobOf(jobId))?.state).toBe("done"));

test("contract/own.md#jobs what a deleted dataset leaves is removed by a job that says how far it is", async () => {
  const { datasetId, jobId } = await deleted();
  expect(await jobOf(jobId)).toMatchObject({
    name: "purge",
    dataset_id: datasetId,
    state: "waiting",
    done: 0,
    total: 1,
    error: null,
  });
  const rows = await rowsOfDatasetIn(server, datasetId);
  expect(rows).toBeGreaterThan(0);
  letGo();
  await ended(jobId);
  expect(await jobOf(jobId)).toMatchObject({ done: 1, total: 1, error: null });
  expect(await rowsOfDatasetIn(server, datasetId)).toBe(0);
});

test("contract/own.md#jobs a job stops and goes on when it is told to; one that is done cannot be changed", async () => {
  const { jobId } = await deleted();
  expect(await change(jobId, true)).toMatchObject({ status: 200, body: { state: "stopped" } });
  expect(await change(jobId, true)).toMatchObject({ status: 200, body: { state: "stopped" } });
  letGo();
  // Other jobs get their turn, and the stopped job does not.
  const other = await deleted();
  letGo();
  await ended(other.jobId);
  expect(await jobOf(jobId)).toMatchObject({ state: "stopped", done: 0 });
  expect(await change(jobId, false)).toMatchObject({ status: 200, body: { state: "waiting" } });
  await ended(jobId);
  expect(await change(jobId, true)).toMatchObject({
    status: 409,
    body: { detail: `Job with id \`${jobId}\` is done` },
  });
});

test("contract/own.md#jobs a step that fails ends its job, which says why and can be tried again", async () => {
  const { jobId } = await deleted();
  fault = new Error("A mistake.");
  letGo();
  await patiently(async () => expect(await jobOf(jobId)).toMatchObject({ state: "failed", error: "A mistake." }));
  fault = null;
  expect(await change(jobId, false)).toMatchObject({ status: 200, body: { state: "waiting", error: null } });
  await ended(jobId);
});

test("ROL-10 jobs are for those who manage the workspace of their dataset", async () => {
  const { datasetId, jobId } = await deleted();
  for (const speaker of SPEAKERS) {
    const client = people.clients[speaker];
    const listed = await client.call("listJobs", { query: { dataset_id: datasetId } });
    const changed = await client.call("changeJob", { params: { job_id: jobId }, body: { stopped: false } });
    const manages = speaker === "owner" || speaker === "admin";
    if (speaker === "nobody") expect([listed.status, changed.status]).toEqual([401, 401]);
    else expect(listed.body, speaker).toMatchObject({ items: manages ? [{ id: jobId }] : [] });
    if (speaker !== "nobody") expect(changed.status, speaker).toBe(manages ? 200 : 403);
  }
  const nowhere = { params: { job_id: "11111111-2222-4333-8444-555555555555" }, body: { stopped: true } };
  expect((await people.clients.annotator.call("changeJob", nowhere)).status).toBe(404);
  letGo();
  await ended(jobId);
});
