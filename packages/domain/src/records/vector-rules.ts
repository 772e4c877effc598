import type { VectorSettings } from "../datasets/vector-settings.ts";
import type { VectorValues } from "./record-input.ts";

/** The first vector that does not fit; the calls have two wordings for it (contract api-v1 11.1, 11.4). */
export type VectorFault =
  | { readonly kind: "unknown"; readonly name: string }
  | { readonly kind: "length"; readonly name: string; readonly dimensions: number; readonly found: number };

export function vectorFault(
  settings: readonly Pick<VectorSettings, "name" | "dimensions">[],
  vectors: VectorValues,
): VectorFault | null {
  for (const [name, vector] of Object.entries(vectors)) {
    const known = settings.find((candidate) => candidate.name === name);
    if (!known) return { kind: "unknown", name };
    const { dimensions } = known;
    if (vector.length !== dimensions) return { kind: "length", name, dimensions, found: vector.length };
  }
  return null;
}
