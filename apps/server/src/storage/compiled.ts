import type { Compilable, CompiledQuery } from "kysely";
import type { Db } from "./tables.ts";

type Value = number | string | null | Uint8Array;
type List = readonly Value[];
type Row = { readonly [column: string]: Value };
/** A value of a query, a list of them for an `in`, or a row to insert. */
type Argument = Value | List | Row;

const isRow = (argument: unknown): argument is Row =>
  typeof argument === "object" && argument !== null && !Array.isArray(argument) && !ArrayBuffer.isView(argument);
const isList = (argument: Argument): argument is List => Array.isArray(argument);

/** A placeholder for a value while the query is built. It reads the real value from the arguments of a later run. */
class Placeholder {
  readonly read: (given: readonly Argument[]) => unknown;
  constructor(read: Placeholder["read"]) {
    this.read = read;
  }
}

/**
 * Lists are padded to one of these lengths with their last element, so that few statements are prepared. In an `in` the
 * repetition changes nothing. Longer lists keep their length.
 */
const LENGTHS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000];

function padded(argument: Argument): Argument {
  if (!isList(argument)) return argument;
  const length = LENGTHS.find((one) => one >= argument.length) ?? argument.length;
  const last = argument.at(-1);
  if (last === undefined) throw new Error("A compiled query cannot look for what is in an empty list.");
  return [...argument, ...Array.from({ length: length - argument.length }, () => last)];
}

/** Arguments of the same shape use the same statement. */
function shapeOf(argument: Argument): string {
  if (isList(argument)) return String(argument.length);
  return isRow(argument) ? Object.keys(argument).join(" ") : "-";
}

const rowOf = (columns: readonly string[], read: (given: readonly Argument[]) => Row): unknown =>
  Object.fromEntries(columns.map((name) => [name, new Placeholder((given) => read(given)[name])]));

/** Placeholders for the argument at a position. The arguments of a run have the shape for which the query was built. */
function placeholdersFor(argument: Argument, position: number): unknown {
  if (isList(argument)) return argument.map((_, index) => new Placeholder((given) => (given[position] as List)[index]));
  if (isRow(argument)) return rowOf(Object.keys(argument), (given) => given[position] as Row);
  return new Placeholder((given) => given[position]);
}

function statementFor<A extends readonly Argument[], O>(build: (db: Db, ...values: A) => Compilable<O>) {
  const KNOWN = { make: () => new Map<string, CompiledQuery<O>>(), ofQueries: true };
  return (db: Db, values: A): CompiledQuery<O> => {
    const given = values.map(padded);
    const queries = db.copies.of(KNOWN);
    const shape = given.map(shapeOf).join();
    // The types expect real values where the placeholders are. The placeholders never reach the engine.
    const query = queries.get(shape) ?? build(db, ...(given.map(placeholdersFor) as unknown as A)).compile();
    queries.set(shape, query);
    const parameters = query.parameters.map((one) => (one instanceof Placeholder ? one.read(given) : one));
    return { ...query, parameters };
  };
}

/**
 * A query that is built once and then run with other values: building a query takes longer than running most of them. The
 * build function may use its arguments only where a value may stand, and must not read them.
 */
export function compiled<A extends readonly Argument[], O>(
  build: (db: Db, ...values: A) => Compilable<O>,
): (db: Db, ...values: A) => Promise<O[]> {
  const statement = statementFor(build);
  return (db, ...values) => db.ask(statement(db, values));
}

/** The same for a write whose result nobody needs (`Send`). */
export function compiledWrite<A extends readonly Argument[]>(
  build: (db: Db, ...values: A) => Compilable,
): (db: Db, ...values: A) => Promise<void> {
  const statement = statementFor(build);
  return (db, ...values) => db.send({ compile: () => statement(db, values) });
}
