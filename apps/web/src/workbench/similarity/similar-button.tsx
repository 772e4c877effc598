import { lazyPart } from "../../ui/lazy-part.tsx";
import type { SimilarButtonProps } from "./similar-control.tsx";

const SimilarControl = lazyPart<SimilarButtonProps>(() => import("./similar-control.tsx"));
const nothing = () => undefined;

/**
 * Finds the records that are like this one (FFI-21, FFI-22): at once where there is one kind of vector, after a question where
 * there are several. It rests, and says why, when this record has none of them.
 */
export function SimilarButton(props: SimilarButtonProps) {
  return props.vectors.length === 0 ? null : <SimilarControl {...props} whenMissing={nothing} />;
}
