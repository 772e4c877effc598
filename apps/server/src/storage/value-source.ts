import type { ValueKind } from "@postil/domain/answers/question-types";
import { exactTarget } from "./filter-targets.ts";

/** `float`: numbers in single precision; the values of a demand are rounded to it. */
export type SourceKind = ValueKind | "float" | "time";

/** The place of record values that can be searched, sorted and counted. */
export type ValueSource = {
  /** Equal keys mean equal values. */
  readonly key: string;
  readonly datasetKey: number;
  readonly at: ValuePlace;
  readonly kind: SourceKind;
  /** True if there is an index in value order. */
  readonly ordered: boolean;
  /** True if a record has at most one value. */
  readonly single: boolean;
};

export type ValuePlace =
  /** Derived from metadata or suggestions, and written together with them. */
  | { readonly table: "filter_value"; readonly target: number }
  | { readonly table: "record"; readonly column: "inserted_at" | "updated_at" }
  /** The id of a task record; each record has one. */
  | { readonly table: "task_record"; readonly column: "id" }
  /** A single value of the raw documents, at a JSON path. */
  | { readonly table: "documents"; readonly path: string }
  /**
   * The values at a path in raw documents, with dots between names; `below`: at all paths that begin with it. Read each time.
   */
  | { readonly table: "document"; readonly path: string; readonly below: boolean }
  /** The answers to a question: of one user, or of all users (null). */
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
  kind: SourceKind,
  { single }: Pick<ValueSource, "single">,
): ValueSource => ({
  key: `filter_value ${target}`,
  datasetKey,
  at: { table: "filter_value", target },
  kind,
  ordered: true,
  single,
});

/** The exact source beside a source of whole numbers, if the dataset has any beyond 2^53. */
export const exactSource = (
  datasetKey: number,
  target: number,
  kept: ReadonlySet<number>,
  { single }: Pick<ValueSource, "single">,
): ValueSource | undefined =>
  kept.has(exactTarget(target)) ? derivedSource(datasetKey, exactTarget(target), "text", { single }) : undefined;

/** Answers are stored only in the responses: a search by answers reads all responses of the dataset. */
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

export const idSource = (datasetKey: number): ValueSource => ({
  key: "task_record id",
  datasetKey,
  at: { table: "task_record", column: "id" },
  kind: "text",
  ordered: true,
  single: true,
});

/** A value that each document has once: read from all documents once, because it is kept in memory. */
export const memberSource = (datasetKey: number, path: string, kind: SourceKind): ValueSource => ({
  key: `documents ${path}`,
  datasetKey,
  at: { table: "documents", path },
  kind,
  ordered: false,
  single: true,
});

/** A search by these values reads every document of the dataset. */
export const documentSource = (
  datasetKey: number,
  path: string,
  kind: SourceKind,
  { below = false }: { readonly below?: boolean } = {},
): ValueSource => ({
  key: `document ${below ? "below" : "at"} ${path}`,
  datasetKey,
  at: { table: "document", path, below },
  kind,
  ordered: false,
  single: false,
});

/**
 * True if the values are kept in memory for searches. Values that change more often than they are searched are not, and
 * neither are ids.
 */
export const isKeptInMemory = ({ at }: ValueSource): boolean => KEPT.includes(at.table);
const KEPT: readonly ValuePlace["table"][] = ["filter_value", "record", "documents"];
