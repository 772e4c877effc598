import type { Dataset } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import type { ReferenceBarProps } from "./reference-bar.tsx";

type SimilarityBarProps = {
  parts: {
    readonly dataset: Pick<Dataset, "id">;
    readonly fields: readonly Field[];
    readonly vectors: readonly VectorSettings[];
  };
  controls: CriteriaControls;
};

const ReferenceBar = lazyPart<ReferenceBarProps>(() => import("./reference-bar.tsx"));

/**
 * What the records are like, at the head of the sheet while a similarity search runs (design/filters.md#similar-records). It
 * stands there for as long as the records on the sheet were found by it, and shows what was asked for last.
 */
export function SimilarityBar({ parts, controls }: SimilarityBarProps) {
  const { committed, criteria, loading, findSimilar, endSimilarity } = controls;
  if (committed.similarity === null) return null;
  return (
    <ReferenceBar
      datasetId={parts.dataset.id}
      fields={parts.fields}
      vectors={parts.vectors}
      similarity={criteria.similarity ?? committed.similarity}
      loading={loading}
      findSimilar={findSimilar}
      endSimilarity={endSimilarity}
      whenMissing={() => undefined}
    />
  );
}
