import { taskQueryFromWire, taskQueryToEnd, taskSortFromWire } from "@postil/contract/inputs/task-query";
import { type Handlers, WrittenReply } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";

/** Default number of records on a page. */
const USUAL_SCAN = 100;

export function taskSearchHandlers({ store, jobs, reads }: HandlerParts) {
  return {
    searchTaskRecordsV0: async (asked, { caller, left }) => {
      const { from, limit, include_metrics: metrics } = asked.query;
      const query = taskQueryFromWire(asked.body?.query);
      const sort = taskSortFromWire(asked.body?.sort);
      const wanted = { ...taskDatasetAt(asked), task: asked.params.task, query, sort, from, limit, metrics };
      return new WrittenReply(await store.readText("searchTaskRecords", caller, wanted, left));
    },
    scanTaskRecordsV0: async (asked, context) => {
      const { caller, left } = context;
      const at = taskDatasetAt(asked);
      const { query, sort_by, next_idx, next_page_cfg, fields } = asked.body ?? {};
      const wanted = {
        ...at,
        query: taskQueryFromWire(query),
        sort: taskSortFromWire(sort_by),
        nextId: next_idx ?? null,
        place: next_page_cfg ?? null,
        fields: fields ?? [],
        limit: asked.query.limit || USUAL_SCAN,
      };
      const page = await store.readText("scanTaskRecords", caller, wanted, left);
      reads.note(context, { workspace: at.workspace, name: at.name });
      return new WrittenReply(page);
    },
    deleteTaskRecordsV0: async (asked, { caller, left }) => {
      const discard = asked.query.mark_as_discarded;
      const wanted = { ...taskDatasetAt(asked), query: taskQueryToEnd(asked.body), discard };
      const found = await store.read("findRecordsToEnd", caller, wanted, left);
      const { count, job } = await store.write("deleteTaskRecords", caller, { ...wanted, found });
      if (job !== null) await jobs.finish(job);
      return { matched: count, processed: count };
    },
  } satisfies Partial<Handlers>;
}
