import { recordStatuses } from "@postil/contract/inputs/records-query";
import { selectionFromWire } from "@postil/contract/inputs/search";
import { taskQueryFromWire } from "@postil/contract/inputs/task-query";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import { timeToWire } from "@postil/contract/wire/time";
import { Refusal } from "@postil/domain/refusal";
import type { ExportDataset } from "../../export/export-dataset.ts";
import type { ExportTaskDataset } from "../../export/export-task-dataset.ts";
import type { ExportNote, ExportSize } from "../../export/file-parts.ts";
import type { Caller, StreamPart } from "../../storage/store.ts";
import type { CheckAccess } from "../../usecases/check-access.ts";
import { exportStream } from "../export-stream.ts";
import { type HandlerContext, type Handlers, ReplyWith } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { holdRight } from "../held-right.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";

type Body = Asked<Routes["exportDataset" | "exportTaskDataset"]>["body"];

function fileOf({ format, with: named }: Pick<Body, "format" | "with">) {
  const wanted = new Set(named);
  const parts = {
    responses: wanted.has("responses"),
    suggestions: wanted.has("suggestions"),
    metadata: wanted.has("metadata"),
    vectors: wanted.has("vectors"),
  };
  return { format, parts };
}

type Wish = Asked<Routes["exportDataset"]>;
const wishOf = ({ params, body }: Pick<Wish, "params" | "body">): ExportDataset => ({
  datasetId: params.dataset_id,
  ...fileOf(body),
  records: body.records
    ? { statuses: recordStatuses(body.records.response_status ?? []), search: selectionFromWire(body.records) }
    : null,
});

type TaskWish = Pick<Asked<Routes["exportTaskDataset"]>, "params" | "query" | "headers" | "body">;
const taskWishOf = (asked: TaskWish): ExportTaskDataset => ({
  ...taskDatasetAt(asked),
  ...fileOf(asked.body),
  query: asked.body.records?.query ? taskQueryFromWire({ ...asked.body.records.query, vector: null }) : null,
});

const CONTENT_TYPES = { jsonl: "application/jsonl; charset=utf-8", csv: "text/csv; charset=utf-8" } as const;

type Parts = AsyncGenerator<StreamPart<ExportNote>, void>;

export function exportHandlers({ store, accounts, exports }: HandlerParts) {
  const reply = async (
    { format, gzip }: Pick<Body, "format" | "gzip">,
    caller: Caller | null,
    gone: AbortSignal,
    parts: Parts,
  ) => {
    const first = await parts.next();
    if (first.done) throw new Error("An export tells what will come before it ends.");
    const { note } = first.value;
    const { name: dataset, workspace, total: records } = note;
    await store.write("noteExport", caller, { kind: "dataset_exported", told: { dataset, workspace, records } });
    const id = exports.begin(caller?.id ?? "", note);
    const stream = exportStream(parts, { id, exports, gzip, gone });
    const headers = {
      "content-type": gzip ? "application/gzip" : CONTENT_TYPES[format],
      "content-disposition": `attachment; filename="${note.name}.${format}${gzip ? ".gz" : ""}"`,
      "x-postil-export": id,
    };
    return { stream, headers };
  };
  /** Waits for its turn. Then sends the export as long as the client reads it and keeps the right to it. */
  const send = async (
    body: Body,
    context: HandlerContext,
    named: Omit<CheckAccess, "manages">,
    begin: (gone: AbortSignal) => Parts,
  ) => {
    const { caller, left } = context;
    const right = holdRight(accounts, context, (now) => store.read("checkAccess", now, { manages: true, ...named }));
    const gone = AbortSignal.any([left, exports.ending, right.lost]);
    try {
      const { stream, headers } = await reply(body, caller, gone, begin(gone));
      stream.once("close", right.release);
      return new ReplyWith(null, { headers, stream });
    } catch (error) {
      right.release();
      throw right.lost.aborted ? right.lost.reason : error;
    }
  };
  return {
    exportDataset: (asked, context) => {
      const { dataset_id } = asked.params;
      return send(asked.body, context, { named: { dataset_id }, taskDataset: null }, (gone) =>
        store.stream("exportDataset", context.caller, wishOf(asked), gone),
      );
    },
    exportTaskDataset: (asked, context) =>
      send(asked.body, context, { named: {}, taskDataset: taskDatasetAt(asked) }, (gone) =>
        store.stream("exportTaskDataset", context.caller, taskWishOf(asked), gone),
      ),
    getExport: async ({ params }, { caller }) => {
      const progress = exports.find(params.export_id, caller?.id ?? "");
      if (!progress) throw new Refusal("not_found", `Export with id \`${params.export_id}\` not found`);
      const { id, state, detail, total, records, responses, suggestions, bytes, startedAt } = progress;
      const started_at = timeToWire(startedAt * 1000);
      return { id, state, detail, total, records, responses, suggestions, bytes, started_at };
    },
    sizeUpExport: async (asked, { caller, left }) =>
      sizeToWire(await store.read("sizeUpExport", caller, { ...wishOf(asked), gzip: asked.body.gzip }, left)),
    sizeUpTaskExport: async (asked, { caller, left }) =>
      sizeToWire(await store.read("sizeUpTaskExport", caller, { ...taskWishOf(asked), gzip: asked.body.gzip }, left)),
  } satisfies Partial<Handlers>;
}

const sizeToWire = ({ vectorBytes, vectors, ...size }: ExportSize) => ({
  ...size,
  vectors: [...vectors],
  vector_bytes: vectorBytes,
});
