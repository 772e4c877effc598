import { Malformed } from "./errors.ts";

/** JSON as the reference reads it: Python writes NaN and Infinity bare, and a rule, not the parser, must refuse them. */
export function parseJson(body: string): unknown {
  if (body === "") return undefined;
  try {
    return JSON.parse(body);
  } catch (error) {
    const tolerant = notANumber(body);
    if (tolerant !== null) return tolerant.value;
    const words = error instanceof Error ? error.message : String(error);
    const position = Number(/position (\d+)/.exec(words)?.[1] ?? 0);
    throw new Malformed([jsonInvalid(position, words)]);
  }
}

const jsonInvalid = (position: number, words: string) => ({
  loc: ["body", position],
  msg: "JSON decode error",
  type: "json_invalid",
  input: {},
  ctx: { error: words },
});

/** Bare NaN and Infinity become an infinite number, which no rule takes. Null when that is not what was wrong. */
function notANumber(body: string): { readonly value: unknown } | null {
  const read = body.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (part) =>
    part.startsWith('"') ? part : "1e999",
  );
  if (read === body) return null;
  try {
    return { value: JSON.parse(read) };
  } catch {
    // Something else is wrong as well: the caller tells of the first mistake.
    return null;
  }
}

/** `a=1&b=2` as an object; of a name given twice the last counts. */
export const parseForm = (body: string): unknown => Object.fromEntries(new URLSearchParams(body));

/** Every query parameter as a list, in the order given: the contract says which count once. */
export function parseQuery(text: string): { readonly [name: string]: readonly string[] } {
  const read: { [name: string]: string[] } = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    read[name] ??= [];
    read[name].push(value);
  }
  return read;
}
