import { expect, test } from "vitest";
import { newName, SPEAKERS, type Speaker } from "./support/people.ts";
import {
  createTaskDataset,
  errorsOf,
  forbidden,
  isClosed,
  missing,
  startTaskPeople,
  typed,
} from "./support/task-datasets.ts";

/** Copies of task datasets, as contract api-v0 section 3 defines them. */

const { server, people, workspace, elsewhere } = await startTaskPeople();

const record = (id: number | string) => ({
  id,
  inputs: { text: `payment ${id}` },
  prediction: { agent: "m", labels: [{ class: "pay", score: 0.5 }] },
  annotation: { agent: "u", labels: [{ class: "lost" }] },
  metadata: { src: "app", n: 1, x: 5.5 },
  vectors: { v: { value: [Number(id) || 0, 2], model: "mini" } },
  status: "Validated",
});

async function filled(count: number) {
  const made = await createTaskDataset(people, workspace, "TextClassification");
  const { owner } = people.clients;
  await owner.must("updateTaskDatasetV0", { ...made.at, body: { tags: { a: "1", b: "2" }, metadata: { x: 1 } } });
  for (let from = 0; from < count; from += 200) {
    const records = Array.from({ length: Math.min(200, count - from) }, (_, index) => record(from + index));
    await owner.must("logTextRecordsV0", { ...made.at, body: { records } });
  }
  await owner.must("createLabelingRuleV0", { ...made.at, body: { query: "payment", label: "pay", description: "d" } });
  await owner.must("putTaskSettingsV0", {
    ...made.at,
    params: { name: made.name, task: "TextClassification" },
    body: { label_schema: { labels: ["pay", "lost"] } },
  });
  return { ...made, copy: (body: unknown) => owner.call("copyTaskDatasetV0", { ...made.at, body }) };
}

const atIn = (name: string, there: string) => ({ params: { name }, query: { workspace: there } });
const search = (at: ReturnType<typeof atIn>, query: object = {}) =>
  people.clients.owner.must("searchTaskRecordsV0", {
    ...at,
    params: { ...at.params, task: "TextClassification" },
    body: { query },
  });
const scan = async (at: ReturnType<typeof atIn>) =>
  (await people.clients.owner.must("scanTaskRecordsV0", { ...at, query: { ...at.query, limit: "1000" }, body: {} }))
    .records;

test("contract/api-v0.md#3-datasets-datasets vectors are copied under whatever name", async () => {
  const { at, copy } = await filled(0);
  const names = ["__proto__", "constructor", "a.b"];
  const vectors = Object.fromEntries(names.map((name, index) => [name, { value: [index, 0.5] }]));
  await people.clients.owner.must("logTextRecordsV0", { ...at, body: { records: [{ ...record(1), vectors }] } });
  const name = newName();
  expect((await copy({ name })).status).toBe(200);
  const [copied] = await scan(atIn(name, workspace));
  expect(Object.entries(copied?.vectors ?? {})).toEqual(Object.entries(vectors));
});

test("contract/api-v0.md#3-datasets-datasets a copy has the records, settings and rules of the dataset, and says where it is from", async () => {
  const { name, at, copy } = await filled(3);
  const to = newName();
  const body = { name: to, target_workspace: elsewhere, tags: { b: "3" }, metadata: { y: 2 } };
  const made = await copy(body);
  expect(made).toMatchObject({
    status: 200,
    body: {
      name: to,
      workspace: elsewhere,
      id: `${elsewhere}.${to}`,
      task: "TextClassification",
      tags: { a: "1", b: "3" },
      metadata: { x: 1, y: 2, source_workspace: workspace, copied_from: name },
      created_by: "owner",
    },
  });
  const there = atIn(to, elsewhere);
  expect(await people.clients.owner.must("getTaskDatasetV0", there)).toEqual(made.body);
  const source = await scan(atIn(name, workspace));
  expect(source).toHaveLength(3);
  expect(await scan(there)).toEqual(source);
  const rules = (where: typeof there) => people.clients.owner.must("listLabelingRulesV0", where);
  expect(await rules(there)).toEqual(await rules(at as typeof there));
  const settings = { ...there, params: { name: to, task: "TextClassification" } };
  expect((await people.clients.owner.must("getTaskSettingsV0", settings)).label_schema?.labels).toHaveLength(2);
  for (const query of [{ query_text: "payment AND metadata.n:1" }, { annotated_as: ["lost"] }])
    expect((await search(there, query)).total).toBe(3);
});

test("contract/api-v0.md#3-datasets-datasets a copy of more records than are copied at once is whole when it is answered, and nothing waits for it", async () => {
  const { name, copy } = await filled(1100);
  await people.clients.owner.must("deleteTaskRecordsV0", { ...atIn(name, workspace), body: { ids: ["7", "900"] } });
  const to = newName();
  const copying = copy({ name: to });
  const meanwhile = await people.clients.owner.must("createTaskDatasetV0", {
    body: { name: newName(), task: "Text2Text", workspace },
  });
  expect(meanwhile.task).toBe("Text2Text");
  expect((await copying).status).toBe(200);
  const dataset_id = `${workspace}.${name}`;
  const { items } = await people.clients.owner.must("listJobs", { query: { dataset_id } });
  expect(items).toMatchObject([{ name: "copy", dataset_id, state: "done", done: 1100 }]);
  const elsewhereNamed = { query: { dataset_id: `${elsewhere}.${name}` } };
  expect(await people.clients.owner.must("listJobs", elsewhereNamed)).toEqual({ items: [] });
  expect((await people.clients.owner.call("listJobs", { query: { dataset_id: name } })).status).toBe(422);
  expect((await search(atIn(to, workspace))).total).toBe(1098);
  expect((await search(atIn(to, workspace), { query_text: "payment AND NOT id:5" })).total).toBe(1097);
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

test("contract/api-v0.md#3-datasets-datasets a copy is made to its end when the dataset it is of is deleted meanwhile, whose rows go after it", async () => {
  const { name } = await filled(700);
  const to = newName();
  const caller = { id: server.ownerId, role: "owner", username: "owner", workspaceIds: [], key: 1 } as const;
  const copy = { name: to, workspace: null, tags: {}, metadata: {} };
  // The deletion is the first call that wakes the job.
  const { job } = await server.store.write("copyTaskDataset", caller, { workspace, name, copy });
  await people.clients.owner.must("deleteTaskDatasetV0", atIn(name, workspace));
  const outcome = () => server.store.read("getJobOutcome", null, { key: job ?? -1 });
  await expect.poll(outcome, { timeout: 20_000 }).toEqual({ ended: true, error: null });
  expect((await search(atIn(to, workspace))).total).toBe(700);
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

test("TEN-13 a copy is refused in the order of the contract, and leaves nothing behind", async () => {
  const { name, at, copy } = await filled(1);
  const taken = (of: string, where = workspace) => ({
    status: 409,
    body: typed("EntityAlreadyExistsError", { name: of, type: "Dataset", workspace: where }),
  });
  expect(await copy({ name })).toMatchObject(taken(name));
  expect(await copy({ name: "new", target_workspace: "nowhere" })).toMatchObject(missing("nowhere", "Workspace"));
  expect(errorsOf(await copy({ name: "Bad Name" }))).toMatchObject([{ loc: ["body", "name"] }]);
  expect(errorsOf(await copy({}))).toMatchObject([{ loc: ["body", "name"], type: "value_error.missing" }]);
  const { annotator, "admin elsewhere": stranger } = people.clients;
  const unknown = { ...at, params: { name: "unknown" }, body: { name: "x", target_workspace: "nowhere" } };
  expect(await stranger.call("copyTaskDatasetV0", unknown)).toMatchObject(missing("unknown"));
  const toNowhere = { ...at, body: { name: "x", target_workspace: "nowhere" } };
  expect(await stranger.call("copyTaskDatasetV0", toNowhere)).toMatchObject(forbidden);
  expect(await annotator.call("copyTaskDatasetV0", toNowhere)).toMatchObject(missing("nowhere", "Workspace"));
  expect(await annotator.call("copyTaskDatasetV0", { ...at, body: { name } })).toMatchObject(taken(name));
  await people.clients.owner.must("closeTaskDatasetV0", at);
  expect(await copy({ name: "of-a-closed-one" })).toMatchObject(isClosed(name));
  const none = await people.clients.owner.call("getTaskDatasetV0", atIn("of-a-closed-one", workspace));
  expect(none.status).toBe(404);
});

test("ROL-10 a dataset is copied by who manages both workspaces", async () => {
  const { at } = await filled(1);
  const copy = (speaker: Speaker, target: string | null) =>
    people.clients[speaker].call("copyTaskDatasetV0", { ...at, body: { name: newName(), target_workspace: target } });
  for (const speaker of SPEAKERS) {
    const manages = speaker === "owner" || speaker === "admin";
    const beside = await copy(speaker, null);
    if (manages) expect(beside.status, speaker).toBe(200);
    else expect(beside, speaker).toMatchObject(speaker === "nobody" ? { status: 401 } : forbidden);
    const over = await copy(speaker, elsewhere);
    if (speaker === "owner") expect(over.status).toBe(200);
    else expect(over, speaker).toMatchObject(speaker === "nobody" ? { status: 401 } : forbidden);
  }
  for (const user_id of [people.ids.admin])
    await people.clients.owner.must("addWorkspaceUser", {
      params: { workspace_id: people.elsewhereId },
      body: { user_id },
    });
  expect((await copy("admin", elsewhere)).status).toBe(200);
});
