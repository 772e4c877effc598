import { type RawBuilder, sql } from "kysely";

type Value = string | number;

/** What a value is asked to be: one of some (null: any), and between bounds (null: none). Its values and bounds are of one type. */
export type Demand = {
  readonly values: readonly Value[] | null;
  readonly low: Value | null;
  readonly high: Value | null;
};

export const ANY: Demand = { values: null, low: null, high: null };

/** A test of a value, wherever it stands. */
export type TestOf = (value: RawBuilder<unknown>) => RawBuilder<unknown>;

/** What one value must be to meet both. */
export function both(a: Demand, b: Demand): Demand {
  return {
    values: a.values && b.values ? common(a.values, b.values) : (a.values ?? b.values),
    low: a.low === null || (b.low !== null && b.low > a.low) ? b.low : a.low,
    high: a.high === null || (b.high !== null && b.high < a.high) ? b.high : a.high,
  };
}

function common(some: readonly Value[], others: readonly Value[]): readonly Value[] {
  const wanted = new Set(others);
  return some.filter((value) => wanted.has(value));
}

/** Null: nothing meets it. */
export function testFor({ values, low, high }: Demand): TestOf | null {
  if (values?.length === 0 || (low !== null && high !== null && low > high)) return null;
  return (value) => {
    const tests = [
      ...(values === null ? [] : [sql`${value} in (${sql.join(values)})`]),
      ...(low === null ? [] : [sql`${value} >= ${low}`]),
      ...(high === null ? [] : [sql`${value} <= ${high}`]),
    ];
    return sql.join(tests, sql` and `);
  };
}
