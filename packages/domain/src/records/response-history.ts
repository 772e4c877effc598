import type { Micros } from "../time.ts";
import type { AnswerValues } from "./answer-values.ts";
import type { ResponseStatus } from "./response.ts";

/** A response in the history. */
export type ResponseState = { readonly status: ResponseStatus; readonly values: AnswerValues | null };

/** A user in the history. An entry has null instead if the user is deleted. */
export type HistoryPerson = { readonly id: string; readonly username: string };

/** The change of the answer to one question, as text for people; null: no answer. */
export type AnswerChange = {
  readonly question: string;
  readonly title: string;
  /** True if the answers are free texts, which are compared word by word. */
  readonly written: boolean;
  readonly before: string | null;
  readonly after: string | null;
};

/** One change of one response to a record. */
export type HistoryEntry = {
  /** Later changes have larger ids. */
  readonly id: number;
  readonly at: Micros;
  readonly actor: HistoryPerson | null;
  /** The user whose response it is: most often the actor. */
  readonly author: HistoryPerson | null;
  readonly statusBefore: ResponseStatus | null;
  readonly statusAfter: ResponseStatus | null;
  /** Time the record was on the screen, ms; null if the client did not send it. */
  readonly shownMs: number | null;
  readonly answers: readonly AnswerChange[];
};
