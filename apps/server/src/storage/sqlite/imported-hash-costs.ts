import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** As the index `user_brought_cost` has it: only what was looked at when it came in begins so. */
const COST = sql`min(substr(password_hash, 5, 2))`;
const BROUGHT = sql`substr(password_hash, 1, 2) = '$2'`;

/** The different costs of the hashes that people brought from another server, each by one look at the index. */
export async function readImportedHashCosts(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ cost: string }>`
    with recursive brought (cost) as (
      select ${COST} from user where ${BROUGHT}
      union all
      select (select ${COST} from user where ${BROUGHT} and substr(password_hash, 5, 2) > brought.cost)
      from brought where brought.cost is not null)
    select cost from brought where cost is not null`.execute(db);
  return rows.map(({ cost }) => Number(cost));
}
