import { compareCodePoints } from "@postil/domain/text/code-point-order";

type Value = string | number;

export type Bound = { readonly value: Value; readonly inclusive: boolean };

/**
 * What a value is asked to be: one of some (null: any), between bounds (null: none), and, of a text, what passes a test. Its
 * values and bounds are of one type.
 */
export type Demand = {
  readonly values: readonly Value[] | null;
  readonly low: Bound | null;
  readonly high: Bound | null;
  /** Answered where the values stand in memory; the store is asked for those that pass it. */
  readonly test?: ValueTest | undefined;
};
export type ValueTest = (text: string) => boolean;

export const ANY: Demand = { values: null, low: null, high: null };

/** What one value must be to meet both. */
export function both(a: Demand, b: Demand): Demand {
  return {
    values: a.values && b.values ? common(a.values, b.values) : (a.values ?? b.values),
    low: narrower(a.low, b.low, 1),
    high: narrower(a.high, b.high, -1),
    ...(a.test || b.test ? { test: bothTests(a.test, b.test) } : {}),
  };
}

function bothTests(a: ValueTest | undefined, b: ValueTest | undefined): ValueTest | undefined {
  return a && b ? (text) => a(text) && b(text) : (a ?? b);
}

function common(some: readonly Value[], others: readonly Value[]): readonly Value[] {
  const wanted = new Set(others);
  return some.filter((value) => wanted.has(value));
}

/** `inwards`: 1 for lower bounds, of which the greater is narrower; -1 for upper ones. */
function narrower(a: Bound | null, b: Bound | null, inwards: 1 | -1): Bound | null {
  if (a === null || b === null) return a ?? b;
  const order = inwards * compareValues(a.value, b.value);
  if (order === 0) return a.inclusive ? b : a;
  return order > 0 ? a : b;
}

/** Nothing meets it. */
export function isImpossible({ values, low, high }: Demand): boolean {
  if (values?.length === 0) return true;
  if (low === null || high === null) return false;
  const order = compareValues(low.value, high.value);
  return order > 0 || (order === 0 && !(low.inclusive && high.inclusive));
}

/** Whether a value lies between the bounds. */
export function isWithin({ low, high }: Pick<Demand, "low" | "high">, value: Value): boolean {
  const [above, below] = [low && compareValues(value, low.value), high && compareValues(value, high.value)];
  return (
    (above === null || above > 0 || (above === 0 && low?.inclusive === true)) &&
    (below === null || below < 0 || (below === 0 && high?.inclusive === true))
  );
}

/** Numbers by size, texts by their code points, as the store has them in order. */
export const compareValues = (a: Value, b: Value): number =>
  typeof a === "number" && typeof b === "number" ? a - b : compareCodePoints(String(a), String(b));
