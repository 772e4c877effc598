import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import type { Similarity } from "@postil/domain/search/record-criteria";
import type { ReactNode } from "react";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";

/** The parts of a similarity search that its bar needs. The family loads and renders the reference record. */
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
 * The reference of a similarity search, above the results (design/filters.md#similar-records). It shows as long as the records
 * on screen are results, and displays the last requested search.
 */
export function SimilarityBar({ datasetId, vectors, controls, children }: SimilarityBarProps) {
  const { committed, criteria, loading, findSimilar, endSimilarity } = controls;
  if (committed.similarity === null) return null;
  const similarity = criteria.similarity ?? committed.similarity;
  return children({ datasetId, vectors, similarity, loading, findSimilar, endSimilarity });
}
