import { sameJson } from "../objects.ts";
import type { Micros } from "../time.ts";

/** A record of any dataset family, as the labeling page knows it. Only its family reads and draws its content. */
export type LabeledRecord = {
  /** unique among all datasets: the browser stores data of records under it */
  readonly id: string;
  readonly datasetId: string;
  readonly metadata: { readonly [name: string]: unknown } | null;
  readonly externalId: string | null;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export const RESPONSE_STATUSES = ["submitted", "draft", "discarded"] as const;

export type ResponseStatus = (typeof RESPONSE_STATUSES)[number];

/** Pending: the user has no response on the record (FRS-01). */
export type RecordStatus = ResponseStatus | "pending";

/** In the order in which a record passes through them. */
export const RECORD_STATUSES = [
  "pending",
  "draft",
  "submitted",
  "discarded",
] as const satisfies readonly RecordStatus[];

/** The status words that a request may use: older clients write `missing` for pending. */
export const ASKED_STATUSES = ["draft", "missing", "pending", "submitted", "discarded"] as const;

type AskedStatus = (typeof ASKED_STATUSES)[number];

export const askedStatus = (word: AskedStatus): RecordStatus => (word === "missing" ? "pending" : word);

export const isAskedStatus = (word: string): word is AskedStatus => ASKED_STATUSES.some((known) => known === word);

/** By the names of the questions. Only the dataset's family knows which values are possible. */
export type ResponseValues = { readonly [name: string]: { readonly value: unknown } };

/**
 * The reader's response to a record as the page knows it (FEN-28): the server's, or one that is being sent. The latter
 * has no id and no time until the server has answered.
 */
export type OwnResponse = {
  readonly id: string | null;
  readonly status: ResponseStatus;
  readonly values: ResponseValues | null;
  readonly updatedAt: Micros | null;
};

export type KnownResponse = OwnResponse & { readonly id: string };

/** FEN-23, FRS-01: a record without a response is pending. */
export function statusOf(response: OwnResponse | null): RecordStatus {
  return response?.status ?? "pending";
}

/** The response if the server has it; null for one that is still being sent. */
export function asKnown(response: OwnResponse | null): KnownResponse | null {
  return response === null || response.id === null ? null : { ...response, id: response.id };
}

/** True if two responses have the same content: status and values. Their authors and times do not count. */
export function saysTheSame(one: OwnResponse | null, other: OwnResponse | null): boolean {
  if (one === null || other === null) return one === other;
  return one.status === other.status && sameJson(one.values ?? {}, other.values ?? {});
}

/**
 * Typed answers that were not sent, as the browser keeps them: plain JSON, by name. For an answered record it holds
 * only the changed answers (FAN-16). `value` null: the answer was emptied. `untouched`: the parts that were suggested
 * and that no user touched.
 */
export type AnswerDraft = {
  readonly [name: string]: { readonly value: unknown; readonly untouched: readonly string[] };
};

/**
 * True if the response is still as the user last left or saw it: only then an action, its undo or its redo changes it
 * (FRS-17). `known`: the responses that the user saw or has asked for since, confirmed or not. Contents are compared,
 * so saving the same content again counts as no change.
 */
export const isAsLeft = (now: OwnResponse | null, known: readonly (OwnResponse | null)[]): boolean =>
  known.some((one) => saysTheSame(now, one));

/**
 * The same test by the time of the last change, which is all that a call sends. Null: there is, or was, no response.
 */
export const isUnmoved = (stored: Micros | null, seen: Micros | null): boolean => stored === seen;

/**
 * The typed answers that a response does not contain; null when it contains all of them. It does not matter how the
 * answer was given. This is the only rule for when typed work is dropped (FQU-26). It compares contents, because clocks
 * and tabs do not tell who typed the text.
 */
export function unsent(draft: AnswerDraft, values: ResponseValues): AnswerDraft | null {
  const rest = Object.entries(draft).filter(([name, { value }]) => !holds(values[name]?.value, value));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

/** True if the response contains the typed value. A missing value counts as empty, and so does blank text (FAN-07). */
function holds(sent: unknown, typed: unknown): boolean {
  return sent === undefined ? saysNothing(typed) : sameJson(sent, typed);
}

function saysNothing(typed: unknown): boolean {
  if (typed === null) return true;
  return typeof typed === "string" ? typed.trim() === "" : Array.isArray(typed) && typed.length === 0;
}

export type Actions = {
  readonly submit: boolean;
  readonly saveDraft: boolean;
  readonly discard: boolean;
  readonly clear: boolean;
};

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
