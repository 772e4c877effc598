import { expect, test } from "vitest";
import type { Sending } from "./support/client.ts";
import { newName, SPEAKERS, type Speaker } from "./support/people.ts";
import { errorsOf, missing, startTaskPeople, typed } from "./support/task-datasets.ts";

/** Datasets of the older family, as contract api-v0 sections 1 and 3 define them. */

const { server, people, workspace: here, elsewhere } = await startTaskPeople();

const NO_WORKSPACE = {
  status: 400,
  body: typed("MissingInputParamError", { message: "A workspace must be provided" }),
};
const at = (name: string, workspace = here): Sending => ({ params: { name }, query: { workspace } });
const make = (name = newName(), more: object = {}) =>
  people.clients.owner.must("createTaskDatasetV0", {
    body: { name, task: "TextClassification", workspace: here, ...more },
  });

test("TEN-01 TEN-12 a task dataset is stored, read and listed with the same members, nulls left out", async () => {
  const name = newName();
  const metadata = { a: { b: 1, c: null }, list: [1, null, { d: null }], gone: null };
  const made = await make(name, { task: "TokenClassification", tags: { lang: "en", n: 3 }, metadata });
  expect(made).toEqual({
    tags: { lang: "en", n: "3" },
    metadata: { a: { b: 1 }, list: [1, null, {}] },
    name,
    task: "TokenClassification",
    workspace: here,
    id: `${here}.${name}`,
    owner: here,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+(\.\d{6})?$/),
    created_by: "owner",
    last_updated: made.created_at,
  });
  expect(await people.clients.owner.must("getTaskDatasetV0", at(name))).toEqual(made);
  const listed = await people.clients.owner.must("listTaskDatasetsV0", { query: { workspace: here } });
  expect(listed.find((dataset) => dataset.name === name)).toEqual(made);
});

test("DSL-02 DSL-03 each sees the task datasets of their workspaces, an owner all of them", async () => {
  const mine = await make();
  const theirs = await make(newName(), { workspace: elsewhere });
  const seen = async (speaker: Speaker, query: { [name: string]: string } = {}) => {
    const listed = await people.clients[speaker].must("listTaskDatasetsV0", { query });
    return [mine, theirs].filter(({ id }) => listed.some((dataset) => dataset.id === id));
  };
  expect(await seen("owner")).toEqual([mine, theirs]);
  expect(await seen("admin")).toEqual([mine]);
  expect(await seen("annotator")).toEqual([mine]);
  expect(await seen("annotator elsewhere")).toEqual([theirs]);
  expect(await seen("owner", { workspace: elsewhere })).toEqual([theirs]);
  const foreign = await people.clients.annotator.call("listTaskDatasetsV0", { query: { workspace: elsewhere } });
  expect(foreign).toMatchObject(missing(elsewhere, "Workspace"));
});

test("API-03 the parameter names the workspace, else our header, else the older one; of a new dataset the body does", async () => {
  const { owner } = people.clients;
  const made = await make();
  const named = { params: { name: made.name } };
  const headers = (ours: string | null, older: string | null) => ({
    ...(ours === null ? {} : { "x-postil-workspace": ours }),
    ...(older === null ? {} : { "x-argilla-workspace": older }),
  });
  const found: readonly Sending[] = [
    { query: { workspace: here }, headers: headers(elsewhere, elsewhere) },
    { headers: headers(here, elsewhere) },
    { headers: headers(null, here) },
  ];
  for (const sending of found) expect(await owner.must("getTaskDatasetV0", { ...named, ...sending })).toEqual(made);
  const other = { query: { workspace: elsewhere }, headers: headers(here, here) };
  expect(await owner.call("getTaskDatasetV0", { ...named, ...other })).toMatchObject(missing(made.name));

  const create = (sending: Sending, workspace?: string | null) =>
    owner.must("createTaskDatasetV0", { ...sending, body: { name: newName(), task: "Text2Text", workspace } });
  expect((await create(other)).workspace).toBe(elsewhere);
  expect((await create(other, null)).workspace).toBe(elsewhere);
  expect((await create(other, here)).workspace).toBe(here);
  expect((await create({ headers: headers(null, here) })).workspace).toBe(here);
});

test("API-03 without a workspace the answer is 400, after the schema and before anything is looked up", async () => {
  const { owner, nobody } = people.clients;
  const none: Sending = { params: { name: "unknown" } };
  const empty: Sending = { ...none, query: { workspace: "" }, headers: { "x-argilla-workspace": here } };
  for (const sending of [none, empty]) {
    expect(await owner.call("getTaskDatasetV0", sending)).toMatchObject(NO_WORKSPACE);
    expect(await owner.call("updateTaskDatasetV0", { ...sending, body: {} })).toMatchObject(NO_WORKSPACE);
    expect(await owner.call("deleteTaskDatasetV0", sending)).toMatchObject(NO_WORKSPACE);
  }
  const body = { name: "unknown", task: "Text2Text" };
  expect(await owner.call("createTaskDatasetV0", { body })).toMatchObject(NO_WORKSPACE);
  expect((await owner.call("createTaskDatasetV0", { body: { name: "unknown" } })).status).toBe(422);
  expect((await nobody.call("getTaskDatasetV0", none)).status).toBe(401);
});

test("TEN-13 an unknown name or workspace is 404, but for deleting, which leaves nothing to do", async () => {
  const { owner } = people.clients;
  const name = "Upper Case";
  for (const sending of [at(name), at(name, "nowhere")]) {
    expect(await owner.call("getTaskDatasetV0", sending)).toMatchObject(missing(name));
    expect(await owner.call("updateTaskDatasetV0", { ...sending, body: {} })).toMatchObject(missing(name));
    expect(await owner.call("deleteTaskDatasetV0", sending)).toMatchObject({ status: 200, body: null });
    expect(await people.clients["annotator elsewhere"].call("deleteTaskDatasetV0", sending)).toMatchObject({
      status: 200,
    });
  }
  const body = { name: "new", task: "Text2Text", workspace: "nowhere" };
  for (const speaker of ["owner", "annotator"] as const) {
    const reply = await people.clients[speaker].call("createTaskDatasetV0", { body });
    expect(reply).toMatchObject(missing("nowhere", "Workspace"));
  }
});

test("API-31 a name is taken whatever the task, and free in another workspace or once it is deleted", async () => {
  const { owner } = people.clients;
  const { name } = await make();
  const again = { body: { name, task: "Text2Text", workspace: here } };
  expect(await owner.call("createTaskDatasetV0", again)).toMatchObject({
    status: 409,
    body: typed("EntityAlreadyExistsError", { name, type: "ServiceDataset", workspace: here }),
  });
  await make(name, { workspace: elsewhere });
  await owner.must("deleteTaskDatasetV0", at(name));
  expect((await owner.must("createTaskDatasetV0", again)).task).toBe("Text2Text");
});

test("contract/api-v0.md#3-datasets-datasets a change sets what it names as a whole, keeps the rest and moves the dataset's time even when it names nothing", async () => {
  const { owner } = people.clients;
  const made = await make(newName(), { tags: { a: "1", b: "2" }, metadata: { deep: { x: 1 }, kept: true } });
  const change = (body: unknown) => owner.must("updateTaskDatasetV0", { ...at(made.name), body });
  const changed = await change({
    tags: { b: 3 },
    metadata: { deep: { y: 2 }, new: [1] },
    name: "x",
    task: "Text2Text",
  });
  expect(changed).toEqual({
    ...made,
    tags: { a: "1", b: "3" },
    metadata: { deep: { y: 2 }, kept: true, new: [1] },
    last_updated: changed.last_updated,
  });
  expect(changed.last_updated > made.last_updated).toBe(true);
  const touched = await change({});
  expect(touched).toEqual({ ...changed, last_updated: touched.last_updated });
  expect(touched.last_updated > changed.last_updated).toBe(true);
  expect((await change({ metadata: { deep: null } })).metadata).toEqual({ kept: true, new: [1] });
  expect(await owner.must("getTaskDatasetV0", at(made.name))).toMatchObject({ metadata: { kept: true, new: [1] } });
});

test("API-31 what is not well-formed is told with its place and changes nothing", async () => {
  const { owner } = people.clients;
  const made = await make(newName(), { tags: { a: "1" } });
  const update = (body: unknown) => owner.call("updateTaskDatasetV0", { ...at(made.name), body });
  const create = (more: object) =>
    owner.call("createTaskDatasetV0", { body: { name: newName(), task: "Text2Text", workspace: here, ...more } });
  const none = { type: "type_error.none.not_allowed" };
  expect(errorsOf(await update(undefined))).toMatchObject([{ loc: ["body"], type: "value_error.missing" }]);
  expect(errorsOf(await update({ tags: null, metadata: null }))).toMatchObject([
    { loc: ["body", "tags"], ...none },
    { loc: ["body", "metadata"], ...none },
  ]);
  expect(errorsOf(await update({ tags: { a: null, b: [] } }))).toMatchObject([
    { loc: ["body", "tags", "a"], ...none },
    { loc: ["body", "tags", "b"], type: "type_error.str" },
  ]);
  expect(errorsOf(await update({ metadata: "x" }))).toMatchObject([{ type: "type_error.dict" }]);
  expect(errorsOf(await create({ name: "", task: "Feedback" }))).toMatchObject([
    { loc: ["body", "name"], type: "value_error.str.regex" },
    { loc: ["body", "task"], type: "type_error.enum" },
  ]);
  expect(errorsOf(await create({ name: "x".repeat(201) }))).toMatchObject([{ ctx: { limit_value: 200 } }]);
  expect(await owner.must("getTaskDatasetV0", at(made.name))).toEqual(made);
});

test("TEN-01 names that mean something in JavaScript are names like any other", async () => {
  const body = `{"name": "proto", "task": "Text2Text", "workspace": "${here}",
    "tags": {"__proto__": "a", "constructor": "b"}, "metadata": {"__proto__": {"x": 1}}}`;
  const headers = { "x-postil-api-key": "owner-api-key", "content-type": "application/json" };
  const reply = await fetch(`${server.url}/api/datasets`, { method: "POST", headers, body });
  expect(reply.status).toBe(200);
  const text = await (await fetch(`${server.url}/api/datasets/proto?workspace=${here}`, { headers })).text();
  expect(text).toContain('"tags":{"__proto__":"a","constructor":"b"},"metadata":{"__proto__":{"x":1}}');
});

test("API-34 a slash at the end is no empty name: the list may have one, to be read, any other path is sent on", async () => {
  const { name } = await make();
  const headers = { "x-postil-api-key": "owner-api-key" };
  const ask = (path: string, method = "GET") => fetch(server.url + path, { method, headers, redirect: "manual" });
  const list = await ask(`/api/datasets/?workspace=${here}`);
  expect(await list.json()).toEqual(expect.arrayContaining([expect.objectContaining({ name })]));
  for (const method of ["POST", "PATCH", "DELETE"]) expect((await ask("/api/datasets/", method)).status).toBe(405);
  const slash = await ask(`/api/datasets/${name}/?workspace=${here}`);
  expect([slash.status, slash.headers.get("location")]).toEqual([307, `/api/datasets/${name}?workspace=${here}`]);
  const users = await ask("/api/v1/users/");
  expect([users.status, users.headers.get("location")]).toEqual([307, "/api/v1/users"]);
});

const MEMBERS: readonly Speaker[] = ["owner", "admin", "annotator"];
const MANAGERS: readonly Speaker[] = ["owner", "admin"];

const CALLS = [
  { name: "getTaskDatasetV0", allowed: MEMBERS, send: at },
  { name: "updateTaskDatasetV0", allowed: MEMBERS, send: (name: string) => ({ ...at(name), body: { tags: {} } }) },
  { name: "deleteTaskDatasetV0", allowed: MANAGERS, send: at },
  {
    name: "createTaskDatasetV0",
    allowed: MANAGERS,
    send: () => ({ body: { name: newName(), task: "Text2Text", workspace: here } }),
  },
] as const;

const REFUSAL = { status: 403, body: typed("ForbiddenOperationError", {}) };

for (const { name, allowed, send } of CALLS) {
  test(`ROL-09 ROL-10 ${name}: ${allowed.join(", ")}`, async () => {
    for (const speaker of SPEAKERS) {
      const made = await make();
      const { status, body } = await people.clients[speaker].call(name, send(made.name));
      if (allowed.includes(speaker)) expect(status, speaker).toBe(200);
      else if (speaker === "nobody") expect(status).toBe(401);
      else expect({ status, body }, speaker).toMatchObject(REFUSAL);
      const kept = await people.clients.owner.call("getTaskDatasetV0", at(made.name));
      expect(kept.status, speaker).toBe(name === "deleteTaskDatasetV0" && allowed.includes(speaker) ? 404 : 200);
    }
  });
}

test("API-37 a workspace with a task dataset stays until that is deleted", async () => {
  const { owner } = people.clients;
  const workspace = await owner.must("createWorkspace", { body: { name: newName() } });
  const { name } = await make(newName(), { workspace: workspace.name });
  const deletion = () => owner.call("deleteWorkspace", { params: { workspace_id: workspace.id } });
  expect(await deletion()).toMatchObject({
    status: 409,
    body: { detail: `Cannot delete the workspace ${workspace.id}. This workspace has some datasets linked` },
  });
  await owner.must("deleteTaskDatasetV0", at(name, workspace.name));
  expect((await deletion()).status).toBe(200);
});

test("API-34 whatever stands in the place of a name before a colon, it is a dataset that is not there", async () => {
  const { owner } = people.clients;
  for (const name of ["a:b", ":", "a/b", '{"a":[]}', "a\u2028b", "a:close"]) {
    for (const action of ["closeTaskDatasetV0", "openTaskDatasetV0"] as const) {
      const { status } = await owner.call(action, at(name));
      expect(status, `${action} ${name}`).toBe(404);
    }
  }
});
