import { sql } from "kysely";
import type { Changes } from "../engine.ts";
import { sendRaw } from "../sql/facets.ts";
import type { Db, Seqs } from "../tables.ts";

/** Records change in blocks, and a block keeps the version of its last change. Writes follow each other (writes.ts). */
const PARTS = { values: 0, words: 1 } as const;
type Part = keyof typeof PARTS;

const BLOCK = 128;

export async function noteChanged(db: Db, datasetKey: number, part: Part, seqs: Seqs): Promise<void> {
  if (seqs.length === 0) return;
  const blocks = [...new Set(seqs.map((seq) => Math.floor(seq / BLOCK)))];
  const noted = sql`
    insert into changed_block (dataset_key, part, block, version)
    select ${datasetKey}::bigint, ${PARTS[part]}::bigint, block, (
      select coalesce(max(version), 0) + 1 from changed_block
      where dataset_key = ${datasetKey} and part = ${PARTS[part]})
    from unnest(${blocks}::bigint[]) as block
    on conflict (dataset_key, part, block) do update set version = excluded.version`;
  await sendRaw(db, noted);
}

export async function lastVersion(db: Db, datasetKey: number, part: Part): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from changed_block
    where dataset_key = ${datasetKey} and part = ${PARTS[part]}`.execute(db);
  return rows[0]?.version ?? 0;
}

export async function changesAfter(
  db: Db,
  datasetKey: number,
  part: Part,
  version: number,
): ReturnType<Changes["after"]> {
  const { rows } = await sql<{ block: number; version: number }>`
    select block, version from changed_block
    where dataset_key = ${datasetKey} and part = ${PARTS[part]} and version > ${version} order by block`.execute(db);
  const stretches: { from: number; to: number }[] = [];
  for (const { block } of rows) {
    const from = block * BLOCK;
    const last = stretches.at(-1);
    if (last?.to === from) last.to += BLOCK;
    else stretches.push({ from, to: from + BLOCK });
  }
  return { version: rows.reduce((most, row) => Math.max(most, row.version), version), stretches };
}
