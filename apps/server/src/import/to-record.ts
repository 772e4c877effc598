import type { AnswerValue } from "@postil/domain/answers/values";
import { OPTION_VALUE } from "@postil/domain/datasets/names";
import { characters } from "@postil/domain/text/characters";
import type { RecordToFill } from "../client/fill-dataset.ts";
import { isPrediction, numberOf, type Prediction } from "./columns.ts";
import { excerpt } from "./excerpt.ts";
import type { ImportPlan, PlannedType, Role } from "./plan.ts";
import type { Row } from "./row.ts";

/** A value that its column's role cannot take. The message names column and value. */
export class BadValue extends Error {
  constructor(column: string, value: unknown, why: string) {
    super(`column "${column}": ${excerpt(value)} ${why}`);
  }
}

type Draft = {
  external_id: string | null;
  readonly fields: { [name: string]: string | null };
  readonly metadata: { [name: string]: unknown };
  readonly vectors: { [name: string]: readonly number[] };
  readonly suggestions: RecordToFill["suggestions"][number][];
};

/** A row as a record. Throws a {@link BadValue} for what its column cannot hold; rules across columns come later. */
export function toRecord({ roles }: ImportPlan, row: Row): RecordToFill {
  const draft: Draft = { external_id: null, fields: {}, metadata: {}, vectors: {}, suggestions: [] };
  for (const { column, role } of roles) {
    const value = row[column] ?? null;
    if (value !== null) put(draft, column, role, value);
    else if (role.kind === "field") draft.fields[role.name] = null;
    else if (role.kind === "id") throw new BadValue(column, value, "is no id");
  }
  return { ...draft, metadata: Object.keys(draft.metadata).length === 0 ? null : draft.metadata };
}

function put(draft: Draft, column: string, role: Role, value: unknown): void {
  switch (role.kind) {
    case "id":
      draft.external_id = scalar(column, value);
      return;
    case "field":
      draft.fields[role.name] = scalar(column, value);
      return;
    case "question":
      putAnswer(draft, column, role, value);
      return;
    case "suggestion": {
      // Nothing was predicted.
      if (Array.isArray(value) && value.length === 0) return;
      const suggestion = suggestionOf(column, role.type, value);
      if (isNothing(suggestion.value)) return;
      draft.suggestions.push({ ...suggestion, question: role.question, type: "model", agent: agentOf(column) });
      return;
    }
    case "metadata":
      draft.metadata[role.name] = role.type === "terms" ? terms(column, value) : number(column, value, role.type);
      return;
    case "vector":
      if (!Array.isArray(value)) throw new BadValue(column, value, "is no list of numbers");
      draft.vectors[role.name] = value;
      return;
    case "extra":
      draft.metadata[role.name] = value;
      return;
    case "ignored":
      return;
  }
}

function putAnswer(draft: Draft, column: string, role: Extract<Role, { kind: "question" }>, value: unknown): void {
  const answer = answerOf(column, role.type, value);
  if (isNothing(answer)) return;
  if (role.keptAs === "suggestion") {
    draft.suggestions.push({ question: role.question, value: answer, type: "human", agent: agentOf(column) });
  } else draft.metadata[role.question] = role.type === "ranking" ? terms(column, value) : answer;
}

/** An empty text or list is no answer (FAN-06). */
const isNothing = (answer: AnswerValue): boolean => typeof answer !== "number" && answer.length === 0;

function suggestionOf(
  column: string,
  type: PlannedType,
  value: unknown,
): { value: AnswerValue; score?: number | number[] } {
  const predictions = predictionsOf(value);
  if (!predictions) return { value: answerOf(column, type, value) };
  if (type === "multi_label_selection") {
    const labels = predictions.map(({ label }) => label);
    return { value: answerOf(column, type, labels), score: predictions.map(({ score }) => score) };
  }
  const best = predictions.reduce((top, one) => (one.score > top.score ? one : top));
  return { value: answerOf(column, type, best.label), score: best.score };
}

function answerOf(column: string, type: PlannedType, value: unknown): AnswerValue {
  switch (type) {
    case "label_selection":
      return label(column, value);
    case "multi_label_selection":
      return Array.isArray(value)
        ? value.map((one) => label(column, one))
        : [label(column, value)].filter((one) => one !== "");
    case "rating":
      return number(column, value, "integer");
    case "ranking":
      if (!Array.isArray(value)) throw new BadValue(column, value, "is no list of options, the best first");
      return value.map((one, at) => ({ value: label(column, one), rank: at + 1 }));
    case "text":
      return scalar(column, value);
  }
}

/** Longer ones no question could offer; said here, where the value is known, and not as one that is not among thousands. */
function label(column: string, value: unknown): string {
  const text = scalar(column, value);
  const length = characters(text);
  if (length <= OPTION_VALUE.max) return text;
  throw new BadValue(
    column,
    value,
    `has ${length.toLocaleString("en")} characters; a label has at most ${OPTION_VALUE.max}`,
  );
}

function predictionsOf(value: unknown): readonly [Prediction, ...Prediction[]] | null {
  const list = Array.isArray(value) ? value : [value];
  const [first, ...rest] = list;
  return isPrediction(first) && rest.every(isPrediction) ? [first, ...rest] : null;
}

function scalar(column: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new BadValue(column, value, "is no text");
}

function texts(column: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw new BadValue(column, value, "is no list of labels");
  return value.map((one) => scalar(column, one));
}

function terms(column: string, value: unknown): string | string[] {
  return Array.isArray(value) ? texts(column, value) : scalar(column, value);
}

function number(column: string, value: unknown, type: "integer" | "float"): number {
  const read = typeof value === "string" ? numberOf(value) : value;
  if (typeof read === "number" && (type === "float" || Number.isInteger(read))) return read;
  throw new BadValue(column, value, type === "integer" ? "is no whole number" : "is no number");
}

/** The name of the column in the characters an agent's name may have (contract api-v1 section 4). */
function agentOf(column: string): string {
  const name = column.replaceAll(/[^a-zA-Z0-9-_:./ ]+/g, "_").slice(0, 200);
  return /[a-zA-Z0-9]/.test(name) ? name : "import";
}
