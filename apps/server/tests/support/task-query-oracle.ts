import type { LastLog, TextClassificationDocument } from "@postil/domain/tasks/task-record";
import { wordsOf } from "@postil/domain/text/text-analysis";
import { onceEach } from "./once-each.ts";
import type { Asked, Clause, Node } from "./task-query-drawn.ts";

/**
 * Evaluates a query over raw documents one by one. It follows contract search-semantics 3 as directly as possible and
 * ignores speed. Tests compare the server's results with it.
 */

export type PlainRecord = { readonly document: TextClassificationDocument; readonly last: LastLog };

/** Null: the node has no word to search for. */
function holds(node: Node, record: PlainRecord): boolean | null {
  if ("group" in node) return holdsAll(node.group, record);
  if ("exists" in node) return exists(node.exists, record);
  const { field, asked } = node;
  if (field === null && "any" in asked) return true;
  if (field !== "inputs.*") return onField(field ?? "text", asked, record);
  const each = ["inputs.a", "inputs.a.exact", "inputs.b", "inputs.b.exact"].map((name) => onField(name, asked, record));
  return each.every((one) => one === null) ? null : each.some((one) => one === true);
}

type Occurs = "must" | "should" | "not";
const OCCURS = { "": "must", AND: "must", OR: "should" } as const;

/** Each clause is must, should or must not. The classic rule combines them. */
export function holdsAll(clauses: readonly Clause[], record: PlainRecord): boolean | null {
  const kept: { occurs: Occurs; holds: boolean }[] = [];
  for (const [index, { operator: given, mark, of }] of clauses.entries()) {
    const operator = index > 0 ? given : "";
    const before = kept.at(-1);
    if (before && before.occurs !== "not" && operator !== "") before.occurs = OCCURS[operator];
    const found = holds(of, record);
    const excluded = mark !== "" && mark !== "+";
    if (found !== null) kept.push({ occurs: excluded ? "not" : OCCURS[operator], holds: found });
  }
  if (kept.length === 0) return null;
  const of = (occurs: string) => kept.filter((clause) => clause.occurs === occurs).map((clause) => clause.holds);
  if (of("not").includes(true) || of("must").includes(false)) return false;
  return of("must").length > 0 || of("should").length === 0 || of("should").includes(true);
}

type Values =
  | { readonly cut: "standard" | "whitespace" | "whole"; readonly texts: readonly string[] }
  | { readonly numbers: readonly number[]; readonly of: "integer" | "float" }
  | { readonly times: readonly number[] }
  | { readonly truths: readonly boolean[] };

function onField(name: string, asked: Asked, record: PlainRecord): boolean | null {
  if ("any" in asked) return exists(name, record);
  const values = valuesOf(name, record);
  if (values === null) return false;
  if ("texts" in values) return onTexts(values, asked);
  if (!("word" in asked) && !("includes" in asked)) throw new Error(`Nobody asks ${name} for that.`);
  if ("numbers" in values) {
    const held = (text: string) => (values.of === "float" ? Math.fround(Number(text)) : Number(text));
    return values.numbers.some((number) => isWithin(asked, (text) => number - held(text)));
  }
  if ("times" in values) return values.times.some((time) => isInPeriod(asked, time));
  return values.truths.some((truth) => isWithin(asked, (text) => Number(truth) - Number(text === "true")));
}

type Valued = Extract<Asked, { word: string } | { includes: unknown }>;

/** `order` compares the value with a bound of the query. */
function isWithin(asked: Valued, order: (text: string) => number): boolean {
  if ("word" in asked) return order(asked.word) === 0;
  const [least, most] = asked.includes;
  const above = asked.low === null || order(asked.low) > 0 || (least && order(asked.low) === 0);
  return above && (asked.high === null || order(asked.high) < 0 || (most && order(asked.high) === 0));
}

/** A time in a query stands for all times that begin with its text. */
function isInPeriod(asked: Valued, time: number): boolean {
  const order = (text: string): number => {
    const shown = new Date(time).toISOString();
    return shown.startsWith(text) ? 0 : shown < text ? -1 : 1;
  };
  return isWithin(asked, order);
}

const wordsIn = onceEach((text) => wordsOf(text).map((word) => word.text));

function onTexts({ cut, texts }: Extract<Values, { texts: unknown }>, asked: Asked): boolean | null {
  const written = (text: string) => (cut === "standard" ? text.toLowerCase() : text);
  const cutIn = (text: string): string[] => {
    if (cut === "whole") return [text];
    if (cut === "whitespace") return text.split(/\s+/).filter(Boolean);
    return wordsIn(text);
  };
  const fields = texts.map(cutIn);
  const has = (test: (word: string) => boolean) => fields.some((words) => words.some(test));
  if ("word" in asked || "phrase" in asked) {
    const wanted = cutIn("word" in asked ? asked.word : asked.phrase.join(" "));
    if (wanted.length === 0) return null;
    if ("word" in asked) return wanted.every((one) => has((word) => word === one));
    return fields.some((words) => isPlaced(wanted, words, cut === "whole" ? 0 : asked.slop));
  }
  if ("wildcard" in asked) {
    const source = [...written(asked.wildcard)].map((one) => (one === "*" ? ".*" : one === "?" ? "." : one)).join("");
    return has((word) => new RegExp(`^${source}$`, "su").test(word));
  }
  if ("regexp" in asked) return has((word) => new RegExp(`^(?:${written(asked.regexp)})$`, "su").test(word));
  if ("fuzzy" in asked) {
    const length = [...asked.fuzzy].length;
    const edits = asked.edits ?? (length < 3 ? 0 : length < 6 ? 1 : 2);
    return has((word) => distance([...written(asked.fuzzy)], [...word]) <= edits);
  }
  if ("any" in asked) return texts.length > 0;
  return has((word) => isWithin(asked, (text) => inOrder(word, written(text))));
}

/** Tries every way to give each word its own place. */
function isPlaced(
  wanted: readonly string[],
  words: readonly string[],
  slop: number,
  moved: readonly number[] = [],
): boolean {
  const next = wanted[moved.length];
  if (moved.length > 1 && Math.max(...moved) - Math.min(...moved) > slop) return false;
  if (next === undefined) return true;
  const taken = moved.map((one, index) => one + index);
  return words.some(
    (word, place) =>
      word === next && !taken.includes(place) && isPlaced(wanted, words, slop, [...moved, place - moved.length]),
  );
}

function distance(a: readonly string[], b: readonly string[]): number {
  const rows: number[][] = [];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= a.length; i++) {
    rows.push([]);
    for (let j = 0; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, change, isSwap ? at(i - 2, j - 2) + 1 : change);
      rows[i]?.push(i + j === 0 ? 0 : least);
    }
  }
  return at(a.length, b.length);
}

function inOrder(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = (x[i]?.codePointAt(0) ?? 0) - (y[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}

const list = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const CUTS = { "": "whole", ".text": "standard", ".exact": "whitespace" } as const;

/** Null: there is no such field. */
function valuesOf(name: string, { document, last }: PlainRecord): Values | null {
  for (const [suffix, cut] of Object.entries(CUTS)) {
    const base = name.endsWith(suffix) ? name.slice(0, name.length - suffix.length) : name;
    const texts = base === name && suffix !== "" ? null : wholeTexts(base, document, last);
    if (texts) return { cut, texts };
  }
  const isExact = name.endsWith(".exact");
  const input = /^inputs\.(a|b)(?:\.exact)?$/.exec(name)?.[1];
  const cut = isExact ? "whitespace" : "standard";
  if (input !== undefined) return { cut, texts: list(document.inputs[input]).map(String) };
  if (name === "text" || name === "text.exact") return { cut, texts: [document.text] };
  return otherValues(name, document, last);
}

function otherValues(name: string, document: TextClassificationDocument, last: LastLog): Values | null {
  const { metadata = {}, event_timestamp } = document;
  const numbers = (values: readonly unknown[], of: "integer" | "float"): Values => ({
    of,
    numbers: values.map((value) => (of === "float" ? Math.fround(Number(value)) : Number(value))),
  });
  switch (name) {
    case "score":
      return numbers(
        last.prediction ? (document.prediction?.labels.slice(0, 1).map(({ score }) => score) ?? []) : [],
        "float",
      );
    case "metadata.n":
      return numbers(list(metadata.n), "integer");
    case "metadata.x":
      return numbers(list(metadata.x), "float");
    case "metadata.flag":
      return { truths: list(metadata.flag).map((value) => value === true) };
    case "metadata.day":
      return {
        times: list(metadata.day).map((value) => Date.parse(String(value).length > 10 ? `${value}Z` : String(value))),
      };
    case "event_timestamp":
      return { times: list(event_timestamp).map((value) => Date.parse(`${String(value).slice(0, 23)}Z`)) };
    case "metrics.text_length":
      return numbers([[...document.text].length], "integer");
    case "multi_label":
      return { truths: [document.multi_label] };
    case "predictions.agent-1.labels.score":
      return numbers(document.predictions?.["agent-1"]?.labels.map(({ score }) => score) ?? [], "float");
    default:
      return null;
  }
}

/** The values of fields that are compared as a whole, or by words under another name. */
function wholeTexts(name: string, document: TextClassificationDocument, last: LastLog): readonly string[] | null {
  const { metadata = {} } = document;
  const prediction = last.prediction ? document.prediction : undefined;
  const annotation = last.annotation ? document.annotation : undefined;
  const first = (part: typeof prediction) => part?.labels.slice(0, 1).map(({ class_label }) => class_label) ?? [];
  switch (name) {
    case "id":
      return [String(document.id)];
    case "status":
      return [document.status];
    case "annotated_by":
      return list(annotation?.agent).map(String);
    case "predicted_by":
      return list(prediction?.agent).map(String);
    case "annotated_as":
      return first(annotation);
    case "predicted_as":
      return first(prediction);
    case "predicted": {
      if (!prediction || !annotation) return [];
      return [first(prediction)[0] === first(annotation)[0] ? "ok" : "ko"];
    }
    case "metadata.word":
    case "metadata.list":
      return list(metadata[name.slice("metadata.".length)]).map(String);
  }
  const matched = /^(predictions|annotations)\.(.*)\.labels\.class_label$/.exec(name);
  const by = matched?.[1] === "predictions" ? document.predictions : document.annotations;
  return matched ? (by?.[matched[2] ?? ""]?.labels.map(({ class_label }) => class_label) ?? []) : null;
}

/** True if the field, or a field below it, has a value. */
function exists(name: string, record: PlainRecord): boolean {
  const { document } = record;
  const { metadata = {}, predictions = {}, annotations = {}, inputs } = document;
  const values = valuesOf(name, record);
  if (values) return Object.values(values).some((found) => Array.isArray(found) && found.length > 0);
  const below = (members: object, prefix: string) =>
    Object.keys(members).some((key) => key === prefix || key.startsWith(`${prefix}.`) || prefix === "");
  const [source = "", ...rest] = name.split(".");
  const path = rest.join(".");
  switch (source) {
    case "metadata":
      return below(metadata, path);
    case "inputs":
      return below(inputs, path);
    case "predictions":
      return below(predictions, path);
    case "annotations":
      return below(annotations, path);
    default:
      return false;
  }
}
