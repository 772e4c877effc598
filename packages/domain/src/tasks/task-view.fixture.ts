import fc from "fast-check";
import { TASK_STATUSES } from "./task-record.ts";
import { FIRST_VIEW, type RulesShown, TASK_PAGE_SIZES, type TaskFilters, type TaskView } from "./task-view.ts";

/** Includes syntax of addresses and of the query language, member names, and other scripts. */
const text = fc.oneof(
  fc.string({ minLength: 1, unit: "grapheme" }),
  fc.constantFrom(
    '"',
    "\\",
    "a OR b",
    "+",
    "%",
    "&=#",
    "'",
    "🚂 لا",
    "مرحبا",
    "__proto__",
    "constructor",
    "e30",
    "\ud800",
  ),
);
const texts = fc.uniqueArray(text, { minLength: 1, maxLength: 4 });
/** No key that JSON escapes: V8 reads some of them as another key that it read before (nodejs/node#63785). */
const name = text.filter((value) => JSON.stringify(value) === `"${value}"`);
const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
const words = text.filter((value) => value.trim() !== "");

/** Any filters in the spelling of `readTaskFilters`. */
export const taskFilters: fc.Arbitrary<TaskFilters> = fc.record(
  {
    text: words,
    predicted_as: texts,
    annotated_as: texts,
    predicted_by: texts,
    annotated_by: texts,
    status: fc.uniqueArray(fc.constantFrom(...TASK_STATUSES), { minLength: 1 }),
    predicted: fc.constantFrom("ok" as const, "ko" as const),
    score: fc.tuple(share, share).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
    metadata: fc.dictionary(name, texts, { minKeys: 1, maxKeys: 3 }).map((keys) => ({ ...keys })),
    uncovered_by_rules: fc.uniqueArray(words, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const rulesShown: fc.Arbitrary<RulesShown> = fc.oneof(
  fc.constantFrom({ place: "records" as const }, { place: "list" as const }, { place: "sample" as const }),
  fc.record(
    {
      place: fc.constant("conflicts" as const),
      page: fc.integer({ min: 2, max: 100 }),
      pair: fc.uniqueArray(text, { minLength: 2, maxLength: 2 }),
    },
    { requiredKeys: ["place"] },
  ),
);

const places = fc.oneof(
  fc.record({ mode: fc.constantFrom("annotate" as const, "explore" as const), rules: fc.constant(FIRST_VIEW.rules) }),
  fc.record({ mode: fc.constant("labelling-rules" as const), rules: rulesShown }),
);

const shownRecords = fc.record({
  filters: taskFilters,
  sort: fc.uniqueArray(
    fc.record({
      id: fc.oneof(
        fc.constantFrom("id", "status", "score", "last_updated"),
        text.map((key) => `metadata.${key}`),
      ),
      order: fc.constantFrom("asc" as const, "desc" as const),
    }),
    { selector: ({ id }) => id, maxLength: 4 },
  ),
  page: fc.integer({ min: 1, max: 100 }),
  size: fc.constantFrom(...TASK_PAGE_SIZES),
});

/** Any view in the spelling of `readTaskAddress`. */
export const taskViews: fc.Arbitrary<TaskView> = fc
  .tuple(shownRecords, places)
  .map(([records, place]) => ({ ...records, ...place }));
