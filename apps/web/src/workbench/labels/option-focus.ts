/** Marks the elements between which Tab and the arrows move inside a question. */
export const OPTION = "data-option";

export function optionsIn(question: Element): readonly HTMLElement[] {
  return [...question.querySelectorAll<HTMLElement>(`[${OPTION}]`)];
}

/**
 * Focuses without the browser's scroll. Then scrolls the question into view, or only the element if the question is too tall.
 */
export function focusInPanel(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  showInPanel(element);
}

export function showInPanel(element: HTMLElement | null | undefined): void {
  if (!element) return;
  const smooth = document.documentElement.dataset.motion !== "reduce";
  const question = element.closest("[data-question]");
  const fits = question !== null && question.getBoundingClientRect().height < window.innerHeight * 0.6;
  (fits ? question : element).scrollIntoView({ block: "nearest", behavior: smooth ? "smooth" : "instant" });
}

/**
 * The option `step` places from the focused one. Forwards it wraps at the end. Backwards from the first there is none, so that
 * Shift+Tab leaves the question. Undefined also if no option has the focus.
 */
function optionBeside(question: Element, step: 1 | -1): HTMLElement | undefined {
  const options = optionsIn(question);
  const here = options.findIndex((option) => option.matches(":focus"));
  return here < 0 ? undefined : options[here + step === options.length ? 0 : here + step];
}

/** Handles Tab and Shift+Tab inside a question. Returns false if the press leaves it: then the browser moves the focus. */
export function goBeside(question: Element | null, { shiftKey }: { readonly shiftKey: boolean }): boolean {
  const beside = question === null ? undefined : optionBeside(question, shiftKey ? -1 : 1);
  focusInPanel(beside);
  return beside !== undefined;
}

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
