import { standNear } from "@postil/domain/search/query-string/search-keywords";
import type { QueryBound } from "@postil/domain/search/query-tree";
import { occurs } from "@postil/domain/search/text-query";
import { type WordTest, wordTest } from "@postil/domain/search/word-pattern";
import { cutText } from "@postil/domain/text/text-analysis";
import { type ExactNumber, exactly, orderText, readExactly } from "@postil/domain/text/whole-numbers";
import { RE2JS } from "re2js";
import { ANY, type Bound, type Demand, type ValueTest } from "../storage/value-sources.ts";
import type { ValueLeaf, WordLeaf } from "./registry.ts";

/** A test that a whole word matches an expression. Its time is proportional to the word, whatever the expression is. */
export function regexpTest(expression: string): WordTest {
  const compiled = RE2JS.compile(expression, RE2JS.DOTALL);
  return (word) => compiled.testExact(word);
}

/** A test of single values; `excluded`: a record must have no value that passes. */
export type LeafTest = { readonly test: ValueTest; readonly excluded: boolean };

/** The word tests of a leaf. Different values of a record may pass different tests. */
export function testsOf(leaf: WordLeaf): LeafTest[] {
  const cut = (value: string) => cutText(value, leaf.analysis).map(({ text }) => text);
  switch (leaf.kind) {
    case "words":
      return leaf.demands.map((demand) => ({
        test: (value) => occurs(demand, cut(value)),
        excluded: demand.excluded,
      }));
    case "near":
      return [{ test: (value) => standNear(leaf.words, leaf.slop, cut(value)), excluded: false }];
    case "pattern": {
      const fits = wordTest(leaf.pattern, regexpTest);
      return [{ test: (value) => cut(value).some(fits), excluded: false }];
    }
  }
}

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
