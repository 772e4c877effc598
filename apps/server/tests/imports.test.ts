import { expect, test } from "vitest";
import { newId } from "../src/new-id.ts";
import { type Client, createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { startPeople } from "./support/people.ts";
import { OPERATOR_KEY } from "./support/start-test-server.ts";

const { server, people, owner } = await startPeople();
const operator = createClient(server.url, OPERATOR_KEY);
const workspace = (await people.clients.admin.must("listMyWorkspaces")).items[0]?.name ?? "";

async function beginFeedback() {
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { import_id: newId() };
  await operator.must("beginImport", { params, body: { dataset_id: datasetId } });
  const at = { params: { dataset_id: datasetId } };
  await operator.must("bulkCreateRecords", { ...at, body: { items: [{ fields: { text: "one" } }] } });
  const [record] = (await operator.must("listRecords", at)).items;
  return { params, at, recordId: record?.id ?? "" };
}

test("API-49 a feedback dataset that is imported is a draft that only who manages it sees, and nobody else writes into it", async () => {
  const { params, at, recordId } = await beginFeedback();
  expect(await people.clients.admin.must("getDataset", at)).toMatchObject({ status: "draft" });
  const own = (client: Client) => client.must("listMyDatasets").then(({ items }) => items.map(({ id }) => id));
  expect(await own(people.clients.admin)).toContain(at.params.dataset_id);
  expect(await own(people.clients.annotator)).not.toContain(at.params.dataset_id);
  expect((await people.clients.annotator.call("getDataset", at)).status).toBe(404);
  const response = { params: { record_id: recordId }, body: { status: "discarded" } };
  expect((await people.clients.annotator.call("createResponse", response)).status).toBe(404);
  for (const client of [people.clients.admin, owner]) {
    expect((await client.call("createResponse", response)).status).toBe(422);
    expect((await client.call("publishDataset", at)).status).toBe(422);
    const more = { ...at, body: { items: [{ fields: { text: "two" } }] } };
    expect((await client.call("bulkCreateRecords", more)).status).toBe(422);
  }
  const [item] = (
    await people.clients.admin.must("bulkSaveResponses", {
      body: { items: [{ record_id: recordId, status: "discarded" }] },
    })
  ).items;
  expect(item).toMatchObject({ error: { detail: expect.stringContaining("is being imported") } });
  await operator.must("endImport", { params });
  expect(await own(people.clients.annotator)).toContain(at.params.dataset_id);
  expect((await people.clients.annotator.call("createResponse", response)).status).toBe(201);
});

test("API-49 what has ended is never taken back, with every answer in it; what has not ended is", async () => {
  const ended = await beginFeedback();
  await operator.must("endImport", { params: ended.params });
  const answer = { params: { record_id: ended.recordId }, body: { status: "discarded" } };
  await people.clients.annotator.must("createResponse", answer);
  await operator.must("takeBackImport", { params: ended.params });
  expect((await owner.call("getDataset", ended.at)).status).toBe(200);
  const open = await beginFeedback();
  await operator.must("takeBackImport", { params: open.params });
  expect((await owner.call("getDataset", open.at)).status).toBe(404);
  // A repeated call succeeds: the response to the first one may have been lost.
  await operator.must("takeBackImport", { params: open.params });
});

test("API-49 a dataset that has records becomes no import, so none of its answers can be taken back", async () => {
  const { at, params } = await beginFeedback();
  await operator.must("endImport", { params });
  const again = { params: { import_id: newId() }, body: { dataset_id: at.params.dataset_id } };
  expect((await operator.call("beginImport", again)).status).toBe(422);
  await operator.must("takeBackImport", { params: again.params });
  expect((await owner.call("getDataset", at)).status).toBe(200);
});

test("API-49 who manages a dataset may delete it while it is imported", async () => {
  const { at, params } = await beginFeedback();
  expect((await people.clients.annotator.call("deleteDataset", at)).status).toBe(403);
  await people.clients.admin.must("deleteDataset", at);
  expect((await operator.call("endImport", { params })).status).toBe(404);
});

test("API-49 a task dataset that is imported is seen by who manages it alone, and only the import writes into it", async () => {
  const query = { workspace };
  const at = { params: { name: "filled" }, query };
  await owner.must("createTaskDatasetV0", { body: { name: "filled", task: "TextClassification" }, query });
  const params = { import_id: newId() };
  await operator.must("beginImport", { params, body: { dataset_id: `${workspace}.filled` } });
  const log = { ...at, body: { records: [{ id: "r", inputs: { text: "one" } }] } };
  await operator.must("logTextRecordsV0", log);
  const names = (client: Client) =>
    client.must("listTaskDatasetsV0", { query }).then((all) => all.map(({ name }) => name));
  expect([await names(people.clients.admin), await names(people.clients.annotator)]).toEqual([["filled"], []]);
  const validate = {
    ...log,
    body: {
      records: [
        {
          id: "r",
          inputs: { text: "one" },
          status: "Validated",
          annotation: { agent: "a", labels: [{ class: "yes", score: 1 }] },
        },
      ],
    },
  };
  expect((await people.clients.annotator.call("logTextRecordsV0", validate)).status).toBe(404);
  expect((await people.clients.admin.call("logTextRecordsV0", validate)).status).toBe(422);
  await operator.must("endImport", { params });
  await people.clients.annotator.must("logTextRecordsV0", validate);
  await operator.must("takeBackImport", { params });
  expect(await names(people.clients.annotator)).toEqual(["filled"]);
});
