import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { limitCopies } from "../../src/records/columns/room.ts";
import { createClock } from "../../src/storage/clock.ts";
import { migrate, openDatabase } from "../../src/storage/sqlite/database.ts";
import { engineOver } from "../../src/storage/sqlite/engine.ts";
import type { Caller, Context } from "../../src/storage/store.ts";
import type { Db } from "../../src/storage/tables.ts";
import { findCaller } from "../../src/usecases/accounts/find-caller.ts";
import { createUser } from "../../src/usecases/accounts/users.ts";
import { createFirstOwner } from "../../src/usecases/accounts/workspaces.ts";
import { createDataset, publishDataset } from "../../src/usecases/feedback/datasets.ts";
import { createField, createQuestion } from "../../src/usecases/feedback/fields-and-questions.ts";
import { engineOfRun, openNewQueries } from "./engines.ts";

/** A statement, the steps of its query plan, and the number of characters of its values and rows. */
export type Plan = { readonly sql: string; readonly steps: readonly string[]; crossed: number };

/** A store in memory, for tests that run use cases directly and look at the tables. */
export type MemoryStore = {
  readonly db: Db;
  /** The context that a use case gets when this user calls it. */
  as(user: Caller): Context;
  /** The same context, which also records SQLite's query plan of each statement. */
  explaining(user: Caller): { readonly context: Context; readonly plans: readonly Plan[] };
  /** The number of statements that the connection of `as` has run. */
  statements(): number;
  readonly owner: Caller;
  addOwner(username: string): Promise<Caller>;
  /**
   * Adds a published dataset with a required field `text`, other optional fields, and a required label question `mood` of
   * `good` and `bad`.
   */
  addDataset(name: string, others?: readonly string[]): Promise<{ readonly id: string; readonly questionId: string }>;
  close(): void;
};

const stepsOf = (database: DatabaseSync, statement: string): string[] =>
  database
    .prepare(`explain query plan ${statement}`)
    .all()
    .map(({ detail }) => String(detail));

/** Wraps the statement: adds the characters that cross to its plan. */
function counting(statement: StatementSync, plan: Plan): StatementSync {
  const all: (...values: SQLInputValue[]) => unknown[] = statement.all.bind(statement);
  return Object.assign(statement, {
    all: (...values: SQLInputValue[]) => {
      const rows = all(...values);
      plan.crossed += JSON.stringify([values, rows]).length;
      return rows;
    },
  });
}

export async function openMemoryStore(): Promise<MemoryStore> {
  const database = openDatabase(":memory:", "writer");
  await migrate(database, async () => {});
  let ran = 0;
  const embedded = engineOver(database, () => {
    ran++;
  });
  // On another engine there are no query plans, and no statements are counted.
  const other = engineOfRun() === "postgres" ? await openNewQueries() : null;
  const db = other?.db ?? embedded;
  const now = createClock();
  const nobody: Context = { db, now, caller: null };
  const workspace = "first";
  await createFirstOwner(nobody, { username: "owner", firstName: "O", passwordHash: "-", apiKey: "key", workspace });
  const known = async (userId: string) => {
    const found = await findCaller(nobody, { userId });
    if (!found) throw new Error(`no user ${userId}`);
    return found.caller;
  };
  const { id: ownerId } = await db.selectFrom("user").select("id").executeTakeFirstOrThrow();
  const { id: workspaceId } = await db.selectFrom("workspace").select("id").executeTakeFirstOrThrow();
  const owner = await known(ownerId);
  const as = (caller: Caller): Context => ({ db, now, caller });

  const explaining = (caller: Caller) => {
    const plans: Plan[] = [];
    const listening: Pick<DatabaseSync, "prepare"> = {
      prepare: (statement) => {
        const plan: Plan = { sql: statement, steps: stepsOf(database, statement), crossed: 0 };
        plans.push(plan);
        return counting(database.prepare(statement), plan);
      },
    };
    // The code that runs statements uses no other member of a database.
    return { context: { db: engineOver(listening as DatabaseSync), now, caller }, plans };
  };
  const addDataset = async (name: string, others: readonly string[] = []) => {
    const context = as(owner);
    const of = { name, guidelines: null, allowExtraMetadata: true, metadata: null, workspaceId };
    const { id: datasetId } = await createDataset(context, of);
    for (const field of ["text", ...others]) {
      const settings = { type: "text", useMarkdown: false } as const;
      const shown = { title: "Text", description: null, required: field === "text" };
      await createField(context, { datasetId, name: field, ...shown, settings });
    }
    const options = ["good", "bad"].map((value) => ({ value, text: value, description: null }));
    const question = await createQuestion(context, {
      datasetId,
      name: "mood",
      title: "Mood",
      description: null,
      required: true,
      settings: { type: "label_selection", options, visibleOptions: null },
    });
    await publishDataset(context, { datasetId });
    return { id: datasetId, questionId: question.id };
  };
  const addOwner = async (username: string) => {
    const person = {
      username,
      firstName: "N",
      lastName: null,
      role: "owner",
      passwordHash: "-",
      workspaces: [],
    } as const;
    return known((await createUser(as(owner), person)).user.id);
  };
  const close = () => {
    // The next file of this process finds it as it was.
    limitCopies(Number.POSITIVE_INFINITY);
    database.close();
    other?.close();
  };
  return { db, as, explaining, statements: () => ran, owner, addOwner, addDataset, close };
}
