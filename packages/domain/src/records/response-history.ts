import type { Micros } from "../time.ts";
import type { AnswerValues } from "./answer-values.ts";
import type { ResponseStatus } from "./response.ts";

/** A response as the history keeps it. */
export type ResponseState = { readonly status: ResponseStatus; readonly values: AnswerValues | null };

/** Somebody of the history by name; null where that is said of a user who is deleted. */
export type HistoryPerson = { readonly id: string; readonly username: string };

/** What became of the answer to one question, as people read it; null: none. */
export type AnswerChange = {
  readonly question: string;
  readonly title: string;
  /** Whether the answers are texts that somebody wrote, which are compared by their words. */
  readonly written: boolean;
  readonly before: string | null;
  readonly after: string | null;
};

/** One change of one response to a record. */
export type HistoryEntry = {
  /** Later changes have larger ones. */
  readonly id: number;
  readonly at: Micros;
  readonly actor: HistoryPerson | null;
  /** Whose response it is: most often the actor's own. */
  readonly author: HistoryPerson | null;
  readonly statusBefore: ResponseStatus | null;
  readonly statusAfter: ResponseStatus | null;
  /** How long the record had been on the screen, ms; null where nobody said so. */
  readonly shownMs: number | null;
  readonly answers: readonly AnswerChange[];
};
