import fc from "fast-check";
import { expect, test } from "vitest";
import type { Field } from "../datasets/field.ts";
import type { MetadataProperty, VectorSettings } from "../datasets/metadata-property.ts";
import { changeSettings, type LabelOption, type Question, type QuestionSettings } from "../datasets/question.ts";
import {
  descriptionFault,
  fieldForm,
  fieldUpdate,
  guidelinesUpdate,
  isEdited,
  isQuestionValid,
  metadataForm,
  metadataUpdate,
  optionTextFault,
  questionForm,
  questionTitleFault,
  questionUpdate,
  titleFault,
  vectorForm,
  vectorUpdate,
} from "./settings-form.ts";

const times = { insertedAt: 1, updatedAt: 1 };
const option = (value: string): LabelOption => ({ value, text: value.toUpperCase(), description: null });
const options = ["a", "b", "c"].map(option);
const LABEL: QuestionSettings = { type: "label_selection", options, visibleOptions: 3 };
const SPAN: QuestionSettings = {
  type: "span",
  field: "text",
  options,
  visibleOptions: null,
  allowOverlapping: true,
  allowCharacterAnnotation: true,
};

const ask = (settings: QuestionSettings, part: Partial<Question> = {}): Question => ({
  id: "q",
  name: "topics",
  title: "Topics",
  description: "Pick some",
  required: true,
  datasetId: "d",
  ...times,
  ...part,
  settings,
});
const field: Field = {
  id: "f",
  name: "text",
  title: "Text",
  description: null,
  required: true,
  settings: { type: "text", useMarkdown: false },
  datasetId: "d",
  ...times,
};
const property: MetadataProperty = {
  id: "m",
  name: "lang",
  title: "Language",
  settings: { type: "terms", values: null },
  visibleForAnnotators: true,
  datasetId: "d",
  ...times,
};
const vector: VectorSettings = { id: "v", name: "mini", title: "Mini", dimensions: 3, datasetId: "d", ...times };

const REQUIRED = { fault: "required" };
const tooLong = (max: number) => ({ fault: "tooLong", max });

test("FSE-03 FSE-04 an item is modified when one of its editable values differs from the original", () => {
  const question = questionForm(ask(LABEL));
  expect(isEdited(question, question)).toBe(false);
  expect(isEdited(question, { ...question, title: "Other" })).toBe(true);
  expect(isEdited(question, { ...question, description: "" })).toBe(true);
  expect(isEdited(question, { ...question, settings: { ...LABEL, visibleOptions: null } })).toBe(true);
  expect(isEdited(question, { ...question, settings: { ...LABEL, options: options.toReversed() } })).toBe(true);
  expect(isEdited(fieldForm(field), { ...fieldForm(field), useMarkdown: true })).toBe(true);
  expect(isEdited(metadataForm(property), { ...metadataForm(property), visibleForAnnotators: false })).toBe(true);
  expect(isEdited(vectorForm(vector), { title: "Other" })).toBe(true);
});

test("FSE-13 blanks around titles and descriptions are no change and are not sent", () => {
  const form = questionForm(ask(LABEL));
  const spaced = { ...form, title: "  Topics\n", description: " Pick some " };
  expect(isEdited(form, spaced)).toBe(false);
  expect(questionUpdate(ask(LABEL), spaced)).toMatchObject({ title: "Topics", description: "Pick some" });
  expect(fieldUpdate(field, { title: " Body ", description: " What was said ", useMarkdown: true })).toEqual({
    title: "Body",
    description: "What was said",
    settings: { type: "text", useMarkdown: true },
  });
});

test("FSE-05 restoring takes the originals again; after an update the current values are the originals", () => {
  const original = ask(LABEL);
  const current = { ...questionForm(original), title: " New ", description: "" };
  expect(isEdited(questionForm(original), questionForm(original))).toBe(false);
  const { title, description } = questionUpdate(original, current);
  expect(isEdited(questionForm({ ...original, title, description }), current)).toBe(false);
});

test("FSE-09 FSE-10 FSE-11 FSE-12 FSE-14 a text may be as long as the limit, counted after trimming as the user sees it", () => {
  expect(questionTitleFault(" \n ")).toEqual(REQUIRED);
  for (const [fault, max] of [
    [questionTitleFault, 200],
    [descriptionFault, 500],
    [titleFault, 500],
  ] as const) {
    expect(fault(` ${"x".repeat(max)} `)).toBeNull();
    expect(fault("👨‍👩‍👧".repeat(max))).toBeNull();
    expect(fault("x".repeat(max + 1))).toEqual(tooLong(max));
  }
  expect(descriptionFault("")).toBeNull();
  expect(titleFault("")).toBeNull();
  expect(optionTextFault(" ")).toEqual(REQUIRED);
});

test("FSE-15 a question with a text that stands against the rules is not valid, an option's included", () => {
  const form = questionForm(ask(LABEL));
  expect(isQuestionValid(form)).toBe(true);
  expect(isQuestionValid({ ...form, title: "" })).toBe(false);
  expect(isQuestionValid({ ...form, description: "x".repeat(501) })).toBe(false);
  const unnamed = { ...LABEL, options: [{ ...option("a"), text: " " }, option("b")] };
  expect(isQuestionValid({ ...form, settings: unnamed })).toBe(false);
});

test("FSE-16 FSE-17 empty guidelines and an empty description are sent as null", () => {
  expect(guidelinesUpdate(" \n ")).toBeNull();
  expect(guidelinesUpdate("\n# Read\n")).toBe("# Read");
  expect(questionUpdate(ask(LABEL), { ...questionForm(ask(LABEL)), description: "  " }).description).toBeNull();
});

test("FSE-18 settings are sent without their options as long as nobody changed these", () => {
  const sent = (settings: QuestionSettings) => questionUpdate(ask(settings), questionForm(ask(settings))).settings;
  expect(sent({ type: "text", useMarkdown: true })).toEqual({ type: "text", useMarkdown: true });
  expect(sent({ type: "rating", options: [{ value: 1 }, { value: 2 }] })).toEqual({ type: "rating" });
  expect(sent({ type: "ranking", options })).toEqual({ type: "ranking" });
  expect(sent(LABEL)).toEqual({ type: "label_selection", visibleOptions: 3 });
});

test("FSE-18 FSE-24 a span question always says again whether its spans may overlap", () => {
  const { settings } = questionUpdate(ask(SPAN), { ...questionForm(ask(SPAN)), title: "Parts" });
  expect(settings).toEqual({ type: "span", visibleOptions: null, allowOverlapping: true });
  expect(changeSettings(SPAN, settings)).toEqual({ settings: SPAN });
});

test("FEN-10 of a type of a later version only title and description are sent", () => {
  // Types outside the union on purpose; the second is the name of something that every object has.
  for (const type of ["drawing", "constructor"]) {
    const later = ask({ type, options: {}, visibleOptions: 3 } as unknown as QuestionSettings);
    const form = { ...questionForm(later), title: "Drawn", description: "" };
    expect(isQuestionValid(form)).toBe(true);
    expect(questionUpdate(later, form)).toEqual({ title: "Drawn", description: null, settings: undefined });
    const change = { type: later.settings.type };
    expect(changeSettings(LABEL, change)).toHaveProperty("fault");
    expect(changeSettings(later.settings, change)).toEqual({ settings: later.settings });
  }
});

test("FSE-19 FSE-20 FSE-21 an empty title goes out as the name", () => {
  expect(fieldUpdate(field, { title: " ", description: " ", useMarkdown: false })).toMatchObject({
    title: "text",
    description: null,
  });
  expect(questionUpdate(ask(LABEL), { ...questionForm(ask(LABEL)), title: "" }).title).toBe("topics");
  expect(metadataUpdate(property, { title: "", visibleForAnnotators: false })).toEqual({
    title: "lang",
    visibleForAnnotators: false,
  });
  expect(vectorUpdate(vector, { title: "\t" })).toEqual({ title: "mini" });
});

test("FSE-30 changed options are sent, all of them, and the server's rules take whatever order, texts and additions there are", () => {
  const values = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(values, fc.array(fc.string({ minLength: 1, maxLength: 5 })), fc.nat(), (stored, added, turn) => {
      const settings: QuestionSettings = { type: "label_selection", options: stored.map(option), visibleOptions: null };
      const more = [...new Set(added)].filter((value) => !stored.includes(value)).map(option);
      const all = [...settings.options, ...more];
      const turned = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)];
      const change = questionUpdate(ask(settings), {
        title: "T",
        description: "",
        settings: { ...settings, options: turned },
      }).settings;
      const changed = changeSettings(settings, change);
      const sent = turned.map((one) => ({ ...one, text: one.text.trim() }));
      expect(changed).toEqual({ settings: { ...settings, options: sent } });
    }),
  );
});
