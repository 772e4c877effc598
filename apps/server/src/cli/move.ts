import { join } from "node:path";
import { type HomeSecrets, isNewHome, keptSecretsIn, putSecretInto } from "../home.ts";
import { counted } from "../import/row.ts";
import { MOVED_NOTE, writeWhole } from "../own-files.ts";
import { StartFailure } from "../start-failure.ts";
import { MOVED_TABLES, type MovedRow, type MovedTable, movedKey, type TableSum } from "../storage/sql/moved-tables.ts";
import { type Command, type MovableStore, readArguments } from "./command.ts";
import { progressBar } from "./progress.ts";
import { settingsOrFail } from "./with-server.ts";

export const MOVE_USAGE = `postil move --to URL               copies all data of the home into a PostgreSQL database, and compares both; no server may run
postil move --from URL             copies it back into the home, which has no data yet
                                   a copy that was stopped goes on where it ended`;

type End = { readonly store: MovableStore; readonly name: string };
type Way = { readonly source: End; readonly target: End };

/**
 * `postil move`: all tables of one engine to the other, row by row. What is derived from them is computed there. The people come
 * last, when all else was compared: until then nobody can use the copy, and a second run goes on with it (PGS-50).
 */
export const move: Command = async (args, around) => {
  const { values } = readArguments(args, "to= from=", [], MOVE_USAGE);
  const address = values.to ?? values.from;
  if (address === undefined || (values.to !== undefined && values.from !== undefined))
    throw new StartFailure(`Say one of --to and --from, with the address of the database.\n\n${MOVE_USAGE}`);
  const isOut = values.to !== undefined;
  const settings = settingsOrFail({ ...around, env: { ...around.env, POSTIL_DATABASE_URL: address } });
  if (isOut && isNewHome(settings.home))
    throw new StartFailure(`${settings.home} has no data to move. POSTIL_HOME names another home.`);
  const both = await around.openBoth(settings);
  const home = { store: both.embedded, name: `the home ${settings.home}` };
  const database = { store: both.database, name: "the database" };
  const way = isOut ? { source: home, target: database } : { source: database, target: home };
  try {
    const moveSecrets = isOut
      ? () => secretsInto(both.database, settings.home)
      : () => secretsFrom(both.database, settings.home, around.print);
    const rows = await moveAll(way, moveSecrets, around.print);
    if (isOut) noteMove(settings.home, address);
    around.print(
      `Moved ${counted(rows, "row")} of ${MOVED_TABLES.length} tables. The data in ${way.source.name} is as it was.`,
    );
    around.print(
      isOut
        ? "Start with POSTIL_DATABASE_URL from now on. Keep the home: its snapshots are used as before."
        : "Start without POSTIL_DATABASE_URL from now on.",
    );
    return 0;
  } finally {
    await both.close();
  }
};

/** A start without the database would serve a copy that nobody else uses. The address is written without its password. */
function noteMove(home: string, address: string): void {
  const { host, pathname } = new URL(address);
  writeWhole(join(home, MOVED_NOTE), `${host}${pathname} at ${new Date().toISOString()}\n`);
}

/** Returns the number of rows. */
async function moveAll(way: Way, moveSecrets: () => Promise<number>, print: (line: string) => void): Promise<number> {
  const { source, target } = way;
  const people = await source.store.sumOf("user");
  if (people.rows === 0) throw new StartFailure(`Nothing was moved: there are no people in ${source.name}.`);
  if ((await target.store.sumOf("user")).rows > 0)
    throw new StartFailure(`Nothing was moved: there are people in ${target.name} already. It must be empty.`);
  let moved = 0;
  for (const table of MOVED_TABLES) {
    if (table === "user" || table === "secret") continue;
    const wanted = await source.store.sumOf(table);
    await copyTable(way, table, wanted.rows);
    await compare(way, table, wanted);
    await target.store.goOnAfter(table, await source.store.lastNumber(table));
    moved += wanted.rows;
  }
  moved += await moveSecrets();
  print("All rows are there. Computing what searches and counters need ...");
  await target.store.rebuild();
  const [wrong] = await target.store.check();
  if (wrong)
    throw new StartFailure(
      `Dataset ${wrong.datasetId} is not right in ${target.name}: ${wrong.what}. Empty it and begin again.`,
    );
  await copyAtOnce(way, "user");
  await compare(way, "user", people);
  return moved + people.rows;
}

const SECRETS: readonly (keyof HomeSecrets)[] = ["tokens", "pseudonyms"];

/**
 * The secrets of a home are files, and those of a database are rows: the servers of one agree on them. They go with the data, so
 * that people stay signed in and keep their pseudonyms (PGS-64). Returns their number.
 */
async function secretsInto(database: MovableStore, home: string): Promise<number> {
  const kept = keptSecretsIn(home);
  const own = SECRETS.flatMap((name) => (kept[name] === null ? [] : [{ name, value: kept[name] }]));
  const there = await database.rowsAfter("secret", null);
  const isOwn = (row: MovedRow) => own.some(({ name, value }) => row.name === name && row.value === value);
  if (!there.every(isOwn))
    throw new StartFailure("The database has secrets of another home. Empty the database and begin again.");
  await database.put(
    "secret",
    own.filter(({ name }) => !there.some((row) => row.name === name)),
  );
  return own.length;
}

async function secretsFrom(database: MovableStore, home: string, print: (line: string) => void): Promise<number> {
  const kept = keptSecretsIn(home);
  const rows = await database.rowsAfter("secret", null);
  for (const name of SECRETS) {
    const value = rows.find((row) => row.name === name)?.value;
    if (typeof value !== "string" || value === kept[name]) continue;
    putSecretInto(home, name, value);
    if (kept[name] !== null) print(`The home had another secret of ${name}. That of the database has taken its place.`);
  }
  return rows.length;
}

async function copyTable({ source, target }: Way, table: MovedTable, total: number): Promise<void> {
  const bar = progressBar(total, `rows of ${table}`);
  try {
    let done = 0;
    for (let after = await target.store.lastKey(table); ; ) {
      const rows = await source.store.rowsAfter(table, after);
      const last = rows.at(-1);
      if (last === undefined) return;
      await target.store.put(table, rows);
      done += rows.length;
      bar.update(done);
      after = movedKey(table, last);
      if (after.length === 0) return;
    }
  } finally {
    bar.stop();
  }
}

/** With one write: all of it is there, or nothing. */
async function copyAtOnce({ source, target }: Way, table: MovedTable): Promise<void> {
  const rows: MovedRow[] = [];
  for (let part = await source.store.rowsAfter(table, null); part.length > 0; ) {
    rows.push(...part);
    const last = part.at(-1);
    part = last ? await source.store.rowsAfter(table, movedKey(table, last)) : [];
  }
  await target.store.put(table, rows);
}

async function compare({ target }: Way, table: MovedTable, wanted: TableSum): Promise<void> {
  const found = await target.store.sumOf(table);
  if (wanted.rows === found.rows && wanted.digest === found.digest) return;
  throw new StartFailure(
    `The table ${table} differs in ${target.name}: ${counted(found.rows, "row")} for ${counted(wanted.rows, "row")}. Somebody has written meanwhile, or since a copy that was stopped. Empty ${target.name} and begin again.`,
  );
}

export const DISTRIBUTE_USAGE = `postil distribute [--apply]        prints what spreads the tables of records over a cluster (PostgreSQL with Citus);
                                   --apply runs it, while no server uses the database`;

/** `postil distribute`: what is there already is left out, so it can be run again after a failure and after an upgrade (PGS-40). */
export const distribute: Command = async (args, around) => {
  const { values } = readArguments(args, "apply", [], DISTRIBUTE_USAGE);
  const cluster = await around.clusterOf(settingsOrFail(around));
  if (cluster === null)
    throw new StartFailure("The data is in the home folder: POSTIL_DATABASE_URL names the database of a cluster.");
  const { servers, statements } = await cluster.plan();
  const where = `The cluster has ${counted(servers, "server")} for records`;
  if (statements.length === 0) {
    around.print(`${where}, and all tables lie as they should.`);
    return 0;
  }
  if (values.apply) {
    const done = await cluster.layOut(around.print);
    around.print(`${where}. ${counted(done, "table")} lie there now.`);
    return 0;
  }
  around.print(`-- ${where}. --apply runs this, while no server uses the database.`);
  for (const statement of statements) around.print(`${statement};`);
  return 0;
};
