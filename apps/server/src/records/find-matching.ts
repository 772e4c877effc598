import { countBits } from "@postil/domain/queue/bitmap";
import type { RecordStatus } from "@postil/domain/records/response";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { matchingBlocks } from "../storage/matching-blocks.ts";
import type { Tables } from "../storage/tables.ts";
import type { Condition, RowCondition } from "./condition.ts";
import { findText, type TextFound, type WantedText } from "./find-text.ts";
import { byTarget, passTogether } from "./pass-together.ts";
import { emptySet, keepAll, keepBlocks, membersOf, type SeqSet, setOf, setOfBlocks } from "./seq-set.ts";

export type Search = {
  readonly db: Kysely<Tables>;
  readonly datasetKey: number;
  /** Numbers of records are before this. */
  readonly size: number;
  /** Whose responses give the statuses; null: anybody's. */
  readonly viewerKey: number | null;
};

export type Wanted = {
  /** None: whatever the status. */
  readonly statuses: readonly RecordStatus[];
  readonly conditions: readonly Condition[];
  /** `field`: the column searched; null: all. `scored`: how well each matches is asked for. */
  readonly text: WantedText | null;
};

/** The records that meet everything asked (contract search-semantics 2.1 to 2.4). */
export async function findMatching(search: Search, { statuses, conditions, text }: Wanted): Promise<TextFound> {
  const nothing: TextFound = { set: emptySet(search.size), scores: null };
  if (conditions.some(({ kind }) => kind === "never")) return nothing;
  const found = text ? await findText(search, text, () => everyRecord(search)) : null;
  if (text && !found) return nothing;
  const rows = conditions.flatMap((condition) => (condition.kind === "rows" ? condition : []));
  let set = await keepRows(search, found?.set ?? null, rows);
  const ofStatus = conditions.flatMap((condition) => (condition.kind === "status" ? [condition.statuses] : []));
  for (const wanted of [statuses, ...ofStatus]) {
    if (wanted.length > 0) set = await keepStatuses(search, set, wanted);
  }
  return { set: set ?? (await everyRecord(search)), scores: found?.scores ?? null };
}

async function blocksOf({ db, datasetKey, viewerKey }: Search, statuses: readonly RecordStatus[]) {
  return matchingBlocks(db, { datasetKey, userKey: viewerKey, statuses });
}

const everyRecord = async (search: Search): Promise<SeqSet> => setOfBlocks(search.size, await blocksOf(search, []));

async function keepStatuses(search: Search, set: SeqSet | null, statuses: readonly RecordStatus[]): Promise<SeqSet> {
  const blocks = await blocksOf(search, statuses);
  if (set === null) return setOfBlocks(search.size, blocks);
  await keepBlocks(set, blocks);
  return set;
}

/** How many rows pass, counted no further than some bound: infinite when there may be more. */
type Sized = { readonly condition: RowCondition; readonly size: number };

/** Up to so many records are looked up one by one rather than with all that pass a condition. */
const FEW = 20_000;
/** Looking one up costs about so many rows of a scan. */
const LOOK_UP = 10;

async function keepRows(
  search: Search,
  set: SeqSet | null,
  conditions: readonly RowCondition[],
): Promise<SeqSet | null> {
  const { alone: single, together } = byTarget(conditions);
  let kept = await keepAlone(search, set, single);
  for (const same of together) {
    const count = kept ? countBits(kept) : Number.POSITIVE_INFINITY;
    if (count === 0) break;
    const passing = await passTogether(search, same, kept && count <= FEW ? membersOf(kept) : null);
    if (kept) keepAll(passing, kept);
    kept = passing;
  }
  return kept;
}

async function keepAlone(
  search: Search,
  set: SeqSet | null,
  conditions: readonly RowCondition[],
): Promise<SeqSet | null> {
  let kept = set;
  const alone = conditions.length === 1 && set === null;
  const [only] = conditions;
  if (alone && only && (await passesEvery(search, only))) return everyRecord(search);
  const known = set ? countBits(set) : Number.POSITIVE_INFINITY;
  const sized = alone
    ? conditions.map((condition) => ({ condition, size: 0 }))
    : await smallestFirst(search, conditions, known);
  for (const { condition, size } of sized) {
    const count = kept ? countBits(kept) : Number.POSITIVE_INFINITY;
    if (count === 0) break;
    const few = kept && count <= FEW && (await isMore(search, condition, size, count * LOOK_UP));
    const passing = setOf(
      search.size,
      await seqsThatPass(search, condition, few ? membersOf(kept ?? passingNone) : null),
    );
    if (kept) keepAll(passing, kept);
    kept = passing;
  }
  return kept;
}

/** Whether more rows pass than so many; `size`: of those counted already. */
const isMore = async (search: Search, condition: RowCondition, size: number, bound: number): Promise<boolean> =>
  Number.isFinite(size) ? size > bound : (await countUpTo(search, condition, bound + 1)) > bound;

const passingNone: SeqSet = new Uint32Array(0);

const passing = ({ rows, test }: RowCondition, source: RawBuilder<unknown>) =>
  sql`from ${source} where ${rows.where} and ${test}`;

/**
 * The conditions, those that fewest pass first. All are counted side by side up to a bound that grows eightfold until one
 * of them, or what is known already, stays below it: so this costs in proportion to the smallest.
 */
async function smallestFirst(
  search: Search,
  conditions: readonly RowCondition[],
  known: number,
): Promise<readonly Sized[]> {
  if (conditions.length === 0) return [];
  for (let bound = 512; ; bound *= 8) {
    const sized: Sized[] = [];
    for (const condition of conditions) {
      const count = await countUpTo(search, condition, bound);
      sized.push({ condition, size: count < bound ? count : Number.POSITIVE_INFINITY });
    }
    if (bound > known || bound > search.size || sized.some(({ size }) => size < bound)) {
      return sized.sort((a, b) => a.size - b.size || 0);
    }
  }
}

/** How many rows pass, counted no further than `most`. */
async function countUpTo({ db }: Search, condition: RowCondition, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 ${passing(condition, condition.rows.from)} limit ${most})`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Whether every record passes, as when a range is as wide as it can be: to count them takes a third of collecting them, and
 * is done only when the least and the greatest of the values pass.
 */
async function passesEvery(search: Search, { rows, test, once }: RowCondition): Promise<boolean> {
  if (!once || !rows.ordered) return false;
  const end = (direction: RawBuilder<unknown>) =>
    sql`(select ${test} from ${rows.from} where ${rows.where} order by ${rows.value} ${direction} limit 1)`;
  const ends = await sql<{ pass: number | null }>`select ${end(sql`asc`)} and ${end(sql`desc`)} as pass`.execute(
    search.db,
  );
  if (ends.rows[0]?.pass !== 1) return false;
  const counted = await sql<{ count: number }>`
    select count(*) as count from ${rows.from} where ${rows.where} and ${test}`.execute(search.db);
  const { counts } = await blocksOf(search, []);
  return counted.rows[0]?.count === counts.reduce((sum, { count }) => sum + count, 0);
}

/** The records with a row that passes, some of them twice; `among`: only of these. */
async function seqsThatPass(
  { db }: Search,
  condition: RowCondition,
  among: readonly number[] | null,
): Promise<readonly number[]> {
  const rest = among ? sql`and v.seq in (select value from json_each(${JSON.stringify(among)}))` : sql``;
  const { rows } = await sql<{ seqs: string }>`
    select json_group_array(v.seq) as seqs ${passing(condition, among ? condition.rows.of : condition.rows.from)} ${rest}`.execute(
    db,
  );
  return JSON.parse(rows[0]?.seqs ?? "[]");
}
