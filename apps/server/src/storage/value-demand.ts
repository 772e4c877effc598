import { compareCodePoints } from "@postil/domain/text/characters";

type Value = string | number;

export type Bound = { readonly value: Value; readonly inclusive: boolean };

/**
 * A demand on a value: it is one of some values (null means any), it is within bounds (null means none), and, for a text, it
 * passes a test. All values and bounds have the same type.
 */
export type Demand = {
  readonly values: readonly Value[] | null;
  readonly low: Bound | null;
  readonly high: Bound | null;
  /** The test runs where the values are in memory; the database is then asked for the values that pass it. */
  readonly test?: ValueTest | undefined;
};
export type ValueTest = (text: string) => boolean;

export const ANY: Demand = { values: null, low: null, high: null };

/** The demand that combines both. */
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

/** `inwards`: 1 for lower bounds, where the greater one is narrower; -1 for upper bounds. */
function narrower(a: Bound | null, b: Bound | null, inwards: 1 | -1): Bound | null {
  if (a === null || b === null) return a ?? b;
  const order = inwards * compareValues(a.value, b.value);
  if (order === 0) return a.inclusive ? b : a;
  return order > 0 ? a : b;
}

/** True if no value can meet the demand. */
export function isImpossible({ values, low, high }: Demand): boolean {
  if (values?.length === 0) return true;
  if (low === null || high === null) return false;
  const order = compareValues(low.value, high.value);
  return order > 0 || (order === 0 && !(low.inclusive && high.inclusive));
}

/** True if a value is within the bounds. */
export function isWithin({ low, high }: Pick<Demand, "low" | "high">, value: Value): boolean {
  const [above, below] = [low && compareValues(value, low.value), high && compareValues(value, high.value)];
  return (
    (above === null || above > 0 || (above === 0 && low?.inclusive === true)) &&
    (below === null || below < 0 || (below === 0 && high?.inclusive === true))
  );
}

/** Compares numbers by size and texts by code points, as the database sorts them. */
export const compareValues = (a: Value, b: Value): number =>
  typeof a === "number" && typeof b === "number" ? a - b : compareCodePoints(String(a), String(b));
