/** Dots mark a suggestion of the machine, ink a person's answer. The star stays on every suggestion (design/shell.md#look). */
export type OptionLook = "plain" | "suggested" | "chosen";

export function lookOf(selected: boolean, untouched: boolean): OptionLook {
  if (!selected) return "plain";
  return untouched ? "suggested" : "chosen";
}

/** Border and background of an option or a card. The heavier border is a shadow, so no width changes. */
export const LOOKS: { readonly [Look in OptionLook]: string } = {
  plain: "border border-line bg-surface hover:border-edge",
  suggested:
    "border-dotted border-suggestion bg-suggestion-wash text-suggestion [border-width:var(--stroke-suggested)]",
  chosen: "border border-ink bg-surface shadow-[inset_0_0_0_var(--stroke-chosen)_var(--ink)]",
};
