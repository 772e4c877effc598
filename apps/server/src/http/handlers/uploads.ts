import { WireAddTarget } from "@postil/contract/feedback/merging";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import { isManager, isPrivileged } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import { DISK_FULL, StorageFailure } from "../../storage/failure.ts";
import type { Caller } from "../../storage/store.ts";
import { TooLong } from "../../uploads/files.ts";
import type { Into } from "../../uploads/messages.ts";
import type { ImportMeans } from "../../uploads/upload.ts";
import { operatorAsCaller } from "../../usecases/accounts/operator.ts";
import { requireAccount, requireThat } from "../../usecases/refuse.ts";
import { BodyRefused, tellsBusy } from "../errors.ts";
import { type HandlerContext, type Handlers, ReplyWith } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { addTargetToWire } from "./datasets.ts";
import { taskAddTargetToWire } from "./task-datasets.ts";

/** A file that is not sent at all. */
const NOTHING = { bytes: 0, parts: (async function* () {})() };

/** Who may send files: admins and owners with an account. */
function sender(context: HandlerContext): Caller {
  requireThat(context, isPrivileged);
  return requireAccount(context);
}

/** A new dataset from a file that somebody sends. */
export function uploadHandlers({ store, accounts, uploads, jobs, isFull, inside }: HandlerParts) {
  // Whose account is gone has no files here any more.
  accounts.onForget(() => uploads.removeOfGone(async (userId) => (await accounts.byUserId(userId)) !== null));
  /** The import calls as the person is at the time of each call, and only what an import calls (`IMPORT_CALLS`). */
  const meansOf =
    ({ id: userId }: Caller, { from }: HandlerContext, workspaceId: string) =>
    (importId: string): ImportMeans => {
      const { key, end } = accounts.standIn({ userId, importId });
      return {
        call: async (outgoing) => {
          const headers = { ...outgoing.headers, "x-postil-api-key": key };
          const reply = await inside({ ...outgoing, headers }, from);
          return { ...reply, isBusy: tellsBusy(reply.status, reply.text) };
        },
        // The person may have lost the right to it, and what did not end must go.
        takeBack: async (id) => {
          await store.write("takeBackImport", operatorAsCaller, { importId: id });
          jobs.wake();
        },
        whatIsLost: async () => {
          const found = await accounts.byUserId(userId);
          return found && isManager(found.caller, workspaceId) ? "dataset" : "right";
        },
        over: end,
      };
    };
  const targetOf = async (
    { dataset_id: datasetId = null, task_dataset: at = null }: Asked<Routes["addUpload"]>["body"]["into"],
    caller: Caller,
  ): Promise<Into> => {
    if ((datasetId === null) === (at === null))
      throw new Refusal("unprocessable", "`into` names one dataset: `dataset_id` or `task_dataset`.");
    if (at !== null)
      return { family: "task", target: taskAddTargetToWire(await store.read("getTaskAddTarget", caller, at)) };
    const target = addTargetToWire(await store.read("getAddTarget", caller, { datasetId: datasetId ?? "" }));
    // As a client reads it: bounds are told with the form of their numbers, which no other process takes.
    return { family: "feedback", target: WireAddTarget.parse(JSON.parse(JSON.stringify(target))) };
  };
  return {
    uploadFile: async ({ query }, context) => {
      const { id, key } = sender(context);
      if (isFull()) throw new StorageFailure(DISK_FULL);
      try {
        const upload = await uploads.add({ id, key }, query.name, context.content ?? NOTHING, query.is_beginning);
        // The account or its right may have gone while the file came.
        const now = (await accounts.byUserId(id))?.caller ?? null;
        if (now === null || !isPrivileged(now)) await uploads.removeOf(id);
        requireThat({ caller: now }, isPrivileged);
        return upload;
      } catch (error) {
        throw error instanceof TooLong ? new BodyRefused(413, error.message) : error;
      }
    },
    listUploads: async (_asked, context) => ({ items: uploads.list(sender(context).id) }),
    getUpload: async ({ params }, context) => uploads.get(sender(context).id, params.upload_id),
    understandUpload: async ({ params, body }, context) => {
      const caller = sender(context);
      uploads.get(caller.id, params.upload_id);
      const into = body.into ? await targetOf(body.into, caller) : null;
      return uploads.understand(caller.id, params.upload_id, body, context.left, into);
    },
    addUpload: async ({ params, body }, context) => {
      const caller = sender(context);
      // Whose file it is comes before whose dataset it is.
      uploads.get(caller.id, params.upload_id);
      const { existing, overwrite, dry_run: isDry, as_tried: asTried, ...wish } = body;
      const into = await targetOf(body.into, caller);
      const workspaceId = into.family === "task" ? into.target.workspace_id : into.target.dataset.workspace_id;
      const options = { left: context.left, means: meansOf(caller, context, workspaceId) };
      const target = { into, existing, overwrite: overwrite ?? false, isDry };
      const said = { wish, target, asTried: asTried ?? false };
      return uploads.addRows(caller.id, params.upload_id, said, options);
    },
    importUpload: async ({ params, body }, context) => {
      const { workspace_id: workspaceId, ...wish } = body;
      const caller = sender(context);
      return uploads.begin(caller.id, params.upload_id, wish, {
        workspaceId,
        username: caller.username,
        left: context.left,
        refuse: (name, family) => store.read("checkNewDataset", caller, { workspaceId, name, family }),
        means: meansOf(caller, context, workspaceId),
      });
    },
    getRefusedRows: async ({ params }, context) => {
      const { stream, file } = uploads.refusedRows(sender(context).id, params.upload_id);
      const name = `${file.replace(/\.[^.]+(?:\.gz)?$/i, "").replaceAll(/[^\w.-]+/g, "_")}-refused.csv`;
      const headers = {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
      };
      return new ReplyWith(null, { headers, stream });
    },
    deleteUpload: async ({ params }, context) => {
      await uploads.remove(sender(context).id, params.upload_id);
      return null;
    },
  } satisfies Partial<Handlers>;
}
