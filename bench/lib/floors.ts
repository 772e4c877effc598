import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrations } from "../../apps/server/src/storage/sqlite/migrations/index.ts";

/** The floors: the time of a call's bare prepared statements, without HTTP, threads, checks and JSON. */

/** A page of ten with its total: the counts of the blocks, two bitmaps, ten records with suggestions and responses. */
export function pageFloor(database: DatabaseSync, datasetId: string, offset: number): () => void {
  const { key, next } = database.prepare("select key, next_seq as next from dataset where id = ?").get(datasetId) as {
    key: number;
    next: number;
  };
  const live = database.prepare("select block, count from live_block where dataset_key = ?");
  const answered = database.prepare(
    "select status, block, count from answered_block where dataset_key = ? and user_key = 1",
  );
  const bits = database.prepare("select bits from live_block where dataset_key = ? limit 1");
  const done = database.prepare("select bits from answered_block where dataset_key = ? and user_key = 1 limit 3");
  const record = database.prepare("select * from record where dataset_key = ? and seq = ?");
  const suggestions = database.prepare("select * from suggestion where dataset_key = ? and seq = ?");
  const responses = database.prepare("select * from response where dataset_key = ? and seq = ? and user_key = 1");
  let run = offset;
  return () => {
    live.all(key);
    answered.all(key);
    bits.get(key);
    done.all(key);
    for (let i = 0; i < 10; i++) {
      // Reads scattered records, as a queue does.
      const seq = (run++ * 7919) % next;
      record.get(key, seq);
      suggestions.all(key, seq);
      responses.all(key, seq);
    }
  };
}

/** Saves one response durably: the reads for it, the row, its bitmap, counts, activity and the dataset's time. */
export function saveFloor(home: string): (run: number) => void {
  // Uses a separate store on the same disk, because the server holds the other one.
  const database = new DatabaseSync(join(mkdtempSync(join(home, "floor-")), "floor.db"));
  database.exec("pragma journal_mode = wal; pragma synchronous = full");
  for (const { sql } of migrations) database.exec(sql);
  database.exec(`insert into dataset (key, id, workspace_id, name, allow_extra_metadata, status, last_activity_at, inserted_at, updated_at)
    values (1, 'd', 'w', 'd', 1, 'ready', 0, 0, 0)`);
  const add = database.prepare("insert into record values (1, ?, ?, null, '{}', null, 0, 0)");
  database.exec("begin");
  for (let seq = 0; seq < 10_000; seq++) add.run(seq, `r${seq}`);
  database.exec(
    "insert into answered_block values (1, 1, 'submitted', 0, 0, zeroblob(1024)); insert into user_counts (dataset_key, user_key) values (1, 1); commit",
  );

  const record = database.prepare("select * from record where id = ?");
  const dataset = database.prepare("select * from dataset where key = 1");
  const questions = database.prepare("select * from question where dataset_id = 'd'");
  const response = database.prepare("insert into response values (1, ?, 1, ?, 'submitted', ?, ?, ?)");
  const block = database.prepare(
    "update answered_block set count = count + 1, bits = zeroblob(1024) where dataset_key = 1 and user_key = 1 and status = 'submitted' and block = 0",
  );
  const counts = database.prepare(
    "update user_counts set submitted = submitted + 1 where dataset_key = 1 and user_key = 1",
  );
  const activity = database.prepare(
    "insert into activity (dataset_key, seq, user_key, actor_key, at, kind, after) values (1, ?, 1, 1, ?, 'response_created', ?)",
  );
  const touch = database.prepare("update dataset set last_activity_at = ?, updated_at = ? where key = 1");
  return (run) => {
    const values = `{"intent":{"value":"label ${run}"}}`;
    database.exec("begin immediate");
    record.get(`r${run}`);
    dataset.get();
    questions.all();
    response.run(run, `p${run}`, values, run, run);
    block.run();
    counts.run();
    activity.run(run, run, values);
    touch.run(run, run);
    database.exec("commit");
  };
}
