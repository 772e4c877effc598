import { SETTINGS } from "@postil/domain/answers/answers.fixture";
import { damagedJson } from "@postil/domain/damaged-json.fixture";
import type { Dataset } from "@postil/domain/datasets/dataset";
import { asObject } from "@postil/domain/json-object";
import { fieldUpdate, metadataUpdate, questionUpdate, vectorUpdate } from "@postil/domain/settings/settings-form";
import fc from "fast-check";
import { expect, test } from "vitest";
import { draftFields, draftQuestions } from "./draft-parts.ts";
import { type Drafts, draftOf, readDrafts } from "./drafts.tsx";
import { FIELD, GUIDELINES, METADATA, NAME, type Part, QUESTION, type Stored, VECTOR } from "./parts.ts";

const ITEM = { name: "one", title: "One", datasetId: "d1", insertedAt: 1, updatedAt: 1 };
const DATASET: Dataset = {
  ...{ ...ITEM, id: "d1", guidelines: null, workspaceId: "w1", allowExtraMetadata: true },
  ...{ status: "ready", lastActivityAt: 1 },
};
const FIELD_1 = {
  ...ITEM,
  id: "f1",
  description: null,
  required: true,
  settings: { type: "text", useMarkdown: false },
} as const;
const QUESTIONS = Object.entries(SETTINGS).map(([id, settings]) => ({
  ...{ ...ITEM, id, settings },
  ...{ description: "Pick", required: true },
}));
const PROPERTY = {
  ...{ ...ITEM, id: "m1", visibleForAnnotators: true },
  settings: { type: "terms", values: null },
} as const;
const VECTOR_1 = { ...ITEM, id: "v1", dimensions: 2 };

const kept = (form: object, base: object) => ({ form, base, isEdited: true });
const SOUND = {
  "guidelines/d1": kept({ text: "Read" }, DATASET),
  "field/f1": kept({ title: "Two", description: "Said", useMarkdown: true }, FIELD_1),
  "metadata/m1": kept({ title: "Two", visibleForAnnotators: false }, PROPERTY),
  "vector/v1": kept({ title: "Two" }, VECTOR_1),
  ...Object.fromEntries(
    QUESTIONS.map((question) => [
      `question/${question.id}`,
      kept({ ...QUESTION.formOf(question), title: "Two" }, question),
    ]),
  ),
};

test("AUT-11 FSE-04 what was typed into the settings is read as it was kept", () => {
  expect(readDrafts(SOUND)).toEqual(SOUND);
});

/** The form as the page draws it, and as the page reads it before it saves. */
function formIn<Entity extends Stored, Form>(read: { drafts: Drafts }, part: Part<Entity, Form>, entity: Entity): Form {
  const { form, base } = draftOf(read, part, entity);
  part.isValid(form, entity);
  part.isSame(base, entity);
  return form;
}

test("AUT-11 whatever stands in the place of a form, the settings are drawn and can be saved: with it, or as they are stored", () => {
  fc.assert(
    fc.property(damagedJson(SOUND), (damaged) => {
      const drafts = readDrafts(asObject(damaged) ?? {});
      const read = { drafts };
      expect(draftOf(read, GUIDELINES, DATASET).form.text).toBeTypeOf("string");
      fieldUpdate(FIELD_1, formIn(read, FIELD, FIELD_1));
      metadataUpdate(PROPERTY, formIn(read, METADATA, PROPERTY));
      vectorUpdate(VECTOR_1, formIn(read, VECTOR, VECTOR_1));
      expect(draftOf(read, NAME, DATASET).form.name).toBeTypeOf("string");
      const fields = draftFields("d1", [FIELD_1]);
      fields.with(FIELD_1, formIn(read, fields, FIELD_1));
      const questions = draftQuestions("d1", QUESTIONS, [FIELD_1]);
      for (const question of QUESTIONS) questions.with(question, formIn(read, questions, question));
      for (const question of QUESTIONS) questionUpdate(question, formIn(read, QUESTION, question));
    }),
  );
});
