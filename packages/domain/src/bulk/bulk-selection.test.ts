import fc from "fast-check";
import { expect, test } from "vitest";
import { PENDING_RECORDS, type RecordCriteria } from "../search/record-criteria.ts";
import {
  ASKED_ABOVE,
  allMatchesOffer,
  asksFirst,
  type BulkSelection,
  leaveAllMatches,
  MOST_MATCHES,
  NOTHING_SELECTED,
  pageMark,
  selectAllMatches,
  selectedCount,
  selectOnly,
  selectPage,
  selectRange,
  togglePage,
  toggleRecord,
} from "./bulk-selection.ts";

const pageOf = (size: number) => Array.from({ length: size }, (_, at) => `r${at + 1}`);
const page = pageOf(10);
const chosen = ({ chosen: ids }: BulkSelection) => [...ids].sort();
const narrowed: RecordCriteria = {
  ...PENDING_RECORDS,
  text: { q: "swift", field: null },
};

test("FBU-13 a record is chosen and taken out again; the page is chosen whole and cleared whole", () => {
  const one = toggleRecord(NOTHING_SELECTED, "r2");
  expect(chosen(one)).toEqual(["r2"]);
  expect(pageMark(one, page)).toBe("some");
  expect(chosen(toggleRecord(one, "r2"))).toEqual([]);
  const all = togglePage(one, page);
  expect(pageMark(all, page)).toBe(true);
  expect(togglePage(all, page)).toEqual(NOTHING_SELECTED);
  expect(pageMark(NOTHING_SELECTED, [])).toBe(false);
});

test("FBU-13 a range runs from the record chosen last to the other one, whichever comes first, and adds to what is chosen", () => {
  const place = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(place, place, fc.subarray(page), (from, to, before) => {
      const start: BulkSelection = { ...NOTHING_SELECTED, chosen: new Set(before), anchor: page[from] ?? null };
      const next = selectRange(start, page, page[to] ?? "");
      const between = page.slice(Math.min(from, to), Math.max(from, to) + 1);
      expect(chosen(next)).toEqual([...new Set([...before, ...between])].sort());
      expect(next.anchor).toBe(page[from]);
    }),
  );
});

test("FBU-13 without an anchor on the page a range is the record itself, which becomes the anchor", () => {
  const gone: BulkSelection = { ...NOTHING_SELECTED, anchor: "of another page" };
  expect(selectRange(gone, page, "r4")).toEqual({ chosen: new Set(["r4"]), anchor: "r4", allMatches: false });
  expect(selectRange(gone, page, "unknown")).toBe(gone);
});

test("FBU-12 taking out a single record ends the choice of everything and leaves the rest of the page", () => {
  const allMatches = selectAllMatches(selectPage(NOTHING_SELECTED, page));
  expect(selectedCount(allMatches, 412)).toBe(412);
  const less = toggleRecord(allMatches, "r3");
  expect(less.allMatches).toBe(false);
  expect(selectedCount(less, 412)).toBe(9);
  expect(selectedCount(leaveAllMatches(allMatches), 412)).toBe(10);
});

test("FBU-12 all is offered when the page is chosen, the list is narrowed and goes on; of more than 1000 the first 1000 are", () => {
  const whole = selectPage(NOTHING_SELECTED, page);
  const offer = { selection: whole, page, size: 10, total: 412, criteria: narrowed };
  expect(allMatchesOffer(offer)).toBe("all");
  expect(allMatchesOffer({ ...offer, criteria: PENDING_RECORDS })).toBe("narrow");
  expect(allMatchesOffer({ ...offer, selection: toggleRecord(whole, "r1") })).toBeNull();
  const skipped = selectOnly(pageOf(30)); // on three pages, after an action on all matches
  expect(allMatchesOffer({ ...offer, selection: skipped, total: 30 })).toBeNull();
  expect(allMatchesOffer({ ...offer, selection: skipped, total: 31 })).toBe("all");
  expect(allMatchesOffer({ ...offer, criteria: { ...narrowed, similarity: anySimilarity } })).toBeNull();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), (total) => {
      expect(allMatchesOffer({ ...offer, total })).toBe(total <= 10 ? null : total <= 1000 ? "all" : "first");
    }),
  );
});

const anySimilarity = { recordId: "r1", vector: "v", order: "most", limit: 50 } as const;

test("FBU-12 more than 100 records are asked about first, and never more than 1000 are reached", () => {
  const allMatches = selectAllMatches(selectPage(NOTHING_SELECTED, page));
  expect(asksFirst(allMatches, ASKED_ABOVE)).toBe(false);
  expect(asksFirst(allMatches, ASKED_ABOVE + 1)).toBe(true);
  expect(asksFirst(selectPage(NOTHING_SELECTED, pageOf(100)), 5000)).toBe(false);
  expect(selectedCount(allMatches, 5000)).toBe(MOST_MATCHES);
});

test("FBU-10 what was not saved stays selected, and nothing else", () => {
  expect(selectOnly(["r2", "r5"])).toEqual({ chosen: new Set(["r2", "r5"]), anchor: null, allMatches: false });
});
