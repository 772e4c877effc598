import { recordFromWire } from "@postil/contract/feedback/record-mapping";
import type { Question } from "@postil/domain/datasets/question";
import { freshFor, LIFETIMES } from "../api.ts";
import { quietQuery } from "../quiet-query.ts";
import { aboutDataset, datasetKey } from "./dataset.ts";

/** Further data of the settings page. Failures show in their own places, so the calls are quiet. */

const staleTime = freshFor(LIFETIMES.datasetParts);

/**
 * How many responses use each option of the question (FSE-30). The server reads every response for it, so the answer is cached
 * for a while.
 */
export const questionUsageQuery = ({ id, datasetId }: Question) =>
  quietQuery(
    [...datasetKey(datasetId), "question-usage", id],
    "getQuestionUsage",
    { params: { question_id: id } },
    ({ items }) => new Map(items.map(({ value, ...counts }) => [value, counts])),
    { staleTime },
  );

/** What clients keep with the dataset (API-66). */
export const datasetMetadataQuery = (datasetId: string) =>
  quietQuery(
    [...datasetKey(datasetId), "metadata"],
    "getDataset",
    aboutDataset(datasetId),
    ({ metadata }) => metadata ?? null,
    { staleTime },
  );

/** The responses of all users (FSE-29). For managers of the dataset. */
export const responseCountsQuery = (datasetId: string) =>
  quietQuery(
    [...datasetKey(datasetId), "response-counts"],
    "countDatasetResponses",
    aboutDataset(datasetId),
    (counts) => counts,
  );

/** The first record with the user's answers and the suggestions, for the preview. Null in a dataset without records. */
export const sampleRecordQuery = (datasetId: string) =>
  quietQuery(
    [...datasetKey(datasetId), "sample-record"],
    "listMyRecords",
    { ...aboutDataset(datasetId), query: { include: ["responses", "suggestions"], offset: 0, limit: 1 } },
    ({ items: [first] }) => (first === undefined ? null : recordFromWire(first)),
    { staleTime },
  );
