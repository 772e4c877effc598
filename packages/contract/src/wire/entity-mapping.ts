import { timeFromWire, timeToWire } from "./mapping.ts";

type ReadOnly<Value> = Value extends object ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> } : Value;
/** True if both sides have the same values. A list of the wire may be read-only with us. */
type Alike<Own, Wire> = [Own] extends [ReadOnly<Wire>] ? ([Wire] extends [Own] ? true : false) : false;

/** A member whose value differs on the wire: its name there, and how the value is written and read. */
type Turned<Own, Wire, Name> = readonly [name: Name, toWire: (own: Own) => Wire, fromWire: (wire: Wire) => Own];
type Member<Own, Wire> = {
  [Name in keyof Wire & string]: (Alike<Own, Wire[Name]> extends true ? Name : never) | Turned<Own, Wire[Name], Name>;
}[keyof Wire & string];
type Names<Own, Wire> = { readonly [Name in keyof Own]-?: Member<Own[Name], Wire> };
type NamesIn<Table> = {
  [Name in keyof Table]: Table[Name] extends readonly [infer W, ...unknown[]] ? W : Table[Name];
}[keyof Table];
type Complete<Wire, Table> = [Exclude<keyof Wire, NamesIn<Table>>] extends [never]
  ? unknown
  : { readonly notNamed: Exclude<keyof Wire, NamesIn<Table>> };

type Turn = (value: unknown) => unknown;

/**
 * The mapping of an entity, from a table of its members in the order of the reply. Only named members are sent, and the
 * code does not compile if a member of either side is missing or has another type. For entities of which a reply has
 * few: a record or a response is mapped by a function of its own, which takes a fraction of the time.
 */
export const entity =
  <Own extends object, Wire extends object>() =>
  <const Table extends Names<Own, Wire>>(table: Table & Complete<Wire, Table>) => {
    const members = Object.entries(table).map(
      ([own, member]) => [own, ...[member].flat()] as [own: string, wire: string, toWire?: Turn, fromWire?: Turn],
    );
    const mapped = (value: object, from: 0 | 1, to: 0 | 1, turn: 2 | 3) => {
      const result: { [name: string]: unknown } = {};
      for (const member of members) {
        const given = (value as typeof result)[member[from]];
        result[member[to]] = member[turn] ? member[turn](given) : given;
      }
      return result;
    };
    return {
      // The table names every member, and has its type.
      toWire: (own: Own) => mapped(own, 0, 1, 2) as Wire,
      fromWire: (wire: Wire) => mapped(wire, 1, 0, 3) as Own,
    };
  };

/** `useMarkdown` is `use_markdown` on the wire. */
export type Snake<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

export const nameOnWire = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Members that have the same values on both sides. */
export const same = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, nameOnWire(name)])) as { readonly [N in Name]: Snake<N> };

/** A function of a value that may be null. A server of another version may leave the value out. */
export const orNull =
  <From, To>(turn: (value: From) => To) =>
  (value: From | null | undefined): To | null =>
    value === null || value === undefined ? null : turn(value);

/** A function of each element of a list. */
export const each =
  <From, To>(turn: (value: From) => To) =>
  (values: readonly From[]): To[] =>
    values.map((value) => turn(value));

export const time = <const Name extends string>(name: Name) => [name, timeToWire, timeFromWire] as const;
export const timeOrNull = <const Name extends string>(name: Name) =>
  [name, orNull(timeToWire), orNull(timeFromWire)] as const;

/** The times at which an entity was created and changed. */
export const TIMES = { insertedAt: time("inserted_at"), updatedAt: time("updated_at") } as const;
