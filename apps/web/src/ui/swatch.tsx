import type { CSSProperties } from "react";
import { cx } from "./cx.ts";

/** The colour of a label for spans. */
export function Swatch({ color, filled = false }: { color: number; filled?: boolean }) {
  return (
    <span
      aria-hidden="true"
      style={entityColors(color)}
      className={cx(
        "size-3 flex-none rounded-[3px] shadow-[inset_0_0_0_1.5px_var(--tone)] forced-color-adjust-none",
        filled ? "bg-(--tone)" : "bg-(--fill)",
      )}
    />
  );
}

/** Must match `tokens.css`. */
const SLOTS = 50;

/** The fill and tone variables of an entity colour. After 50 the colours repeat (TEN-10, TEN-11). */
export function entityColors(color: number | undefined): CSSProperties | undefined {
  if (color === undefined) return undefined;
  const slot = color % SLOTS;
  // React's style type has no custom properties.
  return { "--fill": `var(--entity-${slot})`, "--tone": `var(--entity-${slot}-tone)` } as CSSProperties;
}
