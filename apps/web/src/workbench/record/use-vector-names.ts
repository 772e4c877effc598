import type { VectorSettings } from "@postil/domain/datasets/metadata-property";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, freshFor, LIFETIMES } from "../../lib/api/api.ts";
import { aboutDataset, datasetKey } from "../../lib/api/queries/dataset.ts";

/** The names of a record's vectors. Null until they are loaded, or if they could not be loaded. */
export function useVectorNames(
  { datasetId, recordId }: { readonly datasetId: string; readonly recordId: string },
  vectors: readonly VectorSettings[],
): readonly string[] | null {
  const query = useQuery({ ...recordVectorsQuery(datasetId, recordId), enabled: vectors.length > 0 });
  return query.data ?? null;
}

/**
 * The names of a record's vectors, null when they are unknown. The vectors themselves are not loaded, they are thousands of
 * numbers. The page does not wait for this, so it shows no failure.
 */
const recordVectorsQuery = (datasetId: string, recordId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "record-vectors", recordId],
    queryFn: async () => (await namesOf(datasetId, recordId)) ?? null,
    staleTime: freshFor(LIFETIMES.datasetParts),
    retry: false,
  });

type Names = ReadonlyMap<string, readonly string[]>;
type Batch = { readonly ids: Set<string>; readonly reply: Promise<Names> };

/** Requests of one turn, for instance by the rows of a page, go to the server as one call per dataset. */
const open = new Map<string, Batch>();
/** The server's limit. */
const MOST_AT_ONCE = 100;

async function namesOf(datasetId: string, recordId: string): Promise<readonly string[] | undefined> {
  const { ids, reply } = batchOf(datasetId);
  ids.add(recordId);
  return (await reply).get(recordId);
}

function batchOf(datasetId: string): Batch {
  const present = open.get(datasetId);
  if (present !== undefined && present.ids.size < MOST_AT_ONCE) return present;
  const ids = new Set<string>();
  const reply = Promise.resolve().then(() => {
    if (open.get(datasetId)?.ids === ids) open.delete(datasetId);
    return fetchNames(datasetId, [...ids]);
  });
  const batch = { ids, reply };
  open.set(datasetId, batch);
  return batch;
}

async function fetchNames(datasetId: string, ids: string[]): Promise<Names> {
  const request = { ...aboutDataset(datasetId), query: { record_id: ids } };
  const { items } = await api.call("listVectorsOfRecords", request, { quiet: true });
  return new Map(items.map(({ record_id, vectors }) => [record_id, vectors]));
}
