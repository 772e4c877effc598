import { historyEntryFromWire } from "@postil/contract/mapping/history";
import { api } from "../../../lib/api/api.ts";
import type { HistoryApi } from "../../../workbench/family/family.ts";

/** Lazily loaded, because it is rarely used. */
export const historyPage: HistoryApi["page"] = async (recordId, before, signal) => {
  const request = { params: { record_id: recordId }, query: before === null ? {} : { before } };
  const { items, more } = await api.call("getRecordHistory", request, { signal, quiet: true });
  return { entries: items.map(historyEntryFromWire), more };
};
