import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { SimilarButtonProps } from "./similar-control.tsx";

const SimilarControl = lazyPart(() => import("./similar-control.tsx"));

/**
 * Finds records similar to this one (FFI-21, FFI-22): at once if the dataset has one vector, after a question if it has
 * several. If the record has no vector, the button is disabled and tells why.
 */
export function SimilarButton(props: SimilarButtonProps) {
  return props.vectors.length === 0 ? null : <SimilarControl {...props} />;
}
