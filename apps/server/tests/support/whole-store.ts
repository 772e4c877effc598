import { DatabaseSync } from "node:sqlite";

/** Rows that say what happened, and versions that only grow. */
const PASSING: ReadonlySet<string> = new Set([
  ...["audit", "clock", "sqlite_sequence", "last_seen", "key_use", "job", "dataset_sequence", "changed_block"],
]);

/** All rows of all tables of a store, as texts, except those that say what happened. */
export function wholeStore(file: string, leftOut: readonly string[] = []): { [table: string]: string[] } {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
  const found = tables.flatMap(({ name }) => {
    const table = String(name);
    // A text index is compared by the words in it (checkDerived): its segments depend on its history.
    if (PASSING.has(table) || table.startsWith("text_")) return [];
    const rows = database.prepare(`select * from "${table}"`).all();
    const texts = rows.map((row) =>
      JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => !leftOut.includes(column)))),
    );
    return [[table, texts.sort()] as const];
  });
  database.close();
  return Object.fromEntries(found);
}
