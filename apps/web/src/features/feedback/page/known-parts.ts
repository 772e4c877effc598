import { knownCriteria, type Named } from "@postil/domain/search/known-criteria";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";
import type { QueryClient } from "@tanstack/react-query";
import {
  fieldsQuery,
  metadataPropertiesQuery,
  questionsQuery,
  vectorSettingsQuery,
} from "../../../lib/api/queries/dataset-parts.ts";

/** Drops from criteria what the dataset does not have. The parts are those the page shows, mostly here already. */
export function knowsPartsOf(queries: QueryClient, datasetId: string) {
  return async (criteria: RecordCriteria): Promise<RecordCriteria> => {
    const [fields, questions, properties, vectors] = await Promise.all([
      queries.ensureQueryData(fieldsQuery(datasetId)),
      queries.ensureQueryData(questionsQuery(datasetId)),
      queries.ensureQueryData(metadataPropertiesQuery(datasetId)),
      criteria.similarity === null ? [] : queries.ensureQueryData(vectorSettingsQuery(datasetId)),
    ]);
    return knownCriteria(criteria, { fields, questions, properties, vectors } satisfies Named);
  };
}
