import type { Dataset } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty, VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import { refersToDataset } from "@postil/domain/search/feedback-address";
import type { Named } from "@postil/domain/search/known-criteria";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { datasetQuery } from "../../../lib/api/queries/dataset.ts";
import {
  fieldsQuery,
  metadataPropertiesQuery,
  questionsQuery,
  vectorSettingsQuery,
} from "../../../lib/api/queries/dataset-parts.ts";
import { useControls } from "../questions/question-kinds.tsx";
import type { KnownParts } from "../queue/queue-fetcher.ts";

export type DatasetParts = {
  readonly dataset: Dataset;
  readonly fields: readonly Field[];
  readonly questions: readonly Question[];
  /** empty while they load or if loading failed: the record is readable without them */
  readonly properties: readonly MetadataProperty[];
  /** empty while they load or if loading failed: without them there is no similarity search */
  readonly vectors: readonly VectorSettings[];
};

type LoadedParts =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly retry: () => void }
  | { readonly state: "ready"; readonly parts: DatasetParts };

const NONE: readonly never[] = [];

/**
 * The dataset parts that the page needs before it can show a record; all are requested at once (design/annotation.md#opening).
 */
export function useDatasetParts(datasetId: string): LoadedParts {
  const dataset = useQuery(datasetQuery(datasetId));
  const fields = useQuery(fieldsQuery(datasetId));
  const questions = useQuery(questionsQuery(datasetId));
  const controls = useControls(questions.data);
  const properties = useQuery(metadataPropertiesQuery(datasetId)).data ?? NONE;
  const vectors = useQuery(vectorSettingsQuery(datasetId)).data ?? NONE;
  const loaded = useMemo((): LoadedParts | null => {
    if (dataset.data === undefined || fields.data === undefined || questions.data === undefined) return null;
    if (!controls.isSuccess) return null;
    const needed = { dataset: dataset.data, fields: fields.data, questions: questions.data };
    return { state: "ready", parts: { ...needed, properties, vectors } };
  }, [dataset.data, fields.data, questions.data, controls.isSuccess, properties, vectors]);
  if (loaded !== null) return loaded;
  // The route handles a dataset that cannot be opened (ROL-14).
  const failed = [fields, questions, controls].filter(({ isError }) => isError);
  if (failed.length === 0) return { state: "loading" };
  return {
    state: "failed",
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}

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
