import { describe, expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { type Way, wayTo } from "./support/proxy.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";
import { createTaskDataset, startTaskPeople } from "./support/task-datasets.ts";

/**
 * How often the most frequent calls go to PostgreSQL and back. Far from the database, that is what they take. Statements that do
 * not need each other's answers go together.
 */

const found = await postgresOfProcess();

const RECORDS = 60;
const SAID = { query: { include: ["responses", "suggestions"], limit: "10" } };
const ANSWER = { status: "Validated", annotation: { agent: "mara", labels: [{ class: "A", score: 1 }] } };
const PENDING = { status: "Default", annotation: null };

/**
 * The calls by name: at most how often each asks, one time after the other, and how it is made. Of a read the last time ends its
 * transaction, and nobody waits for it.
 */
async function frequentCalls(way: Way) {
  const { people, workspace } = await startTaskPeople({ database: way.url });
  const { owner, annotator } = people.clients;
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const ids = (await createRecords(owner, datasetId, RECORDS)).values();
  const nextId = () => ids.next().value ?? "";
  const { at, name } = await createTaskDataset(people, workspace, "TextClassification");
  const logged = Array.from({ length: RECORDS }, (_, id) => ({ id: `r${id}`, inputs: { text: `a text ${id}` } }));
  await owner.must("logTextRecordsV0", { ...at, body: { records: logged } });
  const taskIds = logged.map(({ id }) => id).values();
  const nextTaskId = () => taskIds.next().value ?? "";
  const ofTask = { ...at, params: { name, task: "TextClassification" } };

  const given: string[] = [];
  const answer = async () => {
    const { id } = await annotator.must("createResponse", { params: { record_id: nextId() }, body: SUBMITTED });
    given.push(id);
  };
  for (let made = 0; made < 20; made++) await answer();
  const ofGiven = () => ({ params: { response_id: given.pop() ?? "" } });
  const recordId = nextId();
  return {
    "a page of the queue": {
      most: 6,
      ask: () => annotator.must("listMyRecords", { params, query: { ...SAID.query, response_status: ["pending"] } }),
    },
    "a page of all records": { most: 6, ask: () => owner.must("listRecords", { params, ...SAID }) },
    "a search": {
      most: 8,
      ask: () => annotator.must("searchMyRecords", { params, ...SAID, body: { query: { text: { q: "text" } } } }),
    },
    "one record": { most: 4, ask: () => annotator.must("getRecord", { params: { record_id: recordId } }) },
    "one's progress": { most: 3, ask: () => annotator.must("getMyDatasetMetrics", { params }) },
    "a new answer": { most: 4, ask: answer },
    "a changed answer": {
      most: 4,
      ask: () => annotator.must("updateResponse", { ...ofGiven(), body: { ...SUBMITTED, status: "discarded" } }),
    },
    "an answer that is deleted": { most: 4, ask: () => annotator.must("deleteResponse", ofGiven()) },
    "an answer as the page saves it": {
      most: 4,
      ask: () => annotator.must("bulkSaveResponses", { body: { items: [{ record_id: nextId(), ...SUBMITTED }] } }),
    },
    "a search of a task dataset": {
      most: 7,
      ask: () => annotator.must("searchTaskRecordsV0", { ...ofTask, body: { query: { query_text: "text" } } }),
    },
    "an answer to a task record": {
      most: 7,
      ask: () =>
        annotator.must("answerTaskRecords", {
          ...at,
          body: { answers: [{ id: nextTaskId(), ...ANSWER, seen: [PENDING] }] },
        }),
    },
    "a task record that is logged again": {
      most: 11,
      ask: () =>
        annotator.must("logTextRecordsV0", {
          ...at,
          body: { records: [{ id: nextTaskId(), inputs: { text: "another text" }, ...ANSWER }] },
        }),
    },
  };
}

/** A connection is opened, and copies in memory are made, with the first. The parts of a long answer may look like several. */
const TRIES = 6;

describe.skipIf(found === null)("on PostgreSQL", () => {
  test("PGS-95 the most frequent calls ask the database few times, one after the other", async () => {
    if (found === null) throw new Error("There is no server.");
    const way = await wayTo(await found.database());
    for (const [call, { most, ask }] of Object.entries(await frequentCalls(way))) {
      const turns: number[] = [];
      for (let tried = 0; tried < TRIES; tried++) {
        const before = way.turns();
        await ask();
        turns.push(way.turns() - before);
      }
      expect.soft(Math.min(...turns), call).toBeLessThanOrEqual(most);
      expect(Math.max(...turns), call).toBeGreaterThan(1);
    }
  });
});
