import { recordFromWire } from "@postil/contract/feedback/record-mapping";
import type { Question } from "@postil/domain/datasets/question";
import { queryOptions } from "@tanstack/react-query";
import { api, freshFor, LIFETIMES } from "../api.ts";
import { aboutDataset, datasetKey } from "./dataset.ts";

/** Further data of the settings page. Failures show in their own places, so the calls are quiet. */

const staleTime = freshFor(LIFETIMES.datasetParts);

/**
 * How many responses use each option of the question (FSE-30). The server reads every response for it, so the answer is cached
 * for a while.
 */
export const questionUsageQuery = ({ id, datasetId }: Question) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "question-usage", id],
    queryFn: async ({ signal }) => {
      const { items } = await api.call("getQuestionUsage", { params: { question_id: id } }, { signal, quiet: true });
      return new Map(items.map(({ value, ...counts }) => [value, counts]));
    },
    staleTime,
  });

/** What clients keep with the dataset (API-66). */
export const datasetMetadataQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "metadata"],
    queryFn: async ({ signal }) =>
      (await api.call("getDataset", aboutDataset(datasetId), { signal, quiet: true })).metadata ?? null,
    staleTime,
  });

/** The responses of all users (FSE-29). For managers of the dataset. */
export const responseCountsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "response-counts"],
    queryFn: ({ signal }) => api.call("countDatasetResponses", aboutDataset(datasetId), { signal, quiet: true }),
  });

/** The first record with the user's answers and the suggestions, for the preview. Null in a dataset without records. */
export const sampleRecordQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "sample-record"],
    queryFn: async ({ signal }) => {
      const query = { include: ["responses", "suggestions"], offset: 0, limit: 1 };
      const request = { ...aboutDataset(datasetId), query };
      const { items } = await api.call("listMyRecords", request, { signal, quiet: true });
      return items[0] === undefined ? null : recordFromWire(items[0]);
    },
    staleTime,
  });
