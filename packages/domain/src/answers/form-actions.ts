import type { Actions } from "../records/actions.ts";
import type { AnswerValues } from "../records/answer-values.ts";
import {
  type AnswerForm,
  answersOf,
  formObstacles,
  formValues,
  isModified,
  type QuestionState,
} from "./answer-form.ts";
import { availableActions, type Obstacle } from "./answers.ts";

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
 * Fills unanswered span questions with the empty list: "no spans" is an answer, also to a required question (FAN-27).
 */
function withNoSpans(form: AnswerForm): AnswerForm {
  const states = Object.entries(form.states).map(([name, state]): [string, QuestionState] => {
    const unmarked = state.answer.type === "span" && state.answer.value === null;
    return [name, unmarked ? { ...state, answer: { type: "span", value: [] } } : state];
  });
  return { ...form, states: Object.fromEntries(states) };
}

export function submissionOf(given: AnswerForm): Submission {
  const form = withNoSpans(given);
  const obstacles = formObstacles(form);
  const [first] = obstacles;
  if (first !== undefined) return { state: "missing", first, obstacles };
  if (form.status === "submitted" && !isModified(given)) return { state: "unchanged" };
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
