import { expect, test } from "vitest";
import { newName } from "./support/people.ts";
import { idsOf, labels, load, log, logNew, numbered, startPythonPeople } from "./support/python-client.ts";

/** Datasets of the older family through the call sequences of the Python client (contract api-v0 10). */

const { workspace, owner, annotator } = await startPythonPeople();

const POS = labels("anna", ["POS", 1]);
const logged = (records: readonly unknown[], task?: string) => logNew(owner, records, task);

test("API-04 API-05 a script starts: who am I, is the workspace mine, which version", async () => {
  const me = await annotator.must("GET me");
  expect(me).toMatchObject({ role: "annotator", workspaces: [workspace], api_key: annotator.apiKey });
  expect(await annotator.must("GET v1/me/workspaces")).toMatchObject({ items: [{ name: workspace }] });
  expect(await annotator.must("GET _info")).toEqual({ version: expect.stringMatching(/^1\.29\.\d+$/) });
  expect(await annotator.must("GET _status")).toMatchObject({
    elasticsearch: { version: { number: expect.any(String) } },
  });
});

test("TST-14 DSL-03 batches of several threads arrive at once, and a second log finds the dataset there", async () => {
  const name = newName();
  expect(await log(owner, name, "TextClassification", numbered(120), 7)).toBe(120);
  expect(await log(owner, name, "TextClassification", numbered(30, 110), 11)).toBe(30);
  expect(await load(owner, name, { batch: 33 })).toHaveLength(140);
  expect(await owner.must("GET datasets")).toContainEqual(
    expect.objectContaining({ name, task: "TextClassification" }),
  );
});

test("ROL-11 TST-01 delete records by query and ids; who may not is answered 403 and discards instead", async () => {
  const name = await logged(numbered(8).map((record) => ({ ...record, annotation: POS, status: "Validated" })));
  const data = `DELETE datasets/${name}/data?mark_as_discarded=`;
  expect(await owner.must(`${data}False`, { query_text: "7" })).toEqual({ matched: 1, processed: 1 });
  expect(await owner.must(`${data}False`, { ids: [5, "6", 99] })).toEqual({ matched: 2, processed: 2 });
  expect((await annotator.send(`${data}False`, { ids: [0] })).status).toBe(403);
  expect(await annotator.must(`${data}True`, { ids: [0] })).toEqual({ matched: 1, processed: 1 });
  expect(await annotator.must(`${data}True`, { query: { ids: [1] } })).toEqual({ matched: 1, processed: 1 });
  const query = { query_text: "status:Discarded AND annotated_as:POS" };
  expect(idsOf(await load(annotator, name, { query }))).toEqual(["0", "1"]);
  expect(await load(owner, name)).toHaveLength(5);
});

test("TSG-02 TSG-05 TEN-12 copy a dataset, copy it again, delete the copy, and it is gone", async () => {
  const name = await logged(numbered(3));
  const copy = { tags: {}, metadata: {}, name: newName(), target_workspace: null };
  expect(await owner.must(`PUT datasets/${name}:copy`, copy)).toMatchObject({ name: copy.name, workspace });
  expect(await owner.must(`GET datasets/${copy.name}`)).toMatchObject({ name: copy.name, workspace });
  expect((await owner.send(`PUT datasets/${name}:copy`, copy)).status).toBe(409);
  expect(idsOf(await load(owner, copy.name))).toEqual(["0", "1", "2"]);
  const nowhere = { ...copy, name: newName(), target_workspace: "nowhere" };
  expect((await owner.send(`PUT datasets/${name}:copy`, nowhere)).status).toBe(404);
  expect(await owner.must(`DELETE datasets/${copy.name}`)).toBeNull();
  expect((await owner.send(`GET datasets/${copy.name}`)).status).toBe(404);
});
