import { types } from "pg";

/** Values on the way to a PostgreSQL server and back. */

/**
 * The server's texts cannot have U+0000, and SQLite's can. Both store it: in texts on the way to the server, U+0001 marks the
 * two characters that it stands for. The order by code points stays the same.
 */
const toServer = (text: string): string =>
  MARKED.test(text) ? text.replaceAll("\u0001", "\u0001\u0002").replaceAll("\0", "\u0001\u0001") : text;
const fromServer = (text: string): string =>
  text.includes("\u0001") ? text.replaceAll("\u0001\u0001", "\0").replaceAll("\u0001\u0002", "\u0001") : text;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these two are what it is about
const MARKED = /[\u0000\u0001]/;

const { builtins } = types;
const TEXTS: readonly number[] = [builtins.TEXT, builtins.VARCHAR];
const NUMBERS: readonly number[] = [builtins.INT8, builtins.NUMERIC, builtins.FLOAT4, builtins.FLOAT8];
const TEXT_LIST = 1009;
const parseList = types.getTypeParser(TEXT_LIST as never); // the types of the driver name no lists

/** JSON that the server has made: of texts, or of stored JSON that was marked for it (stored-json.ts). */
const jsonFromServer = (json: string): unknown =>
  json.includes("\\u0001") ? JSON.parse(json, (_, value) => partFromServer(value)) : JSON.parse(json);
function partFromServer(value: unknown): unknown {
  if (typeof value === "string") return fromServer(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [fromServer(name), part]));
}

/** How values arrive: as from the other engine gives them: numbers are numbers, conditions are 0 or 1, blobs are plain bytes. */
function parserOf(type: number): (value: string) => unknown {
  if (TEXTS.includes(type)) return fromServer;
  if (NUMBERS.includes(type)) return Number;
  if (type === builtins.JSON) return jsonFromServer;
  if (type === builtins.BOOL) return (value) => (value === "t" ? 1 : 0);
  if (type === builtins.BYTEA) return (value) => new Uint8Array(Buffer.from(value.slice("\\x".length), "hex"));
  if (type === TEXT_LIST) return (value) => (parseList(value) as string[]).map(fromServer); // of this type
  return types.getTypeParser(type);
}
const parsers = new Map<number, (value: string) => unknown>();
export const NUMBERS_AS_NUMBERS = {
  getTypeParser: (type: number) => {
    const known = parsers.get(type) ?? parserOf(type);
    parsers.set(type, known);
    return known;
  },
} as unknown as typeof types; // the driver asks for nothing else

export const valueFor = (value: unknown): unknown => {
  if (typeof value === "string") return toServer(value);
  if (Array.isArray(value)) return value.map(valueFor);
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
};
