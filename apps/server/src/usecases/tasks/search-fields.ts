import { type FieldsOf, NOTHING, type Registry, type Target } from "../../records/registry.ts";
import { TASK_TARGETS, type TaskTarget, type TaskTargetKind, type TaskTargets } from "../../storage/task-family.ts";
import {
  GAP,
  indexedExactly,
  indexedInput,
  TASK_TEXT,
  wordOfExact,
  wordsOfInput,
  wordsOfText,
} from "../../storage/task-texts.ts";
import {
  derivedSource,
  documentSource,
  exactSource,
  idSource,
  memberSource,
  type SourceKind,
  type ValueSource,
} from "../../storage/value-sources.ts";

/** The searchable parts of a task dataset: the dataset, and everything that was ever logged in it. */
type TaskParts = {
  readonly datasetKey: number;
  readonly targets: TaskTargets;
  /** The targets with exact values beside whole numbers (`exactTargetsIn`). */
  readonly exact: ReadonlySet<number>;
};

/** The targets of the names in queries (contract search-semantics 3.1; task-fields in the domain has the names). */
export const taskFields = (parts: TaskParts): Registry =>
  new Map<string, FieldsOf>([
    ["text", () => textField(parts.datasetKey)],
    ["inputs", ([key]) => (key === undefined ? inDocument(parts, "inputs") : inputField(parts, key))],
    ["metadata", ([key = ""]) => metadataField(parts, key)],
    ["id", () => values(idSource(parts.datasetKey))],
    ...FIXED.map(([name, kind, single]): [string, FieldsOf] => [
      name,
      () => values(derivedSource(parts.datasetKey, TASK_TARGETS[name], kind, { single })),
    ]),
    ...SIDES_BY_AGENT.map((side): [string, FieldsOf] => [
      side,
      ([path]) => inDocument(parts, path ? `${side}.${path}` : side),
    ]),
    ["metrics", ([path]) => metricField(parts, path)],
    ["tokens", () => values(documentSource(parts.datasetKey, "tokens", "text"))],
    ["multi_label", () => values(memberSource(parts.datasetKey, "$.multi_label", "text"))],
  ]);

const FIXED: readonly (readonly [name: keyof typeof TASK_TARGETS, kind: SourceKind, single: boolean])[] = [
  ["status", "text", true],
  ["annotated_as", "text", false],
  ["annotated_by", "text", true],
  ["predicted_as", "text", false],
  ["predicted_by", "text", true],
  ["predicted", "text", true],
  ["score", "float", false],
  ["event_timestamp", "time", true],
  ["last_updated", "time", true],
];
const SIDES_BY_AGENT = ["predictions", "annotations"] as const;

const values = (source: ValueSource): Target => ({ kind: "values", source });

const textField = (datasetKey: number): Target => ({
  kind: "text",
  cutBy: (analysis) => {
    const rest = { gap: null, lists: wordsOfText(datasetKey, analysis) };
    if (analysis === "standard")
      return { column: TASK_TEXT.text, spell: (word) => word, read: (word) => word, ...rest };
    return analysis === "whitespace"
      ? { column: TASK_TEXT.exact, spell: indexedExactly, read: wordOfExact, ...rest }
      : null;
  },
  present: null,
});

/** The words of one input. In the index of all inputs' words they have the input's number as prefix. */
function inputField({ datasetKey, targets }: TaskParts, key: string): Target {
  const target = targets.get(`inputs.${key}`)?.target;
  const present = documentSource(datasetKey, `inputs.${key}`, "text", true);
  if (target === undefined) return { kind: "object", sources: [present] };
  const start = indexedInput(target, "");
  const read = (spelled: string) => (spelled.startsWith(start) ? spelled.slice(start.length) : null);
  const standard = { column: TASK_TEXT.inputs, spell: (word: string) => start + word, read };
  const exact = {
    column: TASK_TEXT.exactInputs,
    spell: (word: string) => start + indexedExactly(word),
    read: (spelled: string) => {
      const word = read(spelled);
      return word === null ? null : wordOfExact(word);
    },
  };
  return {
    kind: "text",
    cutBy: (analysis) => {
      if (analysis === "keyword") return null;
      const lists = wordsOfInput(datasetKey, key, analysis);
      return { ...(analysis === "standard" ? standard : exact), gap: GAP, lists };
    },
    present,
  };
}

function metadataField({ datasetKey, targets, exact }: TaskParts, key: string): Target {
  const target = targets.get(`metadata.${key}`);
  if (target)
    return {
      kind: "values",
      source: metadataSource(datasetKey, target),
      exact: exactSource(datasetKey, target.target, exact, { single: false }),
    };
  const path = key === "" ? "metadata." : `metadata.${key}.`;
  const below = [...targets.values()].filter((other) => other.path.startsWith(path));
  return { kind: "object", sources: below.map((other) => metadataSource(datasetKey, other)) };
}

const KINDS: { readonly [K in TaskTargetKind]: SourceKind } = {
  integer: "number",
  float: "float",
  boolean: "text",
  date: "time",
  text: "text",
  words: "text",
};

/** A record may have a list of values for a metadata key. */
const metadataSource = (datasetKey: number, { target, kind }: TaskTarget): ValueSource =>
  derivedSource(datasetKey, target, KINDS[kind], { single: false });

/** Every record has a text length. */
function metricField(parts: TaskParts, path: string | undefined): Target {
  if (path === "text_length") return values(memberSource(parts.datasetKey, "$.metrics.text_length", "number"));
  return inDocument(parts, path ? `metrics.${path}` : "metrics");
}

const NUMBERS = /\.(?:start|end)$/;
const FRACTIONS = /\.score$/;
const TEXTS = /\.(?:class_label|label|text|value|capitalness)$/;

/** Agents' values and metrics, read from documents. An agent's name may be any text: the path's end tells the kind. */
function inDocument({ datasetKey }: TaskParts, path: string): Target {
  const kind = NUMBERS.test(path) ? "number" : FRACTIONS.test(path) ? "float" : TEXTS.test(path) ? "text" : null;
  if (kind) return values(documentSource(datasetKey, path, kind));
  return path === "" ? NOTHING : { kind: "object", sources: [documentSource(datasetKey, path, "text", true)] };
}
