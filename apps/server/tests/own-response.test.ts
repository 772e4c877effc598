import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { createPeople } from "./support/people.ts";
import { startForFile } from "./support/start-test-server.ts";

const server = await startForFile();

test("FEN-26 FEN-32 a single record holds the caller's own response when it is asked for, and nobody else's", async () => {
  const { clients, workspaceId } = await createPeople(server);
  const { datasetId } = await createPublished(clients.owner, workspaceId);
  const body = { items: [{ fields: { text: "a" } }] };
  const made = await clients.admin.must("bulkCreateRecords", { params: { dataset_id: datasetId }, body });
  const params = { record_id: made.items[0]?.id ?? "" };
  const own = await clients.annotator.must("createResponse", { params, body: { status: "draft", values: null } });
  const read = (client: Client, include = "") => client.must("getRecord", { params, query: { include } });

  expect((await read(clients.annotator, "suggestions,responses")).responses).toEqual([own]);
  expect((await read(clients.admin, "responses")).responses).toEqual([]);
  expect((await read(clients.annotator)).responses).toBeNull();
  expect((await read(clients.annotator, "vectors")).responses).toBeNull();
});
