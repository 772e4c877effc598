import { sameJson } from "../objects.ts";
import type { NewRecord, Origin, RecordResponseInput, SuggestionInput } from "../records/record.ts";
import type { LoggedRecord } from "../tasks/log-record.ts";
import type { Micros } from "../time.ts";

/** What another server has is brought here, perhaps several times; what people did here since stays (MIG-03). */

export const BROUGHT_PARTS = ["record", "response", "suggestion", "vector"] as const;
export type BroughtPart = (typeof BROUGHT_PARTS)[number];

/**
 * `there`: nothing was left to bring. `gone`: it was brought before, and deleted here. `left out`: it cannot be stored here.
 */
export const BROUGHT_OUTCOMES = ["added", "completed", "there", "gone", "left out"] as const;

/** `kept`: changed here alone. `conflicts`: changed on both servers. `absent`: not there any more. All of them stay. */
export type BroughtOutcome = {
  readonly id: string;
  readonly outcome: (typeof BROUGHT_OUTCOMES)[number];
  readonly kept: readonly BroughtPart[];
  readonly conflicts: readonly BroughtPart[];
  readonly absent: readonly BroughtPart[];
  readonly leftOut: readonly { readonly part: BroughtPart; readonly reason: string }[];
};

/** What became of a dataset and its settings, whose parts are named. `records`: how many were brought before and are here. */
export type BroughtDataset = {
  readonly created: boolean;
  readonly records: number;
  readonly kept: readonly string[];
  readonly conflicts: readonly string[];
  readonly absent: readonly string[];
  readonly leftOut: readonly { readonly part: string; readonly reason: string }[];
};

export type BroughtSuggestion = Omit<SuggestionInput, "questionId" | "origin"> & {
  readonly question: string;
  readonly origin: Origin;
};

/** A record of another server. Its suggestions name their questions, whose ids differ. */
export type BroughtRecord = Omit<NewRecord, "suggestions" | "responses" | "origin"> & {
  readonly origin: Origin;
  readonly responses: readonly (RecordResponseInput & { readonly origin: Origin })[];
  readonly suggestions: readonly BroughtSuggestion[];
};

export type BroughtTaskRecord = { readonly lastUpdated: Micros; readonly record: LoggedRecord };

/** `keep`: it differs, and the one that is here stays. `conflict`: so too, and it was changed there as well. */
export type Verdict = "add" | "replace" | "same" | "keep" | "conflict";

type Here<T> = {
  /** Null: there is none. */
  readonly value: T | null;
  /** True if a person has made, changed or deleted it here. */
  readonly isTouched: boolean;
};

/**
 * What happens to a value of the other server. Only a value that nobody has touched here follows the other server.
 * `hasChangedThere`: since it was brought.
 */
export function judgeBrought<T>(here: Here<T>, brought: T, hasChangedThere = false): Verdict {
  if (here.value !== null && sameJson(here.value, brought)) return "same";
  if (here.isTouched) return hasChangedThere ? "conflict" : "keep";
  return here.value === null ? "add" : "replace";
}

/** True if a run before has brought it. `before`: when that run began, by the clock of the other server; null: none was. */
export const wasBrought = (insertedAt: Micros, before: Micros | null): boolean =>
  before !== null && insertedAt < before;

/** Times that are later than now would be those of everything that is made here from then on. */
export const untilNow = ({ id, insertedAt, updatedAt }: Origin, now: Micros): Origin => ({
  id,
  insertedAt: Math.min(insertedAt, now),
  updatedAt: Math.min(updatedAt, now),
});
