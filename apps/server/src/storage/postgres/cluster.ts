import type { Client } from "pg";
import type { Tables } from "../tables.ts";
import { createClient, placeOf } from "./database.ts";
import { DatabaseUnusable, unusableFor } from "./failure.ts";

/** How the tables lie in a cluster: Citus spreads a PostgreSQL database over several servers. */

/**
 * Rows of records lie together by the key of their dataset, so each statement of the labeling loop goes to one server. All
 * datasets share the servers, and a dataset lies on one of them.
 */
const SPREAD = [
  ...["record", "response", "suggestion", "vector", "activity", "flag", "brought"],
  ...["task_record", "filter_value", "text_word", "text_size", "text_cut"],
  ...["changed_block", "live_block", "answered_block", "user_counts"],
] as const;
const [FIRST] = SPREAD;

/**
 * What statements on records join. Each server has a copy, and a change goes to all of them: so no answer changes one of these
 * tables. All others are on the first server alone: no statement of records needs them, or answers change them
 * (`dataset_activity`, `clock`).
 */
const COPIED = [
  "dataset",
  "task_dataset",
  "workspace",
  "question",
  "user",
] as const satisfies readonly (keyof Tables)[];

/** A server must have answered after this time, ms. */
const ANSWERS_WITHIN = 5000;
/** The oldest version that keeps tables of the first server beside spread ones. */
const OLDEST_CITUS = 12;

export type ClusterPlan = {
  /** Servers that can have rows of records. */
  readonly servers: number;
  /** What is to be run, in this order; nothing if all of it is there. */
  readonly statements: readonly string[];
};

type Known = { readonly citus: string | null; readonly first: number; readonly servers: number };

/** What a cluster needs. Throws {@link DatabaseUnusable} if the database is none, or has no tables of Postil yet. */
export const planCluster = (url: string): Promise<ClusterPlan> => withClient(url, planOf);

/** Runs what is missing, each statement in a transaction of its own. Returns the number of statements. */
export const layOut = (url: string, tell: (statement: string) => void): Promise<number> =>
  withClient(url, async (client) => {
    const { statements } = await planOf(client);
    for (const statement of statements) {
      tell(statement);
      await client.query(statement);
    }
    return statements.length;
  });

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(url, ANSWERS_WITHIN);
  // The statement that is running fails with it.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw unusableFor(error, placeOf(url));
  } finally {
    await client.end().catch(() => {});
  }
}

async function planOf(client: Client): Promise<ClusterPlan> {
  const known = await look(client);
  const fault = faultOf(known);
  if (fault) throw new DatabaseUnusable(fault);
  const { rows } = await client.query<{ name: string; lies: string | null }>(
    `select name, (select partmethod::text || repmodel::text from pg_dist_partition where logicalrelid = to_regclass(quote_ident(name))) as lies
     from unnest($1::text[]) as name`,
    [[...COPIED, ...SPREAD]],
  );
  const lies = new Map(rows.map((row) => [row.name, row.lies]));
  // A table of the first server may be known to Citus too, as `ns`.
  const missing = (tables: readonly string[], how: string) => tables.filter((table) => lies.get(table) !== how);
  return {
    servers: known.servers,
    statements: [
      ...missing(COPIED, "nt").map((table) => laid(table, `create_reference_table(${quoted(table)})`)),
      ...missing(SPREAD, "hs").map((table) => {
        const beside = table === FIRST ? "'none'" : quoted(FIRST);
        return laid(table, `create_distributed_table(${quoted(table)}, 'dataset_key', colocate_with => ${beside})`);
      }),
    ],
  };
}

const quoted = (table: string): string => `'"${table}"'`;
/** In one transaction. Citus copies the rows, and leaves those of the first server where they were. */
const laid = (table: string, call: string): string =>
  `select ${call}; select truncate_local_data_after_distributing_table(${quoted(table)})`;

async function look(client: Client): Promise<Known> {
  const { rows } = await client.query<{ citus: string | null; there: boolean }>(
    "select (select extversion from pg_extension where extname = 'citus') as citus, to_regclass('record') is not null as there",
  );
  const [found] = rows;
  if (!found?.there) throw new DatabaseUnusable("it has no tables of Postil; a first start makes them");
  if (found.citus === null) return { citus: null, first: 0, servers: 0 };
  const nodes = await client.query<{ first: string; servers: string }>(
    `select count(*) filter (where groupid = 0) as first, count(*) filter (where shouldhaveshards) as servers
     from pg_dist_node where isactive and noderole = 'primary'`,
  );
  return { citus: found.citus, first: Number(nodes.rows[0]?.first), servers: Number(nodes.rows[0]?.servers) };
}

/** Why nothing can be spread here, with the statement that mends it; null: it can. */
export function faultOf({ citus, first, servers }: Known): string | null {
  if (citus === null) return "it is no cluster: `create extension citus` on each server makes it one";
  if (Number.parseInt(citus, 10) < OLDEST_CITUS) return `it has Citus ${citus}, and ${OLDEST_CITUS} or newer is needed`;
  if (first === 0)
    return "the cluster does not know its first server: select citus_set_coordinator_host('its name as the others see it')";
  if (servers === 0) return "the cluster has no server for records: select citus_add_node('its name', 5432) adds one";
  return null;
}
