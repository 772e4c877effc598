import { taskQueryFromWire } from "@postil/contract/inputs/task-query";
import { type Handlers, WrittenReply } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";

export function taskMetricHandlers({ store }: HandlerParts) {
  return {
    listTaskMetricsV0: async (asked, { caller }) => [
      ...(await store.read("listTaskMetrics", caller, taskDatasetAt(asked))),
    ],
    summarizeTaskMetricV0: async (asked, { caller, left }) => {
      const { size = null, interval = null, rule_query = null, labels = [], queries = [] } = asked.query;
      const options = { size, interval, ruleQuery: rule_query, labels, queries };
      const { metric } = asked.params;
      const question = { ...taskDatasetAt(asked), metric, query: taskQueryFromWire(asked.body), options };
      return new WrittenReply(await store.readText("summarizeTaskMetric", caller, question, left));
    },
  } satisfies Partial<Handlers>;
}
