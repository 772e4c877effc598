import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import type { Similarity } from "@postil/domain/search/record-criteria";
import type { ComponentType } from "react";
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
  /** it loads when it is first shown */
  Reference: ComponentType<SimilaritySearch & { whenMissing: () => void }>;
};

/**
 * What the records are like, at the head of the sheet while a similarity search runs (design/filters.md#similar-records). It
 * stands there for as long as the records on the sheet were found by it, and shows what was asked for last.
 */
export function SimilarityBar({ datasetId, vectors, controls, Reference }: SimilarityBarProps) {
  const { committed, criteria, loading, findSimilar, endSimilarity } = controls;
  if (committed.similarity === null) return null;
  return (
    <Reference
      datasetId={datasetId}
      vectors={vectors}
      similarity={criteria.similarity ?? committed.similarity}
      loading={loading}
      findSimilar={findSimilar}
      endSimilarity={endSimilarity}
      whenMissing={() => undefined}
    />
  );
}
