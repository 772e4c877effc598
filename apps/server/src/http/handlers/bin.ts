import { deletedToWire, restorationToWire } from "@postil/contract/accounts/administration-mapping";
import { recordToWire } from "@postil/contract/feedback/record-mapping";
import type { Caller } from "../../storage/store.ts";
import { type Handlers, noBody } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

/** What was deleted and can be restored, and the deletions of feedback records. */
export function binHandlers({ store, jobs, limits }: HandlerParts) {
  const { keepDeletedDays: keepDays } = limits;
  /** A deletion may remove older ones for good. */
  const woken = async <T>(written: Promise<T>): Promise<T> => {
    const made = await written;
    jobs.wake();
    return made;
  };
  /** Large records one slice after the other, so that others write in between (BIN-15). */
  const deleteAll = async (datasetId: string, ids: readonly string[] | null, caller: Caller | null): Promise<void> => {
    let next = await store.write("deleteRecords", caller, { datasetId, ids, keepDays });
    while (next.left.length > 0) {
      const { left, into } = next;
      next = await store.write("deleteRecords", caller, { datasetId, ids: left, into, keepDays });
    }
  };
  return {
    deleteRecords: ({ params, query }, { caller }) => noBody(woken(deleteAll(params.dataset_id, query.ids, caller))),
    deleteRecord: async ({ params }, { caller }) =>
      recordToWire(await woken(store.write("deleteRecord", caller, { recordId: params.record_id, keepDays }))),

    listDeleted: async (_asked, { caller }) => {
      const found = await store.read("listDeleted", caller, { keepDays });
      return { items: found.map(deletedToWire), keep_days: keepDays };
    },
    getDeleted: async ({ params }, { caller }) =>
      restorationToWire(await store.read("getDeleted", caller, { deletedId: params.deleted_id, keepDays })),
    restoreDeleted: async ({ params, body }, { caller }) => {
      const { name, workspace_id: workspaceId } = body;
      const restored = await store.write("restoreDeleted", caller, { deletedId: params.deleted_id, name, workspaceId });
      jobs.wake();
      return restored;
    },
    removeDeleted: async ({ params }, { caller }) => {
      await store.write("removeDeleted", caller, { deletedId: params.deleted_id });
      jobs.wake();
      return null;
    },
  } satisfies Partial<Handlers>;
}
