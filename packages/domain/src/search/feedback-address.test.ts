import fc from "fast-check";
import { expect, test } from "vitest";
import { RECORD_STATUSES } from "../records/labeled-record.ts";
import { compareExactly, exactly, readExactly } from "../text/whole-numbers.ts";
import { readFeedbackAddress, writeCriteria, writeFeedbackAddress } from "./feedback-address.ts";
import {
  criteriaKey,
  FIRST_ADDRESS,
  PENDING_RECORDS,
  type RecordCriteria,
  SIMILARITY_LIMITS,
  scopeKey,
} from "./record-criteria.ts";
import { BULK_SIZES, historyStep } from "./records-address.ts";
import { parseTextQuery } from "./text-query.ts";

/** Includes syntax of the address grammar: separators, keywords, range ends; also halves of a surrogate pair. */
const name = fc
  .oneof(
    fc.string({ minLength: 1, unit: "grapheme" }),
    fc.constantFrom(
      "a.b",
      "a~b",
      "all",
      "operator",
      "and",
      "values",
      "ge5",
      "le-1",
      "%2E",
      "%",
      "+",
      " ",
      "&=#",
      "'",
      "🚂",
      "مرحبا",
      "asc",
    ),
  )
  .filter((text) => text.isWellFormed());
const values = fc.uniqueArray(name, { minLength: 1, maxLength: 5 });
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => exactly(n + 0)),
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map((n) => readExactly(String(n))),
);
const condition = fc.oneof(
  fc.record({ type: fc.constant("terms" as const), values, match: fc.constantFrom("any" as const, "all" as const) }),
  fc
    .tuple(fc.option(number), fc.option(number))
    .filter(([ge, le]) => (ge !== null || le !== null) && !(ge !== null && le !== null && compareExactly(ge, le) > 0))
    .map(([ge, le]) => ({ type: "range" as const, ge, le })),
);
const scope = fc.oneof(
  fc.record({ entity: fc.constant("metadata" as const), property: name }),
  fc.record({ entity: fc.constant("response" as const), question: name, property: fc.constant(null) }),
  fc.record({
    entity: fc.constant("suggestion" as const),
    question: name,
    property: fc.constantFrom("value" as const, "score" as const, "agent" as const),
  }),
);
const sortScope = fc.oneof(
  scope,
  fc.record({
    entity: fc.constant("record" as const),
    property: fc.constantFrom("inserted_at" as const, "updated_at" as const),
  }),
);
const ENTITIES = ["metadata", "response", "suggestion"];
const criteria: fc.Arbitrary<RecordCriteria> = fc.record({
  status: fc.constantFrom(...RECORD_STATUSES),
  text: fc.option(
    fc.record({
      q: name.map((text) => text.trim()).filter((text) => parseTextQuery(text).length > 0),
      field: fc.option(name),
    }),
  ),
  filters: fc
    .uniqueArray(fc.record({ scope, condition }), { selector: (filter) => scopeKey(filter.scope), maxLength: 6 })
    .map((filters) => filters.toSorted((a, b) => ENTITIES.indexOf(a.scope.entity) - ENTITIES.indexOf(b.scope.entity))),
  sort: fc.uniqueArray(fc.record({ scope: sortScope, order: fc.constantFrom("asc" as const, "desc" as const) }), {
    selector: (entry) => scopeKey(entry.scope),
    maxLength: 4,
  }),
  similarity: fc.option(
    fc.record({
      recordId: fc.uuid(),
      vector: name,
      order: fc.constantFrom("most" as const, "least" as const),
      limit: fc.constantFrom(...SIMILARITY_LIMITS),
    }),
  ),
});
const views = fc
  .record({
    criteria,
    page: fc.integer({ min: 1, max: 999_999_999 }),
    size: fc.option(fc.constantFrom(...BULK_SIZES)),
    record: fc.option(fc.uuid()),
  })
  .map((view) => (view.record === null ? view : { ...view, size: null }));

test("VST-06 what the address says comes back when it is read again, whatever else stands in it", () => {
  const others = fc.webQueryParameters().filter((query) => !/(^|&)_?(page|status|search|sort|record)/.test(query));
  fc.assert(
    fc.property(views, others, (view, query) => {
      expect(readFeedbackAddress(writeFeedbackAddress(query, view))).toEqual(view);
    }),
    { numRuns: 500 },
  );
});

test("VST-06 criteria have one key where they ask for the same, in whatever order they were written down", () => {
  const asked = (criteria: RecordCriteria) => writeCriteria(criteria) + criteria.status;
  fc.assert(
    fc.property(criteria, criteria, (one, other) => {
      const turned = Object.fromEntries(Object.entries(one).reverse()) as RecordCriteria; // the same members
      expect(criteriaKey({ ...turned, filters: turned.filters.toReversed() })).toBe(criteriaKey(one));
      expect(criteriaKey(one) === criteriaKey(other)).toBe(asked(one) === asked(other));
    }),
  );
});

test("VST-06 no address throws, and what was read and written once stays as it is", () => {
  const noise = fc.array(
    fc.constantFrom(..."page=1~25&.status=search=a~all%7Emetadata=x.ge%2.leNaNsort=record..asc~".split("")),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        noise.map((parts) => parts.join("")),
      ),
      (query) => {
        const view = readFeedbackAddress(query);
        expect(readFeedbackAddress(writeFeedbackAddress("", view))).toEqual(view);
      },
    ),
  );
});

test("VST-06 an address does not change when a browser takes it over", () => {
  fc.assert(
    fc.property(views, (view) => {
      const query = `?${writeFeedbackAddress("", view)}`;
      expect(new URL(query, "http://postil.test/dataset/1/annotation-mode").search).toBe(query);
    }),
  );
});

const asked = (change: Partial<RecordCriteria>) => ({ ...FIRST_ADDRESS, criteria: { ...PENDING_RECORDS, ...change } });

test("VST-06 FFI-27 the entries are spelled as people can read them", () => {
  const words = { entity: "metadata", property: "words" } as const;
  const topics = { entity: "response", question: "topics", property: null } as const;
  const score = { entity: "suggestion", question: "topics", property: "score" } as const;
  const view = {
    ...asked({
      status: "draft",
      text: { q: "late train", field: "title" },
      filters: [
        { scope: words, condition: { type: "range", ge: 120, le: 400 } },
        { scope: topics, condition: { type: "terms", values: ["flight", "sleep"], match: "all" } },
        { scope: score, condition: { type: "range", ge: 0.6, le: 1 } },
      ],
      sort: [
        { scope: score, order: "desc" },
        { scope: words, order: "asc" },
      ],
    }),
    page: 11,
    size: 25 as const,
  };
  expect(writeFeedbackAddress("", view).split("&")).toEqual([
    "page=11~25",
    "status=draft",
    "search=late%20train~title",
    "metadata=words.ge120.le400",
    "response=topics.operator.and.values.flight.sleep",
    "suggestion=topics.score.ge0%2E6.le1",
    "sort=suggestion.topics.score.desc~metadata.words.asc",
  ]);
});

test("FQU-12 a record asked for by its id is shown in focus view, whatever the page size", () => {
  const id = "0193f000-0000-7000-8000-000000000001";
  expect(readFeedbackAddress(`page=11~25&record=${id}`)).toMatchObject({ page: 11, size: null, record: id });
  expect(readFeedbackAddress("page=11~25&record=unreadable")).toMatchObject({ page: 11, size: 25, record: null });
});

test("VST-06 entries of other parts stay letter for letter, and a saved view has no place among the records", () => {
  const text = { q: "a", field: null };
  expect(writeFeedbackAddress("?tab=x%2Ey&page=3&metadata=a.b&status=draft", { ...asked({ text }), page: 4 })).toBe(
    "page=4&search=a&tab=x%2Ey",
  );
  expect(writeCriteria({ ...PENDING_RECORDS, status: "draft", text })).toBe("status=draft&search=a");
});

test("VST-02 entries with an empty value are left out", () => {
  expect(writeFeedbackAddress("?search=&sort=&record=", { ...FIRST_ADDRESS, page: 2 })).toBe("page=2");
});

test("VST-06 what cannot be read is ignored and removed by the next write", () => {
  for (const query of [
    "?page=-3&status=lost&record=12",
    "?search=%E0%A4%A&metadata=a&response=&suggestion=a.b.c",
    "?search=%2B%2B&metadata=a.ge5.le1&sort=record.id.asc~metadata.a.up",
    "?similarity=record.1.vector.a&sort=~~.",
    `?metadata=a.${Array.from({ length: 251 }, (_, n) => n).join(".")}`,
  ]) {
    expect(readFeedbackAddress(query)).toEqual(FIRST_ADDRESS);
    expect(writeFeedbackAddress(query, readFeedbackAddress(query))).toBe("page=1");
  }
  expect(readFeedbackAddress("?metadata=a.x~broken~b.%E0.y").criteria.filters).toHaveLength(2);
  expect(readFeedbackAddress("?page=1e3").page).toBe(1);
});

test("VST-06 FQU-12 a page size that is not on offer opens focus view at the same place", () => {
  expect(readFeedbackAddress("?page=11~25")).toMatchObject({ page: 11, size: 25 });
  expect(readFeedbackAddress("?page=11~26")).toMatchObject({ page: 11, size: null });
});

test("VST-08 the entries of an Argilla 1.x page are read", () => {
  const id = "0193f000-0000-7000-8000-000000000001";
  const query = `?_page=3&_status=missing&_search=late+train~all&metadata=source.letters%20page&similarity=record.${id}.vector.text-384.limit.50.order.least`;
  expect(readFeedbackAddress(query)).toEqual({
    ...asked({
      text: { q: "late train", field: null },
      filters: [
        {
          scope: { entity: "metadata", property: "source" },
          condition: { type: "terms", values: ["letters page"], match: "any" },
        },
      ],
      similarity: { recordId: id, vector: "text-384", limit: 50, order: "least" },
    }),
    page: 3,
  });
  expect(readFeedbackAddress("?search=late%20train~title").criteria.text).toEqual({ q: "late train", field: "title" });
});

test("VST-08 the point of a number need not be encoded: written by hand it is not the end of the number", () => {
  const { filters } = readFeedbackAddress("suggestion=topics.score.ge0.25.le1&metadata=warmth.le-0.5").criteria;
  expect(filters.map(({ condition }) => condition)).toEqual([
    { type: "range", ge: null, le: -0.5 },
    { type: "range", ge: 0.25, le: 1 },
  ]);
});

test("VST-03 VST-07 the first write replaces, every later one pushes", () => {
  expect(historyStep("")).toBe("replace");
  expect(historyStep("?")).toBe("replace");
  expect(historyStep("?page=1")).toBe("push");
});
