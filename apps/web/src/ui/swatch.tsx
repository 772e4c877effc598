import { cx } from "./cx.ts";
import { entityColors } from "./entity-colors.ts";

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
