import type { Question } from "@postil/domain/datasets/question";
import type { Kysely } from "kysely";
import { compiled } from "../../storage/compiled.ts";
import { questionFromRow } from "../../storage/dataset-rows.ts";
import type { Tables } from "../../storage/tables.ts";

/** A question with the integer key its answers go by. */
export type KeyedQuestion = Question & { readonly key: number };

type QuestionCache = Map<string, readonly KeyedQuestion[]>;
/** Questions by dataset as this thread last read them; each thread of a store has a `db` of its own. */
const caches = new WeakMap<Kysely<Tables>, QuestionCache>();
const DATASETS_KEPT = 200;

const versions = compiled((db, datasetId: string) =>
  db.selectFrom("question").select(["key", "updated_at"]).where("dataset_id", "=", datasetId).orderBy("key"),
);

/**
 * The questions of a dataset in the order they were made. Settings with 10,000 options weigh a megabyte, so they are
 * read again only when one has changed.
 */
export async function loadQuestions(db: Kysely<Tables>, datasetId: string): Promise<readonly KeyedQuestion[]> {
  const cache: QuestionCache = caches.get(db) ?? new Map();
  caches.set(db, cache);
  const current = await versions(db, datasetId);
  const known = cache.get(datasetId) ?? [];
  if (isCurrent(known, current)) return known;
  const rows = await db.selectFrom("question").selectAll().where("dataset_id", "=", datasetId).orderBy("key").execute();
  const questions = rows.map((row) => ({ key: row.key, ...questionFromRow(row) }));
  if (cache.size >= DATASETS_KEPT) cache.clear();
  cache.set(datasetId, questions);
  return questions;
}

/**
 * Whether what is known is what is stored, told by the time of each row's last change. No time is given twice, because one
 * writer gives them all, and a time belongs to one state for ever, because it commits one after the other. Where several write
 * at once, a row needs a version of its own that each change raises.
 */
function isCurrent(
  known: readonly KeyedQuestion[],
  stored: readonly { readonly key: number; readonly updated_at: number }[],
): boolean {
  if (known.length !== stored.length) return false;
  return stored.every(({ key, updated_at }, at) => known[at]?.key === key && known[at].updatedAt === updated_at);
}
