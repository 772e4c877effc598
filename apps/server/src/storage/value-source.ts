import type { ValueKind } from "@postil/domain/answers/question-types";
import { exactTarget } from "./filter-targets.ts";

/** `float`: numbers in single precision, which what is asked of them is brought to. */
export type SourceKind = ValueKind | "float" | "time";

/** Where values of records stand that can be looked for, sorted by and counted. */
export type ValueSource = {
  /** The same for the same values. */
  readonly key: string;
  readonly datasetKey: number;
  readonly at: ValuePlace;
  readonly kind: SourceKind;
  /** Whether there is an index in the order of the values. */
  readonly ordered: boolean;
  /** Whether no record has more than one of them. */
  readonly single: boolean;
};

export type ValuePlace =
  /** Derived from metadata or suggestions and written with them. */
  | { readonly table: "filter_value"; readonly target: number }
  | { readonly table: "record"; readonly column: "inserted_at" | "updated_at" }
  /** What records of a task dataset are told apart by, each by one. */
  | { readonly table: "task_record"; readonly column: "id" }
  /** One value of the raw documents, at a JSON path. */
  | { readonly table: "documents"; readonly path: string }
  /** What stands in raw documents at a path, dots between its names; `below`: at all that begin with it. Read each time. */
  | { readonly table: "document"; readonly path: string; readonly below: boolean }
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

/** Beside such a source of whole numbers, where the dataset has any beyond 2^53. */
export const exactSource = (
  datasetKey: number,
  target: number,
  kept: ReadonlySet<number>,
  { single }: Pick<ValueSource, "single">,
): ValueSource | undefined =>
  kept.has(exactTarget(target)) ? derivedSource(datasetKey, exactTarget(target), "text", { single }) : undefined;

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

export const idSource = (datasetKey: number): ValueSource => ({
  key: "task_record id",
  datasetKey,
  at: { table: "task_record", column: "id" },
  kind: "text",
  ordered: true,
  single: true,
});

/** What each document has one of: read from all of them once, as it is kept in memory. */
export const memberSource = (datasetKey: number, path: string, kind: SourceKind): ValueSource => ({
  key: `documents ${path}`,
  datasetKey,
  at: { table: "documents", path },
  kind,
  ordered: false,
  single: true,
});

/** A search by them reads every document of the dataset. */
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

/** Whether values stand in memory when they are searched: not those that are changed more often than they are looked for, nor ids. */
export const isKeptInMemory = ({ at }: ValueSource): boolean => KEPT.includes(at.table);
const KEPT: readonly ValuePlace["table"][] = ["filter_value", "record", "documents"];
