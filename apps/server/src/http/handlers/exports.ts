import { recordStatuses } from "@postil/contract/inputs/records-query";
import { selectionFromWire } from "@postil/contract/inputs/search";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import { timeToWire } from "@postil/contract/wire/time";
import { Refusal } from "@postil/domain/refusal";
import type { ExportDataset } from "../../export/export-dataset.ts";
import { exportStream } from "../export-stream.ts";
import { type Handlers, ReplyWith } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

type Wish = Asked<Routes["exportDataset"]>;

function wishOf({ params, body }: Pick<Wish, "params" | "body">): ExportDataset {
  const wanted = new Set(body.with);
  return {
    datasetId: params.dataset_id,
    format: body.format,
    parts: {
      responses: wanted.has("responses"),
      suggestions: wanted.has("suggestions"),
      metadata: wanted.has("metadata"),
      vectors: wanted.has("vectors"),
    },
    records: body.records
      ? { statuses: recordStatuses(body.records.response_status ?? []), search: selectionFromWire(body.records) }
      : null,
  };
}

const CONTENT_TYPES = { jsonl: "application/jsonl; charset=utf-8", csv: "text/csv; charset=utf-8" } as const;

export function exportHandlers({ store, exports }: HandlerParts) {
  return {
    exportDataset: async (asked, { caller, left }) => {
      const { format, gzip } = asked.body;
      const gone = AbortSignal.any([left, exports.ending]);
      const parts = store.stream("exportDataset", caller, wishOf(asked), gone);
      const first = await parts.next();
      if (first.done) throw new Error("An export tells what will come before it ends.");
      const { note } = first.value;
      const id = exports.begin(caller?.id ?? "", note);
      return new ReplyWith(null, {
        headers: {
          "content-type": gzip ? "application/gzip" : CONTENT_TYPES[format],
          "content-disposition": `attachment; filename="${note.name}.${format}${gzip ? ".gz" : ""}"`,
          "x-postil-export": id,
        },
        stream: exportStream(parts, { id, exports, gzip, gone }),
      });
    },
    getExport: async ({ params }, { caller }) => {
      const progress = exports.find(params.export_id, caller?.id ?? "");
      if (!progress) throw new Refusal("not_found", `Export with id \`${params.export_id}\` not found`);
      const { id, state, detail, total, records, responses, suggestions, bytes, startedAt } = progress;
      const started_at = timeToWire(startedAt * 1000);
      return { id, state, detail, total, records, responses, suggestions, bytes, started_at };
    },
    sizeUpExport: async (asked, { caller, left }) => {
      const wish = { ...wishOf(asked), gzip: asked.body.gzip };
      const { vectorBytes, vectors, ...size } = await store.read("sizeUpExport", caller, wish, left);
      return { ...size, vectors: [...vectors], vector_bytes: vectorBytes };
    },
  } satisfies Partial<Handlers>;
}
