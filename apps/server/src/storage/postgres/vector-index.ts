import type { Client } from "pg";
import type { VectorKind } from "../engine.ts";
import { vectorFromBytes } from "../vectors.ts";
import { LOCKS } from "./locks.ts";
import { NUMBERS_AS_NUMBERS } from "./sent-values.ts";
import { indexed, indexOf, OPERATORS, typeFor } from "./vector-search.ts";

/** One index of vectors: what is in it, how it is made, brought up to date and removed. See vector-upkeep.ts. */

type Keys = Pick<VectorKind, "datasetKey" | "settingsKey">;
/** `writtenAt`: the index has all vectors up to this time. */
export type KeptIndex = VectorKind & { readonly writtenAt: number };

/** Vectors in a transaction: whoever removes one of them waits for it. */
const TOGETHER = 100;
const REMOVED_TOGETHER = 5000;
/** What the database may take for making an index, MB: with less than the index has, it takes many times as long. */
const MAKING_MB = { least: 64, most: 512 } as const;
/** Bytes of a vector in an index beside its numbers: its neighbours. */
const BESIDE = 500;
/** How many neighbours are compared when a vector is put in: with more of them less is missed, and it takes longer. */
const COMPARED = 100;

export async function ask<Row>(client: Client, text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  return (await client.query({ text, values: [...values], types: NUMBERS_AS_NUMBERS })).rows as Row[]; // as the text names them
}

export const keptIn = (client: Client): Promise<readonly KeptIndex[]> =>
  ask(
    client,
    `select dataset_key as "datasetKey", vector_settings_key as "settingsKey", dimensions, metric, written_at as "writtenAt"
     from vector_index order by dataset_key, vector_settings_key`,
  );

type Upkeep = { readonly isOver: () => boolean; readonly say: (line: string) => void };

/** Takes what was written since, and makes the index when it has everything. */
export async function bringUpToDate(client: Client, kind: KeptIndex, { isOver, say }: Upkeep): Promise<void> {
  for (let { writtenAt } = kind; ; ) {
    if (isOver()) return;
    const next = await takeNewer(client, kind, writtenAt);
    if (next === null) break;
    writtenAt = next;
  }
  const [made] = await ask<{ valid: 0 | 1 }>(
    client,
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [indexOf(kind)],
  );
  if (!made?.valid) await make(client, kind, say);
}

type Row = { readonly seq: number; readonly value: Uint8Array; readonly written_at: number };

/** Takes the next vectors. Returns the time up to which all are there; null: there were no more, or nobody may write now. */
async function takeNewer(client: Client, kind: KeptIndex, writtenAt: number): Promise<number | null> {
  const keys = [kind.datasetKey, kind.settingsKey];
  await client.query("begin");
  try {
    const [now] = await ask<{ may: 0 | 1 }>(client, `select pg_try_advisory_xact_lock_shared(${LOCKS.serving}) as may`);
    // All writes follow each other, so nothing is written with an earlier time than the last one here. Those of one time come
    // together.
    const rows = now?.may
      ? await ask<Row>(
          client,
          `select seq, value, written_at from vector
           where dataset_key = $1 and vector_settings_key = $2 and written_at > $3
           order by written_at fetch first ${TOGETHER} rows with ties`,
          [...keys, writtenAt],
        )
      : [];
    const last = rows.at(-1)?.written_at ?? null;
    // A removed vector must not come back here: whoever removes one waits until this is committed, and finds it.
    const there = await ask<{ seq: number }>(
      client,
      `select seq from vector where dataset_key = $1 and vector_settings_key = $2 and seq = any($3::bigint[])
       order by seq for key share`,
      [...keys, rows.map(({ seq }) => seq)],
    );
    const left = new Set(there.map(({ seq }) => seq));
    const taken = rows.filter(({ seq }) => left.has(seq));
    for (let at = 0; at < taken.length; at += TOGETHER) await put(client, kind, taken.slice(at, at + TOGETHER));
    if (last !== null)
      await ask(client, "update vector_index set written_at = $3 where dataset_key = $1 and vector_settings_key = $2", [
        ...[...keys, last],
      ]);
    await client.query("commit");
    return last;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

async function put(client: Client, kind: KeptIndex, rows: readonly Row[]): Promise<void> {
  const values = rows.flatMap(({ seq, value }) => {
    const numbers = indexed(vectorFromBytes(value, kind.dimensions), kind);
    return [seq, numbers && asArray(numbers)];
  });
  const places = rows.map((_, at) => `($${2 * at + 3}::bigint, $${2 * at + 4}::real[])`);
  await ask(
    client,
    `insert into similar_vector select $1::bigint, $2::bigint, * from (values ${places.join()}) as taken
     on conflict (dataset_key, vector_settings_key, seq) do update set direction = excluded.direction`,
    [kind.datasetKey, kind.settingsKey, ...values],
  );
}

const REAL = 700;
const HEADER = 20;

/** An array of `real`, as the server receives it: as text it would take ten times as long. */
function asArray(numbers: Float32Array): Buffer {
  const bytes = Buffer.alloc(HEADER + numbers.length * 8);
  for (const [at, word] of [1, 0, REAL, numbers.length, 1].entries()) bytes.writeInt32BE(word, at * 4);
  for (let i = 0; i < numbers.length; i++) {
    bytes.writeInt32BE(4, HEADER + i * 8);
    bytes.writeFloatBE(numbers[i] ?? 0, HEADER + i * 8 + 4);
  }
  return bytes;
}

const ofKind = ({ datasetKey, settingsKey }: Keys): string =>
  `dataset_key = ${Number(datasetKey)} and vector_settings_key = ${Number(settingsKey)}`;

/** Beside all writes. An index that was begun and not finished goes first. */
async function make(client: Client, kind: KeptIndex, say: (line: string) => void): Promise<void> {
  const { dimensions, metric } = kind;
  const type = typeFor(dimensions);
  const [found] = await ask<{ schema: string; rows: number }>(
    client,
    `select extnamespace::regnamespace::text as schema, (select count(*) from similar_vector where ${ofKind(kind)}) as rows
     from pg_extension where extname = 'vector'`,
  );
  // Somebody has dropped the extension.
  if (!found || type === null) return;
  const { schema, rows } = found;
  const begun = performance.now();
  const bytes = rows * (dimensions * (type === "vector" ? 4 : 2) + BESIDE);
  const mb = Math.min(MAKING_MB.most, Math.max(MAKING_MB.least, Math.ceil(bytes / 2 ** 20)));
  await client.query(`drop index concurrently if exists ${indexOf(kind)}`);
  await client.query(`set maintenance_work_mem = '${mb}MB'`);
  await client.query(
    `create index concurrently ${indexOf(kind)} on similar_vector
     using hnsw ((direction::${schema}.${type}(${dimensions})) ${schema}.${type}_${OPERATORS[metric].named}_ops)
     with (ef_construction = ${COMPARED}) where ${ofKind(kind)} and direction is not null`,
  );
  await client.query("analyze similar_vector");
  const seconds = Math.ceil((performance.now() - begun) / 1000);
  say(
    `${rows.toLocaleString("en")} vectors have no room in the memory for copies; an index of them was made in ${seconds} s.`,
  );
}

/** Removes an index, with all that is in it. */
export async function drop(client: Client, kind: Keys): Promise<void> {
  await client.query(`drop index concurrently if exists ${indexOf(kind)}`);
  await client.query(`delete from vector_index where ${ofKind(kind)}`);
  for (;;) {
    const { rowCount } = await client.query(
      `delete from similar_vector where ${ofKind(kind)} and seq = any(array(
         select seq from similar_vector where ${ofKind(kind)} limit ${REMOVED_TOGETHER}))`,
    );
    if (!rowCount) return;
  }
}

/** Removes what has no vector any more: a server of an older version does not look here when it removes records. */
export async function sweep(client: Client, kind: Keys): Promise<void> {
  await client.query(
    `delete from similar_vector known where ${ofKind(kind)} and not exists (
       select from vector where vector.dataset_key = known.dataset_key
         and vector.vector_settings_key = known.vector_settings_key and vector.seq = known.seq)`,
  );
}
