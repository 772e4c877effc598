import type { MetricSummary } from "@postil/domain/tasks/metric-summary";
import type { FoundRecords } from "../../records/found-records.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import type { TaskSearch } from "./find-records.ts";

/** Options of some metrics; null means the metric's default. */
export type MetricOptions = {
  readonly size: number | null;
  readonly interval: number | null;
  /** The query of a rule, which does not have to be stored. */
  readonly ruleQuery: string | null;
  readonly labels: readonly string[];
  readonly queries: readonly string[];
};

/** The input of a metric: the records, and the options. */
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

/** Maximum number of different values in the result. */
export const termsWanted = ({ size }: MetricOptions, usual = USUAL_TERMS): number =>
  Math.min(size ?? usual, MOST_TERMS);
