import type { Task } from "../datasets/dataset.ts";
import type { SearchField, SearchFields } from "../search/query-string/syntax.ts";
import type { QueryLeaf } from "../search/query-tree.ts";
import type { Analysis } from "../text/text-analysis.ts";
import type { MetadataKind } from "./metadata.ts";

/** The facts that determine the fields of a task dataset: they depend on all records ever logged. */
type TaskFieldParts = {
  readonly task: Task;
  readonly inputs: Iterable<string>;
  readonly metadata: ReadonlyMap<string, MetadataKind>;
};

type FieldKind = Exclude<SearchField["kind"], "text" | "object">;
/** `labels` is like `text`, but can also be searched by words. */
type Shape = FieldKind | "text" | "labels";

const WORDS: readonly (readonly [suffix: string, analysis: Analysis])[] = [
  [".text", "standard"],
  [".exact", "whitespace"],
];

/** The fields that query texts on a task dataset can name (contract search-semantics 3.1). */
export function taskSearchFields(parts: TaskFieldParts): SearchFields {
  const fields = new Map<string, SearchField>(fieldsOf(parts));
  const objects = objectsOf([...fields.keys()]);
  return {
    find: (name) =>
      fields.get(OTHER_NAMES.get(name) ?? name) ?? findPartField(parts.task, name) ?? objects.get(name) ?? null,
    names: () => fields.keys(),
    readsDocuments: (leaf) => leaf.kind !== "status" && leaf.field !== null && isInDocuments(leaf.field[0], leaf.kind),
  };
}

const IN_DOCUMENTS = new Set(["predictions", "annotations", "metrics", "tokens", "multi_label"]);

/** The index has the words of inputs, but not whether an input exists. */
const isInDocuments = (source: string, kind: QueryLeaf["kind"]): boolean =>
  IN_DOCUMENTS.has(source) || (source === "inputs" && kind === "exists");

/** Scripts use the engine's own name of the id; patterns of names do not match it. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([["_id", "id"]]);

type Named = readonly [name: string, field: SearchField];

function* fieldsOf({ task, inputs, metadata }: TaskFieldParts): Generator<Named> {
  yield* texts("text", ["text"]);
  if (task === "TextClassification") {
    for (const key of inputs) yield* texts(`inputs.${key}`, ["inputs", key]);
    yield* shaped("multi_label", ["multi_label"], "boolean");
  }
  if (task === "TokenClassification") yield* shaped("tokens", ["tokens"], "text");
  const shape: Shape = task === "Text2Text" ? "text" : "labels";
  for (const name of ["annotated_as", "predicted_as"]) yield* shaped(name, [name], shape);
  for (const name of ["annotated_by", "predicted_by"]) yield* shaped(name, [name], "labels");
  for (const name of ["id", "status", "predicted"]) yield* shaped(name, [name], "text");
  yield* shaped("score", ["score"], "float");
  for (const name of ["event_timestamp", "last_updated"]) yield* shaped(name, [name], "time");
  for (const [key, kind] of metadata) yield* shaped(`metadata.${key}`, ["metadata", key], SHAPES[kind]);
  for (const [path, shape] of METRICS[task]) yield* shaped(`metrics.${path}`, ["metrics", path], shape);
}

const SHAPES: { readonly [K in MetadataKind]: Shape } = {
  integer: "integer",
  float: "float",
  boolean: "boolean",
  date: "time",
  text: "labels",
};

const MENTION: readonly (readonly [path: string, shape: Shape])[] = [
  ["value", "text"],
  ["label", "text"],
  ["score", "float"],
  ["capitalness", "text"],
];
const TEXT_METRICS: readonly (readonly [path: string, shape: Shape])[] = [["text_length", "integer"]];
const METRICS: { readonly [T in Task]: readonly (readonly [path: string, shape: Shape])[] } = {
  TextClassification: TEXT_METRICS,
  Text2Text: TEXT_METRICS,
  TokenClassification: [
    ...TEXT_METRICS,
    ["tokens.value", "text"],
    ["tokens.capitalness", "text"],
    ...["predicted", "annotated"].flatMap((side) =>
      MENTION.map(([path, shape]) => [`${side}.mentions.${path}`, shape] as const),
    ),
  ],
};

function* texts(name: string, field: SearchField["name"]): Generator<Named> {
  yield [name, { kind: "text", name: field, analysis: "standard" }];
  yield [`${name}.exact`, { kind: "text", name: field, analysis: "whitespace" }];
  // Only the name of the word cloud's analysis is kept. That analysis drops frequent words and everything but letters.
  yield [`${name}.wordcloud`, { kind: "text", name: field, analysis: "standard" }];
}

function* shaped(name: string, field: SearchField["name"], shape: Shape): Generator<Named> {
  if (shape !== "text" && shape !== "labels") {
    yield [name, { kind: shape, name: field }];
    return;
  }
  yield [name, { kind: "text", name: field, analysis: "keyword" }];
  if (shape === "labels") {
    for (const [suffix, analysis] of WORDS) yield [name + suffix, { kind: "text", name: field, analysis }];
  }
}

/** The fields of one agent's part, by task; its texts can be searched by words. */
const PART_SHAPES: { readonly [T in Task]: { readonly [path: string]: Shape } } = {
  TextClassification: { "labels.class_label": "labels", "labels.score": "float" },
  TokenClassification: {
    "entities.label": "labels",
    "entities.start": "integer",
    "entities.end": "integer",
    "entities.score": "float",
    score: "float",
  },
  Text2Text: { "sentences.text": "labels", "sentences.score": "float" },
};

/** Agent names may contain dots, so the end of the name identifies the field: `predictions.m.2.labels.score`. */
function findPartField(task: Task, name: string): SearchField | null {
  const source = name.split(".", 1)[0] ?? "";
  if (source !== "predictions" && source !== "annotations") return null;
  const path = name.slice(source.length + 1);
  for (const [end, shape] of Object.entries(PART_SHAPES[task])) {
    for (const [suffix, field] of shaped("", [source, path], shape)) {
      if (!path.endsWith(`.${end}${suffix}`)) continue;
      return { ...field, name: [source, path.slice(0, path.length - suffix.length)] };
    }
  }
  return { kind: "object", name: path === "" ? [source] : [source, path] };
}

/** Every part of a name before a dot: for `metadata.deep.er` both `metadata` and `metadata.deep`. */
function objectsOf(names: readonly string[]): ReadonlyMap<string, SearchField> {
  const objects = new Map<string, SearchField>();
  for (const name of names) {
    for (let at = name.indexOf("."); at >= 0; at = name.indexOf(".", at + 1)) {
      const [source = "", ...rest] = name.slice(0, at).split(".");
      const field: SearchField["name"] = rest.length > 0 ? [source, rest.join(".")] : [source];
      objects.set(name.slice(0, at), { kind: "object", name: field });
    }
  }
  return objects;
}
