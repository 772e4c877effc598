import type { VectorSettings } from "@postil/domain/datasets/metadata-property";
import { useQuery } from "@tanstack/react-query";
import { recordVectorsQuery } from "../../lib/api/queries/record-vectors.ts";

type Subject = { readonly datasetId: string; readonly recordId: string };

/** The names of a record's vectors. Null until they are loaded, or if they could not be loaded. */
export function useVectorNames(
  { datasetId, recordId }: Subject,
  vectors: readonly VectorSettings[],
): readonly string[] | null {
  const query = useQuery({ ...recordVectorsQuery(datasetId, recordId), enabled: vectors.length > 0 });
  return query.data ?? null;
}
