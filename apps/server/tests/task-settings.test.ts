import type { Task } from "@postil/domain/datasets/dataset";
import { expect, test } from "vitest";
import type { Sending } from "./support/client.ts";
import { newName, SPEAKERS, type Speaker } from "./support/people.ts";
import {
  createTaskDataset,
  errorsOf,
  forbidden,
  missing,
  startTaskPeople,
  typed,
  wrongTask,
} from "./support/task-datasets.ts";

/** Settings of task datasets, as contract api-v0 section 4 defines them. */

const { server, people, workspace } = await startTaskPeople();

const settingsOf = async (task: Task = "TextClassification") => {
  const { name, at } = await createTaskDataset(people, workspace, task);
  const sending = { ...at, params: { name, task } };
  const { owner } = people.clients;
  return {
    name,
    sending,
    get: () => owner.call("getTaskSettingsV0", sending),
    save: (body: unknown) => owner.call("updateTaskSettingsV0", { ...sending, body }),
    remove: () => owner.call("deleteTaskSettingsV0", sending),
  };
};
const ok = (body: unknown) => ({ status: 200, body });
const labeled = (...names: readonly string[]) => ({
  label_schema: { labels: names.map((name) => ({ id: name, name })) },
});

test("LAB-08 LAB-20 settings are 404 until they are saved, and again once they are deleted", async () => {
  for (const task of ["TextClassification", "TokenClassification"] as const) {
    const { name, get, save, remove } = await settingsOf(task);
    expect(await get()).toMatchObject(missing(name, `${task}Settings`));
    expect(await remove()).toMatchObject(ok(null));
    expect(await save({ label_schema: { labels: ["A"] } })).toMatchObject(ok(labeled("A")));
    expect(await get()).toMatchObject(ok(labeled("A")));
    expect(await remove()).toMatchObject(ok(null));
    expect(await get()).toMatchObject(missing(name, `${task}Settings`));
  }
});

test("LAB-12 LAB-13 labels are texts or objects, and come back as objects in their order", async () => {
  const { get, save } = await settingsOf();
  const sent: readonly [unknown, unknown][] = [
    [["B", "A", "B", ""], labeled("B", "A", "B", "")],
    [[1, 2.5, true, "x"], labeled("1", "2.5", "True", "x")],
    [[], labeled()],
    [
      [
        { id: "a", name: "Alpha", description: "first", more: 1 },
        { id: 2, name: "Beta", description: null },
      ],
      {
        label_schema: {
          labels: [
            { id: "a", name: "Alpha", description: "first" },
            { id: "2", name: "Beta" },
          ],
        },
      },
    ],
  ];
  for (const [labels, answered] of sent) {
    expect((await save({ label_schema: { labels, id: "x" } })).body).toEqual(answered);
    expect((await get()).body).toEqual(answered);
  }
});

test("LAB-20 what is not sent stays, and a save is answered by what was sent", async () => {
  const { get, save } = await settingsOf();
  await save({ label_schema: { labels: ["A"] } });
  for (const body of [{}, { label_schema: null }, { vectors: null }, { other: 1 }])
    expect(await save(body)).toMatchObject(ok({}));
  expect((await get()).body).toEqual(labeled("A"));
  expect((await save({ vectors: { v: 3 } })).body).toEqual({ vectors: { v: 3 } });
  expect((await save({ vectors: { w: { dim: 4 } } })).body).toEqual({ vectors: { w: { dim: 4 } } });
  expect((await get()).body).toEqual({ ...labeled("A"), vectors: { v: 3, w: { dim: 4 } } });
});

test("LAB-20 a sixth vector and another length of a known one are refused, and nothing is saved", async () => {
  const { get, save } = await settingsOf();
  const vectors = { a: 1, b: 1, c: 1, d: 1, e: 1 };
  await save({ vectors });
  const refusals: readonly [unknown, string][] = [
    [{ f: 1 }, "Cannot create more than 5 kind of vectors per dataset"],
    [{ a: 2 }, "Vector 'a' has 1 dimensions, which cannot become 2"],
  ];
  for (const [more, message] of refusals)
    expect(await save({ vectors: more, label_schema: { labels: ["A"] } })).toMatchObject({
      status: 400,
      body: typed("BadRequestError", { message }),
    });
  expect((await get()).body).toEqual({ vectors });
});

test("LAB-12 LAB-20 what is no schema is told with its place", async () => {
  const { get, save, sending } = await settingsOf();
  const none = { type: "type_error.none.not_allowed" };
  const refused: readonly [unknown, object][] = [
    [undefined, { loc: ["body"], type: "value_error.missing" }],
    [{ label_schema: {} }, { loc: ["body", "label_schema", "labels"], type: "value_error.missing" }],
    [{ label_schema: { labels: null } }, { loc: ["body", "label_schema", "labels"], ...none }],
    [{ label_schema: "A,B" }, { loc: ["body", "label_schema"], type: "type_error.dict" }],
    [{ label_schema: { labels: "AB" } }, { loc: ["body", "label_schema", "labels"], type: "type_error.list" }],
    [{ label_schema: { labels: ["A", { id: "b", name: "B" }] } }, {}],
    [{ label_schema: { labels: [{ id: "x" }] } }, {}],
    [{ vectors: [] }, { loc: ["body", "vectors"], type: "type_error.dict" }],
    [{ vectors: { v: "three" } }, { loc: ["body", "vectors", "v"] }],
    [{ vectors: { v: {} } }, {}],
    [{ vectors: { v: null } }, { loc: ["body", "vectors", "v"], ...none }],
    [{ vectors: { v: 0 } }, { loc: ["body", "vectors", "v"], ctx: { limit_value: 1 } }],
  ];
  for (const [body, error] of refused) expect(errorsOf(await save(body))[0], JSON.stringify(body)).toMatchObject(error);
  const { status } = await get();
  expect(status).toBe(404);
  const badName = { ...sending, params: { ...sending.params, name: "Bad Name" } };
  expect(errorsOf(await people.clients.owner.call("getTaskSettingsV0", badName))).toMatchObject([
    { loc: ["path", "name"], type: "value_error.str.regex" },
  ]);
});

test("TEN-13 LAB-08 settings of another task are 400 and of an unknown dataset 404, before the right is asked for", async () => {
  const { name, sending } = await settingsOf();
  const other = { ...sending, params: { name, task: "TokenClassification" } };
  const unknown = { ...sending, params: { ...sending.params, name: "unknown" } };
  for (const speaker of ["owner", "annotator elsewhere"] as const) {
    const { call } = people.clients[speaker];
    expect(await call("getTaskSettingsV0", other)).toMatchObject(wrongTask("TokenClassification"));
    expect(await call("putTaskSettingsV0", { ...other, body: {} })).toMatchObject(wrongTask("TokenClassification"));
    expect(await call("deleteTaskSettingsV0", unknown)).toMatchObject(missing("unknown"));
  }
});

const ask = (path: string, method: string, body?: object) =>
  fetch(`${server.url}/api/datasets/${path}?workspace=${workspace}`, {
    method,
    headers: { "x-postil-api-key": "owner-api-key", "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

test("API-34 settings are the same with the task first, but that PATCH wants the name first", async () => {
  const { name, get } = await settingsOf();
  const first = `TextClassification/${name}/settings`;
  expect((await ask(first, "GET")).status).toBe(404);
  const body = { label_schema: { labels: ["A"] } };
  expect(await (await ask(first, "PUT", body)).json()).toEqual(labeled("A"));
  expect((await get()).body).toEqual(labeled("A"));
  expect(await (await ask(first, "GET")).json()).toEqual(labeled("A"));
  const patched = await ask(first, "PATCH", { label_schema: { labels: ["B"] } });
  expect([patched.status, await patched.json()]).toEqual([405, { detail: "Method Not Allowed" }]);
  expect((await ask(first, "DELETE")).status).toBe(200);
  expect((await get()).status).toBe(404);
  const spelt = await ask(`${name}/TaskType.text_classification/settings`, "PATCH", body);
  expect([spelt.status, await spelt.json()]).toEqual([200, labeled("A")]);
});

test("API-34 a task without labels has no settings, whichever comes first", async () => {
  const { name } = await createTaskDataset(people, workspace, "Text2Text");
  for (const path of [`${name}/Text2Text/settings`, `Text2Text/${name}/settings`]) {
    const reply = await ask(path, "GET");
    expect([reply.status, await reply.json()]).toEqual([404, { detail: "Not Found" }]);
  }
});

const MEMBERS: readonly Speaker[] = ["owner", "admin", "annotator"];
const MANAGERS: readonly Speaker[] = ["owner", "admin"];
const body = { label_schema: { labels: ["A"] } };
const CALLS = [
  { name: "getTaskSettingsV0", allowed: MEMBERS, more: {} },
  { name: "updateTaskSettingsV0", allowed: MANAGERS, more: { body } },
  { name: "putTaskSettingsV0", allowed: MANAGERS, more: { body } },
  { name: "deleteTaskSettingsV0", allowed: MANAGERS, more: {} },
] as const satisfies readonly { readonly name: string; readonly allowed: readonly Speaker[]; readonly more: Sending }[];

for (const { name, allowed, more } of CALLS) {
  test(`LAB-20 ROL-09 ROL-10 ${name}: ${allowed.join(", ")}`, async () => {
    for (const speaker of SPEAKERS) {
      const { sending, get, save } = await settingsOf();
      await save({ label_schema: { labels: [newName()] } });
      const before = await get();
      const answer = await people.clients[speaker].call(name, { ...sending, ...more });
      if (allowed.includes(speaker)) expect(answer.status, speaker).toBe(200);
      else {
        expect(answer, speaker).toMatchObject(speaker === "nobody" ? { status: 401 } : forbidden);
        expect((await get()).body, speaker).toEqual(before.body);
      }
    }
  });
}

const part = (agent: string, ...labels: readonly (readonly [label: string, score: number])[]) => ({
  agent,
  labels: labels.map(([name, score]) => ({ class: name, score })),
});

test("LAB-20 a schema without a label that records have is refused, be it annotated or predicted, and nothing is saved", async () => {
  const { sending, save, get } = await settingsOf();
  const records = [
    { id: "1", inputs: { text: "x" }, prediction: part("m", ["P", 0.5], ["S", 0.25]) },
    { id: "2", inputs: { text: "x" }, annotation: part("u", ["Q", 1]) },
    {
      id: "3",
      inputs: { text: "x" },
      predictions: { z: { labels: [{ class: "R" }] }, y: { labels: [{ class: "other" }] } },
    },
  ];
  const { owner } = people.clients;
  await owner.must("logTextRecordsV0", { ...sending, body: { records } });
  const all = ["P", "Q", "R", "S"];
  for (const label of all) {
    const labels = all.filter((one) => one !== label);
    const message = `The label ${label} was found in the dataset but not in provided labels schema. \nPlease, provide a valid labels schema according to stored records in the dataset`;
    expect(await save({ label_schema: { labels } })).toMatchObject({
      status: 400,
      body: typed("BadRequestError", { message }),
    });
  }
  expect((await get()).status).toBe(404);
  const byId = [
    { id: "p", name: "P" },
    { id: "P", name: "Q" },
    { id: "R", name: "R" },
    { id: "S", name: "S" },
  ];
  expect(await save({ label_schema: { labels: byId } })).toMatchObject({ status: 200 });
  expect(await save({ label_schema: { labels: [...all, "more"] } })).toMatchObject({ status: 200 });
});

test("LAB-20 the only record among thousands with a label is enough to keep it in the schema", async () => {
  const { sending, save } = await settingsOf();
  const records = Array.from({ length: 3000 }, (_, id) => ({
    id,
    inputs: { text: "x" },
    annotation: part("u", [id === 1234 ? "rare" : "usual", 1]),
  }));
  await people.clients.owner.must("logTextRecordsV0", { ...sending, body: { records } });
  expect((await save({ label_schema: { labels: ["usual"] } })).status).toBe(400);
  expect((await save({ label_schema: { labels: ["usual", "rare"] } })).status).toBe(200);
});

test("LAB-20 vectors that are set have their length before any is logged, and those that are logged are known", async () => {
  const { sending, save } = await settingsOf();
  await save({ vectors: { v: 3 } });
  const log = (vectors: object) =>
    people.clients.owner.call("logTextRecordsV0", {
      ...sending,
      body: { records: [{ id: "1", inputs: { text: "x" }, vectors }] },
    });
  expect((await log({ v: { value: [1, 2] } })).status).toBe(400);
  expect((await log({ v: { value: [1, 2, 3] }, w: { value: [1] } })).status).toBe(200);
  expect((await save({ vectors: { w: 2 } })).status).toBe(400);
  expect((await save({ vectors: { w: 1, a: 1, b: 1, c: 1 } })).status).toBe(200);
  expect((await save({ vectors: { d: 1 } })).status).toBe(400);
});
