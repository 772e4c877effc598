import { Refusal } from "@postil/domain/refusal";
import type { Changed, Dropped, Engine, IndexedTexts, Laid, Move, Removed, TextSearch } from "./engine.ts";
import type { Stretch } from "./parts.ts";
import { insertRows } from "./statements.ts";
import type { Context, Lane, StreamPart } from "./store.ts";
import type { FilterValue } from "./value-sources.ts";

/** The calls with which the contract suite asks an engine, wherever that runs them. */

type Gate = { readonly begun: Int32Array; readonly until: Int32Array };

/** Says that it has begun, and goes on when `until` is no longer 0. Works in a thread, and in that of the test. */
async function pass({ begun, until }: Gate): Promise<void> {
  Atomics.add(begun, 0, 1);
  Atomics.notify(begun, 0);
  await Atomics.waitAsync(until, 0, 0).value;
}

const addWorkspace = async ({ db }: Context, id: string, name: string): Promise<void> => {
  await db.insertInto("workspace").values({ id, name, inserted_at: 1, updated_at: 1 }).execute();
};
const countWorkspaces = async ({ db }: Context): Promise<number> => {
  const { count } = await db
    .selectFrom("workspace")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
};

export type Row = { readonly external_id: string | null; readonly fields: string; readonly inserted_at: number };

export const operations = {
  workspaces: async ({ db }: Context): Promise<string[]> =>
    (await db.selectFrom("workspace").select("name").orderBy("name").execute()).map(({ name }) => name),
  add: async (
    context: Context,
    { id, name = id }: { readonly id: string; readonly name?: string },
  ): Promise<number> => {
    await addWorkspace(context, id, name);
    return context.now();
  },
  /** Takes a time before it asks anything, and returns it. */
  addAfterTime: async (context: Context, { id }: { readonly id: string }): Promise<number> => {
    const at = context.now();
    await addWorkspace(context, id, id);
    return at;
  },
  addAndRefuse: async (context: Context, { id }: { readonly id: string }): Promise<void> => {
    await addWorkspace(context, id, id);
    throw new Refusal("forbidden", "Not yours.");
  },
  addTwice: async (context: Context, { id }: { readonly id: string }): Promise<void> => {
    await addWorkspace(context, id, id);
    await addWorkspace(context, id, `${id} again`);
  },
  /** Reads first and writes later, with time in between. */
  addOne: async ({ db }: Context): Promise<number> => {
    const { last } = await db.selectFrom("dataset_sequence").select("last").executeTakeFirstOrThrow();
    await new Promise((resolve) => setImmediate(resolve));
    await db
      .updateTable("dataset_sequence")
      .set({ last: last + 1 })
      .execute();
    return last + 1;
  },
  /** Counts before and after the gate. */
  countTwice: async (context: Context, gate: Gate): Promise<readonly number[]> => {
    const before = await countWorkspaces(context);
    await pass(gate);
    return [before, await countWorkspaces(context)];
  },
  /** Never ends by itself. */
  endless: async (context: Context, { begun }: { readonly begun: Int32Array }): Promise<void> => {
    for (;;) {
      await countWorkspaces(context);
      Atomics.add(begun, 0, 1);
      Atomics.notify(begun, 0);
    }
  },
  putRecords: async (
    { db }: Context,
    { key, rows }: { readonly key: number; readonly rows: readonly Row[] },
  ): Promise<void> => {
    const all = rows.map((row, seq) => ({
      ...row,
      dataset_key: key,
      seq,
      id: `${key}-${seq}`,
      metadata: null,
      updated_at: 0,
    }));
    for (const one of all) {
      await db
        .insertInto("record")
        .values(one)
        .onConflict((there) => there.columns(["dataset_key", "seq"]).doUpdateSet(row(one)))
        .execute();
    }
  },
  records: async ({ db }: Context, { key }: { readonly key: number }): Promise<Row[]> =>
    db
      .selectFrom("record")
      .select(["external_id", "fields", "inserted_at"])
      .where("dataset_key", "=", key)
      .orderBy("seq")
      .execute(),
  /** The external ids that are at least `least`, in order. */
  idsFrom: async (
    { db }: Context,
    { key, least }: { readonly key: number; readonly least: string },
  ): Promise<(string | null)[]> =>
    (
      await db
        .selectFrom("record")
        .select("external_id")
        .where("dataset_key", "=", key)
        .where("external_id", ">=", least)
        .orderBy("external_id")
        .execute()
    ).map(({ external_id }) => external_id),
  /** The row as it comes back, and the number of rows that a change of it says. */
  putBlock: async ({ db }: Context, { key, bits }: { readonly key: number; readonly bits: Uint8Array }) => {
    await db.insertInto("live_block").values({ dataset_key: key, block: 0, count: bits.length, bits }).execute();
    const { numUpdatedRows } = await db
      .updateTable("live_block")
      .set(({ eb }) => ({ count: eb("count", "+", 1) }))
      .where("dataset_key", "=", key)
      .executeTakeFirstOrThrow();
    const found = await db
      .selectFrom("live_block")
      .selectAll()
      .where("dataset_key", "=", key)
      .executeTakeFirstOrThrow();
    return { changed: Number(numUpdatedRows), count: found.count, bits: [...found.bits] };
  },
  addTexts: async (
    { db }: Context,
    { key, rows }: { readonly key: number; readonly rows: readonly IndexedTexts[] },
  ) => {
    await db.text.create(key, FIELDS);
    await db.text.add(key, rows);
  },
  /** Some texts are written again, and others removed. */
  changeTexts: async ({ db }: Context, { key, rows, gone }: ChangedTexts): Promise<void> => {
    await db.text.clear(
      key,
      rows.map(([seq]) => seq),
    );
    await db.text.add(key, rows);
    await db.text.remove(key, gone);
  },
  dropTexts: async ({ db }: Context, { key }: { readonly key: number }): Promise<void> => db.text.drop(key),
  searchTexts: async ({ db }: Context, { key, search, most }: SearchedTexts) => ({
    match: await db.text.match(key, search),
    has: await db.text.has(key, search),
    rank: await db.text.rank(key, search, most),
  }),
  /** All that an index tells of a word. */
  tellWord: async (
    { db }: Context,
    { key, word, field }: { readonly key: number; readonly word: string; readonly field: number },
  ) => ({
    having: await db.text.countHaving(key, word),
    places: await db.text.places(key, field, word),
    inField: await db.text.occurrences(key, word, field),
    anywhere: await db.text.occurrences(key, word, null),
    beginning: await db.text.wordsBeginning(key, field, word),
    counted: await db.text.countBeginning(key, word, 3),
  }),
  tellTexts: async ({ db }: Context, { key, stretch }: { readonly key: number; readonly stretch: Stretch }) => {
    const words: { readonly word: string; readonly count: number }[] = [];
    for await (const one of db.text.vocabulary(key)) words.push(one);
    return { words, lengths: await db.text.lengths(key, stretch) };
  },
  noteChanges: async (
    { db }: Context,
    { key, seqs }: { readonly key: number; readonly seqs: readonly number[] },
  ): Promise<number> => {
    await db.changes.note(key, "values", seqs);
    return db.changes.lastVersion(key, "values");
  },
  changesAfter: async ({ db }: Context, { key, version }: { readonly key: number; readonly version: number }) =>
    db.changes.after(key, "values", version),
  insert: async ({ db }: Context, { table, rows }: Tabled & { readonly rows: readonly AnyRow[] }): Promise<void> =>
    insertRows(db, table as "flag", rows as never),
  put: async ({ db }: Context, { laid, rows }: Listed<Laid<AnyRow>>): Promise<void> => db.rows.put(laid, rows),
  change: async ({ db }: Context, { laid, rows }: Listed<Changed<AnyRow>>): Promise<void> => db.rows.change(laid, rows),
  drop: async ({ db }: Context, { laid, rows }: Listed<Dropped<AnyRow>>): Promise<void> => db.rows.drop(laid, rows),
  /** The rows of a dataset, in the order of a column. */
  rows: async (
    { db }: Context,
    { table, key, by }: Tabled & { readonly key: number; readonly by: string },
  ): Promise<readonly AnyRow[]> =>
    db
      .selectFrom(table as "flag")
      .selectAll()
      .where("dataset_key", "=", key)
      .orderBy(by as "seq")
      .execute(),
  changeValues: async (
    { db }: Context,
    { key, added, dropped }: { readonly key: number; readonly added: Values; readonly dropped: Values },
  ): Promise<void> => {
    await db.rows.addValues(key, added);
    await db.rows.dropValues(key, dropped);
  },
  putStatus: async (
    { db }: Context,
    { key, seqs, status }: { readonly key: number; readonly seqs: readonly number[]; readonly status: string },
  ): Promise<void> => db.rows.putTaskStatus(key, seqs, status),
  /** The size of these columns, by record. */
  sizes: async (
    { db }: Context,
    { table, key, columns }: Tabled & { readonly key: number; readonly columns: readonly string[] },
  ): Promise<number[]> =>
    (
      await db
        .selectFrom(table as "flag")
        .select(db.expressions.sizeOf(...columns).as("bytes"))
        .where("dataset_key", "=", key)
        .orderBy("seq")
        .execute()
    ).map(({ bytes }) => bytes),
  /** The jobs that each condition holds for, and the deleted records at rest. */
  tellJobs: async ({ db }: Context, { user, deleted }: { readonly user: number; readonly deleted: number }) => {
    const { isHeld, isAtRest, movesThese, removesDraftsOf } = db.expressions;
    const all = db.selectFrom("job").select("id").where("id", "like", "told %").orderBy("id");
    const atRest = db.selectFrom("deleted_records").select("id").where(isAtRest("deleted_records"));
    const named = db.selectFrom("deleted_records as gone").select(["id", isAtRest("gone").as("at_rest")]);
    const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
    return {
      held: ids(await all.where(isHeld).execute()),
      others: ids(await all.where(({ not }) => not(isHeld)).execute()),
      drafts: ids(await all.where(removesDraftsOf(user)).execute()),
      moves: ids(await all.where(movesThese(deleted)).execute()),
      atRest: ids(await atRest.orderBy("id").execute()),
      named: await named.orderBy("id").execute(),
    };
  },
  /** Rows of flags; those that are there get another preview. */
  putFlags: async ({ db }: Context, { rows }: { readonly rows: readonly FlagRow[] }): Promise<void> =>
    db.rows.put(FLAGS, rows),
  /** Search values, flags and vectors of records, and rows that belong to none. */
  fill: async (
    { db }: Context,
    { key, seqs }: { readonly key: number; readonly seqs: readonly number[] },
  ): Promise<void> => {
    await db.rows.addValues(
      key,
      seqs.flatMap((seq) => [[1, seq / 3, seq] as const, [2, `term ${seq}`, seq] as const]),
    );
    const bytes = new Uint8Array(4);
    const vector = { dataset_key: key, value: bytes, written_at: 1 };
    await db
      .insertInto("vector")
      .values(seqs.flatMap((seq) => [7, 8].map((kind) => ({ ...vector, vector_settings_key: kind, seq }))))
      .execute();
    await db.insertInto("live_block").values({ dataset_key: key, block: 0, count: 1, bits: bytes }).execute();
  },
  removeSome: async ({ db }: Context, { removed, most }: { readonly removed: Removed; readonly most: number }) =>
    db.rows.remove(removed, most),
  move: async (
    { db }: Context,
    { move, seqs }: { readonly move: Move; readonly seqs: readonly number[] },
  ): Promise<void> => db.rows.move(move, seqs),
  /** The record numbers that a dataset has rows of, by table. */
  held: async ({ db }: Context, { key }: { readonly key: number }) => {
    const seqsIn = async (table: "filter_value" | "flag" | "vector") =>
      (await db.selectFrom(table).select("seq").where("dataset_key", "=", key).orderBy("seq").execute()).map(
        ({ seq }) => seq,
      );
    const blocks = await db.selectFrom("live_block").select("block").where("dataset_key", "=", key).execute();
    const vectors = await db
      .selectFrom("vector")
      .select(["seq", "vector_settings_key as kind", "written_at as at"])
      .where("dataset_key", "=", key)
      .orderBy("seq")
      .orderBy("vector_settings_key")
      .execute();
    return { values: await seqsIn("filter_value"), flags: await seqsIn("flag"), vectors, blocks: blocks.length };
  },
  previews: async ({ db }: Context, { key }: { readonly key: number }): Promise<string[]> =>
    (await db.selectFrom("flag").select("preview").where("dataset_key", "=", key).orderBy("seq").execute()).map(
      ({ preview }) => preview,
    ),
  /** What a method of `values` answers; all rows of one that brings them in parts. */
  askValues: async ({ db }: Context, { method, given }: AskedValues): Promise<unknown> => {
    const answer = (db.values[method] as (...all: readonly unknown[]) => Promise<unknown> | AsyncGenerator)(...given);
    if (!(Symbol.asyncIterator in answer)) return answer;
    const rows: unknown[] = [];
    for await (const row of answer) rows.push(row);
    return rows;
  },
  listsInRange: async (
    { db }: Context,
    {
      key,
      paths,
      stretch,
    }: { readonly key: number; readonly paths: readonly string[] | null; readonly stretch: Stretch },
  ) => {
    const at = paths ? { paths, listOf: (parts: readonly unknown[]) => [JSON.stringify(parts)] } : "words";
    return db.values.listsInRange({ key: "", datasetKey: key, at }, stretch);
  },
  /** Goes on after a statement has failed. */
  addDespite: async (context: Context, { id }: { readonly id: string }): Promise<void> => {
    await addWorkspace(context, id, id);
    await addWorkspace(context, id, id).catch(() => {});
  },
  /** What it sends cannot be written; `asks`: it asks something after that. */
  sendTwice: async (
    context: Context,
    { id, asks }: { readonly id: string; readonly asks: boolean },
  ): Promise<number | null> => {
    const row = { id, name: id, inserted_at: 0, updated_at: 0 };
    await insertRows(context.db, "workspace", row);
    await insertRows(context.db, "workspace", row);
    return asks ? countWorkspaces(context) : null;
  },
  /** The keys that the engine gives to rows. */
  addJobs: async ({ db }: Context, { ids }: { readonly ids: readonly string[] }): Promise<readonly number[]> => {
    const jobs = ids.map((id) => ({
      id,
      name: "purge" as const,
      dataset_key: 1,
      about: "{}",
      state: "waiting" as const,
    }));
    const made = await db
      .insertInto("job")
      .values(jobs.map((job) => ({ ...job, inserted_at: 1, updated_at: 1 })))
      .returning("key")
      .execute();
    return made.map(({ key }) => key);
  },
};

export type FlagRow = {
  readonly dataset_key: number;
  readonly seq: number;
  readonly user_key: number;
  readonly preview: string;
  readonly flagged_at: number;
};
const FLAGS: Laid<FlagRow> = {
  table: "flag",
  columns: ["dataset_key", "seq", "user_key", "preview", "flagged_at"],
  over: { key: ["dataset_key", "seq", "user_key"], take: ["preview"] },
};
type AnyRow = { readonly [column: string]: string | number | null | Uint8Array };
type Tabled = { readonly table: string };
type Listed<L> = { readonly laid: L; readonly rows: readonly AnyRow[] };
type Values = readonly FilterValue[];
export type AskedValues = { readonly method: keyof Engine["values"]; readonly given: readonly unknown[] };
/** Fields of the texts. */
export const FIELDS = 2;
type ChangedTexts = { readonly key: number; readonly rows: readonly IndexedTexts[]; readonly gone: readonly number[] };
type SearchedTexts = { readonly key: number; readonly search: TextSearch; readonly most: number };

const row = ({ external_id, fields, inserted_at }: Row): Row => ({ external_id, fields, inserted_at });

/** Reads that never end by themselves have a lane of their own. */
export const laneOf = (name: string): Lane => (name === "endless" ? "scan" : "short");

type Counted = { readonly parts: number; readonly made: Int32Array };
export const streams = {
  /** Counts each part when it is made, and the workspaces for each. */
  count: async function* (context: Context, { parts, made }: Counted): AsyncGenerator<StreamPart<number>, void> {
    for (let at = 0; at < parts; at++) {
      const note = await countWorkspaces(context);
      Atomics.add(made, 0, 1);
      yield { bytes: new Uint8Array(4), note };
    }
  },
  /** The external ids of records, as a cursor brings them. */
  ids: async function* (
    { db }: Context,
    { key }: { readonly key: number },
  ): AsyncGenerator<StreamPart<string | null>, void> {
    const rows = db.selectFrom("record").select("external_id").where("dataset_key", "=", key).orderBy("seq").stream(2);
    for await (const { external_id } of rows) yield { bytes: new Uint8Array(1), note: external_id };
  },
  refuse: async function* (): AsyncGenerator<StreamPart<number>, void> {
    yield* [];
    throw new Refusal("forbidden", "Not yours.");
  },
};
export const writers = {
  workspaces: (names: readonly string[]) => names.join(", "),
  addOne: (last: number) => `✓ ${last > 0}`,
};
