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

/** What pressing Submit comes to: an answer to send, or why there is none. */
export type Submission =
  | { readonly state: "ready"; readonly values: AnswerValues }
  /** in question order: the first is where the form sends the reader */
  | { readonly state: "missing"; readonly first: Obstacle; readonly obstacles: readonly Obstacle[] }
  /** the answers are those that were submitted */
  | { readonly state: "unchanged" }
  /** no question is answered, and none has to be */
  | { readonly state: "nothing" };

/**
 * That nothing is there is a finding: a question of spans without any is submitted as the empty list, also where one is required
 * (FAN-27).
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

/** FRS-12; and there is nothing to submit in what is submitted already. */
export function formActions(form: AnswerForm): Actions {
  const available = availableActions(form.questions, answersOf(form), form.status);
  return { ...available, submit: submissionOf(form).state === "ready" };
}

/** Whether the form holds something to be kept on the server by itself, once nobody changes it any more. */
export function isWorthADraft(form: AnswerForm): boolean {
  const open = form.status === "pending" || form.status === "draft";
  return open && isModified(form) && formActions(form).saveDraft;
}
