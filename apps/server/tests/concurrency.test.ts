import { expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { createUser, startPeople } from "./support/people.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";

const { server, people } = await startPeople();

test("FRS-10 of many creates at once one is made, the others are conflicts", async () => {
  const { owner } = people.clients;
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const [record_id = ""] = await createRecords(owner, datasetId, 1);
  const tries = Array.from({ length: 8 }, () =>
    owner.call("createResponse", { params: { record_id }, body: SUBMITTED }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
});

test("FPR-08 FBU-05 counters and bitmaps equal a recount after eight people and a writer of records at once", {
  timeout: 60_000,
}, async () => {
  const { owner } = people.clients;
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  await createRecords(owner, datasetId, 200);
  const workers = await Promise.all(Array.from({ length: 8 }, () => createUser(server, "owner")));

  const label = async ({ client }: (typeof workers)[number], turns: number) => {
    for (let turn = 0; turn < turns; turn++) {
      const query = { response_status: "pending", limit: "3" };
      const { items } = await client.must("listMyRecords", { params, query });
      const [first, second, third] = items.map(({ id }) => id);
      if (!first || !second || !third) throw new Error("the queue ran dry");
      const bulk = [
        { record_id: second, status: "draft", values: null },
        { record_id: third, status: "discarded" },
      ];
      const [made] = await Promise.all([
        client.call("createResponse", { params: { record_id: first }, body: SUBMITTED }),
        client.must("bulkSaveResponses", { body: { items: bulk } }),
      ]);
      const { id } = made.body as { id?: string }; // no id if the record was deleted meanwhile
      if (id && turn % 3 === 0) await client.call("deleteResponse", { params: { response_id: id } });
    }
  };
  const churn = async () => {
    for (let turn = 0; turn < 10; turn++) {
      const [gone = ""] = await createRecords(owner, datasetId, 5);
      await owner.must("deleteRecord", { params: { record_id: gone } });
      const { items } = await owner.must("listRecords", { params, query: { limit: "2", offset: String(turn * 7) } });
      await owner.call("deleteRecords", { params, query: { ids: items.map(({ id }) => id).join(",") } });
    }
  };
  await Promise.all([...workers.map((worker) => label(worker, 12)), churn()]);

  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
  const listed = await owner.must("listRecords", { params, query: { include: "responses", limit: "1000" } });
  for (const { id, client } of workers) {
    const mine = listed.items.flatMap(({ responses }) => responses ?? []).filter(({ user_id }) => user_id === id);
    const { records, responses } = await client.must("getMyDatasetMetrics", { params });
    expect([records.count, responses.count]).toEqual([listed.total, mine.length]);
  }
});
