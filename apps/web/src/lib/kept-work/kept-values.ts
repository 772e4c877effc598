/** What the browser keeps of a user's work, each with one value per user and record. */
export const KEPT = ["outbox", "drafts"] as const;
/** Rules that were being written stand in local storage alone: those of each dataset. */
export const RULES = "rules";
/** So does what was typed into the settings of a dataset. */
export const FORMS = "forms";
/** And the form for many records, before it is written to them. */
export const BULK = "bulk";
export type KeptForDatasets = typeof RULES | typeof FORMS | typeof BULK;
export type KeptName = (typeof KEPT)[number];

export type ChangeKept = (kept: unknown, recordId: string) => object | null;

/** Values are JSON. They come back as they were found, of whatever version, so readers check them. */
export type KeptWork = {
  /** The values of one user, by record id. */
  readonly all: (userId: string) => Promise<ReadonlyMap<string, unknown>>;
  /**
   * Reads the value of a record, or those of many, and writes what `change` makes of each, null for none: all of them or none, without
   * another tab coming in between. `kept` is undefined when there is none.
   */
  readonly change: (userId: string, recordIds: string | readonly string[], change: ChangeKept) => Promise<void>;
};
