import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { userFromWireV0, userToWireV0 } from "../accounts/mapping.ts";
import { WireUserV0 } from "../accounts/people.ts";
import {
  datasetFromWire,
  datasetToWire,
  ownMetricsFromWire,
  ownMetricsToWire,
  progressFromWire,
  progressToWire,
} from "../datasets/mapping.ts";
import { WireDataset, WireOwnMetrics } from "../feedback/datasets.ts";
import { WireField, WireMetadataProperty, WireVectorSettings } from "../feedback/parts.ts";
import {
  fieldFromWire,
  fieldToWire,
  metadataPropertyFromWire,
  metadataPropertyToWire,
  questionFromWire,
  questionToWire,
  vectorSettingsFromWire,
  vectorSettingsToWire,
} from "../feedback/parts-mapping.ts";
import { WireQuestion } from "../feedback/questions.ts";
import { recordFromWire, recordToWire } from "../feedback/record-mapping.ts";
import { WireRecord } from "../feedback/records.ts";

const ID = "0b8b6f1e-0000-4000-8000-000000000001";
const times = { inserted_at: "2026-01-02T03:04:05.000006", updated_at: "2026-01-03T03:04:05" };
const micros = {
  insertedAt: Date.UTC(2026, 0, 2, 3, 4, 5) * 1000 + 6,
  updatedAt: Date.UTC(2026, 0, 3, 3, 4, 5) * 1000,
};
const option = { value: "a", text: "A", description: null };

describe("every entity is valid on the wire, is named in the domain's way, and comes back as it went", () => {
  test("FEN-02 a dataset", () => {
    const sent = WireDataset.parse({
      id: ID,
      name: "letters",
      guidelines: null,
      allow_extra_metadata: false,
      metadata: { repo: "notes" },
      status: "ready",
      workspace_id: ID,
      last_activity_at: times.updated_at,
      ...times,
    });
    const dataset = datasetFromWire(sent);
    expect(dataset).toEqual({
      id: ID,
      name: "letters",
      guidelines: null,
      allowExtraMetadata: false,
      status: "ready",
      workspaceId: ID,
      lastActivityAt: micros.updatedAt,
      ...micros,
    });
    expect(datasetToWire({ ...dataset, metadata: sent.metadata ?? null })).toEqual(sent);
  });

  test("FEN-12 a field", () => {
    const sent = WireField.parse({
      id: ID,
      name: "text",
      title: "Text",
      description: "What was said",
      required: true,
      settings: { type: "text", use_markdown: true },
      dataset_id: ID,
      ...times,
    });
    const field = fieldFromWire(sent);
    expect(field).toMatchObject({ datasetId: ID, settings: { type: "text", useMarkdown: true }, ...micros });
    expect(fieldToWire(field)).toEqual(sent);
  });

  test.each([
    { type: "text", use_markdown: false },
    { type: "rating", options: [{ value: 1 }, { value: 2 }] },
    { type: "label_selection", options: [option], visible_options: 3 },
    { type: "multi_label_selection", options: [option], visible_options: null, options_order: "suggestion" },
    { type: "ranking", options: [option] },
    {
      type: "span",
      field: "text",
      options: [option],
      visible_options: null,
      allow_overlapping: true,
      allow_character_annotation: true,
    },
  ])("FEN-06 FEN-07 FEN-08 FEN-09 a question of type $type", (settings) => {
    const sent = WireQuestion.parse({
      id: ID,
      name: "q",
      title: "Q",
      description: null,
      required: true,
      settings,
      dataset_id: ID,
      ...times,
    });
    const question = questionFromWire(sent);
    expect(question).toMatchObject({ required: true, datasetId: ID, settings: { type: settings.type } });
    expect(Object.keys(question.settings).join()).not.toContain("_");
    expect(questionToWire(question)).toEqual(sent);
  });

  test.each([
    { type: "terms", values: ["a", "b"] },
    { type: "terms", values: null },
    { type: "integer", min: null, max: 4 },
    { type: "float", min: 0.5, max: 1.5 },
  ])("FEN-16 FEN-17 a metadata property with $type settings", (settings) => {
    const sent = WireMetadataProperty.parse({
      id: ID,
      name: "split",
      title: "Split",
      settings,
      visible_for_annotators: true,
      dataset_id: ID,
      ...times,
    });
    const property = metadataPropertyFromWire(sent);
    expect(property).toMatchObject({ visibleForAnnotators: true, settings });
    expect(metadataPropertyToWire(property)).toEqual(sent);
  });

  test("FEN-14 vector settings", () => {
    const sent = WireVectorSettings.parse({
      id: ID,
      name: "v",
      title: "V",
      dimensions: 4,
      dataset_id: ID,
      ...times,
    });
    const settings = vectorSettingsFromWire(sent);
    expect(settings).toMatchObject({ name: "v", title: "V", dimensions: 4 });
    expect(vectorSettingsToWire(settings)).toEqual(sent);
  });

  test("FEN-14 the title of a vector setting defaults to its name", () => {
    const { title: _, ...bare } = { id: ID, name: "v", title: "", dimensions: 4, dataset_id: ID, ...times };
    for (const sent of [bare, { ...bare, title: null }, { ...bare, title: "" }])
      expect(vectorSettingsFromWire(sent).title).toBe("v");
  });

  test("FEN-22 FEN-26 FEN-28 FEN-29 a record with its responses, suggestions and vectors, each only when it was asked for", () => {
    const bare = { id: ID, fields: { text: "x" }, metadata: null, external_id: "e1", dataset_id: ID, ...times };
    const response = { id: ID, values: { q: { value: "a" } }, status: "draft", record_id: ID, user_id: null, ...times };
    const suggestion = { question_id: ID, type: "model", value: ["a"], agent: "m", score: [0.5], id: ID, ...times };
    const full = { ...bare, responses: [response], suggestions: [suggestion], vectors: { v: [0.1, 0.2] } };
    for (const given of [bare, full, { ...bare, responses: null, vectors: {} }]) {
      const sent = WireRecord.parse(given);
      expect(recordToWire(recordFromWire(sent))).toEqual(sent);
    }
    expect(recordFromWire(WireRecord.parse(full))).toMatchObject({
      externalId: "e1",
      responses: [{ recordId: ID, userId: null }],
      suggestions: [{ questionId: ID, agent: "m" }],
    });
    expect(recordFromWire(WireRecord.parse(bare))).not.toHaveProperty("responses");
  });

  test("AUT-06 the caller, with the names of their workspaces; a missing last name is left out", () => {
    const sent = WireUserV0.parse({
      id: ID,
      first_name: "Mara",
      full_name: "Mara",
      username: "mara",
      role: "annotator",
      workspaces: ["archive"],
      api_key: "k",
      ...times,
    });
    const { workspaces, ...user } = userFromWireV0(sent);
    expect(user.lastName).toBeNull();
    expect(userToWireV0(user, user, workspaces)).toEqual(sent);
  });

  test("FPR-01 DSL-14 figures", () => {
    const counts = fc.record({
      total: fc.nat(),
      submitted: fc.nat(),
      discarded: fc.nat(),
      conflicting: fc.nat(),
      pending: fc.nat(),
    });
    fc.assert(
      fc.property(counts, (progress) => {
        expect(progressFromWire(progressToWire(progress))).toEqual(progress);
      }),
    );
    const own = { records: 5, responses: 3, submitted: 1, discarded: 1, draft: 1 };
    expect(ownMetricsFromWire(WireOwnMetrics.parse(ownMetricsToWire(own)))).toEqual(own);
  });
});
