import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrations } from "../../apps/server/src/storage/sqlite/migrations/index.ts";
import { TASK_TARGETS } from "../../apps/server/src/storage/task-family.ts";

/** The floors for calls of the older dataset family: bare statements, without HTTP, threads, checks and JSON. */

export type TaskFloors = {
  /** Reads a page of ten by id from some offset, and the total number of records. */
  readonly page: (run: number) => void;
  /** Reads ten records by id that match a label, a number range and a word, and the number of matches. */
  readonly three: (asked: { readonly label: string; readonly low: number; readonly word: string }) => number;
};

export function taskFloors(home: string, name: string): TaskFloors & { readonly close: () => void } {
  const database = new DatabaseSync(join(home, "postil.db"), { readOnly: true });
  database.exec("pragma cache_size = -16384");
  const { key } = database.prepare("select key from task_dataset where name = ?").get(name) as { key: number };
  const { target } = database
    .prepare("select target from task_target where dataset_key = ? and path = 'metadata.bucket'")
    .get(key) as { target: number };
  const total = database.prepare("select record_count as total from task_dataset where key = ?");
  const first = database.prepare(
    "select document from task_record where dataset_key = ? order by id limit 10 offset ?",
  );
  // The word drives the query, and the others are looked up. The planner alone would scan every record with the label.
  const tests = `from text_${key} as t
    cross join filter_value as n indexed by filter_value_seq
      on n.dataset_key = ${key} and n.target = ${target} and n.seq = t.rowid and n.value between ? and ?
    cross join filter_value as l on l.dataset_key = ${key} and l.target = ${TASK_TARGETS.predicted_as} and l.value = ? and l.seq = t.rowid`;
  const where = `where t.text_${key} match ?`;
  const count = database.prepare(`select count(*) as total ${tests} ${where}`);
  const found = database.prepare(
    `select r.document ${tests} cross join task_record as r on r.dataset_key = ${key} and r.seq = t.rowid ${where} order by r.id limit 10`,
  );
  return {
    page: (run) => {
      total.get(key);
      first.all(key, 10 + (run % 50));
    },
    three: ({ label, low, word }) => {
      const given = [low, low + 19, label, `{f0} : "${word}"`];
      found.all(...given);
      return Number(count.get(...given)?.total);
    },
    close: () => database.close(),
  };
}

/** Writes one record again, durably: its row, its search index, and the notes about the change. */
export function validateFloor(home: string): (run: number) => void {
  // Uses a separate store on the same disk, because the server holds the other one.
  const database = new DatabaseSync(join(mkdtempSync(join(home, "floor-")), "floor.db"));
  database.exec("pragma journal_mode = wal; pragma synchronous = full");
  for (const { sql } of migrations) database.exec(sql);
  database.exec("create virtual table text_1 using fts5(f0, f1, f2, f3, content='', contentless_delete=1)");
  const add = database.prepare("insert into task_record values (1, ?, ?, '', '{}', null, '{}')");
  const index = database.prepare("insert into text_1 (rowid, f0, f1, f2, f3) values (?, ?, ?, ?, ?)");
  const value = database.prepare("insert into filter_value (dataset_key, target, value, seq) values (1, ?, ?, ?)");
  const text = "how do i find my new card";
  database.exec("begin");
  for (let seq = 0; seq < 10_000; seq++) {
    add.run(seq, `r-${seq}`);
    index.run(seq, text, text, text, text);
    for (let target = 1; target <= 8; target++) value.run(target, `v${seq % 9}`, seq);
  }
  database.exec("commit");
  const read = database.prepare("select * from task_record where dataset_key = 1 and id = ?");
  const write = database.prepare("update task_record set document = ? where dataset_key = 1 and seq = ?");
  const remove = database.prepare(
    "delete from filter_value where dataset_key = 1 and target in (1, 2, 3, 4, 5, 6, 7, 8) and seq = ?",
  );
  const unindex = database.prepare("delete from text_1 where rowid = ?");
  const note = database.prepare("insert or replace into changed_block values (1, ?, ?, ?)");
  const document = JSON.stringify({ text, status: "Validated", inputs: { text }, filler: "x".repeat(600) });
  return (run) => {
    const seq = (run * 7919) % 10_000;
    database.exec("begin immediate");
    read.get(`r-${seq}`);
    write.run(document, seq);
    remove.run(seq);
    unindex.run(seq);
    index.run(seq, text, text, text, text);
    for (let target = 1; target <= 8; target++) value.run(target, `v${run % 9}`, seq);
    for (const part of [0, 1]) note.run(part, seq >> 7, run);
    database.exec("commit");
  };
}
