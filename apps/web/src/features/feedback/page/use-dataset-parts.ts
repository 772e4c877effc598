import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { datasetQuery } from "../../../lib/api/queries/dataset.ts";
import {
  fieldsQuery,
  metadataPropertiesQuery,
  questionsQuery,
  vectorSettingsQuery,
} from "../../../lib/api/queries/dataset-parts.ts";
import { useControls } from "../questions/question-kinds.tsx";
import type { LoadedParts } from "./dataset-parts.ts";

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
