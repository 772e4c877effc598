import type { RecordToFill } from "../../client/fill-dataset.ts";
import { isPrediction, numberOf, type Prediction } from "./columns.ts";
import type { ImportPlan, Role } from "./plan.ts";
import type { Row } from "./read-rows.ts";

/** A value that its column's role cannot take. The message names column and value. */
export class BadValue extends Error {
  constructor(column: string, value: unknown, why: string) {
    const shown = JSON.stringify(value) ?? "nothing";
    super(`column "${column}": ${shown.length > 80 ? `${shown.slice(0, 80)} ...` : shown} ${why}`);
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
    case "label":
      putLabel(draft, column, role, value);
      return;
    case "suggestion":
      draft.suggestions.push({
        ...suggestionOf(column, role.multi, value),
        question: role.question,
        type: "model",
        agent: agentOf(column),
      });
      return;
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

function putLabel(draft: Draft, column: string, role: Extract<Role, { kind: "label" }>, value: unknown): void {
  const labels = role.multi ? texts(column, value) : scalar(column, value);
  if (role.keptAs === "metadata") draft.metadata[role.question] = labels;
  // An empty list is no answer that a multi-label question takes (FAN-06).
  else if (labels.length > 0)
    draft.suggestions.push({ question: role.question, value: labels, type: "human", agent: agentOf(column) });
}

function suggestionOf(column: string, multi: boolean, value: unknown) {
  const predictions = predictionsOf(value);
  if (!predictions) return { value: multi ? texts(column, value) : scalar(column, value) };
  if (multi) return { value: predictions.map(({ label }) => label), score: predictions.map(({ score }) => score) };
  const best = predictions.reduce((top, one) => (one.score > top.score ? one : top));
  return { value: best.label, score: best.score };
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
