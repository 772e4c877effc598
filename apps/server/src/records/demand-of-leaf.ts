import type { QueryBound } from "@postil/domain/search/query-tree";
import { inSinglePrecision } from "@postil/domain/search/single-precision";
import { pythonFloat } from "@postil/domain/text/python-text";
import { timeFromText } from "@postil/domain/time";
import { ANY, type Bound, type Demand } from "../storage/value-demand.ts";
import type { SourceKind } from "../storage/value-source.ts";
import type { ValueLeaf } from "./registry.ts";

type Kind = SourceKind;
type Value = Bound["value"];

/** A value of the kind that a text tells; NaN: of no such value. */
const READ: { readonly [K in Kind]: (text: string) => Value } = {
  text: (text) => text,
  // Numeric text only: words on a numeric target match nothing.
  number: numberIn,
  float: (text) => inSinglePrecision(numberIn(text)),
  time: timeFromText,
};

function numberIn(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

/** Text compares with the number as Python prints it: 1 is '1.0'. Times are milliseconds with a fraction there, microseconds here. */
const BOUND: { readonly [K in Kind]: (bound: number) => Value } = {
  text: pythonFloat,
  number: (bound) => bound,
  float: inSinglePrecision,
  time: (bound) => Math.round(bound * 1000),
};

const isValue = (value: Value): boolean => typeof value === "string" || Number.isFinite(value);

/** What a leaf asks of one value of its field, which is of this kind. */
export function demandOf(kind: Kind, leaf: ValueLeaf): Demand {
  switch (leaf.kind) {
    case "exists":
      return ANY;
    case "terms":
      return { ...ANY, values: leaf.values.map(READ[kind]).filter(isValue) };
    case "range":
      return inRange(kind, leaf.low, leaf.high);
  }
}

function inRange(kind: Kind, low: QueryBound | null, high: QueryBound | null): Demand {
  const bound = (given: QueryBound | null): Bound | null => {
    if (given === null) return null;
    const { value, inclusive } = given;
    return { value: typeof value === "number" ? BOUND[kind](value) : READ[kind](value), inclusive };
  };
  const demand = { ...ANY, low: bound(low), high: bound(high) };
  const known = [demand.low, demand.high].every((end) => end === null || isValue(end.value));
  return known ? demand : { ...ANY, values: [] };
}
