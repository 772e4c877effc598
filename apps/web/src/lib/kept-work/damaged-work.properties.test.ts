import { formValues, openForm } from "@postil/domain/answers/answer-form";
import { buildQuestion, SETTINGS } from "@postil/domain/answers/answers.fixture";
import { damagedJson } from "@postil/domain/damaged-json.fixture";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { keptBulk, textsOfTyped, typedWork } from "./typed-work.ts";

beforeEach(() => localStorage.clear());

const QUESTIONS = Object.values(SETTINGS).map((settings) => buildQuestion(settings));

/** The kept work of a user, as pages write it. */
const SOUND = {
  forms: { version: 1, forms: { "field/f1": { form: { title: "Text", useMarkdown: true }, base: { title: "" } } } },
  rules: [{ query: "lamp*", labels: ["Lighting"], description: "", from: "lamp" }],
  bulk: {
    version: 1,
    answers: {
      text: { value: "Good", untouched: [] },
      multi_label_selection: { value: ["a"], untouched: ["a"] },
      ranking: { value: [{ value: "a", rank: 1 }], untouched: [] },
      span: { value: [{ label: "a", start: 0, end: 1 }], untouched: [] },
    },
    ...{ chosen: ["r1"], allMatches: true, page: "pending/1/10", address: "page=1~10" },
  },
};

test("AUT-11 AUT-32 whatever stands in the place of what was kept, no page fails on it", () => {
  fc.assert(
    fc.property(damagedJson(SOUND.forms), damagedJson(SOUND.rules), damagedJson(SOUND.bulk), (...all) => {
      for (const [at, name] of ["forms", "rules", "bulk"].entries())
        localStorage.setItem(`postil:${name}:u1:d1`, JSON.stringify(all[at]));
      const lines = typedWork("u1").flatMap(textsOfTyped);
      expect(lines.every((line) => typeof line === "string")).toBe(true);
      const draft = keptBulk("u1", "d1")?.answers ?? null;
      formValues(openForm({ questions: QUESTIONS, fields: null, response: null, suggestions: [], draft }));
      // The page leaves unreadable entries alone.
      expect(localStorage).toHaveLength(3);
    }),
  );
});
