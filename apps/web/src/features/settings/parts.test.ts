import type { Dataset } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { beforeEach, expect, test, vi } from "vitest";
import { FIELD, GUIDELINES, METADATA, QUESTION, VECTOR } from "./parts.ts";

let asked: string;
beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string, { method }: RequestInit) => {
    asked = `${method} ${address}`;
    return Response.json({ detail: "broken" }, { status: 500 });
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
const field: Field = { id: "f1", ...common, required: true, settings: { type: "text", useMarkdown: false } };
const question: Question = { ...field, id: "q1", description: null };
const property: MetadataProperty = {
  id: "m1",
  ...common,
  settings: { type: "terms", values: null },
  visibleForAnnotators: true,
};
const vector: VectorSettings = { id: "v1", ...common, dimensions: 2 };

test.each([
  ["FSE-22", () => GUIDELINES.save(dataset, { text: "Read." }), "datasets/d1", "ERROR_PATCHING_DATASET_GUIDELINES"],
  ["FSE-23", () => FIELD.save(field, { title: "Two", useMarkdown: true }), "fields/f1", "ERROR_PATCHING_FIELDS"],
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
