import type { TaskView } from "./task-view.ts";

/**
 * Most records that can be paged through (TSE-15); the server does not count further either (contract search-semantics
 * 4.2).
 */
export const MOST_PAGED = 10_000;

/** Number of records before the page (TEN-41). */
export const offsetOf = ({ page, size }: Pick<TaskView, "page" | "size">): number => (page - 1) * size;

/** The last page that can be chosen, from 1. */
export const lastTaskPage = (total: number, size: number): number =>
  Math.max(1, Math.ceil(Math.min(total, MOST_PAGED) / size));

/** True if a page is the last one although more records follow (TSE-16). */
export const isCutOff = (total: number, { page, size }: Pick<TaskView, "page" | "size">): boolean =>
  total > MOST_PAGED && page >= lastTaskPage(total, size);

const WINDOW = 5;

/**
 * The page links: five around the current page, the first, the last, and gaps between them. A gap always hides at least
 * two pages; a single page is shown instead.
 */
export function pageWindow(page: number, last: number): readonly (number | "gap")[] {
  const begin = Math.max(1, Math.min(page - (WINDOW - 1) / 2, last - WINDOW + 1));
  const end = Math.min(last, begin + WINDOW - 1);
  const pages = Array.from({ length: end - begin + 1 }, (_, index) => begin + index);
  const mirrored = (place: number | "gap") => (place === "gap" ? place : last + 1 - place);
  return [
    ...before(begin),
    ...pages,
    ...before(last + 1 - end)
      .map(mirrored)
      .toReversed(),
  ];
}

/** The page links before the window. */
const before = (begin: number): readonly (number | "gap")[] => (begin > 3 ? [1, "gap"] : [1, 2].slice(0, begin - 1));
