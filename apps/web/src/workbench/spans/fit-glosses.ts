/** Free between two names, px. */
const GAP = 6;

/**
 * A name may reach to the next one of its line, then it ends in an ellipsis. All are measured, then all are set, so that the
 * browser lays out once.
 */
export function fitGlosses(root: HTMLElement): void {
  const edge = root.getBoundingClientRect();
  const backwards = getComputedStyle(root).direction === "rtl";
  const glosses = [...root.querySelectorAll<HTMLElement>(".postil-gloss")].map((element) => {
    const { left, right, top } = element.getBoundingClientRect();
    return { element, top: Math.round(top), from: backwards ? edge.right - right : left - edge.left };
  });
  glosses.sort((one, other) => one.top - other.top || one.from - other.from);
  const widths = glosses.map(({ top, from }, index) => {
    const next = glosses[index + 1];
    return (next !== undefined && Math.abs(next.top - top) < 2 ? next.from - GAP : edge.width) - from;
  });
  for (const [index, { element }] of glosses.entries()) {
    const width = `${Math.max(widths[index] ?? 0, 0)}px`;
    if (element.style.maxWidth !== width) element.style.maxWidth = width;
  }
}
