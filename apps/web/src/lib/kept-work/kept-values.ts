/** The kinds of work that the browser stores, each with one value per user and record. */
export const KEPT = ["outbox", "drafts"] as const;
/** Unfinished rules, one value per dataset. They are only in local storage. */
export const RULES = "rules";
/** Unsaved settings of a dataset, also only in local storage. */
export const FORMS = "forms";
/** The bulk form before it is written to its records, also only in local storage. */
export const BULK = "bulk";
export type KeptForDatasets = typeof RULES | typeof FORMS | typeof BULK;
export type KeptName = (typeof KEPT)[number];

type ChangeKept = (kept: unknown, recordId: string) => object | null;

/** Values are JSON. They are returned unchecked and may be of any version, so readers check them. */
export type KeptWork = {
  /** The values of one user, by record id. */
  readonly all: (userId: string) => Promise<ReadonlyMap<string, unknown>>;
  /**
   * Reads the value of one or more records, and writes the result of `change` for each; null removes the value. All records
   * are written or none, and no other tab writes in between. `kept` is undefined when there is no value.
   */
  readonly change: (userId: string, recordIds: string | readonly string[], change: ChangeKept) => Promise<void>;
};
