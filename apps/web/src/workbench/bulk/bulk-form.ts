import type { Actions } from "@postil/domain/records/actions";
import type { ResponseValues } from "@postil/domain/records/record-status";

/** The one form for all selected records, as its family holds it. Each function answers for the moment in which it is called. */
export type BulkForm = {
  /** another object with every change */
  readonly held: () => object;
  readonly values: () => ResponseValues;
  /** `selected`: how many records */
  readonly may: (selected: number) => Actions;
  /** Why it cannot be submitted, having led there; null when it can. */
  readonly leadToMissing: () => string | null;
  /** Empties it, and has the focus. */
  readonly clear: () => void;
  /** Empties it, unless it was changed since it was held like this. */
  readonly clearIf: (held: object) => void;
};
