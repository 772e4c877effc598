import { asObject } from "@postil/domain/json-object";
import { mergeTaskFilters, readTaskFilters, type TaskFilters } from "@postil/domain/tasks/task-view";
import type { ReactNode } from "react";
import { failureOf } from "../../../lib/api/failure.ts";
import type { TaskPage } from "../state/task-page-context.ts";
import type { Aggregations } from "../wire/search-records.ts";

/** The filters of records: each part is one filter, except metadata, which has one for each key (TSE-24). */
export type PartId = Exclude<keyof TaskFilters, "text">;
export type ListPart = Exclude<PartId, "predicted" | "score" | "metadata">;

const GROUPS = {
  predictions: ["predicted_as", "predicted", "score", "predicted_by"],
  annotations: ["annotated_as", "annotated_by"],
  status: ["status"],
  metadata: ["metadata"],
  rules: ["uncovered_by_rules"],
} as const satisfies { readonly [group: string]: readonly PartId[] };
export type GroupId = keyof typeof GROUPS;
export const GROUP_IDS = Object.keys(GROUPS) as GroupId[]; // the groups above, in this order

export const partsOf = (group: GroupId): readonly PartId[] => GROUPS[group];

/** An active filter; a metadata filter has a key. */
export type ActiveFilter = { readonly part: PartId; readonly key?: string };

export function activeFilters(filters: TaskFilters): readonly (ActiveFilter & { readonly group: GroupId })[] {
  return GROUP_IDS.flatMap((group) =>
    partsOf(group)
      .filter((part) => filters[part] !== undefined)
      .flatMap((part): readonly ActiveFilter[] =>
        part === "metadata" ? Object.keys(filters.metadata ?? {}).map((key) => ({ part, key })) : [{ part }],
      )
      .map((filter) => ({ ...filter, group })),
  );
}

export const withoutFilter = (filters: TaskFilters, { part, key }: ActiveFilter): TaskFilters =>
  mergeTaskFilters(filters, key === undefined ? { [part]: undefined } : { metadata: { [key]: [] } });

export const withValues = (filters: TaskFilters, part: ListPart, values: readonly string[]): TaskFilters =>
  readTaskFilters({ ...filters, [part]: values });

export const valuesAsked = ({ text: _, metadata = {}, ...lists }: TaskFilters): number =>
  [...Object.values(lists), ...Object.values(metadata)].reduce(
    (sum: number, value) => sum + (Array.isArray(value) ? value.length : 1),
    0,
  );

/** The parts that the found records have values for; records always have a status. */
export function partsWithValues(aggregations: Aggregations): readonly PartId[] {
  const counted = (
    ["predicted_as", "predicted", "score", "predicted_by", "annotated_as", "annotated_by", "metadata"] as const
  ).filter((part) => Object.keys(aggregations[part]).length > 0);
  return ["status", ...counted];
}

/** The page data that the search and the filters of a task dataset use. */
export type QueryPage = Pick<
  TaskPage,
  "view" | "changeView" | "aggregations" | "isCounted" | "countsFor" | "failure" | "similarTo"
> & {
  readonly dataset: Pick<TaskPage["dataset"], "task">;
  readonly labels: readonly { readonly text: string }[];
};

export type QueryBarProps = {
  page: QueryPage;
  /** the queries of the dataset's rules */
  rules?: readonly string[];
  /** the query belongs to a rule: the box is the heading, and the filters fold into one button */
  ofRule?: boolean;
  /** saved views and flagged records */
  views?: ReactNode;
  /** at the right: the modes and the panel button */
  end?: ReactNode;
};

/** The server's message about a query that it cannot read (contract api-v0 1.3); null for other failures or none. */
export function refusedQuery(failure: Error | null): string | null {
  const params = refusal(failure, "InvalidTextSearchError");
  if (params === null) return null;
  return typeof params.message === "string" ? params.message : "";
}

export const isClosed = (failure: Error | null): boolean => refusal(failure, "ClosedDatasetError") !== null;

function refusal(failure: Error | null, error: string) {
  const { status, body } = failureOf(failure) ?? {};
  const { code, params } = asObject(asObject(body)?.detail) ?? {};
  if (status !== 400 || typeof code !== "string" || !code.endsWith(`::${error}`)) return null;
  return asObject(params) ?? {};
}
