import type { VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { ReactNode } from "react";
import type { SimilaritySearch } from "../../../workbench/record/reference-bar.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";

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
