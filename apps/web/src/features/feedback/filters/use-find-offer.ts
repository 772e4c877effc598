import { isFilterable, offeredProperties } from "@postil/domain/search/filter-offer";
import { useQuery } from "@tanstack/react-query";
import { fieldsQuery, metadataPropertiesQuery, questionsQuery } from "../../../lib/api/queries/dataset-parts.ts";
import { useUser } from "../../../lib/session/store.ts";

const NONE: readonly never[] = [];

/** The fields to search and whether there are filters. */
export function useFindOffer(datasetId: string) {
  const role = useUser()?.role ?? "annotator";
  const fields = useQuery(fieldsQuery(datasetId)).data ?? NONE;
  const questions = useQuery(questionsQuery(datasetId));
  const properties = useQuery(metadataPropertiesQuery(datasetId));
  const asked = questions.data?.some(isFilterable);
  const described = properties.data && offeredProperties(properties.data, { role }).length > 0;
  // Parts that are not loaded yet may exist.
  const exists = asked !== false || described !== false;
  const loading = questions.isPending && properties.isPending;
  return { fields, filters: { exists, loading } };
}
