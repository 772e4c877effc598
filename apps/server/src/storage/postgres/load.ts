import type { Pool } from "pg";
import type { DatabaseLoad } from "../store.ts";

/** Only who may watch the server sees how far a standby is (`pg_monitor`). A standby itself has no place in its log to compare. */
const STANDBYS = `select count(*) as count, max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) as behind
  from pg_stat_replication where application_name not like 'pg_basebackup%'`;

/** The connections of some pools, and what the database server says of its standbys by one of them. */
export async function loadOf(pools: readonly Pool[], asking: Pool): Promise<DatabaseLoad> {
  const open = pools.reduce((sum, { totalCount }) => sum + totalCount, 0);
  const idle = pools.reduce((sum, { idleCount }) => sum + idleCount, 0);
  const standbys = await asking.query<{ count: string; behind: string | null }>(STANDBYS).then(
    ({ rows: [row] }) => ({ count: Number(row?.count), behind: row?.behind == null ? null : Number(row.behind) }),
    // While it is away other numbers are wanted all the more.
    () => null,
  );
  return { connections: { open, busy: open - idle }, standbys };
}
