import type {
  LabelOption,
  Question,
  QuestionSettings,
  QuestionType,
  SpanQuestionSettings,
} from "../datasets/question.ts";
import { ownOf } from "../objects.ts";
import type { AnswerChange, ResponseValues } from "../records/labeled-record.ts";
import { type Answer, rulesOf, type SettingsOf } from "../records/question-types.ts";
import {
  type AnswerValue,
  type FeedbackRecord,
  type FieldValues,
  fieldText,
  type ResponseState,
  type Suggestion,
} from "../records/record.ts";
import type { Span } from "../spans/span.ts";
import { changedPart, cutText } from "../text/word-diff.ts";
import { isValid, readAnswer, sameAnswer } from "./answers.ts";

/** An answer as text for people. A value that no longer fits its question is shown as it was stored. */
export function answerText(settings: QuestionSettings, value: AnswerValue, fields: FieldValues): string {
  const answer = readAnswer(settings, value);
  if (answer !== undefined && answer.type !== "unknown") {
    const asText = AS_TEXT[answer.type] as AsText<QuestionSettings, unknown>; // gets settings and a value of its type
    return asText(settings, answer.value, fields);
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

type AsText<Settings, Value> = (settings: Settings, value: Value, fields: FieldValues) => string;
type ValueOf<Type extends QuestionType> = Extract<Answer, { readonly type: Type }>["value"];

/** By type, the texts of options instead of their values. It is not among the rules of `question-types` because it loads later. */
const AS_TEXT: { readonly [Type in QuestionType]: AsText<SettingsOf<Type>, ValueOf<Type>> } = {
  text: (_, value) => value,
  label_selection: ({ options }, value) => optionText(options, value ?? ""),
  rating: (_, value) => String(value),
  multi_label_selection: ({ options }, values) => values.map((value) => optionText(options, value)).join(", "),
  ranking: ({ options }, ranked) =>
    ranked
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ value, rank }) => `${rank}. ${optionText(options, value)}`)
      .join(", "),
  span: (settings, spans, fields) => quoted(settings, spans ?? [], fields).join(", "),
};

const optionText = (options: readonly LabelOption[], value: string): string =>
  options.find((option) => option.value === value)?.text ?? value;

/** Most code points quoted of a span: the record itself is shown beside it. */
const QUOTED = 60;

/**
 * Each span as its words and the text of its label, in the order of the text. It goes through the text once, whatever
 * the number of spans.
 */
function quoted({ field, options }: SpanQuestionSettings, spans: readonly Span[], fields: FieldValues): string[] {
  const text = [...(fieldText(fields, field) ?? "")];
  const names = new Map(options.map((option) => [option.value, option.text]));
  return spans
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end, label }) => {
      const words = text.slice(start, Math.min(end, start + QUOTED)).join("");
      return `“${end - start > QUOTED ? `${words}…` : words}” ${names.get(label) ?? label}`;
    });
}

type Suggested = Pick<FeedbackRecord, "suggestions">;

/**
 * True if suggestions can be accepted for many records at once. Spans cannot: a row does not show them in their text.
 */
export function goesUnseen(settings: QuestionSettings): boolean {
  return rulesOf(settings.type)?.isInText !== true;
}

/** The answer that "accept suggestions" gives to the question on this record; null: none. */
export function acceptedAnswer(question: Question, record: Suggested): AnswerValue | null {
  const suggestion = suggestionOf(question, record);
  const answer = suggestion && readAnswer(question.settings, suggestion.value);
  // A suggestion that does not fit its question is ignored (FAN-16).
  if (answer === undefined || answer.type === "unknown") return null;
  return goesUnseen(question.settings) && isValid(question.settings, answer) ? answer.value : null;
}

const suggestionOf = ({ id }: Question, { suggestions }: Suggested): Suggestion | undefined =>
  suggestions?.find((candidate) => candidate.questionId === id);

/** A suggested answer as text for people; its score, if it has one for the whole answer, else null. */
export type SuggestedAnswer = {
  /** the name of the question: two may have one title */
  readonly question: string;
  readonly title: string;
  readonly text: string;
  readonly score: number | null;
};

/** All answers that "accept suggestions" would write to the record, in question order, for a preview. */
export function suggestedAnswers(
  questions: readonly Question[],
  record: Pick<FeedbackRecord, "suggestions" | "fields">,
): readonly SuggestedAnswer[] {
  return questions.flatMap((question) => {
    const value = acceptedAnswer(question, record);
    if (value === null) return [];
    const score = suggestionOf(question, record)?.score ?? null;
    const text = answerText(question.settings, value, record.fields);
    return [{ question: question.name, title: question.title, text, score: typeof score === "number" ? score : null }];
  });
}

/** The answers of a response as text, in question order, for a preview; without those that a row draws in its text. */
export function givenAnswers(
  questions: readonly Question[],
  { fields }: Pick<FeedbackRecord, "fields">,
  values: ResponseValues | null,
): readonly Omit<SuggestedAnswer, "score">[] {
  return questions.flatMap(({ name, title, settings }) => {
    const given = ownOf(values, name);
    const answer = given && readAnswer(settings, given.value);
    if (answer === undefined || answer.type === "unknown" || answer.value === null || !goesUnseen(settings)) return [];
    return [{ question: name, title, text: cutText(answerText(settings, answer.value, fields), LONGEST_ANSWER) }];
  });
}

/** Longest shown answer that is not a written text, UTF-16 units. */
const LONGEST_ANSWER = 2000;

/**
 * The questions whose answers differ between two states of a response to a record with these fields, in question order.
 */
export function changedAnswers(
  questions: readonly Question[],
  fields: FeedbackRecord["fields"],
  before: ResponseState | null,
  after: ResponseState | null,
): readonly AnswerChange[] {
  return questions.flatMap((question) => {
    const one = before?.values?.[question.name]?.value;
    const other = after?.values?.[question.name]?.value;
    return same(question, one, other) ? [] : [changeOf(question, fields, one, other)];
  });
}

function same({ settings }: Question, one: AnswerValue | undefined, other: AnswerValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const [was, is] = [readAnswer(settings, one), readAnswer(settings, other)];
  if (was === undefined || is === undefined) return JSON.stringify(one) === JSON.stringify(other);
  return sameAnswer(was, is);
}

function changeOf(
  { name, title, settings }: Question,
  fields: FeedbackRecord["fields"],
  one: AnswerValue | undefined,
  other: AnswerValue | undefined,
): AnswerChange {
  const words = (value: AnswerValue | undefined) => (value === undefined ? null : answerText(settings, value, fields));
  const [before, after] = [words(one), words(other)];
  const question = { question: name, title, written: rulesOf(settings.type)?.isWritten === true };
  if (question.written && before !== null && after !== null) return { ...question, ...changedPart(before, after) };
  const cut = (text: string | null) => text && cutText(text, LONGEST_ANSWER);
  return { ...question, before: cut(before), after: cut(after) };
}
