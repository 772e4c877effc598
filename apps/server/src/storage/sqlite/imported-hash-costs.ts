import { sql } from "kysely";
import type { Db } from "../tables.ts";

/** The same expression as in the index `user_brought_cost`. Only hashes that were checked on import begin like this. */
const COST = sql`min(substr(password_hash, 5, 2))`;
const BROUGHT = sql`substr(password_hash, 1, 2) = '$2'`;

/** The distinct costs of hashes from other servers; each costs one lookup in the index. */
export async function readImportedHashCosts(db: Db): Promise<number[]> {
  const { rows } = await sql<{ cost: string }>`
    with recursive brought (cost) as (
      select ${COST} from user where ${BROUGHT}
      union all
      select (select ${COST} from user where ${BROUGHT} and substr(password_hash, 5, 2) > brought.cost)
      from brought where brought.cost is not null)
    select cost from brought where cost is not null`.execute(db);
  return rows.map(({ cost }) => Number(cost));
}
