import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import type { Similarity } from "@postil/domain/search/record-criteria";
import type { ReactNode } from "react";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";

/** What is shown of a similarity search; how its reference record is read and drawn is its family's. */
export type SimilaritySearch = Pick<CriteriaControls, "loading" | "findSimilar" | "endSimilarity"> & {
  datasetId: string;
  vectors: readonly VectorSettings[];
  similarity: Similarity;
};

type SimilarityBarProps = {
  datasetId: string;
  vectors: readonly VectorSettings[];
  controls: CriteriaControls;
  children: (search: SimilaritySearch) => ReactNode;
};

/**
 * What the records are like, at the head of the sheet while a similarity search runs (design/filters.md#similar-records). It
 * stands there for as long as the records on the sheet were found by it, and shows what was asked for last.
 */
export function SimilarityBar({ datasetId, vectors, controls, children }: SimilarityBarProps) {
  const { committed, criteria, loading, findSimilar, endSimilarity } = controls;
  if (committed.similarity === null) return null;
  const similarity = criteria.similarity ?? committed.similarity;
  return children({ datasetId, vectors, similarity, loading, findSimilar, endSimilarity });
}
