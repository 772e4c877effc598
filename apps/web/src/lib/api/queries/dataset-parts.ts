import {
  fieldFromWire,
  metadataPropertyFromWire,
  questionFromWire,
  vectorSettingsFromWire,
} from "@postil/contract/feedback/parts-mapping";
import { queryOptions } from "@tanstack/react-query";
import { atLeast } from "../../minimum-delay.ts";
import { api, freshFor, keptFor, LIFETIMES } from "../api.ts";
import { quietQuery } from "../quiet-query.ts";
import { aboutDataset, datasetKey } from "./dataset.ts";

/** The parts of a feedback dataset, in the dataset's order (FEN-06 to FEN-18). */

const kept = keptFor(LIFETIMES.datasetParts);
type Options = Partial<typeof kept> & { readonly signal?: AbortSignal };

/** A list of such parts. `query` uses the caches, `read` bypasses every cache. */
function listed<Wire, Entity>(
  key: string,
  call: (about: ReturnType<typeof aboutDataset>, options?: Options) => Promise<{ readonly items: readonly Wire[] }>,
  fromWire: (wire: Wire) => Entity,
) {
  const read = async (datasetId: string, options?: Options): Promise<Entity[]> =>
    (await call(aboutDataset(datasetId), options)).items.map(fromWire);
  const query = (datasetId: string) =>
    queryOptions({
      queryKey: [...datasetKey(datasetId), key],
      queryFn: ({ signal }) => atLeast(read(datasetId, { signal, ...kept })),
      staleTime: freshFor(LIFETIMES.datasetParts),
    });
  return { read, query };
}

export const { query: fieldsQuery, read: readFields } = listed(
  "fields",
  (about, options) => api.call("listFields", about, options),
  fieldFromWire,
);
export const { query: questionsQuery, read: readQuestions } = listed(
  "questions",
  (about, options) => api.call("listQuestions", about, options),
  questionFromWire,
);
/** The properties that the caller may see. Annotators do not get hidden ones (ROL-04). */
export const { query: metadataPropertiesQuery, read: readMetadataProperties } = listed(
  "metadata-properties",
  (about, options) => api.call("listMyMetadataProperties", about, options),
  metadataPropertyFromWire,
);
export const { query: vectorSettingsQuery, read: readVectorSettings } = listed(
  "vector-settings",
  (about, options) => api.call("listVectorSettings", about, options),
  vectorSettingsFromWire,
);

/**
 * The hosts whose pictures load without a question to the user. The page does not wait for this list, so it shows no failure.
 */
export const pictureHostsQuery = (datasetId: string) =>
  quietQuery(
    [...datasetKey(datasetId), "picture-hosts"],
    "listPictureHosts",
    aboutDataset(datasetId),
    ({ items }): readonly string[] => items,
    { staleTime: freshFor(LIFETIMES.datasetParts) },
  );
