/** Free between two names, px. */
const GAP = 6;

/**
 * A name may reach to the next one of its line, then it ends in an ellipsis. Under words of the other direction Firefox lets it
 * begin where the words end: it is moved below them. All are measured, then all are set, so that the browser lays out once.
 */
export function fitGlosses(root: HTMLElement): void {
  const edge = root.getBoundingClientRect();
  const backwards = getComputedStyle(root).direction === "rtl";
  const glosses = [...root.querySelectorAll<HTMLElement>(".postil-gloss")].map((element) => {
    const { left, right, top } = element.getBoundingClientRect();
    const move = moveUnderTurned(element, left, right, backwards);
    const from = backwards ? edge.right - right - move : left + move - edge.left;
    return { element, top: Math.round(top), from, moved: moved(element) + move };
  });
  glosses.sort((one, other) => one.top - other.top || one.from - other.from);
  const widths = glosses.map(({ top, from }, index) => {
    const next = glosses[index + 1];
    return (next !== undefined && Math.abs(next.top - top) < 2 ? next.from - GAP : edge.width) - from;
  });
  for (const [index, { element, moved }] of glosses.entries()) {
    if (moved !== 0 || element.style.translate !== "") element.style.translate = `${moved}px`;
    const width = `${Math.max(widths[index] ?? 0, 0)}px`;
    if (element.style.maxWidth !== width) element.style.maxWidth = width;
  }
}

const moved = (element: HTMLElement): number => Number.parseFloat(element.style.translate) || 0;

/** How far a name has yet to move so that it begins where the words above it do, px; 0 in the direction of the text. */
function moveUnderTurned(gloss: HTMLElement, left: number, right: number, backwards: boolean): number {
  const span = gloss.parentElement;
  const words = span?.matches("[data-turned]") ? span.querySelector("[data-at]")?.getClientRects()[0] : undefined;
  if (words === undefined) return 0;
  const move = backwards ? words.left - left : words.right - right;
  return Math.abs(move) < 1 ? 0 : Math.round(move);
}
