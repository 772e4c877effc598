import { expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { SPEAKERS, startPeople } from "./support/people.ts";

const { people } = await startPeople();

test("FFI-15 FFI-16 each question with the agents of its suggestions, sorted, each once; a new one shows at once", async () => {
  const { owner, annotator } = people.clients;
  const { datasetId, questionId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const read = async () => (await annotator.must("listSuggestionOptions", { params })).items;
  expect(await read()).toEqual([{ question: { id: questionId, name: "mood" }, agents: [] }]);

  const suggested = ["writer-2", "critic", "writer-2", null, "zed: v/1"].map((agent) => ({
    fields: { text: "a" },
    suggestions: [{ question_id: questionId, value: "good", ...(agent !== null && { agent }) }],
  }));
  const made = await owner.must("bulkCreateRecords", { params, body: { items: suggested } });
  expect((await read())[0]?.agents).toEqual(["critic", "writer-2", "zed: v/1"]);

  await owner.must("deleteRecord", { params: { record_id: made.items[1]?.id ?? "" } });
  expect((await read())[0]?.agents).toEqual(["writer-2", "zed: v/1"]);
});

test("ROL-09 FFI-15 the agents are read by members only", async () => {
  const { datasetId } = await createPublished(people.clients.owner, people.workspaceId);
  const statuses = await Promise.all(
    SPEAKERS.map(async (speaker) => [
      speaker,
      (await people.clients[speaker].call("listSuggestionOptions", { params: { dataset_id: datasetId } })).status,
    ]),
  );
  expect(Object.fromEntries(statuses)).toEqual({
    owner: 200,
    admin: 200,
    annotator: 200,
    "admin elsewhere": 403,
    "annotator elsewhere": 403,
    nobody: 401,
  });
});
