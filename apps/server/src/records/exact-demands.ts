import type { QueryBound } from "@postil/domain/search/query-tree";
import { type ExactNumber, exactly, orderText, readExactly } from "@postil/domain/text/whole-numbers";
import { ANY, type Bound, type Demand } from "../storage/value-sources.ts";
import type { ValueLeaf } from "./registry.ts";

/** Demands on numbers that JavaScript holds exactly, or on sortable texts of those beyond 2^53. One must be met. */
export type ExactDemands = { readonly numbers: Demand; readonly beyond: Demand };

/** Null if the leaf names no number beyond 2^53: then rounded numbers give the same result (FFI-28). */
export function exactDemands(leaf: ValueLeaf): ExactDemands | null {
  switch (leaf.kind) {
    case "exists":
      return null;
    case "terms":
      return oneOf(leaf.values.map(readExactly));
    case "range":
      return between(readBound(leaf.low), readBound(leaf.high));
  }
}

const isNumber = (value: ExactNumber): value is number => typeof value === "number";

function oneOf(values: readonly ExactNumber[]): ExactDemands | null {
  const beyond = values.filter((value) => !isNumber(value));
  if (beyond.length === 0) return null;
  return {
    numbers: { ...ANY, values: values.filter((value) => isNumber(value) && Number.isFinite(value)) },
    beyond: { ...ANY, values: beyond.map(orderText) },
  };
}

type ExactBound = { readonly value: ExactNumber; readonly inclusive: boolean } | null;

const readBound = (bound: QueryBound | null): ExactBound =>
  bound && { ...bound, value: typeof bound.value === "number" ? exactly(bound.value) : readExactly(bound.value) };

function between(low: ExactBound, high: ExactBound): ExactDemands | null {
  const given = [low, high].flatMap((bound) => bound?.value ?? []);
  const isBeyondNamed = given.some((value) => !isNumber(value));
  if (!isBeyondNamed || given.some((value) => isNumber(value) && !Number.isFinite(value))) return null;
  return {
    numbers: {
      ...ANY,
      low: amongNumbers(low, Number.MIN_SAFE_INTEGER),
      high: amongNumbers(high, Number.MAX_SAFE_INTEGER),
    },
    beyond: { ...ANY, low: inOrder(low), high: inOrder(high) },
  };
}

/** `end`: the limit of exactly held numbers on this side. */
function amongNumbers(bound: ExactBound, end: number): Bound {
  if (bound !== null && isNumber(bound.value)) return { value: bound.value, inclusive: bound.inclusive };
  const isOutside = bound === null || bound.value.toString().startsWith("-") === end < 0;
  return isOutside
    ? { value: end, inclusive: true }
    : { value: -Math.sign(end) * Number.POSITIVE_INFINITY, inclusive: true };
}

const inOrder = (bound: ExactBound): Bound | null => bound && { ...bound, value: orderText(bound.value) };
