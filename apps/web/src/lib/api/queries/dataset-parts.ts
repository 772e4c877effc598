import { fieldFromWire } from "@postil/contract/mapping/fields";
import { metadataPropertyFromWire } from "@postil/contract/mapping/metadata-properties";
import { questionFromWire } from "@postil/contract/mapping/questions";
import { vectorSettingsFromWire } from "@postil/contract/mapping/vector-settings";
import { queryOptions } from "@tanstack/react-query";
import { atLeast } from "../../minimum-delay.ts";
import { api } from "../api.ts";
import { freshFor, keptFor, LIFETIMES } from "../lifetimes.ts";
import { datasetKey } from "./dataset.ts";

/** What a feedback dataset is made of, in the dataset's order (FEN-06 to FEN-18). */

const staleTime = freshFor(LIFETIMES.datasetParts);
const kept = keptFor(LIFETIMES.datasetParts);
const about = (id: string) => ({ params: { dataset_id: id } });

export const fieldsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "fields"],
    queryFn: async ({ signal }) => {
      const { items } = await atLeast(api.call("listFields", about(datasetId), { signal, ...kept }));
      return items.map(fieldFromWire);
    },
    staleTime,
  });

export const questionsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "questions"],
    queryFn: async ({ signal }) => {
      const { items } = await atLeast(api.call("listQuestions", about(datasetId), { signal, ...kept }));
      return items.map(questionFromWire);
    },
    staleTime,
  });

/** Those the caller may see: annotators are not told of hidden ones (ROL-04). */
export const metadataPropertiesQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "metadata-properties"],
    queryFn: async ({ signal }) => {
      const { items } = await atLeast(api.call("listMyMetadataProperties", about(datasetId), { signal, ...kept }));
      return items.map(metadataPropertyFromWire);
    },
    staleTime,
  });

export const vectorSettingsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "vector-settings"],
    queryFn: async ({ signal }) => {
      const { items } = await atLeast(api.call("listVectorSettings", about(datasetId), { signal, ...kept }));
      return items.map(vectorSettingsFromWire);
    },
    staleTime,
  });
