import { CompiledQuery, sql } from "kysely";
import type { Db, Seqs } from "../tables.ts";

/**
 * Records change in blocks, and a block keeps the version of its last change. With one writer,
 * reading the greatest version and taking the next is one step.
 */
const PARTS = { values: 0, words: 1 } as const;
type Part = keyof typeof PARTS;

/** Records per block: few enough to be read again for one change, many enough that a bulk call changes few blocks. */
const BLOCK = 128;

export async function noteChanged(db: Db, datasetKey: number, part: Part, seqs: Seqs): Promise<void> {
  if (seqs.length === 0) return;
  const blocks = new Set<number>();
  for (const seq of seqs) blocks.add(Math.floor(seq / BLOCK));
  const of = [datasetKey, PARTS[part]];
  await db.executeQuery(CompiledQuery.raw(NOTE, [...of, ...of, JSON.stringify([...blocks])]));
}

/** SQL as a string: every write runs it, and building it takes longer than running it. */
const NOTE = `
  insert into changed_block (dataset_key, part, block, version)
  select ?, ?, value, (select coalesce(max(version), 0) + 1 from changed_block where dataset_key = ? and part = ?)
  from json_each(?) where true
  on conflict (dataset_key, part, block) do update set version = excluded.version`;

export async function lastVersion(db: Db, datasetKey: number, part: Part): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from changed_block
    where dataset_key = ${datasetKey} and part = ${PARTS[part]}`.execute(db);
  return rows[0]?.version ?? 0;
}

export async function changesAfter(db: Db, datasetKey: number, part: Part, version: number) {
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
