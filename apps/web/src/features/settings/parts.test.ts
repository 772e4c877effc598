import type { Dataset } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty, VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import { beforeEach, expect, test, vi } from "vitest";
import { FIELD, GUIDELINES, METADATA, QUESTION, VECTOR } from "./parts.ts";

let asked: string;
let body: unknown;
let reply: () => Response;
beforeEach(() => {
  reply = () => Response.json({ detail: "broken" }, { status: 500 });
  vi.stubGlobal("fetch", async (address: string, { method, body: sent }: RequestInit) => {
    asked = `${method} ${address}`;
    body = JSON.parse(String(sent));
    return reply();
  });
});

const times = { insertedAt: 1, updatedAt: 1 };
const common = { name: "one", title: "One", datasetId: "d1", ...times };
const dataset: Dataset = {
  id: "d1",
  name: "letters",
  guidelines: null,
  status: "ready",
  workspaceId: "w1",
  allowExtraMetadata: true,
  lastActivityAt: 1,
  ...times,
};
const field: Field = {
  id: "f1",
  ...common,
  description: null,
  required: true,
  settings: { type: "text", useMarkdown: false },
};
const question: Question = { ...field, id: "q1" };
const property: MetadataProperty = {
  id: "m1",
  ...common,
  settings: { type: "terms", values: null },
  visibleForAnnotators: true,
};
const vector: VectorSettings = { id: "v1", ...common, dimensions: 2 };

test.each([
  ["FSE-22", () => GUIDELINES.save(dataset, { text: "Read." }), "datasets/d1", "ERROR_PATCHING_DATASET_GUIDELINES"],
  [
    "FSE-23",
    () => FIELD.save(field, { title: "Two", description: "", useMarkdown: true }),
    "fields/f1",
    "ERROR_PATCHING_FIELDS",
  ],
  ["FSE-24", () => QUESTION.save(question, QUESTION.formOf(question)), "questions/q1", "ERROR_PATCHING_QUESTIONS"],
  ["FSE-25", () => VECTOR.save(vector, { title: "Two" }), "vectors-settings/v1", "ERROR_PATCHING_VECTORS"],
  [
    "FSE-26",
    () => METADATA.save(property, METADATA.formOf(property)),
    "metadata-properties/m1",
    "ERROR_UPDATING_METADATA",
  ],
] as const)("%s API-28 an update that fails throws its code", async (_, save, path, code) => {
  await expect(save()).rejects.toMatchObject({ response: code, cause: { status: 500 } });
  expect(asked).toBe(`PATCH /api/v1/${path}`);
});

const wired = { name: "one", title: "Two", dataset_id: "d1", inserted_at: "2026-01-01T00:00:00" };
const text = { type: "text", use_markdown: true };

test.each([
  [
    "FSE-22",
    () => GUIDELINES.save(dataset, { text: " Read. " }),
    { allow_extra_metadata: true, guidelines: "Read." },
    { ...wired, guidelines: "Read.", allow_extra_metadata: true, status: "ready", workspace_id: "w1" },
  ],
  [
    "FSE-23",
    () => FIELD.save(field, { title: " Two ", description: " Said ", useMarkdown: true }),
    { title: "Two", description: "Said", settings: text },
    { ...wired, description: "Said", required: true, settings: text },
  ],
  [
    "FSE-24 FSE-13 FSE-17",
    () => QUESTION.save(question, { ...QUESTION.formOf(question), title: " Two ", description: " " }),
    { title: "Two", description: null, settings: { type: "text", use_markdown: false } },
    { ...wired, required: true, description: null, settings: text },
  ],
  ["FSE-25", () => VECTOR.save(vector, { title: "Two" }), { title: "Two" }, { ...wired, dimensions: 2 }],
  [
    "FSE-26",
    () => METADATA.save(property, { ...METADATA.formOf(property), title: "Two", visibleForAnnotators: false }),
    { title: "Two", visible_for_annotators: false },
    { ...wired, settings: { type: "terms", values: null }, visible_for_annotators: false },
  ],
] as const)(
  "%s an update sends just that, and takes the time of the change from the reply",
  async (_, save, sent, answer) => {
    reply = () => Response.json({ id: "x1", ...answer, updated_at: "2026-01-02T00:00:00.000005" });
    expect((await save()).updatedAt).toBe(Date.UTC(2026, 0, 2) * 1000 + 5);
    expect(body).toEqual(sent);
  },
);
