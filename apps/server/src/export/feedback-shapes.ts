import { timeToWire } from "@postil/contract/wire/mapping";
import { readAnswer } from "@postil/domain/answers/answers";
import type { MetadataSettings } from "@postil/domain/datasets/metadata-property";
import type { Question, QuestionSettings } from "@postil/domain/datasets/question";
import { type Chosen, chooseAnswer, preferencesOf } from "@postil/domain/exports/chosen-answer";
import { type LeftOut, questionOfShape } from "@postil/domain/exports/export-shape";
import { anyOverlap, tagLabels, tokenTags } from "@postil/domain/exports/token-tags";
import { ownOf } from "@postil/domain/objects";
import type { Ranked } from "@postil/domain/records/question-types";
import { Refusal } from "@postil/domain/refusal";
import { isWithin, type Span } from "@postil/domain/spans/span";
import { textOf, wordUnits } from "@postil/domain/spans/span-units";
import { characters } from "@postil/domain/text/characters";
import { parseWithForm } from "@postil/domain/text/json-text";
import type { ExportedRow } from "../storage/exported-rows.ts";
import type { Definition } from "./feedback-file.ts";
import { type Kind, namedOnce, optionValues, type ShapeColumn } from "./shape-columns.ts";
import type { Shaped, ShapeTable } from "./shape-table.ts";
import type { FileWish } from "./writer.ts";

type Columns = readonly (ShapeColumn & { readonly prefix?: string })[];
type Members = { readonly [name: string]: unknown };

/** The rows of a feedback dataset in the wanted shape. `whole`: reads a row that came in parts. */
export function feedbackShape(
  wish: FileWish,
  definition: Definition,
  whole: (row: ExportedRow) => Promise<ExportedRow | null>,
): ShapeTable<ExportedRow> {
  const { columns, rowsOf } = SHAPES[wish.shape](wish, definition);
  const rowsOfAny = async (row: ExportedRow): Promise<Shaped> => {
    const read = row.parts ? await whole(row) : row;
    return read === null ? { leftOut: "too_large" } : rowsOf(read);
  };
  return { columns: namedOnce(columns), rowsOf: rowsOfAny };
}

type Shape = { readonly columns: Columns; readonly rowsOf: (row: ExportedRow) => Shaped };

const SHAPES: { readonly [Name in FileWish["shape"]]: (wish: FileWish, definition: Definition) => Shape } = {
  training,
  hf: training,
  answers,
  preferences,
  conll: tokens,
  spacy: tokens,
  full: () => {
    throw new Error("The full export has a file of its own.");
  },
};

const TEXT: Kind = { type: "text" };
const ID: Columns = [
  { name: "id", kind: TEXT },
  { name: "external_id", kind: TEXT },
];

/** The texts of a record, before and after the columns of the shape: its ids and fields, and its metadata. */
function aroundRecord(
  { parts }: FileWish,
  { fields, properties }: Definition,
  without: ReadonlySet<string> = new Set(),
) {
  const shown = fields.filter((name) => !without.has(name));
  const told = parts.metadata ? properties : [];
  const rest: Columns = parts.metadata ? [{ name: "metadata", kind: { type: "json" } }] : [];
  return {
    before: [...ID, ...shown.map((name) => ({ name, kind: TEXT, prefix: "field" }))] as Columns,
    after: [...told.map(({ name, settings }) => ({ name: `metadata.${name}`, kind: kindOf(settings) })), ...rest],
    beforeOf: ({ id, external_id }: ExportedRow["record"], texts: Members) => [
      id,
      external_id,
      ...shown.map((name) => ownOf(texts, name) ?? null),
    ],
    afterOf: ({ metadata }: ExportedRow["record"]) => {
      if (!parts.metadata) return [];
      const left = new Map(metadata === null ? [] : Object.entries(parseWithForm(metadata) as Members)); // as the rules allow
      const values = told.map(({ name, settings }) => {
        const value = left.get(name);
        if (value === undefined || !fitsColumn(settings, value)) return null;
        left.delete(name);
        return value;
      });
      return [...values, left.size === 0 ? null : Object.fromEntries(left)];
    },
  };
}

const kindOf = ({ type }: MetadataSettings): Kind =>
  type === "terms" ? TEXT : { type: type === "integer" ? "whole" : "number" };

/** True if a typed column can hold the value exactly. Others are in the column `metadata`. */
function fitsColumn({ type }: MetadataSettings, value: unknown): boolean {
  if (type === "terms") return typeof value === "string";
  const written = JSON.stringify(value);
  return type === "integer"
    ? /^-?\d{1,18}(?:\.0+)?$/.test(written)
    : /^-?\d{1,15}(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(written);
}

function kindOfAnswer(settings: QuestionSettings): Kind {
  switch (settings.type) {
    case "text":
      return TEXT;
    case "rating":
      return { type: "whole" };
    case "ranking":
      return { type: "ranking" };
    case "label_selection":
      return { type: "label", options: optionValues(settings.options) };
    case "multi_label_selection":
      return { type: "labels", options: optionValues(settings.options) };
    case "span":
      return { type: "spans", options: optionValues(settings.options) };
  }
}

const answerColumns = (questions: readonly Question[]): Columns =>
  questions.map(({ name, settings }) => ({ name, kind: kindOfAnswer(settings), prefix: "answer" }));

type Values = { readonly [question: string]: { readonly value: unknown } } | null;
const valuesOf = (json: string | null): Values => (json === null ? null : JSON.parse(json));

/** The submitted answers of all people. */
const submitted = ({ responses }: ExportedRow): readonly Values[] =>
  (responses ?? []).filter(({ status }) => status === "submitted").map(({ values }) => valuesOf(values));

const chosenOf = ({ name, settings }: Question, answers: readonly Values[]) =>
  chooseAnswer(
    settings,
    answers.flatMap((values) => {
      const given = ownOf(values, name);
      return given === undefined ? [] : [given.value];
    }),
  );

/** True for spans of a text that was made shorter later. */
function isBeyond({ settings }: Question, found: Chosen | undefined, texts: Members): boolean {
  if (settings.type !== "span" || found?.outcome !== "chosen") return false;
  const text = ownOf(texts, settings.field);
  const length = typeof text === "string" ? characters(text) : 0;
  return (found.value as readonly Span[]).some((span) => !isWithin(span, length)); // an answer to this question
}

/** One row a record, with one answer to each question (EXS-02). */
function training(wish: FileWish, definition: Definition): Shape {
  const around = aroundRecord(wish, definition);
  const { questions } = definition;
  const marks = wish.disagreement === "mark";
  const disputes: Columns = marks ? [{ name: "disputed", kind: { type: "texts" } }] : [];
  return {
    columns: [...around.before, ...answerColumns(questions), ...disputes, ...around.after],
    rowsOf: (row) => {
      const answers = submitted(row);
      if (answers.length === 0) return { leftOut: "unanswered" };
      const chosen = questions.map((question) => chosenOf(question, answers));
      if (chosen.every(({ outcome }) => outcome === "unanswered")) return { leftOut: "unanswered" };
      const disputed = questions.filter((_, at) => chosen[at]?.outcome === "disputed").map(({ name }) => name);
      if (disputed.length > 0 && !marks) return { leftOut: "disputed" };
      const texts: Members = JSON.parse(row.record.fields);
      if (questions.some((question, at) => isBeyond(question, chosen[at], texts))) return MISFIT;
      const values = chosen.map((one) => (one.outcome === "chosen" ? one.value : null));
      const before = around.beforeOf(row.record, texts);
      return [[...before, ...values, ...(marks ? [disputed] : []), ...around.afterOf(row.record)]];
    },
  };
}

/** One row per response of a person, whatever its status (EXS-03). */
function answers(wish: FileWish, definition: Definition): Shape {
  const around = aroundRecord(wish, definition);
  const { questions } = definition;
  const who: Columns = ["user", "status"].map((name) => ({ name, kind: TEXT, prefix: "response" }));
  const times: Columns = ["inserted_at", "updated_at"].map((name) => ({ name, kind: TEXT, prefix: "response" }));
  return {
    columns: [...around.before, ...who, ...answerColumns(questions), ...times, ...around.after],
    rowsOf: ({ record, responses }) => {
      if (!responses || responses.length === 0) return { leftOut: "no_answers" };
      const before = around.beforeOf(record, JSON.parse(record.fields));
      const after = around.afterOf(record);
      return responses.map(({ user, status, values: json, insertedAt, updatedAt }) => {
        const values = valuesOf(json);
        const given = questions.map(({ name, settings }) => {
          const answer = readAnswer(settings, ownOf(values, name)?.value);
          return answer === undefined || answer.type === "unknown" ? null : answer.value;
        });
        return [...before, user, status, ...given, timeToWire(insertedAt), timeToWire(updatedAt), ...after];
      });
    },
  };
}

function questionOf({ shape, question }: FileWish, { questions }: Definition): Question {
  const type = questionOfShape(shape);
  const ofType = questions.filter(({ settings }) => settings.type === type);
  const found = question === null ? ofType[0] : ofType.find(({ name }) => name === question);
  if (found) return found;
  const names = ofType.map(({ name }) => name).join(", ");
  throw new Refusal(
    "unprocessable",
    `the shape "${shape}" cannot be of question "${question}"; it can be of: ${names}`,
  );
}

/** Of a file that is of one question. */
const LEFT_OUT_BY = { unanswered: "question_unanswered", disputed: "disputed" } as const;

/** One row for each pair of options of which people prefer one (EXS-04). */
function preferences(wish: FileWish, definition: Definition): Shape {
  const question = questionOf(wish, definition);
  const options = "options" in question.settings ? question.settings.options : [];
  const titles = new Map(options.flatMap((option) => ("text" in option ? [[option.value, option.text] as const] : [])));
  // Where options are called like fields, these hold the texts that people compared.
  const around = aroundRecord(wish, definition, new Set(titles.keys()));
  const names = ["chosen", "rejected", "chosen_option", "rejected_option"];
  return {
    columns: [...around.before, ...names.map((name) => ({ name, kind: TEXT, prefix: "preference" })), ...around.after],
    rowsOf: (row) => {
      const found = chosenOf(question, submitted(row));
      if (found.outcome !== "chosen") return { leftOut: LEFT_OUT_BY[found.outcome] };
      const pairs = preferencesOf(found.value as readonly Ranked[]); // an answer to this question
      if (pairs.length === 0) return { leftOut: "tied" };
      const texts: Members = JSON.parse(row.record.fields);
      const textOfOption = (value: string) => ownOf(texts, value) ?? titles.get(value) ?? value;
      const before = around.beforeOf(row.record, texts);
      const after = around.afterOf(row.record);
      return pairs.map(({ chosen, rejected }) => [
        ...before,
        ...[textOfOption(chosen), textOfOption(rejected), chosen, rejected],
        ...after,
      ]);
    },
  };
}

/** The tokens of a text with a tag each, or the text with its entities (EXS-05). */
function tokens(wish: FileWish, definition: Definition): Shape {
  const question = questionOf(wish, definition);
  const { field, options } = question.settings.type === "span" ? question.settings : { field: "", options: [] };
  const tagOf = tagLabels(optionValues(options));
  const shape = wish.shape === "conll" ? CONLL : SPACY;
  return {
    columns: shape.columns,
    rowsOf: (row) => {
      const found = chosenOf(question, submitted(row));
      if (found.outcome !== "chosen") return { leftOut: LEFT_OUT_BY[found.outcome] };
      const texts: Members = JSON.parse(row.record.fields);
      const text = ownOf(texts, field);
      if (typeof text !== "string" || text === "") return { leftOut: "no_text" };
      if (isBeyond(question, found, texts)) return MISFIT;
      const meta = { id: row.record.id, external_id: row.record.external_id };
      const spans = found.value as readonly Span[]; // a span question
      return shape.rowOf({ text, spans, meta, tagOf, tokens: () => wordsIn(text) });
    },
  };
}

/** The words of a text as the page marks them: without blanks. */
function wordsIn(text: string) {
  const words = wordUnits(text);
  return { tokens: words.units.map((unit) => textOf(words, unit)), places: words.units };
}

type Marked = {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly meta: object;
  /** What a label is called in a tag. */
  readonly tagOf: (label: string) => string;
  readonly tokens: () => { readonly tokens: readonly string[]; readonly places: Parameters<typeof tokenTags>[1] };
};
type TokenShape = { readonly columns: Columns; readonly rowOf: (marked: Marked) => Shaped };

export const CONLL: TokenShape = {
  columns: ["tokens", "tags"].map((name) => ({ name, kind: { type: "texts" } })),
  rowOf: ({ spans, tagOf, tokens }) => {
    const found = tokens();
    const called = spans.map((span) => ({ ...span, label: tagOf(span.label) }));
    const tags = tokenTags(found.tokens, found.places, called);
    return "leftOut" in tags ? tags : [[found.tokens, tags]];
  },
};

const MISFIT: { readonly leftOut: LeftOut } = { leftOut: "misfit" };
const OVERLAPPING: { readonly leftOut: LeftOut } = { leftOut: "overlapping" };

/** Entities of spaCy cannot overlap. Its places are those of Postil: characters, the end exclusive. */
export const SPACY: TokenShape = {
  columns: [
    { name: "text", kind: TEXT },
    { name: "entities", kind: { type: "json" } },
    { name: "meta", kind: { type: "json" } },
  ],
  rowOf: ({ text, spans, meta }) =>
    anyOverlap(spans) ? OVERLAPPING : [[text, spans.map(({ start, end, label }) => [start, end, label]), meta]],
};
