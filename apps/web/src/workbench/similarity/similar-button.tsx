import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";

export type SimilarButtonProps = {
  record: FeedbackRecord;
  /** The kinds of vectors of the dataset; without any there is no button (FFI-22). */
  vectors: readonly VectorSettings[];
  findSimilar: CriteriaControls["findSimilar"];
  /** an icon alone, in a row of many */
  compact?: boolean;
  /** Its key and its entry in the palette are for this record: the one on screen, or the one the cursor is on. */
  keyed?: boolean;
};

const SimilarControl = lazyPart<SimilarButtonProps>(() => import("./similar-control.tsx"));
const nothing = () => undefined;

/**
 * Finds the records that are like this one (FFI-21, FFI-22): at once where there is one kind of vector, after a question where
 * there are several. It rests, and says why, when this record has none of them.
 */
export function SimilarButton(props: SimilarButtonProps) {
  return props.vectors.length === 0 ? null : <SimilarControl {...props} whenMissing={nothing} />;
}
