import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { OPTION_TEXT, OPTION_VALUE, PART_NAME } from "@postil/domain/datasets/names";
import type { Question, QuestionSettings, QuestionType } from "@postil/domain/datasets/question";
import { descriptionFault, questionTitleFault } from "@postil/domain/settings/settings-form";
import { t } from "i18next";
import { lacksOptions, OPTIONS_OF, type SaidQuestion } from "./said.ts";

/** An option with how often it is in the file. */
export type ShownOption = { readonly value: string; readonly text: string; readonly count: number };

/** The options of a question: those that the server found in its column, then those that were added. */
export function optionsOf(question: SaidQuestion, shown: WireUnderstanding | null): readonly ShownOption[] {
  if (OPTIONS_OF[question.type] === null) return [];
  const found = question.column === null ? [] : (madeOf(question, shown)?.options ?? []);
  const values = new Set(found.map(({ value }) => value));
  const added = question.added.filter((text) => !values.has(text));
  return [...found, ...added.map((text) => ({ value: text, text, count: 0 }))];
}

/** "77 labels, required" */
export function factsOf(
  { type, required }: Pick<SaidQuestion, "required"> & { readonly type: QuestionType },
  options: readonly ShownOption[],
): string {
  const facts = [
    type !== "text" && type !== "rating" && t("forms.labelCount", { count: options.length }),
    type === "rating" &&
      options.length > 0 &&
      t("importing.questions.range", { first: options[0]?.text ?? "", last: options.at(-1)?.text ?? "" }),
    t(required ? "importing.questions.required" : "importing.questions.optional"),
  ];
  return facts.filter(Boolean).join(", ");
}

type Made = NonNullable<WireUnderstanding["dataset"]>["questions"][number];

export const madeOf = (question: SaidQuestion, shown: WireUnderstanding | null): Made | undefined =>
  shown?.dataset?.questions.find(({ column, name }) => (column ?? name) === (question.column ?? question.name));

/** The question as annotators will see it. Its id is its name: there is none before the dataset is there. */
export function previewOf(question: SaidQuestion, options: readonly ShownOption[], made?: Made): Question {
  const { name, title, description, required, type } = question;
  return {
    id: name,
    name,
    title: title.trim() || name,
    description: description.trim() || null,
    required,
    settings: settingsOf(type, options, made),
    datasetId: "",
    insertedAt: 0,
    updatedAt: 0,
  };
}

/** The labels that are there at first; the page shows the others on demand. */
const VISIBLE_AT_FIRST = 15;

function settingsOf(type: SaidQuestion["type"], shown: readonly ShownOption[], made?: Made): QuestionSettings {
  const options = shown.map(({ value, text }) => ({ value, text, description: null }));
  const visibleOptions = options.length > VISIBLE_AT_FIRST ? VISIBLE_AT_FIRST : null;
  switch (type) {
    case "text":
      return { type, useMarkdown: false };
    case "rating":
      return { type, options: shown.map(({ value }) => ({ value: Number(value) })) };
    case "ranking":
      return { type, options };
    case "span":
      return {
        ...{ type, options, visibleOptions, field: made?.field ?? "" },
        ...{ allowOverlapping: made?.may_overlap ?? false, allowCharacterAnnotation: true },
      };
    case "label_selection":
      return { type, options, visibleOptions };
    case "multi_label_selection":
      return { type, options, visibleOptions, optionsOrder: "natural" };
  }
}

export type QuestionFault = "title" | "titleLong" | "description" | "name" | "nameTaken" | "options";

/** What of a question keeps the dataset from being made. */
export function questionFault(question: SaidQuestion, others: readonly SaidQuestion[]): QuestionFault | null {
  const { key, name, title, description } = question;
  const fault = questionTitleFault(title);
  if (fault !== null) return fault.fault === "required" ? "title" : "titleLong";
  if (descriptionFault(description) !== null) return "description";
  if (!PART_NAME.pattern.test(name) || name.length > PART_NAME.max) return "name";
  if (others.some((other) => other.key !== key && other.name === name)) return "nameTaken";
  return lacksOptions(question) ? "options" : null;
}

type LabelFault = "empty" | "there" | "long" | "many";

/** Labels to add, one a line, or why they cannot be added. */
export function readLabels(
  text: string,
  there: readonly ShownOption[],
  most: number | undefined,
): { readonly labels: readonly string[] } | { readonly fault: LabelFault } {
  const labels = [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== "");
  if (labels.length === 0) return { fault: "empty" };
  // Limits count characters, not UTF-16 units.
  if (labels.some((label) => [...label].length > Math.min(OPTION_VALUE.max, OPTION_TEXT.max))) return { fault: "long" };
  const taken = new Set(there.flatMap((option) => [option.value, option.text]));
  const fresh = labels.filter((label) => !taken.has(label));
  if (fresh.length === 0) return { fault: "there" };
  return most !== undefined && there.length + fresh.length > most ? { fault: "many" } : { labels: fresh };
}
