import type { LabelOption, Question } from "../datasets/question.ts";
import { byName, ownOf, sameJson } from "../objects.ts";
import { type ResponseStatus, unsent } from "../records/labeled-record.ts";
import type { Answer, Ranked } from "../records/question-types.ts";
import {
  type AnswerForm,
  type Filled,
  formValues,
  prefill,
  type QuestionState,
  restoreAnswer,
  saidForm,
} from "./answer-form.ts";
import { emptyAnswer, type Part, sameAnswer, WHOLE } from "./answers.ts";

/** The actions that change a form: a person's, or a save. `question` is the question's name. */
export type FormAction =
  /** `confirms`: a chosen option stays chosen (FAN-37) */
  | {
      readonly type: "choose";
      readonly question: string;
      readonly value: string | number;
      readonly confirms?: boolean;
    }
  /** `takes`: the option was found by search, and a chosen option stays chosen (FAN-29) */
  | { readonly type: "toggle"; readonly question: string; readonly value: string; readonly takes?: boolean }
  | { readonly type: "rank"; readonly question: string; readonly value: string; readonly rank: number }
  | { readonly type: "unrank"; readonly question: string; readonly value: string }
  | { readonly type: "setText"; readonly question: string; readonly text: string }
  | { readonly type: "useSuggestion"; readonly question: string }
  | { readonly type: "noSpans"; readonly question: string }
  /** sets a whole answer: changed spans (`span-answer`), or the earlier state of the question */
  | ({ readonly type: "setAnswer"; readonly question: string } & Pick<Filled, "answer" | "untouched">)
  | { readonly type: "clearQuestion"; readonly question: string }
  | { readonly type: "clearAll" }
  | { readonly type: "restoreKept" }
  | { readonly type: "forgetKept" }
  | { readonly type: "saved"; readonly status: ResponseStatus };

/** The form after the action. If nothing changed, it is the same object, so that memoised views do not render again. */
export function changeAnswers(form: AnswerForm, action: FormAction): AnswerForm {
  switch (action.type) {
    case "clearAll":
      return clearAll(form);
    case "restoreKept":
      return restoreKept(form);
    case "forgetKept":
      return { ...form, kept: null };
    case "saved":
      return afterSave(form, action.status);
    default:
      return changeQuestion(form, action);
  }
}

type QuestionAction = Extract<FormAction, { readonly question: string }>;

function changeQuestion(form: AnswerForm, action: QuestionAction): AnswerForm {
  const question = form.questions.find((candidate) => candidate.name === action.question);
  const state = form.states[action.question];
  if (question === undefined || state === undefined) return form;
  const next = nextState(question, state, action);
  return isSame(state, next) ? form : { ...form, states: { ...form.states, [action.question]: next } };
}

/** True if neither the answer nor what is drawn in dots differs: an action that changes nothing is no step (FAN-42). */
const isSame = (one: QuestionState, other: QuestionState): boolean =>
  one === other || (sameAnswer(one.answer, other.answer) && sameJson([...one.untouched], [...other.untouched]));

function nextState(question: Question, state: QuestionState, action: QuestionAction): QuestionState {
  const { answer } = state;
  switch (action.type) {
    case "choose":
      return choose(question, state, action);
    case "toggle":
      return answer.type === "multi_label_selection" ? toggle(question, state, answer.value, action) : state;
    case "rank":
      if (answer.type !== "ranking" || question.settings.type !== "ranking") return state;
      return touch(
        state,
        { ...answer, value: rankOption(question.settings.options, answer.value, action.value, action.rank) },
        action.value,
      );
    case "unrank":
      if (answer.type !== "ranking") return state;
      return touch(state, { ...answer, value: unrankOption(answer.value, action.value) }, action.value);
    case "setText":
      return answer.type === "text" && answer.value !== action.text
        ? touch(state, { ...answer, value: action.text }, WHOLE)
        : state;
    case "useSuggestion":
      // A person accepted it, so it is a person's answer and is no longer drawn in dots.
      return state.suggestion === null ? state : { ...state, answer: state.suggestion.answer, untouched: NOTHING };
    case "noSpans":
      return answer.type === "span" ? { ...state, answer: { type: "span", value: [] }, untouched: NOTHING } : state;
    case "setAnswer":
      return answer === action.answer && state.untouched === action.untouched
        ? state
        : { ...state, answer: action.answer, untouched: action.untouched };
    case "clearQuestion":
      return { ...state, answer: emptyAnswer(question.settings), untouched: NOTHING };
  }
}

const NOTHING: ReadonlySet<Part> = new Set();

function touch(state: QuestionState, answer: Answer, part: Part): QuestionState {
  if (!state.untouched.has(part)) return { ...state, answer };
  return { ...state, answer, untouched: new Set([...state.untouched].filter((other) => other !== part)) };
}

/**
 * Chooses one label or rating. Choosing the chosen option again clears it, unless the press confirms. The first touch
 * of an untouched suggestion accepts it, so that one key confirms the suggestion (design/keys.md#labeling,
 * design/questions.md#suggestions).
 */
function choose(
  question: Question,
  state: QuestionState,
  { value, confirms = false }: Extract<FormAction, { type: "choose" }>,
): QuestionState {
  const answer = chosenAnswer(question, value);
  if (answer === undefined) return state;
  const again = "value" in state.answer && state.answer.value === value;
  if (again && confirms) return touch(state, state.answer, WHOLE);
  if (again && !state.untouched.has(WHOLE)) return { ...state, answer: emptyAnswer(question.settings) };
  return touch(state, answer, WHOLE);
}

function chosenAnswer({ settings }: Question, value: string | number): Answer | undefined {
  if (settings.type === "label_selection" && settings.options.some((option) => option.value === value)) {
    return { type: "label_selection", value: String(value) };
  }
  if (settings.type === "rating" && settings.options.some((option) => option.value === value)) {
    return { type: "rating", value: Number(value) };
  }
  return undefined;
}

function toggle(
  question: Question,
  state: QuestionState,
  selected: readonly string[],
  { value, takes = false }: Extract<FormAction, { type: "toggle" }>,
): QuestionState {
  const { settings } = question;
  if (settings.type !== "multi_label_selection" || !settings.options.some((option) => option.value === value))
    return state;
  // A label that is only suggested is confirmed first: a user who agrees presses its key
  // (design/questions.md#multi-label).
  const suggested = state.untouched.has(value);
  if (selected.includes(value) && (suggested || takes)) return suggested ? touch(state, state.answer, value) : state;
  const next = selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value];
  return touch(state, { type: "multi_label_selection", value: next }, value);
}

/**
 * Empties every answer and makes the record pending again: its response is deleted too (FAN-19, FRS-09). Changes are
 * compared with the answers a pending record opens with, so that the browser keeps the emptied form like any other
 * change.
 */
function clearAll(form: AnswerForm): AnswerForm {
  const states = byName<QuestionState>();
  const snapshot = byName<Filled>();
  for (const question of form.questions) {
    const suggestion = form.states[question.name]?.suggestion ?? null;
    states[question.name] = { answer: emptyAnswer(question.settings), untouched: NOTHING, suggestion, beyond: 0 };
    snapshot[question.name] = prefill(question, suggestion);
  }
  return { ...form, states, status: "pending", snapshot, kept: null };
}

/** Puts the kept edits back into the form, as unsaved changes (FQU-26). */
function restoreKept(form: AnswerForm): AnswerForm {
  const states = byName(form.states);
  for (const question of form.questions) {
    const [kept, state] = [ownOf(form.kept, question.name), states[question.name]];
    if (kept !== undefined && state !== undefined)
      states[question.name] = { ...state, ...restoreAnswer(question, kept, form.fields) };
  }
  return { ...form, states, kept: null };
}

/**
 * A saved answer is a person's answer, and later changes are compared with it (FEN-25). A discarded record keeps no answer that
 * was only suggested (FRS-19).
 */
function afterSave(saved: AnswerForm, status: ResponseStatus): AnswerForm {
  const form = status === "discarded" ? saidForm(saved) : saved;
  const states = byName<QuestionState>();
  for (const [name, state] of Object.entries(form.states)) states[name] = { ...state, untouched: NOTHING, beyond: 0 };
  const kept = form.kept && unsent(form.kept, formValues(form));
  return { ...form, states, status, snapshot: states, kept };
}

/**
 * Puts the option on the rank, beside the options that are there (ties are allowed, FAN-05). A rank outside 1..n or an
 * unknown value changes nothing.
 */
export function rankOption(
  options: readonly LabelOption[],
  ranked: readonly Ranked[],
  value: string,
  rank: number,
): readonly Ranked[] {
  if (!Number.isInteger(rank) || rank < 1 || rank > options.length) return ranked;
  if (!options.some((option) => option.value === value)) return ranked;
  return [...unrankOption(ranked, value), { value, rank }];
}

export function unrankOption(ranked: readonly Ranked[], value: string): readonly Ranked[] {
  return ranked.filter((item) => item.value !== value);
}
