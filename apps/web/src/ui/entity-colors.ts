import type { CSSProperties } from "react";

/** Must match `tokens.css`. */
const SLOTS = 50;

/** The fill and tone variables of an entity colour. After 50 the colours repeat (TEN-10, TEN-11). */
export function entityColors(color: number | undefined): CSSProperties | undefined {
  if (color === undefined) return undefined;
  const slot = color % SLOTS;
  // React's style type has no custom properties.
  return { "--fill": `var(--entity-${slot})`, "--tone": `var(--entity-${slot}-tone)` } as CSSProperties;
}
