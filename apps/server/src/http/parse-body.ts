import type { FastifyInstance, FastifyRequest } from "fastify";
import { Malformed } from "./errors.ts";

/**
 * A body as it came: read as JSON or as a form where its type says so. A call that wants the other kind is told what is
 * missing in it, as the reference does.
 */
export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly value: { readonly [name: string]: string } }
  | { readonly kind: "other" };

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = "application/x-www-form-urlencoded";

export function readBodies(app: FastifyInstance): void {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  const text = (body: Buffer): string => {
    try {
      return utf8.decode(body);
    } catch {
      // Half of a character cannot be stored faithfully; guessing would change what was sent.
      throw new Malformed([jsonInvalid(0, "The body is not UTF-8.")]);
    }
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    JSON_TYPE,
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer): Promise<Body> => ({
      kind: "json",
      value: parseJson(text(body)),
    }),
  );
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer): Promise<Body> => ({
      kind: "form",
      value: Object.fromEntries(new URLSearchParams(text(body))),
    }),
  );
  // No type at all counts as JSON.
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer): Promise<Body> =>
      request.headers["content-type"] ? { kind: "other" } : { kind: "json", value: parseJson(text(body)) },
  );
}

/** What the schema of a call is to read: undefined for no body at all. */
export function bodyFor(encoding: "json" | "form", body: Body | undefined): unknown {
  if (encoding === "form") return body?.kind === "form" ? body.value : {};
  if (!body) return undefined;
  // Any text: the schema says that it is no object.
  return body.kind === "json" ? (body.value ?? undefined) : body.kind;
}

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

/** Every query parameter as a list, in the order given: the contract says which count once. */
export function parseQuery(text: string): { readonly [name: string]: readonly string[] } {
  const read: { [name: string]: string[] } = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    read[name] ??= [];
    read[name].push(value);
  }
  return read;
}
