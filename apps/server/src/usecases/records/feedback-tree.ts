import type { RecordStatus } from "@postil/domain/records/response";
import type { QueryBound, QueryTree } from "@postil/domain/search/query-tree";
import type { Filter, TextQuery } from "@postil/domain/search/search-query";
import { parseTextQuery } from "@postil/domain/search/text-query";
import type { ExactNumber } from "@postil/domain/text/whole-numbers";
import { fieldOf } from "./feedback-fields.ts";

export type FeedbackSearch = {
  readonly text: TextQuery | null;
  readonly filters: readonly Filter[];
  /** None: whatever the status. */
  readonly statuses: readonly RecordStatus[];
};

/** All that a feedback search asks for must hold (contract search-semantics 2.1 to 2.4). */
export const feedbackTree = ({ text, filters, statuses }: FeedbackSearch): QueryTree => ({
  kind: "and",
  parts: [...(text ? [wordsOf(text)] : []), { kind: "status", statuses }, ...filters.map(leafOf)],
});

const wordsOf = ({ q, field }: TextQuery): QueryTree => ({
  kind: "words",
  field: field === null ? null : ["text", field],
  analysis: "standard",
  demands: parseTextQuery(q),
});

const inclusive = (value: ExactNumber | null): QueryBound | null =>
  value === null ? null : { value, inclusive: true };

type Range = Extract<Filter, { type: "range" }>;

/** Whole numbers of any size are in metadata alone; times and scores are none. */
const endOf = ({ scope, ...range }: Range, end: "ge" | "le"): ExactNumber | null =>
  scope.entity === "metadata" || range[end] === null ? range[end] : Number(range[end]);

function leafOf(filter: Filter): QueryTree {
  const field = fieldOf(filter.scope);
  return filter.type === "terms"
    ? { kind: "terms", field, values: filter.values }
    : { kind: "range", field, low: inclusive(endOf(filter, "ge")), high: inclusive(endOf(filter, "le")) };
}
