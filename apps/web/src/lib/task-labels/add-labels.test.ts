import { globalLabels } from "@postil/domain/tasks/labels";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readCurrentWorkspaceFrom } from "../api/api.ts";
import { type LabeledDataset, taskSettingsKey } from "../api/queries/task-dataset.ts";
import { closeSession, openSession } from "../session/store.ts";
import { clearToasts, getToasts } from "../toasts/store.ts";
import { addLabels } from "./add-labels.ts";

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
const SETTINGS = "/api/datasets/inbox/TextClassification/settings?workspace=city-desk";

type Sent = { readonly method: string; readonly address: string; readonly body: unknown };
type Schema = { label_schema: { labels: { id: string; name: string; description?: string }[] } };
let sent: Sent[];
let stored: Schema | null;
let refusal: (() => Response) | null;
let client: QueryClient;

const schema = (...names: string[]): Schema => ({
  label_schema: { labels: names.map((name) => ({ id: name, name })) },
});
const saved = (...texts: string[]) => globalLabels(texts, DATASET.id, true);
const shown = () => getToasts().filter(({ phase }) => phase !== "closing");
const messages = () => shown().map(({ message, type }) => `${type}: ${message}`);
const written = () => sent.filter(({ method }) => method === "PATCH").map(({ body }) => body);

beforeEach(() => {
  sent = [];
  stored = schema("Waste", "Noise");
  refusal = null;
  client = new QueryClient();
  openSession("token");
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    sent.push({ method: init.method ?? "GET", address, body });
    if (init.method === "PATCH") return refusal?.() ?? Response.json(body);
    return stored === null ? Response.json({ detail: {} }, { status: 404 }) : Response.json(stored);
  });
});
afterEach(() => {
  closeSession("signed-out");
  clearToasts();
  readCurrentWorkspaceFrom(() => null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("LAB-13 LAB-15 TOA-20 TOA-25 the union of existing and new labels is saved, counts as saved, and a toast says so", async () => {
  const added = ["Dogs", "Noise", "Ferries"];
  expect(await addLabels(client, DATASET, { labels: saved("Waste", "Noise"), added })).toBe("saved");
  expect(sent.map(({ method, address }) => `${method} ${address}`)).toEqual([`GET ${SETTINGS}`, `PATCH ${SETTINGS}`]);
  expect(written()).toEqual([schema("Waste", "Noise", "Dogs", "Ferries")]);
  expect(client.getQueryData(taskSettingsKey(DATASET))).toEqual({
    labelSchema: schema("Waste", "Noise", "Dogs", "Ferries").label_schema,
  });
  expect(messages()).toEqual(["success: The labels are updated!"]);
});

test("TEN-14 TEN-15 entities are saved as labels of the settings too; what the dataset's metadata names is not written", async () => {
  const metadata = { "postil-labels": { entities: ["Person"] } };
  const dataset = { ...DATASET, task: "TokenClassification", metadata } as const;
  stored = null;
  await addLabels(client, dataset, { labels: globalLabels(["Person"], DATASET.id), added: ["Place"] });
  const settings = SETTINGS.replace("TextClassification", "TokenClassification");
  expect(sent.map(({ method, address }) => `${method} ${address}`)).toEqual([`GET ${settings}`, `PATCH ${settings}`]);
  expect(written()).toEqual([schema("Person", "Place")]);
});

test("LAB-11 LAB-15 labels that were found in the records are saved with the new ones", async () => {
  stored = null;
  const labels = globalLabels(["Rats", "Trees"], DATASET.id);
  expect(await addLabels(client, DATASET, { labels, added: ["Rats"] })).toBe("saved");
  expect(written()).toEqual([schema("Rats", "Trees")]);
});

test("LAB-14 LAB-18 TOA-14 TOA-25 when every new label exists an info toast says which, and the signal is passed on unchanged", async () => {
  const adding = addLabels(client, DATASET, { labels: saved("Waste", "Noise"), added: ["Noise", "Waste"] });
  await expect(adding).rejects.toMatchObject({ signal: "LABEL_ALREADY_EXIST", message: "LABEL_ALREADY_EXIST" });
  expect(messages()).toEqual(['info: The labels "Noise, Waste" already exist in the list of labels']);
  expect(sent).toEqual([]);
});

test("LAB-16 LAB-17 ROL-05 TOA-20 a 403 is logged as its signal and shows no toast", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  refusal = () => Response.json({ detail: {} }, { status: 403 });
  expect(await addLabels(client, DATASET, { labels: saved("Waste", "Noise"), added: ["Dogs"] })).toBe("refused");
  expect(warn).toHaveBeenCalledWith("NOT_ALLOWED_TO_UPDATE_LABELS");
  expect(shown()).toEqual([]);
});

test("API-19 TOA-20 a 401 shows no toast either: the session is over, which is said in place of the page", async () => {
  refusal = () => Response.json({ detail: {} }, { status: 401 });
  const adding = addLabels(client, DATASET, { labels: saved("Waste", "Noise"), added: ["Dogs"] });
  await expect(adding).rejects.toMatchObject({ cause: { status: 401 } });
  expect(shown()).toEqual([]);
});

test("LAB-17 TOA-20 TOA-25 any other failure is an error toast with its status, and thrown on", async () => {
  refusal = () => Response.json({ detail: "no" }, { status: 400 });
  const adding = addLabels(client, DATASET, { labels: saved("Waste", "Noise"), added: ["Dogs"] });
  await expect(adding).rejects.toMatchObject({ message: "Error on adding new labels", cause: { status: 400 } });
  const text = "STATUS:400 The labels of the dataset inbox with task TextClassification could not be saved";
  expect(messages()).toEqual([`error: ${text}`]);
});

test("LAB-15 labels that somebody else has saved meanwhile stay; an order of others is not forced upon them", async () => {
  stored = schema("Waste", "Noise", "Theirs");
  const labels = saved("Waste", "Noise");
  expect(await addLabels(client, DATASET, { labels, order: ["Noise", "Waste"], added: [] })).toBe("meanwhile");
  expect(written()).toEqual([]);
  expect(await addLabels(client, DATASET, { labels, added: ["Mine"] })).toBe("saved");
  expect(written()).toEqual([schema("Waste", "Noise", "Theirs", "Mine")]);
});

test("LAB-13 a new order is saved with what the settings knew of each label", async () => {
  const labels = [
    { id: "1", name: "Waste", description: "bins" },
    { id: "2", name: "Noise" },
  ];
  stored = { label_schema: { labels } };
  await addLabels(client, DATASET, { labels: saved("Waste", "Noise"), order: ["Noise", "Waste"], added: ["Dogs"] });
  expect(written()).toEqual([{ label_schema: { labels: [labels[1], labels[0], { id: "Dogs", name: "Dogs" }] } }]);
});
