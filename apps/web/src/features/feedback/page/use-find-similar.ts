import type { FeedbackRecord } from "@postil/domain/records/record";
import { useMemo, useRef } from "react";
import { useLatest } from "../../../lib/use-latest.ts";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";

type Queue = Pick<RecordQueueHandle, "current" | "items">;

/**
 * Returns the controls, and `atHand`: the reference record of a search, so that its bar need not load a record that was on the
 * page (FFI-24).
 */
export function useFindSimilar(controls: CriteriaControls, { current, items }: Queue) {
  const reference = useRef<FeedbackRecord>(undefined);
  const findSimilar = useLatest<Parameters<CriteriaControls["findSimilar"]>, void>((similarity) => {
    const shown = current === null ? items : [current];
    reference.current = shown.find(({ record }) => record.id === similarity.recordId)?.record ?? reference.current;
    controls.findSimilar(similarity);
  });
  return { controls: useMemo(() => ({ ...controls, findSimilar }), [controls, findSimilar]), atHand: reference };
}
