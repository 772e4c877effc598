import { CompiledQuery, type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/**
 * Copies in memory of what records hold (values, words) take in what was written since by blocks of records: each change
 * has a number, greater than all before it in its dataset, and a block keeps that of its last. There is one writer, so the
 * greatest number and the next are one step; with several that step would need a lock on the dataset.
 */
const PARTS = { values: 0, words: 1 } as const;
export type Part = keyof typeof PARTS;

/** Few enough that one changed record is little to read again, many enough that a bulk call touches few blocks. */
const BLOCK = 128;

/** From `from` to before `to`. */
export type Stretch = { readonly from: number; readonly to: number };

/** Notes that something of these records was written or removed, in the transaction that does it. */
export async function noteChanged(
  db: Kysely<Tables>,
  datasetKey: number,
  part: Part,
  seqs: readonly number[],
): Promise<void> {
  if (seqs.length === 0) return;
  const blocks = new Set<number>();
  for (const seq of seqs) blocks.add(Math.floor(seq / BLOCK));
  const of = [datasetKey, PARTS[part]];
  await db.executeQuery(CompiledQuery.raw(NOTE, [...of, ...of, JSON.stringify([...blocks])]));
}

/** As a text: every write runs it, and it takes longer to build than to run. */
const NOTE = `
  insert into changed_block (dataset_key, part, block, version)
  select ?, ?, value, (select coalesce(max(version), 0) + 1 from changed_block where dataset_key = ? and part = ?)
  from json_each(?) where true
  on conflict (dataset_key, part, block) do update set version = excluded.version`;

export type Changes = { readonly version: number; readonly stretches: readonly Stretch[] };

/** The number of the last change; zero: there was none. */
export async function lastVersion(db: Kysely<Tables>, datasetKey: number, part: Part): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from changed_block
    where dataset_key = ${datasetKey} and part = ${PARTS[part]}`.execute(db);
  return rows[0]?.version ?? 0;
}

/** What was changed after a change, neighbours together; the version is that of the last change. */
export async function changesAfter(
  db: Kysely<Tables>,
  datasetKey: number,
  part: Part,
  version: number,
): Promise<Changes> {
  const { rows } = await sql<{ block: number; version: number }>`
    select block, version from changed_block
    where dataset_key = ${datasetKey} and part = ${PARTS[part]} and version > ${version}`.execute(db);
  const stretches: { from: number; to: number }[] = [];
  for (const { block } of rows.sort((a, b) => a.block - b.block)) {
    const from = block * BLOCK;
    const last = stretches.at(-1);
    if (last?.to === from) last.to += BLOCK;
    else stretches.push({ from, to: from + BLOCK });
  }
  return { version: rows.reduce((most, row) => Math.max(most, row.version), version), stretches };
}
