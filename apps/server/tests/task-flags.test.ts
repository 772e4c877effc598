import { MOST_FLAGS } from "@postil/domain/records/record-preview";
import { afterAll, expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createUser, SPEAKERS } from "./support/people.ts";
import { createTaskDataset, forbidden, startTaskPeople, type TaskDatasetThere } from "./support/task-datasets.ts";
import { createWatch } from "./support/watch.ts";

/** Records of task datasets that people flag for later (design/record.md#flags, contract own). */

const { server, people, workspace } = await startTaskPeople({ limits: { keepDeletedDays: 0 } });
const watch = createWatch(server);
afterAll(() => watch.close());

const { owner, admin, annotator } = people.clients;

const unknownDataset = {
  status: 404,
  body: { detail: `Dataset \`unknown\` not found in workspace \`${workspace}\`` },
};

type Logged = { readonly id: string | number; readonly inputs: { readonly [name: string]: string } };

async function letters(records: readonly Logged[]): Promise<TaskDatasetThere> {
  const made = await createTaskDataset(people, workspace, "TextClassification");
  if (records.length > 0) await owner.must("logTextRecordsV0", { ...made.at, body: { records } });
  return made;
}
const some = (count: number): Logged[] =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at + 1}`, inputs: { text: `Letter ${at + 1}` } }));
const of = ({ name, at }: TaskDatasetThere, id: string) => ({ ...at, params: { name, id } });
const listed = async (client: Client, { at }: TaskDatasetThere) =>
  (await client.must("listMyTaskFlags", at)).items.map(({ record_id, preview }) => [record_id, preview]);

test("ROL-09 a record of a task dataset is flagged by any member of the workspace, nobody else; an unknown one is 404", async () => {
  const made = await letters(some(1));
  for (const name of ["flagTaskRecord", "unflagTaskRecord", "listMyTaskFlags"] as const) {
    const done = name === "unflagTaskRecord" ? 204 : 200;
    for (const speaker of SPEAKERS) {
      const answer = await people.clients[speaker].call(name, of(made, "r1"));
      const isMember = speaker === "owner" || speaker === "admin" || speaker === "annotator";
      if (isMember) expect(answer.status, `${name} ${speaker}`).toBe(done);
      else expect(answer, `${name} ${speaker}`).toMatchObject(speaker === "nobody" ? { status: 401 } : forbidden);
    }
    const unknown = { ...made.at, params: { name: "unknown", id: "r1" } };
    expect(await people.clients["annotator elsewhere"].call(name, unknown)).toMatchObject(unknownDataset);
  }
  for (const name of ["flagTaskRecord", "unflagTaskRecord"] as const) {
    const detail = `Record \`r2\` not found in dataset \`${workspace}.${made.name}\``;
    expect(await annotator.call(name, of(made, "r2"))).toMatchObject({ status: 404, body: { detail } });
  }
});

test("design/record.md#flags flags on task records are each user's own, listed the latest first, page by page, with the beginning of the record", async () => {
  const records = [{ id: 7, inputs: { subject: " ", body: "The  lamp\nis out." } }, ...some(2)];
  const made = await letters(records);
  const odd = { id: "a/b #?%", inputs: { text: "odd" } };
  await owner.must("logTextRecordsV0", { ...made.at, body: { records: [odd] } });
  for (const id of ["7", "r1", odd.id, "r2"]) {
    expect(await annotator.must("flagTaskRecord", of(made, id))).toMatchObject({ record_id: id });
  }
  await admin.must("flagTaskRecord", of(made, "r1"));
  expect(await listed(annotator, made)).toEqual([
    ["r2", "Letter 2"],
    [odd.id, "odd"],
    ["r1", "Letter 1"],
    ["7", "The lamp is out."],
  ]);
  const query = { ...made.at.query, offset: "1", limit: "1" };
  const page = await annotator.must("listMyTaskFlags", { ...made.at, query });
  expect([page.total, page.items.map((flag) => flag.record_id)]).toEqual([4, [odd.id]]);
  expect(await listed(admin, made)).toEqual([["r1", "Letter 1"]]);
});

test("API-31 to flag a task record that is flagged, and to unflag one that is not, changes nothing and is no failure", async () => {
  const made = await letters(some(1));
  const first = await annotator.must("flagTaskRecord", of(made, "r1"));
  expect(await annotator.must("flagTaskRecord", of(made, "r1"))).toEqual(first);
  expect(await listed(annotator, made)).toHaveLength(1);
  for (let times = 0; times < 2; times++) {
    await annotator.must("unflagTaskRecord", of(made, "r1"));
    expect(await listed(annotator, made)).toEqual([]);
  }
});

test("API-31 one task record more than may be flagged is refused with the number", async () => {
  const made = await letters(some(MOST_FLAGS + 1));
  for (let at = 1; at <= MOST_FLAGS; at++) await annotator.must("flagTaskRecord", of(made, `r${at}`));
  const refused = await annotator.call("flagTaskRecord", of(made, `r${MOST_FLAGS + 1}`));
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain("At most 500 records of a dataset can be flagged; unflag one first");
});

test("design/record.md#flags a record that is logged again with another text is listed by it, for everybody who flagged it", async () => {
  const made = await letters(some(2));
  for (const client of [annotator, admin]) await client.must("flagTaskRecord", of(made, "r1"));
  const body = { records: [{ id: "r1", inputs: { text: "Another letter" } }, ...some(2).slice(1)] };
  await owner.must("logTextRecordsV0", { ...made.at, body });
  for (const client of [annotator, admin]) expect(await listed(client, made)).toEqual([["r1", "Another letter"]]);
  await owner.must("updateTaskRecordV0", { ...of(made, "r1"), body: { status: "Discarded" } });
  expect(await listed(admin, made)).toEqual([["r1", "Another letter"]]);
});

test("TEN-13 nothing is flagged in a closed dataset, and what was is there once it is open", async () => {
  const made = await letters(some(1));
  await annotator.must("flagTaskRecord", of(made, "r1"));
  await owner.must("closeTaskDatasetV0", made.at);
  const isClosed = { status: 400, body: { detail: `Dataset \`${made.name}\` is closed. Open it first.` } };
  for (const name of ["flagTaskRecord", "unflagTaskRecord", "listMyTaskFlags"] as const) {
    expect(await annotator.call(name, of(made, "r1")), name).toMatchObject(isClosed);
  }
  await owner.must("openTaskDatasetV0", made.at);
  expect(await listed(annotator, made)).toEqual([["r1", "Letter 1"]]);
});

test("TSG-02 flags on task records go with their record, their dataset and their user", async () => {
  const made = await letters(some(3));
  const leaving = await createUser(server, "annotator");
  await owner.must("addWorkspaceUser", {
    params: { workspace_id: people.workspaceId },
    body: { user_id: leaving.id },
  });
  for (const id of ["r1", "r2"]) {
    await owner.must("flagTaskRecord", of(made, id));
    await leaving.client.must("flagTaskRecord", of(made, id));
  }
  const before = await watch.count("flag");
  await owner.must("deleteTaskRecordsV0", { ...made.at, body: { ids: ["r1"] } });
  expect(await watch.count("flag")).toBe(before - 2);
  // A later record with the same id is a new record without the flag.
  await owner.must("logTextRecordsV0", { ...made.at, body: { records: some(1) } });
  expect(await listed(owner, made)).toEqual([["r2", "Letter 2"]]);
  await owner.must("deleteUser", { params: { user_id: leaving.id } });
  expect(await watch.count("flag")).toBe(before - 3);
  await owner.must("deleteTaskDatasetV0", made.at);
  await watch.settled();
  expect(await watch.count("flag")).toBe(before - 4);
  await owner.must("createTaskDatasetV0", { body: { name: made.name, task: "TextClassification", workspace } });
  expect(await listed(owner, made)).toEqual([]);
});
