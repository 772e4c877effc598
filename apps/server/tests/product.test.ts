import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROLES } from "@postil/domain/accounts/users";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { newName } from "./support/people.ts";
import { API_KEY, newHome, removeHome, runPostil } from "./support/process.ts";
import { MOOD } from "./support/records.ts";
import { createTaskDataset, errorsOf, startTaskPeople } from "./support/task-datasets.ts";

/** Requirements on the product as a whole (PRD-*). */

const { people, workspace } = await startTaskPeople();
const { owner } = people.clients;
const MEMBERS = ["owner", "admin", "annotator"] as const;

/** Every thread loads this first. It reports each outgoing connection and each started process. */
const WATCH = join(import.meta.dirname, "support/watch-outgoing.cjs");
const watched = { NODE_OPTIONS: `--require "${WATCH}"` };
const outgoing = (printed: string) => printed.split("\n").filter((line) => line.startsWith("outgoing:"));

test("PRD-01 one command is one process, which has datasets of both families and asks nobody anything", async () => {
  const home = newHome();
  const server = runPostil(home, [], { POSTIL_DEMO: "1", ...watched });
  onTestFinished(() => void server.child.kill("SIGKILL"));
  const client = createClient(await server.address, API_KEY);
  const { items } = await client.must("listMyDatasets");
  expect(items).toHaveLength(1);
  const tasks = await client.must("listTaskDatasetsV0");
  expect(new Set(tasks.map(({ task }) => task)).size).toBe(3);
  const params = { dataset_id: items[0]?.id ?? "" };
  await client.must("searchMyRecords", { params, body: { query: { text: { q: "order" } } } });
  server.child.kill("SIGKILL");
  const { err } = await server.ended;
  removeHome(home);
  expect(outgoing(err)).toEqual([]);
});

test("PRD-01 what would reach out, from any thread, or start a process, is told by what the test above looks at", () => {
  const reaching = `
    const { Worker } = require("node:worker_threads");
    new Worker('fetch("http://127.0.0.1:49151/").catch(() => {})', { eval: true });
    require("node:child_process").spawn("true");`;
  const { stderr } = spawnSync(process.execPath, ["-e", reaching], {
    env: { ...process.env, ...watched },
    encoding: "utf8",
  });
  expect(outgoing(stderr).toSorted()).toEqual(["outgoing: a connection to 127.0.0.1", "outgoing: the process true"]);
});

test("PRD-02 a task dataset has one of three tasks; a feedback dataset its fields, questions, vectors and metadata properties", async () => {
  for (const task of ["TextClassification", "TokenClassification", "Text2Text"]) {
    const made = await owner.must("createTaskDatasetV0", { body: { name: newName(), task, workspace } });
    expect(made.task).toBe(task);
  }
  for (const task of ["FeedbackTask", "", ["Text2Text", "TokenClassification"], null, undefined])
    errorsOf(await owner.call("createTaskDatasetV0", { body: { name: newName(), task, workspace } }));
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  for (const [list, name] of [
    ["listFields", "text"],
    ["listQuestions", "mood"],
    ["listVectorSettings", "mini"],
    ["listMyMetadataProperties", "lang"],
  ] as const)
    expect((await owner.must(list, { params })).items.map((part) => part.name)).toEqual([name]);
});

test("PRD-03 somebody is an annotator, an admin or an owner, and nothing else", async () => {
  const create = (role: unknown) =>
    owner.call("createUser", { body: { first_name: "A", username: newName(), password: "long enough", role } });
  expect([...ROLES].toSorted()).toEqual(["admin", "annotator", "owner"]);
  for (const role of ROLES) expect((await create(role)).body, role).toMatchObject({ role });
  for (const role of ["superuser", "", ["owner"]]) expect((await create(role)).status).toBe(422);
});

test("PRD-04 everybody finds, orders and compares records of both families, answers them, and answers several at once", async () => {
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const records = [
    { fields: { text: "one" }, vectors: { mini: [1, 2, 3] } },
    { fields: { text: "two" }, vectors: { mini: [1, 2, 4] } },
  ];
  const made = await owner.must("bulkCreateRecords", { params, body: { items: records } });
  const [first = "", second = ""] = made.items.map(({ id }) => id);
  const texts = await createTaskDataset(people, workspace, "TextClassification");
  const logged = ["one", "two"].map((id, at) => ({ id, inputs: { text: id }, vectors: { mini: { value: [1, at] } } }));
  await owner.must("logTextRecordsV0", { ...texts.at, body: { records: logged } });
  for (const speaker of MEMBERS) {
    const client = people.clients[speaker];
    const search = async (body: object) => (await client.must("searchMyRecords", { params, body })).items.length;
    expect(await search({ query: { text: { q: "two" } } }), speaker).toBe(1);
    const vector = { name: "mini", record_id: first, max_results: 1, order: "most_similar" };
    expect(await search({ query: { vector } }), speaker).toBe(1);
    const scope = { entity: "record", property: "inserted_at" };
    expect(await search({ sort: [{ scope, order: "desc" }] }), speaker).toBe(2);
    const answer = { status: "draft", values: MOOD };
    const { id } = await client.must("createResponse", { params: { record_id: first }, body: answer });
    for (const status of ["submitted", "discarded"])
      await client.must("updateResponse", { params: { response_id: id }, body: { status, values: MOOD } });
    const many = [first, second].map((record_id) => ({ record_id, status: "submitted", values: MOOD }));
    const saved = await client.must("bulkSaveResponses", { body: { items: many } });
    expect(saved.items.map(({ item }) => item?.status)).toEqual(["submitted", "submitted"]);
    const answered = { entity: "response", question: "mood" };
    expect(await search({ filters: { and: [{ type: "terms", scope: answered, values: ["good"] }] } }), speaker).toBe(2);

    const find = async (body: object) => {
      const at = { ...texts.at, params: { ...texts.at.params, task: "TextClassification" } };
      return (await client.must("searchTaskRecordsV0", { ...at, body })).records.map((record) => record.id);
    };
    expect(await find({ query: { query_text: "two" }, sort: [{ id: "id", order: "desc" }] }), speaker).toEqual(["two"]);
    expect(await find({ query: { vector: { name: "mini", value: [1, 1] } } }), speaker).toEqual(["two", "one"]);
    const annotation = { agent: speaker, labels: [{ class: speaker }] };
    const written = logged.map((record) => ({ ...record, status: "Validated", annotation }));
    expect(await client.must("logTextRecordsV0", { ...texts.at, body: { records: written } })).toMatchObject({
      processed: 2,
      failed: 0,
    });
    expect(await find({ query: { annotated_as: [speaker], status: ["Validated"] } }), speaker).toHaveLength(2);
  }
});

test("PRD-05 settings are changed and datasets deleted by admins and owners, by annotators never", async () => {
  const allowed = { owner: 200, admin: 200, annotator: 403 };
  const titled = { title: "Another title" };
  for (const speaker of MEMBERS) {
    const draft = await createPublished(owner, people.workspaceId);
    const { call } = people.clients[speaker];
    const dataset = { params: { dataset_id: draft.datasetId } };
    const guidelines = { guidelines: "Read.", allow_extra_metadata: false };
    const { at } = await createTaskDataset(people, workspace, "TextClassification");
    const settings = { ...at, params: { ...at.params, task: "TextClassification" } };
    const statuses = await Promise.all([
      call("updateDataset", { ...dataset, body: guidelines }),
      call("updateQuestion", { params: { question_id: draft.questionId }, body: titled }),
      call("updateField", { params: { field_id: draft.fieldId }, body: titled }),
      call("updateVectorSettings", { params: { vector_settings_id: draft.vectorSettingsId }, body: titled }),
      call("updateMetadataProperty", { params: { metadata_property_id: draft.propertyId }, body: titled }),
      call("putTaskSettingsV0", { ...settings, body: { label_schema: { labels: ["a"] } } }),
    ]);
    const deleted = [await call("deleteDataset", dataset), await call("deleteTaskDatasetV0", at)];
    for (const { status, body } of [...statuses, ...deleted])
      expect(status, `${speaker}: ${JSON.stringify(body)}`).toBe(allowed[speaker]);
  }
});

test("PRD-06 text classification alone has labeling rules, and metrics say how good they are", async () => {
  const { at } = await createTaskDataset(people, workspace, "TextClassification");
  const annotation = { agent: "mara", labels: [{ class: "a" }] };
  const records = ["one", "one two"].map((text) => ({ inputs: { text }, annotation, status: "Validated" }));
  await owner.must("logTextRecordsV0", { ...at, body: { records } });
  await owner.must("createLabelingRuleV0", { ...at, body: { query: "two", labels: ["a"] } });
  const metrics = { ...at, params: { ...at.params, query: "two" } };
  expect(await owner.must("getLabelingRuleMetricsV0", metrics)).toMatchObject({
    coverage: 0.5,
    correct: 1,
    precision: 1,
  });
  for (const task of ["TokenClassification", "Text2Text"] as const) {
    const other = await createTaskDataset(people, workspace, task);
    expect(
      (await owner.call("createLabelingRuleV0", { ...other.at, body: { query: "a", labels: ["a"] } })).status,
    ).toBe(400);
  }
});
