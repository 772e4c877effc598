import type { MetadataValues, NewRecord } from "@postil/domain/records/record";
import type { Filter, FilteredScope, Scope, SortEntry } from "@postil/domain/search/record-criteria";
import fc from "fast-check";
import type { Caller } from "../../src/storage/store.ts";
import { FIELDS, LABELS } from "./search-dataset.ts";
import type { PlainTree } from "./search-oracle.ts";

/** Random records and random searches for them. */

const WORDS = [
  ..."pay payment card lost Café cafe don't v1.2 a_b foo-bar u.s.a 3,000 ß İstanbul".split(" "),
  ...'😀 👍🏽 🇪🇺 1️⃣ ™ 東京 タワー ひら 한국어 ไทยภาษา ภาษา צה"ל مرحبا é 𝒳𝒴 🤷‍♀️'.split(" "),
  "x".repeat(300),
  "'); drop table record; --",
  ".*[a-z]+",
];
const word = fc.constantFrom(...WORDS);
const gap = fc.constantFrom(" ", "  ", ", ", ".", "\n", "-", '"', "*", "");
const text = fc.array(fc.tuple(word, gap), { maxLength: 6 }).map((parts) => parts.flat().join(""));

const demand = fc.oneof(
  word,
  word.map((one) => `-${one}`),
  word.map((one) => `${[...one].slice(0, 3).join("")}*`),
  fc.tuple(fc.constantFrom("", "-"), word, word).map(([sign, a, b]) => `${sign}"${a} ${b}"`),
  text,
);
const q = fc.array(demand, { maxLength: 3 }).map((parts) => parts.join(" "));

const LANGS = ["en", "de", "pt-BR", "😀", "\uffee", "10.0"];
const lang = fc.constantFrom(...LANGS);
const whole = fc.integer({ min: -3, max: 12 });
const real = fc.constantFrom(-1.5, 0, 0.1, 0.30000000000000004, 0.3, 2, 1e21, 5e-324);
const label = fc.constantFrom(...LABELS);
const agent = fc.constantFrom("m1", "m2", "Ä");
const type = fc.option(fc.constantFrom("model" as const, "human" as const));
export const status = fc.constantFrom("draft" as const, "submitted" as const, "discarded" as const);
const score = fc.constantFrom(0, 0.2, 0.5, 0.9, 1);

const metadata = fc.option(
  fc.record(
    { lang: fc.oneof(lang, fc.array(lang, { minLength: 1, maxLength: 3 })), n: whole, x: real, extra: word },
    { requiredKeys: [] },
  ) as fc.Arbitrary<MetadataValues>,
);

const values = fc.record({
  label: label.map((value) => ({ value })),
  many: fc.uniqueArray(label, { minLength: 1, maxLength: 3 }).map((value) => ({ value })),
  stars: fc.integer({ min: 1, max: 5 }).map((value) => ({ value })),
  words: word.map((value) => ({ value })),
});

export type Ids = { readonly [name: string]: string };

const suggestions = fc
  .record(
    {
      label: fc.record({ value: label, score: fc.option(score), agent: fc.option(agent), type }),
      many: fc.uniqueArray(fc.record({ value: label, score }), {
        selector: (one) => one.value,
        minLength: 1,
        maxLength: 3,
      }),
      stars: fc.record({
        value: fc.integer({ min: 1, max: 5 }),
        score: fc.option(score),
        agent: fc.option(agent),
        type,
      }),
      words: fc.record({ value: word, score: fc.option(score), agent: fc.option(agent), type }),
    },
    { requiredKeys: [] },
  )
  .map(({ many, ...single }) => ({
    ...single,
    ...(many
      ? { many: { value: many.map((one) => one.value), score: many.map((one) => one.score), agent: null } }
      : {}),
  }));

export const record = fc.record({
  fields: fc.record({ q: text, a: fc.option(text) }),
  metadata,
  suggestions,
  answers: fc.record({ first: fc.option(fc.tuple(status, values)), second: fc.option(fc.tuple(status, values)) }),
});
export type Drawn = typeof record extends fc.Arbitrary<infer T> ? T : never;

export const suggested = (ids: Ids, drawn: Drawn["suggestions"]) =>
  Object.entries(drawn).map(([name, one]) => ({ questionId: ids[name] ?? "", type: null, ...one }));

export const toRecord = (ids: Ids, users: readonly Caller[], drawn: Drawn): NewRecord => ({
  fields: drawn.fields,
  metadata: drawn.metadata,
  externalId: null,
  suggestions: suggested(ids, drawn.suggestions),
  vectors: {},
  responses: [drawn.answers.first, drawn.answers.second].flatMap((answer, index) =>
    answer ? [{ userId: users[index]?.id ?? "", status: answer[0], values: answer[1] }] : [],
  ),
});

const question = fc.constantFrom("label", "many", "stars", "words");
export const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.record({
    entity: fc.constant("record" as const),
    property: fc.constantFrom("inserted_at" as const, "updated_at" as const),
  }),
  fc.record({ entity: fc.constant("metadata" as const), property: fc.constantFrom("lang", "n", "x") }),
  fc.record({
    entity: fc.constant("suggestion" as const),
    question,
    property: fc.constantFrom("value" as const, "score" as const, "agent" as const),
  }),
  fc.record({ entity: fc.constant("response" as const), question, property: fc.constant(null) }),
);
const anyValue = fc.oneof(
  lang,
  label,
  agent,
  whole.map(String),
  real.map(String),
  score.map(String),
  word,
  fc.constant(" "),
);
const typeScope: fc.Arbitrary<FilteredScope> = question.map((name) => ({
  entity: "suggestion",
  question: name,
  property: "type",
}));
const filteredScope: fc.Arbitrary<FilteredScope> = fc.oneof(
  { weight: 6, arbitrary: scope },
  typeScope,
  fc.constantFrom(
    { entity: "record", property: "id" } as const,
    { entity: "record", property: "external_id" } as const,
  ),
);
const completion = fc.uniqueArray(fc.constantFrom("completed", "pending"), { minLength: 1, maxLength: 2 });
export const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    type: fc.constant("terms" as const),
    scope: filteredScope,
    values: fc.array(anyValue, { minLength: 1, maxLength: 4 }),
  }),
  fc.tuple(scope, fc.option(fc.oneof(whole, real, score)), fc.oneof(whole, real, score)).map(([scope, ge, le]) => ({
    type: "range" as const,
    scope,
    ge: ge !== null && ge > le ? le : ge,
    le: ge !== null && ge > le ? ge : le,
  })),
  fc.record({
    type: fc.constant("terms" as const),
    scope: fc.constant({ entity: "response", question: null, property: "status" } as const),
    values: fc.array(fc.constantFrom("pending", "missing", "draft", "submitted", "discarded"), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({
    type: fc.constant("terms" as const),
    scope: typeScope,
    values: fc.array(fc.constantFrom("model", "human", "x"), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    type: fc.constant("terms" as const),
    scope: fc.constant({ entity: "record", property: "status" } as const),
    values: completion,
  }),
  fc.constant({ type: "terms", scope: { entity: "response", question: null, property: null }, values: ["x"] } as const),
);
/** Several filters of one scope. A property may have several values, and each may match some of the filters. */
const several = fc
  .tuple(scope, fc.array(filter, { minLength: 2, maxLength: 4 }))
  .map(([scope, drawn]) => drawn.map((one): Filter => ({ ...one, scope })));
export const sortEntry: fc.Arbitrary<SortEntry> = fc.record({
  scope,
  order: fc.constantFrom("asc" as const, "desc" as const),
});

const numericScope: fc.Arbitrary<Scope> = fc.constantFrom(
  ...["n", "x"].map((property): Scope => ({ entity: "metadata", property })),
  ...["label", "many", "stars"].map((question): Scope => ({ entity: "suggestion", question, property: "score" })),
  { entity: "suggestion", question: "stars", property: "value" },
  { entity: "response", question: "stars", property: null },
);
const leaf: fc.Arbitrary<PlainTree> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ filter }) },
  fc.record({ words: fc.record({ q, field: fc.option(fc.constantFrom(...FIELDS)) }) }),
  fc.record({ statuses: fc.uniqueArray(fc.constantFrom("pending" as const, "draft" as const, "submitted" as const)) }),
  fc.record({ exists: scope }),
  fc.record({
    within: numericScope,
    above: fc.oneof(whole, real),
    below: fc.oneof(whole, real),
  }),
);
export const tree: fc.Arbitrary<PlainTree> = fc.letrec<{ tree: PlainTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    leaf,
    fc.record({ and: fc.array(tie("tree"), { maxLength: 4 }) }),
    fc.record({ or: fc.array(tie("tree"), { maxLength: 4 }) }),
    fc.record({ not: tie("tree") }),
  ),
})).tree;

export const asked = fc.record({
  own: fc.boolean(),
  statuses: fc.uniqueArray(fc.constantFrom("pending" as const, "draft" as const, "submitted" as const), {
    maxLength: 2,
  }),
  parameters: fc.array(
    fc.oneof(
      fc.array(lang, { minLength: 1, maxLength: 2 }).map((terms) => ({ name: "lang", expression: terms.join(",") })),
      whole.map((ge) => ({ name: "n", expression: JSON.stringify({ ge }) })),
      real.map((le) => ({ name: "x", expression: JSON.stringify({ le }) })),
      fc.constant({ name: "unknown", expression: "x" }),
    ),
    { maxLength: 1 },
  ),
  text: fc.option(fc.record({ q, field: fc.option(fc.constantFrom(...FIELDS)) })),
  filters: fc.oneof({ weight: 3, arbitrary: fc.array(filter, { maxLength: 3 }) }, several),
  sort: fc.array(sortEntry, { maxLength: 3 }),
  offset: fc.nat(4),
  limit: fc.integer({ min: 1, max: 9 }),
});

export type AskedQuery = typeof asked extends fc.Arbitrary<infer T> ? T : never;
