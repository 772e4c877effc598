import { OPTION } from "./question-control.ts";

/** The options of a question that are on the page, in reading order. */
export function optionsIn(question: Element): readonly HTMLElement[] {
  return [...question.querySelectorAll<HTMLElement>(`[${OPTION}]`)];
}

/** Focus without the browser's jump, then the whole question into view. */
export function focusInPanel(element: HTMLElement | null | undefined): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  const smooth = document.documentElement.dataset.motion !== "reduce";
  (element.closest("[data-question]") ?? element).scrollIntoView({
    block: "nearest",
    behavior: smooth ? "smooth" : "instant",
  });
}

/** The option `step` places on from the focused one, round the ends; undefined when none of them has the focus. */
export function optionBeside(question: Element, step: 1 | -1): HTMLElement | undefined {
  const options = optionsIn(question);
  const here = options.findIndex((option) => option.matches(":focus"));
  return here < 0 ? undefined : options[(here + step + options.length) % options.length];
}
