import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { parseWithNames } from "@postil/domain/text/json-text";
import type { Kysely } from "kysely";
import { sizesOfTexts, textsWithinBounds } from "./sqlite/dataset-texts.ts";
import type { Tables } from "./tables.ts";
import { partsBySize } from "./task-record-sizes.ts";

/**
 * Tags and metadata of a task dataset; null if a text exceeds its limit: an earlier version accepted it, and it is not read.
 */
export type DatasetTexts = { readonly [P in "tags" | "metadata"]: TaskDataset[P] | null };

const NONE: DatasetTexts = { tags: {}, metadata: {} };

/** The texts of one dataset. */
export async function readDatasetTexts(db: Kysely<Tables>, key: number): Promise<DatasetTexts> {
  return (await textsOf(db, [key])).get(key) ?? NONE;
}

/** The texts of many datasets, up to the limit for a list: the smallest first. The others get empty texts. */
export async function listDatasetTexts(
  db: Kysely<Tables>,
  keys: readonly number[],
): Promise<(key: number) => Pick<TaskDataset, "tags" | "metadata">> {
  if (keys.length === 0) return () => ({ tags: {}, metadata: {} });
  const sizes = (await sizesOfTexts(db, keys))
    .map((row) => ({ key: row.key, bytes: row.tags_bytes + row.metadata_bytes }))
    .sort((one, other) => one.bytes - other.bytes);
  const [shown = []] = partsBySize(sizes, ({ bytes }) => bytes, MOST_LISTED);
  const texts = await textsOf(
    db,
    shown.map(({ key }) => key),
  );
  return (key) => shownTexts(texts.get(key) ?? NONE);
}

/** Maximum total size of tags and metadata in a list, in bytes. */
const MOST_LISTED = 16 * 2 ** 20;

/** A text that exceeds its limit is shown as empty. */
export const shownTexts = ({ tags, metadata }: DatasetTexts): Pick<TaskDataset, "tags" | "metadata"> => ({
  tags: tags ?? {},
  metadata: metadata ?? {},
});

async function textsOf(db: Kysely<Tables>, keys: readonly number[]): Promise<ReadonlyMap<number, DatasetTexts>> {
  const rows = await textsWithinBounds(db, keys);
  return new Map(
    rows.map(({ key, tags, metadata }) => [
      key,
      {
        tags: tags === null ? null : (parseWithNames(tags) as TaskDataset["tags"]), // as it was stored
        metadata: metadata === null ? null : (parseWithNames(metadata) as TaskDataset["metadata"]), // as it was stored
      },
    ]),
  );
}
