import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { freshFor, LIFETIMES } from "../../../lib/api/api.ts";
import { taskDatasetKey } from "../../../lib/api/queries/task-dataset.ts";
import type { RulesOf } from "../wire/rules-api.ts";

export const rulesKey = ({ workspaceName, name }: RulesOf) =>
  [...taskDatasetKey(workspaceName, name), "rules"] as const;

/** The rules of a dataset, oldest first. */
export const rulesQuery = (dataset: RulesOf) =>
  queryOptions({
    queryKey: [...rulesKey(dataset), "list"],
    // Only text classification needs this code.
    queryFn: async ({ signal }) => (await import("../wire/rules-api.ts")).listRules(dataset, signal),
    staleTime: freshFor(LIFETIMES.datasetParts),
  });

const NONE: readonly string[] = [];

/** The queries of the rules, in any mode of the page; only text classification has rules (TLO-06). */
export function useRuleQueries(dataset: KnownTaskDataset): readonly string[] {
  const { data } = useQuery({
    ...rulesQuery(dataset),
    enabled: dataset.task === "TextClassification",
    select: (rules) => rules.map(({ query }) => query),
  });
  return data ?? NONE;
}
