import type { KnownResponse, OwnResponse } from "@postil/domain/records/labeled-record";
import { taskRecordKey } from "@postil/domain/tasks/record-key";
import { afterEach, expect, test, vi } from "vitest";
import { createBrowser, quiet } from "../../../lib/outbox/browser.fixture.ts";
import { RecordServer } from "./records-server.fixture.ts";
import { taskResponsesApi } from "./save-record.ts";

const TEXT = { id: "a", inputs: { text: "x" }, multi_label: false };
const BERN = { id: "a", text: "to Bern", tokens: ["to", "Bern"] };
const LOC = { start: 3, end: 7, label: "LOC", score: 1 };
const by = (agent: string, label: string) => ({ agent, labels: [{ class: label, score: 1 }] });

function serve(task: RecordServer["task"], record: object): RecordServer {
  const server = new RecordServer(task, record);
  vi.stubGlobal("fetch", server.fetch);
  return server;
}
afterEach(() => vi.unstubAllGlobals());

const keyIn = (task: RecordServer["task"]) =>
  taskRecordKey({ workspace: "archive", dataset: "letters", task, id: "a" });
const KEY = keyIn("TextClassification");
const says = (status: KnownResponse["status"], agent: string | null, label = ""): KnownResponse => ({
  id: KEY,
  status,
  values: {
    annotation: { value: agent === null ? null : { labels: [{ class_label: label, score: 1 }] } },
    agent: { value: agent },
  },
  updatedAt: null,
});
const NOTHING = says("draft", null);
const save = (answer: KnownResponse, base: KnownResponse, unanswered: readonly OwnResponse[] = []) =>
  taskResponsesApi.update(KEY, answer, { datasetId: "archive/letters", shownFor: null, base, unanswered });

test("TST-14 TST-19 who writes before an answer arrives is not written over: it is told, and can be looked at", async () => {
  const server = serve("TextClassification", TEXT);
  server.meanwhile.push(() => server.log({ ...TEXT, status: "Validated", annotation: by("ben", "Sport") }));
  await expect(save(says("submitted", "mara", "Politics"), NOTHING)).rejects.toMatchObject({
    name: "ChangedMeanwhile",
    message: "ben",
    response: { status: "submitted", values: { agent: { value: "ben" } } },
  });
  expect(server.record()).toMatchObject({ status: "Validated", annotation: by("ben", "Sport") });
  await save(says("submitted", "mara", "Politics"), says("submitted", "ben", "Sport"));
  expect(server.record()).toMatchObject({ status: "Validated", annotation: by("mara", "Politics") });
});

test("TST-11 who discarded a record did not sign it: nobody is named for what they did not do", async () => {
  const server = serve("TextClassification", { ...TEXT, status: "Validated", annotation: by("ben", "Sport") });
  const bens = says("submitted", "ben", "Sport");
  server.meanwhile.push(() => server.log({ ...TEXT, status: "Discarded", annotation: by("ben", "Sport") }));
  await expect(save(says("submitted", "mara", "Sport"), bens)).rejects.toMatchObject({ message: "" });
});

test("TST-19 a program that predicts anew in between is no reason to ask: both are there", async () => {
  const server = serve("TextClassification", TEXT);
  server.meanwhile.push(() => server.log({ ...TEXT, prediction: by("model 2", "Sport") }));
  await save(says("submitted", "mara", "Politics"), NOTHING);
  expect(server.record()).toMatchObject({
    status: "Validated",
    annotation: by("mara", "Politics"),
    prediction: by("model 2", "Sport"),
  });
  expect(server.calls).toEqual([1]);
});

test("TST-14 FRS-14 a discard after a validation whose reply was lost: what oneself wrote is one's own, whatever came between", async () => {
  const server = serve("TextClassification", TEXT);
  const browser = createBrowser(taskResponsesApi);
  const first = browser.openTab();
  await quiet();
  const want = (tab: typeof first, response: KnownResponse) =>
    tab.want({
      ...{ recordId: KEY, datasetId: "archive/letters", position: null, shownFor: null, base: NOTHING },
      intent: { kind: "save", status: response.status, values: response.values },
    });
  server.lostReplies = 1;
  want(first, says("submitted", "mara", "Politics"));
  await quiet();
  expect([server.record().status, first.entryOf(KEY)?.doubt]).toEqual(["Validated", "maybe"]);
  want(first, says("discarded", "mara", "Politics"));
  await first.kept();
  first.stop();
  // The same happens after a reload, with the data that the browser kept.
  const second = browser.openTab();
  await second.ready;
  await browser.pass(60_000);
  expect([server.record().status, second.state().entries.size]).toEqual(["Discarded", 0]);
});

test("TST-14 FRS-14 what somebody else wrote meanwhile is told also behind a lost reply", async () => {
  const server = serve("TextClassification", { ...TEXT, status: "Validated", annotation: by("ben", "Sport") });
  const mine = says("submitted", "mara", "Politics");
  await expect(save(says("discarded", "mara", "Politics"), NOTHING, [mine])).rejects.toThrow("ben");
  expect(server.record()).toMatchObject({ status: "Validated", annotation: by("ben", "Sport") });
});

test("TST-15 TST-19 the answers of an action go in one call, each with what was seen of its record and an outcome of its own", async () => {
  const server = serve("TextClassification", TEXT);
  const gone = taskRecordKey({ workspace: "archive", dataset: "letters", task: "TextClassification", id: "b" });
  const mine = says("submitted", "mara", "Politics");
  const item = (recordId: string, base: KnownResponse) => ({ recordId, answer: mine, base, seen: undefined });
  server.log({ ...TEXT, status: "Validated", annotation: by("ben", "Sport") });
  const results = await taskResponsesApi.upsert(
    [item(gone, NOTHING), item(KEY, NOTHING), item(KEY, says("submitted", "ben", "Sport"))],
    { datasetId: "archive/letters", shownFor: null },
  );
  expect(results).toMatchObject([
    { refused: "unknown", lost: true },
    { changed: { status: "submitted", values: { agent: { value: "ben" } } }, by: "ben" },
    { item: { id: KEY, status: "submitted", values: { agent: { value: "mara" } } } },
  ]);
  expect(server.calls).toEqual([3]);
});

test("TST-15 a prediction that fits the tokens no more is left as it is, and stands in the way of no answer", async () => {
  const prediction = { agent: "gazetteer", entities: [LOC], score: 0.5 };
  const server = serve("TokenClassification", { ...BERN, prediction });
  const basel = { id: "a", text: "Basel", tokens: ["Basel"] };
  server.log(basel);
  expect(server.log({ ...basel, prediction })).toBe(false);
  const key = keyIn("TokenClassification");
  const said = (status: KnownResponse["status"], value: object | null, agent: string | null): KnownResponse => ({
    ...{ id: key, status, updatedAt: null },
    values: { annotation: { value }, agent: { value: agent } },
  });
  const note = { datasetId: "archive/letters", shownFor: null };
  const mine = said("submitted", { entities: [{ ...LOC, start: 0, end: 5 }] }, "mara");
  await taskResponsesApi.update(key, mine, { ...note, base: said("draft", null, null) });
  expect(server.record()).toMatchObject({ status: "Validated", prediction, annotation: { agent: "mara" } });

  // The same is true for an unchanged annotation, and only for that.
  server.log(BERN);
  await taskResponsesApi.update(key, { ...mine, status: "discarded" }, { ...note, base: { ...mine, status: "draft" } });
  expect(server.record()).toMatchObject({ status: "Discarded", prediction, annotation: { entities: [{ end: 5 }] } });
  await expect(
    taskResponsesApi.update(key, mine, { ...note, base: { ...mine, status: "discarded" } }),
  ).rejects.toThrow();
});

test("TST-14 a score for all entities that a program gave is no change that somebody made", async () => {
  const server = serve("TokenClassification", { ...BERN, annotation: { agent: "bot", entities: [LOC], score: 0.5 } });
  const key = keyIn("TokenClassification");
  const entities = { entities: [LOC] };
  const as = (status: KnownResponse["status"], agent: string): KnownResponse => ({
    ...{ id: key, status, updatedAt: null },
    values: { annotation: { value: entities }, agent: { value: agent } },
  });
  const note = { datasetId: "archive/letters", shownFor: null };
  await taskResponsesApi.update(key, as("submitted", "mara"), { ...note, base: as("draft", "bot") });
  await taskResponsesApi.update(key, as("discarded", "mara"), { ...note, base: as("submitted", "mara") });
  expect(server.record()).toMatchObject({ status: "Discarded", annotation: { agent: "mara", entities: [LOC] } });
});
