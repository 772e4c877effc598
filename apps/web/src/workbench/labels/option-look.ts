/** Dots are the machine, ink is a person; the star stays on whatever the machine said (design/shell.md#look). */
export type OptionLook = "plain" | "suggested" | "chosen";

export function lookOf(selected: boolean, untouched: boolean): OptionLook {
  if (!selected) return "plain";
  return untouched ? "suggested" : "chosen";
}

/** Outline and ground of an option or a card; the heavier look is a stroke, so nothing changes its width. */
export const LOOKS: { readonly [Look in OptionLook]: string } = {
  plain: "border border-line bg-surface hover:border-edge",
  suggested:
    "border-dotted border-suggestion bg-suggestion-wash text-suggestion [border-width:var(--stroke-suggested)]",
  chosen: "border border-ink bg-surface shadow-[inset_0_0_0_var(--stroke-chosen)_var(--ink)]",
};
