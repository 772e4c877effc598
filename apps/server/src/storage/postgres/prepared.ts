import { type Connection, Query, type QueryResult } from "pg";
import { NUMBERS_AS_NUMBERS } from "./sent-values.ts";

/**
 * A statement that the server keeps prepared. What its rows look like is told with its first run; the driver would ask for that
 * each time, and make an emitter of events for each row.
 */

type Parse = (value: string) => unknown;
type Column = { readonly name: string; readonly parse: Parse };
type Field = { readonly name: string; readonly dataTypeID: number };

/** What the driver's own classes do and its types leave out. */
type Driven = Omit<Connection, "describe"> & { describe(message: object): void };
type Result = QueryResult & { addCommandComplete(message: object): void };
interface DrivenQuery {
  name: string;
  values: readonly unknown[];
  callback: (error: Error | null, result: Result) => void;
  _result: Result;
  _canceledDueToError: unknown;
  prepare(connection: Driven): void;
  handleError(error: unknown, connection: Driven): void;
}
const Base = Query as unknown as new (text: string) => DrivenQuery;

/** A connection, and what is known of the statements that are prepared on it. */
type Known = { readonly columns: Map<string, readonly Column[]>; readonly silent: Driven };
const known = new WeakMap<Driven, Known>();

function knownOf(connection: Driven): Known {
  const found = known.get(connection);
  if (found) return found;
  const made = { columns: new Map(), silent: Object.assign(Object.create(connection), { describe: () => {} }) };
  known.set(connection, made);
  return made;
}

class Prepared extends Base {
  #columns: readonly Column[] | undefined;
  #known: Known | undefined;

  constructor(text: string, name: string, values: readonly unknown[], callback: DrivenQuery["callback"]) {
    super(text);
    this.name = name;
    this.values = values;
    this.callback = callback;
  }

  override prepare(connection: Driven): void {
    this.#known = knownOf(connection);
    this.#columns = this.#known.columns.get(this.name);
    super.prepare(this.#columns ? this.#known.silent : connection);
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: NUMBERS_AS_NUMBERS.getTypeParser(dataTypeID) as Parse,
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const row: { [name: string]: unknown } = {};
    try {
      this.#columns?.forEach(({ name, parse }, at) => {
        const value = fields[at] ?? null;
        row[name] = value === null ? null : parse(value);
      });
    } catch (error) {
      // The driver tells it at the end of the statement.
      this._canceledDueToError ||= error;
    }
    this._result.rows.push(row);
  }

  handleCommandComplete(message: object): void {
    this.#known?.columns.set(this.name, this.#columns ?? []);
    this._result.addCommandComplete(message);
  }

  handleReadyForQuery(connection: Driven): void {
    if (this._canceledDueToError) this.handleError(this._canceledDueToError, connection);
    else this.callback(null, this._result);
  }
}

/** A statement for `query` of a client; the promise has its result. */
export function prepared(text: string, name: string, values: readonly unknown[]) {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
  const query = new Prepared(text, name, values, (error, result) => (error ? reject(error) : resolve(result)));
  return { query, result: promise };
}
