import type { RecordCriteria } from "../search/record-criteria.ts";

/** Most records of an "all matches" selection (FBU-08, FBU-12). */
export const MOST_MATCHES = 1000;
/** Number of records above which the page asks before it writes (FBU-12). */
export const ASKED_ABOVE = 100;

/** The selection of a bulk action. Records are named by id; a page is the ids of its records, in their order. */
export type BulkSelection = {
  readonly chosen: ReadonlySet<string>;
  /** Start of a range: the record that was last chosen alone; null: none. */
  readonly anchor: string | null;
  /** True if every matching record on all pages is selected, not only the chosen ones. */
  readonly allMatches: boolean;
};

export const NOTHING_SELECTED: BulkSelection = { chosen: new Set(), anchor: null, allMatches: false };

/** Chooses or unchooses a record; this ends an "all matches" selection (design/bulk.md). */
export function toggleRecord({ chosen }: BulkSelection, recordId: string): BulkSelection {
  const next = new Set(chosen);
  if (!next.delete(recordId)) next.add(recordId);
  return { chosen: next, anchor: recordId, allMatches: false };
}

/** Chooses all records from the anchor to this one, both included; only this one if the anchor is not on the page. */
export function selectRange(selection: BulkSelection, page: readonly string[], recordId: string): BulkSelection {
  const to = page.indexOf(recordId);
  if (to === -1) return selection;
  const anchored = selection.anchor === null ? -1 : page.indexOf(selection.anchor);
  const from = anchored === -1 ? to : anchored;
  const range = page.slice(Math.min(from, to), Math.max(from, to) + 1);
  const anchor = anchored === -1 ? recordId : selection.anchor;
  return { ...selection, chosen: new Set([...selection.chosen, ...range]), anchor };
}

/** The box above the list: chooses the whole page, or clears the selection if the whole page is chosen. */
export function togglePage(selection: BulkSelection, page: readonly string[]): BulkSelection {
  return pageMark(selection, page) === true ? NOTHING_SELECTED : selectPage(selection, page);
}

export function selectPage(selection: BulkSelection, page: readonly string[]): BulkSelection {
  return { ...selection, chosen: new Set([...selection.chosen, ...page]) };
}

export function selectAllMatches(selection: BulkSelection): BulkSelection {
  return { ...selection, allMatches: true };
}

export function leaveAllMatches(selection: BulkSelection): BulkSelection {
  return { ...selection, allMatches: false };
}

/** Removes records that were just processed (TST-05, TST-06). */
export function withoutRecords(selection: BulkSelection, recordIds: readonly string[]): BulkSelection {
  const gone = new Set(recordIds);
  return { ...selection, chosen: new Set([...selection.chosen].filter((id) => !gone.has(id))) };
}

/** The selection after an action: the records that were not saved (FBU-10). */
export function selectOnly(recordIds: readonly string[]): BulkSelection {
  return { chosen: new Set(recordIds), anchor: null, allMatches: false };
}

/** The state of the box above the list: all, none or some of the page. */
export function pageMark({ chosen }: BulkSelection, page: readonly string[]): boolean | "some" {
  if (page.length > 0 && page.every((recordId) => chosen.has(recordId))) return true;
  return page.some((recordId) => chosen.has(recordId)) ? "some" : false;
}

/** Number of records of an action. `total`: number of matching records. */
export function selectedCount({ chosen, allMatches }: BulkSelection, total: number): number {
  return allMatches ? Math.min(total, MOST_MATCHES) : chosen.size;
}

type Offer = {
  readonly selection: BulkSelection;
  readonly page: readonly string[];
  /** `size`: most records of a page; `total`: number of matching records. */
  readonly size: number;
  readonly total: number;
  readonly criteria: RecordCriteria;
};

/** `all`: all matches; `first`: the first thousand of them; `narrow`: the reader must first search or filter. */
export type AllMatchesOffer = "all" | "first" | "narrow";

/**
 * The offer to include all matches (FBU-12), once the whole page is chosen and more records match; null if there is
 * nothing to include. Records sorted by similarity are a single page.
 */
export function allMatchesOffer({ selection, page, size, total, criteria }: Offer): AllMatchesOffer | null {
  const more = total > Math.max(size, page.length, selection.chosen.size);
  if (!more || criteria.similarity !== null || pageMark(selection, page) !== true) return null;
  if (criteria.text === null && criteria.filters.length === 0) return "narrow";
  return total > MOST_MATCHES ? "first" : "all";
}

/** True if the page must ask first (FBU-12). Only "all matches" can have so many records; a page has fewer. */
export function asksFirst(selection: BulkSelection, total: number): boolean {
  return selectedCount(selection, total) > ASKED_ABOVE;
}
