/** Marks what Tab and the arrows move through inside a question. */
export const OPTION = "data-option";

/** The options of a question that are on the page, in reading order. */
export function optionsIn(question: Element): readonly HTMLElement[] {
  return [...question.querySelectorAll<HTMLElement>(`[${OPTION}]`)];
}

/** Focus without the browser's jump, then the question into view, or of one too tall for the panel the element. */
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
 * The option `step` places on from the focused one: forwards round the end, backwards none from the first, so that Shift+Tab
 * leaves a question as it leaves anything. Undefined too when none of them has the focus.
 */
function optionBeside(question: Element, step: 1 | -1): HTMLElement | undefined {
  const options = optionsIn(question);
  const here = options.findIndex((option) => option.matches(":focus"));
  return here < 0 ? undefined : options[here + step === options.length ? 0 : here + step];
}

/** Tab and Shift+Tab inside a question; false where the press leaves it, which is the browser's to do. */
export function goBeside(question: Element | null, { shiftKey }: { readonly shiftKey: boolean }): boolean {
  const beside = question === null ? undefined : optionBeside(question, shiftKey ? -1 : 1);
  focusInPanel(beside);
  return beside !== undefined;
}
