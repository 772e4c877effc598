import fc from "fast-check";

/** Random queries in the language of task datasets: drawn as their meaning, then written as text. */

export type Asked =
  | { readonly word: string }
  | { readonly phrase: readonly string[]; readonly slop: number }
  /** `*` and `?` among letters. */
  | { readonly wildcard: string }
  /** Only syntax that Lucene and JavaScript understand alike. */
  | { readonly regexp: string }
  | { readonly fuzzy: string; readonly edits: number | null }
  | { readonly low: string | null; readonly high: string | null; readonly includes: readonly [boolean, boolean] }
  | { readonly any: true };

export type Clause = {
  readonly operator: "" | "AND" | "OR";
  readonly mark: "" | "+" | "-" | "NOT " | "!";
  readonly of: Node;
};
export type Node =
  | { readonly field: string | null; readonly asked: Asked }
  | { readonly exists: string }
  | { readonly group: readonly Clause[] };

const SPECIAL = /[+\-!(){}[\]^"~*?:\\/&|=\s]/g;
const escaped = (text: string) => text.replace(SPECIAL, "\\$&");

/** Writes a node as query text. */
function written(node: Node): string {
  if ("group" in node) return `(${writtenClauses(node.group)})`;
  if ("exists" in node) return `_exists_:${escaped(node.exists)}`;
  return (node.field === null ? "" : `${escaped(node.field)}:`) + writtenAsked(node.asked);
}

export const writtenClauses = (clauses: readonly Clause[]): string =>
  clauses
    .map(({ operator, mark, of }, index) => `${index > 0 ? ` ${operator} ` : ""}${mark}${written(of)}`)
    .join("")
    .trim();

function writtenAsked(asked: Asked): string {
  if ("word" in asked) return escaped(asked.word);
  if ("phrase" in asked)
    return `"${asked.phrase.join(" ").replace(/["\\]/g, "\\$&")}"${asked.slop > 0 ? `~${asked.slop}` : ""}`;
  if ("wildcard" in asked) return asked.wildcard;
  if ("regexp" in asked) return `/${asked.regexp}/`;
  if ("fuzzy" in asked) return `${escaped(asked.fuzzy)}~${asked.edits ?? ""}`;
  if ("any" in asked) return "*";
  const [first, last] = asked.includes;
  const end = (text: string | null) => (text === null ? "*" : `"${text}"`);
  return `${first ? "[" : "{"}${end(asked.low)} TO ${end(asked.high)}${last ? "]" : "}"}`;
}

/** Words that also occur in the records. */
const WORDS = ["alfa", "Bravo", "ALFA", "bravo1", "foo-bar", "café", "你好", "don't", "😀", "v1.2", "x", "alfab"];
const LABELS = ["Big Cat", "dog", "Dog", "é", "cat-1"];
const AGENTS = ["m", "agent-1", "m.2", "Bob Smith"];

const word = fc.constantFrom(...WORDS);
const label = fc.constantFrom(...LABELS);
const agent = fc.constantFrom(...AGENTS);
const letters = fc.array(fc.constantFrom("a", "b", "l", "f", "A", "*", "?", "o"), { minLength: 1, maxLength: 5 });
const wildcard = letters
  .map((some) => some.join(""))
  .filter((text) => /[*?]/.test(text) && text !== "*")
  .map((wildcard) => ({ wildcard }));
const regexp = fc
  .array(
    fc.tuple(fc.constantFrom("a", "b", "l", ".", "[a-f]", "(al|bra)", "[^x]"), fc.constantFrom("", "*", "+", "?")),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => ({ regexp: parts.flat().join("") }));
const fuzzy = fc
  .tuple(fc.constantFrom("alfa", "laf", "brvao", "x", "alfab", "Dog"), fc.constantFrom(null, 0, 1, 2))
  .map(([fuzzy, edits]) => ({ fuzzy, edits }));

const between = <T>(value: fc.Arbitrary<T>, text: (value: T) => string): fc.Arbitrary<Asked> =>
  fc.tuple(fc.option(value), fc.option(value), fc.boolean(), fc.boolean()).map(([low, high, ...includes]) => ({
    low: low === null ? null : text(low),
    high: high === null ? null : text(high),
    includes,
  }));
const texts = (value: fc.Arbitrary<string>): fc.Arbitrary<Asked> =>
  fc.oneof(
    { weight: 4, arbitrary: value.map((word) => ({ word })) },
    value.map((text) => ({ phrase: [text], slop: 0 })),
    fc.tuple(fc.array(value, { minLength: 1, maxLength: 3 }), fc.nat(3)).map(([phrase, slop]) => ({ phrase, slop })),
    wildcard,
    regexp,
    fuzzy,
    between(value, String),
    fc.constant({ any: true } as const),
  );
const values = <T>(value: fc.Arbitrary<T>, text: (value: T) => string): fc.Arbitrary<Asked> =>
  fc.oneof(
    value.map((one) => ({ word: text(one) })),
    between(value, text),
    fc.constant({ any: true } as const),
  );

const whole = fc.integer({ min: -3, max: 6 });
const real = fc.constantFrom(-2.5, 0.1, 0.5, 0.9, 1.5);
const day = fc.constantFrom("2024-01-15", "2024-01-15T10:00", "2024-01-15T10:00:00", "2024-03-01");

/** Fields with the queries that make sense for them. */
const ASKED: readonly (readonly [fields: readonly (string | null)[], asked: fc.Arbitrary<Asked>])[] = [
  [[null, "text", "text.exact", "inputs.a", "inputs.b", "inputs.a.exact", "inputs.*"], texts(word)],
  [["annotated_as", "predicted_as", "annotated_as.text", "predicted_as.exact"], texts(label)],
  [["annotated_by", "predicted_by", "annotated_by.text"], texts(agent)],
  [["status"], texts(fc.constantFrom("Default", "Validated", "Discarded", "default"))],
  [["predicted"], texts(fc.constantFrom("ok", "ko"))],
  [["id"], texts(fc.nat(12).map(String))],
  [["score"], values(real, String)],
  [["metadata.n"], values(whole, String)],
  [["metadata.x"], values(real, String)],
  [["metadata.flag"], values(fc.boolean(), String)],
  [["metadata.word", "metadata.list", "metadata.word.text", "metadata.list.exact"], texts(fc.oneof(word, label))],
  [["metadata.day", "event_timestamp"], values(day, String)],
  [["metrics.text_length"], values(fc.nat(20), String)],
  [["multi_label"], values(fc.boolean(), String)],
  [
    [
      "predictions.m.2.labels.class_label",
      "annotations.Bob Smith.labels.class_label",
      "predictions.m.labels.class_label.text",
    ],
    texts(label),
  ],
  [["predictions.agent-1.labels.score"], values(real, String)],
  [["nope", "metadata", "explanation", "predictions.m"], texts(word)],
];
const EXISTING = [
  "text",
  "inputs.b",
  "inputs",
  "score",
  "metadata.n",
  "metadata",
  "predictions",
  "predictions.m",
  "predictions.m.2",
  "annotations.Bob Smith",
  "prediction",
  "event_timestamp",
  "predicted",
  "annotated_as",
  "nope",
  "metadata.deep",
];

const leaf: fc.Arbitrary<Node> = fc.oneof(
  { weight: 3, arbitrary: texts(word).map((asked) => ({ field: null, asked })) },
  ...ASKED.map(([fields, asked]) => fc.record({ field: fc.constantFrom(...fields), asked })),
  fc.constantFrom(...EXISTING).map((exists) => ({ exists })),
);

/** Words with no operator between them form one run. So every clause but the first has an operator or a mark. */
const clauseOf = (of: fc.Arbitrary<Node>): fc.Arbitrary<Clause> =>
  fc.record({
    operator: fc.constantFrom("" as const, "AND" as const, "OR" as const),
    mark: fc.constantFrom(
      "" as const,
      "" as const,
      "" as const,
      "+" as const,
      "-" as const,
      "NOT " as const,
      "!" as const,
    ),
    of,
  });

export const query: fc.Arbitrary<readonly Clause[]> = fc.letrec<{ group: readonly Clause[] }>((tie) => ({
  group: fc.array(
    clauseOf(
      fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        leaf,
        tie("group").map((group) => ({ group })),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  ),
})).group;

const text = fc.array(word, { maxLength: 5 }).map((some) => some.join(" "));
const part = fc
  .tuple(agent, fc.uniqueArray(label, { minLength: 1, maxLength: 2 }), fc.constantFrom(0.1, 0.5, 0.9))
  .map(([agent, labels, score]) => ({
    agent,
    labels: labels.map((name, index) => ({ class: name, score: index === 0 ? score : 0.1 })),
  }));

/** Text classification records, as clients log them. */
export const record = fc.record(
  {
    id: fc.oneof(fc.nat(12), fc.nat(12).map(String), fc.constantFrom("a-1:x", "A b", "é")),
    inputs: fc.record({ a: text, b: fc.oneof(text, fc.array(text, { maxLength: 3 })) }, { requiredKeys: ["a"] }),
    prediction: part,
    annotation: part.map(({ agent, labels }) => ({ agent, labels: labels.slice(0, 1) })),
    status: fc.constantFrom("Default" as const, "Edited" as const, "Discarded" as const),
    metadata: fc.record(
      {
        n: whole,
        x: real,
        flag: fc.boolean(),
        word: fc.oneof(word, label),
        list: fc.array(fc.oneof(word, label), { minLength: 1, maxLength: 3 }),
        day: fc.constantFrom("2024-01-15", "2024-01-15T10:00:00", "2024-03-01", "2023-12-31"),
        "deep.er": whole,
      },
      { requiredKeys: [] },
    ),
    event_timestamp: fc.constantFrom("2024-01-15T10:00:00", "2024-01-15T23:59:59.999000", "2024-02-20T00:00:00"),
  },
  { requiredKeys: ["id", "inputs"] },
);
