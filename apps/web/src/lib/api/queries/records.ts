import { metadataMetricsFromWire } from "@postil/contract/feedback/parts-mapping";
import { recordFromWire } from "@postil/contract/feedback/record-mapping";
import { queryOptions } from "@tanstack/react-query";
import { api, freshFor, keptFor, LIFETIMES } from "../api.ts";
import { NOT_THERE } from "../failure.ts";
import { aboutDataset, datasetKey } from "./dataset.ts";

const staleTime = freshFor(LIFETIMES.datasetParts);

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
    staleTime,
  });

/** The values in a dataset's records that one can filter by. If they cannot be read, the list of values shows the failure. */

const calling = { ...keptFor(LIFETIMES.datasetParts), quiet: true };

/** The values of one metadata property, or its minimum and maximum (FEN-19, FEN-20). */
export const metadataMetricsQuery = (datasetId: string, propertyId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "metadata-metrics", propertyId],
    queryFn: async ({ signal }) => {
      const about = { params: { metadata_property_id: propertyId } };
      const options = { ...calling, signal, dataset: datasetId };
      return metadataMetricsFromWire(await api.call("getMetadataPropertyMetrics", about, options));
    },
    staleTime,
  });

/** Question name -> the agents of its suggestions, sorted (FFI-15, FFI-16). */
export const suggestionAgentsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "suggestion-agents"],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly string[]>> => {
      const { items } = await api.call("listSuggestionOptions", aboutDataset(datasetId), { ...calling, signal });
      return new Map(items.map(({ question, agents }) => [question.name, agents]));
    },
    staleTime,
  });
