import type { CSSProperties } from "react";

/** As `tokens.css` has them. */
const SLOTS = 50;

/** The fill and the tone of an entity, as the style sheet names them; beyond 50 they begin again (TEN-10, TEN-11). */
export function entityColors(color: number | undefined): CSSProperties | undefined {
  if (color === undefined) return undefined;
  const slot = color % SLOTS;
  // React's type of styles knows no custom properties.
  return { "--fill": `var(--entity-${slot})`, "--tone": `var(--entity-${slot}-tone)` } as CSSProperties;
}
