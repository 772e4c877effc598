import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { patiently } from "./support/patiently.ts";
import { newName } from "./support/people.ts";
import { createTaskDataset, startTaskPeople } from "./support/task-datasets.ts";

/** Jobs that run side by side in one dataset, and what each leaves. */

const RECORDS = 5000;
/** More than a call does at once, so a job does it. */
const ODD = 500;
const BATCH = 500;

const { server, people, workspace } = await startTaskPeople();
const { owner } = people.clients;

async function createFull() {
  const { name, at } = await createTaskDataset(people, workspace, "TextClassification");
  for (let from = 0; from < RECORDS; from += BATCH) {
    const records = Array.from({ length: BATCH }, (_, index) => {
      const id = from + index;
      return { id: `r${id}`, inputs: { text: `payment ${id} ${id % (RECORDS / ODD) === 1 ? "odd" : "usual"}` } };
    });
    await owner.must("logTextRecordsV0", { ...at, body: { records } });
  }
  return { name, at, id: `${workspace}.${name}` };
}
type Full = Awaited<ReturnType<typeof createFull>>;

const jobsOf = async (id: string) => (await owner.must("listJobs", { query: { dataset_id: id } })).items;
const copyOf = async (id: string) => (await jobsOf(id)).find(({ name }) => name === "copy");

/** Begins a copy, and waits until it has copied some records. */
async function beginCopy({ at, id }: Full, by: Client = owner) {
  const to = newName();
  const made = by.must("copyTaskDatasetV0", { ...at, body: { name: to } });
  await patiently(async () => expect((await copyOf(id))?.done).toBeGreaterThan(0), { interval: 2 });
  return { to, made };
}

const countIn = async (name: string, query_text?: string) => {
  const params = { name, task: "TextClassification" };
  const body = query_text ? { query: { query_text } } : {};
  return (await owner.must("searchTaskRecordsV0", { params, query: { workspace, limit: "0" }, body })).total;
};

test.each([
  ["deleted", false],
  ["discarded", true],
] as const)(
  "JOB-03 records that a query finds are %s while a long copy of their dataset runs, and the copy has them as they were",
  async (_, discard) => {
    const full = await createFull();
    const { to, made } = await beginCopy(full);
    const query = { workspace, mark_as_discarded: String(discard) };
    const body = { query_text: "odd" };
    const ended = await owner.must("deleteTaskRecordsV0", { ...full.at, query, body });
    expect(ended).toEqual({ matched: ODD, processed: ODD });
    // It has ended, and the copy, which began before it, has not.
    const [ending, copy] = await jobsOf(full.id);
    expect(ending).toMatchObject({ name: discard ? "discard" : "delete", state: "done", done: ODD });
    expect(copy).toMatchObject({ name: "copy", state: "running" });
    await made;
    expect([await countIn(to), await countIn(to, "odd")]).toEqual([RECORDS, ODD]);
    expect(await countIn(to, "status:Discarded")).toBe(0);
    expect(await countIn(full.name, "odd AND NOT status:Discarded")).toBe(0);
    expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
  },
);

test("JOB-03 a few records that are deleted while a copy runs are in it", async () => {
  const full = await createFull();
  const { to, made } = await beginCopy(full);
  const ids = ["r0", `r${RECORDS - 1}`, `r${RECORDS - 2}`];
  expect(await owner.must("deleteTaskRecordsV0", { ...full.at, body: { ids } })).toMatchObject({ processed: 3 });
  expect(await copyOf(full.id)).toMatchObject({ state: "running" });
  await made;
  expect(await countIn(to)).toBe(RECORDS);
  expect(await countIn(full.name)).toBe(RECORDS - 3);
});

test("JOB-02 a person's job ends while another person has many that are long", async () => {
  const fulls = [await createFull(), await createFull()];
  const small = await createFull();
  const copies = await Promise.all([...fulls, ...fulls].map((full) => beginCopy(full)));
  const { admin } = people.clients;
  await admin.must("deleteTaskRecordsV0", { ...small.at, body: { query_text: "odd" } });
  const states = (await Promise.all(fulls.map(({ id }) => jobsOf(id)))).flat().map(({ state }) => state);
  expect(states).toHaveLength(copies.length);
  expect(states).not.toContain("done");
  await Promise.all(copies.map(({ made }) => made));
  for (const { to } of copies) expect(await countIn(to)).toBe(RECORDS);
});
