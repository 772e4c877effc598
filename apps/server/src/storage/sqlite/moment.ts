import { StartFailure } from "../../start-failure.ts";
import { createClock } from "../clock.ts";
import type { Context } from "../store.ts";
import { SCHEMA, schemaOf } from "./copy.ts";
import { openDatabase } from "./database.ts";
import { engineOver } from "./engine.ts";

/** The store as it is now, for reads of another process than the server, which continues to write. */
export function openMoment(file: string): { readonly context: Context; readonly close: () => void } {
  const database = openDatabase(file, "stream");
  database.exec("begin");
  const schema = schemaOf(database);
  if (schema !== SCHEMA) {
    database.close();
    throw new StartFailure(`The server that runs is of another version (schema ${schema}; this one knows ${SCHEMA}).`);
  }
  return {
    context: { db: engineOver(database), caller: null, now: createClock() },
    close: () => database.close(),
  };
}
