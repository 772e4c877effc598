import { AGENT } from "@postil/contract/feedback/records";
import { OPTION_VALUE } from "@postil/domain/datasets/names";
import type { AnswerValue } from "@postil/domain/records/record";
import type { Span } from "@postil/domain/spans/span";
import { characters } from "@postil/domain/text/characters";
import { isRawNumber, mayLoseForm, parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";
import type { RecordToFill } from "../client/fill.ts";
import { amountOf, type DecimalSign, messageIn, numberOf, numberWithComma } from "./cell-values.ts";
import { type Prediction, predictionOf } from "./columns.ts";
import { type DateForm, dateNumber } from "./dates.ts";
import { decisionOf } from "./labels.ts";
import type { ImportPlan, Role } from "./plan.ts";
import { addResponse, isResponse, type Responses, responsesOf } from "./responses.ts";
import { BadValue, type Row, type SoundRow, valueIn, valueOfColumn } from "./row.ts";
import { spansOf } from "./spans.ts";
import type { Decision, PlannedType } from "./wishes.ts";

type Draft = {
  external_id: string | null;
  readonly fields: [name: string, text: string | null][];
  readonly metadata: [name: string, value: unknown][];
  readonly vectors: [name: string, vector: readonly number[]][];
  /** True if a number in the metadata is written in a form that a JavaScript number cannot keep. */
  keepsForm?: boolean;
  readonly suggestions: RecordToFill["suggestions"][number][];
  readonly responses: Responses;
};

/**
 * Reads a row as a record. Throws a {@link BadValue} if a value does not fit its column; rules across columns are checked
 * later.
 */
export function toRecord(plan: ImportPlan, read: SoundRow): RecordToFill {
  const { roles, plain, answers, dataset } = plan;
  const draft: Draft = {
    ...{ external_id: null, fields: [], metadata: [], vectors: [], suggestions: [] },
    responses: new Map(),
  };
  const decision = decisionOf(answers, read.row);
  // Of several questions each keeps what it was, under a name of its own.
  const isAlone = decision === "accepted" || roles.filter(({ role }) => isAsked(role)).length === 1;
  for (const { column, role } of roles) {
    const value = spansIn(plan, read, column, role, valueOfColumn(read, column, plain.has(column)));
    if (value.value === null) putNothing(draft, column, role);
    else if (isResponse(role) && decision !== "rejected")
      putResponse(draft, plan, read, { column, role, value, decision });
    else if (decision === "accepted" || decision === "draft" || !isAsked(role))
      put(draft, read, { column, role, value });
    else if (!plan.dropsRejected) draft.metadata.push([isAlone ? decision : `${decision}.${column}`, value.inForm]);
  }
  for (const more of read.also ?? []) putAnswersOf(draft, plan, { line: read.line, row: { ...read.row, ...more } });
  const { external_id, suggestions } = draft;
  const fields = Object.fromEntries(draft.fields);
  const vectors = Object.fromEntries(draft.vectors);
  const responses = responsesOf(draft.responses, dataset.questions);
  const record = { external_id, fields, vectors, suggestions, ...metadataOf(draft, read.exact !== undefined) };
  return responses.length === 0 ? record : { ...record, responses };
}

const isAsked = ({ kind }: Role): boolean => kind === "question" || kind === "answer";

/** The answers of a further person to the same record. */
function putAnswersOf(draft: Draft, plan: ImportPlan, read: SoundRow): void {
  const decision = decisionOf(plan.answers, read.row);
  for (const { column, role } of plan.roles) {
    if (!isResponse(role) || decision === "rejected") continue;
    const value = spansIn(plan, read, column, role, valueOfColumn(read, column, false));
    if (value.value !== null) putResponse(draft, plan, read, { column, role, value, decision });
  }
}

type Put = { readonly column: string; readonly role: Role; readonly value: Value };

type PutAnswer = Put & { readonly decision: Decision };

function putResponse(draft: Draft, plan: ImportPlan, read: SoundRow, put: PutAnswer) {
  const { column, role, decision } = put;
  const { value, inForm } = put.value;
  if (role.kind !== "question" && role.kind !== "answer") return;
  const { question, type, by = null } = role;
  const answer = answerOf(column, type, isRawNumber(inForm) ? inForm : value);
  // That there are no spans is an answer (FAN-27).
  if (!isNothing(answer) || type === "span")
    addResponse(draft.responses, plan, read, { column, question, by, value: answer, decision });
}

/** Spans of a text are read before all else: their places depend on another cell. */
function spansIn(plan: ImportPlan, read: SoundRow, column: string, role: Role, value: Value): Value {
  if (value.value === null || !("question" in role) || role.type !== "span") return value;
  const place = plan.questions.find(({ question }) => question === role.question)?.span;
  if (!place) return value;
  const { spans, scores } = spansOf(column, value.value, read, { ...place, text: markedText(plan, read, place.text) });
  return { value: spans, inForm: value.inForm, scores };
}

/** The text as the record gets it: places of spans are in it, not in the cell. */
function markedText({ roles, plain }: ImportPlan, read: SoundRow, column: string): string {
  const role = roles.find((one) => one.column === column)?.role;
  const value = valueOfColumn(read, column, plain.has(column));
  return value.value === null || role?.kind !== "field" ? "" : fieldText(column, role, value);
}

const fieldText = (
  column: string,
  { isJoined }: Extract<Role, { readonly kind: "field" }>,
  { value, inForm }: Value,
) => (isJoined && Array.isArray(value) ? textOf(column, value) : scalar(column, inForm));

function putNothing(draft: Draft, column: string, role: Role): void {
  if (role.kind === "field") draft.fields.push([role.name, null]);
  else if (role.kind === "id") throw new BadValue(column, null, "is no id");
}

function metadataOf({ metadata: members, keepsForm = false }: Draft, mayKeep: boolean) {
  if (members.length === 0) return { metadata: null };
  const metadata: Row = Object.fromEntries(members);
  if (!keepsForm && !mayKeep) return { metadata };
  const text = JSON.stringify(metadata);
  const plain = parseWithNames(text) as Row; // an object
  return mayLoseForm(text) ? { metadata: plain, metadataText: text } : { metadata: plain };
}

/** A value, and the same value with numbers as they are written. */
type Value = {
  readonly value: unknown;
  readonly inForm: unknown;
  /** Of spans, if each of them has one. */
  readonly scores?: number[] | null;
};

function put(draft: Draft, read: SoundRow, { column, role, value: { value, inForm, ...rest } }: Put): void {
  switch (role.kind) {
    case "id":
      draft.external_id = scalar(column, inForm);
      return;
    case "field":
      draft.fields.push([role.name, fieldText(column, role, { value, inForm })]);
      return;
    case "question":
      putAnswer(draft, column, role, isRawNumber(inForm) ? inForm : value);
      return;
    case "suggestion":
      putSuggestion(draft, read, column, role, { value, inForm, ...rest });
      return;
    case "metadata":
      putMetadata(draft, column, role, inForm);
      return;
    case "vector":
      if (!Array.isArray(value)) throw new BadValue(column, value, "is no list of numbers");
      draft.vectors.push([role.name, value]);
      return;
    case "extra":
      draft.metadata.push([role.name, inForm]);
      return;
    case "ignored":
    case "answer":
      return;
  }
}

function putSuggestion(draft: Draft, read: SoundRow, column: string, role: Suggested, { value, scores }: Value): void {
  // The model predicted nothing.
  if (Array.isArray(value) && value.length === 0) return;
  const suggestion =
    role.type === "span"
      ? { value: answerOf(column, role.type, value), ...(scores ? { score: scores } : {}) }
      : suggestionOf(column, role.type, value);
  if (isNothing(suggestion.value)) return;
  const named = role.agent ? {} : { agent: agentOf(column) };
  const made = { ...named, ...suggestion, ...fromRow(read, role, suggestion.value) };
  draft.suggestions.push({ ...made, question: role.question, type: "model" });
}

function putMetadata(
  draft: Draft,
  column: string,
  role: Extract<Role, { readonly kind: "metadata" }>,
  inForm: unknown,
) {
  const { name, type, sign, date } = role;
  // What comes first is asked: until then it is no value of the record.
  if (date?.order === null) return;
  if (date) draft.metadata.push([name, dateIn(column, inForm, date)]);
  else if (type === "terms") draft.metadata.push([name, terms(column, inForm)]);
  else draft.metadata.push([name, exactNumber(draft, column, inForm, { type, sign })]);
}

type Suggested = Extract<Role, { readonly kind: "suggestion" }>;

/** The agent and the score that another cell of the row says, or the same for all rows. Nothing is said in an empty cell. */
function fromRow(read: SoundRow, { agent, score }: Suggested, value: AnswerValue) {
  const agentCell = agent && ("text" in agent ? agent.text : valueOfColumn(read, agent.column, false).inForm);
  const scoreCell = score && ("number" in score ? score.number : valueIn(read.row, score.column));
  const made: { agent?: string; score?: number | number[] } = {};
  if (agent && "column" in agent && agentCell !== null) made.agent = agentIn(agent.column, agentCell);
  if (agent && "text" in agent) made.agent = agent.text;
  if (score && scoreCell !== null) made.score = scoreIn("column" in score ? score.column : "", scoreCell, value);
  return made;
}

function agentIn(column: string, value: unknown): string {
  const text = scalar(column, value);
  if (AGENT.pattern.test(text) && text.length <= AGENT.max) return text;
  throw new BadValue(column, value, "cannot be an agent: letters without accents, digits, blanks and -_:./ only");
}

/** A list has one score for each of its elements. */
function scoreIn(column: string, value: unknown, of: AnswerValue): number | number[] {
  const scores = (Array.isArray(value) ? value : [value]).map((one) => {
    const score = number(column, one, { type: "float" });
    if (score < 0 || score > 1) throw new BadValue(column, one, "is no score: scores are numbers from 0 to 1");
    return score;
  });
  if (!Array.isArray(of) && scores[0] !== undefined && scores.length === 1) return scores[0];
  if (Array.isArray(of) && scores.length === of.length) return scores;
  if (Array.isArray(of) && !Array.isArray(value) && scores[0] !== undefined) return scores[0];
  throw new BadValue(column, value, "does not have one score for each suggested value");
}

function dateIn(column: string, value: unknown, { order, hasTime }: DateForm): number {
  const found = typeof value === "string" ? dateNumber(value.trim(), { order, hasTime }) : null;
  if (found !== null) return found;
  throw new BadValue(column, value, `is no date of the calendar, with the ${order} first where the year comes last`);
}

function putAnswer(draft: Draft, column: string, role: Extract<Role, { kind: "question" }>, value: unknown): void {
  const answer = answerOf(column, role.type, value);
  if (isNothing(answer) || role.keptAs === "nothing") return;
  if (role.keptAs === "suggestion") {
    draft.suggestions.push({ question: role.question, value: answer, type: "human", agent: agentOf(column) });
  } else
    draft.metadata.push([
      role.question,
      role.type === "ranking" ? terms(column, value) : role.type === "span" ? JSON.stringify(answer) : answer,
    ]);
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
      // A list of one label is that label.
      return label(column, Array.isArray(value) && value.length < 2 ? (value[0] ?? "") : value);
    case "multi_label_selection":
      return Array.isArray(value)
        ? value.map((one) => label(column, one))
        : [label(column, value)].filter((one) => one !== "");
    case "rating":
      return number(column, value, { type: "integer" });
    case "ranking":
      if (!Array.isArray(value)) throw new BadValue(column, value, "is no list of options, the best first");
      return value.map((one, at) => ({ value: label(column, one), rank: at + 1 }));
    case "text":
      return scalar(column, value);
    case "span":
      return value as readonly Span[]; // they were read before
  }
}

/** No question can have a longer option. The check is here, where the value is known, to give a clear message. */
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
  const one = predictionOf(value);
  const [first = null, ...rest] = one ? [one] : Array.isArray(value) ? value.map(predictionOf) : [];
  const others = rest.filter((other) => other !== null);
  return first && others.length === rest.length ? [first, ...others] : null;
}

function scalar(column: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (isRawNumber(value)) return value.rawJSON;
  throw new BadValue(column, value, "is no text");
}

/** Of a list: a conversation, each message with its sender; or tokens, with blanks between them. */
function textOf(column: string, list: readonly unknown[]): string {
  const messages = list.map(messageIn);
  if (list.length === 0 || messages.every((one) => one === null))
    return list.map((one) => scalar(column, one)).join(" ");
  return messages
    .map((message, at) => {
      if (message === null)
        throw new BadValue(column, list[at], "is no message: {role, content} or {from, value}, both texts");
      return `${message.role}: ${message.content}`;
    })
    .join("\n\n");
}

function terms(column: string, value: unknown): string | string[] {
  return Array.isArray(value) ? value.map((one) => scalar(column, one)) : scalar(column, value);
}

type NumberRole = { readonly type: "integer" | "float"; readonly sign?: DecimalSign | undefined };

function number(column: string, value: unknown, { type, sign }: NumberRole): number {
  const read =
    typeof value !== "string" ? value : sign === undefined ? plainNumber(value, type) : amountOf(value, sign);
  if (typeof read === "number" && (type === "float" || Number.isInteger(read))) return read;
  throw new BadValue(column, value, type === "integer" ? "is no whole number" : "is no number");
}

const plainNumber = (text: string, type: "integer" | "float") =>
  numberOf(text) ?? (type === "float" ? numberWithComma(text) : null);

/** A metadata number with the digits of the file, because a whole number may be too large for a JavaScript number. */
function exactNumber(draft: Draft, column: string, value: unknown, role: NumberRole): unknown {
  if (isRawNumber(value)) return value;
  const read = number(column, value, role);
  if (typeof value !== "string" || Number.isSafeInteger(read) || !/^-?\d+$/.test(value)) return read;
  draft.keepsForm = true;
  return (parseKeepingForm(`[${value}]`) as readonly unknown[])[0]; // a list with one item
}

/** The column name in the characters that an agent name may have (contract api-v1 section 4). */
function agentOf(column: string): string {
  const name = column.replaceAll(/[^a-zA-Z0-9-_:./ ]+/g, "_").slice(0, 200);
  return /[a-zA-Z0-9]/.test(name) ? name : "import";
}
