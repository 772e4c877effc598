import type { ValueKind } from "@postil/domain/search/value-kind";

/** Where values of records stand that can be looked for, sorted by and counted. */
export type ValueSource = {
  /** The same for the same values. */
  readonly key: string;
  readonly datasetKey: number;
  readonly at: ValuePlace;
  readonly kind: ValueKind | "time";
  /** Whether there is an index in the order of the values. */
  readonly ordered: boolean;
  /** Whether no record has more than one of them. */
  readonly single: boolean;
};

export type ValuePlace =
  /** Derived from metadata or suggestions and written with them. */
  | { readonly table: "filter_value"; readonly target: number }
  | { readonly table: "record"; readonly column: "inserted_at" | "updated_at" }
  /** What was answered to a question: by one user, or by anybody (null). */
  | { readonly table: "response"; readonly question: string; readonly userKey: number | null };

export const timeSource = (datasetKey: number, column: "inserted_at" | "updated_at"): ValueSource => ({
  key: `record ${column}`,
  datasetKey,
  at: { table: "record", column },
  kind: "time",
  ordered: true,
  single: true,
});

export const derivedSource = (
  datasetKey: number,
  target: number,
  kind: ValueKind,
  { single }: Pick<ValueSource, "single">,
): ValueSource => ({
  key: `filter_value ${target}`,
  datasetKey,
  at: { table: "filter_value", target },
  kind,
  ordered: true,
  single,
});

/** Answers stand in the responses alone: a search by them reads all of the dataset's. */
export const answerSource = (
  datasetKey: number,
  question: string,
  kind: ValueKind,
  userKey: number | null,
): ValueSource => ({
  key: `response ${question}`,
  datasetKey,
  at: { table: "response", question, userKey },
  kind,
  ordered: false,
  single: false,
});
