import { recordFromWire } from "@postil/contract/feedback/record-mapping";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { freshFor, LIFETIMES } from "../lifetimes.ts";
import { datasetKey } from "./dataset.ts";

/** The record is deleted, in a workspace of others, or the id is invalid. */
const NOT_THERE = [403, 404, 422] as const;

/**
 * One record of the dataset by its id. Null when it does not exist. The component that shows the record also shows a failure.
 */
export const recordQuery = (datasetId: string, recordId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "record", recordId],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true, accept: NOT_THERE };
      const record = await api.call("getRecord", { params: { record_id: recordId } }, options);
      return record === null || record.dataset_id !== datasetId ? null : recordFromWire(record);
    },
    staleTime: freshFor(LIFETIMES.datasetParts),
  });
