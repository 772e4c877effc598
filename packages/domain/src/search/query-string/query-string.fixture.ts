import type { SearchField, SearchFields } from "./syntax.ts";

/** Fields of every kind under short names, for tests of the language alone. */
const FIELDS: { readonly [name: string]: SearchField } = {
  text: { kind: "text", name: ["text"], analysis: "standard" },
  "text.exact": { kind: "text", name: ["text"], analysis: "whitespace" },
  "inputs.a": { kind: "text", name: ["inputs", "a"], analysis: "standard" },
  "inputs.b": { kind: "text", name: ["inputs", "b"], analysis: "standard" },
  label: { kind: "text", name: ["label"], analysis: "keyword" },
  n: { kind: "integer", name: ["n"] },
  score: { kind: "float", name: ["score"] },
  day: { kind: "time", name: ["day"] },
  flag: { kind: "boolean", name: ["flag"] },
  metadata: { kind: "object", name: ["metadata"] },
};

export const SOME_FIELDS: SearchFields = {
  find: (name) => (Object.hasOwn(FIELDS, name) ? (FIELDS[name] ?? null) : null),
  readsDocuments: (leaf) => leaf.kind !== "status" && leaf.field?.[0] === "day",
  names: () => Object.keys(FIELDS).filter((name) => FIELDS[name]?.kind !== "object"),
};
