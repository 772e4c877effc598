import type { Question } from "../datasets/question.ts";
import { byName, ownOf } from "../objects.ts";
import type { Actions, AnswerDraft, OwnResponse, RecordStatus, ResponseValues } from "../records/labeled-record.ts";
import type { Answer } from "../records/question-types.ts";
import { type AnswerValues, type FieldValues, fieldText, type Suggestion } from "../records/record.ts";
import { scoresByPart } from "../records/suggestion-score.ts";
import { withinText } from "../spans/span.ts";
import {
  type Answers,
  answerIfUnanswered,
  availableActions,
  emptyAnswer,
  isEmpty,
  type Obstacle,
  obstacles,
  type Part,
  partsOf,
  readAnswer,
  sameAnswer,
  valuesToSend,
} from "./answers.ts";

/** A suggestion that fits its question. `scores` come from `scoresByPart`; `agent` null means that it is unknown. */
export type FormSuggestion = {
  readonly answer: Answer;
  readonly agent: string | null;
  readonly scores: ReadonlyMap<string, number>;
  /** How many of its spans lie beyond the text and are not suggested (FAN-43). */
  readonly beyond: number;
};

export type QuestionState = {
  readonly answer: Answer;
  /** The parts that the suggestion filled in and that no user touched since: they are drawn in dots. */
  readonly untouched: ReadonlySet<Part>;
  readonly suggestion: FormSuggestion | null;
  /** How many spans of the answer lay beyond the text and were left out (FAN-43). */
  readonly beyond: number;
};

/** One record's form, immutable. Only `changeAnswers` makes changed ones. */
export type AnswerForm = {
  readonly questions: readonly Question[];
  readonly status: RecordStatus;
  /** The texts of the record; null for a form of many. */
  readonly fields: FieldValues | null;
  /** By question name; every question has one. */
  readonly states: { readonly [question: string]: QuestionState };
  /** The answers without unsaved changes, by question name: set by prefilling and by every save (FEN-25). */
  readonly snapshot: { readonly [question: string]: Filled };
  /** Names of the questions whose suggestion does not fit and was ignored (FAN-16). They are logged to the console. */
  readonly ignored: readonly string[];
  /**
   * Edits of an answered record that were kept and not sent. The form offers them; they are no part of the answers
   * until the reader accepts them.
   */
  readonly kept: AnswerDraft | null;
};

export type FormSource = {
  readonly questions: readonly Question[];
  /** The texts of the record, whose spans must lie in them (FAN-43); null for a form of many. */
  readonly fields: FieldValues | null;
  readonly response: Pick<OwnResponse, "status" | "values"> | null;
  readonly suggestions: readonly Suggestion[];
  readonly draft: AnswerDraft | null;
  /**
   * True if the draft is restored whatever the status: the last save of the record failed (FRS-14), or its row has no
   * place for an offer.
   */
  readonly takesUp?: boolean;
};

/**
 * The form of a record when it opens. For a pending or draft record, each question takes the local draft, else the
 * response's value, else the suggestion (FAN-14, FAN-16). For a submitted or discarded record, it takes only the
 * response's value (FAN-15), and the form offers unsent edits (FQU-26). The snapshot leaves the draft out, so that
 * restored answers count as changes (FEN-25).
 */
export function openForm({ questions, fields, response, suggestions, draft, takesUp = false }: FormSource): AnswerForm {
  const status = response?.status ?? "pending";
  const open = status === "pending" || status === "draft";
  const restores = open || takesUp;
  const local = restores ? draft : null;
  const states = byName<QuestionState>();
  const snapshot = byName<Filled>();
  for (const question of questions) {
    const suggestion = readSuggestion(question, suggestions, fields);
    const stored = fill(question, response?.values ?? null, open ? suggestion : null, fields);
    const kept = ownOf(local, question.name);
    snapshot[question.name] = stored;
    states[question.name] = { ...(kept === undefined ? stored : restoreAnswer(question, kept, fields)), suggestion };
  }
  const suggested = new Set(suggestions.map((suggestion) => suggestion.questionId));
  const ignored = questions.filter(({ id, name }) => suggested.has(id) && !states[name]?.suggestion);
  const names = ignored.map((question) => question.name);
  const form: AnswerForm = { questions, status, fields, states, snapshot, ignored: names, kept: null };
  return restores || draft === null ? form : { ...form, kept: differing(form, draft) };
}

function differing(form: AnswerForm, draft: AnswerDraft): AnswerDraft | null {
  const rest = form.questions.flatMap((question): [string, AnswerDraft[string]][] => {
    const [kept, state] = [ownOf(draft, question.name), form.states[question.name]];
    if (kept === undefined || state === undefined) return [];
    return sameAnswer(restoreAnswer(question, kept, form.fields).answer, state.answer) ? [] : [[question.name, kept]];
  });
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

export type Filled = Pick<QuestionState, "answer" | "untouched" | "beyond">;

const NOTHING: ReadonlySet<Part> = new Set();

function fill(
  question: Question,
  values: ResponseValues | null,
  suggestion: FormSuggestion | null,
  fields: FieldValues | null,
): Filled {
  const { answer, beyond } = readFitting(question, values?.[question.name]?.value ?? null, fields);
  if (answer !== undefined && !isEmpty(answer)) return { answer, beyond, untouched: NOTHING };
  const prefilled = prefill(question, suggestion);
  return { ...prefilled, beyond: beyond + prefilled.beyond };
}

/** The answer that an unanswered question opens with: its suggestion, if it has one (FAN-14). */
export function prefill({ settings }: Question, suggestion: FormSuggestion | null): Filled {
  const answer = suggestion?.answer ?? emptyAnswer(settings);
  return { answer, untouched: new Set(partsOf(answer)), beyond: suggestion?.beyond ?? 0 };
}

/**
 * A stored value as an answer to this record; undefined if it does not fit the question (FAN-16). Spans beyond the text are left
 * out, because the server refuses them (FAN-43).
 */
function readFitting({ settings }: Question, stored: unknown, fields: FieldValues | null) {
  const answer = stored === null ? undefined : readAnswer(settings, stored);
  if (answer?.type !== "span" || settings.type !== "span" || fields === null || answer.value === null)
    return { answer, beyond: 0 };
  const value = withinText(answer.value, fieldText(fields, settings.field) ?? "");
  const beyond = answer.value.length - value.length;
  // If none is left the question is unanswered again: nobody said that there are no spans (FAN-27).
  return { answer: beyond > 0 && value.length === 0 ? emptyAnswer(settings) : { ...answer, value }, beyond };
}

export function acceptableSuggestions({ questions, states }: AnswerForm): readonly Question[] {
  return questions.filter(({ name }) => states[name]?.suggestion);
}

export function restoreAnswer(question: Question, kept: AnswerDraft[string], fields: FieldValues | null): Filled {
  const { answer = emptyAnswer(question.settings), beyond } = readFitting(question, kept.value, fields);
  return { answer, beyond, untouched: new Set(kept.untouched) };
}

/** The question's suggestion; null if there is none or if it does not fit the question and is ignored (FAN-16). */
function readSuggestion(
  question: Question,
  suggestions: readonly Suggestion[],
  fields: FieldValues | null,
): FormSuggestion | null {
  const suggestion = suggestions.find((candidate) => candidate.questionId === question.id);
  if (suggestion === undefined) return null;
  const { answer, beyond } = readFitting(question, suggestion.value, fields);
  return answer === undefined ? null : { answer, beyond, agent: suggestion.agent, scores: scoresByPart(suggestion) };
}

export function answersOf(form: AnswerForm): Answers {
  return Object.fromEntries(Object.entries(form.states).map(([name, state]) => [name, state.answer]));
}

/**
 * True if the answers differ from the snapshot, or a suggestion in it was confirmed by a person. An untouched suggestion is no
 * change (FEN-24, FEN-25).
 */
export function isModified(form: AnswerForm): boolean {
  return form.questions.some((question) => isChanged(form, question));
}

function isChanged({ states, snapshot }: AnswerForm, { name }: Question): boolean {
  const [state, stored] = [states[name], snapshot[name]];
  if (state === undefined || stored === undefined) return false;
  return !sameAnswer(state.answer, stored.answer) || [...stored.untouched].some((part) => !state.untouched.has(part));
}

/**
 * The unsaved answers to keep in the browser so that no typed text is lost, or null when the form is unchanged
 * (design/annotation.md#drafts). Earlier edits that are still offered stay beside the new ones.
 */
export function draftOf(form: AnswerForm): AnswerDraft | null {
  const draft = byName(form.kept);
  for (const question of form.questions) {
    const state = form.states[question.name];
    if (state === undefined || state.answer.type === "unknown" || !isChanged(form, question)) continue;
    draft[question.name] = { value: state.answer.value, untouched: [...state.untouched] };
  }
  return Object.keys(draft).length === 0 ? null : draft;
}

export function formValues(form: AnswerForm): AnswerValues {
  return valuesToSend(form.questions, answersOf(form));
}

/**
 * The answers that a person gave or confirmed. An answer that is only suggested, and that nobody touched, is not among them
 * (FRS-19).
 */
export function saidValues(form: AnswerForm): AnswerValues {
  return valuesToSend(form.questions, answersOf(saidForm(form)));
}

/** The form without the answers that are only suggested (FRS-19). */
export function saidForm(form: AnswerForm): AnswerForm {
  const states = byName(form.states);
  for (const { name, settings } of form.questions) {
    const state = states[name];
    if (state !== undefined && isOnlySuggested(state))
      states[name] = { ...state, answer: emptyAnswer(settings), untouched: NOTHING };
  }
  return { ...form, states };
}

/** A suggestion from which a part was taken away is touched, also if the rest of it was not. */
const isOnlySuggested = (state: QuestionState): boolean =>
  state.untouched.size > 0 &&
  matchesSuggestion(state) &&
  partsOf(state.answer).every((part) => state.untouched.has(part));

export function formObstacles(form: AnswerForm): readonly Obstacle[] {
  return obstacles(form.questions, answersOf(form));
}

/** True if the answer equals the suggestion (FAN-17, FAN-18). */
export function matchesSuggestion(state: QuestionState): boolean {
  return state.suggestion !== null && sameAnswer(state.answer, state.suggestion.answer);
}

/** The result of pressing Submit: an answer to send, or the reason why there is none. */
export type Submission =
  | { readonly state: "ready"; readonly values: AnswerValues }
  /** in question order: the form sends the reader to the first one */
  | { readonly state: "missing"; readonly first: Obstacle; readonly obstacles: readonly Obstacle[] }
  /** the answers were submitted already */
  | { readonly state: "unchanged" }
  /** no question is answered, and none is required */
  | { readonly state: "nothing" };

/**
 * The form that is submitted: types whose empty answer says something give it to unanswered required questions (FAN-27). Of an
 * optional question that nobody answered nobody said anything.
 */
function asSubmitted(form: AnswerForm): AnswerForm {
  const states = { ...form.states };
  for (const { name, required } of form.questions) {
    const state = states[name];
    const answer =
      required && state !== undefined && isEmpty(state.answer) ? answerIfUnanswered(state.answer) : undefined;
    if (state !== undefined && answer !== undefined) states[name] = { ...state, answer };
  }
  return { ...form, states };
}

export function submissionOf(given: AnswerForm): Submission {
  const form = asSubmitted(given);
  const obstacles = formObstacles(form);
  const [first] = obstacles;
  if (first !== undefined) return { state: "missing", first, obstacles };
  // A submitted answer without what lies beyond the text is another one, which a person may want to be stored.
  const isLess = Object.values(form.states).some(({ beyond }) => beyond > 0);
  if (form.status === "submitted" && !isModified(given) && !isLess) return { state: "unchanged" };
  const values = formValues(form);
  return Object.keys(values).length > 0 ? { state: "ready", values } : { state: "nothing" };
}

/** The actions of FRS-12; submit is not available for answers that were submitted already. */
export function formActions(form: AnswerForm): Actions {
  const available = availableActions(form.questions, answersOf(form), form.status);
  return { ...available, submit: submissionOf(form).state === "ready" };
}

/** True if the form should be saved to the server as a draft once the user stops typing. */
export function isWorthADraft(form: AnswerForm): boolean {
  const open = form.status === "pending" || form.status === "draft";
  return open && isModified(form) && formActions(form).saveDraft;
}
