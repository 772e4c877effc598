import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_VIEW, historyStep, RECORD_STATUSES, readFeedbackView, writeFeedbackView } from "./feedback-url.ts";

const views = fc.record({
  page: fc.integer({ min: 1, max: 999_999_999 }),
  status: fc.constantFrom(...RECORD_STATUSES),
  record: fc.option(fc.uuid()),
});

test("VST-06 what the address says comes back when it is read again, whatever else stands in it", () => {
  fc.assert(
    fc.property(views, fc.webQueryParameters(), (view, query) => {
      expect(readFeedbackView(writeFeedbackView(query, view))).toEqual(view);
    }),
  );
});

test("VST-06 entries of other parts stay letter for letter", () => {
  const search = "search=late%20train~title&page=3&metadata=a%2Eb.x&status=draft";
  expect(writeFeedbackView(`?${search}`, { page: 4, status: "draft", record: null })).toBe(
    "page=4&status=draft&search=late%20train~title&metadata=a%2Eb.x",
  );
});

test("VST-02 entries with an empty value are left out", () => {
  expect(writeFeedbackView("?search=&sort=&record=", { ...DEFAULT_VIEW, page: 2 })).toBe("page=2");
});

test("VST-06 what cannot be read is ignored and removed by the next write", () => {
  const query = "?page=-3&status=lost&record=12";
  expect(readFeedbackView(query)).toEqual(DEFAULT_VIEW);
  expect(writeFeedbackView(query, readFeedbackView(query))).toBe("page=1");
  expect(readFeedbackView("?page=1e3").page).toBe(1);
  expect(readFeedbackView("?page=0").page).toBe(1);
});

test("VST-06 an address of the bulk view opens on its first record", () => {
  expect(readFeedbackView("?page=11~25").page).toBe(11);
});

test("VST-03 VST-07 the first write replaces, every later one pushes", () => {
  expect(historyStep("")).toBe("replace");
  expect(historyStep("?")).toBe("replace");
  expect(historyStep("?page=1")).toBe("push");
});
