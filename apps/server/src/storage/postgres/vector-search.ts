import { countBits } from "@postil/domain/queue/bitmap";
import { sql } from "kysely";
import type { Metric, Nearest, VectorIndex, VectorKind } from "../engine.ts";
import type { Db, Seqs } from "../tables.ts";

/**
 * Searches with an index of pgvector, which `vector-upkeep.ts` makes of vectors that are too many for copies in memory. The index
 * may be behind: what was written after its time is compared with the point as it is.
 */

/** The name of the index of one kind of vectors. */
export const indexOf = ({ datasetKey, settingsKey }: Pick<VectorKind, "datasetKey" | "settingsKey">): string =>
  `similar_vector_${datasetKey}_${settingsKey}`;

/** The types of pgvector that its index takes, with the most dimensions of each; null: no index. */
export function typeFor(dimensions: number): "vector" | "halfvec" | null {
  if (dimensions <= 2000) return "vector";
  return dimensions <= 4000 ? "halfvec" : null;
}

export const OPERATORS = {
  cosine: { sign: "<=>", named: "cosine" },
  distance: { sign: "<->", named: "l2" },
} as const satisfies { readonly [M in Metric]: { readonly sign: string; readonly named: string } };

/** Between these lengths no square of a difference is lost. Halves have fewer digits, and end at 65,504. */
const LENGTHS = { vector: [1e-15, 1e15], halfvec: [1e-2, 60_000] } as const;

/**
 * The numbers by which an index finds a vector; null if it cannot hold them, so that the vector is always compared. Only the
 * direction counts for the cosine, which zeros do not have.
 */
export function indexed(
  vector: readonly number[],
  { metric, dimensions }: Pick<VectorKind, "metric" | "dimensions">,
): Float32Array | null {
  let greatest = 0;
  for (const number of vector) greatest = Math.max(greatest, Math.abs(number));
  if (greatest === 0) return metric === "distance" ? new Float32Array(vector.length) : null;
  let squares = 0;
  for (const number of vector) squares += (number / greatest) ** 2;
  const length = greatest * Math.sqrt(squares);
  if (metric === "cosine") return Float32Array.from(vector, (number) => number / greatest / Math.sqrt(squares));
  const [least, most] = LENGTHS[typeFor(dimensions) ?? "vector"];
  return length < least || length > most ? null : Float32Array.from(vector);
}

/** Records that are compared without the index: few of them take no longer. */
const FEW = 1000;
/** More than this is read by programs, page after page, and all of it must be there. */
const MOST = 1000;
/**
 * How many records the search of the index keeps in mind: of 100,000 vectors with much noise it found 86 % of the nearest with 200,
 * 90 % with 400 and 96 % with this, in 10 ms.
 */
const IN_MIND = 800;
/** With conditions it goes on until it has enough records that meet them, or has seen so many. */
const SEEN = 40_000;

type Known = { readonly written_at: number; readonly schema: string };

export async function nearVectors(db: Db, kind: VectorKind, asked: Nearest): ReturnType<VectorIndex["near"]> {
  const { among, count } = asked;
  const members = countBits(among);
  const point = indexed(asked.point, kind);
  const helps = point !== null && count <= MOST && members > FEW;
  const known = await findIndex(db, kind, helps);
  if (known === null) return null;
  if (!helps) return "all";
  const found = await search(db, kind, known.schema, { point, among, count: count + SPARE });
  const others = await besides(db, kind, known.written_at);
  // It has ended before it had enough, or there are no more.
  return found.length < Math.min(count, members) ? "all" : [...new Set([...found, ...others.filter(within(among))])];
}

/** The order of the index is that of shorter numbers. */
const SPARE = 10;

const within =
  (set: Nearest["among"]) =>
  (seq: number): boolean =>
    (((set[seq >> 5] ?? 0) >>> (seq & 31)) & 1) === 1;

/** Those of this transaction. Without sorting, the server takes the order from the index, also where that seems to be slower. */
const SETTINGS = sql`,
  set_config('hnsw.ef_search', ${String(IN_MIND)}, true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
  set_config('hnsw.max_scan_tuples', ${String(SEEN)}, true), set_config('enable_sort', 'off', true)`;

/** Null: there is none, or it is not whole yet. `searches`: a search follows. */
async function findIndex(db: Db, kind: VectorKind, searches: boolean): Promise<Known | null> {
  const { rows } = await sql<Known>`
    select known.written_at, space.nspname::text as schema ${searches ? SETTINGS : sql``}
    from vector_index known
    join pg_index made on made.indexrelid = to_regclass(${indexOf(kind)}) and made.indisvalid
    join pg_extension extension on extension.extname = 'vector'
    join pg_namespace space on space.oid = extension.extnamespace
    where known.dataset_key = ${kind.datasetKey} and known.vector_settings_key = ${kind.settingsKey}`.execute(db);
  return rows[0] ?? null;
}

type Asked = { readonly point: Float32Array; readonly among: Nearest["among"]; readonly count: number };

/**
 * The keys stand in the statement: the index is one of rows with these, and a plan for any keys would not know it. Of something
 * that is equal to a number the server expects few rows, and would not use the index; so this is unequal to one.
 */
async function search(db: Db, kind: VectorKind, schema: string, { point, among, count }: Asked): Promise<number[]> {
  const type = sql.raw(`"${schema}".${typeFor(kind.dimensions)}(${kind.dimensions})`);
  const sign = sql.raw(`operator("${schema}".${OPERATORS[kind.metric].sign})`);
  const set = new Uint8Array(among.buffer, among.byteOffset, among.byteLength);
  const { rows } = await sql<{ seq: number }>`
    select seq from similar_vector
    where dataset_key = ${sql.lit(kind.datasetKey)} and vector_settings_key = ${sql.lit(kind.settingsKey)}
      and direction is not null
      and case when seq < ${sql.lit(among.length * 32)} then get_bit(${set}::bytea, seq) else 0 end <> 0
    order by direction::${type} ${sign} ${`[${point.join()}]`}::${type}
    limit ${sql.lit(count)}`.execute(db);
  return rows.map(({ seq }) => seq);
}

/** Records that the index does not know as they are. What follows in this transaction may sort again. */
async function besides(db: Db, kind: VectorKind, writtenAt: number): Promise<number[]> {
  const ofKind = sql`dataset_key = ${kind.datasetKey} and vector_settings_key = ${kind.settingsKey}`;
  const left = await sql<{ seq: number }>`
    select null::bigint as seq where set_config('enable_sort', 'on', true) is null
    union all
    select seq from similar_vector where ${ofKind} and direction is null`.execute(db);
  const newer = await sql<{ seq: number }>`
    select seq from vector where ${ofKind} and written_at > ${writtenAt}`.execute(db);
  return [...left.rows, ...newer.rows].map(({ seq }) => seq);
}

export async function removeVectors(
  db: Db,
  datasetKey: number,
  settingsKeys: readonly number[],
  seqs: Seqs,
): Promise<void> {
  if (settingsKeys.length === 0 || seqs.length === 0) return;
  await sql`
    delete from similar_vector where dataset_key = ${datasetKey}
      and vector_settings_key = any(${settingsKeys}::bigint[]) and seq = any(${seqs}::bigint[])`.execute(db);
}

export async function forgetVectors(db: Db): Promise<void> {
  await sql`delete from vector_index`.execute(db);
  await sql`delete from similar_vector`.execute(db);
}
