import type { RouteName } from "@postil/contract/routes";
import { expect, test } from "vitest";
import type { Sending } from "./support/client.ts";
import { SPEAKERS, type Speaker } from "./support/people.ts";
import {
  createTaskDataset,
  forbidden,
  isClosed,
  missing,
  startTaskPeople,
  type TaskDatasetThere,
} from "./support/task-datasets.ts";

/** Closed task datasets, as contract api-v0 section 3 defines them. */

const { people, workspace } = await startTaskPeople();

const RULE = { query: "good", label: "A" };
const SETTINGS = { label_schema: { labels: ["A"] } };

const closed = async (): Promise<TaskDatasetThere> => {
  const made = await createTaskDataset(people, workspace, "TextClassification");
  const { owner } = people.clients;
  await owner.must("logTextRecordsV0", { ...made.at, body: { records: [{ id: "1", inputs: { text: "good" } }] } });
  await owner.must("createLabelingRuleV0", { ...made.at, body: RULE });
  await owner.must("putTaskSettingsV0", { ...onTask(made), body: SETTINGS });
  await owner.must("closeTaskDatasetV0", made.at);
  return made;
};
const onTask = ({ name, at }: TaskDatasetThere) => ({ ...at, params: { name, task: "TextClassification" } });
const onRule = ({ name, at }: TaskDatasetThere) => ({ ...at, params: { name, query: RULE.query } });

/** Calls that concern a dataset's records, or data that must agree with them. */
const REFUSED: readonly {
  readonly name: RouteName;
  readonly params?: Sending["params"];
  readonly body?: unknown;
}[] = [
  { name: "updateTaskSettingsV0", body: { label_schema: { labels: ["B"] } } },
  { name: "putTaskSettingsV0", body: { label_schema: { labels: ["B"] } } },
  { name: "copyTaskDatasetV0", body: { name: "copy-of-a-closed-one" } },
  { name: "logTextRecordsV0", body: { records: [{ inputs: { text: "x" } }] } },
  { name: "searchTaskRecordsV0", body: {} },
  { name: "scanTaskRecordsV0", body: {} },
  { name: "getTaskRecordV0", params: { id: "1" } },
  { name: "updateTaskRecordV0", params: { id: "1" }, body: { status: "Discarded" } },
  { name: "deleteTaskRecordsV0", body: { ids: ["1"] } },
  { name: "summarizeTaskMetricV0", params: { metric: "F1" }, body: {} },
  { name: "getLabelingRuleMetricsV0", params: { query: "good" } },
  { name: "getLabelingRulesMetricsV0" },
];

for (const { name, params = {}, body } of REFUSED) {
  test(`TEN-13 ${name} is refused while the dataset is closed, and changes nothing`, async () => {
    const made = await closed();
    const { owner } = people.clients;
    const at = { ...onTask(made), params: { ...onTask(made).params, ...params } };
    const call = () => owner.call(name, { ...at, ...(body === undefined ? {} : { body }) });
    expect(await call()).toMatchObject(isClosed(made.name));
    expect(await owner.must("getTaskSettingsV0", onTask(made))).toMatchObject({
      label_schema: { labels: [{ name: "A" }] },
    });
    await owner.must("openTaskDatasetV0", made.at);
    const stored = await owner.must("getTaskRecordV0", { ...made.at, params: { name: made.name, id: "1" } });
    expect(stored.status).toBe("Default");
    expect((await call()).status).toBe(200);
  });
}

test("TEN-13 of a closed dataset all can be read and changed that is not of its records", async () => {
  const made = await closed();
  const { owner } = people.clients;
  await owner.must("getTaskDatasetV0", made.at);
  await owner.must("updateTaskDatasetV0", { ...made.at, body: { tags: { a: "1" } } });
  await owner.must("getTaskSettingsV0", onTask(made));
  await owner.must("listLabelingRulesV0", made.at);
  await owner.must("createLabelingRuleV0", { ...made.at, body: { query: "more", label: "B" } });
  await owner.must("getLabelingRuleV0", onRule(made));
  await owner.must("updateLabelingRuleV0", { ...onRule(made), body: { label: "B" } });
  await owner.must("deleteLabelingRuleV0", onRule(made));
  await owner.must("listTaskMetricsV0", onTask(made));
  await owner.must("logTextRecordsV0", { ...made.at, body: { records: [] } });
  await owner.must("deleteTaskDatasetV0", made.at);
  expect(await owner.call("getTaskDatasetV0", made.at)).toMatchObject(missing(made.name));
});

test("TEN-13 what was set for a deleted dataset is not there for the next of its name", async () => {
  const made = await closed();
  const { owner } = people.clients;
  await owner.must("deleteTaskDatasetV0", made.at);
  await owner.must("createTaskDatasetV0", { body: { name: made.name, task: "TextClassification", workspace } });
  expect((await owner.call("getTaskSettingsV0", onTask(made))).status).toBe(404);
  expect(await owner.must("listLabelingRulesV0", made.at)).toEqual([]);
  expect((await owner.call("putTaskSettingsV0", { ...onTask(made), body: SETTINGS })).status).toBe(200);
});

test("TEN-13 closing and opening can be repeated, and want a dataset that is there", async () => {
  const made = await closed();
  const unknown = { ...made.at, params: { name: "unknown" } };
  for (const name of ["closeTaskDatasetV0", "closeTaskDatasetV0", "openTaskDatasetV0", "openTaskDatasetV0"] as const) {
    expect(await people.clients.owner.call(name, made.at)).toMatchObject({ status: 200, body: null });
    expect(await people.clients.owner.call(name, unknown)).toMatchObject(missing("unknown"));
  }
});

test("API-31 a name that no dataset can have is refused as one, whatever is in it", async () => {
  const { owner } = people.clients;
  for (const name of ["a:b:c", "a:close", ":", "../..", "%", "a\nb", "\u2028", "?"]) {
    const at = { params: { name }, query: { workspace } };
    const read = await owner.call("getTaskDatasetV0", at);
    for (const call of ["closeTaskDatasetV0", "openTaskDatasetV0", "copyTaskDatasetV0"] as const) {
      const { status, body } = await owner.call(call, {
        ...at,
        ...(call.startsWith("copy") ? { body: { name: "x" } } : {}),
      });
      expect([status, body], `${call} ${name}`).toEqual([read.status, read.body]);
    }
  }
});

const MANAGERS: readonly Speaker[] = ["owner", "admin"];
for (const name of ["closeTaskDatasetV0", "openTaskDatasetV0"] as const) {
  test(`ROL-10 ${name}: ${MANAGERS.join(", ")}`, async () => {
    for (const speaker of SPEAKERS) {
      const { at } = await closed();
      const answer = await people.clients[speaker].call(name, at);
      if (MANAGERS.includes(speaker)) expect(answer, speaker).toMatchObject({ status: 200, body: null });
      else expect(answer, speaker).toMatchObject(speaker === "nobody" ? { status: 401 } : forbidden);
    }
  });
}
