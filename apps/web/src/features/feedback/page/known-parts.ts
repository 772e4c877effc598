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
import type { KnownParts } from "../../../workbench/queue/records-api.ts";

const checking = () => import("@postil/domain/search/known-criteria");

/** Drops from criteria what the dataset does not have. Its code, and that of searching, comes once the page stands. */
export function useKnownParts(datasetId: string): KnownParts {
  const queries = useQueryClient();
  useEffect(() => {
    // What cannot be fetched now is asked for again by the first search.
    Promise.all([checking(), import("../wire/search-records.ts")]).catch(() => undefined);
  }, []);
  return (criteria) => {
    if (!refersToDataset(criteria)) return null;
    const parts = partsOf(queries, datasetId, criteria.similarity !== null);
    return Promise.all([parts, checking()]).then(([named, { knownCriteria }]) => knownCriteria(criteria, named));
  };
}

/** Those the page shows, mostly here already. */
async function partsOf(queries: QueryClient, datasetId: string, similar: boolean): Promise<Named> {
  const [fields, questions, properties, vectors] = await Promise.all([
    queries.ensureQueryData(fieldsQuery(datasetId)),
    queries.ensureQueryData(questionsQuery(datasetId)),
    queries.ensureQueryData(metadataPropertiesQuery(datasetId)),
    similar ? queries.ensureQueryData(vectorSettingsQuery(datasetId)) : [],
  ]);
  return { fields, questions, properties, vectors };
}
