import { sql } from "kysely";
import type { RowCondition } from "./condition.ts";
import type { Search } from "./find-matching.ts";
import { addTo, emptySet, keepAll, type SeqSet } from "./seq-set.ts";

/** Conditions on the same target, and those that have theirs to themselves. */
export function byTarget(conditions: readonly RowCondition[]) {
  const targets = [...Map.groupBy(conditions, ({ rows }) => rows.key).values()];
  return {
    alone: targets.flatMap((same) => (same.length === 1 ? same : [])),
    together: targets.filter((same) => same.length > 1),
  };
}

/**
 * The records that pass every one of several conditions on the same target, each by a row of its own: its rows are gone
 * through once, and each value is tested once, however many have it. `among`: only of these.
 */
export async function passTogether(
  { db, size }: Search,
  conditions: readonly RowCondition[],
  among: readonly number[] | null,
): Promise<SeqSet> {
  const [first] = conditions;
  if (!first) throw new Error("No conditions to pass.");
  const { rows } = first;
  const rest = among ? sql`and v.seq in (select value from json_each(${JSON.stringify(among)}))` : sql``;
  // As many as there are at most (API-36), they fit into one number.
  const passed = sql.join(
    conditions.map(({ testOf }, index) => sql`(${testOf(sql`one.value`)}) * ${2 ** index}`),
    sql` + `,
  );
  const values = await sql<{ seqs: string; passed: number }>`
    with one as materialized (
      select json_group_array(v.seq) as seqs, ${rows.value} as value from ${among ? rows.of : rows.from}
      where ${rows.where} ${rest} group by ${rows.value})
    select one.seqs, ${passed} as passed from one where passed > 0`.execute(db);
  const sets = conditions.map(() => emptySet(size));
  for (const { seqs, passed } of values.rows) {
    const having: number[] = JSON.parse(seqs);
    for (const [index, set] of sets.entries()) {
      if (Math.floor(passed / 2 ** index) % 2 === 1) for (const seq of having) addTo(set, seq);
    }
  }
  return sets.reduce((kept, set) => {
    keepAll(kept, set);
    return kept;
  });
}
