import { saysTheSame } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import type { BulkApi } from "../bulk/bulk-runner.ts";
import { responsesApi } from "./responses-api.ts";

/** Saves each item only if its record still has the state that the user saw (FRS-17). */
export const saveChunk: BulkApi = async (datasetId, items) => {
  const asked = items.map(({ recordId, status, values, before }) => {
    const seen = before === null ? null : (before.updatedAt ?? undefined);
    return { recordId, answer: { status, values }, seen };
  });
  const results = await responsesApi.upsert(asked, { datasetId, shownFor: null });
  return items.map(({ status, values }, at) => {
    const result = results[at] ?? { refused: "" };
    if ("refused" in result) return { refused: result.refused };
    if ("item" in result) return result.item === null ? { refused: "" } : { saved: result.item };
    const { changed } = result;
    // The reply to an earlier try was lost.
    const isOwn = saysTheSame(changed, { id: null, status, values, updatedAt: null });
    return changed !== null && isOwn ? { saved: changed } : { refused: t("bulk.changed"), now: changed };
  });
};
