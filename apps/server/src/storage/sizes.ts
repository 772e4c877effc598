import { MEGABYTE } from "@postil/domain/bounds";
import { PROPERTIES_BOUND } from "@postil/domain/datasets/metadata-property";
import { QUESTIONS_BOUND } from "@postil/domain/datasets/question";
import { RULES_BOUND } from "@postil/domain/tasks/labeling-rule";
import { compareCodePoints } from "@postil/domain/text/characters";
import type { SelectQueryBuilder } from "kysely";
import { datasetNamedBy } from "../new-id.ts";
import { compiled } from "./compiled.ts";
import { rowsOf } from "./statements.ts";
import type { Db, Seqs, Tables } from "./tables.ts";

/** Sizes in bytes: the engine knows the length of a value without reading it. */

type SizesOfRecords = (db: Db, datasetKey: number, seqs: Seqs) => SelectQueryBuilder<Tables, never, Sized>;
type Sized = { readonly seq: number; readonly bytes: number };

const SIZES = {
  fields: (db, datasetKey, seqs) =>
    rowsOf(db, "record", { dataset_key: datasetKey })
      .select(["seq", db.expressions.sizeOf("fields", "metadata").as("bytes")])
      .where("seq", "in", seqs),
  responses: (db, datasetKey, seqs) =>
    rowsOf(db, "response", { dataset_key: datasetKey })
      .select(({ fn }) => ["seq", fn.sum<number>(db.expressions.sizeOf("values")).as("bytes")])
      .where("seq", "in", seqs)
      .groupBy("seq"),
  suggestions: (db, datasetKey, seqs) =>
    rowsOf(db, "suggestion", { dataset_key: datasetKey })
      .select(({ fn }) => ["seq", fn.sum<number>(db.expressions.sizeOf("value")).as("bytes")])
      .where("seq", "in", seqs)
      .groupBy("seq"),
} satisfies { readonly [part: string]: SizesOfRecords };
export type SizedPart = keyof typeof SIZES;

const known = new Map<string, (db: Db, datasetKey: number, seqs: Seqs) => Promise<Sized[]>>();

/** The sizes of these parts of records, with a row for each part of each record that has it: one statement. */
export function partSizes(parts: readonly [SizedPart, ...SizedPart[]]) {
  const [first, ...more] = parts;
  const read =
    known.get(parts.join()) ??
    compiled((db, datasetKey: number, seqs: Seqs) =>
      more.reduce<ReturnType<SizesOfRecords>>(
        (all, part) => all.unionAll(SIZES[part](db, datasetKey, seqs)),
        SIZES[first](db, datasetKey, seqs),
      ),
    );
  known.set(parts.join(), read);
  return read;
}

/** Longer fields are read one record after the other: those of a hundred records could fill the memory. */
const SHORT_FIELDS = 40_000;

const recordsById = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("record")
    .innerJoin("dataset", "dataset.key", "record.dataset_key")
    .select(["record.id", "record.seq", "record.dataset_key"])
    .select(["dataset.id as dataset_id", "dataset.workspace_id", "dataset.import_id"])
    .select(({ eb, ref }) =>
      eb
        .case()
        .when(db.expressions.sizeOf("fields"), "<=", eb.lit(SHORT_FIELDS))
        .then(ref("fields"))
        .else(null)
        .end()
        .as("fields"),
    )
    .where("record.id", "in", ids);
const recordsAnywhere = compiled(recordsById);
const recordsIn = compiled((db, ids: readonly string[], datasetKeys: readonly number[]) =>
  recordsById(db, ids).where("record.dataset_key", "in", datasetKeys),
);

/** What answers to some records need. `fields`: null if they are long. */
export async function recordsToAnswer(db: Db, ids: readonly string[]) {
  const found = await recordsIn(db, ids, [...new Set(ids.map(datasetNamedBy))]);
  if (found.length === new Set(ids).size) return found;
  const known = new Set(found.map(({ id }) => id));
  return [
    ...found,
    ...(await recordsAnywhere(
      db,
      ids.filter((id) => !known.has(id)),
    )),
  ];
}

/** The size of each suggestion of some records, with all its columns. */
export const sizesOfSuggestions = compiled((db, datasetKey: number, seqs: Seqs) =>
  rowsOf(db, "suggestion", { dataset_key: datasetKey })
    .select(["seq", "question_key", db.expressions.sizeOf("value", "score", "agent", "type").as("bytes")])
    .where("seq", "in", seqs),
);

export type DocumentSize = {
  readonly seq: number;
  readonly id: string;
  readonly bytes: number;
  readonly hasVectors: 0 | 1 | boolean;
};

const documentSizes = (db: Db, datasetKey: number) =>
  rowsOf(db, "task_record", { dataset_key: datasetKey }).select(({ eb }) => [
    "seq",
    "id",
    db.expressions.sizeOf("document").as("bytes"),
    eb("vectors", "is not", null).as("hasVectors"),
  ]);

export const sizesBySeq = compiled((db, datasetKey: number, seqs: Seqs) =>
  documentSizes(db, datasetKey).where("seq", "in", seqs),
);

export const sizesById = compiled((db, datasetKey: number, ids: readonly string[]) =>
  documentSizes(db, datasetKey).where("id", "in", ids),
);

/** Number of questions or properties of a dataset, and the total size of these columns. */
const whole = (db: Db, table: "question" | "metadata_property", datasetId: string, ...columns: readonly string[]) =>
  // Both tables have the column that is named here.
  rowsOf(db, table as "question", { dataset_id: datasetId }).select(({ fn, val }) => [
    fn.countAll<number>().as("count"),
    fn.coalesce(fn.sum<number>(db.expressions.sizeOf(...columns)), val(0)).as("bytes"),
  ]);

export const sizeOfQuestions = compiled((db, datasetId: string) =>
  whole(db, "question", datasetId, "name", "title", "description", "settings"),
);

export const sizeOfProperties = compiled((db, datasetId: string) =>
  whole(db, "metadata_property", datasetId, "name", "title", "settings"),
);

export const sizesOfRules = compiled((db, datasetKey: number) =>
  rowsOf(db, "labeling_rule", { dataset_key: datasetKey })
    .select(["key", "query", db.expressions.sizeOf("query", "labels", "label", "description").as("bytes")])
    .orderBy("key"),
);

/** Sizes of the tags and of the metadata of task datasets. */
export const sizesOfTexts = compiled((db, keys: readonly number[]) =>
  db
    .selectFrom("task_dataset")
    .select([
      "key",
      db.expressions.sizeOf("tags").as("tags_bytes"),
      db.expressions.sizeOf("metadata").as("metadata_bytes"),
    ])
    .where("key", "in", keys),
);

/** JSON of tags and metadata. A text above its limit, which an earlier version accepted, is null and never read. */
export const textsWithinBounds = compiled((db, keys: readonly number[]) =>
  db
    .selectFrom("task_dataset")
    .select(({ eb, ref }) => {
      const within = (part: "tags" | "metadata") =>
        eb.case().when(db.expressions.sizeOf(part), "<=", eb.lit(MEGABYTE)).then(ref(part)).else(null).end().as(part);
      return ["key" as const, within("tags"), within("metadata")];
    })
    .where("key", "in", keys),
);

const datasetsOf = (db: Db, table: "dataset" | "task_dataset") =>
  db
    .selectFrom(`${table as "dataset"} as dataset`) // both have the columns that are named here
    .innerJoin("workspace", "workspace.id", "dataset.workspace_id")
    .select(["workspace.name as workspace", "dataset.name as dataset"])
    .groupBy(["dataset.key", "dataset.name", "workspace.name"]);

/** Values that exceed the present limits (API-39), because an earlier version accepted them; one line of text for each. */
export async function beyondBounds(db: Db): Promise<readonly string[]> {
  const [tasks, datasets] = [datasetsOf(db, "task_dataset"), datasetsOf(db, "dataset")];
  const rules = tasks.innerJoin("labeling_rule as part", "part.dataset_key", "dataset.key");
  const questions = datasets.innerJoin("question as part", "part.dataset_id", "dataset.id");
  const properties = datasets.innerJoin("metadata_property as part", "part.dataset_id", "dataset.id");
  const ofRule = ["part.query", "part.labels", "part.label", "part.description"];
  const lines: string[] = [];
  const note = async (what: string, all: unknown, columns: readonly string[], most: number) => {
    const found = all as typeof tasks; // the columns are named as texts, so those of `part` are no matter of types
    const size = db.fn.sum<number>(db.expressions.sizeOf(...columns));
    for (const { workspace, dataset, bytes } of await found.select(size.as("bytes")).having(size, ">", most).execute())
      lines.push(
        `Dataset ${workspace}.${dataset} holds more ${what} than it may: ${bytes} bytes, at most ${most}; lists leave out what is beyond (docs/operations.md).`,
      );
  };
  await note("labeling rules", rules, ofRule, RULES_BOUND.bytes);
  await note("metadata", tasks, ["dataset.metadata"], MEGABYTE);
  await note("metadata properties", properties, ["part.settings"], PROPERTIES_BOUND.bytes);
  await note("questions", questions, ["part.settings"], QUESTIONS_BOUND.bytes);
  await note("tags", tasks, ["dataset.tags"], MEGABYTE);
  return lines.sort(compareCodePoints);
}
