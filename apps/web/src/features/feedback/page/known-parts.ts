import { knownCriteria, namesParts } from "@postil/domain/search/known-criteria";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import {
  fieldsQuery,
  metadataPropertiesQuery,
  questionsQuery,
  vectorSettingsQuery,
} from "../../../lib/api/queries/dataset-parts.ts";
import type { KnownParts } from "../../../workbench/queue/records-api.ts";

/** Drops from criteria what the dataset does not have. */
export function useKnownParts(datasetId: string): KnownParts {
  const queries = useQueryClient();
  return (criteria) =>
    namesParts(criteria)
      ? named(queries, datasetId, criteria.similarity !== null).then((parts) => knownCriteria(criteria, parts))
      : null;
}

/** The parts are those the page shows, mostly here already. */
async function named(queries: QueryClient, datasetId: string, similar: boolean) {
  const [fields, questions, properties, vectors] = await Promise.all([
    queries.ensureQueryData(fieldsQuery(datasetId)),
    queries.ensureQueryData(questionsQuery(datasetId)),
    queries.ensureQueryData(metadataPropertiesQuery(datasetId)),
    similar ? queries.ensureQueryData(vectorSettingsQuery(datasetId)) : [],
  ]);
  return { fields, questions, properties, vectors };
}
