import type { FeedbackRecord } from "@postil/domain/records/record";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { recordQuery } from "../../../lib/api/queries/record.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import type { CriteriaControls } from "../../../workbench/criteria/criteria-controls.ts";
import type { RecordQueueHandle } from "../../../workbench/queue/use-record-queue.ts";

type Queue = Pick<RecordQueueHandle<FeedbackRecord>, "current" | "items">;

/** The reference record of a search is mostly at hand, so its bar need not ask for it (FFI-24). */
export function useFindSimilar(controls: CriteriaControls, { current, items }: Queue): CriteriaControls {
  const client = useQueryClient();
  const findSimilar = useLatest<Parameters<CriteriaControls["findSimilar"]>, void>((similarity) => {
    const shown = current === null ? items : [current, ...items];
    const record = shown.find((item) => item.record.id === similarity.recordId)?.record;
    if (record !== undefined) client.setQueryData(recordQuery(record.datasetId, record.id).queryKey, record);
    controls.findSimilar(similarity);
  });
  return useMemo(() => ({ ...controls, findSimilar }), [controls, findSimilar]);
}
