import { isDeepStrictEqual } from "node:util";
import type { DeletedSetting } from "@postil/domain/accounts/audit";
import { Refusal } from "@postil/domain/refusal";
import type { Insertable, Selectable, Updateable } from "kysely";
import { newId } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import { deleteRows, updateRows } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import type { Db, Tables } from "../../storage/tables.ts";
import { refuseTaken } from "../refuse.ts";
import { namesOfDataset } from "./datasets.ts";
import { type DatasetRow, loadDatasetForManager } from "./load.ts";

/** The tables of the parts of a dataset. Each may have more columns than the table of fields. */
type PartTable = "field" | "question" | "metadata_property" | "vector_settings";
type Row<T extends PartTable> = Selectable<Tables[T]>;
type Common = "key" | "id" | "dataset_id" | "name" | "title" | "inserted_at" | "updated_at";

export type NewPart = { readonly datasetId: string; readonly name: string; readonly title: string };

/** The new values of a part; `undefined` means unchanged. */
type Change<E> = { readonly [K in keyof E]?: E[K] | undefined };

/** Reads and writes the parts of one kind. `noun` begins their refusals; `id` is the word before an unknown id there. */
export function partsOf<T extends PartTable, E extends { readonly id: string; readonly updatedAt: number }>(
  table: T & DeletedSetting,
  { noun, id: named = "id " }: { readonly noun: string; readonly id?: string },
  fromRow: (row: Row<T>) => E,
) {
  /** All columns that the tables have in common exist in the table of fields too. */
  const likeFields = table as "field";
  const rows = (db: Db) => db.selectFrom(likeFields);
  const unknown = (id: string) => new Refusal("not_found", `${noun} with ${named}\`${id}\` not found`);

  /** The row of a part, or 404; checks no permission. The parts of a deleted dataset wait for its restoration. */
  async function load({ db }: Context, id: string): Promise<Row<T>> {
    const row = await rows(db)
      .innerJoin("dataset", "dataset.id", `${likeFields}.dataset_id`)
      .selectAll(likeFields)
      .where(`${likeFields}.id`, "=", id)
      .executeTakeFirst();
    if (!row) throw unknown(id);
    return row as Row<PartTable> as Row<T>; // of that table
  }

  /** The parts of a dataset, in the order of their creation. */
  async function rowsOfDataset({ db }: Context, datasetId: string): Promise<Row<T>[]> {
    const found = await rows(db).selectAll().where("dataset_id", "=", datasetId).orderBy("inserted_at").execute();
    return found as Row<PartTable>[] as Row<T>[]; // of that table
  }

  return {
    unknown,
    load,

    rows: rowsOfDataset,

    async list(context: Context, datasetId: string): Promise<E[]> {
      return (await rowsOfDataset(context, datasetId)).map(fromRow);
    },

    /** A part that the caller may change, with its dataset: 404 before 403. */
    async loadForManager(context: Context, id: string) {
      const row = await load(context, id);
      const dataset = await loadDatasetForManager(context, (row as Row<PartTable>).dataset_id);
      return { row, dataset, part: fromRow(row) };
    },

    refuseTaken: (context: Context, { datasetId, name }: NewPart): Promise<void> =>
      refuseTaken(
        context,
        [noun, datasetId, name],
        rows(context.db).select("name").where("dataset_id", "=", datasetId).where("name", "=", name),
        () =>
          new Refusal("conflict", `${noun} with name \`${name}\` already exists for dataset with id \`${datasetId}\``),
      ),

    async insert(
      { db, now }: Context,
      { datasetId, name, title }: NewPart,
      own: Omit<Insertable<Tables[T]>, Common>,
    ): Promise<Row<T>> {
      const at = now();
      const row = { id: newId(), dataset_id: datasetId, name, title, ...own, inserted_at: at, updated_at: at };
      const values = row as unknown as Insertable<Tables["field"]>; // of that table
      const made = await db.insertInto(likeFields).values(values).returningAll().executeTakeFirstOrThrow();
      return made as Row<PartTable> as Row<T>; // of that table
    },

    /** Writes the changed columns of a part, which `toRow` gives. Writes nothing if nothing differs. */
    async change(
      { db, now }: Context,
      before: E,
      change: Change<E>,
      toRow: (after: E) => Updateable<Tables[T]> | Promise<Updateable<Tables[T]>>,
    ): Promise<E> {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const changed: E = { ...before, ...Object.fromEntries(given) };
      if (isDeepStrictEqual(changed, before)) return before;
      const own = await toRow(changed);
      const updatedAt = now();
      const row = { ...own, updated_at: updatedAt };
      await updateRows(db, likeFields, { id: before.id }, row);
      return { ...changed, updatedAt };
    },

    /**
     * Puts the parts of a draft in the order of `ids`. The order is that of their creation times, so these change places.
     * Refused if `ids` are not all that there are: somebody else has added or removed one.
     */
    async order({ db }: Context, datasetId: string, ids: readonly string[]): Promise<void> {
      const own = rows(db).where("dataset_id", "=", datasetId);
      const there = await own.select(["id", "inserted_at"]).orderBy("inserted_at").execute();
      const given = new Set(ids);
      if (ids.length !== there.length || !there.every(({ id }) => given.has(id)))
        throw new Refusal("conflict", `The ids must be those of all ${there.length} ${noun.toLowerCase()}s, each once`);
      let before = 0;
      for (const [place, { inserted_at }] of there.entries()) {
        const id = ids[place] ?? "";
        before = Math.max(before + 1, inserted_at);
        await updateRows(db, likeFields, { id }, { inserted_at: before });
      }
    },

    async remove(context: Context, { id, name }: { readonly id: string; readonly name: string }, dataset: DatasetRow) {
      await deleteRows(context.db, likeFields, { id });
      const told = { ...(await namesOfDataset(context, dataset.key)), what: table, name };
      await noteAudit(context, { kind: "setting_deleted", told });
    },
  };
}
