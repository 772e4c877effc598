import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openSession } from "../../session/store.ts";
import { useTaskLabels } from "../../task-labels/use-task-labels.ts";
import { getToasts } from "../../toasts/store.ts";
import { type LabeledDataset, taskDatasetQuery } from "./task-dataset.ts";

/** Tests the requests of the task dataset pages and how the pages use the responses. */

const WIRE = {
  id: "city-desk.inbox",
  name: "inbox",
  task: "TextClassification",
  workspace: "city-desk",
  tags: {},
  metadata: {},
  created_at: "2026-01-01T00:00:00",
  last_updated: "2026-01-01T00:00:00",
};
const DATASET: LabeledDataset = {
  id: "city-desk.inbox",
  name: "inbox",
  task: "TextClassification",
  workspaceName: "city-desk",
  tags: {},
  metadata: {},
  createdAt: 0,
  createdBy: null,
  lastUpdatedAt: 0,
};

let answers: { [call: string]: { readonly status?: number; readonly body: unknown } };
let sent: { readonly call: string; readonly body: unknown }[];
let client: QueryClient;

beforeEach(() => {
  answers = {};
  sent = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  openSession("token");
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const call = `${init.method} ${address}`;
    sent.push({ call, body: typeof init.body === "string" ? JSON.parse(init.body) : undefined });
    const { status = 200, body } = answers[call.split("?")[0] ?? ""] ?? { status: 404, body: { detail: {} } };
    return Response.json(body, { status });
  });
});
afterEach(() => {
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

function renderAlone<Result>(hook: () => Result) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result;
}

const GET = "GET /api/datasets/inbox";
const load = () => client.fetchQuery(taskDatasetQuery("city-desk", "inbox"));

test("TEN-02 TEN-12 TLO-01 a dataset is asked for by name in its workspace, which it has from the call when the reply names none", async () => {
  answers[GET] = { body: WIRE };
  expect(await load()).toMatchObject({ id: "city-desk.inbox", workspaceName: "city-desk", task: "TextClassification" });
  expect(sent.map(({ call }) => call)).toEqual([`${GET}?workspace=city-desk`]);
  // Cached data shows at once, even while the page requests it again.
  expect(renderAlone(() => useQuery(taskDatasetQuery("city-desk", "inbox"))).current.data?.name).toBe("inbox");
  client.clear();
  const { workspace: _, ...unnamed } = WIRE;
  answers[GET] = { body: unnamed };
  expect(await load()).toMatchObject({ workspaceName: "city-desk" });
});

test.each([
  [{ status: 404, body: {} }, 404, "Not found dataset named inbox"],
  [{ status: 403, body: {} }, 404, "Not found dataset named inbox"],
  [{ body: { ...WIRE, task: null } }, 500, "Wrong dataset task initialization"],
  [{ body: { ...WIRE, task: "Poetry" } }, 500, "ERROR Unknown task: Poetry"],
])("TLO-02 TLO-03 TLO-11 TEN-33 what cannot be opened is for the error page: %j", async (answer, status, message) => {
  answers[GET] = answer;
  await expect(load()).rejects.toMatchObject({ name: "PageError", status, message });
  expect(getToasts()).toEqual([]);
});

const SETTINGS = "GET /api/datasets/inbox/TextClassification/settings";
const SUMMARY = "POST /api/datasets/inbox/TextClassification/metrics/dataset_labels:summary";
const schema = (...names: string[]) => ({ label_schema: { labels: names.map((name) => ({ id: name, name })) } });

const renderLabels = (dataset: LabeledDataset) => renderAlone(() => useTaskLabels(dataset));

test("LAB-08 LAB-11 TLO-08 labels are those of the settings, which are asked for in the workspace; nothing else is asked then", async () => {
  answers[SETTINGS] = { body: schema("Waste", "Noise") };
  const result = renderLabels(DATASET);
  await waitFor(() => expect(result.current.labels).toBeDefined());
  expect(result.current.labels?.map(({ text, isSavedInBack }) => [text, isSavedInBack])).toEqual([
    ["Waste", true],
    ["Noise", true],
  ]);
  expect(sent.map(({ call }) => call)).toEqual([`${SETTINGS}?workspace=city-desk`]);
});

test.each([{ status: 404, body: {} }, { body: schema() }])(
  "LAB-08 LAB-09 LAB-11 TLO-08 without a schema (%j) they come from the summary and count as not saved",
  async (settings) => {
    answers[SETTINGS] = settings;
    answers[SUMMARY] = { body: { labels: ["Rats", " ", "Rats", "Trees"] } };
    const result = renderLabels(DATASET);
    await waitFor(() => expect(result.current.labels).toBeDefined());
    expect(result.current.labels?.map(({ text, isSavedInBack }) => [text, isSavedInBack])).toEqual([
      ["Rats", false],
      ["Trees", false],
    ]);
    expect(sent[1]).toEqual({ call: `${SUMMARY}?size=5000&workspace=city-desk`, body: {} });
    expect(getToasts()).toEqual([]);
  },
);

test("LAB-11 RUL-12 a summary that cannot be had leaves a dataset without labels", async () => {
  answers[SUMMARY] = { status: 400, body: { detail: {} } };
  const result = renderLabels(DATASET);
  await waitFor(() => expect(result.current.labels).toEqual([]));
  expect(result.current.error).toBeNull();
});

test("TEN-07 entities are those of the settings, without any those the metadata names before those of the records", async () => {
  const at = "/api/datasets/inbox/TokenClassification";
  answers[`POST ${at}/metrics/dataset_labels:summary`] = { body: { labels: ["Vessel", "Person"] } };
  const metadata = { "postil-labels": { entities: ["Person", "Place"] } };
  const result = renderLabels({ ...DATASET, task: "TokenClassification", metadata });
  await waitFor(() => expect(result.current.labels?.map(({ text }) => text)).toEqual(["Person", "Place", "Vessel"]));
  client.clear();
  answers[`GET ${at}/settings`] = { body: schema("Date") };
  const saved = renderLabels({ ...DATASET, task: "TokenClassification", metadata });
  await waitFor(() => expect(saved.current.labels?.map(({ text }) => text)).toEqual(["Date"]));
});

test.each([403, 422, 500])(
  "LAB-08 LAB-10 any other status of the settings (%i) is told, in its place and without a toast",
  async (status) => {
    answers[SETTINGS] = { status, body: {} };
    const result = renderLabels(DATASET);
    await waitFor(() => expect(result.current.error?.message).toBe(`STATUS: ${status}, Could not fetch settings`));
    expect(result.current.labels).toBeUndefined();
    expect(getToasts()).toEqual([]);
    answers[SETTINGS] = { body: schema("Waste") };
    result.current.retry();
    await waitFor(() => expect(result.current.labels).toHaveLength(1));
  },
);
