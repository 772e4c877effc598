import { taskQueryFromWire, taskSortFromWire } from "@postil/contract/inputs/task-query";
import { type Handlers, WrittenReply } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";

/** Records of a page when none are asked for by number. */
const USUAL_SCAN = 100;

export function taskSearchHandlers({ store }: HandlerParts) {
  return {
    searchTaskRecordsV0: async (asked, { caller, left }) => {
      const { from, limit, include_metrics: metrics } = asked.query;
      const query = taskQueryFromWire(asked.body?.query);
      const sort = taskSortFromWire(asked.body?.sort);
      const wanted = { ...taskDatasetAt(asked), task: asked.params.task, query, sort, from, limit, metrics };
      return new WrittenReply(await store.readText("searchTaskRecords", caller, wanted, left));
    },
    scanTaskRecordsV0: async (asked, { caller, left }) => {
      const { query, sort_by, next_idx, next_page_cfg, fields } = asked.body ?? {};
      const wanted = {
        ...taskDatasetAt(asked),
        query: taskQueryFromWire(query),
        sort: taskSortFromWire(sort_by),
        nextId: next_idx ?? null,
        place: next_page_cfg ?? null,
        fields: fields ?? [],
        limit: asked.query.limit || USUAL_SCAN,
      };
      return new WrittenReply(await store.readText("scanTaskRecords", caller, wanted, left));
    },
    deleteTaskRecordsV0: async (asked, { caller, left }) => {
      const discard = asked.query.mark_as_discarded;
      const wanted = { ...taskDatasetAt(asked), query: taskQueryFromWire(asked.body), discard };
      let matched = 0;
      // Step by step, so that other writes have their turn; what is done already is found no more when it is asked for again.
      for (let from: number | null = 0; from !== null; ) {
        left.throwIfAborted();
        const step: { readonly count: number; readonly next: number | null } = await store.write(
          "deleteTaskRecords",
          caller,
          { ...wanted, from },
        );
        matched += step.count;
        from = step.next;
      }
      return { matched, processed: matched };
    },
  } satisfies Partial<Handlers>;
}
