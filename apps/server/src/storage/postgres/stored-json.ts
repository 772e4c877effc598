import { sql } from "kysely";
import type { Sql } from "../sql/records-by-value.ts";

/**
 * Stored JSON for the JSON functions of the server, which refuse U+0000. It is marked like a text on its way to the server
 * (database.ts), but as an escape: so both what the functions take out of it and lists that they make arrive as they were.
 * `\\` is set apart meanwhile, for the text `\u0000` may follow it.
 */
const [APART, BACKSLASH] = [sql.raw("E'\\x02'"), sql.raw("'\\\\'")];
const [ZERO, ONE, TWO] = ["\\u0000", "\\u0001", "\\u0002"];
const replaced = (text: Sql, pairs: readonly (readonly [Sql, Sql])[]): Sql =>
  pairs.reduce((all, [from, to]) => sql`replace(${all}, ${from}, ${to})`, text);
const literal = (...escapes: readonly string[]): Sql => sql.lit(escapes.join(""));

/** Half of a surrogate pair, which old data may have, is refused too. */
const wholeCharacters = (json: Sql): Sql => sql`regexp_replace(${json}, '\\\\ud[89a-f][0-9a-f]{2}', '\\\\ufffd', 'g')`;

const marked = (json: Sql): Sql =>
  replaced(wholeCharacters(replaced(json, [[BACKSLASH, APART]])), [
    [literal(ONE), literal(ONE, TWO)],
    [literal(ZERO), literal(ONE, ONE)],
    [APART, BACKSLASH],
  ]);

/** A column with JSON, or null. Hardly any has such a character. */
export const markedJson = (json: Sql): Sql => {
  const isPlain = sql`strpos(${json}, '\\u000') = 0 and strpos(${json}, '\\ud') = 0`;
  return sql`(case when ${isPlain} then ${json} else ${marked(json)} end)::json`;
};

const unmarked = (json: Sql): Sql =>
  replaced(json, [
    [BACKSLASH, APART],
    [literal(ONE, ONE), literal(ZERO)],
    [literal(ONE, TWO), literal(ONE)],
    [APART, BACKSLASH],
  ]);

/** Works on the part of a document at a path. The server would look for it wherever it is named, but for the offset. */
const withPart = (document: Sql, names: readonly string[], result: Sql): Sql =>
  sql`(select ${result} from (select ${markedJson(document)} #> ${names}::text[] as json offset 0) as part)`;

/** The part of a document at a path, as it is written there; null if there is none. */
export const partOf = (document: Sql, names: readonly string[]): Sql => {
  const text = sql`part.json::text`;
  const written = sql`case when strpos(${text}, '\\u000') = 0 then ${text} else ${unmarked(text)} end`;
  return sql`${withPart(document, names, written)} collate "C"`;
};

/** The number at a path; null if there is none. */
export const numberAt = (document: Sql, names: readonly string[]): Sql =>
  withPart(document, names, numberIn(sql`part.json`));

export const numberIn = (json: Sql): Sql =>
  sql`case json_typeof(${json}) when 'number' then (${json} #>> '{}')::double precision end`;
export const textIn = (json: Sql): Sql =>
  sql`case json_typeof(${json}) when 'string' then (${json} #>> '{}') collate "C" end`;

/** The names of a JSON path such as `$.metrics.tokens`. */
export const namesIn = (path: string): string[] => path.split(".").slice(1);
