import { useQuery } from "@tanstack/react-query";
import { annotatedAsQuery, predictedAsQuery } from "../../lib/api/queries/task-metrics.ts";
import type { LabeledDataset } from "../../lib/api/queries/task-settings.ts";

export type LabelUsage = {
  /** How many records have a label by text; null while that is not known. */
  readonly predicted: (text: string) => number | null;
  readonly annotated: (text: string) => number | null;
  readonly failed: boolean;
  readonly retry: () => void;
};

/** How often each label is used. */
export function useLabelUsage(dataset: LabeledDataset): LabelUsage {
  const predicted = useQuery(predictedAsQuery(dataset));
  const annotated = useQuery(annotatedAsQuery(dataset));
  const countIn = (counts: ReadonlyMap<string, number> | undefined) => (text: string) =>
    counts === undefined ? null : (counts.get(text) ?? 0);
  return {
    predicted: countIn(predicted.data),
    annotated: countIn(annotated.data),
    failed: predicted.isError || annotated.isError,
    retry: () => {
      void predicted.refetch();
      void annotated.refetch();
    },
  };
}
