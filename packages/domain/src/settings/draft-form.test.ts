import fc from "fast-check";
import { expect, test } from "vitest";
import { publishFaults } from "../datasets/publish.ts";
import type { Question, QuestionSettings, QuestionType } from "../datasets/question.ts";
import {
  type DraftQuestionForm,
  draftFieldFault,
  draftNameOf,
  draftQuestionFault,
  draftQuestionForm,
  isDraftFieldForm,
  isDraftQuestionForm,
  OPTION_COUNTS,
  ratingOptions,
  settingsOfType,
} from "./draft-form.ts";

const TEXT: QuestionSettings = { type: "text", useMarkdown: false };
const labels = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `v${at}`, text: `T${at}`, description: null }));
const TYPES = Object.keys(OPTION_COUNTS) as QuestionType[]; // the keys of the table
const form = (settings: QuestionSettings, part: Partial<DraftQuestionForm> = {}): DraftQuestionForm => ({
  ...{ name: "", title: "Which kind?", description: "", required: true, settings },
  ...part,
});
const around = {
  isTaken: (name: string) => name === "why",
  fields: ["text", "title"],
  isMarked: (field: string) => field === "title",
};
const fault = (settings: QuestionSettings, part?: Partial<DraftQuestionForm>) =>
  draftQuestionFault(form(settings, part), around);

test("DSB-03 a blank name is made of the title; a title that gives none asks for one", () => {
  expect(draftNameOf({ name: "", title: " Which Kind? " }, "x")).toBe("which_kind");
  expect(draftNameOf({ name: " own ", title: "Which Kind?" }, "x")).toBe("own");
  expect(draftNameOf({ name: "", title: "どの種類" }, "x")).toBe("donozhonglei");
  expect(draftNameOf({ name: "", title: "—" }, "x")).toBe("x");
  expect(fault(TEXT)).toBeNull();
  expect(fault(TEXT, { title: "—" })).toEqual({ fault: "name" });
  expect(fault(TEXT, { title: "Why" })).toEqual({ fault: "taken" });
  expect(fault(TEXT, { name: "Not One" })).toEqual({ fault: "name" });
  expect(fault(TEXT, { title: " " })).toEqual({ fault: "title" });
  expect(fault(TEXT, { description: "x".repeat(501) })).toEqual({ fault: "description" });
  const field = { name: "", title: "Text", description: "", required: true, useMarkdown: false };
  expect(draftFieldFault(field, () => false)).toBeNull();
  expect(draftFieldFault(field, (name) => name === "text")).toEqual({ fault: "taken" });
});

test("DSB-03 a question has as many options as its type takes, each with a text; spans have a field of their own", () => {
  expect(fault({ type: "label_selection", options: labels(1), visibleOptions: null })).toEqual({
    fault: "fewOptions",
    count: 2,
  });
  expect(fault({ type: "ranking", options: labels(51) })).toEqual({ fault: "manyOptions", count: 50 });
  expect(fault({ type: "rating", options: ratingOptions(3, 3) })).toEqual({ fault: "fewOptions", count: 2 });
  expect(fault({ type: "ranking", options: labels(2).map((one) => ({ ...one, text: " " })) })).toEqual({
    fault: "optionText",
  });
  const spans = (field: string) => settingsOfType("span", { type: "ranking", options: labels(1) }, field);
  expect(fault(spans("text"))).toBeNull();
  expect(fault(spans("title"))).toEqual({ fault: "fieldTaken" });
  expect(fault(spans("gone"))).toEqual({ fault: "field" });
});

test("DSB-03 whatever types a question goes through, its labels go along, and its kept form is known again", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...TYPES), { maxLength: 6 }), fc.nat({ max: 5 }), (types, count) => {
      let settings: QuestionSettings = { type: "label_selection", options: labels(count), visibleOptions: null };
      let kept = true;
      for (const type of types) {
        settings = settingsOfType(type, settings, "text");
        kept &&= type !== "text" && type !== "rating";
        expect(settings.type).toBe(type);
        expect(isDraftQuestionForm(JSON.parse(JSON.stringify(form(settings))))).toBe(true);
        if (kept) expect(settings).toHaveProperty("options", labels(count));
      }
    }),
  );
  expect(isDraftQuestionForm({ ...form(TEXT), name: 7 })).toBe(false);
  expect(isDraftFieldForm({ title: "", description: "", useMarkdown: true, required: true })).toBe(false);
});

test("DSB-06 a draft lacks a required field, a required question, or the field of a question about spans", () => {
  const question = (settings: QuestionSettings, required: boolean): Question => ({
    ...{ id: "q", name: "q", title: "Q", description: null, required, settings },
    ...{ datasetId: "d", insertedAt: 1, updatedAt: 1 },
  });
  const asked = [question(settingsOfType("span", TEXT, "gone"), true)];
  expect(publishFaults([], [])).toEqual([{ what: "fields" }, { what: "questions" }]);
  expect(publishFaults([{ name: "text", required: true }], asked)).toEqual([
    { what: "lost", question: "q", field: "gone" },
  ]);
  expect(publishFaults([{ name: "gone", required: true }], asked)).toEqual([]);
  expect(publishFaults([{ name: "gone", required: false }], [question(TEXT, false)])).toHaveLength(2);
  expect(draftQuestionForm(question(TEXT, true))).toMatchObject({ name: "q", required: true, description: "" });
});
