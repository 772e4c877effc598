import type { LabelOption } from "@postil/domain/datasets/question";
import type { Ranked } from "@postil/domain/records/question-types";
import type { Span } from "@postil/domain/spans/span";
import {
  listOf,
  numberElement,
  type ParquetColumn,
  type SchemaElement,
  structOf,
  textElement,
  wholeElement,
} from "./parquet-file.ts";

/** The values of a row, in the order of the columns. */
export type Values = readonly unknown[];

/** The kind of a column's values. Options: the values are some of them. */
export type Kind =
  | { readonly type: "text" | "whole" | "number" | "texts" | "ranking" | "json" }
  | { readonly type: "label" | "labels" | "spans"; readonly options: readonly string[] };

export type ShapeColumn = { readonly name: string; readonly kind: Kind };

export const optionValues = (options: readonly LabelOption[]): readonly string[] => options.map(({ value }) => value);

/** Names each column once: a name that another column has gets a prefix. */
export function namedOnce(columns: readonly (ShapeColumn & { readonly prefix?: string })[]): readonly ShapeColumn[] {
  const taken = new Set<string>();
  return columns.map(({ prefix = "other", name: wanted, kind }) => {
    let name = wanted;
    while (taken.has(name)) name = `${prefix}.${name}`;
    taken.add(name);
    return { name, kind };
  });
}

/** `numbered`: labels as the numbers of their options. */
export function parquetColumn({ name, kind }: ShapeColumn, at: number, numbered = false): ParquetColumn<Values> {
  const label = numbered ? wholeElement : textElement;
  const elements: readonly SchemaElement[] = {
    text: () => [textElement(name)],
    json: () => [textElement(name)],
    whole: () => [wholeElement(name)],
    number: () => [numberElement(name)],
    label: () => [label(name)],
    texts: () => listOf(name, [textElement("element")]),
    labels: () => listOf(name, [label("element")]),
    ranking: () => listOf(name, structOf("element", [textElement("value"), wholeElement("rank")])),
    spans: () => listOf(name, structOf("element", [wholeElement("start"), wholeElement("end"), label("label")])),
  }[kind.type]();
  return { elements, value: (values) => parquetValue(kind, values[at] ?? null, numbered) };
}

const numberOfOption = new WeakMap<readonly string[], ReadonlyMap<unknown, bigint>>();
function numbersOf(options: readonly string[]): ReadonlyMap<unknown, bigint> {
  const known = numberOfOption.get(options);
  if (known) return known;
  const numbers = new Map(options.map((value, at) => [value, BigInt(at)]));
  numberOfOption.set(options, numbers);
  return numbers;
}

function parquetValue(kind: Kind, value: unknown, numbered: boolean): unknown {
  if (value === null) return null;
  const labelOf = (label: unknown) => (numbered && "options" in kind ? numbersOf(kind.options).get(label) : label);
  switch (kind.type) {
    case "text":
    case "texts":
      return value;
    case "json":
      return JSON.stringify(value);
    case "whole":
      // A client may have written 7 as 7.0.
      return BigInt(JSON.stringify(value).replace(/\.0+$/, ""));
    case "number":
      return Number(JSON.stringify(value));
    case "label":
      return labelOf(value);
    case "labels":
      return (value as readonly string[]).map(labelOf); // as the kind says, here and below
    case "ranking":
      return (value as readonly Ranked[]).map((one) => ({ value: one.value, rank: BigInt(one.rank) }));
    case "spans":
      return (value as readonly Span[]).map(({ start, end, label }) => ({
        start: BigInt(start),
        end: BigInt(end),
        label: labelOf(label),
      }));
  }
}
