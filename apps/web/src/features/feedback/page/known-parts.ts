import type { Named } from "@postil/domain/search/known-criteria";
import { refersToDataset } from "@postil/domain/search/refers-to-dataset";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import {
  fieldsQuery,
  metadataPropertiesQuery,
  questionsQuery,
  vectorSettingsQuery,
} from "../../../lib/api/queries/dataset-parts.ts";
import type { KnownParts } from "../queue/queue-fetcher.ts";

const checking = () => import("@postil/domain/search/known-criteria");

/** Removes criteria that the dataset does not have. This code and the search code load once the page is shown. */
export function useKnownParts(datasetId: string): KnownParts {
  const queries = useQueryClient();
  useEffect(() => {
    // If this fails, the first search loads it again.
    Promise.all([checking(), import("../wire/search-records.ts")]).catch(() => undefined);
  }, []);
  return (criteria) => {
    if (!refersToDataset(criteria)) return null;
    const parts = partsOf(queries, datasetId, criteria.similarity !== null);
    return Promise.all([parts, checking()]).then(([named, { knownCriteria }]) => knownCriteria(criteria, named));
  };
}

/** The parts that the page shows; most of them are loaded already. */
async function partsOf(queries: QueryClient, datasetId: string, similar: boolean): Promise<Named> {
  const [fields, questions, properties, vectors] = await Promise.all([
    queries.ensureQueryData(fieldsQuery(datasetId)),
    queries.ensureQueryData(questionsQuery(datasetId)),
    queries.ensureQueryData(metadataPropertiesQuery(datasetId)),
    similar ? queries.ensureQueryData(vectorSettingsQuery(datasetId)) : [],
  ]);
  return { fields, questions, properties, vectors };
}
