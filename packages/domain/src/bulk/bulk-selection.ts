import type { RecordCriteria } from "../search/record-criteria.ts";

/** Records that everything that matches may be at most (FBU-08, FBU-12). */
export const MOST_MATCHES = 1000;
/** More than so many records are asked about before they are written to (FBU-12). */
export const ASKED_ABOVE = 100;

/** What a bulk action reaches. Record ids; a page is the ids of the records on it, in their order. */
export type BulkSelection = {
  readonly chosen: ReadonlySet<string>;
  /** Where a range begins: the record that was chosen last by itself. */
  readonly anchor: string | null;
  /** Not only the chosen ones but every record that matches, on whatever page. */
  readonly allMatches: boolean;
};

export const NOTHING_SELECTED: BulkSelection = { chosen: new Set(), anchor: null, allMatches: false };

/** Chooses a record or takes it out; one that is taken out ends a choice of everything (design/bulk.md). */
export function toggleRecord({ chosen }: BulkSelection, recordId: string): BulkSelection {
  const next = new Set(chosen);
  if (!next.delete(recordId)) next.add(recordId);
  return { chosen: next, anchor: recordId, allMatches: false };
}

/** Chooses everything from the anchor to a record, both included; the record alone where there is no anchor on the page. */
export function selectRange(selection: BulkSelection, page: readonly string[], recordId: string): BulkSelection {
  const to = page.indexOf(recordId);
  if (to === -1) return selection;
  const anchored = selection.anchor === null ? -1 : page.indexOf(selection.anchor);
  const from = anchored === -1 ? to : anchored;
  const range = page.slice(Math.min(from, to), Math.max(from, to) + 1);
  const anchor = anchored === -1 ? recordId : selection.anchor;
  return { ...selection, chosen: new Set([...selection.chosen, ...range]), anchor };
}

/** The box above the list: chooses the whole page, or nothing when the whole page is chosen. */
export function togglePage(selection: BulkSelection, page: readonly string[]): BulkSelection {
  return pageMark(selection, page) === true ? NOTHING_SELECTED : selectPage(selection, page);
}

export function selectPage(selection: BulkSelection, page: readonly string[]): BulkSelection {
  return { ...selection, chosen: new Set([...selection.chosen, ...page]) };
}

export function selectAllMatches(selection: BulkSelection): BulkSelection {
  return { ...selection, allMatches: true };
}

/** Back to the records of the page. */
export function leaveAllMatches(selection: BulkSelection): BulkSelection {
  return { ...selection, allMatches: false };
}

/** Without records that were just dealt with (TST-05, TST-06). */
export function withoutRecords(selection: BulkSelection, recordIds: readonly string[]): BulkSelection {
  const gone = new Set(recordIds);
  return { ...selection, chosen: new Set([...selection.chosen].filter((id) => !gone.has(id))) };
}

/** What is left of a selection after an action: the records that were not saved (FBU-10). */
export function selectOnly(recordIds: readonly string[]): BulkSelection {
  return { chosen: new Set(recordIds), anchor: null, allMatches: false };
}

/** The mark of the box above the list. */
export function pageMark({ chosen }: BulkSelection, page: readonly string[]): boolean | "some" {
  if (page.length > 0 && page.every((recordId) => chosen.has(recordId))) return true;
  return page.some((recordId) => chosen.has(recordId)) ? "some" : false;
}

/** How many records an action reaches. `total`: of the records that match. */
export function selectedCount({ chosen, allMatches }: BulkSelection, total: number): number {
  return allMatches ? Math.min(total, MOST_MATCHES) : chosen.size;
}

type Offer = {
  readonly selection: BulkSelection;
  readonly page: readonly string[];
  /** Records a page holds at most, and records that match. */
  readonly size: number;
  readonly total: number;
  readonly criteria: RecordCriteria;
};

/** All that match, or the first thousand of them; `narrow`: a search or a filter would have to say first which. */
export type AllMatchesOffer = "all" | "first" | "narrow";

/**
 * Whether everything that matches may be included, once the whole page is chosen and there is more than is chosen (FBU-12); null
 * where there is nothing to include. Records ranked by likeness are a page of their own.
 */
export function allMatchesOffer({ selection, page, size, total, criteria }: Offer): AllMatchesOffer | null {
  const more = total > Math.max(size, page.length, selection.chosen.size);
  if (!more || criteria.similarity !== null || pageMark(selection, page) !== true) return null;
  if (criteria.text === null && criteria.filters.length === 0) return "narrow";
  return total > MOST_MATCHES ? "first" : "all";
}

/** FBU-12; only everything that matches can be so many, a page holds no more. */
export function asksFirst(selection: BulkSelection, total: number): boolean {
  return selectedCount(selection, total) > ASKED_ABOVE;
}
