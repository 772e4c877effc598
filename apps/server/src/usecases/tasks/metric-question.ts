import type { MetricSummary } from "@postil/domain/tasks/metric-summary";
import type { FoundRecords } from "../../records/found-records.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import type { TaskSearch } from "./find-records.ts";

/** What some metrics are asked beside the records; null: what each does by itself. */
export type MetricOptions = {
  readonly size: number | null;
  readonly interval: number | null;
  /** Of a rule that need not be stored. */
  readonly ruleQuery: string | null;
  readonly labels: readonly string[];
  readonly queries: readonly string[];
};

/** What a metric is asked: of which records, and how. */
export type MetricQuestion = {
  readonly context: Context;
  readonly row: TaskDatasetRow;
  readonly search: TaskSearch;
  readonly found: FoundRecords;
  readonly options: MetricOptions;
};

export type Summarize = (asked: MetricQuestion) => Promise<MetricSummary>;

const USUAL_TERMS = 1000;
const MOST_TERMS = 5000;

/** How many different values are told. */
export const termsWanted = ({ size }: MetricOptions, usual = USUAL_TERMS): number =>
  Math.min(size ?? usual, MOST_TERMS);
