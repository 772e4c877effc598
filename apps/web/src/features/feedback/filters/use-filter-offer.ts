import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import { type FilterableQuestion, isFilterable, offeredProperties } from "@postil/domain/search/filter-offer";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fieldsQuery, metadataPropertiesQuery, questionsQuery } from "../../../lib/api/queries/dataset-parts.ts";
import { useUser } from "../../../lib/session/store.ts";
import type { Part } from "./filter-group.tsx";

export type FilterOffer = {
  readonly datasetId: string;
  readonly fields: readonly Field[];
  /** FFI-17 */
  readonly questions: Part<FilterableQuestion>;
  /** FFI-19 */
  readonly properties: Part<MetadataProperty>;
  /** all questions and properties, for the words of a filter */
  readonly known: { readonly questions: readonly Question[]; readonly properties: readonly MetadataProperty[] };
};

const NONE: readonly never[] = [];

/** The parts of a dataset that users can search, filter and sort by; the page has loaded most of them already. */
export function useFilterOffer(datasetId: string): FilterOffer {
  const user = useUser();
  const role = user?.role ?? "annotator";
  const fields = useQuery(fieldsQuery(datasetId)).data ?? NONE;
  const { data: questions, isError: noQuestions, refetch: getQuestions } = useQuery(questionsQuery(datasetId));
  const { data, isError: noProperties, refetch: getProperties } = useQuery(metadataPropertiesQuery(datasetId));
  return useMemo(() => {
    const properties = data && offeredProperties(data, { role });
    return {
      datasetId,
      fields,
      questions: partOf(questions?.filter(isFilterable), noQuestions, getQuestions),
      properties: partOf(properties, noProperties, getProperties),
      known: { questions: questions ?? NONE, properties: properties ?? NONE },
    };
  }, [datasetId, role, fields, questions, noQuestions, getQuestions, data, noProperties, getProperties]);
}

function partOf<Item>(items: readonly Item[] | undefined, failed: boolean, refetch: () => unknown): Part<Item> {
  if (items !== undefined) return { state: "ready", items };
  return failed ? { state: "failed", retry: () => void refetch() } : { state: "loading" };
}
