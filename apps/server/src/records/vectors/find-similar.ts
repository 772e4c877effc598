import { countBits, hasBit, removeBit } from "@postil/domain/queue/bitmap";
import { Refusal } from "@postil/domain/refusal";
import type { VectorQuery } from "@postil/domain/search/record-criteria";
import type { Selectable } from "kysely";
import type { VectorKind } from "../../storage/engine.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { HasDb } from "../../storage/store.ts";
import type { Db, Seqs, VectorSettingsTable } from "../../storage/tables.ts";
import { vectorFromBytes } from "../../storage/vectors.ts";
import { compileTree } from "../compile-tree.ts";
import { findMatching } from "../find-matching.ts";
import type { FoundPage } from "../find-page.ts";
import { type PageQuery, type Search, searchOf } from "../search.ts";
import { membersOf, type SeqSet } from "../seq-set.ts";
import { hasCopy, upToDateCopy } from "./vector-copies.ts";
import { lengthOf, type VectorCopy } from "./vector-copy.ts";

type Settings = Selectable<VectorSettingsTable>;
type Target = { readonly direction: readonly number[]; readonly except: number | null };
/** The target of the comparison, looked up in its dataset. */
export type SimilarTo = Target & { readonly kind: VectorKind; readonly order: VectorQuery["order"] };
type Ranked = { readonly seq: number; readonly cosine: number };

/**
 * Which of them has answered: a copy of the vectors in memory; an index of the database, which may miss one of the nearest; or
 * a comparison with each stored vector. `ms`: how long the nearest were looked for, after the other conditions.
 */
export type Similarity = { readonly by: "copy" | "index" | "scan"; readonly ms: number };

/**
 * The nearest records by cosine to a vector or to another record's vector, among all that meet the rest of the query
 * (FFI-14). A copy in memory, or an index, selects a few candidates, and those are compared by their stored vectors. `total`:
 * number of records on the page.
 */
export async function findSimilar(
  { db }: HasDb,
  asked: PageQuery,
  { kind, direction, except, order }: SimilarTo,
): Promise<FoundPage & { readonly similarity: Similarity }> {
  const { offset, limit } = asked;
  const isMost = order === "most_similar";
  const wanted = isMost ? direction : direction.map((number) => -number);
  const matching = compileTree(asked.registry, asked.tree);
  const { set: found } = await findMatching(searchOf(db, asked), matching, false);
  const set = without(found, except);
  const begun = performance.now();
  const { near, by } = await candidatesIn(db, set, kind, {
    point: isMost ? direction : null,
    count: offset + limit,
    inCopy: (copy) => copy.nearest(wanted, (seq) => hasBit(set, seq), offset + limit),
  });
  const ranked = await rank(db, kind, near, wanted);
  const page = ranked.slice(offset, offset + limit);
  return {
    seqs: page.map(({ seq }) => seq),
    total: page.length,
    scores: page.map(({ cosine }) => (1 + cosine) / 2),
    similarity: { by, ms: performance.now() - begun },
  };
}

/** The set itself is not changed: another search may get it too. */
function without(set: SeqSet, seq: number | null): SeqSet {
  if (seq === null) return set;
  const others = set.slice();
  removeBit(others, seq);
  return others;
}

type Candidates = {
  /** Null: what is asked for is far from it, and no index finds that. */
  readonly point: readonly number[] | null;
  readonly count: number;
  readonly inCopy: (copy: VectorCopy) => Seqs;
};

/** Records of a set that may be among the nearest. Copies in memory are exact, so an index is for vectors that have none. */
async function candidatesIn(
  db: Db,
  set: SeqSet,
  kind: VectorKind,
  { point, count, inCopy }: Candidates,
): Promise<{ readonly near: Seqs; readonly by: Similarity["by"] }> {
  if (countBits(set) === 0) return { near: [], by: "scan" };
  if (point !== null && !hasCopy(db, kind)) {
    const near = await db.vectors.near(kind, { point, among: set, count });
    if (near === "all") return { near: membersOf(set), by: "scan" };
    if (near !== null) return { near, by: "index" };
  }
  const copy = await upToDateCopy(db, kind);
  return copy ? { near: inCopy(copy), by: "copy" } : { near: membersOf(set), by: "scan" };
}

type InDataset = Pick<PageQuery, "datasetKey" | "datasetId">;

/** Refuses missing vector settings, then a missing record, then a missing vector (FFI-14). */
export async function findSimilarTo(db: Db, dataset: InDataset, query: VectorQuery): Promise<SimilarTo> {
  const settings = await loadSettings(db, dataset, query.name);
  const target = await readTarget(db, dataset, settings, query);
  const { key: settingsKey, dimensions } = settings;
  const kind: VectorKind = { datasetKey: dataset.datasetKey, settingsKey, dimensions, metric: "cosine" };
  return { ...target, kind, order: query.order };
}

async function loadSettings(db: Db, { datasetId }: InDataset, name: string): Promise<Settings> {
  const settings = await rowsOf(db, "vector_settings", { dataset_id: datasetId, name }).selectAll().executeTakeFirst();
  if (!settings) throw new Refusal("unprocessable", `Vector \`${name}\` not found in dataset \`${datasetId}\`.`);
  return settings;
}

async function readTarget(db: Db, dataset: InDataset, settings: Settings, { like }: VectorQuery): Promise<Target> {
  const { direction, except } =
    "value" in like
      ? { direction: like.value, except: null }
      : await vectorOfRecord(db, dataset, settings, like.recordId);
  const { name, dimensions } = settings;
  if (direction.length !== dimensions) {
    const detail = `Vector \`${name}\` has ${dimensions} dimensions, the value given has ${direction.length}.`;
    throw new Refusal("unprocessable", detail);
  }
  if (!direction.every(Number.isFinite)) throw new Refusal("unprocessable", "A vector consists of finite numbers.");
  if (direction.every((number) => number === 0)) {
    throw new Refusal("unprocessable", "A vector of zeros points nowhere: nothing is similar to it.");
  }
  return { direction, except };
}

async function vectorOfRecord(
  db: Db,
  { datasetKey, datasetId }: InDataset,
  { key, name, dimensions }: Settings,
  recordId: string,
): Promise<Target> {
  const record = await rowsOf(db, "record", { id: recordId, dataset_key: datasetKey }).select("seq").executeTakeFirst();
  if (!record)
    throw new Refusal("unprocessable", `Record with id \`${recordId}\` not found in dataset \`${datasetId}\`.`);
  const kind = { datasetKey, settingsKey: key, dimensions };
  for await (const { vector } of storedVectors(db, kind, [record.seq])) {
    return { direction: vector, except: record.seq };
  }
  const detail = `Record \`${recordId}\` does not have a vector for vector settings \`${name}\``;
  throw new Refusal("missing_vector", detail);
}

async function rank(db: Db, kind: VectorKind, seqs: Seqs, wanted: readonly number[]): Promise<Ranked[]> {
  const ranked: Ranked[] = [];
  for await (const { seq, vector } of storedVectors(db, kind, seqs)) {
    ranked.push({ seq, cosine: cosine(vector, wanted) });
  }
  return ranked.sort((a, b) => b.cosine - a.cosine || a.seq - b.seq);
}

/** Cosine of two vectors; 0 if one of them is all zeros. */
function cosine(a: readonly number[], b: readonly number[]): number {
  let [dot, squaresA, squaresB] = [0, 0, 0];
  const [mostA, mostB] = [greatest(a), greatest(b)];
  if (mostA === 0 || mostB === 0) return 0;
  for (let i = 0; i < a.length; i++) {
    // Scaled to about 1 first, so that no square overflows.
    const [x, y] = [(a[i] ?? 0) / mostA, (b[i] ?? 0) / mostB];
    dot += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return Math.min(1, Math.max(-1, dot / Math.sqrt(squaresA * squaresB)));
}

const greatest = (vector: readonly number[]): number => {
  let most = 0;
  for (const number of vector) most = Math.max(most, Math.abs(number));
  return most;
};

/**
 * The records of a set with the smallest distance from a point, the nearest first, at most `count` (contract search-semantics
 * 5). A copy in memory, or an index, selects a few candidates, and those are compared by their stored vectors. Records without
 * the vector are left out.
 */
export async function findNearest(
  { db }: Pick<Search, "db">,
  set: SeqSet,
  kind: VectorKind,
  { point, count }: { readonly point: readonly number[]; readonly count: number },
): Promise<{ readonly seqs: readonly number[]; readonly similarity: Similarity }> {
  const begun = performance.now();
  const { near, by } = await candidatesIn(db, set, kind, {
    point,
    count,
    inCopy: (copy) => copy.nearestTo(point, (seq) => hasBit(set, seq), count),
  });
  const ranked: { readonly seq: number; readonly distance: number }[] = [];
  for await (const { seq, vector } of storedVectors(db, kind, near)) {
    ranked.push({ seq, distance: lengthOf(vector.map((number, i) => number - (point[i] ?? 0))) });
  }
  ranked.sort((a, b) => a.distance - b.distance || a.seq - b.seq);
  return {
    seqs: ranked.slice(0, count).map(({ seq }) => seq),
    similarity: { by, ms: performance.now() - begun },
  };
}

const TOGETHER = 500;

/** The stored vectors of some records; records without one are left out. */
async function* storedVectors(
  db: Db,
  { datasetKey, settingsKey, dimensions }: Omit<VectorKind, "metric">,
  seqs: Seqs,
): AsyncGenerator<{ readonly seq: number; readonly vector: readonly number[] }> {
  for (let from = 0; from < seqs.length; from += TOGETHER) {
    const rows = await rowsOf(db, "vector", { dataset_key: datasetKey, vector_settings_key: settingsKey })
      .select(["seq", "value"])
      .where("seq", "in", seqs.slice(from, from + TOGETHER))
      .execute();
    for (const { seq, value } of rows) yield { seq, vector: vectorFromBytes(value, dimensions) };
  }
}
