import { metadataMetricsFromWire } from "@postil/contract/mapping/metadata-properties";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { freshFor, keptFor, LIFETIMES } from "../lifetimes.ts";
import { datasetKey } from "./dataset.ts";

/** What the records of a dataset hold of the values one can filter by; where it cannot be read, the list itself says so. */

const staleTime = freshFor(LIFETIMES.datasetParts);
const calling = { ...keptFor(LIFETIMES.datasetParts), quiet: true };

/** The values of one metadata property, or its lowest and highest (FEN-19, FEN-20). */
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
      const about = { params: { dataset_id: datasetId } };
      const { items } = await api.call("listSuggestionOptions", about, { ...calling, signal });
      return new Map(items.map(({ question, agents }) => [question.name, agents]));
    },
    staleTime,
  });
