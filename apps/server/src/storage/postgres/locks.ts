/** The locks by which servers and commands of a database know of each other. Their numbers: any that nobody else uses in it. */
export const LOCKS = {
  /** Of all servers and commands, one brings the schema up to date at a time. */
  migrating: 6_900_015,
  /** Shared by all servers; a command that needs the database alone has it exclusively. */
  serving: 6_900_016,
  /** Of the server that does the work in the background. */
  duty: 6_900_017,
  /** With the number of a server: shared by its connections. */
  server: 6_900_018,
  /** With the number of the schema that a server knows: shared by the lines of all that know it. */
  schema: 6_900_019,
  /** Of the connection that makes indexes of vectors: one for all servers. */
  vectors: 6_900_020,
} as const;

const HELD = `locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`;
/** Conditions on `pg_locks`. `objsubid` is 1 for a lock with one number, and 2 for one with two. */
export const HELD_AS = {
  duty: `${HELD} and objsubid = 1 and classid = 0 and objid = ${LOCKS.duty}`,
  server: `${HELD} and objsubid = 2 and classid = ${LOCKS.server}`,
  schema: `${HELD} and objsubid = 2 and classid = ${LOCKS.schema}`,
} as const;
